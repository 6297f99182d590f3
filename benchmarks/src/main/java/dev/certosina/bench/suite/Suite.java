package dev.certosina.bench.suite;

import java.nio.file.Path;
import java.util.List;

/// A list of cases to measure.
public interface Suite {

  String name();

  /// What a group of cases is, in the plural; for example `operators`.
  String groups();

  /// Names of two cases, for messages.
  String examples();

  /// All cases, by group.
  ///
  /// @param folder where executables may be written
  List<List<SuiteCase>> cases(Path folder);

  /// The case with as little to compute as there is: the product of two matrices of one element.
  SuiteCase smallest(Path folder);

  /// How peers see the cases of a group, where that is not plain from its name; else empty.
  String asked(String group);
}
