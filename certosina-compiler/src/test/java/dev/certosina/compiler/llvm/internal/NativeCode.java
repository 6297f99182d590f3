package dev.certosina.compiler.llvm.internal;

import dev.certosina.compiler.llvm.MachineCode;
import dev.certosina.runtime.exec.NativeAbi;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/// Machine code in executable memory, for tests; unmapped when closed.
public final class NativeCode implements AutoCloseable {
  private static final int PROTECT_READ_WRITE = 3;
  private static final int PROTECT_READ_EXECUTE = 5;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  private static final MethodHandle MMAP = handle("mmap", 6);
  private static final MethodHandle MPROTECT = handle("mprotect", 3);
  private static final MethodHandle MUNMAP = handle("munmap", 2);
  private static final MethodHandle KERNEL =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
  private static final MethodHandle DRIVER =
      Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  private final long address;
  private final long byteSize;
  private final Map<String, Integer> entryOffsets;

  public NativeCode(MachineCode code) {
    byteSize = code.blob().length;
    entryOffsets = code.entryOffsets();
    address = call(MMAP, 0, byteSize, PROTECT_READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    MemorySegment.ofAddress(address)
        .reinterpret(byteSize)
        .copyFrom(MemorySegment.ofArray(code.blob()));
    call(MPROTECT, address, byteSize, PROTECT_READ_EXECUTE);
  }

  /// The address of an entry point.
  public long address(String name) {
    return address + entryOffsets.get(name);
  }

  /// Calls an entry kernel as the driver would.
  public void run(
      String name, MemorySegment arguments, MemorySegment coordinates, MemorySegment scratch) {
    try {
      KERNEL.invokeExact(MemorySegment.ofAddress(address(name)), arguments, coordinates, scratch);
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  /// Calls the driver with a thread block.
  public void drive(MemorySegment threadBlock) {
    try {
      DRIVER.invokeExact(MemorySegment.ofAddress(address(NativeAbi.DRIVER)), threadBlock);
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  @Override
  public void close() {
    call(MUNMAP, address, byteSize);
  }

  private static MethodHandle handle(String name, int words) {
    MemoryLayout[] arguments = new MemoryLayout[words];
    java.util.Arrays.fill(arguments, ValueLayout.JAVA_LONG);
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_LONG, arguments));
  }

  private static long call(MethodHandle handle, long... arguments) {
    try {
      Object[] boxed = java.util.Arrays.stream(arguments).boxed().toArray();
      long result = (long) handle.invokeWithArguments(boxed);
      if ((int) result == -1) {
        throw new AssertionError("a memory call failed");
      }
      return result;
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }
}
