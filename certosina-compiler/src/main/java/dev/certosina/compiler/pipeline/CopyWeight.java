package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForm.Atom;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.schedule.CopiedWeight;
import dev.certosina.compiler.schedule.nest.CopyWalk;
import dev.certosina.runtime.exec.WeightPiece;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Makes the copy of a constant that a mapped instruction reads; see [CopyWalk].
final class CopyWeight implements WeightPiece {
  private final CopyWalk walk;
  private final Initializer source;
  private final int width;
  private final long elements;

  CopyWeight(CopiedWeight weight, Initializer source) {
    this.walk = CopyWalk.of(weight.copy());
    this.source = source;
    this.width = source.type().byteSize();
    this.elements = weight.copy().elements();
  }

  @Override
  public long byteSize() {
    return elements * width;
  }

  @Override
  public void writeTo(MemorySegment destination) {
    new Filler(destination).fill();
  }

  /// A form as arithmetic on the values of loops by their position.
  private interface Formula {
    long at(long[] point);
  }

  private record Test(Formula value, long bound, MemorySegment fill) {}

  private final class Filler {
    private final MemorySegment destination;
    private final List<Loop> loops;
    private final Formula address;
    private final List<Test> tests;
    private final long[] point;
    private long written;

    Filler(MemorySegment destination) {
      this.destination = destination;
      this.loops = new java.util.ArrayList<>(walk.rows());
      loops.add(walk.run());
      this.address = formula(walk.source());
      this.tests =
          walk.guards().stream()
              .map(guard ->
                  new Test(
                      formula(guard.value()),
                      guard.bound(),
                      FillBytes.of(source.type(), guard.fill())))
              .toList();
      this.point = new long[loops.size()];
    }

    void fill() {
      fill(0);
    }

    private void fill(int depth) {
      Loop loop = loops.get(depth);
      boolean isRun = depth == loops.size() - 1;
      for (long value = 0; value < loop.extent(); value++) {
        point[depth] = value;
        if (isRun) {
          element();
        } else {
          fill(depth + 1);
        }
      }
    }

    private void element() {
      long offset = written * width;
      written++;
      for (Test test : tests) {
        long value = test.value().at(point);
        if (value < 0 || value >= test.bound()) {
          MemorySegment.copy(test.fill(), 0, destination, offset, width);
          return;
        }
      }
      long from = address.at(point) * width;
      switch (width) {
        case 1 -> destination.set(BYTE, offset, source.data().get(BYTE, from));
        case 2 -> destination.set(SHORT, offset, source.data().get(SHORT, from));
        case 4 -> destination.set(INT, offset, source.data().get(INT, from));
        default -> MemorySegment.copy(source.data(), from, destination, offset, width);
      }
    }

    private Formula formula(NormalForm form) {
      Formula[] atoms = form.terms().keySet().stream().map(this::formula).toArray(Formula[]::new);
      long[] factors = form.terms().values().stream().mapToLong(Long::longValue).toArray();
      long constant = form.constant();
      return at -> {
        long sum = constant;
        for (int i = 0; i < factors.length; i++) {
          sum += factors[i] * atoms[i].at(at);
        }
        return sum;
      };
    }

    private Formula formula(Atom atom) {
      return switch (atom) {
        case Atom.Variable(String name) -> {
          int position = position(name);
          yield at -> at[position];
        }
        case Atom.Quotient(NormalForm operand, long divisor) -> {
          Formula inner = formula(operand);
          yield at -> Math.floorDiv(inner.at(at), divisor);
        }
        case Atom.Remainder(NormalForm operand, long divisor) -> {
          Formula inner = formula(operand);
          yield at -> Math.floorMod(inner.at(at), divisor);
        }
      };
    }

    private int position(String name) {
      for (int i = 0; i < loops.size(); i++) {
        if (loops.get(i).name().equals(name)) {
          return i;
        }
      }
      throw new IllegalStateException(name + " is no loop of the copy");
    }
  }

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
}
