package dev.certosina.compiler.texpr;

import java.util.regex.Pattern;

/// How names appear in the printed form: bare where unmistakable, else quoted.
final class PrintedNames {
  private static final Pattern BARE_TENSOR = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./]*");
  private static final Pattern BARE_AXIS = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private PrintedNames() {}

  static String tensor(String name) {
    return BARE_TENSOR.matcher(name).matches() ? name : quote(name);
  }

  static String axis(String name) {
    return BARE_AXIS.matcher(name).matches() ? name : quote(name);
  }

  static boolean isBareTensorCharacter(char c) {
    return isBareAxisCharacter(c) || c == '.' || c == '/';
  }

  static boolean isBareAxisCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  /// In double quotes on one line: `\\`, `\"` and four hexadecimal digits after `u` for control
  /// characters.
  static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        default -> {
          if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
