package dev.certosina.cli.command;

import dev.certosina.cli.inspect.ModelReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Says what a model is made of.
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Prints inputs, outputs, operators, parameters and multiply-adds of a model.",
      "Multiply-adds are those of MatMul and Gemm, as a formula in the dynamic dims.",
    },
    footer = {
      "",
      "JSON keys: version, model, producer, opsets{DOMAIN}, inputs[name, type, dims],"
          + " outputs[name, type, dims], operators{NAME}, parameters, parameterBytes,"
          + " multiplyAdds, unsupported[node, domain, operator, opset], problem.",
      "Example: certosina inspect model.onnx",
    })
final class InspectCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "An ONNX model.")
  private Path model = Path.of("");

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    ModelReport report = ModelReport.of(model);
    report.print(json.text());
    json.print(report.toJson(JsonOption.document()));
    return 0;
  }
}
