package dev.certosina.compiler.kernel.lower;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;

/// Whether lanes can run along an axis: everything that varies along it is f32 (or a comparison of
/// f32) and moves by one element, or not at all, from point to point.
final class Vectorizable {
  private static final Dim ONE = Dims.constant(1);

  private final Memory memory;
  private final String axis;

  private Vectorizable(Memory memory, String axis) {
    this.memory = memory;
    this.axis = axis;
  }

  static boolean test(TensorExpr expr, String axis, Memory memory) {
    Vectorizable test = new Vectorizable(memory, axis);
    IndexExpr write = expr.write().getFirst();
    boolean writesRun =
        memory.type(expr.output()) == ElementType.FLOAT32
            && ((expr.combiner() != Combiner.NONE && !write.uses(axis))
                || write.coefficient(axis).equals(ONE));
    return writesRun
        && Payloads.type(expr.payload(), memory::type) == ElementType.FLOAT32
        && test.accepts(expr.payload());
  }

  private boolean accepts(Payload payload) {
    if (!Payloads.axes(payload).contains(axis)) {
      return true;
    }
    ElementType type = Payloads.type(payload, memory::type);
    boolean computed = type == ElementType.FLOAT32 || type == ElementType.BOOL;
    boolean self =
        switch (payload) {
          case Payload.Load load ->
              type == ElementType.FLOAT32 && moves(load.coordinates().getFirst());
          case Payload.Gather gather ->
              type == ElementType.FLOAT32
                  && gathersRun(gather)
                  && !Payloads.axes(gather.index()).contains(axis);
          case Payload.IndexValue _, Payload.Convert _ -> false;
          case Payload.Binary _, Payload.Unary _, Payload.Select _ -> computed;
          case Payload.FloatConstant _, Payload.IntConstant _ -> true;
        };
    return self && Payloads.children(payload).stream().allMatch(this::accepts);
  }

  private boolean moves(IndexExpr address) {
    return !address.uses(axis) || address.coefficient(axis).equals(ONE);
  }

  /// Only the last dim of a tensor has neighbours in memory.
  private boolean gathersRun(Payload.Gather gather) {
    int last = gather.coordinates().size() - 1;
    for (int d = 0; d < last; d++) {
      if (gather.coordinates().get(d).uses(axis)) {
        return false;
      }
    }
    return gather.dim() != last && moves(gather.coordinates().get(last));
  }
}
