// Puts the page together: head, tiles, sections, charts, licences.
#include "report/page.hpp"

#include <fmt/format.h>

#include <cctype>

#include "contract/core_interface.hpp"
#include "plan/plan.hpp"
#include "report/assets.hpp"
#include "report/sections.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::report {

namespace {

std::string tile(const std::string& value, const std::string& name, const std::string& note) {
  return fmt::format("<div class=\"tile\"><dt>{}</dt><dd>{}</dd><dd class=\"about\">{}</dd></div>\n", name, value,
                     note);
}

std::string bound_text(const model::Time& time) {
  switch (time.bound) {
    case model::Bound::kKernel:
      return "compute-bound";
    case model::Bound::kChannel:
      return fmt::format("memory-bound: channel {}", time.bound_channel);
    case model::Bound::kBus:
      return "limited by the bus";
    case model::Bound::kWaiting:
      return "limited by passes that wait for each other";
    case model::Bound::kLine:
      return "limited by the serial line";
    case model::Bound::kLink:
      return "limited by the host's link";
  }
  return "";
}

/// The first sentences of the page: whether the design fits, and whether the simulation matched.
std::string verdict_html(const PageData& data) {
  const Verdict verdict = verdict_of(data);
  std::string html;
  if (!verdict.text.empty()) {
    std::string text = verdict.text;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    html = fmt::format("<p class=\"verdict {}\">{}.</p>\n", verdict.fits ? "good" : "bad", escape(text));
  }
  if (data.run)
    html += data.run->match ? "<p class=\"verdict good\">Bit-exact in simulation: every cell equals the reference "
                              "model's.</p>\n"
                            : "<p class=\"verdict bad\">Wrong in simulation: <a href=\"#run\">details</a>.</p>\n";
  return html;
}

/// "10 passes, 193662 cycles", and the range of times.
std::string run_text(const PageData& data) {
  const model::Time& time = data.time;
  std::string text = fmt::format("{}, {}", time.passes == 1 ? "1 pass" : count_text(time.passes) + " passes",
                                 counted(static_cast<std::int64_t>(time.cycles), "cycle"));
  if (!data.range) return text;
  const auto duration = [&](double cycles) { return duration_text(time.seconds * cycles / time.cycles); };
  return text + fmt::format("; {} to {}, depending on how the memory controller groups reads and writes",
                            duration(data.range->fewest), duration(data.range->most));
}

std::string tiles(const PageData& data) {
  const contract::CoreInterface& core = data.plan->core;
  const model::Area& area = data.area.total;
  std::string html = tile(si_text(data.time.cell_updates_per_s, "cell/s"), "predicted speed",
                          fmt::format("{}{}", bound_text(data.time),
                                      data.dram.empty() || data.time.channels.empty() ? "; ideal memory assumed" : ""));
  if (data.flops_written > 0)
    html += tile(si_text(data.time.gflops * 1e9, "flop/s"), "arithmetic",
                 fmt::format("{} flop per cell update", shortest(data.flops_written)));
  const std::string shape = fmt::format("{} × {}", core.cells_per_cycle, core.steps);
  html += tile(shape, "P × I", "cells per cycle × time steps per pass");
  html += tile(si_text(kernel_hz(data), "Hz"), "kernel clock", "requested; <a href=\"#clock\">what is known</a>");
  html += tile(duration_text(data.time.seconds), "predicted run time", run_text(data));
  html += tile(count_text(core.total_latency), "latency in cycles",
               fmt::format("through {}", counted(core.steps, "Executor")));
  html += tile(count_text(area.luts()), "LUTs", fmt::format("{} flip-flops", count_text(area.flip_flops)));
  html += tile(count_text(area.rams), "RAM blocks", fmt::format("{} DSPs", count_text(area.dsps)));
  return fmt::format("<dl class=\"tiles\">\n{}</dl>\n<p class=\"note\" id=\"clock\">Kernel clock: {}.</p>\n", html,
                     escape(model::reached_text(data.clock)));
}

std::string head(const PageData& data) {
  const spec::Program& stencil = *data.reference;
  std::string facts = fmt::format("<li>{} cells</li><li>{}</li><li>{}</li>",
                                  extents_text(data.plan->stencil->whole_grid(), stencil.axes),
                                  counted(stencil.iterations, "time step"), escape(data.file));
  if (data.board)
    facts += fmt::format("<li>{} ({})</li>", escape(data.board->name),
                         data.board->part.text.empty() ? escape(data.board->id) : escape(data.board->part.text));
  else
    facts += fmt::format("<li>no board named; device family {}</li>", escape(data.plan->stencil->hardware.device));
  std::string code;
  for (const spec::Stage& s : stencil.stages) {
    code += fmt::format("{} = {}\n", escape(stencil.arrays[stencil.streams[s.output].array].shown()), escape(s.text));
  }
  const std::string source =
      stencil.source.empty() ? "" : fmt::format("<p class=\"soft\">{}</p>\n", escape(stencil.source));
  return fmt::format(
      "<header><p class=\"brand\">rtlgen report</p>\n<h1>{}</h1>\n<p class=\"what\">{}</p>\n<ul "
      "class=\"facts\">{}</ul>\n"
      "{}<pre class=\"formula\" tabindex=\"0\" aria-label=\"The stencil's lines\">{}</pre>\n{}{}</header>\n",
      escape(stencil.name), escape(stencil.description), facts, verdict_html(data), code, source, tiles(data));
}

std::string navigation(const std::string& body) {
  static const std::pair<const char*, const char*> kLinks[] = {
      {"architecture", "Architecture"}, {"kernels", "Kernels"}, {"resources", "Resources"}, {"roofline", "Roofline"},
      {"pareto", "Speed and area"},     {"run", "Simulated"},   {"pictures", "Fields"},     {"files", "Files"}};
  std::string list;
  for (const auto& [id, name] : kLinks) {
    if (body.find(fmt::format("<section id=\"{}\"", id)) != std::string::npos)
      list += fmt::format("<li><a href=\"#{}\">{}</a></li>", id, name);
  }
  return fmt::format("<nav aria-label=\"Sections\"><ul>{}</ul></nav>\n", list);
}

/// JSON inside a script element: nothing in it may end the element.
std::string embedded(const Charts& charts) {
  std::string text = charts.dump(), out;
  for (const char c : text) out += c == '<' ? "\\u003c" : std::string(1, c);
  return out;
}

}  // namespace

bool has_charts() { return !chart_library().empty(); }

std::string page_html(const PageData& data) {
  Charts charts = Json::object();
  std::string body = architecture_section(data) + kernels_section(data) + resources_section(data, charts) +
                     roofline_section(data, charts) + pareto_section(data, charts) + run_section(data) +
                     pictures_section(data, charts) + files_section(data);
  const std::string footer = fmt::format(
      "<footer><p>Generated by rtlgen {} from {}. This page works offline.</p>\n<details><summary>Licence of the chart "
      "library</summary>\n<pre>{}</pre></details></footer>\n",
      escape(data.version), escape(data.file), escape(chart_licence()));
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
             "content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"rtlgen report "
             "{}\">\n<title>{}: rtlgen report</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n",
             escape(data.version), escape(data.reference->name)) +
         page_css() + "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n" + head(data) +
         navigation(body) + "<main id=\"main\">\n" + body + "</main>\n" + footer +
         "<script type=\"application/json\" id=\"page-data\">" + embedded(charts) + "</script>\n<script>" +
         chart_library() + "</script>\n<script>" + page_js() + "</script>\n</body>\n</html>\n";
}

}  // namespace rtlgen::report
