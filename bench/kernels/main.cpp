// bench_kernels: LUTs, flip-flops and multiplier blocks of the Kernels of the float32 catalogue, compared with
// the same operations as separate general operators (baseline.hpp).
//
//   bench_kernels [FILTER ...] [--keep DIR] [--markdown] [--parts]
//   bench_kernels --fused [FILTER ...] [--markdown]      with arithmetic: ieee and fused
//   bench_kernels --forms [FILTER ...] [--markdown]      with hardware.arithmetic: ieee and auto
//   bench_kernels --dsp-sums [FILTER ...] [--markdown]   with fused sums, more of them in DSP blocks per row
//
// FILTER keeps the configurations whose name contains one of the words. A benchmark, not a test: it
// reports misses but succeeds; it fails only if something could not be measured.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "baseline.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "ops/memo.hpp"
#include "plan/timing/dsp_sums.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::bench {

namespace {

constexpr double kTarget = 0.90;  // share of the sum of the operators

struct Arguments {
  std::vector<std::string> filters;
  Settings settings;
  bool markdown = false;
  bool parts = false;
  bool fused = false;
  bool forms = false;
  bool dsp_sums = false;
};

Area& operator+=(Area& a, const Area& b) {
  a.lut += b.lut;
  a.shift_registers += b.shift_registers;
  a.ff += b.ff;
  a.dsp += b.dsp;
  a.carry += b.carry;
  return a;
}

Area measured(const hw::Design& design, const std::string& name, const Arguments& arguments) {
  const Measured m = measure(design, name, arguments.settings);
  if (!m.area) throw std::runtime_error(fmt::format("{}: {}", name, m.error));
  if (arguments.parts) {
    fmt::print(stderr, "  {}: {} LUT ({} shift registers), {} FF, {} DSP\n", name, m.area->lut, m.area->shift_registers,
               m.area->ff, m.area->dsp);
  }
  return *m.area;
}

void take(const hw::Design& from, const std::string& name, std::set<std::string>& taken) {
  const auto found =
      std::find_if(from.modules.begin(), from.modules.end(), [&](const hw::Module& m) { return m.name == name; });
  if (found == from.modules.end() || !taken.insert(name).second) return;
  for (const hw::Item& item : found->items) {
    if (const auto* instance = std::get_if<hw::Instance>(&item)) take(from, instance->module, taken);
  }
}

/// `top` and what it instantiates.
hw::Design part_of(const hw::Design& whole, const std::string& top) {
  std::set<std::string> taken;
  take(whole, top, taken);
  hw::Design design;
  design.top = top;
  for (const hw::Module& m : whole.modules) {
    if (taken.contains(m.name)) design.modules.push_back(m);
  }
  design.leaves = whole.leaves;
  return design;
}

/// The Kernels of all lines for one cell, with the parts that all lanes share.
Area kernel_area(const driver::Prepared& prepared, const Arguments& arguments) {
  const hw::Design core = elaborate::elaborate(prepared.plan);
  Area sum;
  for (const plan::StagePlan& stage : prepared.plan.executor.stages) {
    for (const std::string& name : {stage.kernel.module, stage.kernel.module + "_shared"}) {
      const hw::Design design = part_of(core, name);
      if (!design.modules.empty()) sum += measured(design, name, arguments);
    }
  }
  return sum;
}

Area measured(const hw::Module& module, const std::string& name, const Arguments& arguments) {
  hw::Design design;
  design.top = module.name;
  design.modules.push_back(module);
  return measured(design, name, arguments);
}

/// The same operations as separate operators.
struct OneByOne {
  int count = 0;
  Area fewest_stages;  ///< with the fewest stages, placed for few LUTs if that costs no further stage
  Area as_in_kernels;  ///< with the stages that they have in Kernels
};

OneByOne one_by_one(const driver::Prepared& prepared, const Arguments& arguments) {
  OneByOne sum;
  for (const auto& [name, op] : general_operators(prepared.reference(), prepared.plan)) {
    Area few = measured(op.few_stages, op.few_stages.name, arguments);
    const Area same = measured(op.as_in_kernels, op.as_in_kernels.name + "_as_in_kernels", arguments);
    if (op.same_stages && same.lut < few.lut) few = same;
    for (int i = 0; i < op.count; ++i) {
      sum.fewest_stages += few;
      sum.as_in_kernels += same;
    }
    sum.count += op.count;
  }
  return sum;
}

void print_line(bool markdown, const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (markdown)
      line += fmt::format("| {} ", cells[i]);
    else if (i == 0)
      line += fmt::format("{:<14}", cells[i]);
    else
      line += fmt::format("  {:>9}", cells[i]);
  }
  fmt::print("{}{}\n", line, markdown ? "|" : "");
  std::fflush(stdout);
}

void print_row(const std::string& name, const driver::Prepared& prepared, const Arguments& arguments) {
  const OneByOne operators = one_by_one(prepared, arguments);
  const Area& sum = operators.fewest_stages;
  const Area kernel = kernel_area(prepared, arguments);
  const double ratio = static_cast<double>(kernel.lut) / sum.lut;
  const double logic = static_cast<double>(kernel.lut - kernel.shift_registers) / (sum.lut - sum.shift_registers);
  print_line(
      arguments.markdown,
      {name, fmt::to_string(operators.count), fmt::to_string(sum.lut), fmt::to_string(sum.dsp),
       fmt::to_string(kernel.lut), fmt::to_string(kernel.shift_registers), fmt::to_string(kernel.ff),
       fmt::to_string(kernel.dsp), fmt::format("{:.0f} %", 100 * logic), fmt::format("{:.0f} %", 100 * ratio),
       ratio <= kTarget ? "pass" : "MISS", fmt::format("{:.0f} %", 100.0 * kernel.lut / operators.as_in_kernels.lut)});
}

int latency_of(const driver::Prepared& prepared) {
  int sum = 0;
  for (const plan::StagePlan& stage : prepared.plan.executor.stages) sum += stage.kernel.latency;
  return sum;
}

std::vector<std::string> cells_of(const Area& area, const driver::Prepared& prepared) {
  return {fmt::to_string(area.lut), fmt::to_string(area.shift_registers), fmt::to_string(area.ff),
          fmt::to_string(area.dsp), fmt::to_string(latency_of(prepared))};
}

/// The Kernels of `file` as they are and with the other setting.
void print_both(const std::filesystem::path& file, const driver::Prepared& shipped, const Arguments& arguments) {
  Diagnostics diagnostics;
  const std::string setting = arguments.fused ? "arithmetic=fused" : "hardware.arithmetic=ieee";
  const auto made = driver::prepare({file.string(), {setting}}, diagnostics);
  if (!made) throw std::runtime_error("refused with " + setting);
  const driver::Prepared& first = arguments.fused ? shipped : **made;
  const driver::Prepared& second = arguments.fused ? **made : shipped;
  const Area before = kernel_area(first, arguments), after = kernel_area(second, arguments);
  std::vector<std::string> cells = {file.stem().string()};
  for (const auto& part : {cells_of(before, first), cells_of(after, second)})
    cells.insert(cells.end(), part.begin(), part.end());
  cells.push_back(fmt::format("{:.2f}", static_cast<double>(after.lut) / before.lut));
  print_line(arguments.markdown, cells);
}

/// The Kernels of `file` with fused sums, a row for each number of additions in blocks, by twos.
void print_dsp_sums(const std::filesystem::path& file, const Arguments& arguments) {
  const std::vector<std::string> sets = {"arithmetic=fused"};
  Diagnostics diagnostics;
  const auto plain = driver::prepare({file.string(), sets}, diagnostics);
  if (!plain) throw std::runtime_error("refused with " + sets.front());
  ops::Memo operators;
  const int most = plan::most_dsp_sums((*plain)->plan, operators);
  for (int count = 0;; count = std::min(count + 2, most)) {
    const auto made =
        driver::prepare({file.string(), {sets.front(), fmt::format("hardware.dsp_sums={}", count)}}, diagnostics);
    if (!made) throw std::runtime_error("refused with sums in blocks");
    std::vector<std::string> cells = {file.stem().string(), fmt::to_string(count)};
    for (const std::string& cell : cells_of(kernel_area(**made, arguments), **made)) cells.push_back(cell);
    print_line(arguments.markdown, cells);
    if (count == most) return;
  }
}

void print_head(const Arguments& arguments) {
  std::vector<std::string> cells = {"configuration", "operators", "LUT",   "DSP",    "Kernels", "in delays", "FF",
                                    "DSP",           "logic",     "ratio", "target", "same cut"};
  if (arguments.fused || arguments.forms) {
    cells = {"configuration",
             "ieee LUT",
             "in delays",
             "FF",
             "DSP",
             "latency",
             arguments.fused ? "fused LUT" : "auto LUT",
             "in delays",
             "FF",
             "DSP",
             "latency",
             "ratio"};
  }
  if (arguments.dsp_sums) cells = {"configuration", "sums in blocks", "LUT", "in delays", "FF", "DSP", "latency"};
  print_line(arguments.markdown, cells);
  if (arguments.markdown) print_line(true, std::vector<std::string>(cells.size(), "---"));
}

std::vector<std::filesystem::path> configurations(const std::vector<std::string>& filters) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(RTLGEN_CONFIGS)) {
    const std::string name = entry.path().stem().string();
    const bool wanted = filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& f) {
                          return name.find(f) != std::string::npos;
                        });
    if (entry.path().extension() == ".yaml" && wanted) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int run(const Arguments& arguments) {
  int failures = 0;
  print_head(arguments);
  for (const std::filesystem::path& file : configurations(arguments.filters)) {
    const std::string name = file.stem().string();
    Diagnostics diagnostics;
    const auto prepared = driver::prepare({file.string(), {}}, diagnostics);
    try {
      if (!prepared) throw std::runtime_error("refused");
      if (!computes_in_float32((*prepared)->reference())) continue;
      if (arguments.dsp_sums)
        print_dsp_sums(file, arguments);
      else if (arguments.fused || arguments.forms)
        print_both(file, **prepared, arguments);
      else
        print_row(name, **prepared, arguments);
    } catch (const std::runtime_error& e) {
      fmt::print(stderr, "bench_kernels: {}: {}\n", name, e.what());
      ++failures;
    }
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace rtlgen::bench

int main(int argc, char** argv) {
  using rtlgen::bench::Arguments;
  Arguments arguments;
  CLI::App app{"Area of the Kernels of the float32 catalogue after Yosys, compared with separate general operators."};
  app.add_option("FILTER", arguments.filters, "configurations whose name contains one of these words");
  app.add_option("--family", arguments.settings.family, "family of synth_xilinx")->capture_default_str();
  app.add_option("--keep", arguments.settings.keep, "keep Verilog and reports in this folder, and reuse them");
  app.add_flag("--markdown", arguments.markdown, "print the table for docs/evidence/operators.md");
  app.add_flag("--fused", arguments.fused, "print the Kernels with arithmetic: ieee and with arithmetic: fused");
  app.add_flag(
      "--forms", arguments.forms,
      "print the Kernels with hardware.arithmetic: ieee and auto, without the conversions at the ends of the core");
  app.add_flag("--dsp-sums", arguments.dsp_sums,
               "print the Kernels with arithmetic: fused and an increasing number of additions in DSP blocks");
  app.add_flag("--parts", arguments.parts, "print every Kernel and operator to standard error");
  CLI11_PARSE(app, argc, argv);
  try {
    return rtlgen::bench::run(arguments);
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_kernels: {}\n", e.what());
    return 1;
  }
}
