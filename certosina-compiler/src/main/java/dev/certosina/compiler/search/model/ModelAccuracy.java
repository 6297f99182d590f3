package dev.certosina.compiler.search.model;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// How well predicted times order measured ones.
///
/// @param pairwise the share of pairs of different candidates that are in the right order; pairs
///   measured or predicted equal count half
/// @param recall the share of the truly fastest that the predicted fastest contain
/// @param candidates compared
public record ModelAccuracy(double pairwise, double recall, int candidates) {

  /// @param top the share of candidates that counts as the fastest, for example 0.4
  public static ModelAccuracy of(List<Double> predicted, List<Double> measured, double top) {
    return new ModelAccuracy(
        pairwise(predicted, measured), recall(predicted, measured, top), measured.size());
  }

  private static double pairwise(List<Double> predicted, List<Double> measured) {
    double right = 0;
    long pairs = 0;
    for (int i = 0; i < measured.size(); i++) {
      for (int j = 0; j < i; j++) {
        int truth = measured.get(i).compareTo(measured.get(j));
        int opinion = predicted.get(i).compareTo(predicted.get(j));
        right += truth == 0 || opinion == 0 ? 0.5 : (truth == opinion ? 1 : 0);
        pairs++;
      }
    }
    return pairs == 0 ? 1 : right / pairs;
  }

  private static double recall(List<Double> predicted, List<Double> measured, double top) {
    int wanted = (int) Math.ceil(top * measured.size());
    Set<Integer> found = new HashSet<>(fastest(predicted, wanted));
    found.retainAll(fastest(measured, wanted));
    return wanted == 0 ? 1 : (double) found.size() / wanted;
  }

  private static List<Integer> fastest(List<Double> times, int count) {
    return IntStream.range(0, times.size())
        .boxed()
        .sorted(Comparator.comparingDouble(times::get))
        .limit(count)
        .toList();
  }
}
