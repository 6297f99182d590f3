package dev.certosina.runtime.exec;

import dev.certosina.ElementType;
import dev.certosina.runtime.dim.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Decodes the bytes of [ProgramEncoder] and refuses malformed ones. What the numbers refer to is
/// checked by [ProgramVerifier].
public final class ProgramDecoder {
  private final WireReader reader;
  private final List<Dim> dims;

  private ProgramDecoder(byte[] bytes) {
    reader = new WireReader("program", bytes);
    dims = DimTableReader.read(reader);
  }

  /// The program that was encoded as `bytes`.
  ///
  /// @throws dev.certosina.ModelException when the bytes are not an encoded program
  public static Program decode(byte[] bytes) {
    ProgramDecoder decoder = new ProgramDecoder(bytes);
    Program program = decoder.program();
    decoder.reader.finish();
    return program;
  }

  private Program program() {
    return new Program(
        list(() -> new Program.Symbol(reader.text(), number(), source())),
        list(this::tensorSpec),
        list(this::tensorSpec),
        list(this::variant));
  }

  private Program.Source source() {
    int kind = reader.index(ProgramEncoder.ELEMENT + 1, "kind of source");
    return switch (kind) {
      case ProgramEncoder.EXTENT -> new Program.Source.Extent(number());
      case ProgramEncoder.ELEMENT -> new Program.Source.Element(number());
      default -> throw reader.damage("kind of source " + kind);
    };
  }

  private Program.TensorSpec tensorSpec() {
    String name = reader.text();
    int code = number();
    ElementType type =
        ElementType.fromOnnxCode(code)
            .orElseThrow(() -> reader.damage("element type " + code + " is not known"));
    return new Program.TensorSpec(name, type, list(this::dim));
  }

  private Program.Variant variant() {
    return new Program.Variant(
        list(() -> new Program.Guard(dim(), dim())),
        list(() -> new Program.Check(dim(), relation(), dim(), reader.text())),
        list(this::buffer),
        list(this::group));
  }

  private Program.Relation relation() {
    List<Program.Relation> relations = ProgramEncoder.RELATIONS;
    return relations.get(reader.index(relations.size(), "relation"));
  }

  private Program.Buffer buffer() {
    String name = reader.text();
    List<Program.BufferKind> kinds = ProgramEncoder.BUFFER_KINDS;
    Program.BufferKind kind = kinds.get(reader.index(kinds.size(), "buffer kind"));
    long index = reader.signed();
    if (index != (int) index) {
      throw reader.damage("buffer index " + index);
    }
    return new Program.Buffer(name, kind, (int) index, dim());
  }

  private Program.Group group() {
    return new Program.Group(
        reader.text(), dim(), dim(), number(), reader.flag(), list(this::stage));
  }

  private Program.Stage stage() {
    return new Program.Stage(
        reader.text(), list(this::argument), dim(), number(), dim(), dim(), dim());
  }

  private Program.Argument argument() {
    int kind = reader.index(ProgramEncoder.LOCAL + 1, "kind of argument");
    return switch (kind) {
      case ProgramEncoder.ADDRESS -> new Program.Argument.Address(number(), dim());
      case ProgramEncoder.SCALAR -> new Program.Argument.Scalar(dim());
      case ProgramEncoder.LOCAL -> new Program.Argument.Local(dim(), dim(), dim());
      default -> throw reader.damage("kind of argument " + kind);
    };
  }

  private int number() {
    return reader.index(Integer.MAX_VALUE, "number");
  }

  private Dim dim() {
    return dims.get(reader.index(dims.size(), "dim"));
  }

  private <T> List<T> list(Supplier<T> element) {
    int size = reader.count();
    List<T> elements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      elements.add(element.get());
    }
    return elements;
  }
}
