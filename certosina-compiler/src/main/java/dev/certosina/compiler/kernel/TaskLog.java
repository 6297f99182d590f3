package dev.certosina.compiler.kernel;

import dev.certosina.compiler.kernel.KernelStep.Failure;
import dev.certosina.compiler.kernel.KernelStep.Race;
import dev.certosina.compiler.kernel.KernelStep.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the running task of a step touches and reports.
final class TaskLog {
  private record Pair(String kernel, String buffer, int firstTask, int secondTask) {}

  private List<KernelStorage> storages = List.of();
  private final Map<Pair, Race> races = new LinkedHashMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private int task;

  void beginStep(List<KernelStorage> touched) {
    storages = touched;
    storages.forEach(KernelStorage::beginStep);
    races.clear();
    failures.clear();
  }

  void beginTask(int number) {
    task = number;
    storages.forEach(KernelStorage::beginTask);
  }

  void read(KernelStorage storage, int address, String kernel, String buffer, long element) {
    note(storage.noteRead(address, task), kernel, buffer, element);
  }

  void write(KernelStorage storage, int address, String kernel, String buffer, long element) {
    note(storage.noteWrite(address, task), kernel, buffer, element);
  }

  void fail(String kernel, long detail) {
    failures.add(new Failure(kernel, detail));
  }

  Report report() {
    return new Report(List.copyOf(races.values()), failures);
  }

  private void note(int other, String kernel, String buffer, long element) {
    if (other >= 0) {
      races.putIfAbsent(
          new Pair(kernel, buffer, other, task), new Race(kernel, buffer, element, other, task));
    }
  }
}
