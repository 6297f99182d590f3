package dev.certosina;

/// The model or the request is invalid or unsupported: the user's to mend.
///
/// The message is one line: where (node, axis, tensor), what was found, what was needed.
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ModelException(String message) {
    super(message);
  }

  public ModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
