package dev.certosina.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GoldenTest {

  @BeforeEach
  void comparesOnly() {
    assumeFalse(Boolean.getBoolean("golden.update"), "golden files are being rewritten");
  }

  @Test
  void acceptsTheSameText() {
    assertThatCode(() -> Golden.check(GoldenTest.class, "sample.txt", "one\ntwo\n"))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesOtherText() {
    assertThatThrownBy(() -> Golden.check(GoldenTest.class, "sample.txt", "one\nthree\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("golden.update");
  }

  @Test
  void refusesAMissingFile() {
    assertThatThrownBy(() -> Golden.check(GoldenTest.class, "absent.txt", ""))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("absent.txt");
  }
}
