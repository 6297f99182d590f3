package dev.certosina.cli.command;

import dev.certosina.cli.dims.DimRequest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// `NAME=N`: one extent for a dim.
final class DimConverter implements ITypeConverter<DimRequest> {
  @Override
  public DimRequest convert(String text) {
    DimRequest request;
    try {
      request = DimRequest.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
    if (request.extents().size() != 1) {
      throw new TypeConversionException("dim '%s': needed one extent".formatted(text));
    }
    return request;
  }
}
