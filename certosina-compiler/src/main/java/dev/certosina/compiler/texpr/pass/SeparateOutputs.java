package dev.certosina.compiler.texpr.pass;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Gives every output memory of its own: an output that is an input, a constant, or the same memory
/// as an earlier output becomes a copy.
public final class SeparateOutputs {
  private final TensorProgram program;
  private final Map<String, Tensor> tensors = new HashMap<>();
  private final Map<String, String> owners = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  private SeparateOutputs(TensorProgram program) {
    this.program = program;
    program.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    taken.addAll(program.inputs());
    program.constants().forEach(constant -> taken.add(constant.tensor()));
    for (Statement statement : program.statements()) {
      if (statement instanceof Statement.Alias(String target, String source)) {
        owners.put(target, owners.getOrDefault(source, source));
      }
    }
  }

  public static TensorProgram apply(TensorProgram program) {
    return new SeparateOutputs(program).run();
  }

  private TensorProgram run() {
    List<Tensor> declared = new ArrayList<>(program.tensors());
    List<Statement> statements = new ArrayList<>(program.statements());
    List<String> outputs = new ArrayList<>();
    for (String output : program.outputs()) {
      if (taken.add(owners.getOrDefault(output, output))) {
        outputs.add(output);
        continue;
      }
      Tensor original = Objects.requireNonNull(tensors.get(output), output);
      Tensor copy = new Tensor(freshName(output), original.type(), original.shape());
      tensors.put(copy.name(), copy);
      declared.add(copy);
      statements.add(new Statement.Compute(copy(original, copy)));
      outputs.add(copy.name());
    }
    if (outputs.equals(program.outputs())) {
      return program;
    }
    return new TensorProgram(
        declared,
        program.inputs(),
        outputs,
        program.constants(),
        statements,
        program.guards(),
        program.checks());
  }

  private String freshName(String output) {
    String name = output + "@copy";
    for (int i = 1; tensors.containsKey(name); i++) {
      name = output + "@copy" + i;
    }
    return name;
  }

  private static TensorExpr copy(Tensor from, Tensor to) {
    List<Axis> axes = new ArrayList<>();
    List<IndexExpr> point = new ArrayList<>();
    for (int d = 0; d < from.shape().size(); d++) {
      axes.add(new Axis("i" + d, from.shape().get(d), AxisKind.PARALLEL));
      point.add(IndexExpr.axis("i" + d));
    }
    return new TensorExpr(
        to.name(), axes, to.name(), point, Combiner.NONE, new Payload.Load(from.name(), point));
  }
}
