// Reads the user's pragmas and runs the steps of an import.
#include "import/c/import_c.hpp"

#include <fmt/format.h>

#include <regex>

#include "import/c/executor.hpp"
#include "import/c/layout.hpp"
#include "import/c/lines.hpp"
#include "import/c/needed.hpp"
#include "import/c/write.hpp"
#include "import/document.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

/// Reads what follows `#pragma rtlgen`, such as `n=64 equal(a, b)`.
void read_setting(const std::string& text, std::size_t begin, Settings& settings, const Reporter& reporter) {
  static const std::regex word(R"(\s*(?:(equal)\s*\(\s*(\w+)\s*(?:,\s*(\w+)\s*)?\)|(\w+)\s*=\s*(-?[\w.]+)))");
  std::size_t at = 0;
  std::smatch m;
  while (text.find_first_not_of(" \t\r", at) != std::string::npos) {
    const std::string rest = text.substr(at);
    if (!std::regex_search(rest, m, word, std::regex_constants::match_continuous)) {
      const std::size_t place = begin + text.find_first_not_of(" \t\r", at);
      reporter.fail(Code::kMalformedProgram, {place, begin + text.size()},
                    "'#pragma rtlgen' accepts only values and equal(...)",
                    {"write '#pragma rtlgen', '#pragma rtlgen n=64 steps=10' or '#pragma rtlgen equal(a, b)'"});
    }
    if (m[1].matched) {
      settings.equal.emplace_back(m[2], m[3].matched ? m[3] : m[2]);
    } else {
      settings.values.emplace(m[4], m[5]);
    }
    at += static_cast<std::size_t>(m.length());
  }
}

/// Reads rtlgen's pragmas; those of HLS become remarks.
Settings read_pragmas(const std::string& text, const Options& options, std::vector<std::string>& remarks,
                      const Reporter& reporter) {
  Settings settings;
  settings.function = options.function;
  settings.values = options.values;
  for (const auto& [name, value] : options.values) settings.of_options.insert(name);
  std::size_t begin = 0;
  int number = 1;
  static const std::regex pragma(R"(\s*#\s*pragma\s+(rtlgen|HLS)\b)");
  for (; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    std::smatch m;
    if (std::regex_search(line, m, pragma, std::regex_constants::match_continuous)) {
      if (m[1] == "rtlgen") {
        if (settings.pragma)
          reporter.fail(Code::kProgramStatementCount, {begin, end}, "the file contains '#pragma rtlgen' twice",
                        {"write it before one loop or function"});
        settings.pragma = begin;
        const auto length = static_cast<std::size_t>(m.length());
        read_setting(line.substr(length), begin + length, settings, reporter);
      } else {
        remarks.push_back(fmt::format("Line {} says: {}", number, one_line(line)));
      }
    }
    begin = end + 1;
  }
  return settings;
}

}  // namespace

std::string import_c(const std::string& file, const Options& options, const Reporter& program) {
  std::vector<std::string> remarks;
  Settings settings = read_pragmas(program.text(), options, remarks, program);
  const Unit unit = read_unit(file, {options.folders, options.values}, program);
  const Reporter reporter(program, unit.sources);
  for (const std::string& macro : unit.macros) settings.values.erase(macro);
  Trace trace = Executor(unit, settings, reporter).run();
  trace.equal = settings.equal;
  trace.remarks = remarks;
  trace.effects = needed_effects(trace, lay_out(trace, reporter));
  const Layout layout = lay_out(trace, reporter);
  const Lines lines = make_lines(trace, layout, reporter);
  std::string yaml = write(trace, layout, lines, file, options, reporter);
  reporter.stop_if_failed();
  return yaml;
}

}  // namespace rtlgen::importer::c
