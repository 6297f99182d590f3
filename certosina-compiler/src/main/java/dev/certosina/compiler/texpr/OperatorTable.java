package dev.certosina.compiler.texpr;

import static dev.certosina.compiler.texpr.LowerElementwise.binary;
import static dev.certosina.compiler.texpr.LowerElementwise.unary;
import static dev.certosina.compiler.texpr.LowerElementwise.variadic;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import java.util.Map;
import java.util.Set;

/// Every operator of the standard domain that lowers to tensor expressions.
final class OperatorTable {
  private static final Map<String, OperatorLowering> OPERATORS =
      Map.ofEntries(
          // Element-wise, one operand.
          Map.entry("Abs", unary(UnaryOperator.ABS)),
          Map.entry("Erf", unary(UnaryOperator.ERF)),
          Map.entry("Exp", unary(UnaryOperator.EXP)),
          Map.entry("Log", unary(UnaryOperator.LOG)),
          Map.entry("Neg", unary(UnaryOperator.NEGATE)),
          Map.entry("Not", unary(UnaryOperator.NOT)),
          Map.entry("Reciprocal", unary(UnaryOperator.RECIPROCAL)),
          Map.entry("Sigmoid", unary(UnaryOperator.SIGMOID)),
          Map.entry("Sqrt", unary(UnaryOperator.SQRT)),
          Map.entry("Tanh", unary(UnaryOperator.TANH)),
          Map.entry("Relu", LowerElementwise::relu),
          Map.entry("Cast", LowerElementwise::cast),
          // Element-wise, several operands.
          Map.entry("Add", binary(BinaryOperator.ADD)),
          Map.entry("Sub", binary(BinaryOperator.SUBTRACT)),
          Map.entry("Mul", binary(BinaryOperator.MULTIPLY)),
          Map.entry("Div", binary(BinaryOperator.DIVIDE)),
          Map.entry("Pow", LowerElementwise::pow),
          Map.entry("Equal", binary(BinaryOperator.EQUAL)),
          Map.entry("Less", binary(BinaryOperator.LESS)),
          Map.entry("And", binary(BinaryOperator.AND)),
          Map.entry("Max", variadic(BinaryOperator.MAX)),
          Map.entry("Min", variadic(BinaryOperator.MIN)),
          Map.entry("Where", LowerElementwise::where),
          Map.entry("Clip", LowerElementwise::clip),
          // Reductions.
          Map.entry("ReduceSum", LowerReductions.SUM),
          Map.entry("ReduceMean", LowerReductions.MEAN),
          Map.entry("ReduceMax", LowerReductions.MAX),
          Map.entry("ReduceMin", LowerReductions.MIN),
          Map.entry("Softmax", LowerSoftmax::softmax),
          // Contractions.
          Map.entry("MatMul", LowerContractions::matMul),
          Map.entry("Gemm", LowerContractions::gemm),
          // Views.
          Map.entry("Identity", LowerViews::identity),
          Map.entry("Dropout", LowerViews::identity),
          Map.entry("Transpose", LowerViews::transpose),
          Map.entry("Reshape", LowerViews::reshape),
          Map.entry("Flatten", LowerViews::reshape),
          Map.entry("Unsqueeze", LowerViews::unsqueeze),
          Map.entry("Squeeze", LowerViews::squeeze),
          Map.entry("Expand", LowerViews::expand),
          Map.entry("Slice", LowerViews::slice),
          // Data.
          Map.entry("Concat", LowerData::concat),
          Map.entry("Gather", LowerData::gather),
          Map.entry("ConstantOfShape", LowerData::constantOfShape),
          Map.entry("Range", LowerData::range));

  private OperatorTable() {}

  /// How an operator is lowered that shape inference has accepted.
  static OperatorLowering of(NodeView node) {
    OperatorLowering lowering = OPERATORS.get(node.node().operator());
    if (lowering == null) {
      throw new InternalCompilerException(node.where() + " has no lowering");
    }
    return lowering;
  }

  static Set<String> names() {
    return OPERATORS.keySet();
  }
}
