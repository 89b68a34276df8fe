// The roofline: attained work compared with the limits of memory and arithmetic.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contract/core_interface.hpp"
#include "plan/plan.hpp"
#include "report/sections.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::report {

namespace {

struct Named {
  std::string label;
  double x = 0, y = 0;
};

Json chart_of(const model::Roof& roof, const std::vector<Named>& points, double memory) {
  const double low = std::pow(10, std::floor(std::log10(points.back().x / 2))),
               high = std::pow(10, std::ceil(std::log10(points.front().x * 4)));
  const double top = std::pow(10, std::ceil(std::log10(roof.compute * 1.5)));
  double bottom = roof.compute;
  for (const Named& p : points) bottom = std::min(bottom, p.y);
  bottom = std::pow(10, std::floor(std::log10(bottom / 2)));
  const auto sloped = [&](const std::string& label, double bytes_s, int colour, bool dashed) {
    const double from = std::max(low, bottom / bytes_s), to = std::min(high, top / bytes_s);
    return Json{{"label", label},
                {"line", true},
                {"dashed", dashed},
                {"colour", colour},
                {"points", {{from, from * bytes_s}, {to, to * bytes_s}}}};
  };
  Json chart = {{"kind", "scatter"},
                {"x",
                 {{"title", fmt::format("operational intensity, {} per byte", roof.each)},
                  {"log", true},
                  {"min", low},
                  {"max", high}}},
                {"y", {{"title", roof.unit}, {"log", true}, {"min", bottom}, {"max", top}}}};
  if (memory > 0)
    chart["series"].push_back(sloped(fmt::format("memory in use: {}", si_text(memory, "B/s")), memory, 0, false));
  if (roof.board_bytes_s > memory * 1.01)
    chart["series"].push_back(
        sloped(fmt::format("whole board: {}", si_text(roof.board_bytes_s, "B/s")), roof.board_bytes_s, 4, true));
  chart["series"].push_back({{"label", fmt::format("arithmetic: {}", si_text(roof.compute, roof.unit))},
                             {"line", true},
                             {"colour", 1},
                             {"points", {{low, roof.compute}, {high, roof.compute}}}});
  int colour = 2;
  for (const Named& p : points) {
    chart["series"].push_back({{"label", p.label},
                               {"line", false},
                               {"colour", colour},
                               {"shape", colour == 2 ? "star" : "rect"},
                               {"points", {{p.x, p.y}}}});
    ++colour;
  }
  return chart;
}

}  // namespace

double kernel_hz(const PageData& data) { return 1e6 * data.plan->stencil->hardware.clock_mhz; }

model::Roof roof_of(const PageData& data) {
  const spec::Stencil& stencil = *data.plan->stencil;
  return model::roof_of({data.plan, &data.time, stencil.whole_grid(), stencil.iterations, kernel_hz(data) * 1e-6,
                         data.flops_written, data.design_gbs, data.board ? data.board->peak_gbs().value_or(0) : 0, 0});
}

std::string roofline_section(const PageData& data, Charts& charts) {
  const model::Roof roof = roof_of(data);
  if (roof.intensity <= 0) return "";
  const contract::CoreInterface& core = data.plan->core;
  const double memory = roof.bytes_s();
  const double single = roof.intensity / core.steps;
  const double one = std::min(roof.compute / core.steps, memory > 0 ? single * memory : roof.compute);
  std::vector<Named> points = {
      {fmt::format("this design, predicted (I = {})", core.steps), roof.intensity, roof.attained}};
  if (core.steps > 1) points.push_back({"one Executor (I = 1), at most", single, one});
  Table table("The roofline in figures", {"figure", "value", "basis"}, "tnt");
  table.row({"intensity of the design", fmt::format("{} {}/B", shortest(roof.intensity, 3), escape(roof.each)),
             data.time.channels.empty() ? "bytes of the core's streams, each once per pass"
                                        : "bytes that the shell moves, including whole beats and ghosts"});
  if (data.flops_written > 0)
    table.row({"flop per cell update", shortest(roof.work),
               fmt::format("as written; as built, after sharing: {}", shortest(data.flops_built))});
  else
    table.row({"unit of work", "cell update", "the stencil has no float arithmetic"});
  table.row({"compute roof", si_text(roof.compute, roof.unit),
             fmt::format("P {} × I {} × {} × {}", core.cells_per_cycle, core.steps, si_text(kernel_hz(data), "Hz"),
                         shortest(roof.work))});
  if (roof.design_bytes_s > 0) {
    const auto channels = data.plan->shell ? data.plan->shell->channels.size() : 1;
    table.row({"memory roof, channels in use", si_text(roof.design_bytes_s, "B/s"),
               fmt::format("{} of {}: {}", counted(static_cast<std::int64_t>(channels), "channel"), escape(data.dram),
                           escape(data.dram_note))});
  }
  if (data.board)
    table.row({"memory roof, whole board", roof.board_bytes_s > 0 ? si_text(roof.board_bytes_s, "B/s") : "not known",
               escape(data.board->name)});
  table.row({"predicted", si_text(roof.attained, roof.unit),
             fmt::format("{} of the compute roof", percent(roof.attained / roof.compute))});
  if (core.steps > 1)
    table.row({"one Executor, at most", si_text(one, roof.unit),
               fmt::format("{} {}/B: every step goes through memory", shortest(single, 3), escape(roof.each))});
  const double ridge = roof.ridge();
  const std::string lead =
      memory <= 0 ? "No memory is known, so only the compute roof is drawn."
      : roof.intensity >= ridge
          ? fmt::format(
                "The design lies to the right of the ridge at {} {}/B: it is compute-bound. "
                "The chain of {} uses every byte {}.",
                shortest(ridge, 3), roof.each, counted(core.steps, "Executor"), counted(core.steps, "time"))
          : fmt::format(
                "The design lies to the left of the ridge at {} {}/B: it is memory-bound. "
                "More Executors in the chain would move it to the right.",
                shortest(ridge, 3), roof.each);
  const std::string inside = "<div class=\"pair\">" +
                             chart_figure(charts, "chart-roofline", chart_of(roof, points, memory),
                                          "Roofline; the table has the figures", "Both axes are logarithmic.", 380) +
                             table.html() + "</div>\n";
  return section("roofline", "Roofline", lead, inside);
}

}  // namespace rtlgen::report
