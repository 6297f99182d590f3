package dev.certosina;

import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.runtime.exec.ExecutableReader;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.TargetCode;
import dev.certosina.runtime.internal.CodeMemory;
import dev.certosina.runtime.internal.NativeDriver;
import dev.certosina.runtime.internal.TileRegisters;
import dev.certosina.runtime.plan.Binder;
import dev.certosina.runtime.plan.Context;
import dev.certosina.runtime.plan.MemoryBudget;
import dev.certosina.runtime.plan.PlanCache;
import dev.certosina.runtime.team.ExecutorHelpers;
import dev.certosina.runtime.team.Helpers;
import dev.certosina.runtime.team.ThreadTeam;
import dev.certosina.spi.CompilationCounter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// Everything of a model that its sessions share; freed when the model and all sessions are closed.
final class LoadedModel {
  final Program program;
  final Signature signature;
  final String target;
  final Map<String, String> info;
  final PlanCache plans;
  final Helpers helpers;
  final ReferenceCount references = new ReferenceCount(this::free);
  final LongAdder runs = new LongAdder();

  private final MemoryBudget budget;
  private final CodeMemory code;
  private final LoadedWeights weights;
  private final NativeDriver driver;
  private final long compilationsBefore = CompilationCounter.count();

  private LoadedModel(
      ExecutableReader reader, Options options, Optional<String> targets, MemoryBudget budget) {
    this.budget = budget;
    program = reader.program();
    signature = new Signature(program);
    info = reader.info();
    TargetCode chosen = TargetChooser.choose(reader.targets(), targets, CpuFeatures.flags());
    target = chosen.name();
    TileRegisters.requestFor(chosen.requiredCpuFlags());
    code = CodeMemory.load(chosen.blob());
    try {
      budget.take(code.byteSize(), "machine code");
      weights = LoadedWeights.load(reader, budget);
    } catch (RuntimeException | Error failure) {
      code.close();
      throw failure;
    }
    driver = new NativeDriver(entryPoint(chosen, NativeAbi.DRIVER));
    Binder binder =
        new Binder(
            program,
            name -> entryPoint(chosen, name),
            new Binder.Weights(reader.weights(), weights.address()),
            options.threads());
    plans = new PlanCache(binder, PlanCache.DEFAULT_CAPACITY);
    helpers =
        options
            .executor()
            .<Helpers>map(ExecutorHelpers::new)
            .orElseGet(() -> ThreadTeam.of(options.threads()));
  }

  /// Loads an executable file.
  ///
  /// @param targets names of the targets that may run, separated by commas; empty for any
  /// @throws ModelException when the file is not an intact executable
  /// @throws DeviceException when this machine cannot run it
  static LoadedModel load(Path executable, Options options, Optional<String> targets) {
    try (ExecutableReader reader = ExecutableReader.open(executable)) {
      long limit = options.memoryLimitBytes().orElse(Long.MAX_VALUE);
      return new LoadedModel(reader, options, targets, new MemoryBudget(limit));
    }
  }

  private long entryPoint(TargetCode chosen, String name) {
    Long offset = chosen.entryPoints().get(name);
    if (offset == null) {
      throw new InternalCompilerException("no entry point " + name);
    }
    return code.address(offset);
  }

  Context newContext() {
    return new Context(driver::run, budget);
  }

  Statistics statistics() {
    PlanCache.Counters counters = plans.counters();
    return new Statistics(
        runs.sum(),
        counters.hits(),
        counters.misses(),
        counters.evictions(),
        counters.bindNanos(),
        CompilationCounter.count() - compilationsBefore,
        budget.usedBytes());
  }

  private void free() {
    weights.close().run();
    code.close();
  }
}
