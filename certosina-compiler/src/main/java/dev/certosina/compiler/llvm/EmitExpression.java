package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelTypes;
import dev.certosina.compiler.llvm.EmitMemory.View;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.Map;
import java.util.Optional;

/// Emits expressions, operands first.
final class EmitExpression {
  private final LlvmText text;
  private final EmitScope scope;
  private final Map<String, View> buffers;
  private final EmitMemory memory;
  private final EmitArithmetic arithmetic;
  private final EmitConversion conversion;
  private final EmitIntrinsic intrinsics;

  EmitExpression(
      LlvmText text,
      Platform platform,
      EmitScope scope,
      Map<String, View> buffers,
      EmitMemory memory) {
    this.text = text;
    this.scope = scope;
    this.buffers = buffers;
    this.memory = memory;
    this.arithmetic = new EmitArithmetic(text);
    this.conversion = new EmitConversion(text, platform);
    this.intrinsics = new EmitIntrinsic(text);
  }

  Operand emit(Expr expr) {
    return switch (expr) {
      case Expr.Variable(String name, _) -> scope.read(name);
      case Expr.FloatConstant(Type type, double value) -> LlvmConstants.floating(type, value);
      case Expr.IntConstant(Type type, long value) -> LlvmConstants.integer(type, value);
      case Expr.CoordinateValue(Coordinate coordinate) -> coordinate(coordinate);
      case Expr.InScratch(String buffer) -> view(buffer).inScratch().orElseThrow();
      case Expr.Load(String buffer, Type type, Expr index, Optional<Expr> mask) ->
          memory.load(view(buffer), type, emit(index), mask.map(this::emit));
      case Expr.Unary(var operator, Expr operand) ->
          arithmetic.unary(operator, KernelTypes.elementOf(operand), emit(operand));
      case Expr.Binary(var operator, Expr left, Expr right) -> binary(operator, left, right);
      case Expr.Fma(Expr left, Expr right, Expr addend) ->
          arithmetic.fma(emit(left), emit(right), emit(addend));
      case Expr.Compare(var operator, Expr left, Expr right) ->
          arithmetic.compare(operator, KernelTypes.elementOf(left), emit(left), emit(right));
      case Expr.Select(Expr condition, Expr whenTrue, Expr whenFalse) ->
          text.select(emit(condition), emit(whenTrue), emit(whenFalse));
      case Expr.Convert(ElementType element, Expr operand) ->
          conversion.convert(emit(operand), KernelTypes.elementOf(operand), element);
      case Expr.Bitcast(ElementType element, Expr operand) -> bitcast(emit(operand), element);
      case Expr.Broadcast(Expr operand, int lanes) -> text.broadcast(emit(operand), lanes);
      case Expr.Iota(Type type) -> LlvmText.iota(LlvmType.element(type.element()), type.lanes());
      case Expr.Reduce(var operator, Expr operand) ->
          arithmetic.reduce(operator, KernelTypes.elementOf(operand), emit(operand));
      case Expr.Extract(Expr operand, int lane) -> text.extract(emit(operand), lane);
      case Expr.Shuffle(Expr left, Expr right, var lanes) ->
          text.shuffle(emit(left), emit(right), lanes);
      case Expr.Vector(var lanes) -> text.vector(lanes.stream().map(this::emit).toList());
      case Expr.Invoke(var intrinsic, var operands) ->
          intrinsics.emit(intrinsic, operands.stream().map(this::emit).toList());
    };
  }

  private Operand binary(BinaryOperator operator, Expr left, Expr right) {
    boolean isExtremum = operator == BinaryOperator.MAX || operator == BinaryOperator.MIN;
    if (isExtremum && isNumberOtherThanZero(right)) {
      return arithmetic.extremum(operator, emit(right), emit(left));
    }
    if (isExtremum && isNumberOtherThanZero(left)) {
      return arithmetic.extremum(operator, emit(left), emit(right));
    }
    return arithmetic.binary(operator, KernelTypes.elementOf(left), emit(left), emit(right));
  }

  private static boolean isNumberOtherThanZero(Expr expr) {
    return expr instanceof Expr.FloatConstant(Type type, double value)
        && (type.element() == ElementType.FLOAT32 ? (float) value : value) != 0
        && !Double.isNaN(value);
  }

  View view(String buffer) {
    View view = buffers.get(buffer);
    if (view == null) {
      throw new InternalCompilerException("buffer '" + buffer + "': not a parameter");
    }
    return view;
  }

  private Operand bitcast(Operand operand, ElementType element) {
    String target = LlvmType.element(element);
    return target.equals(operand.element()) ? operand : text.cast("bitcast", operand, target);
  }

  private Operand coordinate(Coordinate coordinate) {
    int offset =
        switch (coordinate) {
          case OUTER -> NativeAbi.COORDINATE_OUTER;
          case ROW -> NativeAbi.COORDINATE_ROW;
          case ROWS -> NativeAbi.COORDINATE_ROWS;
          case COLUMN -> NativeAbi.COORDINATE_COLUMN;
          case COLUMNS -> NativeAbi.COORDINATE_COLUMNS;
        };
    return text.loadWord("%coordinates", offset, LlvmText.INDEX);
  }
}
