package dev.certosina.runtime.compose;

/// When the last of many tasks ends, if each goes to the slot that is free first.
///
/// Slots with the same load are kept as one group, so the work does not grow with the number of
/// tasks or slots: a class of equal tasks is dealt out in one computation, which splits at most one
/// group. The result is exactly that of list scheduling, task by task.
///
/// A processing element may hold several tasks at a time (*residents*), and classes may differ in
/// how many. Then an element counts as that many slots, each as slow as it was measured under such
/// company; when the next class has another number, an element is free for it once all its slots
/// are.
///
/// Not safe for several threads. Nothing is allocated after construction.
public final class Makespan {
  private final double[] loads;
  private final long[] counts;
  private int groups;
  private int residents;

  /// @param classes the most classes that one schedule has
  public Makespan(int classes) {
    // Each class splits at most one group.
    this.loads = new double[classes + 1];
    this.counts = new long[classes + 1];
  }

  /// Starts over with `elements` idle processing elements.
  public void begin(long elements) {
    groups = 1;
    residents = 1;
    loads[0] = 0;
    counts[0] = elements;
  }

  /// Deals out `tasks` tasks of `nanos` each after all earlier ones.
  ///
  /// @param perElement how many of these tasks an element holds at a time, at least 1
  public void add(long tasks, double nanos, int perElement) {
    if (tasks <= 0) {
      return;
    }
    if (perElement != residents) {
      regroup(perElement);
    }
    deal(tasks, nanos);
  }

  /// The end of the last task so far.
  public double nanos() {
    return loads[groups - 1];
  }

  /// The slots that are free first take rounds of tasks until fewer are left than would fill the
  /// next round; a start time decides, as each task goes where it can start first.
  private void deal(long tasks, double nanos) {
    long left = tasks;
    double level = lastCommonLevel(tasks, nanos);
    for (int g = 0; g < groups; g++) {
      // Rounds that certainly start before the level; rounding may leave some to the loop below.
      long rounds = level > loads[g] ? (long) Math.floor((level - loads[g]) / nanos) : 0;
      loads[g] += rounds * nanos;
      left -= rounds * counts[g];
    }
    sort();
    while (left > 0) {
      if (counts[0] <= left) {
        left -= counts[0];
        loads[0] += nanos;
        sink();
      } else {
        split(left, nanos);
        left = 0;
      }
    }
    merge();
  }

  /// A time by which surely no more than `tasks` tasks have started.
  private double lastCommonLevel(long tasks, double nanos) {
    double work = tasks * nanos;
    double slots = 0;
    double sum = 0;
    double level = 0;
    for (int g = 0; g < groups; g++) {
      if (slots > 0 && level <= loads[g]) {
        break;
      }
      slots += counts[g];
      sum += counts[g] * loads[g];
      level = (work + sum) / slots;
    }
    return level - nanos;
  }

  /// The first group takes one task in `taken` of its slots.
  private void split(long taken, double nanos) {
    for (int g = groups; g > 0; g--) {
      loads[g] = loads[g - 1];
      counts[g] = counts[g - 1];
    }
    groups++;
    counts[1] -= taken;
    counts[0] = taken;
    loads[0] += nanos;
    sink();
  }

  /// Moves the first group to its place.
  private void sink() {
    for (int g = 0; g + 1 < groups && loads[g] > loads[g + 1]; g++) {
      swap(g, g + 1);
    }
  }

  private void sort() {
    for (int i = 1; i < groups; i++) {
      for (int g = i; g > 0 && loads[g - 1] > loads[g]; g--) {
        swap(g, g - 1);
      }
    }
  }

  private void swap(int one, int other) {
    double load = loads[one];
    long count = counts[one];
    loads[one] = loads[other];
    counts[one] = counts[other];
    loads[other] = load;
    counts[other] = count;
  }

  private void merge() {
    int kept = 0;
    for (int g = 1; g < groups; g++) {
      if (loads[g] == loads[kept]) {
        counts[kept] += counts[g];
      } else {
        kept++;
        loads[kept] = loads[g];
        counts[kept] = counts[g];
      }
    }
    groups = kept + 1;
  }

  /// Slots of one element lie next to each other in the order of loads; the latest decides when it
  /// is free.
  private void regroup(int perElement) {
    int kept = 0;
    long slots = 0;
    for (int g = 0; g < groups; g++) {
      long earlier = slots / residents;
      slots += counts[g];
      long elements = slots / residents - earlier;
      if (elements > 0) {
        loads[kept] = loads[g];
        counts[kept] = elements * perElement;
        kept++;
      }
    }
    groups = kept;
    residents = perElement;
  }
}
