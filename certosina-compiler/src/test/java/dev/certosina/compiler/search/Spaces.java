package dev.certosina.compiler.search;

import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.MemoryLevel;
import dev.certosina.compiler.target.Accelerator.ParallelLevel;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Small computations and a small vector machine: 16 lanes of f32, 32 registers.
public final class Spaces {
  private Spaces() {}

  public static CandidateSpace of(Computation computation) {
    return BuildSpace.of(computation, List.of(machine()), ScheduleConstraints.USUAL);
  }

  public static Computation product(long m, long n, long k) {
    return new ComputationBuilder(
            "product", IndexStatementParser.parse("C[m,n] += A[m,k] * B[k,n]"))
        .extent("m", m)
        .extent("n", n)
        .extent("k", k)
        .constant("B")
        .build();
  }

  /// Channels last, 3 by 3, padded by 1.
  public static Computation convolution(long batch, long size, long in, long out) {
    var builder =
        new ComputationBuilder(
            "convolution",
            IndexStatementParser.parse("O[n,p,q,k] += I[n,p+r-1,q+s-1,c | 0] * W[r,s,c,k]"));
    Map.of("n", batch, "p", size, "q", size, "k", out, "c", in, "r", 3L, "s", 3L)
        .forEach(builder::extent);
    return builder.constant("W").build();
  }

  public static Accelerator machine() {
    return new Accelerator(
        "small",
        "for tests",
        Optional.of("x86-64-v4"),
        3,
        List.of(
            new MemoryLevel("memory", 1L << 34, 9, 5),
            new MemoryLevel("L2", 1 << 20, 50, 25),
            new MemoryLevel("L1", 1 << 15, 128, 64)),
        List.of(new ParallelLevel("core", 2)),
        List.of(new RegisterFile("vector", 32, 64)),
        List.of(
            intrinsic("broadcast", "D[i] += A[] * B[i]", "i", List.of()),
            intrinsic("lanes", "D[i] += A[i] * B[i]", "i", List.of()),
            intrinsic("dot", "D[] += A[r] * B[r]", "r", List.of("r"))));
  }

  private static Intrinsic intrinsic(
      String name, String statement, String axis, List<String> partialSums) {
    Computation compute =
        new ComputationBuilder(name, IndexStatementParser.parse(statement))
            .extent(axis, 16)
            .build();
    List<Transfer> transfers =
        compute.statement().accesses().stream()
            .map(access ->
                new Transfer(
                    access.tensor(),
                    !access.equals(compute.statement().destination()),
                    "L1",
                    "vector",
                    "base",
                    access.coordinates().stream()
                        .<Stride>map(_ -> new Stride.Fixed(axis, 1))
                        .toList()))
            .toList();
    return new Intrinsic(
        name,
        compute,
        transfers,
        partialSums,
        List.of(),
        List.of(),
        Optional.empty(),
        4,
        2,
        "made up");
  }
}
