package dev.certosina.cli.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads times such as `500ms`, `30s`, `5m` and `1h`.
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern NOTATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = NOTATION.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is no time such as 500ms, 30s or 5m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
