package dev.certosina.cli.command;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// `NAME=FILE`: a tensor for an input. The name may hold any character; the last `=` ends it.
record TensorArgument(String name, Path file) {

  static final class Converter implements ITypeConverter<TensorArgument> {
    @Override
    public TensorArgument convert(String text) {
      int equals = text.lastIndexOf('=');
      if (equals <= 0 || equals == text.length() - 1) {
        throw new TypeConversionException(
            "'%s': needed NAME=FILE.npy or NAME=FILE.pb".formatted(text));
      }
      return new TensorArgument(text.substring(0, equals), Path.of(text.substring(equals + 1)));
    }
  }
}
