// Decisions from measured compile and run times.
#include "runner/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runner/runner.hpp"
#include "runner/simulated_design.hpp"
#include "support/errors.hpp"
#include "support/ghdl_verilog.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::runner {

namespace {

/// Lane-cycles of a run from which optimised code pays off: measured as 2.6 million for HotSpot with P = 4, I = 5,
/// where -O0 saves 4 CPU-s of compiling and costs 1.5 us per lane-cycle.
constexpr double kLongRun = 2e6;
/// The most signals of a core whose waveform shows everything.
constexpr std::int64_t kSmallWaveform = 1000;
/// Signals per lane from which a separate run of Verilator for a Kernel pays off.
constexpr std::int64_t kLargeKernel = 100;

/// The approximate number of signals in the Kernels of one lane: some sixteen inside each operator.
std::int64_t weight_of_lane(const SimulatedDesign& design) {
  constexpr std::int64_t kOperator = 16;
  return design.lane_operators * kOperator + design.lane_values;
}

/// The files that the waveform of a large core in rtlgen's Verilog leaves out.
std::string untraced_files(const Sources& sources) {
  std::string lines;
  for (const SourceModule& module : sources.modules) {
    if (module.in_library) lines += fmt::format("tracing_off -file \"*{}\"\n", module.file);
  }
  return lines;
}

std::vector<std::string> entities_of(const Sources& sources) {
  std::vector<std::string> names;
  for (const SourceModule& module : sources.modules) names.push_back(module.name);
  return names;
}

/// The modules of GHDL's text, for messages.
std::string named(const SourceFile& translated) {
  std::vector<std::string> names;
  for (const GhdlModule& module : ghdl_modules(translated.text)) names.push_back(module.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The names of an entity in GHDL's text: one per set of generics.
std::vector<std::string> names_after_ghdl(const Sources& sources, const std::string& entity,
                                          const SourceFile* translated) {
  if (translated == nullptr) return {lower_case(entity)};
  const std::vector<std::string> entities = entities_of(sources);
  std::vector<std::string> names;
  for (const GhdlModule& module : ghdl_modules(translated->text)) {
    if (ghdl_entity(module.name, entities) == entity) names.push_back(module.name);
  }
  if (names.empty())
    throw EnvironmentError(
        fmt::format("GHDL wrote no module for the entity '{}'; it wrote: {}", entity, named(*translated)));
  return names;
}

/// Bit instructions that all newer processors have, if this one has them. They are part of the cache's key.
std::string processor_flags() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0)
    return " -mavx2 -mbmi -mbmi2";
#endif
  return "";
}

}  // namespace

Shape shape_of(const SimulatedDesign& design, const BuildOptions& options) {
  const double work = static_cast<double>(options.cycles) * design.core.steps * design.core.cells_per_cycle;
  const bool is_long = work > kLongRun && !options.trace;
  Shape shape;
  // Executors with native operators are so small that calling a block costs more than its work.
  const bool is_flat = is_long && options.native_operators && options.cycles > kFlatRun;
  shape.hierarchical = design.core.steps > 1 && !is_flat;
  shape.optimize = is_long ? "-O2" + processor_flags() : "-O0";
  shape.rings = is_long;
  shape.kernels = shape.hierarchical && (work <= kLongRun || options.trace) && !options.native_operators &&
                  design.core.cells_per_cycle > 1 && weight_of_lane(design) >= kLargeKernel;
  if (options.trace) {
    const bool large = weight_of_lane(design) * design.core.steps * design.core.cells_per_cycle > kSmallWaveform;
    shape.hierarchical = shape.hierarchical && large;
    shape.kernels = shape.kernels && large;
    shape.operators_traced = !large;
  }
  return shape;
}

std::string block_lines(const SimulatedDesign& design, const Sources& sources, const Shape& shape,
                        const SourceFile* translated) {
  const bool vhdl = sources.hdl == Hdl::kVhdl;
  std::string lines = shape.operators_traced || vhdl ? "" : untraced_files(sources);
  const auto block = [&](const std::string& module) {
    for (const std::string& name : vhdl ? names_after_ghdl(sources, module, translated) : std::vector{module})
      lines += fmt::format("hier_block -module \"{}\"\n", name);
  };
  if (shape.hierarchical && vhdl) block(design.executor);
  if (!shape.kernels) return lines;
  for (const std::string& kernel : design.kernels) {
    // Verilator warns about its own wrapper around a block without a clock.
    const auto is_worth_it = [&](const SourceModule& module) { return module.name == kernel && module.uses_clock; };
    if (std::any_of(sources.modules.begin(), sources.modules.end(), is_worth_it)) block(kernel);
  }
  return lines;
}

std::string ghdl_trace_lines(const Sources& sources, const SourceFile& translated) {
  const std::vector<std::string> entities = entities_of(sources);
  std::string lines;
  bool has_own = false;
  for (const GhdlModule& module : ghdl_modules(translated.text)) {
    const std::string entity = ghdl_entity(module.name, entities);
    const auto is_own = [&](const SourceModule& m) { return m.name == entity && !m.in_library; };
    if (std::any_of(sources.modules.begin(), sources.modules.end(), is_own)) {
      has_own = true;
      continue;
    }
    lines +=
        fmt::format("tracing_off -file \"*{}\" -lines {}-{}\n", translated.path, module.first_line, module.last_line);
  }
  if (!has_own) throw EnvironmentError("no module that GHDL wrote belongs to the design: " + named(translated));
  return lines;
}

std::string waveform_note(const SimulatedDesign& design, const BuildOptions& options) {
  if (!options.trace || !shape_of(design, options).hierarchical) return "";
  return fmt::format("the waveform shows the inside of the first Executor and the ports of all {}", design.core.steps);
}

}  // namespace rtlgen::runner
