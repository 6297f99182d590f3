package dev.certosina.bench.peer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a peer runs in a case.
///
/// @param call empty where no way is left
/// @param missing why, in one word
/// @param remarks a line for each way that is wrong or took its process down
public record Selection(Optional<RemoteCall> call, Missing missing, List<String> remarks) {

  /// Why a peer has no time in a case.
  public enum Missing {
    /// It has one.
    NO,
    /// It has no way of computing such a problem.
    NONE,
    /// It refused every way.
    REFUSED,
    /// No way gave the right result.
    WRONG,
    /// Its process ended, and no other way was left.
    CRASHED;

    /// For tables.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Selection {
    remarks = List.copyOf(remarks);
  }
}
