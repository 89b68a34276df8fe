// Decisions from measured compile and run times.
#include "runner/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "support/lower_case.hpp"

namespace rtlgen::runner {

namespace {

/// Lane-cycles of a run from which optimised code pays: measured at 2.6 million for HotSpot with P = 4, I = 5, where -O0 saves 4 CPU-s
/// of compiling and costs 1.5 us a lane-cycle.
constexpr double kLongRun = 2e6;
/// Signals of a core whose waveform may show everything.
constexpr std::int64_t kSmallWaveform = 1000;
/// Signals of a lane from which its Kernel is worth a run of Verilator.
constexpr std::int64_t kLargeKernel = 100;

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

/// All Kernels with a clock, as Verilator sees them. It warns of its own wrapper around a block without one.
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
      const bool is_clocked = file.text.substr(end, file.text.find(");", end) - end).find("clk") != std::string::npos;
      if (!is_clocked) continue;
      if (rest.empty() || (rest.size() > 1 && std::isdigit(static_cast<unsigned char>(rest[1])) != 0)) names.insert(file.text.substr(begin, end - begin));
    }
  }
  return names;
}

/// Where a large core's waveform ends: lines of the modules that are not named after the stencil, operators and those of the library.
std::string untraced_lines(const plan::Plan& plan, const std::vector<SourceFile>& files) {
  const std::string ours = lower_case(plan.stencil->name + "_");
  std::string lines;
  for (const SourceFile& file : files) {
    std::string module;
    int first = 1;
    int line = 1;
    const auto close = [&](int last) {
      if (!module.empty() && !lower_case(module).starts_with(ours)) lines += fmt::format("tracing_off -file \"*{}\" -lines {}-{}\n", file.path, first, last);
    };
    for (std::size_t at = 0, next = 0; at < file.text.size(); at = next, ++line) {
      next = std::min(file.text.find('\n', at), file.text.size() - 1) + 1;
      constexpr std::string_view kModule = "module ";
      if (file.text.compare(at, kModule.size(), kModule) != 0) continue;
      close(line - 1);
      const std::size_t begin = at + kModule.size();
      const auto end = std::find_if_not(file.text.begin() + static_cast<std::ptrdiff_t>(begin), file.text.end(), is_word);
      module.assign(file.text.begin() + static_cast<std::ptrdiff_t>(begin), end);
      first = line;
    }
    close(line);
  }
  return lines;
}

}  // namespace

Shape shape_of(const plan::Plan& plan, const BuildOptions& options) {
  const double work = static_cast<double>(options.cycles) * plan.core.steps * plan.core.cells_per_cycle;
  // Native operators are small: -O2 makes them twice as fast as -O1 and takes a quarter longer to compile; flat they gain a tenth.
  const char* const optimized = options.native_operators ? "-O2" : "-O1";
  Shape shape;
  shape.hierarchical = plan.core.steps > 1;
  shape.optimize = work > kLongRun ? optimized : "-O0";
  shape.kernels = shape.hierarchical && (work <= kLongRun || options.trace) && !options.native_operators && plan.core.cells_per_cycle > 1 && weight_of_lane(plan) >= kLargeKernel;
  if (options.trace) {
    const bool large = weight_of_lane(plan) * plan.core.steps * plan.core.cells_per_cycle > kSmallWaveform;
    shape.optimize = "-O0";
    shape.hierarchical = shape.hierarchical && large;
    shape.kernels = shape.kernels && large;
    shape.operators_traced = !large;
  }
  return shape;
}

std::string executor_name(const plan::Plan& plan, Hdl hdl) {
  const std::string name = plan.stencil->name + "_executor";
  return hdl == Hdl::kVhdl ? lower_case(name) : name;
}

std::string block_lines(const plan::Plan& plan, Hdl hdl, const Shape& shape, const std::vector<SourceFile>& files) {
  std::string lines = shape.operators_traced ? "" : untraced_lines(plan, files);
  if (shape.hierarchical && hdl == Hdl::kVhdl) lines += fmt::format("hier_block -module \"{}\"\n", executor_name(plan, hdl));
  if (!shape.kernels) return lines;
  for (const std::string& kernel : kernel_modules(plan, hdl, files)) lines += fmt::format("hier_block -module \"{}\"\n", kernel);
  return lines;
}

}  // namespace rtlgen::runner
