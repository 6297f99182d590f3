package dev.certosina.cli.command;

import dev.certosina.compiler.mapping.MappingRule;
import java.util.Arrays;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads `column` or `match-point`.
final class MappingRuleConverter implements ITypeConverter<MappingRule> {
  @Override
  public MappingRule convert(String text) {
    return Arrays.stream(MappingRule.values())
        .filter(rule -> rule.text().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new TypeConversionException(
                "rule '%s': needed one of %s"
                    .formatted(
                        text,
                        Arrays.stream(MappingRule.values()).map(MappingRule::text).toList())));
  }
}
