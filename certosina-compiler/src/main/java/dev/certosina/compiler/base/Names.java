package dev.certosina.compiler.base;

/// Names from model files, made fit for messages and printed forms.
public final class Names {
  private static final int MAX_LENGTH = 120;

  private Names() {}

  /// `name` between single quotes, on one line: control characters are escaped, and a name that is
  /// longer than 120 characters is cut.
  public static String quoted(String name) {
    return "'" + plain(name) + "'";
  }

  /// How messages speak of a node: `node 'NAME' (OPERATOR)`.
  public static String node(String name, String operator) {
    return "node " + quoted(name) + " (" + plain(operator) + ")";
  }

  /// Like [#quoted], without the quotes.
  public static String plain(String name) {
    var text = new StringBuilder();
    int end = Math.min(name.length(), MAX_LENGTH);
    for (int i = 0; i < end; i++) {
      char c = name.charAt(i);
      if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029) {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    return text.append(end < name.length() ? "…" : "").toString();
  }
}
