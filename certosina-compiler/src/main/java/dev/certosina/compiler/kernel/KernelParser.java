package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.target.Intrinsic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Reads what [KernelPrinter] writes.
///
/// `#` starts a comment that runs to the end of its line. Malformed text is refused with a
/// [ModelException] that names the line; whether a kernel makes sense is the [KernelVerifier]'s
/// question, but names must be bound before use, because their types are not in the text.
/// Instructions are not in the text either: a resolver finds them by name.
public final class KernelParser {
  private final KernelTokens tokens;
  private final KernelExprParser expressions;

  private KernelParser(String text, Function<String, Optional<Intrinsic>> intrinsics) {
    this.tokens = new KernelTokens(text);
    this.expressions = new KernelExprParser(tokens, intrinsics);
  }

  /// Reads any number of kernels that invoke no instruction.
  public static KernelModule parseModule(String text) {
    return parseModule(text, _ -> Optional.empty());
  }

  /// Reads any number of kernels.
  ///
  /// @param intrinsics the instruction of a name
  public static KernelModule parseModule(
      String text, Function<String, Optional<Intrinsic>> intrinsics) {
    var parser = new KernelParser(text, intrinsics);
    List<Kernel> kernels = new ArrayList<>();
    while (!parser.tokens.atEnd()) {
      kernels.add(parser.kernel());
    }
    return new KernelModule(kernels);
  }

  /// Reads exactly one kernel that invokes no instruction.
  public static Kernel parse(String text) {
    List<Kernel> kernels = parseModule(text).kernels();
    if (kernels.size() != 1) {
      throw new ModelException("kernel text: found " + kernels.size() + " kernels, needed 1");
    }
    return kernels.getFirst();
  }

  private Kernel kernel() {
    Linkage linkage = tokens.accept("internal") ? Linkage.INTERNAL : entry();
    tokens.expect("kernel");
    String name = tokens.name();
    expressions.beginKernel();
    List<Parameter> parameters = new ArrayList<>();
    tokens.expect("(");
    while (!tokens.accept(")")) {
      parameters.add(parameter());
      if (!tokens.peek().equals(")")) {
        tokens.expect(",");
      }
    }
    return new Kernel(name, linkage, parameters, body());
  }

  private Linkage entry() {
    tokens.expect("entry");
    return Linkage.ENTRY;
  }

  private Parameter parameter() {
    String name = tokens.name();
    tokens.expect(":");
    if (tokens.accept("scalar")) {
      expressions.bind(name, Kernel.Type.INDEX);
      return new Parameter.Scalar(name);
    }
    Access access = expressions.constantOf(Access.class);
    ElementType type = expressions.elementType();
    tokens.expect("[");
    String extent = tokens.name();
    tokens.expect("]");
    return new Parameter.Buffer(name, type, access, extent);
  }

  private List<Stmt> body() {
    tokens.expect("{");
    List<Stmt> body = new ArrayList<>();
    expressions.beginBody();
    while (!tokens.accept("}")) {
      body.add(statement());
    }
    expressions.endBody();
    return List.copyOf(body);
  }

  private Stmt statement() {
    String keyword = tokens.peek();
    return switch (keyword) {
      case "let" -> binding(Stmt.Let::new);
      case "declare" -> binding(Stmt.Declare::new);
      case "assign" -> assignment();
      case "store" -> store();
      case "for" -> loop();
      case "if" -> branch();
      case "call" -> call();
      case "prefetch" -> prefetch();
      case "require" -> requirement();
      default -> throw tokens.unexpected("a statement or '}'");
    };
  }

  private interface Binding {
    Stmt of(String name, Expr value);
  }

  private Stmt binding(Binding binding) {
    tokens.next();
    String name = tokens.name();
    tokens.expect("=");
    Expr value = expressions.expression();
    expressions.bind(name, KernelTypes.typeOf(value));
    return binding.of(name, value);
  }

  private Stmt assignment() {
    tokens.next();
    String name = tokens.name();
    tokens.expect("=");
    return new Stmt.Assign(name, expressions.expression());
  }

  private Stmt store() {
    tokens.next();
    String buffer = tokens.name();
    Expr index = expressions.bracketed();
    tokens.expect("=");
    Expr value = expressions.expression();
    Optional<Expr> mask =
        tokens.accept("where") ? Optional.of(expressions.expression()) : Optional.empty();
    return new Stmt.Store(buffer, index, value, mask);
  }

  private Stmt loop() {
    tokens.next();
    String variable = tokens.name();
    tokens.expect("=");
    Expr from = expressions.expression();
    tokens.expect("to");
    Expr to = expressions.expression();
    tokens.expect("step");
    long step = tokens.integer();
    expressions.beginBody();
    expressions.bind(variable, Kernel.Type.INDEX);
    List<Stmt> body = body();
    expressions.endBody();
    return new Stmt.For(variable, from, to, step, body);
  }

  private Stmt branch() {
    tokens.next();
    Expr condition = expressions.expression();
    List<Stmt> whenTrue = body();
    List<Stmt> whenFalse = tokens.accept("else") ? body() : List.of();
    return new Stmt.If(condition, whenTrue, whenFalse);
  }

  private Stmt call() {
    tokens.next();
    String kernel = tokens.name();
    List<CallArgument> arguments = new ArrayList<>();
    tokens.expect("(");
    while (!tokens.accept(")")) {
      arguments.add(argument());
      if (!tokens.peek().equals(")")) {
        tokens.expect(",");
      }
    }
    return new Stmt.Call(kernel, arguments);
  }

  private CallArgument argument() {
    if (!tokens.accept("&")) {
      return new CallArgument.ScalarArgument(expressions.expression());
    }
    String buffer = tokens.name();
    return new CallArgument.BufferArgument(buffer, expressions.bracketed());
  }

  private Stmt prefetch() {
    tokens.next();
    String buffer = tokens.name();
    return new Stmt.Prefetch(buffer, expressions.bracketed());
  }

  private Stmt requirement() {
    tokens.next();
    Expr condition = expressions.expression();
    tokens.expect("else");
    return new Stmt.Require(condition, expressions.expression());
  }
}
