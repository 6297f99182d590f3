package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram.Constant;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Reads what [TensorProgramPrinter] writes.
///
/// The text holds no data of constants; the reader supplies them, and a digest in the text tells
/// whether they are the ones that were printed. Mistakes are [ModelException]s with line and
/// column.
public final class TensorProgramParser {
  private final ProgramCursor cursor;
  private final PayloadParser payloads;
  private final Function<String, Optional<Initializer>> constantData;

  private final List<Tensor> tensors = new ArrayList<>();
  private final List<String> inputs = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private final List<Constant> constants = new ArrayList<>();
  private final List<Guard> guards = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<Statement> statements = new ArrayList<>();

  private TensorProgramParser(String text, Function<String, Optional<Initializer>> constantData) {
    this.cursor = new ProgramCursor(text);
    this.payloads = new PayloadParser(cursor);
    this.constantData = constantData;
  }

  /// @param constantData the data of each constant, by the name of its tensor
  public static TensorProgram parse(
      String text, Function<String, Optional<Initializer>> constantData) {
    return new TensorProgramParser(text, constantData).program();
  }

  private TensorProgram program() {
    while (!cursor.atEnd()) {
      item();
    }
    return new TensorProgram(tensors, inputs, outputs, constants, statements, guards, checks);
  }

  private void item() {
    String keyword = cursor.word();
    switch (keyword) {
      case "tensor" -> tensors.add(tensor());
      case "input" -> inputs.add(cursor.tensorName());
      case "output" -> outputs.add(cursor.tensorName());
      case "constant" -> constants.add(constant());
      case "guard" -> guards.add(guard());
      case "check" -> checks.add(check());
      case "alias" -> statements.add(alias());
      case "compute" -> statements.add(new Statement.Compute(compute()));
      default -> throw cursor.error("a statement before this instead of " + keyword);
    }
  }

  private Tensor tensor() {
    String name = cursor.tensorName();
    cursor.expect(":");
    String word = cursor.word();
    ElementType type =
        ElementType.parse(word)
            .orElseThrow(() -> cursor.error("an element type instead of " + word));
    cursor.expect("[");
    List<Dim> shape = new ArrayList<>();
    while (!cursor.take("]")) {
      if (!shape.isEmpty()) {
        cursor.expect(",");
      }
      shape.add(cursor.dim(",", "]"));
    }
    return new Tensor(name, type, shape);
  }

  private Constant constant() {
    String name = cursor.tensorName();
    cursor.expect("=");
    String digest = cursor.word();
    Initializer value =
        constantData
            .apply(name)
            .orElseThrow(() -> new ModelException("constant '" + name + "': no data given"));
    String found = Digests.of(value);
    if (!found.equals(digest)) {
      throw new ModelException(
          "constant '%s': found data with digest %s, needed %s".formatted(name, found, digest));
    }
    return new Constant(name, value);
  }

  private Guard guard() {
    Dim left = cursor.dim("==");
    cursor.expect("==");
    return new Guard(left, cursor.dim("\n"));
  }

  private Check check() {
    Dim left = cursor.dim("==", "<=");
    Relation relation = cursor.take("==") ? Relation.EQUAL : Relation.AT_MOST;
    if (relation == Relation.AT_MOST) {
      cursor.expect("<=");
    }
    Dim right = cursor.dim(",");
    cursor.expect(",");
    return new Check(left, relation, right, cursor.quoted());
  }

  private Statement.Alias alias() {
    String target = cursor.tensorName();
    cursor.expect("=");
    return new Statement.Alias(target, cursor.tensorName());
  }

  private TensorExpr compute() {
    String name = cursor.tensorName();
    List<Axis> axes = axes();
    String output = cursor.tensorName();
    List<IndexExpr> write = payloads.coordinates();
    Combiner combiner = combiner();
    return new TensorExpr(name, axes, output, write, combiner, payloads.payload());
  }

  private List<Axis> axes() {
    cursor.expect("(");
    List<Axis> axes = new ArrayList<>();
    AxisKind kind = AxisKind.PARALLEL;
    while (!cursor.take(")")) {
      if (cursor.take(";")) {
        kind = AxisKind.REDUCTION;
      } else if (!axes.isEmpty()) {
        cursor.expect(",");
      }
      String axis = cursor.axisName();
      cursor.expect("<");
      axes.add(new Axis(axis, cursor.dim(",", ";", ")"), kind));
    }
    return axes;
  }

  private Combiner combiner() {
    if (cursor.take("=")) {
      return Combiner.NONE;
    }
    String word = cursor.word();
    for (Combiner combiner : Combiner.values()) {
      if (combiner != Combiner.NONE && TensorProgramPrinter.word(combiner).equals(word)) {
        cursor.expect("=");
        return combiner;
      }
    }
    throw cursor.error("a combiner instead of " + word);
  }
}
