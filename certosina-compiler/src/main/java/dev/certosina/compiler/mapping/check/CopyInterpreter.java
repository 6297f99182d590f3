package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Makes the copies of tensors that a mapping asks for.
final class CopyInterpreter {
  private CopyInterpreter() {}

  /// What a source is read from: its copy, or the tensor itself.
  static Elements copyIn(OperandMap operand, Elements tensor) {
    if (operand.copy().isEmpty()) {
      return tensor;
    }
    Cursor cursor = new Cursor(operand, operand.copy().get());
    long[] copied = new long[cursor.size()];
    for (int i = 0; i < copied.length; i++) {
      int failing = cursor.guards.firstFailing(cursor.values);
      copied[i] =
          failing < 0
              ? tensor.values()[cursor.position(tensor)]
              : Numbers.literal(tensor.type(), cursor.guards.fill(failing));
      cursor.odometer.advance(cursor.values);
    }
    return new Elements(tensor.type(), copied);
  }

  /// Writes a destination's copy to its tensor.
  static void copyBack(OperandMap operand, Elements copied, Elements tensor) {
    if (operand.copy().isEmpty()) {
      return;
    }
    Cursor cursor = new Cursor(operand, operand.copy().get());
    for (int i = 0; i < copied.count(); i++) {
      if (cursor.guards.firstFailing(cursor.values) < 0) {
        tensor.values()[cursor.position(tensor)] = copied.values()[i];
      }
      cursor.odometer.advance(cursor.values);
    }
  }

  /// Which elements of what a destination is written to get into its tensor.
  static boolean[] live(OperandMap operand, int count) {
    boolean[] live = new boolean[count];
    if (operand.copy().isEmpty()) {
      Arrays.fill(live, true);
      return live;
    }
    Cursor cursor = new Cursor(operand, operand.copy().get());
    for (int i = 0; i < count; i++) {
      live[i] = cursor.guards.firstFailing(cursor.values) < 0;
      cursor.odometer.advance(cursor.values);
    }
    return live;
  }

  private static final class Cursor {
    private final String name;
    private final long[] values;
    private final Odometer odometer;
    private final CompiledGuards guards;
    private final CompiledFormula source;

    Cursor(OperandMap operand, Copy copy) {
      List<String> names = copy.variables().stream().map(Loop::name).toList();
      this.name = operand.operand() + " of " + operand.tensor();
      this.values = new long[names.size()];
      this.odometer =
          new Odometer(
              IntStream.range(0, names.size()).toArray(),
              copy.variables().stream().mapToLong(Loop::extent).toArray());
      this.guards = new CompiledGuards(copy.guards(), names);
      this.source = CompiledFormula.of(copy.source(), names);
    }

    int size() {
      return odometer.size();
    }

    int position(Elements tensor) {
      long position = source.evaluate(values);
      if (position < 0 || position >= tensor.count()) {
        throw new IndexOutOfBoundsException(
            "copy of operand "
                + name
                + " reads element "
                + position
                + ", needed one of "
                + tensor.count());
      }
      return (int) position;
    }
  }
}
