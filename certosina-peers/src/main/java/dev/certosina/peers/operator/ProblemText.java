package dev.certosina.peers.operator;

import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/// Problems as words, for other processes and for files: the kind, then its numbers in the order of
/// the record; a convolution's axes come last, five numbers each.
public final class ProblemText {
  private ProblemText() {}

  public static String print(OperatorProblem problem) {
    return switch (problem) {
      case Product p ->
          words("product", List.of(), p.batch(), p.m(), p.n(), p.k(), bit(p.constantRight()));
      case Convolution c ->
          words(
              "convolution",
              c.axes(),
              c.batch(),
              c.channels(),
              c.filters(),
              c.groups(),
              bit(c.constantWeights()));
      case TransposedConvolution t ->
          words("transposed", t.axes(), t.batch(), t.channels(), t.filters());
      case Mean(int rows, int columns) -> words("mean", List.of(), rows, columns);
      case Variance(int rows, int columns) -> words("variance", List.of(), rows, columns);
      case Scan s -> words("scan", List.of(), s.m(), s.n(), s.k());
    };
  }

  /// The problem that was printed.
  ///
  /// @throws IllegalArgumentException for anything else
  public static OperatorProblem parse(String text) {
    Iterator<String> words = List.of(text.split(" ")).iterator();
    String kind = words.next();
    var numbers = new ArrayList<Integer>();
    words.forEachRemaining(word -> numbers.add(Integer.valueOf(word)));
    Iterator<Integer> next = numbers.iterator();
    return switch (kind) {
      case "product" ->
          new Product(next.next(), next.next(), next.next(), next.next(), next.next() == 1);
      case "convolution" ->
          new Convolution(
              next.next(), next.next(), next.next(), next.next(), next.next() == 1, axes(next));
      case "transposed" ->
          new TransposedConvolution(next.next(), next.next(), next.next(), axes(next));
      case "mean" -> new Mean(next.next(), next.next());
      case "variance" -> new Variance(next.next(), next.next());
      case "scan" -> new Scan(next.next(), next.next(), next.next());
      default -> throw new IllegalArgumentException("found problem '%s'".formatted(text));
    };
  }

  private static List<SpatialAxis> axes(Iterator<Integer> numbers) {
    var axes = new ArrayList<SpatialAxis>();
    while (numbers.hasNext()) {
      axes.add(
          new SpatialAxis(
              numbers.next(), numbers.next(), numbers.next(), numbers.next(), numbers.next()));
    }
    return axes;
  }

  private static int bit(boolean value) {
    return value ? 1 : 0;
  }

  private static String words(String kind, List<SpatialAxis> axes, Integer... numbers) {
    Stream<Integer> all =
        Stream.concat(
            Stream.of(numbers),
            axes.stream()
                .flatMap(
                    a -> Stream.of(a.in(), a.kernel(), a.stride(), a.padding(), a.dilation())));
    return kind + all.map(number -> " " + number).reduce("", String::concat);
  }
}
