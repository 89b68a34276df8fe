// `rtlgen import`: translates programs of other languages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "driver/import/import_program.hpp"
#include "driver/prepare/ranges.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kImportExamples = R"(Examples:
  rtlgen import blur.soda -o blur.yaml           then: rtlgen check blur.yaml; rtlgen sim blur.yaml
  rtlgen import blur.soda --extent 480           SODA leaves the last extent open
  rtlgen import heat.c -D n=512 -o heat.yaml     loops of C; n is a parameter without a value in the program
  rtlgen import laplace.mlir -o laplace.yaml     the stencil dialect of xDSL or Open Earth Compiler
  rtlgen import horidiff.json                    the YAML on standard output
  rtlgen import hotspot.txt --format sasa -o hotspot.yaml
  rtlgen import heat.py --shape 64x64x32         a stencil of GT4Py; the Python package (python3-rtlgen) reads it
The YAML computes the same bits; comments quote the program. What cannot be imported is refused with its line and what
to write instead. docs/import.md, import_c.md, import_mlir.md and import_gt4py.md say how each construct is understood.
)";

/// Accepts NAME=VALUE.
CLI::Validator definition() {
  return {[](const std::string& word) -> std::string {
            const std::size_t at = word.find('=');
            const std::string name = word.substr(0, at);
            const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
            const bool is_good = at != std::string::npos && at + 1 < word.size() && !name.empty() &&
                                 std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                                 std::all_of(name.begin(), name.end(), is_of_name);
            return is_good ? "" : fmt::format("write NAME=VALUE, such as n=64, not '{}'", word);
          },
          ""};
}

/// Whole numbers from 0, as in 64x64x32. Throws CLI::ValidationError.
std::vector<std::int64_t> cells_of(const std::string& name, const std::string& text) {
  std::vector<std::int64_t> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("x,", at), text.size());
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, value);
    if (error != std::errc() || stop != text.data() + end || value < 0) {
      throw CLI::ValidationError(
          name, fmt::format("'{}' in '{}' is not a number of cells; write 64x64x32", text.substr(at, end - at), text));
    }
    numbers.push_back(value);
    at = end + 1;
  }
  return numbers;
}

class Import final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  void add_places(Places& places) const override {
    places.read_file("the program to import", options_.file);
    places.write_file("--out", options_.out);
  }
  int run(Diagnostics& diagnostics) override;

 private:
  driver::ImportOptions options_;
  void add_gt4py(CLI::App& app);

  std::int64_t extent_ = 0;
  std::vector<std::string> definitions_;
  std::vector<std::string> repeats_;
};

void Import::add_gt4py(CLI::App& app) {
  const auto numbers = [&](const char* name, std::vector<std::int64_t>& into, const char* type, const char* what) {
    app.add_option_function<std::string>(
           name, [&into, name](const std::string& text) { into = cells_of(name, text); }, what)
        ->type_name(type);
  };
  numbers("--shape", options_.shape, "IxJxK", "GT4Py: shape of the arrays, such as 64x64x32");
  numbers("--origin", options_.origin, "IxJxK",
          "GT4Py: first cell that is computed (default: the first whose reads stay in the arrays)");
  numbers("--domain", options_.domain, "IxJxK", "GT4Py: number of cells that are computed (default: all that can be)");
  app.add_option("--axes", options_.axes,
                 "GT4Py: order of the axes, slowest first, such as KIJ (default: the order of the fields' axes)")
      ->type_name("AXES");
  app.add_option("--repeat", repeats_, "GT4Py: after each time step, FIELD gets the value of OTHER; repeatable")
      ->type_name("FIELD=OTHER")
      ->check(definition())
      ->allow_extra_args(false);
}

CLI::App* Import::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand(
      "import",
      "translate C loops, MLIR's stencil dialect, a GT4Py stencil, or a SODA, SASA or StencilFlow program to YAML");
  app->add_option("FILE", options_.file,
                  "C (.c), MLIR (.mlir), GT4Py (.py), SODA (.soda), SASA (.dsl) or StencilFlow (.json) program")
      ->required();
  CLI::Option* const out = app->add_option("-o,--out", options_.out, "YAML file to write (default: -, standard output)")
                               ->type_name("FILE.yaml");
  app->add_option("--format", options_.format, "language of the program (default: by file extension)")
      ->check(one_of({"soda", "sasa", "stencilflow", "c", "mlir", "gt4py"}));
  app->add_option("--extent", extent_, "cells along SODA's open last axis (default: 1024)")
      ->type_name("N")
      ->check(number_in(driver::kExtentRange));
  app->add_option("--function", options_.function,
                  "C, MLIR, GT4Py: function to import (default: the one that '#pragma rtlgen' names, or the only one)")
      ->type_name("NAME");
  app->add_option("-D,--define", definitions_,
                  "C, MLIR, GT4Py: value of a parameter, argument, macro or external, such as n=64; repeatable")
      ->type_name("NAME=VALUE")
      ->check(definition())
      ->allow_extra_args(false);
  app->add_option("-I,--include", options_.folders,
                  "C: folder of headers that the program may include, besides its own folder; repeatable")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory)
      ->allow_extra_args(false);
  add_gt4py(*app);
  app->add_flag("--single-precision-constants", options_.single_constants,
                "treat floating-point constants without the suffix f as float32 (default: double, as in C)");
  app->add_flag("--force", options_.force, "replace the YAML file if it exists")->needs(out);
  add_json(*app, output);
  add_warnings(*app, warnings);
  app->footer(kImportExamples);
  return app;
}

int Import::run(Diagnostics& diagnostics) {
  driver::ImportOptions import = options_;
  if (import.out == "-") import.out.clear();
  if (extent_ > 0) import.extent = extent_;
  for (const std::string& definition : definitions_) {
    const std::size_t at = definition.find('=');
    import.values[definition.substr(0, at)] = definition.substr(at + 1);
  }
  for (const std::string& repeat : repeats_) {
    const std::size_t at = repeat.find('=');
    import.repeat[repeat.substr(0, at)] = repeat.substr(at + 1);
  }
  const auto report = driver::import_program(import, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(report->written.empty() ? report->yaml
                                     : fmt::format("wrote {}\n", safe::terminal(OutsideText(report->written))));
  nlohmann::ordered_json json;
  json["file"] = import.file;
  json["written"] = report->written;
  json["warnings"] = report->warnings;
  json["yaml"] = report->yaml;
  output.put_json(std::move(json));
  return status(ExitStatus::kSuccess);
}

}  // namespace

std::unique_ptr<Command> import_command() { return std::make_unique<Import>(); }

}  // namespace rtlgen::cli
