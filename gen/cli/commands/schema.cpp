// `rtlgen schema`: prints the JSON Schemas that editors use for completion.
#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "frontend/schema/json_schema.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSchemaExamples = R"(Examples:
  rtlgen schema > rtlgen.schema.json             for stencil descriptions
  rtlgen schema board > board.schema.json        for board files
Editors with a YAML language server complete and explain keys in a file with this comment:
  # yaml-language-server: $schema=rtlgen.schema.json
)";

class Schema final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app =
        program.add_subcommand("schema", "print the JSON Schema of descriptions or board files, for editors");
    app->add_option("WHAT", of_, "kind of file: stencil or board (default: stencil)")
        ->check(one_of({"stencil", "board"}));
    app->footer(kSchemaExamples);
    return app;
  }

  int run(Diagnostics& /*diagnostics*/) override {
    output.say(of_ == "board" ? frontend::board_schema() : frontend::stencil_schema());
    return status(ExitStatus::kSuccess);
  }

 private:
  std::string of_ = "stencil";
};

}  // namespace

std::unique_ptr<Command> schema_command() { return std::make_unique<Schema>(); }

}  // namespace rtlgen::cli
