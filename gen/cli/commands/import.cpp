// `rtlgen import`: programs of other languages.
#include <fmt/format.h>

#include <limits>

#include "cli/commands/commands.hpp"
#include "driver/import/import_program.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kImportExamples = R"(Examples:
  rtlgen import blur.soda -o blur.yaml           then: rtlgen check blur.yaml; rtlgen sim blur.yaml
  rtlgen import blur.soda --extent 480           SODA leaves the last extent open
  rtlgen import horidiff.json                    the YAML on standard output
  rtlgen import hotspot.txt --format sasa -o hotspot.yaml
The YAML means the same to the bit; comments quote the program. What cannot be imported is refused
with its line and what to write instead; docs/import.md says how each construct is understood.
)";

int run_import(const Options& options, Diagnostics& diagnostics) {
  driver::ImportOptions import = options.import;
  if (options.extent > 0) import.extent = options.extent;
  const auto report = driver::import_program(import, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options,
      report->written.empty() ? report->yaml : fmt::format("wrote {}\n", safe::terminal(OutsideText(report->written))));
  Json json;
  json["file"] = import.file;
  json["written"] = report->written;
  json["warnings"] = report->warnings;
  json["yaml"] = report->yaml;
  put_json(options, json);
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command import_command(CLI::App& app, Options& options) {
  CLI::App* const command =
      app.add_subcommand("import", "a SODA, SASA or StencilFlow program as commented YAML that means the same");
  driver::ImportOptions& import = options.import;
  command->add_option("FILE", import.file, "a SODA (.soda), SASA (.dsl) or StencilFlow (.json) program")->required();
  command->add_option("-o,--out", import.out, "YAML file to write; without it the YAML goes to standard output")
      ->type_name("FILE.yaml");
  command->add_option("--format", import.format, "language of the program; default: by the extension of its name")
      ->check(one_of({"soda", "sasa", "stencilflow"}));
  command->add_option("--extent", options.extent, "cells along SODA's open last axis; without it 1024")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<std::int32_t>::max()));
  command->add_flag("--single-precision-constants", import.single_constants,
                    "fractions without the suffix f are float32; without it double, as in C");
  command->add_flag("--force", import.force, "replace the YAML file if it is there");
  command->add_option("--json", options.json, "write the result as JSON; - is standard output")->type_name("FILE|-");
  add_warnings(*command, options);
  command->footer(kImportExamples);
  return {command, run_import};
}

}  // namespace rtlgen::cli
