package dev.certosina.runtime.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProgramCodecTest {
  private static final long SEED = Long.getLong("seed", 20_251_130L);
  private static final int PROGRAMS = 200;

  @Test
  void decodesWhatItEncodes() {
    Random random = seeded();
    for (int i = 0; i < PROGRAMS; i++) {
      Program program = RandomPrograms.next(random);
      byte[] bytes = ProgramEncoder.encode(program);
      assertThat(ProgramDecoder.decode(bytes)).isEqualTo(program);
      assertThat(ProgramEncoder.encode(program)).isEqualTo(bytes);
      ProgramVerifier.verify(program, RandomPrograms.WEIGHTS);
    }
  }

  @Test
  void givesEqualDimsAsOneInstance() {
    Program program = ProgramDecoder.decode(ProgramEncoder.encode(RandomPrograms.next(seeded())));
    Dim first = program.inputs().get(0).shape().getFirst();
    assertThat(program.inputs().get(1).shape().getFirst()).isSameAs(first);
  }

  @Test
  void refusesTruncatedBytes() {
    byte[] bytes = ProgramEncoder.encode(RandomPrograms.next(seeded()));
    for (int length = 0; length < bytes.length; length++) {
      byte[] truncated = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> ProgramDecoder.decode(truncated))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("program section is damaged")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void meetsEveryAlteredByteWithAProgramOrARefusal() {
    Random random = seeded();
    byte[] bytes = ProgramEncoder.encode(RandomPrograms.next(random));
    int refused = 0;
    for (int position = 0; position < bytes.length; position++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] altered = bytes.clone();
        altered[position] ^= (byte) (1 << bit);
        refused += isRefused(altered) ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(bytes.length);
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      ProgramVerifier.verify(ProgramDecoder.decode(bytes), RandomPrograms.WEIGHTS);
      return false;
    } catch (ModelException _) {
      return true;
    }
  }

  private static Random seeded() {
    System.out.println("seed=" + SEED);
    return new Random(SEED);
  }
}
