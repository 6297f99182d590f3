package dev.certosina.cli.command;

import dev.certosina.cli.dims.DimRequest;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Lists of extents separated by white space, as `--dims` takes them.
record DimList(List<DimRequest> requests) {

  static final class Converter implements ITypeConverter<DimList> {
    @Override
    public DimList convert(String text) {
      try {
        return new DimList(DimRequest.parseAll(text));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
