package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Writes one kernel, statement by statement.
///
/// ```java
/// var b = new KernelBuilder("scale", Linkage.INTERNAL);
/// var n = b.scalar("n");
/// b.buffer("x", FLOAT32, Access.READ_WRITE, "n");
/// b.forLoop("i", index(0), n, 8, i ->
///     b.store("x", i, multiply(load("x", F32X8, i), constant(F32X8, 0.5))));
/// Kernel kernel = b.build();
/// ```
///
/// Names asked for are made unique within the kernel by a number at their end; use the
/// [Expr.Variable] that comes back. Loop and branch bodies are lambdas that write to this builder.
public final class KernelBuilder {
  private final String name;
  private final Linkage linkage;
  private final List<Parameter> parameters = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();
  private List<Stmt> body = new ArrayList<>();

  public KernelBuilder(String name, Linkage linkage) {
    this.name = name;
    this.linkage = linkage;
  }

  /// Adds an i64 parameter under exactly this name.
  public Expr.Variable scalar(String parameter) {
    names.add(parameter);
    parameters.add(new Parameter.Scalar(parameter));
    return new Expr.Variable(parameter, Type.INDEX);
  }

  /// Adds a buffer parameter under exactly this name; `extent` names the scalar parameter that
  /// holds its number of elements.
  public void buffer(String parameter, ElementType type, Access access, String extent) {
    names.add(parameter);
    parameters.add(new Parameter.Buffer(parameter, type, access, extent));
  }

  /// Binds a value; variables and constants are returned as they are.
  public Expr let(String hint, Expr value) {
    boolean trivial =
        value instanceof Expr.Variable
            || value instanceof Expr.FloatConstant
            || value instanceof Expr.IntConstant;
    return trivial ? value : bind(hint, value);
  }

  /// Binds a value to a new name, whatever it is; the copy of a variable that changes later keeps
  /// its value.
  public Expr.Variable bind(String hint, Expr value) {
    String unique = unique(hint);
    body.add(new Stmt.Let(unique, value));
    return new Expr.Variable(unique, KernelTypes.typeOf(value));
  }

  /// Binds a new name that [#assign] may change.
  public Expr.Variable declare(String hint, Expr initial) {
    String unique = unique(hint);
    body.add(new Stmt.Declare(unique, initial));
    return new Expr.Variable(unique, KernelTypes.typeOf(initial));
  }

  public void assign(Expr.Variable variable, Expr value) {
    body.add(new Stmt.Assign(variable.name(), value));
  }

  public void store(String buffer, Expr index, Expr value) {
    body.add(new Stmt.Store(buffer, index, value, Optional.empty()));
  }

  /// Stores the lanes where `mask` is true.
  public void store(String buffer, Expr index, Expr value, Expr mask) {
    body.add(new Stmt.Store(buffer, index, value, Optional.of(mask)));
  }

  /// A loop over `from`, `from + step`, … below `to`; `loopBody` gets the variable.
  public void forLoop(
      String hint, Expr from, Expr to, long step, Consumer<Expr.Variable> loopBody) {
    String unique = unique(hint);
    List<Stmt> inner = collect(() -> loopBody.accept(new Expr.Variable(unique, Type.INDEX)));
    body.add(new Stmt.For(unique, from, to, step, inner));
  }

  /// Runs `whenTrue` if the scalar `bool` condition holds.
  public void ifThen(Expr condition, Runnable whenTrue) {
    body.add(new Stmt.If(condition, collect(whenTrue), List.of()));
  }

  public void ifThenElse(Expr condition, Runnable whenTrue, Runnable whenFalse) {
    List<Stmt> first = collect(whenTrue);
    List<Stmt> second = collect(whenFalse);
    body.add(new Stmt.If(condition, first, second));
  }

  /// Calls an internal kernel; see [#bufferArgument] and [#scalarArgument].
  public void call(String kernel, List<CallArgument> arguments) {
    body.add(new Stmt.Call(kernel, arguments));
  }

  public static CallArgument bufferArgument(String buffer, Expr offset) {
    return new CallArgument.BufferArgument(buffer, offset);
  }

  public static CallArgument scalarArgument(Expr value) {
    return new CallArgument.ScalarArgument(value);
  }

  public void prefetch(String buffer, Expr index) {
    body.add(new Stmt.Prefetch(buffer, index));
  }

  public void require(Expr condition, Expr detail) {
    body.add(new Stmt.Require(condition, detail));
  }

  /// The kernel written so far.
  public Kernel build() {
    return new Kernel(name, linkage, parameters, body);
  }

  private List<Stmt> collect(Runnable writer) {
    List<Stmt> outer = body;
    body = new ArrayList<>();
    try {
      writer.run();
      return List.copyOf(body);
    } finally {
      body = outer;
    }
  }

  private String unique(String hint) {
    String candidate = hint;
    for (int i = 1; !names.add(candidate); i++) {
      candidate = hint + "_" + i;
    }
    return candidate;
  }
}
