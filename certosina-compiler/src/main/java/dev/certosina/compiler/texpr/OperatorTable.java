package dev.certosina.compiler.texpr;

import static dev.certosina.compiler.texpr.LowerElementwise.binary;
import static dev.certosina.compiler.texpr.LowerElementwise.swapped;
import static dev.certosina.compiler.texpr.LowerElementwise.unary;
import static dev.certosina.compiler.texpr.LowerElementwise.variadic;
import static dev.certosina.compiler.texpr.LowerReductions.reduce;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.LowerReductions.Finish;
import dev.certosina.compiler.texpr.LowerReductions.Preparation;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import java.util.Map;
import java.util.Set;

/// Every operator of the standard domain that lowers to tensor expressions.
final class OperatorTable {
  private static final Map<String, OperatorLowering> OPERATORS =
      Map.ofEntries(
          // Element-wise, one operand.
          Map.entry("Abs", unary(UnaryOperator.ABS)),
          Map.entry("Ceil", unary(UnaryOperator.CEIL)),
          Map.entry("Erf", unary(UnaryOperator.ERF)),
          Map.entry("Exp", unary(UnaryOperator.EXP)),
          Map.entry("Floor", unary(UnaryOperator.FLOOR)),
          Map.entry("Log", unary(UnaryOperator.LOG)),
          Map.entry("Neg", unary(UnaryOperator.NEGATE)),
          Map.entry("Not", unary(UnaryOperator.NOT)),
          Map.entry("Reciprocal", unary(UnaryOperator.RECIPROCAL)),
          Map.entry("Sigmoid", unary(UnaryOperator.SIGMOID)),
          Map.entry("Sign", unary(UnaryOperator.SIGN)),
          Map.entry("Sqrt", unary(UnaryOperator.SQRT)),
          Map.entry("Tanh", unary(UnaryOperator.TANH)),
          Map.entry("Relu", LowerElementwise::relu),
          Map.entry("Cast", LowerElementwise::cast),
          Map.entry("CastLike", LowerElementwise::cast),
          // Element-wise, several operands.
          Map.entry("Add", binary(BinaryOperator.ADD)),
          Map.entry("Sub", binary(BinaryOperator.SUBTRACT)),
          Map.entry("Mul", binary(BinaryOperator.MULTIPLY)),
          Map.entry("Div", binary(BinaryOperator.DIVIDE)),
          Map.entry("Pow", LowerElementwise::pow),
          Map.entry("Equal", binary(BinaryOperator.EQUAL)),
          Map.entry("Less", binary(BinaryOperator.LESS)),
          Map.entry("LessOrEqual", binary(BinaryOperator.LESS_OR_EQUAL)),
          Map.entry("Greater", swapped(BinaryOperator.LESS)),
          Map.entry("GreaterOrEqual", swapped(BinaryOperator.LESS_OR_EQUAL)),
          Map.entry("And", binary(BinaryOperator.AND)),
          Map.entry("Or", binary(BinaryOperator.OR)),
          Map.entry("Xor", binary(BinaryOperator.XOR)),
          Map.entry("Max", variadic(BinaryOperator.MAX)),
          Map.entry("Min", variadic(BinaryOperator.MIN)),
          Map.entry("Sum", variadic(BinaryOperator.ADD)),
          Map.entry("Mean", LowerElementwise::mean),
          Map.entry("Where", LowerElementwise::where),
          Map.entry("Clip", LowerElementwise::clip),
          // Activations.
          Map.entry("LeakyRelu", LowerActivations::leakyRelu),
          Map.entry("PRelu", LowerActivations::slopes),
          Map.entry("Elu", LowerActivations::elu),
          Map.entry("HardSigmoid", LowerActivations::hardSigmoid),
          Map.entry("HardSwish", LowerActivations::hardSwish),
          // Reductions.
          Map.entry("ReduceSum", reduce(Preparation.NONE, Combiner.SUM, Finish.NONE)),
          Map.entry("ReduceMean", reduce(Preparation.NONE, Combiner.SUM, Finish.DIVIDE_BY_COUNT)),
          Map.entry("ReduceProd", reduce(Preparation.NONE, Combiner.PRODUCT, Finish.NONE)),
          Map.entry("ReduceMax", reduce(Preparation.NONE, Combiner.MAX, Finish.NONE)),
          Map.entry("ReduceMin", reduce(Preparation.NONE, Combiner.MIN, Finish.NONE)),
          Map.entry("ReduceSumSquare", reduce(Preparation.SQUARE, Combiner.SUM, Finish.NONE)),
          Map.entry("ReduceL1", reduce(Preparation.ABSOLUTE, Combiner.SUM, Finish.NONE)),
          Map.entry("ReduceL2", reduce(Preparation.SQUARE, Combiner.SUM, Finish.SQUARE_ROOT)),
          Map.entry("ReduceLogSum", reduce(Preparation.NONE, Combiner.SUM, Finish.LOGARITHM)),
          Map.entry("ReduceLogSumExp", LowerReductions::logSumExp),
          Map.entry("Softmax", LowerSoftmax::softmax),
          Map.entry("LogSoftmax", LowerSoftmax::logSoftmax),
          // Contractions.
          Map.entry("MatMul", LowerContractions::matMul),
          Map.entry("Gemm", LowerContractions::gemm),
          Map.entry("Conv", LowerWindows::convolution),
          // Windows and channels.
          Map.entry("MaxPool", LowerWindows::maxPool),
          Map.entry("AveragePool", LowerWindows::averagePool),
          Map.entry("GlobalAveragePool", LowerWindows.global(Combiner.SUM)),
          Map.entry("GlobalMaxPool", LowerWindows.global(Combiner.MAX)),
          Map.entry("BatchNormalization", LowerNormalizations::batchNormalization),
          // Views.
          Map.entry("Identity", LowerViews::identity),
          Map.entry("Dropout", LowerViews::dropout),
          Map.entry("Transpose", LowerViews::transpose),
          Map.entry("Reshape", LowerViews::reshape),
          Map.entry("Flatten", LowerViews::reshape),
          Map.entry("Unsqueeze", LowerViews::unsqueeze),
          Map.entry("Squeeze", LowerViews::squeeze),
          Map.entry("Expand", LowerViews::expand),
          Map.entry("Slice", LowerViews::slice),
          Map.entry("Split", LowerViews::split),
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
