package dev.certosina.cli.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.certosina.ModelException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {
  private static final String MINILM = "all-minilm-l6-v2-tokenizer.json";
  private static final String BGE = "bge-small-en-v1.5-tokenizer.json";

  /// Marks, format characters and punctuation.
  private static final Set<String> LATER_TYPES =
      Set.of("6", "8", "16", "20", "21", "22", "24", "28");

  private static final List<String> AWKWARD =
      List.of(
          "",
          " ",
          "\t\r\n",
          "Certosina lays micro-kernels like inlay.",
          "unaffable embeddings tokenisation",
          "Ünïcödé résumé naïve Ångström",
          "e\u0301 a\u030a o\u0328\u0304 \u0301",
          "İstanbul ısı IĞDIR ß STRASSE ẞ ﬁ ﬀ",
          "ΟΔΥΣΣΕΥΣ ς σ Σ",
          "東京都は日本の首都です。",
          "汉字test汉字 㐀 𠀀 𪜀 豈",
          "ひらがな カタカナ ｶﾀｶﾅ 한국어 한글",
          "👩‍👩‍👧‍👦 😀😀 🇮🇹 👍🏽 ❤️",
          "a\u200bb a\u200db a\ufeffb \u00adsoft\u00adhyphen",
          "bell\u0007 nul\u0000 del\u007f c1\u0085x replacement\ufffd",
          "no\u00a0break\u202fspace\u3000wide\u2028line\u2029para\u1680ogham",
          "$100 + 5% = ^~`|<> @#&* _under_score_",
          "...!!!???---–—“quoted” ‘single’ «guillemets» ¿qué?",
          "don't can't it's rock'n'roll",
          "[CLS] already [SEP] here [MASK]ed [PAD][UNK]",
          "[cls] [ CLS ] [CLS[SEP]] [MASK",
          "3.14159 1,000,000 0x1F 2nd 1e-10",
          "https://example.com/path?query=1&other=two#fragment",
          "العربية עברית हिन्दी ไทย தமிழ் Русский Ελληνικά",
          "\ue000private\uf8ff \ud83d lone surrogate",
          "x".repeat(99),
          "x".repeat(100),
          "x".repeat(101),
          "😀".repeat(101) + " é".repeat(50),
          "word ".repeat(600));

  @ParameterizedTest
  @ValueSource(strings = {MINILM, BGE})
  void equalsTheReferenceOnAwkwardTexts(String file) throws IOException {
    Tokenizer tokenizer = open(file);
    try (HuggingFaceTokenizer reference = ReferenceTokenizer.open(file, false)) {
      for (String text : AWKWARD) {
        assertEqual(tokenizer.encode(wellFormed(text)), reference.encode(wellFormed(text)), text);
      }
    }
  }

  @Test
  void equalsTheReferenceOnRandomMixtures() throws IOException {
    long seed = 20250314;
    var random = new Random(seed);
    String alphabet = wellFormed(String.join(" ", AWKWARD));
    int[] codePoints = alphabet.codePoints().toArray();
    Tokenizer tokenizer = open(MINILM);
    try (HuggingFaceTokenizer reference = ReferenceTokenizer.open(MINILM, false)) {
      for (int round = 0; round < 2_000; round++) {
        var text = new StringBuilder();
        for (int length = random.nextInt(40); length > 0; length--) {
          text.appendCodePoint(codePoints[random.nextInt(codePoints.length)]);
        }
        String mixture = text.toString();
        assertEqual(
            tokenizer.encode(mixture), reference.encode(mixture), "seed=" + seed + " " + mixture);
      }
    }
  }

  /// The reference carries tables of Unicode 8; marks, format characters and punctuation that came
  /// later have their properties here and none there. Nothing else may differ.
  @Test
  void equalsTheReferenceOnEveryCodePointOfUnicodeEight() throws IOException {
    var different = new ArrayList<String>();
    Tokenizer tokenizer = open(MINILM);
    try (HuggingFaceTokenizer reference = ReferenceTokenizer.open(MINILM, false)) {
      for (int first = 0; first <= Character.MAX_CODE_POINT; first += 64) {
        int[] points =
            IntStream.range(first, first + 64).filter(TokenizerTest::isInteresting).toArray();
        if (!areEqual(tokenizer, reference, points)) {
          IntStream.of(points)
              .filter(c -> !areEqual(tokenizer, reference, c))
              .forEach(
                  c -> different.add(Integer.toHexString(c) + " type " + Character.getType(c)));
        }
      }
    }
    assertThat(different)
        .hasSizeLessThan(800)
        .allMatch(point -> Integer.parseInt(point.substring(0, point.indexOf(' ')), 16) > 0x600)
        .allMatch(point -> LATER_TYPES.contains(point.substring(point.lastIndexOf(' ') + 1)));
  }

  @Test
  void honoursTheFilesTruncationAndPaddingOnlyWhenAsked() throws IOException {
    Tokenizer tokenizer = open(MINILM);
    try (HuggingFaceTokenizer reference = ReferenceTokenizer.open(MINILM, true)) {
      for (String text : List.of("", "a short one", "word ".repeat(600))) {
        assertEqual(tokenizer.encodeWithFileLimits(text), reference.encode(text), text);
      }
    }
    assertThat(tokenizer.encode("word ".repeat(600)).length()).isEqualTo(602);
    assertThat(open(BGE).encodeWithFileLimits("word ".repeat(600)).length()).isEqualTo(602);
  }

  @Test
  void refusesFilesThatAskForSomethingElse() {
    assertRefused("", "ends too early");
    assertRefused("[", "not JSON");
    assertRefused("[]", "expected a JSON object");
    assertRefused("{}", "'pre_tokenizer' is missing");
    assertRefused("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"}}", "'ByteLevel' is not supported");
  }

  private static void assertRefused(String json, String message) {
    var input = new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Tokenizer.read(input, "file.json"))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("file.json: ")
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private static boolean areEqual(
      Tokenizer tokenizer, HuggingFaceTokenizer reference, int... codePoints) {
    var text = new StringBuilder();
    for (int c : codePoints) {
      String character = Character.toString(c);
      text.append('a').append(character).append("b ").append(character).append("A ");
    }
    return Arrays.equals(
        tokenizer.encode(text.toString()).ids(), reference.encode(text.toString()).getIds());
  }

  /// The middle of the large blocks is left out, since all their characters behave alike, and
  /// beyond the first plane so is what no character is assigned to.
  private static boolean isInteresting(int c) {
    int type = Character.getType(c);
    boolean ideographs = (c > 0x4E10 && c < 0x9FE0) || (c > 0x20010 && c < 0x2A6C0);
    boolean syllables = c > 0xAC10 && c < 0xD790;
    boolean unassigned = c > 0xFFFF && type == Character.UNASSIGNED;
    return type != Character.SURROGATE && !ideographs && !syllables && !unassigned;
  }

  /// Lone surrogates cannot cross into the reference's UTF-8.
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static Tokenizer open(String file) throws IOException {
    try (InputStream input = ReferenceTokenizer.file(file)) {
      return Tokenizer.read(input, file);
    }
  }

  private static void assertEqual(
      Encoding ours, ai.djl.huggingface.tokenizers.Encoding reference, String text) {
    assertThat(ours.ids()).as(text).isEqualTo(reference.getIds());
    assertThat(ours.typeIds()).as(text).isEqualTo(reference.getTypeIds());
    assertThat(ours.attentionMask()).as(text).isEqualTo(reference.getAttentionMask());
  }
}
