// The resources that the design takes: counted in the hardware, next to the board's figures if they are known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "report/sections.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::report {

namespace {

constexpr std::array<const char*, 4> kGroups = {"Kernels", "Dimensions", "position counters", "delays, entrance, exit"};

std::size_t group_of(const model::ModuleArea& module) {
  if (module.kind == "dimension" || module.kind == "source" || module.kind == "results" || module.kind == "mirror")
    return 1;
  if (module.kind == "position") return 2;
  const bool is_container = module.kind == "core" || module.kind == "executor" || module.kind == "monitor" ||
                            module.kind.rfind("rtlgen_", 0) == 0;
  return is_container ? 3 : 0;  // Kernels, and the operators in them
}

struct Resource {
  std::string name;
  std::int64_t (*count)(const model::Area&);
  std::optional<board::Figure> of_board;
  std::string missing;  ///< why there is no figure
};

std::vector<Resource> resources_of(const PageData& data) {
  const auto luts = [](const model::Area& a) { return a.luts(); };
  const auto alms = [](const model::Area& a) { return a.alms(); };
  const auto flops = [](const model::Area& a) { return a.flip_flops; };
  const auto rams = [](const model::Area& a) { return a.rams; };
  const auto dsps = [](const model::Area& a) { return a.dsps; };
  if (!data.board) {
    const std::string none = "no board named";
    return {{"LUTs", luts, {}, none},
            {"flip-flops", flops, {}, none},
            {"RAM blocks", rams, {}, none},
            {"DSPs", dsps, {}, none}};
  }
  const board::Resources& r = data.board->resources;
  const std::string unknown = fmt::format("not known for {}", safe::utf8(data.board->name));
  std::optional<board::Figure> rams_there;
  if (const auto blocks = data.board->ram_blocks()) {
    rams_there = r.m20k ? *r.m20k : r.bram36 ? *r.bram36 : *r.ebr;
    rams_there->value = static_cast<double>(*blocks);
  }
  const model::Fabric& fabric = model::fabric_of(data.board->family);
  const bool in_luts = fabric.counts_luts();
  std::vector<Resource> list = {
      {fmt::format("{}s", fabric.logic_word()), in_luts ? +luts : +alms, in_luts ? r.lut : r.alm, unknown},
      {"flip-flops", flops, r.ff, unknown},
      {fabric.ram_word, rams, rams_there, unknown},
      {"DSPs", dsps, r.dsp, unknown}};
  if (data.area.total.ultra_rams > 0)
    list.push_back({"UltraRAMs", [](const model::Area& a) { return a.ultra_rams; }, r.uram, unknown});
  return list;
}

std::string source_of(const board::Figure& figure) {
  const std::string from =
      figure.source == "own knowledge" ? "knowledge of rtlgen's authors" : safe::utf8(figure.source);
  return figure.unverified ? from + ", not yet verified in a document" : from;
}

Json chart_of(const PageData& data, const std::vector<Resource>& resources, const std::array<model::Area, 4>& parts) {
  Json chart = {{"kind", "bars"}, {"axis", data.board ? "% of the board" : "% of the design"}};
  for (const Resource& r : resources) {
    if (!data.board || r.of_board) chart["categories"].push_back(r.name);
  }
  for (std::size_t g = 0; g < kGroups.size(); ++g) {
    Json values = Json::array();
    for (const Resource& r : resources) {
      if (data.board && !r.of_board) continue;
      const double whole = r.of_board ? r.of_board->value : static_cast<double>(r.count(data.area.total));
      values.push_back(whole > 0 ? 100 * static_cast<double>(r.count(parts[g])) / whole : 0.0);
    }
    chart["series"].push_back({{"label", kGroups[g]}, {"values", values}, {"colour", g}});
  }
  return chart;
}

std::string module_table(const PageData& data) {
  Table table("Each module, without its submodules",
              {"module", "instances", "LUTs each", "flip-flops each", "RAMs each", "DSPs each", "LUTs in total",
               "flip-flops in total"},
              "tnnnnnnn");
  auto modules = data.area.modules;
  std::stable_sort(modules.begin(), modules.end(), [](const model::ModuleArea& a, const model::ModuleArea& b) {
    return a.instances * a.each.luts() > b.instances * b.each.luts();
  });
  for (const model::ModuleArea& m : modules) {
    table.row({fmt::format("<code>{}</code>", escape(m.name)), count_text(m.instances), count_text(m.each.luts()),
               count_text(m.each.flip_flops), count_text(m.each.rams), count_text(m.each.dsps),
               count_text(m.instances * m.each.luts()), count_text(m.instances * m.each.flip_flops)});
  }
  return fmt::format("<details><summary>Module by module ({})</summary>\n{}</details>\n", modules.size(), table.html());
}

}  // namespace

std::string resources_section(const PageData& data, Charts& charts) {
  const auto resources = resources_of(data);
  std::array<model::Area, 4> parts;
  for (const model::ModuleArea& m : data.area.modules) parts[group_of(m)] += m.instances * m.each;
  Table table("Core and board", {"resource", "core", "board", "share"}, "tnnn");
  std::vector<std::string> heads{"resource"};
  heads.insert(heads.end(), kGroups.begin(), kGroups.end());
  Table groups("By group", heads, "tnnnn");
  std::map<std::string, std::vector<std::string>> sources;  // by resource of the board
  for (const Resource& r : resources) {
    const std::int64_t used = r.count(data.area.total);
    const bool known = r.of_board && r.of_board->value > 0;
    const std::string source = known ? source_of(*r.of_board) : r.missing;
    if (data.board) sources[source].push_back(r.name);
    table.row({escape(r.name), count_text(used),
               known ? fmt::format("<span title=\"{}\">{}</span>", escape(source), count_text(r.of_board->count()))
                     : "not known",
               known ? percent(static_cast<double>(used) / r.of_board->value) : "–"});
    std::vector<std::string> row{escape(r.name)};
    for (const model::Area& part : parts) row.push_back(count_text(r.count(part)));
    groups.row(row);
  }
  std::string inside = "<div class=\"pair\">";
  const bool drawn = !data.board || std::any_of(resources.begin(), resources.end(),
                                                [](const Resource& r) { return r.of_board.has_value(); });
  if (!drawn)
    inside += "<p>No resources of this board are known, so there is nothing to compare with.</p>";
  else
    inside +=
        chart_figure(charts, "chart-resources", chart_of(data, resources, parts),
                     "Resources of the core by group; the table has the figures",
                     data.board ? "Share of the board that the core uses."
                                : "Shares within the core: no board is named, so there is nothing to compare with.",
                     260);
  inside += table.html() + "</div>\n" + groups.html();
  if (data.board && !model::fabric_of(data.board->family).counts_luts())
    inside += "<p class=\"note\">ALM figures assume that LUTs of fewer than six inputs are packed in pairs.</p>\n";
  std::string from;
  for (const auto& [source, names] : sources)
    from += fmt::format("{}{}: {}", from.empty() ? "" : "; ", escape(fmt::format("{}", fmt::join(names, ", "))),
                        escape(source));
  if (!from.empty()) inside += fmt::format("<p class=\"note\">Sources of the board's figures. {}.</p>\n", from);
  const model::Area& total = data.area.total;
  inside += fmt::format(
      "<p class=\"note\">Counted in the generated hardware, as Yosys would map it. Of the LUTs, {} are logic, "
      "{} shift registers and {} memories. A synthesis tool also merges across modules. "
      "The shell is not counted.</p>\n",
      count_text(total.logic_luts), count_text(total.shift_luts), count_text(total.memory_luts));
  return section("resources", "Resources", "What the core needs, counted module by module before synthesis.",
                 inside + module_table(data));
}

}  // namespace rtlgen::report
