package dev.certosina.runtime.exec;

import dev.certosina.DeviceException;
import dev.certosina.runtime.exec.ExecutableFormat.Section;
import dev.certosina.runtime.exec.ExecutableFormat.SectionKind;
import dev.certosina.runtime.internal.NativeMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes an executable file: a program, machine code for one or several targets, and weights.
///
/// The same content gives the same bytes. The file appears under its name only when it is complete.
public final class ExecutableWriter {
  /// Info key: name and version of the compiler.
  public static final String PRODUCER = "producer";

  /// Info key: name of the model.
  public static final String MODEL = "model";

  private final Program program;
  private final Map<String, String> info = new LinkedHashMap<>();
  private final List<TargetCode> targets = new ArrayList<>();
  private final List<WeightPiece> weights = new ArrayList<>();

  /// @param program refers to weights by their position in the order of [#weight]
  public ExecutableWriter(Program program) {
    this.program = program;
  }

  /// Adds a text that describes the executable.
  public ExecutableWriter info(String key, String value) {
    info.put(key, value);
    return this;
  }

  /// Adds machine code; targets added earlier are preferred on a CPU that can run several.
  public ExecutableWriter target(TargetCode code) {
    targets.add(code);
    return this;
  }

  /// Adds the next weight. Weights should come in the order in which a run reads them.
  public ExecutableWriter weight(WeightPiece piece) {
    weights.add(piece);
    return this;
  }

  /// Writes the file, replacing one that exists.
  ///
  /// @throws DeviceException when the file cannot be written
  /// @throws dev.certosina.ModelException when the program refers to something that was not added
  public void write(Path file) {
    ProgramVerifier.verify(program, weights.size());
    targets.forEach(target -> ProgramVerifier.verifyTarget(program, target));
    try {
      ReplacingFile.write(file, this::writeTo);
    } catch (IOException failure) {
      throw new DeviceException(
          "cannot write executable '" + file + "': " + IoFailures.describe(failure), failure);
    }
  }

  private void writeTo(SectionChannel channel) throws IOException {
    int sectionCount = ExecutableFormat.FIXED_SECTIONS + targets.size();
    channel.reserveHeader(sectionCount);
    channel.section(SectionKind.INFO, encodeInfo());
    channel.section(SectionKind.PROGRAM, ProgramEncoder.encode(program));
    channel.section(SectionKind.TARGETS, encodeTargets());
    for (TargetCode target : targets) {
      channel.section(SectionKind.CODE, target.blob());
    }
    channel.section(SectionKind.WEIGHT_TABLE, encodeWeightTable());
    writeWeights(channel);
    channel.writeHeader();
  }

  private byte[] encodeInfo() {
    WireWriter writer = new WireWriter();
    writer.unsigned(info.size());
    info.forEach((key, value) -> {
      writer.text(key);
      writer.text(value);
    });
    return writer.toBytes();
  }

  private byte[] encodeTargets() {
    WireWriter writer = new WireWriter();
    writer.unsigned(targets.size());
    for (TargetCode target : targets) {
      writer.text(target.name());
      writer.unsigned(target.requiredCpuFlags().size());
      target.requiredCpuFlags().forEach(writer::text);
      writer.unsigned(target.entryPoints().size());
      new TreeMap<>(target.entryPoints())
          .forEach((name, offset) -> {
            writer.text(name);
            writer.unsigned(offset);
          });
    }
    return writer.toBytes();
  }

  private byte[] encodeWeightTable() {
    WireWriter writer = new WireWriter();
    writer.unsigned(weights.size());
    weights.forEach(piece -> writer.unsigned(piece.byteSize()));
    return writer.toBytes();
  }

  private void writeWeights(SectionChannel channel) throws IOException {
    channel.beginSection(SectionKind.WEIGHTS);
    long written = 0;
    for (WeightPiece piece : weights) {
      long start = NativeMemory.roundUp(written, ExecutableFormat.WEIGHT_ALIGNMENT);
      channel.appendZeros((int) (start - written));
      channel.append(piece);
      written = start + piece.byteSize();
    }
    Section section = channel.endSection();
    if (section.length() != written) {
      throw new IOException("weights took " + section.length() + " bytes, planned " + written);
    }
  }
}
