package dev.certosina.cli.conformance;

import java.util.Locale;
import java.util.Set;

/// What became of one test case.
///
/// @param operators of the case's model; empty where its file cannot be read
/// @param reason why it did not pass, one line; empty where it did
public record CaseResult(String name, Set<String> operators, Status status, String reason) {

  public CaseResult {
    operators = Set.copyOf(operators);
  }

  /// The ways in which a case can end.
  public enum Status {
    /// Right results, or a clear refusal where one was expected.
    PASS,
    /// Wrong results, a refusal at run time, or no refusal where one was expected.
    FAIL,
    /// The model was refused in one clear line before it ran.
    UNSUPPORTED,
    /// Anything else that was thrown.
    ERROR;

    /// The word for it in reports.
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
