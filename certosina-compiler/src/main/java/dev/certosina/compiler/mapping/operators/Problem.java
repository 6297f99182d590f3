package dev.certosina.compiler.mapping.operators;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;

/// One operator with sizes and options.
record Problem(String operator, Map<String, Long> sizes, OperatorOptions options) {

  long size(String parameter) {
    Long size = sizes.get(parameter);
    if (size == null) {
      throw new ModelException(
          "operator '%s': found no size '%s', needed one".formatted(operator, parameter));
    }
    return size;
  }

  Dim dim(String parameter) {
    return Dims.constant(size(parameter));
  }

  Dim batch() {
    return options.batch();
  }

  /// Batch, height and width together.
  Dim pixels() {
    return Dims.multiply(List.of(batch(), dim("H"), dim("H")));
  }

  /// A statement in which each `{PARAMETER}` stands for its size.
  IndexStatement statement(String formula) {
    String text = formula;
    for (Map.Entry<String, Long> size : sizes.entrySet()) {
      text = text.replace("{" + size.getKey() + "}", Long.toString(size.getValue()));
    }
    return IndexStatementParser.parse(text);
  }

  /// A builder that knows the element types and the constants.
  ComputationBuilder builder(IndexStatement statement, List<String> constants) {
    var builder = new ComputationBuilder(operator, statement);
    List<Access> operands = statement.operands();
    builder.type(operands.getFirst().tensor(), options.types().left());
    builder.type(operands.getLast().tensor(), options.types().right());
    builder.type(statement.destination().tensor(), options.types().destination());
    constants.forEach(builder::constant);
    return builder;
  }

  Computation computation(String formula, Map<String, Dim> extents, List<String> constants) {
    return builder(statement(formula), constants).extents(extents).build();
  }
}
