package dev.certosina.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Plays a schedule event by event: the judge of predictions, with no closed form anywhere.
///
/// Tasks start in the given order. A task takes its share of an element; it starts on the first
/// element that has room, or waits, and all tasks after it wait with it.
public final class EventSimulator {
  private EventSimulator() {}

  /// @param nanos how long the task runs
  /// @param perElement how many such tasks fill one element
  public record Task(double nanos, int perElement) {}

  private record End(double time, int element, double share) {}

  private static final double ROUNDING = 1e-9;

  /// When the last task ends on `elements` processing elements.
  public static double end(int elements, List<Task> tasks) {
    double[] room = new double[elements];
    Arrays.fill(room, 1);
    var running = new PriorityQueue<End>(Comparator.comparingDouble(End::time));
    double now = 0;
    double last = 0;
    for (Task task : tasks) {
      double share = 1.0 / task.perElement();
      int place = roomy(room, share);
      while (place < 0) {
        End end = running.remove();
        now = end.time();
        room[end.element()] += end.share();
        place = roomy(room, share);
      }
      room[place] -= share;
      running.add(new End(now + task.nanos(), place, share));
      last = Math.max(last, now + task.nanos());
    }
    return last;
  }

  private static int roomy(double[] room, double share) {
    for (int element = 0; element < room.length; element++) {
      if (room[element] >= share - ROUNDING) {
        return element;
      }
    }
    return -1;
  }

  /// `count` tasks alike.
  public static List<Task> alike(long count, double nanos, int perElement) {
    List<Task> tasks = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      tasks.add(new Task(nanos, perElement));
    }
    return tasks;
  }
}
