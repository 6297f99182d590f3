package dev.certosina;

/// A fault of Certosina itself; never caused by input alone.
public final class InternalCompilerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InternalCompilerException(String message) {
    super(message);
  }

  public InternalCompilerException(String message, Throwable cause) {
    super(message, cause);
  }
}
