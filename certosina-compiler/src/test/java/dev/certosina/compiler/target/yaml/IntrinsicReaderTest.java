package dev.certosina.compiler.target.yaml;

import static dev.certosina.compiler.target.yaml.AcceleratorFiles.refuses;
import static dev.certosina.compiler.target.yaml.AcceleratorFiles.replace;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// Every kind of mistake in an intrinsic, with its message.
class IntrinsicReaderTest {
  @Test
  void refusesWrongExtents() {
    String expected = ", expected the extent of axis 'j', a whole number from 1 to 65536";
    refuses("j: 8,", "j: 0,", "15: found '0'" + expected);
    refuses("j: 8,", "j: -8,", "15: found '-8'" + expected);
    refuses("j: 8,", "j: eight,", "15: found 'eight'" + expected);
    refuses("j: 8,", "j: 8.5,", "15: found '8.5'" + expected);
    refuses("j: 8,", "j: 100000000000000000000,", "15: found '100000000000000000000'" + expected);
    refuses("j: 8,", "", "15: found no extent of the axis 'j', expected one");
    refuses(
        "j: 8,",
        "j: 8, k: 8,",
        "15: found the axis 'k', expected an axis of the statement: i, j, r");
    refuses(
        "j: 8,",
        "j: 65536,",
        "15: found extents that give operand 'B' more than 65536 points, expected a smaller tile");
    refuses(
        "i: 4, j: 8,",
        "i: 40, j: 80,",
        "15: found a tile of 'B' of 640 bytes, expected at most 512 bytes, all of 'vector'");
  }

  @Test
  void refusesWrongChains() {
    String expected = ", expected steps in the order load A, load B, compute, store D";
    refuses("load B, compute", "compute, load B", "21: found the step 'compute'" + expected);
    refuses("load B, compute", "load C, compute", "21: found the step 'load C'" + expected);
    refuses(
        "compute, store D]",
        "compute]",
        "21: found a chain that does not end in a store, expected load A, load B, compute, store D");
  }

  @Test
  void refusesEmissionsThatDoNotDefineTheResult() {
    refuses(
        "{result} =",
        "{last} =",
        "24: found an emission that never defines '{result}', expected a line '{result} = …'");
    refuses(
        "{b1}, <32 x float> {d0})",
        "{b1}, <32 x float> {d1})",
        "30: found '{d1}', expected an operand (A, B, D) or a value defined above");
    refuses(
        "{b0}, <32 x float> {D})",
        "{b0}, <32 x float> {b0})",
        "24: found an emission without '{D}', expected its use");
    refuses("{d0} =", "{a0} =", "27: found a second definition of '{a0}', expected a new name");
    refuses("{d0} =", "{A} =", "27: found a second definition of '{A}', expected a new name");
    refuses(
        "    emission:\n",
        "    emission: none\n    unknown:\n",
        "24: found the key 'unknown', expected a key of an intrinsic: name, statement, extents, types, memory, partial, chain, features, emission, latency, throughput, source");
  }

  @Test
  void refusesEmissionsThatDoMoreThanCompute() {
    refuses(
        "{d0} = call",
        "%d0 = call",
        "27: found '%d0 = call <32 x float> @llvm.fma.v32f32(<32 x float> {a0}, …', expected '{NAME} = OPERATION …'");
    refuses(
        "{d0} = call <32 x float> @llvm.fma.v32f32(",
        "{d0} = call <32 x float> @system(",
        "27: found '@system', expected a function listed under 'declare'");
    refuses(
        "declare <32 x float> @llvm.fma.v32f32(",
        "declare <32 x float> @system(",
        "32: found 'declare <32 x float> @system(<32 x float>, <32 x float>, <32…', expected a declaration of one of LLVM's intrinsics, 'declare TYPE @llvm.NAME(TYPES)'");
    refuses(
        "{b1}, <32 x float> {d0})",
        "{b1}, <32 x float> {d0}) ; fine",
        "30: found '<32 x float> @llvm.fma.v32f32(<32 x float> {a1}, <32 x float…', expected values as '{NAME}', without comments, metadata or attributes");
    assertThatThrownBy(() ->
            AcceleratorReader.read(
                "f.yaml", replace(AcceleratorFiles.outerProduct(), "{d0} = call", "{d0} = load")))
        .hasMessageStartingWith(
            "f.yaml:27: found the operation 'load', expected one on values: call, tail call,");
  }

  @Test
  void refusesEmissionsOfModelledHardware() {
    refuses(
        "target: x86-64-v3\n",
        "",
        "23: found an emission without a target, expected 'none', or the key 'target' in the accelerator");
  }

  @Test
  void refusesStatementsThatDoNotParse() {
    refuses(
        "D[i,j] += A[i,r] * B[r,j]",
        "D[i,j] + A[i,r]",
        "14: statement: column 8: found '+ A[i,r]', needed an assignment ('+=', '*=', 'max=' or 'min=')");
    refuses(
        "D[i,j] += A[i,r] * B[r,j]",
        "D[i,j] += A[i,r] * A[r,j]",
        "14: found the operand 'A' twice, expected operands with different names");
    refuses(
        "D[i,j] += A[i,r] * B[r,j]",
        "D[i,j] += A[i+1,r] * B[r,j]",
        "14: found a coordinate of 'A' that is no axis of its own, expected coordinates that are different axes");
    refuses(
        "D[i,j] += A[i,r] * B[r,j]",
        "D[i,j] += A[i,r | 0] * B[r,j]",
        "14: found padding of 'A', expected none in an instruction");
    refuses(
        "D[i,j] += A[i,r] * B[r,j]",
        "D[i,j] += result[i,r] * B[r,j]",
        "14: found the operand 'result', expected a letter, then letters, digits or '_', and not 'result'");
  }

  @Test
  void refusesOperandsThatAreNeverMoved() {
    refuses(
        "      - L1.D[d + i*ldd + j] = vector.D[i,j]\n",
        "",
        "18: found operand 'D' never written, expected a transfer for each operand");
    refuses(
        "      - vector.A[i,r] = L1.A[a + i*lda + r]\n",
        "",
        "18: found operand 'A' never loaded, expected a transfer for each operand");
    refuses(
        "vector.B[r,j] = L1.B[b + r*ldb + j]",
        "vector.C[r,j] = L1.C[b + r*ldb + j]",
        "19: found the operand 'C', expected one of A, B, D");
    refuses(
        "vector.B[r,j] = L1.B[b + r*ldb + j]",
        "vector.A[i,r] = L1.A[b + i*ldb + r]",
        "19: found a second transfer of 'A', expected one per operand");
    refuses(
        "vector.B[r,j] = L1.B[b + r*ldb + j]",
        "L1.B[b + r*ldb + j] = vector.B[r,j]",
        "19: found a store of 'B', expected its load");
    refuses(
        "L1.D[d + i*ldd + j] = vector.D[i,j]",
        "vector.D[i,j] = L1.D[d + i*ldd + j]",
        "20: found a load of the destination 'D', expected its store");
  }

  @Test
  void refusesWrongMemoryStatements() {
    String b = "vector.B[r,j] = L1.B[b + r*ldb + j]";
    refuses(
        b,
        "vector.B = L1.B",
        "19: found 'vector.B = L1.B', expected a transfer such as 'vector.A[i] = L1.A[a + i]'");
    refuses(
        b,
        "vector.B[r,j] = L9.B[b + r*ldb + j]",
        "19: found the scope 'L9', expected a memory level (memory, L1) or a register file (vector)");
    refuses(
        b,
        "memory.B[r,j] = L1.B[b + r*ldb + j]",
        "19: found a transfer from L1 to memory, expected one between memory and registers");
    refuses(
        b,
        "vector.B[r,j] = L1.A[b + r*ldb + j]",
        "19: found a transfer of 'A' to 'B', expected one operand");
    refuses(
        b,
        "vector.B[j,r] = L1.B[b + r*ldb + j]",
        "19: found 'B[j,r]', expected 'B[r,j]' as in the statement");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*ldb + i]",
        "19: found the axis 'i', expected an axis of the operand: r, j");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*ldb]",
        "19: found 'b + r*ldb', expected a term for the axis 'j' too");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*ldb + j + j*2]",
        "19: found the axis 'j' twice, expected each axis once");
    refuses(
        b,
        "vector.B[r,j] = L1.B[r*ldb + j]",
        "19: found 'r*ldb + j', expected a base address, such as 'a'");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*lda + j]",
        "19: found 'lda' as the name of a parameter, expected a new name for each parameter of the intrinsic");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*i + j]",
        "19: found 'i' as the name of a parameter, expected a name that no axis has");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*4 + j]",
        "19: found the stride 4 of axis 'r', expected more than 7, which other axes reach");
    refuses(
        b,
        "vector.B[r,j] = L1.B[b + r*ldb + j/2]",
        "19: found 'j/2', expected a base address, AXIS, AXIS*NUMBER or AXIS*PARAMETER");
  }

  @Test
  void refusesTypesItDoesNotKnow() {
    refuses(
        "B: f32, D",
        "B: float, D",
        "16: found 'float', expected an element type: f32, u8, i8, u16, i16, i32, i64, bool, f16, f64, u32, u64, bf16, u4, i4");
    refuses("B: f32, ", "", "16: found no type of the operand 'B', expected one");
    refuses(
        "B: f32, ",
        "B: f32, C: f32, ",
        "16: found the operand 'C', expected an operand of the statement: A, B, D");
  }

  @Test
  void refusesFeaturesThatTheTargetLacks() {
    String known =
        ", expected features of x86-64-v3: sse4.2, avx, avx2, bmi, bmi2, f16c, fma, movbe";
    refuses(
        "[fma]",
        "[fma, avx512f]",
        "22: found the feature 'avx512f', which target x86-64-v3 lacks" + known);
    refuses("[fma]", "[fma9]", "22: found the unknown feature 'fma9'" + known);
    refuses(
        "target: x86-64-v3",
        "target: x86-64-v9",
        "3: target 'x86-64-v9': 'x86-64-v9' is not known; bases are host, aarch64, x86-64-v3, x86-64-v4; extensions are vnni, bf16, amx, dotprod, i8mm");
    refuses(
        "target: x86-64-v3",
        "target: host",
        "3: found 'host', expected one target by its own name, such as x86-64-v4+vnni");
  }
}
