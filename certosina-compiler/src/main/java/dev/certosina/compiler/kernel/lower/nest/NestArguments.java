package dev.certosina.compiler.kernel.lower.nest;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.lower.LoweredStage.Word;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The buffers of a kernel whose extents are constants, under neutral names, so that stages which
/// differ only in their tensors give equal kernels.
final class NestArguments {
  private final Memory memory;
  private final Map<String, Place> places;
  private final List<String> tensors = new ArrayList<>();

  NestArguments(Memory memory, Map<String, Place> places) {
    this.memory = memory;
    this.places = places;
  }

  static String extentOf(String parameter) {
    return parameter + "_extent";
  }

  /// A parameter for a tensor's buffer; two operands that read one tensor have two.
  String parameter(String tensor) {
    tensors.add(tensor);
    return name(tensors.size() - 1);
  }

  private static String name(int position) {
    return "p" + position;
  }

  /// Declares all buffers asked for so far.
  void declare(KernelBuilder builder, Function<String, Access> access) {
    for (int i = 0; i < tensors.size(); i++) {
      String tensor = tensors.get(i);
      builder.buffer(name(i), memory.type(tensor), access.apply(tensor), extentOf(name(i)));
      builder.scalar(extentOf(name(i)));
    }
  }

  List<Word> words() {
    List<Word> words = new ArrayList<>();
    for (String tensor : tensors) {
      if (!(places.get(tensor) instanceof Place.InBuffer(String buffer, _, _))) {
        throw new InternalCompilerException("tensor '" + tensor + "' has no buffer");
      }
      words.add(new Word.Address(buffer));
      words.add(new Word.Scalar(memory.elements(buffer)));
    }
    return words;
  }
}
