package dev.certosina.compiler.texpr.pass;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Computes element-wise values where they are read instead of storing them: `t[i] = a[i] - m; y[i]
/// = t[i] * t[i]` becomes `y[i] = (a[i] - m) * (a[i] - m)`.
///
/// A producer is inlined into all of its readers or none. It must write its whole tensor, one
/// element per point, and each reader must evaluate it at most once per element it had, so that no
/// work is multiplied by a broadcast; with several reads it must also be cheaper than a store and
/// the loads would be. Operands of a product of two tensors stay tensors that the product can read.
public final class InlineElementwise {
  /// What a value may cost, in units of one load, to be computed at each of several reads.
  private static final int SEVERAL_READS_LIMIT = 3;

  /// What a value may cost to be inlined at all: bounds the depth of payloads, which walks recurse
  /// over, and the size of kernels, whatever the length of an element-wise chain.
  private static final int SINGLE_READ_LIMIT = 200;

  private final TensorProgram program;
  private final Predicate<TensorExpr> keepsOperands;
  private final Map<String, TensorExpr> inlined = new HashMap<>();
  private final Set<String> fixed = new HashSet<>();
  private final Map<String, List<TensorExpr>> readers = new HashMap<>();
  private final Map<String, List<TensorExpr>> writers = new HashMap<>();

  private InlineElementwise(TensorProgram program, Predicate<TensorExpr> keepsOperands) {
    this.program = program;
    this.keepsOperands = keepsOperands;
    fixed.addAll(program.outputs());
    for (Statement statement : program.statements()) {
      switch (statement) {
        case Statement.Alias(String target, String source) -> {
          fixed.add(target);
          fixed.add(source);
        }
        case Statement.Compute(TensorExpr expr) -> {
          writers.computeIfAbsent(expr.output(), _ -> new ArrayList<>()).add(expr);
          for (Payload access : Payloads.accesses(expr.payload())) {
            readers.computeIfAbsent(Payloads.tensor(access), _ -> new ArrayList<>()).add(expr);
          }
        }
      }
    }
  }

  /// @param keepsOperands expressions that must stay such: their operands are loads of tensors, and
  ///   only copies for which the predicate still holds afterwards are inlined into them
  public static TensorProgram apply(TensorProgram program, Predicate<TensorExpr> keepsOperands) {
    return new InlineElementwise(program, keepsOperands).run();
  }

  private TensorProgram run() {
    List<Statement> kept = new ArrayList<>();
    for (Statement statement : program.statements()) {
      if (!(statement instanceof Statement.Compute(TensorExpr original))) {
        kept.add(statement);
        continue;
      }
      TensorExpr expr = expand(original);
      if (mayInline(expr)) {
        inlined.put(expr.output(), expr);
      } else {
        kept.add(new Statement.Compute(expr));
      }
    }
    return Expressions.withStatements(program, kept);
  }

  private TensorExpr expand(TensorExpr expr) {
    return expand(expr, inlined);
  }

  private static TensorExpr expand(TensorExpr expr, Map<String, TensorExpr> producers) {
    Payload payload =
        Payloads.substituteLoads(
            expr.payload(),
            load ->
                Optional.ofNullable(producers.get(load.tensor()))
                    .map(producer -> at(producer, load.coordinates())));
    return new TensorExpr(
        expr.name(), expr.axes(), expr.output(), expr.write(), expr.combiner(), payload);
  }

  /// The producer's payload at the point that writes `coordinates`.
  private static Payload at(TensorExpr producer, List<IndexExpr> coordinates) {
    Map<String, IndexExpr> point = new LinkedHashMap<>();
    for (int d = 0; d < coordinates.size(); d++) {
      int dim = d;
      Expressions.soleAxis(producer.write().get(d))
          .ifPresent(axis -> point.put(axis, coordinates.get(dim)));
    }
    return Payloads.substituteAxes(
        producer.payload(), axis -> point.getOrDefault(axis, IndexExpr.axis(axis)));
  }

  private boolean mayInline(TensorExpr expr) {
    List<TensorExpr> uses = readers.getOrDefault(expr.output(), List.of());
    if (expr.combiner() != Combiner.NONE
        || fixed.contains(expr.output())
        || writers.getOrDefault(expr.output(), List.of()).size() != 1
        || !writesWholeTensor(expr)) {
      return false;
    }
    boolean copy = expr.payload() instanceof Load;
    int cost = cost(expr.payload());
    boolean trivial = cost <= 1;
    for (TensorExpr reader : uses) {
      if (keepsOperands.test(reader) && !(copy && staysReadable(reader, expr))) {
        return false;
      }
      if (!trivial && multipliesWork(expr, reader)) {
        return false;
      }
      if (readsThroughGather(reader, expr.output())) {
        return false;
      }
    }
    return cost <= (uses.size() <= 1 ? SINGLE_READ_LIMIT : SEVERAL_READS_LIMIT);
  }

  /// True when the reader can do without `copy`, given what is inlined into it already.
  private boolean staysReadable(TensorExpr reader, TensorExpr copy) {
    Map<String, TensorExpr> producers = new HashMap<>(inlined);
    producers.put(copy.output(), copy);
    return keepsOperands.test(expand(reader, producers));
  }

  private static boolean writesWholeTensor(TensorExpr expr) {
    Set<String> seen = new HashSet<>();
    for (IndexExpr coordinate : expr.write()) {
      Optional<String> axis = Expressions.soleAxis(coordinate);
      if (axis.isPresent() ? !seen.add(axis.get()) : !coordinate.equals(IndexExpr.constant(0))) {
        return false;
      }
    }
    return seen.size() == expr.axes().size();
  }

  /// True when the reader's domain has an axis along which it would see the same value again.
  private static boolean multipliesWork(TensorExpr producer, TensorExpr reader) {
    Set<String> used = new HashSet<>();
    for (Payload access : Payloads.accesses(reader.payload())) {
      if (access instanceof Load(String tensor, List<IndexExpr> coordinates)
          && tensor.equals(producer.output())) {
        coordinates.forEach(index -> index.terms().forEach(term -> used.add(term.axis())));
      }
    }
    return reader.axes().stream().anyMatch(axis -> !used.contains(axis.name()));
  }

  private static boolean readsThroughGather(TensorExpr reader, String tensor) {
    return Payloads.accesses(reader.payload()).stream()
        .anyMatch(access -> access instanceof Payload.Gather g && g.tensor().equals(tensor));
  }

  private static int cost(Payload payload) {
    int operands = Payloads.children(payload).stream().mapToInt(InlineElementwise::cost).sum();
    return operands
        + switch (payload) {
          case Payload.FloatConstant _, Payload.IntConstant _, Payload.IndexValue _ -> 0;
          case Load _, Payload.Select _, Payload.Convert _ -> 1;
          case Payload.Gather _ -> 3;
          case Payload.Unary(TensorExpr.UnaryOperator operator, _) -> cost(operator);
          case Payload.Binary(BinaryOperator operator, _, _) ->
              operator == BinaryOperator.POWER ? 12 : operator == BinaryOperator.DIVIDE ? 4 : 1;
        };
  }

  private static int cost(TensorExpr.UnaryOperator operator) {
    return switch (operator) {
      case NEGATE, ABS, SIGN, NOT, FLOOR, CEIL -> 1;
      case SQRT, RECIPROCAL -> 4;
      case EXP, LOG, TANH, ERF, SIGMOID -> 8;
    };
  }
}
