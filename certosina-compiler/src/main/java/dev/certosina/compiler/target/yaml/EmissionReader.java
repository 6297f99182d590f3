package dev.certosina.compiler.target.yaml;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.target.Intrinsic.Emission;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads emissions: lines of LLVM IR that make `{result}` of the operands' values.
///
/// Each line defines one value by an operation on values. So an emission reads and writes no
/// memory, calls nothing but LLVM's intrinsics and has no control flow, whoever wrote it.
final class EmissionReader {
  private static final List<String> KEYS = List.of("llvm", "declare");
  private static final int MOST_LINES = 1_000;

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z]\\w*)\\}");
  private static final Pattern DEFINITION =
      Pattern.compile("\\{([A-Za-z]\\w*)\\} = ((?:tail )?[a-z]+)\\b(.*)");
  private static final Pattern GLOBAL = Pattern.compile("@([A-Za-z_][\\w.]*)");
  private static final Pattern DECLARATION =
      Pattern.compile("declare [^@{}%#!;]* ?@(llvm\\.[\\w.]+)\\([^@{}%#!;]*\\)");

  private static final Set<String> OPERATIONS =
      new LinkedHashSet<>(
          List.of(
              ("call,tail call,shufflevector,insertelement,extractelement,select,freeze,bitcast,"
                      + "sext,zext,trunc,fpext,fptrunc,sitofp,uitofp,fptosi,fptoui,"
                      + "add,sub,mul,shl,lshr,ashr,and,or,xor,icmp,"
                      + "fadd,fsub,fmul,fdiv,fneg,fcmp")
                  .split(",")));

  private final List<String> operands;
  private final List<String> functions;
  private final Set<String> defined = new LinkedHashSet<>();
  private final Set<String> used = new LinkedHashSet<>();

  private EmissionReader(List<String> operands, List<String> functions) {
    this.operands = operands;
    this.functions = functions;
  }

  static Emission read(Yaml value, IndexStatement statement) {
    Keys keys = Keys.of(value, "an emission", KEYS);
    List<String> declarations = new ArrayList<>();
    List<String> functions = new ArrayList<>();
    keys.optional("declare")
        .ifPresent(list -> {
          for (Yaml item : Values.items(list, "a list of declarations")) {
            declarations.add(declaration(item, functions));
          }
        });
    List<String> operands = statement.accesses().stream().map(Access::tensor).toList();
    return new Emission(
        new EmissionReader(operands, functions).body(keys.required("llvm")), declarations);
  }

  private static String declaration(Yaml item, List<String> functions) {
    String expected = "a declaration of one of LLVM's intrinsics, 'declare TYPE @llvm.NAME(TYPES)'";
    String line = Values.line(item, expected);
    Matcher matcher = DECLARATION.matcher(line);
    if (!matcher.matches()) {
      throw item.wrong(expected);
    }
    functions.add(matcher.group(1));
    return line;
  }

  private List<String> body(Yaml value) {
    Yaml.Text text = Values.text(value, "lines of LLVM IR that define '{result}'");
    List<String> body = new ArrayList<>();
    List<String> lines = text.value().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty()) {
        check(text.lineAt(i), line);
        body.add(line);
      }
      if (body.size() > MOST_LINES) {
        throw text.lineAt(i).wrong("more than %d lines".formatted(MOST_LINES), "fewer");
      }
    }
    if (!defined.contains(ComputeReader.RESULT)) {
      throw text.place()
          .wrong("an emission that never defines '{result}'", "a line '{result} = …'");
    }
    for (String operand : operands) {
      if (!used.contains(operand)) {
        throw text.place().wrong("an emission without '{%s}'".formatted(operand), "its use");
      }
    }
    return body;
  }

  private void check(Place place, String line) {
    Matcher matcher = DEFINITION.matcher(line);
    if (!matcher.matches()) {
      throw place.wrong(Place.quote(line), "'{NAME} = OPERATION …'");
    }
    String operation = matcher.group(2);
    if (!OPERATIONS.contains(operation)) {
      throw place.wrong(
          "the operation " + Place.quote(operation),
          "one on values: " + String.join(", ", OPERATIONS));
    }
    String rest = matcher.group(3);
    if (rest.matches(".*[%;!#\"].*")) {
      throw place.wrong(
          Place.quote(rest), "values as '{NAME}', without comments, metadata or attributes");
    }
    checkUses(place, rest);
    String name = matcher.group(1);
    if (operands.contains(name) || !defined.add(name)) {
      throw place.wrong("a second definition of '{%s}'".formatted(name), "a new name");
    }
  }

  private void checkUses(Place place, String rest) {
    Matcher placeholder = PLACEHOLDER.matcher(rest);
    while (placeholder.find()) {
      String name = placeholder.group(1);
      if (!operands.contains(name) && !defined.contains(name)) {
        throw place.wrong(
            "'{%s}'".formatted(name),
            "an operand (%s) or a value defined above".formatted(String.join(", ", operands)));
      }
      used.add(name);
    }
    Matcher global = GLOBAL.matcher(rest);
    while (global.find()) {
      if (!functions.contains(global.group(1))) {
        throw place.wrong("'@%s'".formatted(global.group(1)), "a function listed under 'declare'");
      }
    }
  }
}
