// Variants, rows and their errors.
#include "table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

#include "driver/prepare/prepare.hpp"
#include "driver/synth/synth.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::bench {

namespace {

struct Variant {
  const char* name;
  std::vector<std::string> sets;
  double grid = 1;  ///< factor on the grid of the file
};

const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"P 1, I 2", {"hardware.cells_per_cycle=1", "hardware.steps=2", "hardware.block=[]"}},
      {"P 1, I 5, half the grid", {"hardware.cells_per_cycle=1", "hardware.steps=5", "hardware.block=[]"}, 0.5},
      {"P 1, I 9, twice the grid", {"hardware.cells_per_cycle=1", "hardware.steps=9", "hardware.block=[]"}, 2},
      {"P 2, I 3", {"hardware.cells_per_cycle=2", "hardware.steps=3", "hardware.block=[]"}},
      {"P 2, I 2, float16", {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.block=[]", "type=float16"}},
      {"P 4, I 1, 250 MHz",
       {"hardware.cells_per_cycle=4", "hardware.steps=1", "hardware.block=[]", "hardware.clock_mhz=250"}},
      {"P 2, I 2, fused", {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.block=[]", "arithmetic=fused"}},
      {"P 1, I 2, fused, sums in DSP",
       {"hardware.cells_per_cycle=1", "hardware.steps=2", "hardware.block=[]", "arithmetic=fused",
        "hardware.dsp_sums=2"}},
      {"P 1, I 2, no DSP",
       {"hardware.cells_per_cycle=1", "hardware.steps=2", "hardware.block=[]", "hardware.dsp_limit=0"}},
      {"P 2, I 2, hard",
       {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.block=[]", "arithmetic=hard", "subnormals=flush"}},
  };
  return all;
}

std::string path_of(const std::string& stencil) {
  return fmt::format("{}/configs/{}.yaml", RTLGEN_SOURCE_DIR, stencil);
}

std::vector<std::string> catalogue() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<Design> design_of(const std::string& stencil, const Variant& variant, const std::string& family) {
  Design design{stencil, variant.name, family, variant.sets, 0, {}};
  design.sets.push_back("hardware.device=" + family);
  Diagnostics diagnostics;
  if (variant.grid != 1) {
    const auto program = driver::read_program({path_of(stencil), {}}, diagnostics);
    if (!program) return std::nullopt;
    std::vector<std::int64_t> grid;
    for (int axis = 0; axis < program->sharing.hardware.axes; ++axis) {
      grid.push_back(static_cast<std::int64_t>(
          variant.grid * static_cast<double>(program->sharing.hardware.grid[static_cast<std::size_t>(axis)])));
    }
    design.sets.push_back(fmt::format("grid=[{}]", fmt::join(grid, ", ")));
  }
  const auto prepared = driver::prepare({path_of(stencil), design.sets}, diagnostics);
  if (!prepared) return std::nullopt;
  design.nodes = (*prepared)->stencil().nodes.size();
  design.digest = driver::plan_digest((*prepared)->plan);
  return design;
}

const model::Fabric& fabric_of(const Row& row) { return model::fabric_of(row.design.family); }

Column column_of(const std::vector<Row>& rows,
                 const std::function<std::int64_t(const model::Fabric&, const model::Area&)>& figure) {
  Column column;
  for (const Row& row : rows) {
    const auto predicted = static_cast<double>(figure(fabric_of(row), row.predicted)),
               counted = static_cast<double>(figure(fabric_of(row), row.counted));
    const double off = predicted == counted ? 0 : counted == 0 ? 100 : 100 * std::abs(predicted / counted - 1);
    column.mean += off / static_cast<double>(rows.size());
    column.most = std::max(column.most, off);
    column.equal += predicted == counted ? 1 : 0;
  }
  return column;
}

std::string cell(std::int64_t predicted, std::int64_t counted) {
  if (predicted == counted) return fmt::format("{}", counted);
  return fmt::format("{} / {} ({:+.1f} %)", predicted, counted,
                     counted == 0 ? 100 : 100 * (static_cast<double>(predicted) / static_cast<double>(counted) - 1));
}

}  // namespace

std::vector<Design> designs(const std::vector<std::string>& families, const std::vector<std::string>& stencils,
                            const std::function<void(const std::string&)>& skipped) {
  std::vector<Design> all;
  std::set<std::pair<std::string, std::string>> known;
  for (const Variant& variant : variants()) {
    for (const std::string& stencil : stencils.empty() ? catalogue() : stencils) {
      for (const std::string& family : families) {
        auto design = design_of(stencil, variant, family);
        if (!design)
          skipped(fmt::format("{}, {}, {}: cannot be built", stencil, variant.name, family));
        else if (!known.emplace(family, design->digest).second)
          skipped(fmt::format("{}, {}, {}: the same hardware as another row", stencil, variant.name, family));
        else
          all.push_back(*std::move(design));
      }
    }
  }
  const auto order = [](const Design& d) { return std::make_tuple(!d.variant.starts_with("P 1"), d.nodes); };
  std::stable_sort(all.begin(), all.end(), [&order](const Design& a, const Design& b) { return order(a) < order(b); });
  return all;
}

std::optional<Row> row_of(const Design& design, const synthesis::Options& options) {
  driver::SynthOptions synth;
  synth.source = {path_of(design.stencil), design.sets};
  synth.synthesis = options;
  Diagnostics diagnostics;
  try {
    const auto report = driver::synthesise(synth, diagnostics);
    if (!report) throw std::runtime_error(diagnostics.render());
    return Row{design, report->predicted.total, report->counted.total};
  } catch (const synthesis::NotCounted&) {
    return std::nullopt;
  }
}

Summary summary_of(const std::vector<Row>& rows) {
  using model::Area, model::Fabric;
  return {rows.size(), column_of(rows, [](const Fabric& f, const Area& a) { return f.logic(a); }),
          column_of(rows, [](const Fabric&, const Area& a) { return a.flip_flops; }),
          column_of(rows, [](const Fabric&, const Area& a) { return a.rams; }),
          column_of(rows, [](const Fabric&, const Area& a) { return a.dsps; })};
}

std::string markdown(std::vector<Row> rows) {
  const auto key = [](const Row& row) { return std::tie(row.design.stencil, row.design.variant, row.design.family); };
  std::sort(rows.begin(), rows.end(), [&key](const Row& a, const Row& b) { return key(a) < key(b); });
  std::string text =
      "| stencil | variant | family | LUT, ALM | flip-flops | block RAM | DSP |\n|---|---|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    const model::Area &p = row.predicted, &c = row.counted;
    const model::Fabric& fabric = fabric_of(row);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", row.design.stencil, row.design.variant,
                        row.design.family, cell(fabric.logic(p), fabric.logic(c)), cell(p.flip_flops, c.flip_flops),
                        cell(p.rams, c.rams), cell(p.dsps, c.dsps));
  }
  return text;
}

}  // namespace rtlgen::bench
