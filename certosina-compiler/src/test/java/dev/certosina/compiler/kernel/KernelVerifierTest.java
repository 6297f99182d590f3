package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelVerifierTest {
  private static final String HEAD =
      "kernel k(n: scalar, x: read f32[n], y: write f32[n], z: read_write f32[n],"
          + " h: read f16[n]) {\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "store x[0] = 1.0:f32 | store to 'x': read only",
        "store w[0] = 1.0:f32 | buffer 'w': not a parameter",
        "let a = load(y[0], f32) | load of 'y': write only",
        "let a = load(x[0], i32) | load of 'x': found i32, needed f32",
        "let a = load(x[0:i32], f32) | index of load of 'x': found i32, needed i64",
        "let a = load(x[0], f32x4, 1:boolx8) | mask of load of 'x': found boolx8, needed boolx4",
        "store y[0] = 1.0:f64 | store to 'y': found f64, needed f32",
        "store y[0] = 1.0:f32x4 where 1:bool | mask of store to 'y': found bool, needed boolx4",
        "let n = 1 | 'n': bound twice",
        "let x = 1 | 'x': bound twice",
        "assign n = 1 | 'n': assigned, but not declared",
        "declare a = 1 assign a = 1:i32 | 'a': found i32, needed i64",
        "let a = (1 + 1:i32) | right operand of '(1 + 1:i32)': found i32, needed i64",
        "let a = (1.0:f32 % 1.0:f32) | '(1.0:f32 % 1.0:f32)': not defined for f32",
        "let a = (1:bool + 1:bool) | '(1:bool + 1:bool)': not defined for bool",
        "let a = not(1.0:f32) | 'not(1.0:f32)': not defined for f32",
        "let a = sqrt(1) | 'sqrt(1)': not defined for i64",
        "let a = 256:u8 | '256:u8': not defined for u8",
        "let a = 1.0:i32 | '1.0:i32': not defined for i32",
        "let a = vector(1, 2:i32) | 'vector(1, 2:i32)': not defined for i32",
        "let a = vector(1:i8x2, 2:i8x2) | 'vector(1:i8x2, 2:i8x2)': not defined for i8x2",
        "let a = negate(load(h[0], f16)) | 'negate(load(h[0], f16))': not defined for f16",
        "let a = convert(f64, load(h[0], f16)) "
            + "| 'convert(f64, load(h[0], f16))': not defined for f16",
        "let a = bitcast(i64, 1.0:f32) | 'bitcast(i64, 1.0:f32)': not defined for f32",
        "let a = bitcast(u8, 1:bool) | 'bitcast(u8, 1:bool)': not defined for bool",
        "let a = broadcast(1:i64x2, 4) | 'broadcast(1:i64x2, 4)': not defined for i64x2",
        "let a = iota(u8x4) | 'iota(u8x4)': not defined for u8x4",
        "let a = reduce(add, 1:i64x3) | 'reduce(add, 1:i64x3)': not defined for i64x3",
        "let a = reduce(xor, 1:i64x4) | 'reduce(xor, 1:i64x4)': not defined for i64x4",
        "let a = extract(1:i64x4, 4) | 'extract(1:i64x4, 4)': not defined for i64x4",
        "let a = shuffle(1:i8x2, 1:i8x2, [4]) | 'shuffle(1:i8x2, 1:i8x2, [4])': "
            + "not defined for i8x2",
        "let a = select(1:boolx2, 1:i8x4, 1:i8x4) | 'select(1:boolx2, 1:i8x4, 1:i8x4)': "
            + "not defined for i8x4",
        "for i = 0 to n step 0 { } | loop over 'i': step 0",
        "for i = 0:i32 to n step 1 { } | start of loop over 'i': found i32, needed i64",
        "if 1 { } | condition: found i64, needed bool",
        "require 1 else 1 | requirement: found i64, needed bool",
        "call f(1) | call of 'f': not in the module",
        "call g(n) | call of 'g': found 1 arguments, needed 2",
        "call g(n, n) | call of 'g': argument 'b': needed a buffer",
        "call g(n, &x[0]) | call of 'g': argument 'b': found read, needed write",
        "call g(n, &h[0]) | call of 'g': argument 'b': found f16, needed f32",
        "call k(n, &x[0], &y[0], &z[0], &h[0]) | call of 'k': an entry kernel cannot be called",
        "prefetch w[0] | buffer 'w': not a parameter",
      })
  void names(String statements, String problem) {
    String helper = "internal kernel g(m: scalar, b: write f32[m]) { }\n";
    KernelModule module =
        KernelParser.parseModule("entry " + HEAD + statements.strip() + "\n}\n" + helper);
    assertThat(KernelVerifier.verify(module)).contains("kernel 'k': " + problem.strip());
  }

  @Test
  void refusesCoordinatesInInternalKernels() {
    KernelModule module =
        KernelParser.parseModule("internal " + HEAD + "let a = @row let b = in_scratch(x)\n}");
    assertThat(KernelVerifier.verify(module))
        .containsExactly(
            "kernel 'k': '@row': only in entry kernels",
            "kernel 'k': 'in_scratch(x)': only in entry kernels");
  }

  @Test
  void refusesRecursionThroughAnotherKernel() {
    KernelModule module =
        KernelParser.parseModule(
            "internal kernel a() { call b() }\ninternal kernel b() { call a() }");
    assertThat(KernelVerifier.verify(module))
        .containsExactly("kernel 'a': calls itself", "kernel 'b': calls itself");
  }

  @Test
  void refusesExtentsThatAreNoParameters() {
    KernelModule module = KernelParser.parseModule("entry kernel k(x: read f32[n]) { }");
    assertThat(KernelVerifier.verify(module))
        .containsExactly("kernel 'k': buffer 'x': extent 'n' is no scalar parameter");
  }

  @Test
  void refusesNamesOutOfScopeAndOfAnotherType() {
    var inner = new Stmt.Let("a", index(1));
    var branch = new Stmt.If(constant(Type.scalar(ElementType.BOOL), 1), List.of(inner), List.of());
    var use = new Stmt.Let("b", new Expr.Variable("a", Type.INDEX));
    var mistyped = new Stmt.Let("c", new Expr.Variable("b", Type.scalar(ElementType.INT8)));
    var kernel = new Kernel("k", Linkage.ENTRY, List.of(), List.of(branch, use, mistyped));
    assertThat(KernelVerifier.verify(new KernelModule(List.of(kernel))))
        .containsExactly("kernel 'k': 'a': not bound", "kernel 'k': 'b': found i8, needed i64");
  }

  @Test
  void throwsTheFirstProblem() {
    var kernel =
        new Kernel(
            "k",
            Linkage.ENTRY,
            List.of(),
            List.of(new Stmt.Let("b", add(new Expr.Variable("a", Type.INDEX), index(1)))));
    assertThatThrownBy(() -> KernelVerifier.requireValid(new KernelModule(List.of(kernel))))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("kernel 'k': 'a': not bound");
  }
}
