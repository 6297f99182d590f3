package dev.certosina;

/// The machine refused: memory, a missing CPU feature, a file system or operating system call.
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DeviceException(String message) {
    super(message);
  }

  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
