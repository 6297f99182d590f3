package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks the body of one kernel.
final class StatementVerifier {
  private static final Type CONDITION = Type.scalar(ElementType.BOOL);

  private final KernelDiagnostics diagnostics;
  private final KernelModule module;
  private final Kernel kernel;
  private final KernelScope scope = new KernelScope();
  private final ExprVerifier expressions;
  private final Set<String> buffers = new LinkedHashSet<>();

  StatementVerifier(KernelDiagnostics diagnostics, KernelModule module, Kernel kernel) {
    this.diagnostics = diagnostics;
    this.module = module;
    this.kernel = kernel;
    this.expressions = new ExprVerifier(diagnostics, scope);
  }

  void verify() {
    for (Parameter parameter : kernel.parameters()) {
      switch (parameter) {
        case Parameter.Scalar(var name) -> scope.bind(name, Type.INDEX, false);
        case Parameter.Buffer(var name, _, _, _) -> buffers.add(name);
      }
    }
    verify(kernel.body());
  }

  private void verify(List<Stmt> body) {
    body.forEach(this::verify);
  }

  private void verify(Stmt statement) {
    Kernels.expressions(statement).forEach(expressions::verify);
    switch (statement) {
      case Stmt.Let(var name, var value) -> bind(name, KernelTypes.typeOf(value), false);
      case Stmt.Declare(var name, var initial) -> bind(name, KernelTypes.typeOf(initial), true);
      case Stmt.Assign(var name, var value) -> verifyAssign(name, KernelTypes.typeOf(value));
      case Stmt.Store store -> verifyStore(store);
      case Stmt.For loop -> verifyLoop(loop);
      case Stmt.If(var condition, var whenTrue, var whenFalse) -> {
        diagnostics.requireType("condition", KernelTypes.typeOf(condition), CONDITION);
        scope.nested(() -> verify(whenTrue));
        scope.nested(() -> verify(whenFalse));
      }
      case Stmt.Call call -> verifyCall(call);
      case Stmt.Prefetch(var buffer, var index) -> {
        diagnostics.buffer(buffer);
        requireIndex("prefetch of '" + buffer + "'", index);
      }
      case Stmt.Require(var condition, var detail) -> {
        diagnostics.requireType("requirement", KernelTypes.typeOf(condition), CONDITION);
        requireIndex("detail of a requirement", detail);
      }
    }
  }

  private void bind(String name, Type type, boolean assignable) {
    diagnostics.require(KernelVerifier.isName(name), "'" + name + "': not a name");
    boolean unbound = scope.find(name).isEmpty() && !buffers.contains(name);
    diagnostics.require(unbound, "'" + name + "': bound twice");
    scope.bind(name, type, assignable);
  }

  private void verifyAssign(String name, Type type) {
    Optional<KernelScope.Binding> binding = scope.find(name);
    boolean assignable = binding.filter(KernelScope.Binding::assignable).isPresent();
    if (diagnostics.require(assignable, "'" + name + "': assigned, but not declared")) {
      binding.ifPresent(found -> diagnostics.requireType("'" + name + "'", type, found.type()));
    }
  }

  private void verifyStore(Stmt.Store store) {
    String what = "store to '" + store.buffer() + "'";
    requireIndex("index of " + what, store.index());
    Type type = KernelTypes.typeOf(store.value());
    store
        .mask()
        .ifPresent(mask ->
            diagnostics.requireType(
                "mask of " + what,
                KernelTypes.typeOf(mask),
                new Type(ElementType.BOOL, type.lanes())));
    diagnostics
        .buffer(store.buffer())
        .ifPresent(buffer -> {
          diagnostics.require(buffer.access() != Access.READ, what + ": read only");
          diagnostics.requireType(what, type, new Type(buffer.type(), type.lanes()));
        });
  }

  private void verifyLoop(Stmt.For loop) {
    String what = "loop over '" + loop.variable() + "'";
    requireIndex("start of " + what, loop.from());
    requireIndex("end of " + what, loop.to());
    diagnostics.require(loop.step() > 0, what + ": step " + loop.step());
    scope.nested(() -> {
      bind(loop.variable(), Type.INDEX, false);
      verify(loop.body());
    });
  }

  private void verifyCall(Stmt.Call call) {
    String what = "call of '" + call.kernel() + "'";
    Optional<Kernel> callee = module.kernel(call.kernel());
    diagnostics.require(callee.isPresent(), what + ": not in the module");
    if (callee.isEmpty()) {
      return;
    }
    boolean internal = callee.get().linkage() == Linkage.INTERNAL;
    diagnostics.require(internal, what + ": an entry kernel cannot be called");
    List<Parameter> parameters = callee.get().parameters();
    int found = call.arguments().size();
    String counts = ": found " + found + " arguments, needed " + parameters.size();
    if (diagnostics.require(found == parameters.size(), what + counts)) {
      for (int i = 0; i < found; i++) {
        verifyArgument(what, parameters.get(i), call.arguments().get(i));
      }
    }
  }

  private void verifyArgument(String call, Parameter parameter, CallArgument argument) {
    String what = call + ": argument '" + parameter.name() + "'";
    requireIndex(what, Kernels.expression(argument));
    boolean isBuffer = argument instanceof CallArgument.BufferArgument;
    boolean needsBuffer = parameter instanceof Parameter.Buffer;
    String kinds = isBuffer ? ": found a buffer, needed a scalar" : ": needed a buffer";
    diagnostics.require(isBuffer == needsBuffer, what + kinds);
    if (argument instanceof CallArgument.BufferArgument(var name, _)
        && parameter instanceof Parameter.Buffer needed) {
      diagnostics.buffer(name).ifPresent(passed -> verifyPassed(what, passed, needed));
    }
  }

  private void verifyPassed(String what, Parameter.Buffer passed, Parameter.Buffer needed) {
    diagnostics.requireType(what, Type.scalar(passed.type()), Type.scalar(needed.type()));
    boolean allowed = passed.access() == Access.READ_WRITE || passed.access() == needed.access();
    diagnostics.require(
        allowed,
        what
            + ": found "
            + KernelPrinter.lower(passed.access())
            + ", needed "
            + KernelPrinter.lower(needed.access()));
  }

  private void requireIndex(String what, Expr expr) {
    diagnostics.requireType(what, KernelTypes.typeOf(expr), Type.INDEX);
  }
}
