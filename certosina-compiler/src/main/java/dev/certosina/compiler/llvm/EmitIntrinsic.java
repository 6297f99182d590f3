package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Emission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Emits one execution of an instruction by filling in its template.
///
/// The template sees f16 as `half` and bf16 as `bfloat`, other types as LLVM writes them; the rest
/// of a kernel holds both as 16-bit integers.
final class EmitIntrinsic {
  private static final String RESULT = "result";
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)\\}");
  private static final Pattern DEFINITION = Pattern.compile("\\s*\\{(\\w+)\\}\\s*=(?!=).*");

  private final LlvmText text;

  EmitIntrinsic(LlvmText text) {
    this.text = text;
  }

  /// @param operands the destination's value before, then the sources
  /// @throws ModelException for a template that uses names without a value
  Operand emit(Intrinsic intrinsic, List<Operand> operands) {
    Emission emission =
        intrinsic
            .emission()
            .orElseThrow(() ->
                new InternalCompilerException(
                    "instruction '%s': is only modelled, needed an emission"
                        .formatted(intrinsic.name())));
    emission.declarations().forEach(text::declare);
    Map<String, String> values = operandNames(intrinsic, operands);
    for (int line = 0; line < emission.body().size(); line++) {
      emitLine(intrinsic, line, emission.body().get(line), values);
    }
    String result = values.get(RESULT);
    if (result == null) {
      throw refusal(intrinsic, emission.body().size() - 1, "{result} has no value");
    }
    Type type = IntrinsicTypes.result(intrinsic);
    Operand value = new Operand(templateElement(type.element()), type.lanes(), result);
    return recast(value, LlvmType.element(type.element()));
  }

  private Map<String, String> operandNames(Intrinsic intrinsic, List<Operand> operands) {
    List<Access> sources = intrinsic.compute().statement().operands();
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < operands.size(); i++) {
      String name = i == 0 ? intrinsic.compute().destination().name() : sources.get(i - 1).tensor();
      values.put(name, recast(operands.get(i), templateElement(types.get(i).element())).text());
    }
    return values;
  }

  private void emitLine(Intrinsic intrinsic, int number, String line, Map<String, String> values) {
    Matcher definition = DEFINITION.matcher(line);
    String defined = definition.matches() ? definition.group(1) : "";
    String fresh = defined.isEmpty() ? "" : text.freshName();
    if (values.containsKey(defined)) {
      throw refusal(intrinsic, number, "{" + defined + "} is defined twice");
    }
    int rest = line.indexOf('=') + 1;
    String head = defined.isEmpty() ? "" : fresh + " =";
    String tail = defined.isEmpty() ? line : line.substring(rest);
    String filled =
        NAME.matcher(tail)
            .replaceAll(name -> {
              String value = values.get(name.group(1));
              if (value == null) {
                throw refusal(
                    intrinsic,
                    number,
                    "%s has no value; needed one of %s".formatted(name.group(), values.keySet()));
              }
              return Matcher.quoteReplacement(value);
            });
    text.emitVoid((head + filled).strip());
    if (!defined.isEmpty()) {
      values.put(defined, fresh);
    }
  }

  private static ModelException refusal(Intrinsic intrinsic, int line, String problem) {
    return new ModelException(
        "instruction '%s': emission line %d: %s".formatted(intrinsic.name(), line + 1, problem));
  }

  private static String templateElement(ElementType element) {
    return switch (element) {
      case FLOAT16 -> "half";
      case BFLOAT16 -> "bfloat";
      default -> LlvmType.element(element);
    };
  }

  private Operand recast(Operand operand, String element) {
    return operand.element().equals(element) ? operand : text.cast("bitcast", operand, element);
  }
}
