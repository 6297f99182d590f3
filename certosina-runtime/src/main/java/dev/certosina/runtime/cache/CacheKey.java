package dev.certosina.runtime.cache;

import dev.certosina.Options;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.runtime.exec.ExecutableFormat;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.spi.ModelCompiler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The name under which a compiled model is cached: the SHA-256 of the model, and a hash of
/// everything else that its executable depends on.
final class CacheKey {
  private CacheKey() {}

  /// The key of `model` compiled by `compiler` with `options` for this machine: hexadecimal digits
  /// and a hyphen.
  ///
  /// @throws dev.certosina.ModelException when a file of the model cannot be read
  static String of(Path model, Options options, ModelCompiler compiler, FileHashes hashes) {
    List<String> parts = new ArrayList<>();
    parts.add("format " + ExecutableFormat.VERSION + " abi " + NativeAbi.VERSION);
    parts.add(compiler.version());
    parts.add("precision " + options.precision());
    parts.add("target " + options.target().orElse(""));
    parts.add("checked " + options.checked());
    parts.add("strict convolution " + options.strictConvolution());
    parts.add("atomic reductions " + options.atomicReductions());
    parts.add(String.join(" ", CpuFeatures.flags()));
    for (Path file : compiler.inputs(model)) {
      parts.add(hashes.sha256(file));
    }
    return hashes.sha256(model) + "-" + TextHash.of(String.join("\n", parts));
  }
}
