package dev.certosina.runtime.exec;

import dev.certosina.runtime.dim.Dim;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Numbers the distinct dims of a program, operands before the dims that use them, and encodes them
/// as one table, so that a dim is stored once however often it is named.
final class DimTableWriter {
  static final int CONSTANT = 0;
  static final int SYMBOL = 1;
  static final int SUM = 2;
  static final int PRODUCT = 3;
  static final int FLOOR_DIV = 4;
  static final int MOD = 5;
  static final int CEIL_DIV = 6;
  static final int MIN = 7;
  static final int MAX = 8;
  static final int JOINED = 9;
  static final int SPREAD = 10;
  static final int ELEMENT = 11;
  static final int CHOICE = 12;
  static final int KINDS = 13;

  private final Map<Dim, Integer> numbers = new LinkedHashMap<>();
  private final WireWriter table = new WireWriter();

  /// The number of `dim`; the dim and its operands are added when they are new.
  int numberOf(Dim dim) {
    Integer known = numbers.get(dim);
    if (known != null) {
      return known;
    }
    switch (dim) {
      case Dim.Constant(long value) -> {
        table.unsigned(CONSTANT);
        table.signed(value);
      }
      case Dim.Symbol(String name) -> {
        table.unsigned(SYMBOL);
        table.text(name);
      }
      case Dim.Element(String input, int index) -> {
        table.unsigned(ELEMENT);
        table.text(input);
        table.unsigned(index);
      }
      case Dim.Sum(List<Dim> terms) -> list(SUM, terms);
      case Dim.Product(List<Dim> factors) -> list(PRODUCT, factors);
      case Dim.FloorDiv(Dim value, Dim divisor) -> tuple(FLOOR_DIV, value, divisor);
      case Dim.Mod(Dim value, Dim divisor) -> tuple(MOD, value, divisor);
      case Dim.CeilDiv(Dim value, Dim divisor) -> tuple(CEIL_DIV, value, divisor);
      case Dim.Min(Dim left, Dim right) -> tuple(MIN, left, right);
      case Dim.Max(Dim left, Dim right) -> tuple(MAX, left, right);
      case Dim.Joined(Dim left, Dim right) -> tuple(JOINED, left, right);
      case Dim.Spread(Dim extent, Dim joined) -> tuple(SPREAD, extent, joined);
      case Dim.Choice(Dim left, Dim right, Dim whenEqual, Dim otherwise) ->
          tuple(CHOICE, left, right, whenEqual, otherwise);
    }
    int number = numbers.size();
    numbers.put(dim, number);
    return number;
  }

  private void list(int kind, List<Dim> operands) {
    int[] operandNumbers = operands.stream().mapToInt(this::numberOf).toArray();
    table.unsigned(kind);
    table.unsigned(operandNumbers.length);
    for (int operand : operandNumbers) {
      table.unsigned(operand);
    }
  }

  /// Operands of a kind that always has the same number of them.
  private void tuple(int kind, Dim... operands) {
    int[] operandNumbers = Arrays.stream(operands).mapToInt(this::numberOf).toArray();
    table.unsigned(kind);
    for (int operand : operandNumbers) {
      table.unsigned(operand);
    }
  }

  int size() {
    return numbers.size();
  }

  byte[] toBytes() {
    return table.toBytes();
  }
}
