package dev.certosina.runtime.exec;

import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.function.Consumer;

/// Encodes a [Program] as the bytes of an executable's program section. Equal programs give equal
/// bytes.
///
/// The section holds the number of dims, the dim table, and the program with every dim replaced by
/// its number in the table.
public final class ProgramEncoder {
  static final int EXTENT = 0;
  static final int ELEMENT = 1;

  static final int ADDRESS = 0;
  static final int SCALAR = 1;
  static final int LOCAL = 2;

  /// The number of a relation or kind in the file is its position here.
  static final List<Program.Relation> RELATIONS =
      List.of(Program.Relation.EQUAL, Program.Relation.AT_MOST);

  static final List<Program.BufferKind> BUFFER_KINDS =
      List.of(
          Program.BufferKind.INPUT,
          Program.BufferKind.OUTPUT,
          Program.BufferKind.WEIGHT,
          Program.BufferKind.ARENA,
          Program.BufferKind.LOCAL);

  private final DimTableWriter dims = new DimTableWriter();
  private final WireWriter body = new WireWriter();

  private ProgramEncoder() {}

  /// The bytes of `program`; [ProgramDecoder#decode] gives it back.
  public static byte[] encode(Program program) {
    ProgramEncoder encoder = new ProgramEncoder();
    encoder.program(program);
    WireWriter head = new WireWriter();
    head.unsigned(encoder.dims.size());
    byte[] headBytes = head.toBytes();
    byte[] dimBytes = encoder.dims.toBytes();
    byte[] bodyBytes = encoder.body.toBytes();
    byte[] all = new byte[headBytes.length + dimBytes.length + bodyBytes.length];
    System.arraycopy(headBytes, 0, all, 0, headBytes.length);
    System.arraycopy(dimBytes, 0, all, headBytes.length, dimBytes.length);
    System.arraycopy(bodyBytes, 0, all, headBytes.length + dimBytes.length, bodyBytes.length);
    return all;
  }

  private void program(Program program) {
    list(
        program.symbols(),
        symbol -> {
          body.text(symbol.name());
          body.unsigned(symbol.input());
          source(symbol.source());
        });
    list(program.inputs(), this::tensorSpec);
    list(program.outputs(), this::tensorSpec);
    list(program.variants(), this::variant);
  }

  private void source(Program.Source source) {
    switch (source) {
      case Program.Source.Extent(int axis) -> {
        body.unsigned(EXTENT);
        body.unsigned(axis);
      }
      case Program.Source.Element(int index) -> {
        body.unsigned(ELEMENT);
        body.unsigned(index);
      }
    }
  }

  private void tensorSpec(Program.TensorSpec spec) {
    body.text(spec.name());
    body.unsigned(spec.type().onnxCode());
    list(spec.shape(), this::dim);
  }

  private void variant(Program.Variant variant) {
    list(
        variant.guards(),
        guard -> {
          dim(guard.left());
          dim(guard.right());
        });
    list(
        variant.checks(),
        check -> {
          dim(check.left());
          body.unsigned(RELATIONS.indexOf(check.relation()));
          dim(check.right());
          body.text(check.message());
        });
    list(
        variant.buffers(),
        buffer -> {
          body.text(buffer.name());
          body.unsigned(BUFFER_KINDS.indexOf(buffer.kind()));
          body.signed(buffer.index());
          dim(buffer.byteSize());
        });
    list(variant.groups(), this::group);
  }

  private void group(Program.Group group) {
    body.text(group.name());
    dim(group.outerExtent());
    dim(group.rowExtent());
    body.unsigned(group.rowGrain());
    body.flag(group.fusible());
    list(group.stages(), this::stage);
  }

  private void stage(Program.Stage stage) {
    body.text(stage.kernel());
    list(stage.arguments(), this::argument);
    dim(stage.columnExtent());
    body.unsigned(stage.columnGrain());
    dim(stage.flopsPerRow());
    dim(stage.bytesPerRow());
    dim(stage.weightBytes());
  }

  private void argument(Program.Argument argument) {
    switch (argument) {
      case Program.Argument.Address(int buffer, Dim byteOffset) -> {
        body.unsigned(ADDRESS);
        body.unsigned(buffer);
        dim(byteOffset);
      }
      case Program.Argument.Scalar(Dim value) -> {
        body.unsigned(SCALAR);
        dim(value);
      }
      case Program.Argument.Local(Dim staged, Dim fusedPerTile, Dim fusedPerRow) -> {
        body.unsigned(LOCAL);
        dim(staged);
        dim(fusedPerTile);
        dim(fusedPerRow);
      }
    }
  }

  private void dim(Dim dim) {
    body.unsigned(dims.numberOf(dim));
  }

  private <T> void list(List<T> elements, Consumer<T> write) {
    body.unsigned(elements.size());
    elements.forEach(write);
  }
}
