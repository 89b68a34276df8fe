// `rtlgen schema`: the JSON Schemas that editors complete with.
#include "cli/commands/commands.hpp"
#include "frontend/json_schema.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSchemaExamples = R"(Examples:
  rtlgen schema > rtlgen.schema.json             of a stencil description
  rtlgen schema board > board.schema.json        of a board file
Editors with a YAML server complete and explain keys in a file with this comment:
  # yaml-language-server: $schema=rtlgen.schema.json
)";

int run_schema(const Options& options, Diagnostics&) {
  say(options, options.schema == "board" ? frontend::board_schema() : frontend::stencil_schema());
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command schema_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("schema", "the JSON Schema of descriptions or board files, for editors");
  command->add_option("WHAT", options.schema, "stencil or board")->check(one_of({"stencil", "board"}));
  command->footer(kSchemaExamples);
  return {command, run_schema};
}

}  // namespace rtlgen::cli
