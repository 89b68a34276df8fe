// Decisions from measured compile and run times, and edits of Verilog texts.
#include "runner/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "ops/operator.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::runner {

namespace {

/// Lane-cycles of a run from which optimised code pays: an instruction of g++ -O0 takes about as long as five of -O1.
constexpr double kLongRun = 2e6;
/// The same from which one flat model of native operators pays.
constexpr double kVeryLongRun = 2e8;
constexpr int kSmallCells = 64;
/// Operators and inline nodes of a core whose waveform may show everything.
constexpr std::int64_t kSmallWaveform = 1000;

std::set<std::string> operator_modules(const plan::Plan& plan) {
  std::set<std::string> names;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) {
      if (node.is_operator) names.insert(fmt::format("{}_l{}", ops::base_name(node.request), node.latency));
    }
  }
  return names;
}

/// About how much there is to show: an operator's inside is some sixteen signals.
std::int64_t waveform_weight(const plan::Plan& plan) {
  constexpr std::int64_t kOperator = 16;
  std::int64_t weight = 0;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) weight += node.is_operator ? kOperator : 1;
  }
  return weight * plan.core.steps * plan.core.cells_per_cycle;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where the text says `module NAME`; npos: nowhere.
std::size_t module_at(const std::string& text, const std::string& name) {
  const std::string opening = "module " + name;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
    const std::size_t end = at + opening.size();
    if ((at == 0 || text[at - 1] == '\n') && (end == text.size() || !is_word(text[end]))) return at;
  }
  return std::string::npos;
}

std::size_t module_end(const std::string& text, std::size_t at) {
  const std::string closing = "endmodule";
  return std::min(text.size(), text.find(closing, at) + closing.size());
}

void replace_once(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
}

}  // namespace

Shape shape_of(const plan::Plan& plan, const BuildOptions& options) {
  const int cells = plan.core.steps * plan.core.cells_per_cycle;
  const double work = static_cast<double>(options.cycles) * cells;
  Shape shape;
  shape.hierarchical = plan.core.steps > 1;
  shape.optimize = work > kLongRun ? "-O1" : "-O0";
  if (options.native_operators && work > kVeryLongRun && cells <= kSmallCells) {
    // A tenth faster than -O1, and half as long again to compile.
    shape.hierarchical = false;
    shape.optimize = "-O2";
  }
  if (options.trace) {
    shape.optimize = "-O0";
    shape.shows_first = shape.hierarchical && waveform_weight(plan) > kSmallWaveform;
    shape.hierarchical = shape.shows_first;
  }
  return shape;
}

std::string executor_name(const plan::Plan& plan, Hdl hdl) {
  std::string name = plan.stencil->name + "_executor";
  if (hdl == Hdl::kVhdl) std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

void show_first_executor(const plan::Plan& plan, Hdl hdl, std::vector<SourceFile>& files) {
  const std::string name = executor_name(plan, hdl);
  const std::string shown = name + "_shown";
  std::string copy;
  for (SourceFile& file : files) {
    if (const std::size_t at = module_at(file.text, name); at != std::string::npos) {
      copy = file.text.substr(at, module_end(file.text, at) - at) + "\n";
      replace_once(copy, "module " + name, "module " + shown);
      replace_once(copy, "/*verilator hier_block*/", "");
    }
    replace_once(file.text, name + " u_executor_0 ", shown + " u_executor_0 ");
    for (const std::string& module : operator_modules(plan)) {
      const std::size_t at = module_at(file.text, module);
      if (at == std::string::npos) continue;
      file.text.insert(module_end(file.text, at), "\n/*verilator tracing_on*/\n");
      file.text.insert(at, "/*verilator tracing_off*/\n");
    }
  }
  RTLGEN_CHECK(!copy.empty(), "no module " + name);
  files.push_back({shown + ".v", copy});
}

}  // namespace rtlgen::runner
