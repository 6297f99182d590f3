package dev.certosina.runtime.exec;

import dev.certosina.DeviceException;
import dev.certosina.ModelException;
import dev.certosina.runtime.exec.ExecutableFormat.Section;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// An open executable file. Everything but the weights is read and checked when it is opened.
///
/// A file that is truncated, altered or of another version is refused with one [ModelException].
public final class ExecutableReader implements AutoCloseable {
  private final CheckedFile file;
  private final SequencedMap<String, String> info;
  private final Program program;
  private final List<TargetCode> targets;
  private final WeightTable weights;
  private final Section weightsSection;

  private ExecutableReader(CheckedFile file) throws IOException {
    this.file = file;
    List<Section> sections = file.sections();
    info = decodeInfo(new WireReader("info", file.read(sections.get(0))));
    program = ProgramDecoder.decode(file.read(sections.get(1)));
    targets = readTargets(sections);
    Section table = sections.get(sections.size() - 2);
    weights = decodeWeightTable(new WireReader("weight table", file.read(table)));
    weightsSection = sections.getLast();
    if (weights.totalBytes() != weightsSection.length()) {
      throw new ModelException(
          "weights take " + weightsSection.length() + " bytes, needed " + weights.totalBytes());
    }
    ProgramVerifier.verify(program, weights.count());
    targets.forEach(target -> ProgramVerifier.verifyTarget(program, target));
  }

  /// Opens `path`.
  ///
  /// @throws ModelException when there is no such file or it is not an intact executable of this
  ///   version
  /// @throws DeviceException when the file cannot be read
  public static ExecutableReader open(Path path) {
    FileChannel channel;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
    } catch (NoSuchFileException _) {
      throw new ModelException("executable '" + path + "' does not exist");
    } catch (IOException failure) {
      throw unreadable(path, failure);
    }
    try {
      return new ExecutableReader(CheckedFile.of(path, channel));
    } catch (IOException failure) {
      closeQuietly(channel);
      throw unreadable(path, failure);
    } catch (ModelException fault) {
      closeQuietly(channel);
      throw new ModelException("executable '" + path + "': " + fault.getMessage(), fault);
    } catch (RuntimeException | Error failure) {
      closeQuietly(channel);
      throw failure;
    }
  }

  /// Texts about the executable, in the order in which they were written.
  public SequencedMap<String, String> info() {
    return info;
  }

  /// The program.
  public Program program() {
    return program;
  }

  /// Machine code in order of preference.
  public List<TargetCode> targets() {
    return targets;
  }

  /// Sizes and offsets of the weights.
  public WeightTable weights() {
    return weights;
  }

  /// Copies the weights section to the start of `destination` and checks it.
  ///
  /// @param destination native memory of at least [WeightTable#totalBytes()] bytes
  /// @throws ModelException when the section is damaged
  public void readWeights(MemorySegment destination) {
    inFile(() -> file.readInto(weightsSection, destination));
  }

  /// Maps the weights section read-only, for as long as `arena` is open, and checks it.
  ///
  /// @throws ModelException when the section is damaged
  public MemorySegment mapWeights(Arena arena) {
    MemorySegment[] mapped = new MemorySegment[1];
    inFile(() -> mapped[0] = file.map(weightsSection, arena));
    return mapped[0];
  }

  @Override
  public void close() {
    closeQuietly(file.channel());
  }

  private interface FileAction {
    void run() throws IOException;
  }

  private void inFile(FileAction action) {
    try {
      action.run();
    } catch (IOException failure) {
      throw unreadable(file.path(), failure);
    } catch (ModelException fault) {
      throw new ModelException("executable '" + file.path() + "': " + fault.getMessage(), fault);
    }
  }

  private List<TargetCode> readTargets(List<Section> sections) throws IOException {
    WireReader reader = new WireReader("targets", file.read(sections.get(2)));
    int count = reader.count();
    int codeSections = sections.size() - ExecutableFormat.FIXED_SECTIONS;
    if (count != codeSections) {
      throw reader.damage(count + " targets for " + codeSections + " code sections");
    }
    List<TargetCode> decoded = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byte[] blob = file.read(sections.get(ExecutableFormat.FIRST_CODE_SECTION + i));
      decoded.add(decodeTarget(reader, blob));
    }
    reader.finish();
    return List.copyOf(decoded);
  }

  private static TargetCode decodeTarget(WireReader reader, byte[] blob) {
    String name = reader.text();
    List<String> flags = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      flags.add(reader.text());
    }
    Map<String, Long> entryPoints = new LinkedHashMap<>();
    for (int left = reader.count(); left > 0; left--) {
      String entryPoint = reader.text();
      entryPoints.put(entryPoint, (long) reader.index(blob.length, "offset of " + entryPoint));
    }
    return new TargetCode(name, flags, entryPoints, blob);
  }

  private static SequencedMap<String, String> decodeInfo(WireReader reader) {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    for (int left = reader.count(); left > 0; left--) {
      String key = reader.text();
      texts.put(key, reader.text());
    }
    reader.finish();
    return Collections.unmodifiableSequencedMap(texts);
  }

  private static WeightTable decodeWeightTable(WireReader reader) {
    long[] byteSizes = new long[reader.count()];
    for (int i = 0; i < byteSizes.length; i++) {
      byteSizes[i] = reader.unsigned();
      if (byteSizes[i] < 0) {
        throw reader.damage("size of weight " + i + " is " + byteSizes[i]);
      }
    }
    reader.finish();
    try {
      return ExecutableFormat.weightTable(byteSizes);
    } catch (ArithmeticException _) {
      throw reader.damage("the weights take more than 64 bits can count");
    }
  }

  private static DeviceException unreadable(Path path, IOException failure) {
    return new DeviceException(
        "cannot read executable '" + path + "': " + IoFailures.describe(failure), failure);
  }

  private static void closeQuietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // The channel was only read from: nothing is lost.
      return;
    }
  }
}
