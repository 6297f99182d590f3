package dev.certosina.cli.command;

import dev.certosina.ElementType;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The element type of a tensor, as in `A=u8`.
record TypeArgument(String tensor, ElementType type) {

  static final class Converter implements ITypeConverter<TypeArgument> {
    private static final List<ElementType> KNOWN =
        Arrays.stream(ElementType.values()).filter(ElementType::isComputable).toList();

    @Override
    public TypeArgument convert(String text) {
      int equals = text.indexOf('=');
      String tensor = text.substring(0, Math.max(0, equals));
      String name = text.substring(equals + 1);
      return KNOWN.stream()
          .filter(type -> !tensor.isEmpty() && type.text().equals(name))
          .findFirst()
          .map(type -> new TypeArgument(tensor, type))
          .orElseThrow(() ->
              new TypeConversionException(
                  "type '%s': needed TENSOR=TYPE with one of %s"
                      .formatted(text, KNOWN.stream().map(ElementType::text).toList())));
    }
  }
}
