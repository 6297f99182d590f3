package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Operator.Arity;
import dev.certosina.runtime.dim.Dims;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The list of implemented operators: all of the standard domain, up to opset 27. `Constant` is not
/// among them, since the reader turns it into an initializer.
public final class Operators {
  private static final int ANY = 6;
  private static final int UNBOUNDED = Integer.MAX_VALUE;
  private static final Arity ONE = Arity.exactly(1);
  private static final Arity TWO = Arity.exactly(2);
  private static final Arity THREE = Arity.exactly(3);
  private static final Arity SOME = new Arity(1, UNBOUNDED);
  private static final Set<String> LEGACY = Set.of("axis", "broadcast");

  private static final Map<String, Operator> ALL = new LinkedHashMap<>();

  static {
    elementwise();
    logical();
    matrices();
    windows();
    reductions();
    views();
    selections();
    generators();
  }

  private Operators() {}

  private static void elementwise() {
    Inference floats = ElementwiseInference.unary(ElementType::isFloat, "a float one");
    for (String name :
        List.of("Sqrt", "Tanh", "Sigmoid", "Exp", "Log", "Reciprocal", "Floor", "Ceil")) {
      add(name, ANY, ONE, Set.of(), floats);
    }
    add("Erf", 9, ONE, Set.of(), floats);
    add("Relu", ANY, ONE, Set.of(), signed());
    add("LeakyRelu", ANY, ONE, Set.of("alpha"), floats);
    add("HardSigmoid", ANY, ONE, Set.of("alpha", "beta"), floats);
    add("HardSwish", 14, ONE, Set.of(), floats);
    add("Elu", ANY, ONE, Set.of("alpha"), floats);
    add("PRelu", 9, TWO, Set.of(), WindowInference::slopes);
    Inference numbers = ElementwiseInference.unary(Types::isNumeric, "a numeric one");
    add("Abs", ANY, ONE, Set.of(), numbers);
    add("Sign", 9, ONE, Set.of(), numbers);
    add("Neg", ANY, ONE, Set.of(), ElementwiseInference::negate);
    add("Add", ANY, TWO, LEGACY, ElementwiseInference.arithmetic(Dims::add));
    add("Sub", ANY, TWO, LEGACY, ElementwiseInference.arithmetic(Dims::subtract));
    add("Mul", ANY, TWO, LEGACY, ElementwiseInference.arithmetic(Dims::multiply));
    add("Div", ANY, TWO, LEGACY, ElementwiseInference::divide);
    add("Pow", ANY, TWO, LEGACY, ElementwiseInference::power);
    add("Min", ANY, SOME, Set.of(), ElementwiseInference.variadic(Dims::min));
    add("Max", ANY, SOME, Set.of(), ElementwiseInference.variadic(Dims::max));
    add("Sum", ANY, SOME, Set.of(), ElementwiseInference.variadic(Dims::add));
    add("Mean", ANY, SOME, Set.of(), ElementwiseInference::mean);
    add("Clip", ANY, new Arity(1, 3), Set.of("min", "max"), ElementwiseInference::clip);
  }

  private static Inference signed() {
    return ElementwiseInference.unary(Types::isSignedNumeric, "a signed numeric one");
  }

  private static void logical() {
    add("Not", ANY, ONE, Set.of(), ElementwiseInference::not);
    compare("And", ANY, Types::isBool, "bool", Contents::and);
    compare("Or", ANY, Types::isBool, "bool", Contents::or);
    compare("Xor", ANY, Types::isBool, "bool", Contents::xor);
    compare("Equal", ANY, ElementType::isComputable, "a computable one", Contents::equal);
    compare("Less", ANY, Types::isNumeric, "a numeric one", Contents::less);
    compare("Greater", ANY, Types::isNumeric, "a numeric one", (a, b) -> Contents.less(b, a));
    compare("LessOrEqual", 12, Types::isNumeric, "a numeric one", Contents::atMost);
    compare(
        "GreaterOrEqual", 12, Types::isNumeric, "a numeric one", (a, b) -> Contents.atMost(b, a));
    add("Where", 9, THREE, Set.of(), ElementwiseInference::where);
  }

  private static void compare(
      String name,
      int minOpset,
      Predicate<ElementType> accepted,
      String needed,
      Contents.PartialOperator onContents) {
    Inference inference = ElementwiseInference.comparison(accepted, needed, onContents);
    add(name, minOpset, TWO, LEGACY, inference);
  }

  private static void matrices() {
    add("MatMul", ANY, TWO, Set.of(), MatrixInference::matMul);
    add(
        "Gemm",
        ANY,
        new Arity(2, 3),
        Set.of("alpha", "beta", "transA", "transB", "broadcast"),
        MatrixInference::gemm);
  }

  private static void windows() {
    Set<String> window = Set.of("auto_pad", "kernel_shape", "strides", "dilations", "pads");
    add("Conv", ANY, new Arity(2, 3), with(window, "group"), WindowInference::convolution);
    put(
        new Operator(
            "MaxPool",
            ANY,
            ONE,
            new Arity(1, 2),
            with(window, "ceil_mode", "storage_order"),
            WindowInference::maxPool));
    add(
        "AveragePool",
        ANY,
        ONE,
        with(window, "ceil_mode", "count_include_pad"),
        WindowInference::averagePool);
    add("GlobalAveragePool", ANY, ONE, Set.of(), WindowInference::globalPool);
    add("GlobalMaxPool", ANY, ONE, Set.of(), WindowInference::globalPool);
    put(
        new Operator(
            "BatchNormalization",
            7,
            Arity.exactly(5),
            new Arity(1, 5),
            Set.of("epsilon", "momentum", "spatial", "training_mode"),
            WindowInference::batchNormalization));
  }

  private static Set<String> with(Set<String> names, String... more) {
    var all = new LinkedHashSet<>(names);
    all.addAll(List.of(more));
    return all;
  }

  private static void reductions() {
    Set<String> attributes = Set.of("axes", "keepdims", "noop_with_empty_axes");
    for (String name : AxisArguments.REDUCTIONS) {
      add(name, ANY, new Arity(1, 2), attributes, ReductionInference::reduce);
    }
    add("Softmax", ANY, ONE, Set.of("axis"), ReductionInference::softmax);
    add("LogSoftmax", ANY, ONE, Set.of("axis"), ReductionInference::softmax);
  }

  private static void views() {
    add("Identity", ANY, ONE, Set.of(), ViewInference::identity);
    put(
        new Operator(
            "Dropout",
            ANY,
            new Arity(1, 3),
            new Arity(1, 2),
            Set.of("ratio", "seed", "is_test"),
            ViewInference::dropout));
    add("Transpose", ANY, ONE, Set.of("perm"), ViewInference::transpose);
    add("Flatten", ANY, ONE, Set.of("axis"), ViewInference::flatten);
    add("Squeeze", ANY, new Arity(1, 2), Set.of("axes"), ViewInference::squeeze);
    add("Unsqueeze", ANY, new Arity(1, 2), Set.of("axes"), ViewInference::unsqueeze);
    add("Reshape", ANY, TWO, Set.of("allowzero"), ReshapeInference::infer);
  }

  private static void selections() {
    add("Gather", ANY, TWO, Set.of("axis"), SelectionInference::gather);
    add("Slice", ANY, new Arity(1, 5), Set.of("starts", "ends", "axes"), SelectionInference::slice);
    put(
        new Operator(
            "Split",
            ANY,
            new Arity(1, 2),
            SOME,
            Set.of("axis", "split", "num_outputs"),
            SelectionInference::split));
    add("Concat", ANY, SOME, Set.of("axis"), SelectionInference::concat);
    add("Expand", 8, TWO, Set.of(), SelectionInference::expand);
  }

  private static void generators() {
    add("Shape", ANY, ONE, Set.of("start", "end"), GenerationInference::shape);
    add("Size", ANY, ONE, Set.of(), GenerationInference::size);
    add("ConstantOfShape", 9, ONE, Set.of("value"), GenerationInference::constantOfShape);
    add("Range", 11, THREE, Set.of(), GenerationInference::range);
    add("Cast", ANY, ONE, Set.of("to", "saturate", "round_mode"), GenerationInference::cast);
    add("CastLike", 15, TWO, Set.of("saturate", "round_mode"), GenerationInference::castLike);
  }

  private static void add(
      String name, int minOpset, Arity inputs, Set<String> attributes, Inference inference) {
    put(new Operator(name, minOpset, inputs, ONE, attributes, inference));
  }

  private static void put(Operator operator) {
    ALL.put(operator.name(), operator);
  }

  /// The names of all implemented operators.
  public static Set<String> names() {
    return Collections.unmodifiableSet(ALL.keySet());
  }

  /// True when the node's operator is implemented in the version that it is used in.
  public static boolean isImplemented(Node node) {
    Operator operator = ALL.get(node.operator());
    return node.domain().isEmpty() && operator != null && node.opset() >= operator.minOpset();
  }

  static Operator of(Node node) {
    Operator operator = ALL.get(node.operator());
    if (operator == null || !isImplemented(node)) {
      throw new ModelException("unsupported operator " + Names.quoted(node.operator()));
    }
    return operator;
  }
}
