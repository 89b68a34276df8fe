// Asks the Python package for the YAML of a program, as JSON through standard input and output.
#include "driver/import/python_program.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "support/errors.hpp"
#include "support/process.hpp"

namespace rtlgen::driver {

namespace {

/// Without the current folder among those of modules, where a file named like a module of Python's may be.
constexpr const char* kScript =
    "import sys; sys.path[:] = [p for p in sys.path if p]; from rtlgen._command import main; main()";
constexpr int kNoProgram = 127;
/// The one of PATH, which may be that of a virtual environment with a wheel, then the one that Debian's package is for.
constexpr std::array kPythons = {"python3", "/usr/bin/python3"};

std::string last_line(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  const std::size_t at = text.rfind('\n');
  return std::string(at == std::string_view::npos ? text : text.substr(at + 1));
}

}  // namespace

bool is_python(const ImportOptions& options) {
  return options.format == "gt4py" || (options.format.empty() && options.file.ends_with(".py"));
}

ImportOutcome import_python(const std::string& text, const ImportOptions& options) {
  nlohmann::json requested = {{"file", options.file},         {"text", text},
                              {"function", options.function}, {"values", options.values},
                              {"shape", options.shape},       {"origin", options.origin},
                              {"domain", options.domain},     {"axes", options.axes},
                              {"repeat", options.repeat},     {"single_constants", options.single_constants}};
  ProcessOptions process;
  process.standard_input = requested.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  process.timeout_seconds = options.limits.wall_seconds;
  std::string why;
  for (const char* const python : kPythons) {
    const ProcessResult done = run_process({python, "-c", kScript}, process);
    if (done.timed_out) throw EnvironmentError("the Python package ran out of time");
    if (done.ok()) return outcome_of_json(done.output);
    if (why.empty()) why = done.exit_code == kNoProgram ? "python3 is not installed" : last_line(done.errors);
  }
  throw EnvironmentError(fmt::format(
      "programs of GT4Py are read by the Python package, which does not start: {}; install python3-rtlgen", why));
}

}  // namespace rtlgen::driver
