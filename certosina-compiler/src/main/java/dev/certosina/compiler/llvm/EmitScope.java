package dev.certosina.compiler.llvm;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import java.util.LinkedHashMap;
import java.util.Map;

/// The names that are bound at a point of a kernel, each to a value or to a stack slot.
final class EmitScope {

  private sealed interface Binding {
    record Value(Operand operand) implements Binding {}

    record Slot(Operand address, Operand like) implements Binding {}
  }

  private final LlvmText text;
  private Map<String, Binding> bindings = new LinkedHashMap<>();

  EmitScope(LlvmText text) {
    this.text = text;
  }

  void bind(String name, Operand value) {
    bindings.put(name, new Binding.Value(value));
  }

  /// Binds a name that can be assigned.
  void declare(String name, Operand initial) {
    Operand address = text.slot(initial.element(), initial.lanes());
    bindings.put(name, new Binding.Slot(address, initial));
    assign(name, initial);
  }

  void assign(String name, Operand value) {
    if (!(binding(name) instanceof Binding.Slot(Operand address, _))) {
      throw new InternalCompilerException("variable '" + name + "': cannot be assigned");
    }
    text.emitVoid("store " + value.typed() + ", " + address.typed());
  }

  Operand read(String name) {
    return switch (binding(name)) {
      case Binding.Value(Operand operand) -> operand;
      case Binding.Slot(Operand address, Operand like) ->
          text.emit(like.element(), like.lanes(), "load " + like.type() + ", " + address.typed());
    };
  }

  /// Runs `body`; names that it binds are unknown afterwards.
  void nested(Runnable body) {
    Map<String, Binding> outer = bindings;
    bindings = new LinkedHashMap<>(outer);
    body.run();
    bindings = outer;
  }

  private Binding binding(String name) {
    Binding binding = bindings.get(name);
    if (binding == null) {
      throw new InternalCompilerException("variable '" + name + "': not bound");
    }
    return binding;
  }
}
