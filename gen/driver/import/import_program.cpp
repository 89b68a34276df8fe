// Imports a program of another stencil language in a separate process, and stores the YAML.
#include "driver/import/import_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/import/outcome.hpp"
#include "driver/import/python_program.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "frontend/yaml/source_file.hpp"
#include "import/import.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kImportedName = "imported.yaml";

importer::Options options_of(const ImportOptions& options) {
  importer::Options import;
  if (options.format == "soda") import.format = importer::Format::kSoda;
  if (options.format == "sasa") import.format = importer::Format::kSasa;
  if (options.format == "stencilflow") import.format = importer::Format::kStencilflow;
  if (options.format == "c") import.format = importer::Format::kC;
  if (options.format == "mlir") import.format = importer::Format::kMlir;
  import.extent = options.extent;
  import.function = options.function;
  import.values = options.values;
  import.folders = options.folders;
  import.single_constants = options.single_constants;
  return import;
}

/// The faults that `check` finds in the text, with the given clock or, if none exists, the text's.
Diagnostics check(const std::string& yaml, int clock) {
  Source source{kImportedName, {}, {}, yaml};
  if (clock > 0) source.sets.push_back(frontend::clock_key(clock));
  Diagnostics faults;
  static_cast<void>(prepare(source, faults));
  return faults;
}

/// Whether a lower clock may fix the fault: with fewer pipeline stages, results come earlier.
bool is_of_clock(const Diagnostic& d) {
  return d.severity == Severity::kError && (d.code == Code::kUnreachableClock || d.code == Code::kRowsTooShort);
}

/// The text with the clock, and the reason for it.
std::string with_clock(std::string yaml, int clock, const std::string& why) {
  const std::string key = "hardware: {";
  const std::size_t at = yaml.rfind(key);
  if (at == std::string::npos) return yaml;
  yaml.insert(at + key.size(), fmt::format("clock_mhz: {}, ", clock));
  yaml.insert(at, fmt::format("# a lower clock than usual: {}\n", why));
  return yaml;
}

/// The text in a form that `check` accepts, with a lower clock if necessary; otherwise a Failure after reporting why.
Result<std::string> buildable(const std::string& yaml, const std::string& file, Diagnostics& diagnostics) {
  Diagnostics faults = check(yaml, 0);
  if (!faults.has_errors()) return yaml;
  const auto slow = std::find_if(faults.all().begin(), faults.all().end(), is_of_clock);
  if (slow != faults.all().end()) {
    for (const int clock : {150, 100, 75, 50, 25, 10}) {
      if (!check(yaml, clock).has_errors()) return with_clock(yaml, clock, slow->message);
    }
  }
  for (const Diagnostic& d : faults.all()) {
    if (d.severity != Severity::kError) continue;
    diagnostics.error(Code::kImportedStencilRefused, {file},
                      fmt::format("this program cannot be built as hardware: {} ({})", d.message, to_string(d.code)),
                      d.notes);
  }
  return Failure{};
}

std::string size_text(std::size_t bytes) { return fmt::format("{} MiB", bytes >> 20); }

/// Warns (RG0624) about options that only a stencil of GT4Py has.
void warn_of_python_options(const ImportOptions& options, Diagnostics& diagnostics) {
  const auto warn = [&](bool is_given, const char* option) {
    if (is_given)
      diagnostics.warning(Code::kIneffectiveImportOption, {option},
                          fmt::format("{} is for stencils of GT4Py: the option has no effect", option));
  };
  warn(!options.shape.empty(), "--shape");
  warn(!options.origin.empty(), "--origin");
  warn(!options.domain.empty(), "--domain");
  warn(!options.axes.empty(), "--axes");
  warn(!options.repeat.empty(), "--repeat");
}

/// Warns (RG0624) about options that a stencil of GT4Py does not have.
void warn_of_other_options(const ImportOptions& options, Diagnostics& diagnostics) {
  if (options.extent)
    diagnostics.warning(Code::kIneffectiveImportOption, {"--extent"},
                        "this program has explicit extents: the option has no effect",
                        {"--shape gives the extents of GT4Py's arrays"});
  if (!options.folders.empty())
    diagnostics.warning(Code::kIneffectiveImportOption, {"--include"},
                        "this program is not C: the option has no effect");
}

/// Reports why there is no result (RG0627).
void report_ending(const Contained& child, const ImportOptions& options, Diagnostics& diagnostics) {
  const ContainedLimits& limits = options.limits;
  const auto say = [&](const std::string& what, const std::string& note) {
    diagnostics.error(Code::kImportEnded, {options.file}, what, {note});
  };
  switch (child.ending) {
    case Ending::kTime:
      return say(fmt::format("the import ran out of time; the limits are {} s of CPU time and {} s in total",
                             limits.cpu_seconds, limits.wall_seconds),
                 "macros that multiply, long chains of calls and huge expressions take time: shorten the program");
    case Ending::kMemory:
      return say(fmt::format("the import ran out of memory; the limit is {}", size_text(limits.memory_bytes)),
                 "macros that multiply, huge initializers and huge expressions take memory: shorten the program");
    case Ending::kStack:
      return say(fmt::format("the import ran out of stack; the limit is {}", size_text(limits.stack_bytes)),
                 "an expression or a block is nested too deeply: give parts of it a name");
    case Ending::kDone:
    case Ending::kCrash:
      return say(fmt::format("the parser crashed{}", child.signal.empty() ? "" : " (" + child.signal + ")"),
                 "nothing was written; reduce the file to what the loops need, and please report it as a bug");
  }
}

/// Reports the faults, and writes the YAML if none exist.
Result<ImportReport> finished(ImportOutcome outcome, const ImportOptions& options, Diagnostics& diagnostics) {
  diagnostics.append(outcome.diagnostics);
  if (!outcome.yaml || diagnostics.has_errors()) return Failure{};
  ImportReport report{*std::move(outcome.yaml), options.out, diagnostics.all().size()};
  if (!options.out.empty()) write_whole_file(options.out, report.yaml);
  return report;
}

}  // namespace

Result<ImportReport> import_program(const ImportOptions& options, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  if (!options.out.empty() && fs::exists(options.out) && !options.force) {
    throw EnvironmentError(fmt::format("{} exists; name another file, or use --force to replace it", options.out));
  }
  // Read here, because the child has no standard input, and the text of a pipe is needed later.
  const auto text = frontend::read_source_file(options.file, diagnostics);
  if (!text) return Failure{};
  if (is_python(options)) {
    warn_of_other_options(options, diagnostics);
    return finished(import_python(*text, options), options, diagnostics);
  }
  warn_of_python_options(options, diagnostics);
  const auto work = [&] {
    importer::crash_openly();
    ImportOutcome outcome;
    auto yaml = importer::import_text(*text, options.file, options_of(options), outcome.diagnostics);
    if (yaml && !outcome.diagnostics.has_errors()) yaml = buildable(*yaml, options.file, outcome.diagnostics);
    if (yaml && !outcome.diagnostics.has_errors()) outcome.yaml = *std::move(yaml);
    return text_of_outcome(outcome);
  };
  const Contained child = run_contained(work, options.limits);
  if (child.ending != Ending::kDone) {
    report_ending(child, options, diagnostics);
    return Failure{};
  }
  return finished(outcome_of_text(child.text), options, diagnostics);
}

}  // namespace rtlgen::driver
