// bench_area: the resource model beside Yosys, on every stencil of configs/ with several P, I, sizes and types, for three families.
//
// What Yosys has mapped once is in the cache, so that a second run takes a minute; the
// first takes hours. None of these stencils is among those that the factors of logic were fitted from.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "driver/driver.hpp"
#include "synthesis/yosys.hpp"

namespace {

using namespace rtlgen;

/// A change of a stencil; with `device` it is a row.
struct Variant {
  const char* name;
  std::vector<std::string> sets;
};

const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"P 1, I 2", {"hardware.cells_per_cycle=1", "hardware.steps=2", "hardware.block=[]"}},
      {"P 2, I 3", {"hardware.cells_per_cycle=2", "hardware.steps=3", "hardware.block=[]"}},
      {"P 4, I 1, 250 MHz", {"hardware.cells_per_cycle=4", "hardware.steps=1", "hardware.block=[]", "hardware.clock_mhz=250"}},
      {"P 2, I 2, float16", {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.block=[]", "type=float16"}},
  };
  return all;
}

/// Mean and most of a column's differences, in per cent.
struct Column {
  double sum = 0, most = 0;
  int rows = 0, equal = 0;

  void add(std::int64_t predicted, std::int64_t counted) {
    const double off = counted == 0 ? (predicted == 0 ? 0 : 100) : 100 * std::abs(static_cast<double>(predicted) / static_cast<double>(counted) - 1);
    sum += off;
    most = std::max(most, off);
    ++rows;
    equal += predicted == counted ? 1 : 0;
  }
  [[nodiscard]] std::string text() const { return fmt::format("mean {:.2f} %, most {:.2f} %, equal in {} of {}", rows > 0 ? sum / rows : 0, most, equal, rows); }
};

std::string cell(std::int64_t predicted, std::int64_t counted) {
  if (predicted == counted) return fmt::format("{}", counted);
  return fmt::format("{} / {} ({:+.1f} %)", predicted, counted, counted == 0 ? 100 : 100 * (static_cast<double>(predicted) / static_cast<double>(counted) - 1));
}

class Table {
 public:
  void row(const std::string& stencil, const Variant& variant, const std::string& device) {
    driver::SynthOptions options;
    options.source = {fmt::format("{}/configs/{}.yaml", RTLGEN_SOURCE_DIR, stencil), variant.sets};
    options.device = device;
    Diagnostics diagnostics;
    const auto report = driver::synthesise(options, diagnostics);
    if (!report) {
      // A stencil that has no such variant: a type that its constants do not fit, a row that is not whole words.
      fmt::print(stderr, "{}, {}, {}: not to be built\n", stencil, variant.name, device);
      return;
    }
    const model::Area &p = report->predicted.total, &c = report->counted.total;
    luts_.add(p.luts(), c.luts());
    flops_.add(p.flip_flops, c.flip_flops);
    rams_.add(p.rams, c.rams);
    dsps_.add(p.dsps, c.dsps);
    fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", stencil, variant.name, device, cell(p.luts(), c.luts()), cell(p.flip_flops, c.flip_flops), cell(p.rams, c.rams), cell(p.dsps, c.dsps));
    std::fflush(stdout);
  }

  void summary() const { fmt::print("\nLUT: {}.\nFlip-flops: {}.\nBlock RAM: {}.\nDSP: {}.\n", luts_.text(), flops_.text(), rams_.text(), dsps_.text()); }

 private:
  Column luts_, flops_, rams_, dsps_;
};

std::vector<std::string> stencils() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The resource model beside Yosys, row by row"};
  std::vector<std::string> devices = {"xc7", "xc5v", "cyclone10gx"}, chosen;
  std::vector<int> which = {1, 2, 3, 4};
  app.add_option("--devices", devices, "families")->delimiter(',')->allow_extra_args(false)->check(CLI::IsMember({"xc7", "xc5v", "cyclone10gx"}));
  app.add_option("--variants", which, "which of the four variants")->delimiter(',')->allow_extra_args(false)->check(CLI::Range(1, 4));
  app.add_option("stencils", chosen, "names in configs/; all without any");
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("| stencil | variant | family | LUT | flip-flops | block RAM | DSP |\n|---|---|---|---|---|---|---|\n");
    Table table;
    for (const int v : which) {
      for (const std::string& device : devices) {
        for (const std::string& stencil : chosen.empty() ? stencils() : chosen) table.row(stencil, variants()[static_cast<std::size_t>(v - 1)], device);
      }
    }
    table.summary();
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_area: {}\n", fault.what());
    return 1;
  }
}
