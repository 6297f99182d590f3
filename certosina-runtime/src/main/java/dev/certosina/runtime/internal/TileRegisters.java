package dev.certosina.runtime.internal;

import dev.certosina.DeviceException;
import java.lang.foreign.Linker;
import java.util.List;

/// The tile registers of x86-64 (AMX), which Linux gives to a process only on request: without, the
/// first instruction on one ends the process. Source: Linux, `Documentation/arch/x86/xstate.rst`.
public final class TileRegisters {
  private static final String CPU_FLAG = "amx_tile";
  private static final long SYSTEM_CALL_ARCH_PRCTL = 158;
  private static final long REQUEST_PERMISSION = 0x1023;
  private static final long TILE_DATA = 18;

  private TileRegisters() {}

  /// Asks for the registers, for all threads of this process, where code needs them.
  ///
  /// @param requiredCpuFlags of the code
  /// @throws DeviceException when the system has none to give
  public static void requestFor(List<String> requiredCpuFlags) {
    if (requiredCpuFlags.contains(CPU_FLAG) && !request()) {
      throw new DeviceException(
          "the operating system grants no tile registers, needed for " + CPU_FLAG);
    }
  }

  /// Whether this process may use tile registers from now on.
  static boolean request() {
    return Linker.nativeLinker()
        .defaultLookup()
        .find("syscall")
        .map(function ->
            NativeCall.call(function, SYSTEM_CALL_ARCH_PRCTL, REQUEST_PERMISSION, TILE_DATA) == 0)
        .orElse(false);
  }
}
