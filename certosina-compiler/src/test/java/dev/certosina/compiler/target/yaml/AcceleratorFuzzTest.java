package dev.certosina.compiler.target.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Whatever becomes of a good file, it is read or refused with a line.
class AcceleratorFuzzTest {
  private static final int MUTANTS_OF_A_FILE = 30;
  private static final int MOST_CHANGES = 4;
  private static final String ODD_CHARACTERS =
      "{}[]:,-|>&*!%@#?'\"\\ \t\n0aA\u00e9\ud83d\ufeff\u0000";
  private static final Pattern MESSAGE = Pattern.compile("f\\.yaml:[1-9][0-9]*: [^\\n]+");

  @Test
  void mutatedFilesAreReadOrRefusedWithALine() {
    RandomGenerator random = Seed.generator();
    List<String> files = new ArrayList<>(List.of(AcceleratorFiles.outerProduct()));
    Accelerators.names().forEach(name -> files.add(AcceleratorFiles.builtIn(name)));
    int read = 0;
    int refused = 0;
    for (String file : files) {
      for (int i = 0; i < MUTANTS_OF_A_FILE; i++) {
        String mutant = mutate(file, random);
        if (isRead(mutant)) {
          read++;
        } else {
          refused++;
        }
      }
    }
    // Otherwise the mutations are too tame or too wild to test anything.
    assertThat(read).isGreaterThan(files.size());
    assertThat(refused).isGreaterThan(MUTANTS_OF_A_FILE * files.size() / 2);
  }

  private static boolean isRead(String mutant) {
    try {
      AcceleratorReader.read("f.yaml", mutant);
      return true;
    } catch (ModelException e) {
      assertThat(e.getMessage()).matches(MESSAGE);
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      return fail("an unexpected exception for\n" + mutant, e);
    }
  }

  private static String mutate(String file, RandomGenerator random) {
    List<String> lines = new ArrayList<>(file.lines().toList());
    int changes = random.nextInt(1, MOST_CHANGES + 1);
    for (int i = 0; i < changes && !lines.isEmpty(); i++) {
      int at = random.nextInt(lines.size());
      int other = random.nextInt(lines.size());
      switch (random.nextInt(8)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, lines.get(other));
        case 2 -> lines.add(at, lines.get(at));
        case 3 -> lines.set(at, lines.get(other));
        case 4 -> lines.set(at, " ".repeat(random.nextInt(4)) + lines.get(at));
        case 5 ->
            lines.set(at, lines.get(at).substring(0, random.nextInt(lines.get(at).length() + 1)));
        case 6 -> lines.set(at, alterNumber(lines.get(at), random));
        default -> lines.set(at, alterCharacter(lines.get(at), random));
      }
    }
    return String.join("\n", lines);
  }

  private static String alterNumber(String line, RandomGenerator random) {
    List<String> numbers =
        List.of("0", "-1", "7", "65536", "99999999999999999999", "1e9", "nan", "x", "");
    return line.replaceFirst("\\d+", numbers.get(random.nextInt(numbers.size())));
  }

  private static String alterCharacter(String line, RandomGenerator random) {
    int at = random.nextInt(line.length() + 1);
    String odd = String.valueOf(ODD_CHARACTERS.charAt(random.nextInt(ODD_CHARACTERS.length())));
    int end = Math.min(line.length(), at + random.nextInt(2));
    return line.substring(0, at) + odd + line.substring(end);
  }
}
