package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/// Memory of the [KernelInterpreter]: bytes that remember whether they were ever written, and which
/// tasks of the running step touched them.
///
/// Shared storage takes part in races. Constants cannot be written. A thread's scratch is forgotten
/// at the start of every task.
public final class KernelStorage {
  private static final int NOBODY = -1;

  private enum Kind {
    SHARED,
    CONSTANT,
    SCRATCH
  }

  private final ByteBuffer content;
  private final BitSet initialised = new BitSet();
  private final Kind kind;
  private final int[] writer;
  private final int[] reader;
  private final int[] otherReader;

  private KernelStorage(byte[] content, Kind kind) {
    int tracked = kind == Kind.SHARED ? content.length : 0;
    this.content = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    this.kind = kind;
    this.writer = new int[tracked];
    this.reader = new int[tracked];
    this.otherReader = new int[tracked];
    beginStep();
  }

  /// Memory that holds a copy of `bytes`.
  public static KernelStorage of(byte[] bytes) {
    return initialised(bytes, Kind.SHARED);
  }

  /// Memory that holds a copy of `bytes` and is never written.
  public static KernelStorage constant(byte[] bytes) {
    return initialised(bytes, Kind.CONSTANT);
  }

  /// Memory that holds the f32 values.
  public static KernelStorage ofFloats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return of(bytes.array());
  }

  /// Memory that nobody has written yet, for outputs and the arena.
  public static KernelStorage uninitialised(int bytes) {
    return new KernelStorage(new byte[bytes], Kind.SHARED);
  }

  /// A thread's scratch.
  public static KernelStorage scratch(int bytes) {
    return new KernelStorage(new byte[bytes], Kind.SCRATCH);
  }

  private static KernelStorage initialised(byte[] bytes, Kind kind) {
    var storage = new KernelStorage(bytes.clone(), kind);
    storage.initialised.set(0, bytes.length);
    return storage;
  }

  /// A copy of the content; bytes that were never written are 0.
  public byte[] bytes() {
    return content.array().clone();
  }

  /// The content as f32 values.
  public float[] floats() {
    float[] values = new float[content.capacity() / 4];
    content.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  /// True when all bytes from `first` (inclusive) to `end` (exclusive) were written.
  public boolean isInitialised(int first, int end) {
    return initialised.nextClearBit(first) >= end;
  }

  public int byteCount() {
    return content.capacity();
  }

  /// True for a thread's scratch.
  public boolean isScratch() {
    return kind == Kind.SCRATCH;
  }

  boolean isConstant() {
    return kind == Kind.CONSTANT;
  }

  void beginStep() {
    Arrays.fill(writer, NOBODY);
    Arrays.fill(reader, NOBODY);
    Arrays.fill(otherReader, NOBODY);
  }

  void beginTask() {
    if (isScratch()) {
      initialised.clear();
    }
  }

  long read(ElementType element, int address) {
    return switch (element.byteSize()) {
      case 1 -> content.get(address);
      case 2 -> content.getShort(address);
      case 4 -> content.getInt(address);
      default -> content.getLong(address);
    };
  }

  void write(ElementType element, int address, long bits) {
    initialised.set(address, address + element.byteSize());
    switch (element.byteSize()) {
      case 1 -> content.put(address, (byte) bits);
      case 2 -> content.putShort(address, (short) bits);
      case 4 -> content.putInt(address, (int) bits);
      default -> content.putLong(address, bits);
    }
  }

  /// Notes that `task` read the byte; returns another task that wrote it, or -1.
  int noteRead(int address, int task) {
    if (kind != Kind.SHARED) {
      return NOBODY;
    }
    if (reader[address] == NOBODY) {
      reader[address] = task;
    } else if (reader[address] != task) {
      otherReader[address] = task;
    }
    return otherThan(task, writer[address]);
  }

  /// Notes that `task` wrote the byte; returns another task that wrote or read it, or -1.
  int noteWrite(int address, int task) {
    if (kind != Kind.SHARED) {
      return NOBODY;
    }
    int earlierWriter = otherThan(task, writer[address]);
    writer[address] = task;
    if (earlierWriter != NOBODY) {
      return earlierWriter;
    }
    int earlierReader = otherThan(task, reader[address]);
    return earlierReader != NOBODY ? earlierReader : otherThan(task, otherReader[address]);
  }

  private static int otherThan(int task, int candidate) {
    return candidate == task ? NOBODY : candidate;
  }
}
