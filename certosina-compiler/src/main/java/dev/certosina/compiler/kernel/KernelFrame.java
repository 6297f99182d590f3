package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Coordinates;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One activation of a kernel: the values of its names, and its buffers.
final class KernelFrame {
  private final Kernel kernel;
  private final Optional<Coordinates> coordinates;
  private final TaskLog log;
  private final IntrinsicEvaluation intrinsics;
  private final Map<String, LaneValue> values = new HashMap<>();
  private final Map<String, Argument.View> buffers = new HashMap<>();

  /// Binds the arguments; a buffer's extent is the value of the parameter that names it, which must
  /// not exceed what was passed.
  KernelFrame(
      Kernel kernel,
      List<Argument> arguments,
      Optional<Coordinates> coordinates,
      TaskLog log,
      IntrinsicEvaluation intrinsics) {
    this.kernel = kernel;
    this.coordinates = coordinates;
    this.log = log;
    this.intrinsics = intrinsics;
    if (arguments.size() != kernel.parameters().size()) {
      throw fault(arguments.size() + " arguments, needed " + kernel.parameters().size());
    }
    for (int i = 0; i < arguments.size(); i++) {
      bindArgument(kernel.parameters().get(i), arguments.get(i));
    }
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer buffer) {
        limit(buffer);
      }
    }
  }

  Kernel kernel() {
    return kernel;
  }

  void bind(String name, LaneValue value) {
    values.put(name, value);
  }

  LaneValue evaluate(Expr expr) {
    return switch (expr) {
      case Expr.Variable(var name, _) -> value(name);
      case Expr.FloatConstant(var type, double value) ->
          LaneValue.Floats.generate(type, _ -> value);
      case Expr.IntConstant(var type, long value) -> LaneValue.Integers.generate(type, _ -> value);
      case Expr.CoordinateValue(var coordinate) -> LaneValue.index(coordinate(coordinate));
      case Expr.InScratch(var buffer) ->
          LaneValue.index(buffer(buffer).storage().isScratch() ? 1 : 0);
      case Expr.Load(var buffer, var type, var index, var mask) ->
          load(buffer, type, evaluate(index).scalar(), mask.map(this::evaluate));
      case Expr.Unary(var operator, var operand) ->
          LaneArithmetic.unary(operator, evaluate(operand));
      case Expr.Binary(var operator, var left, var right) ->
          LaneArithmetic.binary(operator, evaluate(left), evaluate(right));
      case Expr.Fma(var left, var right, var addend) ->
          LaneArithmetic.fma(evaluate(left), evaluate(right), evaluate(addend));
      case Expr.Compare(var operator, var left, var right) ->
          LaneArithmetic.compare(operator, evaluate(left), evaluate(right));
      case Expr.Select(var condition, var whenTrue, var whenFalse) ->
          LaneArithmetic.select(evaluate(condition), evaluate(whenTrue), evaluate(whenFalse));
      case Expr.Convert(var element, var operand) ->
          LaneConversions.convert(element, evaluate(operand));
      case Expr.Bitcast(var element, var operand) ->
          LaneConversions.bitcast(element, evaluate(operand));
      case Expr.Broadcast(var operand, int lanes) -> evaluate(operand).pick(lanes, _ -> 0);
      case Expr.Iota(var type) -> LaneValue.Integers.generate(type, i -> i);
      case Expr.Reduce(var operator, var operand) ->
          LaneArithmetic.reduce(operator, evaluate(operand));
      case Expr.Extract(var operand, int lane) -> evaluate(operand).pick(1, _ -> lane);
      case Expr.Shuffle(var left, var right, var lanes) ->
          evaluate(left).concatenate(evaluate(right)).pick(lanes.size(), lanes::get);
      case Expr.Vector(var lanes) ->
          LaneValue.ofScalars(lanes.stream().map(this::evaluate).toList());
      case Expr.Invoke(var intrinsic, var operands) ->
          intrinsics.evaluate(intrinsic, operands.stream().map(this::evaluate).toList());
    };
  }

  void store(String buffer, Expr index, Expr value, Optional<Expr> mask) {
    long first = evaluate(index).scalar();
    LaneValue lanes = evaluate(value);
    Optional<LaneValue> active = mask.map(this::evaluate);
    Argument.View view = buffer(buffer);
    if (view.storage().isConstant()) {
      throw fault("store to '" + buffer + "', which holds constants");
    }
    for (int i = 0; i < lanes.type().lanes(); i++) {
      if (isActive(active, i)) {
        int address = address("store to", buffer, view, first + i);
        view.storage().write(view.type(), address, LaneConversions.bits(lanes, i));
        for (int b = 0; b < view.type().byteSize(); b++) {
          log.write(view.storage(), address + b, kernel.name(), buffer, first + i);
        }
      }
    }
  }

  /// The argument that a callee sees.
  Argument pass(CallArgument argument) {
    return switch (argument) {
      case CallArgument.ScalarArgument(var value) -> new Argument.Word(evaluate(value).scalar());
      case CallArgument.BufferArgument(var buffer, var offset) ->
          shifted(buffer, evaluate(offset).scalar());
    };
  }

  private Argument.View shifted(String name, long offset) {
    Argument.View view = buffer(name);
    if (offset < 0 || offset > view.extent()) {
      throw fault("passes '" + name + "' from " + offset + ", extent " + view.extent());
    }
    long firstByte = view.firstByte() + offset * view.type().byteSize();
    return new Argument.View(view.storage(), view.type(), firstByte, view.extent() - offset);
  }

  private LaneValue load(String buffer, Type type, long first, Optional<LaneValue> mask) {
    Argument.View view = buffer(buffer);
    return LaneConversions.fromBits(
        type, i -> isActive(mask, i) ? loadElement(buffer, view, first + i) : 0);
  }

  private long loadElement(String buffer, Argument.View view, long index) {
    int address = address("load of", buffer, view, index);
    int bytes = view.type().byteSize();
    if (!view.storage().isInitialised(address, address + bytes)) {
      throw fault("load of '" + buffer + "' at " + index + ": never written");
    }
    for (int b = 0; b < bytes; b++) {
      log.read(view.storage(), address + b, kernel.name(), buffer, index);
    }
    long bits = view.storage().read(view.type(), address);
    return view.type() == ElementType.BOOL && bits != 0 ? 1 : bits;
  }

  private int address(String access, String buffer, Argument.View view, long index) {
    if (index < 0 || index >= view.extent()) {
      throw fault(access + " '" + buffer + "' at " + index + ", extent " + view.extent());
    }
    return Math.toIntExact(view.firstByte() + index * view.type().byteSize());
  }

  private static boolean isActive(Optional<LaneValue> mask, int lane) {
    return mask.isEmpty() || ((LaneValue.Integers) mask.get()).lane(lane) != 0;
  }

  private long coordinate(Coordinate coordinate) {
    Coordinates here =
        coordinates.orElseThrow(() -> fault("uses coordinates outside an entry kernel"));
    return switch (coordinate) {
      case OUTER -> here.outer();
      case ROW -> here.row();
      case ROWS -> here.rows();
      case COLUMN -> here.column();
      case COLUMNS -> here.columns();
    };
  }

  private void bindArgument(Parameter parameter, Argument argument) {
    if (!KernelInterpreter.matches(parameter, argument)) {
      throw fault("argument for '" + parameter.name() + "' is " + argument);
    }
    switch (argument) {
      case Argument.Word(long word) -> values.put(parameter.name(), LaneValue.index(word));
      case Argument.View view -> buffers.put(parameter.name(), view);
    }
  }

  private void limit(Parameter.Buffer parameter) {
    Argument.View view = buffer(parameter.name());
    long extent = value(parameter.extent()).scalar();
    if (extent < 0 || extent > view.extent()) {
      throw fault(
          "extent of '" + parameter.name() + "' is " + extent + ", passed " + view.extent());
    }
    buffers.put(
        parameter.name(), new Argument.View(view.storage(), view.type(), view.firstByte(), extent));
  }

  private LaneValue value(String name) {
    @Nullable LaneValue value = values.get(name);
    if (value == null) {
      throw fault("name '" + name + "' is not bound");
    }
    return value;
  }

  private Argument.View buffer(String name) {
    Argument.@Nullable View view = buffers.get(name);
    if (view == null) {
      throw fault("buffer '" + name + "' is not a parameter");
    }
    return view;
  }

  private InternalCompilerException fault(String what) {
    return new InternalCompilerException("kernel '" + kernel.name() + "': " + what);
  }
}
