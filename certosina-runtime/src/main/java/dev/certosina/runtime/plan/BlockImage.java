package dev.certosina.runtime.plan;

import dev.certosina.runtime.internal.NativeMemory;
import java.util.Arrays;

/// The native blocks of one run as words, before it is known where they and the arena lie.
///
/// Words that hold an offset into the blocks, the arena, an input or an output are listed, so that
/// a copy is made ready with one addition each.
final class BlockImage {
  private static final int FIRST_CAPACITY = 1024;
  private static final long ALIGNMENT = 64;

  private long[] words = new long[FIRST_CAPACITY];
  private int size;
  private final IntList blockWords = new IntList();
  private final IntList arenaWords = new IntList();
  private final IntList inputWords = new IntList();
  private final IntList inputSlots = new IntList();
  private final IntList outputWords = new IntList();
  private final IntList outputSlots = new IntList();

  /// A growing list of ints.
  private static final class IntList {
    private int[] values = new int[64];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }

  /// The words of a finished image and the lists of those to be moved.
  ///
  /// @param inputSlots the input that the word at the same position of `inputWords` points into
  @SuppressWarnings("ArrayRecordComponent") // read on every run, never compared or changed
  record Words(
      long[] words,
      int[] blockWords,
      int[] arenaWords,
      int[] inputWords,
      int[] inputSlots,
      int[] outputWords,
      int[] outputSlots) {}

  /// Reserves zeroed bytes on a cache line of their own.
  ///
  /// @return their offset in bytes
  long reserve(long byteSize) {
    int offset = size * Long.BYTES;
    long end = NativeMemory.roundUp(offset + byteSize, ALIGNMENT);
    size = Math.toIntExact(end / Long.BYTES);
    if (size > words.length) {
      words = Arrays.copyOf(words, Math.max(size, 2 * words.length));
    }
    return offset;
  }

  void put(long byteOffset, long value) {
    words[word(byteOffset)] = value;
  }

  /// A word that will hold the address of another byte of the blocks.
  void putBlockAddress(long byteOffset, long target) {
    put(byteOffset, target);
    blockWords.add(word(byteOffset));
  }

  /// A word that will hold the address of a byte of the arena.
  void putArenaAddress(long byteOffset, long target) {
    put(byteOffset, target);
    arenaWords.add(word(byteOffset));
  }

  /// A word that will hold the address of a byte of an input.
  void putInputAddress(long byteOffset, int input, long target) {
    put(byteOffset, target);
    inputWords.add(word(byteOffset));
    inputSlots.add(input);
  }

  /// A word that will hold the address of a byte of an output.
  void putOutputAddress(long byteOffset, int output, long target) {
    put(byteOffset, target);
    outputWords.add(word(byteOffset));
    outputSlots.add(output);
  }

  Words toWords() {
    return new Words(
        Arrays.copyOf(words, size),
        blockWords.toArray(),
        arenaWords.toArray(),
        inputWords.toArray(),
        inputSlots.toArray(),
        outputWords.toArray(),
        outputSlots.toArray());
  }

  private static int word(long byteOffset) {
    return (int) (byteOffset / Long.BYTES);
  }
}
