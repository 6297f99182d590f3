package dev.certosina.compiler.affine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A scalar statement over affine accesses, such as `C[m,n] += A[m,k] * B[k,n]`.
///
/// Software operators and the compute abstractions of instructions are both written this way (AMOS,
/// ISCA 2022). An axis that occurs in the destination is spatial, every other one reduces.
///
/// @param operation what joins the operands, from left to right; [ElementOperation#MULTIPLY] for a
///   single one
/// @param operands at least one
public record IndexStatement(
    Access destination,
    Accumulation accumulation,
    ElementOperation operation,
    List<Access> operands) {

  public IndexStatement {
    operands = List.copyOf(operands);
    operation = operands.size() == 1 ? ElementOperation.MULTIPLY : operation;
  }

  /// How the values of reduction points join what the destination holds.
  public enum Accumulation {
    SUM("+=", 0),
    PRODUCT("*=", 1),
    MAX("max=", Double.NEGATIVE_INFINITY),
    MIN("min=", Double.POSITIVE_INFINITY);

    private final String text;
    private final double identity;

    Accumulation(String text, double identity) {
      this.text = text;
      this.identity = identity;
    }

    /// As written, for example `+=`.
    public String text() {
      return text;
    }

    /// The value that changes nothing; the lowest or highest of the type for integers.
    public double identity() {
      return identity;
    }
  }

  /// How operands are joined at one point.
  public enum ElementOperation {
    MULTIPLY("*"),
    ADD("+"),
    SUBTRACT("-");

    private final String text;

    ElementOperation(String text) {
      this.text = text;
    }

    /// As written, for example `*`.
    public String text() {
      return text;
    }

    /// True if operands may change places.
    public boolean isCommutative() {
      return this != SUBTRACT;
    }
  }

  /// The axes of the destination, in order of first mention.
  public List<String> spatialAxes() {
    return List.copyOf(axesOf(List.of(destination)));
  }

  /// The axes of the operands that the destination lacks, in order of first mention.
  public List<String> reductionAxes() {
    Set<String> axes = axesOf(operands);
    axes.removeAll(axesOf(List.of(destination)));
    return List.copyOf(axes);
  }

  /// Operands in order, then the destination: the rows of an access matrix.
  public List<Access> accesses() {
    List<Access> all = new ArrayList<>(operands);
    all.add(destination);
    return all;
  }

  private static Set<String> axesOf(List<Access> accesses) {
    Set<String> axes = new LinkedHashSet<>();
    for (Access access : accesses) {
      for (IndexExpr coordinate : access.coordinates()) {
        coordinate.terms().forEach(term -> axes.add(term.axis()));
      }
    }
    return axes;
  }
}
