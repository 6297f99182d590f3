package dev.certosina.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/// The walls inside and between the runtime and the compiler. A rule about a package that does not
/// exist holds; [#seesTheProject] guards against a scan that finds nothing at all.
@AnalyzeClasses(
    packages = "dev.certosina",
    importOptions = ArchitectureTest.WithoutTestClasses.class)
class ArchitectureTest {

  /// Packages of `dev.certosina.compiler` in pipeline order; each may use those before it.
  private static final List<String> PIPELINE =
      List.of(
          "base",
          "affine",
          "graph",
          "onnx",
          "texpr",
          "target",
          "mapping",
          "poly",
          "reduce",
          "schedule",
          "search",
          "kernel",
          "llvm",
          "pipeline");

  private static final int FEWEST_CLASSES = 30;

  /// Leaves out test classes, whichever output folder or jar they come from.
  static final class WithoutTestClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES_IN_THE_COMPILER =
      slices()
          .matching("dev.certosina.compiler.(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES_IN_THE_RUNTIME =
      slices()
          .matching("dev.certosina.runtime.(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NATIVE_LINKING_STAYS_IN_INTERNAL_PACKAGES =
      noClasses()
          .that()
          .resideOutsideOfPackage("..internal..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.lang\\.foreign\\.(Linker|SymbolLookup)(\\$.*)?");

  @ArchTest
  static final ArchRule RUNTIME_KEEPS_ITS_INTERNALS =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.certosina", "dev.certosina.runtime..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.certosina.runtime..internal..");

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_PRINTS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.certosina.cli..")
          .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_EXITS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.certosina.cli..")
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);

  @ArchTest
  static final ArchRule COMPILER_READS_NEITHER_CLOCK_NOR_ENVIRONMENT =
      noClasses()
          .that()
          .resideInAPackage("dev.certosina.compiler..")
          .and()
          .resideOutsideOfPackage("dev.certosina.compiler.llvm.internal..")
          .should()
          .callMethod(System.class, "getenv")
          .orShould()
          .callMethod(System.class, "getenv", String.class)
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule COMPILER_STARTS_NO_THREADS =
      noClasses()
          .that()
          .resideInAPackage("dev.certosina.compiler..")
          .and()
          .resideOutsideOfPackage("dev.certosina.compiler.llvm.internal..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.lang\\.Thread(\\$.*)?|java\\.util\\.concurrent\\.(Executor.*|ForkJoin.*)")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule NOBODY_LOGS_THROUGH_JAVA_UTIL_LOGGING =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  @ArchTest
  static final ArchRule NOBODY_THROWS_GENERIC_EXCEPTIONS =
      GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

  @ArchTest
  static void packagesUseOnlyEarlierOnes(JavaClasses classes) {
    for (int i = 0; i < PIPELINE.size(); i++) {
      String[] later =
          PIPELINE.subList(i + 1, PIPELINE.size()).stream()
              .map(ArchitectureTest::pattern)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(pattern(PIPELINE.get(i)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .allowEmptyShould(true)
          .check(classes);
    }
  }

  @ArchTest
  static void compilerHasNoPackageOutsideThePipeline(JavaClasses classes) {
    Set<String> unknown = new TreeSet<>();
    String prefix = "dev.certosina.compiler.";
    for (var type : classes) {
      String name = type.getPackageName();
      if (name.startsWith(prefix) && !PIPELINE.contains(name.split("\\.")[3])) {
        unknown.add(name);
      }
    }
    assertThat(unknown).as("packages without a place in the pipeline order").isEmpty();
  }

  @ArchTest
  static void packagesAreNullMarked(JavaClasses classes) {
    Set<String> unmarked = new TreeSet<>();
    for (var type : classes) {
      JavaPackage home = type.getPackage();
      if (!home.isAnnotatedWith(NullMarked.class)) {
        unmarked.add(home.getName());
      }
    }
    assertThat(unmarked).as("packages without @NullMarked in their package-info").isEmpty();
  }

  @ArchTest
  static void seesTheProject(JavaClasses classes) {
    assertThat(classes).hasSizeGreaterThanOrEqualTo(FEWEST_CLASSES);
  }

  private static String pattern(String name) {
    return "dev.certosina.compiler." + name + "..";
  }
}
