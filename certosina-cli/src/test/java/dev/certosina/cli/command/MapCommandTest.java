package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import dev.certosina.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapCommandTest {
  private static final String PRODUCT = "C[m,n] += A[m,k] * B[k,n]";
  private static final String SIZES = "m=105,n=40,k=17";

  @TempDir Path folder;

  /// Counts of amos.md 2.1: match-point rule, column rule.
  @ParameterizedTest
  @CsvSource({
    "gmv,1,1", "gmm,1,1", "c1d,6,9", "c2d,35,49", "c3d,180,225", "t2d,7,49", "grp,35,49",
    "dil,35,49", "dep,11,21", "cap,105,147", "bcv,11,21", "gfc,1,1", "men,1,1", "var,1,1",
    "scn,1,1",
  })
  void countsAsAmosDoes(String operator, String matchPoint, String column) {
    assertThat(count(operator, "nvidia-sm70", "--rule", "match-point")).isEqualTo(matchPoint);
    assertThat(count(operator, "nvidia-sm70", "--rule", "column")).isEqualTo(column);
  }

  @Test
  void countsForVirtualAccelerators() {
    assertThat(count("c3d", "virtual-axpy", "--rule", "match-point")).isEqualTo("15");
    assertThat(count("c3d", "virtual-conv", "--rule", "match-point")).isEqualTo("366");
    assertThat(count("c2d", "virtual-conv", "--rule", "match-point")).isEqualTo("32");
    assertThat(count("c3d", "virtual-conv")).isEqualTo("750");
    assertThat(count("c2d", "virtual-conv")).isEqualTo("84");
  }

  @Test
  void countsFeasibleMappings() {
    String[] strict = {"--rule", "match-point", "--strict"};
    assertThat(count("c2d:5", "nvidia-sm70", strict)).isEqualTo("20");
    assertThat(count("c2d:0", "nvidia-sm70", strict)).isEqualTo("18");
    assertThat(count("c2d:11", "nvidia-sm70", strict)).isEqualTo("8");
    assertThat(count("c2d:5", "nvidia-sm70", "--strict", "--batch", "16")).isEqualTo("28");
  }

  @Test
  void swapsOperandsAndInsertsAxesWhenAsked() {
    String transposed = "C[m,n] += B[k,n] * A[m,k]";
    assertThat(count(transposed, "nvidia-sm70")).isEqualTo("1");
    assertThat(count(transposed, "nvidia-sm70", "--swap")).isEqualTo("2");
    assertThat(count("C[m] += A[m,k] * B[k]", "nvidia-sm70")).isEqualTo("0");
    assertThat(count("C[m] += A[m,k] * B[k]", "nvidia-sm70", "--unit-axes")).isEqualTo("3");
  }

  @Test
  void listsMappingsForPeople() {
    String text =
        Cli.run("map", PRODUCT, "--sizes", SIZES, "--accelerator", "virtual-gemm")
            .succeeds()
            .output();
    assertThat(text)
        .contains("i<-m; j<-n; r<-k", "105x40x17", "7x3x2", "D[i,j] += A[i,r] * B[r,j]", " us")
        .doesNotContain("rejected");
  }

  @Test
  void explainsWithMatricesAndReasons() {
    String text =
        Cli.run("map", PRODUCT, "--accelerator", "virtual-gemm", "--explain").succeeds().output();
    assertThat(text)
        .contains(
            "X m n k   Y m n k   Z i j r",
            "Z∘Y = X, X∘Yᵀ = Z",
            "axis n -> i: column (A 0, B 1, D 1), needs (A 1, B 0, D 1)",
            "fused    i = m < m, j = n < n, r = k < k")
        .doesNotContain("unfused");
  }

  @Test
  void explainsHowAxesAreFused() {
    String convolution = "O[n,k,p] += I[n,c,p+r] * W[k,c,r]";
    String sizes = "n=2,k=5,p=7,c=3,r=4";
    assertThat(
            Cli.run(
                    "map",
                    convolution,
                    "--sizes",
                    sizes,
                    "--accelerator",
                    "virtual-gemm",
                    "--explain")
                .succeeds()
                .output())
        .contains(
            "fused    i = n*7+p < 14, j = k < 5, r = c*4+r < 12",
            "unfused  n = i/7, p = i mod 7, k = j, c = r/4, r = r mod 4",
            "operands A[12*i+r], B[5*r+j], D[5*i+j]");
  }

  @Test
  void executesEveryMapping() {
    Cli checked = Cli.run("map", "c1d", "--accelerator", "virtual-gemm", "--check").succeeds();
    assertThat(checked.output()).contains("ok     i<-n,p; j<-k; r<-c,r (", "all agree");
  }

  @Test
  void printsADocumentWithTheseKeys() {
    Json.Structure document =
        Cli.run(
                "map",
                PRODUCT,
                "--sizes",
                SIZES,
                "--accelerator",
                "virtual-gemm",
                "--check",
                "--json")
            .document();
    assertThat(Cli.keys(document))
        .containsExactly("version", "subject", "accelerator", "rule", "intrinsics", "checks");
    Json intrinsic = Cli.elements(document, "intrinsics").getFirst();
    assertThat(Cli.keys(intrinsic))
        .containsExactly("name", "compute", "computation", "count", "mappings", "rejected");
    Json computation = Cli.member(intrinsic, "computation");
    assertThat(Cli.keys(computation)).containsExactly("statement", "axes", "tensors");
    assertThat(Cli.keys(Cli.elements(computation, "axes").getFirst()))
        .containsExactly("name", "extent", "kind");
    assertThat(Cli.keys(Cli.elements(computation, "tensors").getFirst()))
        .containsExactly("name", "type", "dims");
    Json mapping = Cli.elements(intrinsic, "mappings").getFirst();
    assertThat(Cli.keys(mapping))
        .containsExactly(
            "text", "sources", "groups", "outerAxes", "calls", "utilization", "modelMicros");
    assertThat(Cli.keys(Cli.elements(mapping, "groups").getFirst()))
        .containsExactly("intrinsicAxis", "axes", "extent", "size", "tiles", "padding");
    assertThat(Cli.member(mapping, "calls")).isEqualTo(new Json.Int(7 * 3 * 2));
    assertThat(Cli.keys(Cli.elements(intrinsic, "rejected").getFirst()))
        .containsExactly("reason", "place", "found", "needed");
    assertThat(Cli.keys(Cli.elements(document, "checks").getFirst()))
        .containsExactly("intrinsic", "text", "interpretedRuns", "nativeRuns", "failure");
    Json.Structure count =
        Cli.run("map", "c2d", "--accelerator", "nvidia-sm70", "--count", "--json").document();
    assertThat(Cli.keys(count))
        .containsExactly("version", "subject", "accelerator", "rule", "intrinsic", "count");
  }

  @Test
  void writesAPageThatNeedsNothingElse() throws IOException {
    Path page = folder.resolve("page.html");
    Cli.run(
            "map",
            "c2d:0",
            "--batch",
            "16",
            "--accelerator",
            "nvidia-sm70",
            "--mapping",
            "i<-n,q; j<-k; r<-c,r,s",
            "--html",
            page.toString())
        .succeeds();
    String html = Files.readString(page);
    assertThat(html)
        .contains(
            "<svg",
            "501,760",
            "147 points in 10 tiles of 16 lanes; 13 lanes of padding, 91.9 % of the lanes used",
            "286720*p+2560*tile_i+256*tile_r + 16*lane_i + lane_r",
            "Z∘Y = X holds",
            "i&lt;-n,q; j&lt;-k; r&lt;-c,r,s")
        .doesNotContain("<script", "src=", "@import", "url(", "NaN", "Optional");
    assertThat(html.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
  }

  @Test
  void writesAPageWithoutMappings() throws IOException {
    Path page = folder.resolve("page.html");
    Cli.run(
            "map",
            "C[m,n] max= A[m,k] * B[k,n]",
            "--accelerator",
            "gemmini",
            "--html",
            page.toString())
        .succeeds();
    assertThat(Files.readString(page)).contains("There is none", "accumulation max=");
  }

  @Test
  void refusesWithOneClearLine() {
    refused("nosuch", List.of("--count"), "nosuch");
    refused("c2d:99", List.of("--count"), "configuration 99");
    refused("c2d", List.of("--accelerator", "abacus"), "accelerator 'abacus'");
    refused("c2d", List.of("--accelerator", "missing.yaml"), "missing.yaml");
    refused("c2d", List.of("--accelerator", "gemmini", "--intrinsic", "x"), "intrinsic 'x'");
    refused("C[m] += A[m*m]", List.of("--count"), "column 13");
    refused("C[m,n] += A[m,k] * B[k,n]", List.of("--sizes", "m=0"), "found extent 0");
    refused("C[m,n] += A[m,k] * B[k,n]", List.of("--sizes", "z=3"), "axis 'z'");
    refused("C[m,n] += A[m,k] * B[k,n]", List.of("--types", "Z=u8"), "tensor 'Z'");
    refused("c2d", List.of("--sizes", "Z=3"), "size 'Z'");
    refused("c2d", List.of("--sizes", "C=3,C=4"), "found 'C' twice");
    refused("c2d", List.of("--types", "I=u8,I=i8"), "found 'I' twice");
    refused("c2d", List.of("--types", "Z=u8"), "tensor 'Z'");
    refused("c2d", List.of("--batch", "0"), "found extent 0");
    String page = folder.resolve("page.html").toString();
    refused(
        "c2d",
        List.of("--accelerator", "gemmini", "--html", page, "--mapping", "i<-k; j<-n; r<-c"),
        "axis k -> i: column");
    refused(
        "C[m,n] max= A[m,k] * B[k,n]",
        List.of("--accelerator", "gemmini", "--count"),
        "no intrinsic");
  }

  @Test
  void namesWrongUsage() {
    Cli.run("map").isWrongUsage("EXPR");
    Cli.run("map", "c2d", "--rule", "best").isWrongUsage("needed one of [column, match-point]");
    Cli.run("map", "c2d", "--sizes", "m").isWrongUsage("'m': needed");
    Cli.run("map", "c2d", "--types", "I=f8").isWrongUsage("needed TENSOR=TYPE");
    Cli.run("map", "c2d", "--batch", "many").isWrongUsage("many");
  }

  private static void refused(String subject, List<String> options, String reason) {
    var arguments = new ArrayList<>(List.of("map", subject));
    arguments.addAll(options);
    Cli.run(arguments.toArray(new String[0])).isRefused(reason);
  }

  private static String count(String subject, String accelerator, String... options) {
    var arguments =
        new ArrayList<>(List.of("map", subject, "--accelerator", accelerator, "--count"));
    arguments.addAll(List.of(options));
    return Cli.run(arguments.toArray(new String[0])).succeeds().output().strip();
  }
}
