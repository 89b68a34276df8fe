// Draws the whole accelerator: memory, shell, chain, shell, memory.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "report/drawing.hpp"
#include "report/sections.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::report {

namespace {

struct Label {
  std::string head;
  std::vector<std::string> below;
  std::string css;
};

/// Boxes that belong together along the data path.
struct Group {
  std::string title;
  std::vector<Label> boxes;
  bool is_core = false;  ///< inside the frame of the core
};

std::string width_text(int cell_bits, int lanes) { return fmt::format("{} × {} bit", lanes, cell_bits); }

Group memory_group(const contract::Shell& shell, const PageData& data) {
  Group group{"memory", {}, false};
  for (const contract::ShellChannel& channel : shell.channels) {
    std::set<std::string> names;
    for (const auto* ports : {&channel.readers, &channel.writers}) {
      for (const contract::BankPort& port : *ports)
        names.insert(shell.streams[static_cast<std::size_t>(port.stream)].name);
    }
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    Label label{fmt::format("channel {}", channel.number), wrapped(list, 20), "memory"};
    if (!data.dram.empty()) label.below.push_back(data.dram);
    group.boxes.push_back(label);
  }
  return group;
}

/// The shell's readers, or its writers.
Group shell_group(const contract::Shell& shell, bool writes) {
  Group group{writes ? "writers" : "readers", {}, false};
  for (const contract::ShellStream& s : shell.streams) {
    if (s.is_out != writes) continue;
    Label label{s.name, {width_text(s.cell_bits, s.lanes)}, "shell"};
    if (s.is_held)
      label.below.emplace_back("loaded once");
    else if (s.ping_pong)
      label.below.emplace_back("2 buffers");
    if (s.stripes() > 1) label.below.push_back(counted(s.stripes(), "stripe"));
    group.boxes.push_back(label);
  }
  return group;
}

/// Without a shell: the streams of the core's ports.
Group port_group(const PageData& data, bool out) {
  const contract::CoreInterface& core = data.plan->core;
  const spec::Stencil& stencil = *data.plan->stencil;
  Group group{out ? "streams out" : "streams in", {}, false};
  const auto add = [&](contract::PortRole role, const char* note) {
    for (const contract::Port& port : core.ports_of(role)) {
      const int lanes = plan::lanes_of(stencil.arrays[spec::ArrayId(port.index)], core.cells_per_cycle);
      Label label{port.field, {width_text(port.width / lanes, lanes)}, "shell"};
      if (*note != 0) label.below.emplace_back(note);
      group.boxes.push_back(label);
    }
  };
  add(out ? contract::PortRole::kOutData : contract::PortRole::kInData, "");
  if (!out) add(contract::PortRole::kLoadData, "loaded once");
  return group;
}

std::vector<Group> groups_of(const PageData& data) {
  const plan::Plan& plan = *data.plan;
  const int steps = plan.core.steps;
  std::vector<Group> groups;
  if (plan.shell) groups.push_back(memory_group(*plan.shell, data));
  groups.push_back(plan.shell ? shell_group(*plan.shell, false) : port_group(data, false));
  groups.push_back({"entrance", {{"entrance", {counted(plan.fifo_depth, "credit")}, "control"}}, true});
  for (int e = 0; e < steps; ++e) {
    if (steps > 4 && e == 2) {
      groups.push_back({"", {{"…", {fmt::format("{} more", steps - 3)}, "executor"}}, true});
      e = steps - 2;
      continue;
    }
    groups.push_back(
        {"", {{fmt::format("Executor {}", e), {counted(plan.executor.latency, "cycle")}, "executor"}}, true});
  }
  groups.push_back({"exit", {{"output FIFO", {counted(plan.fifo_depth, "word")}, "control"}}, true});
  if (!plan.monitors.empty())
    groups.back().boxes.push_back({"monitors", {fmt::format("{}", plan.monitors.size())}, "control"});
  groups.push_back(plan.shell ? shell_group(*plan.shell, true) : port_group(data, true));
  return groups;
}

constexpr const char* kLabel = "The accelerator: memory, readers, chain of Executors, writers, back to memory";
constexpr double kHead = 17, kLine = 14, kPad = 9, kGap = 10, kArrow = 22;

double height_of(const Label& label) { return 2 * kPad + kHead + kLine * static_cast<double>(label.below.size()) - 4; }

void draw_label(Drawing& drawing, const Box& box, const Label& label) {
  drawing.box(box, "b-" + label.css);
  double y = box.y + kPad + 11;
  drawing.text({box.middle().x, y}, cut(label.head, static_cast<std::size_t>(box.width / 7.2)), 13, Anchor::kMiddle,
               "strong");
  for (const std::string& words : label.below)
    drawing.text({box.middle().x, y += kLine}, cut(words, static_cast<std::size_t>(box.width / 5.6)), 11,
                 Anchor::kMiddle, "soft");
}

/// The frame around the core and its name.
void draw_core(Drawing& drawing, const Box& enclosing, const std::string& name) {
  drawing.box(enclosing, "frame", 10);
  drawing.text({enclosing.x + 10, enclosing.y + 15}, name, 11.5, Anchor::kStart, "soft mono");
}

Box enclosing(const Box& a, const Box& b) {
  const double x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

Box grown(const Box& b, double left, double top, double right, double bottom) {
  return {b.x - left, b.y - top, b.width + left + right, b.height + top + bottom};
}

/// Columns from left to right; an arrow below them leads from the last back to the first.
std::string wide_drawing(const PageData& data, const std::vector<Group>& groups) {
  constexpr double kWidth = 1160, kTop = 46;
  const auto n = static_cast<double>(groups.size());
  const double column = std::min(150.0, (kWidth - 20 - (n - 1) * kArrow) / n);
  const double left = (kWidth - n * column - (n - 1) * kArrow) / 2;
  double tallest = 0;
  std::vector<double> heights;
  for (const Group& g : groups) {
    double h = -kGap;
    for (const Label& l : g.boxes) h += height_of(l) + kGap;
    heights.push_back(h);
    tallest = std::max(tallest, h);
  }
  Drawing drawing("flow-wide");
  std::vector<Box> place;
  std::optional<Box> core;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    place.push_back(
        {left + static_cast<double>(i) * (column + kArrow), kTop + (tallest - heights[i]) / 2, column, heights[i]});
    if (groups[i].is_core) core = core ? enclosing(*core, place.back()) : place.back();
  }
  draw_core(drawing, grown(*core, 11, 26, 11, 12), data.plan->core.module);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    double y = place[i].y;
    for (const Label& l : groups[i].boxes) {
      draw_label(drawing, {place[i].x, y, column, height_of(l)}, l);
      y += height_of(l) + kGap;
    }
    if (!groups[i].is_core)
      drawing.text({place[i].middle().x, place[i].y - 10}, groups[i].title, 11.5, Anchor::kMiddle, "soft");
    if (i > 0)
      drawing.line({{place[i - 1].right() + 1, kTop + tallest / 2}, {place[i].x - 1, kTop + tallest / 2}}, "wire",
                   true);
  }
  double bottom = kTop + tallest + 20;
  if (data.plan->shell) {
    const double back = bottom + 14;
    drawing.line({{place.back().middle().x, place.back().bottom() + 1},
                  {place.back().middle().x, back},
                  {place.front().middle().x, back},
                  {place.front().middle().x, place.front().bottom() + 1}},
                 "wire", true);
    drawing.text({kWidth / 2, back + 16}, "back to memory: the next pass reads what this one wrote", 11.5,
                 Anchor::kMiddle, "soft");
    bottom = back + 26;
  }
  return drawing.svg(kWidth, bottom, "wide", kLabel);
}

/// Draws the boxes of a group, at most two side by side; returns the area that they take.
Box draw_rows(Drawing& drawing, const Group& g, double left, double top, double inner) {
  const std::size_t across = std::min<std::size_t>(g.boxes.size(), 2);
  const double width = (inner - kGap * static_cast<double>(across - 1)) / static_cast<double>(across);
  double y = top;
  for (std::size_t b = 0; b < g.boxes.size(); b += across) {
    const std::size_t end = std::min(b + across, g.boxes.size());
    double tall = 0;
    for (std::size_t k = b; k < end; ++k) tall = std::max(tall, height_of(g.boxes[k]));
    for (std::size_t k = b; k < end; ++k)
      draw_label(drawing, {left + static_cast<double>(k - b) * (width + kGap), y, width, tall}, g.boxes[k]);
    y += tall + kGap;
  }
  return {left, top, inner, y - kGap - top};
}

/// Rows from top to bottom; an arrow on the left leads from the last back to the first.
std::string narrow_drawing(const PageData& data, const std::vector<Group>& groups) {
  constexpr double kWidth = 380, kLeft = 44, kInner = kWidth - kLeft - 24;
  Drawing content("flow-narrow");
  std::vector<Box> place;
  std::optional<Box> core;
  bool was_core = false;
  for (const Group& g : groups) {
    double y = place.empty() ? 22 : place.back().bottom() + kArrow;
    if (!place.empty() && g.is_core != was_core) y += g.is_core ? 26 : 12;
    if (!g.is_core) content.text({kLeft, y - 7}, g.title, 12, Anchor::kStart, "soft");
    const Box box = draw_rows(content, g, kLeft, y, kInner);
    if (!place.empty())
      content.line({{box.middle().x, place.back().bottom() + 1}, {box.middle().x, y - 1}}, "wire", true);
    if (g.is_core) core = core ? enclosing(*core, box) : box;
    was_core = g.is_core;
    place.push_back(box);
  }
  Drawing drawing("flow-narrow");
  draw_core(drawing, grown(*core, 12, 24, 12, 10), data.plan->core.module);
  drawing.add(content);
  if (data.plan->shell) {
    const double from = place.back().middle().y, to = place.front().middle().y;
    drawing.line({{kLeft - 1, from}, {14, from}, {14, to}, {kLeft - 1, to}}, "wire", true);
  }
  return drawing.svg(kWidth, place.back().bottom() + 12, "narrow", kLabel);
}

}  // namespace

std::string architecture_section(const PageData& data) {
  const plan::Plan& plan = *data.plan;
  const auto groups = groups_of(data);
  std::string inside = fmt::format(
      "<figure class=\"drawing\">{}{}<figcaption>{}</figcaption></figure>\n", wide_drawing(data, groups),
      narrow_drawing(data, groups),
      plan.shell
          ? "Words of P cells go from memory through the chain and back; each pass advances the grid by I time steps."
          : "The description has no <code>hardware.bus</code>, so there is no shell: the driver of the core streams "
            "the words.");
  inside += fmt::format(
      "<h3>Inside one Executor</h3>\n<figure class=\"drawing\">{}{}<figcaption>{}{}</figcaption></figure>\n{}",
      executor_drawing(data, true), executor_drawing(data, false),
      drawn_with_lines(plan) ? "Left: the Kernels, which compute, from the first stage down. Right: the Dimensions, "
                               "which buffer the results. A result goes down its line; a dot marks a stage that reads "
                               "it."
                             : "Left: the Dimensions, which buffer each stream. Right: the Kernels, which compute, in "
                               "the order of the stages.",
      plan.core.steps > 1 ? fmt::format(" All {} are identical.", counted(plan.core.steps, "Executor")) : "",
      executor_tables(data));
  return section("architecture", "Architecture",
                 fmt::format("{} of {}: each computes one time step of {} per cycle. {}",
                             plan.core.steps > 1 ? "A chain" : "A core", counted(plan.core.steps, "Executor"),
                             counted(plan.core.cells_per_cycle, "cell"),
                             plan.core.has_blocks() ? "The grid is streamed as overlapping blocks."
                                                    : "Every cell is fetched once per pass."),
                 inside);
}

}  // namespace rtlgen::report
