package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import dev.certosina.cli.json.Json;
import org.junit.jupiter.api.Test;

class TargetsCommandTest {

  @Test
  void listsTargetsForPeople() {
    assertThat(Cli.run("targets").succeeds().output()).contains("x86-64-v3", "x86-64-v4", "host: ");
  }

  @Test
  void printsADocumentWithTheseKeys() {
    Json.Structure document = Cli.run("targets", "--json").document();
    assertThat(Cli.keys(document)).containsExactly("version", "host", "cpuFlags", "targets");
    assertThat(Cli.elements(document, "targets"))
        .isNotEmpty()
        .allSatisfy(target ->
            assertThat(Cli.keys(target))
                .containsExactly(
                    "name", "runsHere", "missingCpuFlags", "vectorBytes", "vectorRegisters"));
  }
}
