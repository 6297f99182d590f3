package dev.certosina.peers.pytorch;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValue;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import dev.certosina.ModelException;
import dev.certosina.peers.internal.SimpleLogging;
import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorWay;
import dev.certosina.peers.operator.PreparedOperator;
import dev.certosina.peers.pytorch.ScriptFormula.Array;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/// PyTorch on the CPU through DJL: each formula is a TorchScript module, run without gradients.
public final class PyTorchPeer implements OperatorPeer {
  private static final String ENGINE = "PyTorch";

  @Override
  public String name() {
    return "pytorch";
  }

  @Override
  public String version() {
    return engine().getVersion();
  }

  @Override
  public String settings() {
    return "TorchScript through DJL, no gradients, weights packed by oneDNN or MKL where that is faster";
  }

  @Override
  public List<OperatorWay> ways(OperatorProblem problem, Operands operands, int threads) {
    engine();
    JniUtils.setGradMode(false);
    JniUtils.setNumThreads(threads);
    return ScriptFormulas.of(problem, operands).stream().<OperatorWay>map(Way::new).toList();
  }

  private record Way(ScriptFormula formula) implements OperatorWay {

    @Override
    public String text() {
      return formula.text();
    }

    @Override
    public PreparedOperator prepare() {
      var manager = (PtNDManager) NDManager.newBaseManager(Device.cpu(), ENGINE);
      try {
        PreparedOperator operator = PyTorchPeer.prepare(manager, formula);
        operator.run();
        return operator;
      } catch (EngineException | IllegalArgumentException e) {
        manager.close();
        String refusal = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        throw new ModelException("pytorch: %s: %s".formatted(text(), refusal), e);
      }
    }
  }

  private static Prepared prepare(PtNDManager manager, ScriptFormula formula) {
    PtSymbolBlock module;
    try {
      var file = new ByteArrayInputStream(ScriptModule.file(formula.methods()));
      module = JniUtils.loadModule(manager, file, false, false);
    } catch (IOException e) {
      throw new ModelException("pytorch: a module cannot be loaded: " + e.getMessage(), e);
    }
    IValue left = IValue.from(tensor(manager, formula.left()));
    IValue right = IValue.from(tensor(manager, formula.right()));
    IValue packed = IValueUtils.runMethod(module, "pack", right);
    return new Prepared(formula.text(), manager, module, left, packed, right);
  }

  private static PtNDArray tensor(PtNDManager manager, Array array) {
    List<Integer> inMemory = Layouts.permute(array.shape(), array.order());
    float[] elements = Layouts.permute(array.elements(), array.shape(), array.order());
    var shape = new Shape(inMemory.stream().mapToLong(Integer::longValue).toArray());
    var back = new int[inMemory.size()];
    for (int axis = 0; axis < back.length; axis++) {
      back[array.order().get(axis)] = axis;
    }
    return (PtNDArray) manager.create(elements, shape).transpose(back);
  }

  /// The engine, loaded. DJL would log and could download; it has everything on the class path.
  private static Engine engine() {
    SimpleLogging.silence();
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    try {
      return Engine.getEngine(ENGINE);
    } catch (EngineException | LinkageError e) {
      throw new ModelException(
          "pytorch: its native library cannot be loaded: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }

  private record Prepared(
      String formula,
      PtNDManager manager,
      PtSymbolBlock module,
      IValue left,
      IValue packed,
      IValue right)
      implements PreparedOperator {

    @Override
    public void run() {
      call().close();
    }

    @Override
    public float[] output() {
      try (IValue result = call();
          PtNDArray tensor = result.toTensor(manager)) {
        return tensor.toFloatArray();
      }
    }

    private IValue call() {
      return IValueUtils.runMethod(module, "forward", left, packed, right);
    }

    @Override
    public void close() {
      packed.close();
      left.close();
      right.close();
      manager.close();
    }
  }
}
