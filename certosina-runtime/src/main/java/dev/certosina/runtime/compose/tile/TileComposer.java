package dev.certosina.runtime.compose.tile;

import dev.certosina.runtime.compose.tile.Pattern.Area;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Cuts a product for an accelerator with tiles of fixed sizes.
///
/// Cuts are tried where rounds of large tiles end: after all full rounds, after one fewer, at the
/// last whole tile, and at three quarters. A plan with several regions must beat the best single
/// one by more than the model's error. This is done once for a shape, not on every call.
public final class TileComposer {
  private static final double THREE_QUARTERS = 0.75;

  private final List<TileKernel> kernels;
  private final List<Pattern> patterns;
  private final CostRule rule;
  private final long elements;
  private final double margin;

  private TileComposer(
      List<TileKernel> kernels,
      List<Pattern> patterns,
      CostRule rule,
      long elements,
      double modelError) {
    if (kernels.isEmpty() || elements < 1) {
      throw new IllegalArgumentException(
          kernels.size() + " kernels on " + elements + " elements, needed 1 or more of each");
    }
    this.kernels = List.copyOf(kernels);
    this.patterns = patterns;
    this.rule = rule;
    this.elements = elements;
    this.margin = 1 - modelError;
  }

  /// For hardware that starts tiles in order on whichever element has room: one strip or two.
  ///
  /// @param elements processing elements, each with room for a kernel's residents
  /// @param modelError share by which predictions are usually off, 0 to 1
  public static TileComposer forDynamic(
      List<TileKernel> kernels, long elements, CostRule rule, double modelError) {
    return new TileComposer(kernels, Pattern.STRIPS, rule, elements, modelError);
  }

  /// For accelerators whose tiles are assigned ahead of time: all nine patterns, the longest tiles
  /// dealt out first, each to the element with the least work.
  public static TileComposer forStatic(List<TileKernel> kernels, long elements, double modelError) {
    return new TileComposer(kernels, Pattern.ALL, CostRule.MAKESPAN, elements, modelError);
  }

  /// The cheapest plan of an `m` by `n` product over `k` steps, all at least 1.
  public TilePlan compose(long m, long n, long k) {
    var search = new Search(m, n, k);
    search.consider(Pattern.I, 0, 0, 0);
    TilePlan simple = search.best();
    for (Pattern pattern : patterns) {
      search.consider(pattern);
    }
    TilePlan found = search.best();
    return found.cost() < simple.cost() * margin ? found : simple;
  }

  private final class Search {
    private final long m;
    private final long n;
    private final long k;
    private final SortedSet<Long> rowCuts = new TreeSet<>();
    private final SortedSet<Long> columnCuts = new TreeSet<>();
    private TilePlan best = new TilePlan(Pattern.I, List.of(), Double.POSITIVE_INFINITY);

    Search(long m, long n, long k) {
      this.m = m;
      this.n = n;
      this.k = k;
      for (TileKernel kernel : kernels) {
        addCuts(rowCuts, m, kernel.rows(), Math.ceilDiv(n, kernel.columns()), kernel);
        addCuts(columnCuts, n, kernel.columns(), Math.ceilDiv(m, kernel.rows()), kernel);
      }
    }

    TilePlan best() {
      return best;
    }

    private void addCuts(
        SortedSet<Long> cuts, long extent, long tile, long across, TileKernel kernel) {
      long slots = elements * kernel.residents();
      long rounds = Math.ceilDiv(extent, tile) * across / slots;
      addCut(cuts, extent, rounds * slots / across * tile);
      addCut(cuts, extent, (rounds - 1) * slots / across * tile);
      addCut(cuts, extent, extent / tile * tile);
      addCut(cuts, extent, (long) (extent * THREE_QUARTERS) / tile * tile);
    }

    private static void addCut(SortedSet<Long> cuts, long extent, long cut) {
      if (cut > 0 && cut < extent) {
        cuts.add(cut);
      }
    }

    void consider(Pattern pattern) {
      List<Long> unused = List.of(0L);
      for (long r : pattern.usesRowCut() ? rowCuts : unused) {
        for (long c : pattern.usesColumnCut() ? columnCuts : unused) {
          for (long s : pattern.usesSecondRowCut() ? rowCuts : unused) {
            consider(pattern, r, c, s);
          }
        }
      }
    }

    void consider(Pattern pattern, long r, long c, long s) {
      assign(pattern, pattern.areas(m, n, r, c, s), new ArrayList<>());
    }

    /// Tries every kernel for the next area, unless the work so far is already too much.
    private void assign(Pattern pattern, List<Area> areas, List<TileRegion> chosen) {
      if (chosen.size() == areas.size()) {
        keep(pattern, chosen);
        return;
      }
      Area area = areas.get(chosen.size());
      for (TileKernel kernel : kernels) {
        chosen.add(new TileRegion(area.row(), area.column(), area.rows(), area.columns(), kernel));
        if (rule != CostRule.MAKESPAN || work(chosen) < best.cost()) {
          assign(pattern, areas, chosen);
        }
        chosen.removeLast();
      }
    }

    /// No schedule is shorter than its work over all slots.
    private double work(List<TileRegion> chosen) {
      double work = 0;
      for (TileRegion region : chosen) {
        work += region.tiles() * region.kernel().nanos(k) / region.kernel().residents();
      }
      return work / elements;
    }

    private void keep(Pattern pattern, List<TileRegion> chosen) {
      boolean isStatic = patterns.size() == Pattern.ALL.size();
      List<TileRegion> regions = isStatic ? CostRule.longestFirst(chosen, k) : chosen;
      double cost = rule.of(regions, k, elements);
      if (cost < best.cost()) {
        best = new TilePlan(pattern, regions, cost);
      }
    }
  }
}
