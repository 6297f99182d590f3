package dev.certosina;

import dev.certosina.runtime.internal.NativeMemory;
import java.nio.file.Path;

/// Loads compiled models. Needs nothing but this library: no compiler, no LLVM.
public final class Executable {
  private Executable() {}

  /// Loads an executable file for all processors of this machine.
  ///
  /// @throws ModelException when the file does not exist or is not an intact executable of this
  ///   version
  /// @throws DeviceException when this machine cannot run it
  public static Model load(Path executable) {
    return load(executable, Options.defaults());
  }

  /// Loads an executable file.
  ///
  /// @throws ModelException when the file does not exist or is not an intact executable of this
  ///   version
  /// @throws DeviceException when this machine cannot run it
  public static Model load(Path executable, Options options) {
    NativeMemory.linkInBackground();
    return new Model(LoadedModel.load(executable, options, options.target()));
  }
}
