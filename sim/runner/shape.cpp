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

/// Lane-cycles of a run from which optimised code pays: measured at 2.6 million for HotSpot with P = 4, I = 5, where -O0 saves 4 CPU-s
/// of compiling and costs 1.5 us a lane-cycle.
constexpr double kLongRun = 2e6;
/// Signals of a core whose waveform may show everything.
constexpr std::int64_t kSmallWaveform = 1000;
/// Signals of a lane from which its Kernel is worth a run of Verilator.
constexpr std::int64_t kLargeKernel = 100;

std::set<std::string> operator_modules(const plan::Plan& plan) {
  std::set<std::string> names;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) {
      if (node.is_operator) names.insert(fmt::format("{}_l{}", ops::base_name(node.request), node.latency));
    }
  }
  return names;
}

/// About how many signals the Kernels of one lane have: an operator's inside is some sixteen.
std::int64_t weight_of_lane(const plan::Plan& plan) {
  constexpr std::int64_t kOperator = 16;
  std::int64_t weight = 0;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) weight += node.is_operator ? kOperator : 1;
  }
  return weight;
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

std::string shown(const std::string& module) { return module + "_shown"; }

/// A module of the files under its other name, not a block any more; "" if there is none.
std::string copy_of(const std::vector<SourceFile>& files, const std::string& module) {
  for (const SourceFile& file : files) {
    const std::size_t at = module_at(file.text, module);
    if (at == std::string::npos) continue;
    std::string copy = file.text.substr(at, module_end(file.text, at) - at) + "\n";
    replace_once(copy, "module " + module, "module " + shown(module));
    replace_once(copy, "/*verilator hier_block*/", "");
    return copy;
  }
  return "";
}

/// All Kernels, as Verilator sees them.
std::set<std::string> kernel_modules(const plan::Plan& plan, Hdl hdl, const std::vector<SourceFile>& files) {
  const std::string executor = executor_name(plan, hdl);
  const std::string opening = "\nmodule " + executor.substr(0, executor.rfind('_')) + "_kernel";
  std::set<std::string> names;
  for (const SourceFile& file : files) {
    for (std::size_t at = file.text.find(opening); at != std::string::npos; at = file.text.find(opening, at + 1)) {
      std::size_t end = at + opening.size();
      while (end < file.text.size() && is_word(file.text[end])) ++end;
      // x_kernel or x_kernel_1_t; x_kernel_dimension is that of a field.
      const std::string rest = file.text.substr(at + opening.size(), end - at - opening.size());
      const std::size_t begin = at + std::string("\nmodule ").size();
      if (rest.empty() || (rest.size() > 1 && std::isdigit(static_cast<unsigned char>(rest[1])) != 0)) names.insert(file.text.substr(begin, end - begin));
    }
  }
  return names;
}

}  // namespace

Shape shape_of(const plan::Plan& plan, const BuildOptions& options) {
  const double work = static_cast<double>(options.cycles) * plan.core.steps * plan.core.cells_per_cycle;
  // Native operators are small: -O2 makes them twice as fast as -O1 and takes a quarter longer to compile; flat they gain a tenth.
  const char* const optimized = options.native_operators ? "-O2" : "-O1";
  Shape shape;
  shape.hierarchical = plan.core.steps > 1;
  shape.optimize = work > kLongRun ? optimized : "-O0";
  shape.kernels = shape.hierarchical && work <= kLongRun && !options.native_operators && plan.core.cells_per_cycle > 1 && weight_of_lane(plan) >= kLargeKernel;
  if (options.trace) {
    const bool large = weight_of_lane(plan) * plan.core.steps * plan.core.cells_per_cycle > kSmallWaveform;
    shape.optimize = "-O0";
    shape.hierarchical = shape.shows_first = shape.hierarchical && large;
    shape.kernels = shape.kernels && large;
  }
  return shape;
}

std::string executor_name(const plan::Plan& plan, Hdl hdl) {
  std::string name = plan.stencil->name + "_executor";
  if (hdl == Hdl::kVhdl) std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::string block_lines(const plan::Plan& plan, Hdl hdl, const Shape& shape, const std::vector<SourceFile>& files) {
  std::string lines;
  if (shape.hierarchical && hdl == Hdl::kVhdl) lines += fmt::format("hier_block -module \"{}\"\n", executor_name(plan, hdl));
  if (!shape.kernels) return lines;
  for (const std::string& kernel : kernel_modules(plan, hdl, files)) lines += fmt::format("hier_block -module \"{}\"\n", kernel);
  return lines;
}

void show_first_executor(const plan::Plan& plan, Hdl hdl, const Shape& shape, std::vector<SourceFile>& files) {
  const std::string name = executor_name(plan, hdl);
  std::string copies = copy_of(files, name);
  RTLGEN_CHECK(!copies.empty(), "no module " + name);
  for (SourceFile& file : files) replace_once(file.text, name + " u_executor_0 ", shown(name) + " u_executor_0 ");
  if (shape.kernels) {
    for (const std::string& kernel : kernel_modules(plan, hdl, files)) {
      replace_once(copies, kernel + " u_", shown(kernel) + " u_");
      copies += copy_of(files, kernel);
    }
  }
  files.push_back({shown(name) + ".v", copies});
  for (SourceFile& file : files) {
    for (const std::string& module : operator_modules(plan)) {
      const std::size_t at = module_at(file.text, module);
      if (at == std::string::npos) continue;
      file.text.insert(module_end(file.text, at), "\n/*verilator tracing_on*/\n");
      file.text.insert(at, "/*verilator tracing_off*/\n");
    }
  }
}

}  // namespace rtlgen::runner
