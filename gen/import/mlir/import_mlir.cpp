// Runs the steps of an import; the second half is shared with C.
#include "import/mlir/import_mlir.hpp"

#include <regex>

#include "import/c/layout.hpp"
#include "import/c/lines.hpp"
#include "import/c/needed.hpp"
#include "import/c/write.hpp"
#include "import/mlir/evaluate.hpp"

namespace rtlgen::importer::mlir {

namespace {

/// `// rtlgen equal(a, b)`
std::vector<std::pair<std::string, std::string>> equal_fields(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> out;
  static const std::regex wish(
      R"(//\s{0,9}rtlgen\s{1,9}equal\(\s{0,9}%?(\w{1,200})\s{0,9},\s{0,9}%?(\w{1,200})\s{0,9}\))");
  for (std::sregex_iterator m(text.begin(), text.end(), wish), end; m != end; ++m) out.emplace_back((*m)[1], (*m)[2]);
  return out;
}

}  // namespace

std::string import_mlir(const std::string& file, const Options& options, const Reporter& reporter) {
  const Function function = read_function(options.function, reporter);
  const Program program = read_program(function, options.values, reporter);
  c::Trace trace = evaluate(program, reporter);
  trace.equal = equal_fields(reporter.text());
  trace.effects = c::needed_effects(trace, c::lay_out(trace, reporter));
  const c::Layout layout = c::lay_out(trace, reporter);
  const c::Lines lines = c::make_lines(trace, layout, reporter);
  std::string yaml = c::write(trace, layout, lines, file, options, reporter);
  reporter.stop_if_failed();
  return yaml;
}

}  // namespace rtlgen::importer::mlir
