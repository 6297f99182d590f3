package dev.certosina.testkit;

import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.llvm.MachineCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.function.ToLongFunction;

/// A static AArch64 program: a code segment and a memory segment at fixed addresses, as an ELF
/// file. Source: System V ABI, chapters 4 and 5.
final class StaticElf implements StepBlocks.Memory {
  /// Where the code starts.
  static final long CODE = 0x40_0000;

  /// Where the memory starts.
  static final long MEMORY = 0x1000_0000;

  private static final int PAGE = 0x1_0000;
  private static final int ALIGNMENT = 64;
  private static final int HEADER_BYTES = 64;
  private static final int SEGMENT_BYTES = 56;
  private static final short MACHINE_AARCH64 = 183;
  private static final int FLAGS_READ_EXECUTE = 5;
  private static final int FLAGS_READ_WRITE = 6;

  private final ToLongFunction<String> entryPoints;
  private final IdentityHashMap<KernelStorage, Long> storages = new IdentityHashMap<>();
  private ByteBuffer memory = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

  /// @param entryPoints addresses of kernels by name
  StaticElf(ToLongFunction<String> entryPoints) {
    this.entryPoints = entryPoints;
  }

  @Override
  public long allocate(long bytes) {
    int start = memory.capacity();
    int end = Math.toIntExact(start + Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT);
    setMemory(Arrays.copyOf(memory.array(), end));
    return MEMORY + start;
  }

  @Override
  public void set(long address, long word) {
    memory.putLong(Math.toIntExact(address - MEMORY), word);
  }

  long get(long address) {
    return memory.getLong(Math.toIntExact(address - MEMORY));
  }

  @Override
  public long address(KernelStorage storage) {
    Long known = storages.get(storage);
    if (known != null) {
      return known;
    }
    long address = allocate(storage.byteCount());
    memory.put(Math.toIntExact(address - MEMORY), storage.bytes());
    storages.put(storage, address);
    return address;
  }

  @Override
  public long entryPoint(String name) {
    return entryPoints.applyAsLong(name);
  }

  int memoryBytes() {
    return memory.capacity();
  }

  /// Replaces the content.
  void setMemory(byte[] content) {
    memory = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
  }

  byte[] bytes(KernelStorage storage) {
    int start = Math.toIntExact(address(storage) - MEMORY);
    return Arrays.copyOfRange(memory.array(), start, start + storage.byteCount());
  }

  /// The program; it starts at the code's entry point `_start`.
  byte[] file(MachineCode code) {
    byte[] blob = code.blob();
    int memoryOffset = Math.ceilDiv(PAGE + blob.length, PAGE) * PAGE;
    ByteBuffer file =
        ByteBuffer.allocate(memoryOffset + memory.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
    file.putShort((short) 2).putShort(MACHINE_AARCH64).putInt(1);
    file.putLong(entryPoint("_start")).putLong(HEADER_BYTES).putLong(0).putInt(0);
    file.putShort((short) HEADER_BYTES).putShort((short) SEGMENT_BYTES).putShort((short) 2);
    file.position(HEADER_BYTES);
    segment(file, FLAGS_READ_EXECUTE, PAGE, CODE, blob.length);
    segment(file, FLAGS_READ_WRITE, memoryOffset, MEMORY, memory.capacity());
    file.put(PAGE, blob);
    file.put(memoryOffset, memory.array());
    return file.array();
  }

  private static void segment(ByteBuffer file, int flags, long offset, long address, long bytes) {
    file.putInt(1).putInt(flags).putLong(offset).putLong(address).putLong(address);
    file.putLong(bytes).putLong(bytes).putLong(PAGE);
  }
}
