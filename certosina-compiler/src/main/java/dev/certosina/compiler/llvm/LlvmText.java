package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Function;

/// The text of one LLVM function as it grows: fresh names, the current block, the instructions.
///
/// Values are named `%v0`, `%v1`, … and blocks `b0`, `b1`, …, so the same kernel gives the same
/// text.
final class LlvmText {

  /// A typed operand: a register or a constant, as LLVM writes it.
  ///
  /// @param element LLVM's type of one lane
  record Operand(String element, int lanes, String text) {
    String type() {
      return LlvmType.vector(element, lanes);
    }

    /// Type and text, as most instructions want them.
    String typed() {
      return type() + " " + text;
    }
  }

  static final String INDEX = "i64";

  private final Collection<String> declarations;
  private final StringBuilder slots = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private int values;
  private int blocks;
  private String block = "entry";

  /// @param declarations collects the intrinsics used, one `declare` line each
  LlvmText(Collection<String> declarations) {
    this.declarations = declarations;
  }

  /// Everything between the braces of the function.
  String finish() {
    return "entry:\n" + slots + body;
  }

  static Operand operand(Type type, String text) {
    return new Operand(LlvmType.element(type.element()), type.lanes(), text);
  }

  /// An integer (or `i1`) constant in every lane.
  static Operand integer(String element, int lanes, long value) {
    String scalar = element.equals("i1") ? (value == 0 ? "false" : "true") : Long.toString(value);
    return constant(element, lanes, scalar);
  }

  static Operand index(long value) {
    return integer(INDEX, 1, value);
  }

  /// The scalar constant `text` in every lane.
  static Operand constant(String element, int lanes, String text) {
    boolean isZero = text.equals("0") || text.equals("false");
    String all =
        lanes == 1 ? text : isZero ? "zeroinitializer" : "splat (" + element + " " + text + ")";
    return new Operand(element, lanes, all);
  }

  /// A name that no other value of the function has.
  String freshName() {
    return "%v" + values++;
  }

  /// Notes that a function is called; `line` declares it.
  void declare(String line) {
    declarations.add(line);
  }

  /// Appends an instruction whose result has the type of lane `element`.
  Operand emit(String element, int lanes, String instruction) {
    String name = freshName();
    body.append("  ").append(name).append(" = ").append(instruction).append('\n');
    return new Operand(element, lanes, name);
  }

  /// Appends an instruction without a result.
  void emitVoid(String instruction) {
    body.append("  ").append(instruction).append('\n');
  }

  /// The word at `offset` bytes in a block that does not change while the function runs, so LLVM
  /// may load it again rather than keep it.
  Operand loadWord(String block, int offset, String element) {
    Operand address = emit("ptr", 1, "getelementptr i8, ptr " + block + ", i64 " + offset);
    return emit(element, 1, "load " + element + ", " + address.typed() + ", !invariant.load !0");
  }

  /// An instruction of two operands of one type, which is also the type of the result.
  Operand binary(String opcode, Operand left, Operand right) {
    return emit(left.element(), left.lanes(), opcode + " " + left.typed() + ", " + right.text());
  }

  /// A comparison; `predicate` is for example `icmp slt`.
  Operand compare(String predicate, Operand left, Operand right) {
    return emit("i1", left.lanes(), predicate + " " + left.typed() + ", " + right.text());
  }

  Operand select(Operand condition, Operand whenTrue, Operand whenFalse) {
    return emit(
        whenTrue.element(),
        whenTrue.lanes(),
        "select " + condition.typed() + ", " + whenTrue.typed() + ", " + whenFalse.typed());
  }

  /// A conversion such as `sext`, or `bitcast` where lanes keep their width.
  Operand cast(String opcode, Operand operand, String element) {
    String type = LlvmType.vector(element, operand.lanes());
    return emit(element, operand.lanes(), opcode + " " + operand.typed() + " to " + type);
  }

  /// Calls an overloaded intrinsic such as `fma`, whose operands and result have one type.
  Operand intrinsic(String name, Operand... operands) {
    return intrinsic(name, "", operands[0].element(), operands);
  }

  /// Calls an intrinsic mangled by its result, then by `suffix`.
  Operand intrinsic(String name, String suffix, String element, Operand... operands) {
    int lanes = operands[0].lanes();
    String full = "@llvm." + name + "." + LlvmType.mangled(element, lanes) + suffix;
    return emit(element, lanes, call(LlvmType.vector(element, lanes), full, List.of(operands)));
  }

  /// The text of a call to an intrinsic, which is declared on the way.
  String call(String resultType, String function, List<Operand> operands) {
    String types = join(operands, Operand::type);
    declarations.add("declare " + resultType + " " + function + "(" + types + ")");
    return "call " + resultType + " " + function + "(" + join(operands, Operand::typed) + ")";
  }

  private static String join(List<Operand> operands, Function<Operand, String> part) {
    StringJoiner joined = new StringJoiner(", ");
    operands.forEach(operand -> joined.add(part.apply(operand)));
    return joined.toString();
  }

  /// A scalar in every lane.
  Operand broadcast(Operand scalar, int lanes) {
    if (lanes == 1) {
      return scalar;
    }
    String type = LlvmType.vector(scalar.element(), lanes);
    String zeros = LlvmType.vector("i32", lanes) + " zeroinitializer";
    Operand first =
        emit(
            scalar.element(),
            lanes,
            "insertelement " + type + " poison, " + scalar.typed() + ", i64 0");
    return emit(
        scalar.element(),
        lanes,
        "shufflevector " + first.typed() + ", " + type + " poison, " + zeros);
  }

  /// Lanes `picked` of the concatenation of two vectors; one lane gives a scalar.
  Operand shuffle(Operand left, Operand right, List<Integer> picked) {
    if (left.lanes() == 1) {
      return gather(left, right, picked);
    }
    if (picked.size() == 1) {
      int lane = picked.getFirst();
      Operand source = lane < left.lanes() ? left : right;
      return extract(source, lane % left.lanes());
    }
    StringJoiner lanes = new StringJoiner(", ", "<", ">");
    picked.forEach(lane -> lanes.add("i32 " + lane));
    String type = LlvmType.vector("i32", picked.size());
    return emit(
        left.element(),
        picked.size(),
        "shufflevector " + left.typed() + ", " + right.typed() + ", " + type + " " + lanes);
  }

  Operand extract(Operand vector, int lane) {
    return vector.lanes() == 1
        ? vector
        : emit(vector.element(), 1, "extractelement " + vector.typed() + ", i64 " + lane);
  }

  private Operand gather(Operand left, Operand right, List<Integer> picked) {
    return vector(picked.stream().map(lane -> lane == 0 ? left : right).toList());
  }

  /// Scalars side by side; one alone stays a scalar.
  Operand vector(List<Operand> scalars) {
    Operand first = scalars.getFirst();
    if (scalars.size() == 1) {
      return first;
    }
    Operand result = new Operand(first.element(), scalars.size(), "poison");
    for (int i = 0; i < scalars.size(); i++) {
      String lane = scalars.get(i).typed();
      result =
          emit(
              first.element(),
              scalars.size(),
              "insertelement %s, %s, i64 %d".formatted(result.typed(), lane, i));
    }
    return result;
  }

  /// `0, 1, …` in integer lanes.
  static Operand iota(String element, int lanes) {
    if (lanes == 1) {
      return integer(element, 1, 0);
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      values.add(element + " " + i);
    }
    return new Operand(element, lanes, "<" + String.join(", ", values) + ">");
  }

  /// A stack slot that lives as long as the function; LLVM turns it into registers.
  Operand slot(String element, int lanes) {
    String name = freshName();
    String type = LlvmType.vector(element, lanes);
    slots.append("  ").append(name).append(" = alloca ").append(type).append('\n');
    return new Operand("ptr", 1, name);
  }

  /// The address `bytes` after another.
  Operand offset(Operand address, Operand bytes) {
    return emit("ptr", 1, "getelementptr i8, " + address.typed() + ", " + bytes.typed());
  }

  /// Runs `body` with an i64 that goes from `from` in steps of `step` while below `to`. The test
  /// stands at the end, after one before the first round, which suits LLVM's loop passes.
  void countingLoop(Operand from, Operand to, long step, Consumer<Operand> body) {
    String before = block;
    String start = newBlock();
    String again = newBlock();
    String done = newBlock();
    branch(compare("icmp slt", from, to), start, done);
    startBlock(start);
    Operand next = new Operand(INDEX, 1, freshName());
    Operand variable =
        emit(
            INDEX,
            1,
            "phi i64 [ %s, %%%s ], [ %s, %%%s ]"
                .formatted(from.text(), before, next.text(), again));
    body.accept(variable);
    branch(again);
    startBlock(again);
    emitVoid("%s = add %s, %d".formatted(next.text(), variable.typed(), step));
    branch(compare("icmp slt", next, to), start, done);
    startBlock(done);
  }

  String newBlock() {
    return "b" + blocks++;
  }

  /// The block that instructions are appended to.
  String block() {
    return block;
  }

  void startBlock(String label) {
    body.append(label).append(":\n");
    block = label;
  }

  void branch(String label) {
    emitVoid("br label %" + label);
  }

  void branch(Operand condition, String whenTrue, String whenFalse) {
    emitVoid("br " + condition.typed() + ", label %" + whenTrue + ", label %" + whenFalse);
  }
}
