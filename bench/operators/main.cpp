// bench_operators: LUTs, flip-flops and multiplier blocks of the float32 operators at several
// pipeline depths, compared with other cores and our targets.
//
//   bench_operators [FILTER ...] [--depths 0,3,7] [--family xc7] [--keep DIR] [--markdown]
//   bench_operators --forms: operators as in Kernels at 200 MHz, IEEE and hex-aligned
//   bench_operators --form-rows: the same from the area model, for all families: gen/plan/forms/form_costs.inc
//
// FILTER keeps the operators whose name contains one of the words (add, mul_flush, ...). A benchmark,
// not a test: it reports misses but succeeds; it fails only if something could not be measured.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "form_rows.hpp"
#include "forms.hpp"
#include "ops/request.hpp"
#include "reference.hpp"
#include "synthesis.hpp"

namespace rtlgen::bench {

namespace {

/// One operator and the depths at which it is measured by default.
struct Core {
  std::string operation;
  ops::Function function;
  bool flush;
  std::vector<int> depths;
  [[nodiscard]] std::string name() const { return operation + (flush ? "_flush" : ""); }
};

const std::vector<Core>& cores() {
  using ops::Function;
  static const std::vector<int> kShort = {0, 1, 2, 3, 5, 7};
  static const std::vector<int> kLong = {0, 3, 7, 13, 20, 28};
  static const std::vector<int> kFunction = {7, 13};
  static const std::vector<Core> list = {
      {"add", spec::Op::kAdd, false, kShort},      {"add", spec::Op::kAdd, true, kShort},
      {"mul", spec::Op::kMul, false, kShort},      {"mul", spec::Op::kMul, true, kShort},
      {"div", spec::Op::kDiv, false, kLong},       {"div", spec::Op::kDiv, true, kLong},
      {"sqrt", spec::Op::kSqrt, false, kLong},     {"sqrt", spec::Op::kSqrt, true, kLong},
      {"exp", spec::Op::kExp, false, kFunction},   {"log", spec::Op::kLog, false, kFunction},
      {"sin", spec::Op::kSin, false, kFunction},   {"cos", spec::Op::kCos, false, kFunction},
      {"tanh", spec::Op::kTanh, false, kFunction}, {"pow", spec::Op::kPow, false, kFunction},
  };
  return list;
}

struct Arguments {
  std::vector<std::string> filters;
  std::vector<int> depths;
  Settings settings;
  bool markdown = false;
  bool forms = false, form_rows = false;
};

bool wanted(const std::string& name, const std::vector<std::string>& filters) {
  return filters.empty() || std::any_of(filters.begin(), filters.end(),
                                        [&](const std::string& f) { return name.find(f) != std::string::npos; });
}

void print_line(bool markdown, const std::vector<std::string>& cells) {
  static const int kWidth[] = {28, 10, 5, 5, 5, 4, 0};
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (markdown)
      line += fmt::format("| {} ", cells[i]);
    else if (i == 0)
      line += fmt::format("{:<{}}", cells[i], kWidth[i]);
    else
      line += fmt::format("  {:>{}}", cells[i], kWidth[i]);
  }
  fmt::print("{}{}\n", line, markdown ? "|" : "");
  std::fflush(stdout);
}

std::string verdict(const Core& core, int depth, const Area& area) {
  const auto target = target_of(core.operation, core.flush);
  if (!target || depth > target->depth) return "";
  const bool pass = area.lut <= target->lut && area.dsp <= target->dsp;
  return fmt::format("{} (at most {} LUT{})", pass ? "pass" : "MISS", target->lut,
                     target->dsp > 0 ? fmt::format(", {} DSP", target->dsp) : "");
}

/// Prints our rows; returns how many could not be measured.
int print_ours(const Core& core, const Arguments& arguments) {
  const spec::Type type = spec::Type::float_of(8, 23);
  ops::Request request{core.function, type, type, core.flush, {}};
  request.constants.resize(static_cast<std::size_t>(ops::operand_count(core.function)));
  int failures = 0;
  for (const int depth : arguments.depths.empty() ? core.depths : arguments.depths) {
    const Measured m = measure(request, depth, arguments.settings);
    if (!m.area) {
      fmt::print(stderr, "bench_operators: {} at depth {}: {}\n", core.name(), depth, m.error);
      ++failures;
      continue;
    }
    print_line(arguments.markdown, {"rtlgen " + core.name(), core.flush ? "flush" : "subnormals", fmt::to_string(depth),
                                    fmt::to_string(m.area->lut), fmt::to_string(m.area->ff),
                                    fmt::to_string(m.area->dsp), verdict(core, depth, *m.area)});
  }
  return failures;
}

void print_others(const Core& core, bool markdown) {
  for (const ReferenceCore& r : reference_cores()) {
    if (r.operation != core.operation || r.subnormals == core.flush) continue;
    print_line(markdown, {r.core, r.subnormals ? "subnormals" : "none", fmt::to_string(r.depth), fmt::to_string(r.lut),
                          fmt::to_string(r.ff), fmt::to_string(r.dsp), ""});
  }
}

int run(const Arguments& arguments) {
  if (arguments.form_rows) {
    fmt::print("{}", form_rows_text());
    return 0;
  }
  if (arguments.forms) return print_forms(arguments.settings, arguments.markdown) == 0 ? 0 : 1;
  int failures = 0;
  print_line(arguments.markdown, {"core (binary32)", "semantics", "depth", "LUT", "FF", "DSP", "target"});
  if (arguments.markdown) print_line(true, {"---", "---", "---", "---", "---", "---", "---"});
  for (const Core& core : cores()) {
    if (!wanted(core.name(), arguments.filters)) continue;
    failures += print_ours(core, arguments);
    print_others(core, arguments.markdown);
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace rtlgen::bench

int main(int argc, char** argv) {
  using rtlgen::bench::Arguments;
  Arguments arguments;
  CLI::App app{"Area of the float32 operators after Yosys, compared with other cores and the targets."};
  app.add_option("FILTER", arguments.filters, "operators whose name contains one of these words");
  app.add_option("--depths", arguments.depths, "pipeline stages inside the operator")
      ->delimiter(',')
      ->check(CLI::Range(0, 99));
  app.add_option("--family", arguments.settings.family, "family of synth_xilinx")->capture_default_str();
  app.add_option("--device", arguments.settings.device, "delay model that places the registers")->capture_default_str();
  app.add_option("--keep", arguments.settings.keep, "keep the Verilog and the reports of Yosys in this folder");
  app.add_flag("--forms", arguments.forms, "measure operators as in Kernels, IEEE and hex-aligned");
  app.add_flag("--form-rows", arguments.form_rows,
               "print the same from the area model for all families, as gen/plan/forms/form_costs.inc");
  app.add_flag("--markdown", arguments.markdown, "print the table for docs/evidence/operators.md");
  CLI11_PARSE(app, argc, argv);
  try {
    return rtlgen::bench::run(arguments);
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_operators: {}\n", e.what());
    return 1;
  }
}
