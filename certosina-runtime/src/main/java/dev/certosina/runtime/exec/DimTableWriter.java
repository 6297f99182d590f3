package dev.certosina.runtime.exec;

import dev.certosina.runtime.dim.Dim;
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
      case Dim.Sum(List<Dim> terms) -> list(SUM, terms);
      case Dim.Product(List<Dim> factors) -> list(PRODUCT, factors);
      case Dim.FloorDiv(Dim value, Dim divisor) -> pair(FLOOR_DIV, value, divisor);
      case Dim.Mod(Dim value, Dim divisor) -> pair(MOD, value, divisor);
      case Dim.CeilDiv(Dim value, Dim divisor) -> pair(CEIL_DIV, value, divisor);
      case Dim.Min(Dim left, Dim right) -> pair(MIN, left, right);
      case Dim.Max(Dim left, Dim right) -> pair(MAX, left, right);
      case Dim.Joined(Dim left, Dim right) -> pair(JOINED, left, right);
      case Dim.Spread(Dim extent, Dim joined) -> pair(SPREAD, extent, joined);
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

  private void pair(int kind, Dim left, Dim right) {
    int leftNumber = numberOf(left);
    int rightNumber = numberOf(right);
    table.unsigned(kind);
    table.unsigned(leftNumber);
    table.unsigned(rightNumber);
  }

  int size() {
    return numbers.size();
  }

  byte[] toBytes() {
    return table.toBytes();
  }
}
