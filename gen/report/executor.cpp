// One Executor as a drawing and as tables: Dimensions, memories, Kernels.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "model/area/cells.hpp"
#include "plan/plan.hpp"
#include "report/drawing.hpp"
#include "report/sections.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::report {

namespace {

const char* storage_word(plan::Storage storage) {
  switch (storage) {
    case plan::Storage::kRegister:
      return "registers";
    case plan::Storage::kShiftRegister:
      return "shift register";
    case plan::Storage::kDistributed:
      return "LUT memory";
    case plan::Storage::kBlock:
      return "block RAM";
    case plan::Storage::kUltra:
      return "UltraRAM";
  }
  return "";
}

std::string ram_text(int blocks) { return blocks > 0 ? fmt::format(", {}", counted(blocks, "RAM block")) : ""; }

struct Row {
  std::string head;
  std::vector<std::string> below;
  std::string css;
  double y = 0, height = 0;
};

constexpr double kHead = 17, kLine = 14.5, kPad = 10, kGap = 14;

/// A stream that is kept, or one that passes through.
Row dimension_row(const plan::Plan& plan, const plan::StreamPlan& stream, std::size_t most) {
  const spec::Stencil& stencil = *plan.stencil;
  const spec::Array& array = stencil.arrays[stream.array];
  const bool made = stencil.streams.contains(stream.stream) && stencil.streams[stream.stream].stage.valid();
  const char* const what = made ? " (new)" : stream.results ? " (new, earlier)" : "";
  Row row{fmt::format("{}{} · {}", array.shown(), what, array.type.name()),
          {},
          stream.buffered || stream.source || stream.results ? "dimension" : "through"};
  const auto say = [&](const std::string& words) {
    for (std::string& line : wrapped(words, most)) row.below.push_back(std::move(line));
  };
  if (stream.source) {
    say(fmt::format("held: {} × {} bit, {}{}", stream.source->depth, stream.source->width,
                    storage_word(stream.source->storage), ram_text(stream.source->ram_blocks)));
  }
  if (stream.results) {
    say(fmt::format("results fed back: {} × {} bit, {}{}", stream.results->max_depth, stream.results->width,
                    storage_word(stream.results->storage), ram_text(stream.results->ram_blocks)));
  }
  if (stream.buffered) {
    say(fmt::format("keeps {} ({})", counted(stream.buffered_words, "word"), counted(stream.buffered_cells, "cell")));
    // Memories with the same shape share a line.
    std::map<std::tuple<std::int64_t, int, plan::Storage, int>, int> shapes;
    for (const plan::MemoryPlan& m : plan.executor.memories) {
      if (m.stream == stream.stream) ++shapes[{m.depth, m.width, m.storage, m.ram_blocks + m.ultra_rams}];
    }
    for (const auto& [shape, count] : shapes) {
      const auto& [depth, width, storage, blocks] = shape;
      say(fmt::format("{}{} × {} bit, {}{}", count > 1 ? fmt::format("{} memories of ", count) : "", depth, width,
                      storage_word(storage), ram_text(blocks * count)));
    }
  } else if (!stream.source && !stream.results) {
    const bool leaves =
        made && stencil.final_stream(stream.array) == stream.stream && plan::leaves_executor(stencil, stream.array);
    say(leaves ? "passed on to the next Executor, not buffered" : "newest word only, not buffered");
  }
  return row;
}

Row kernel_row(const plan::Plan& plan, const plan::StagePlan& stage, std::size_t number, std::size_t most) {
  const auto operators = std::count_if(stage.kernel.nodes.begin(), stage.kernel.nodes.end(),
                                       [](const plan::NodeSchedule& n) { return n.is_operator; });
  Row row{fmt::format("{}. {} =", number + 1, stage.name), {}, "kernel"};
  const auto say = [&](const std::string& words) {
    for (std::string& line : wrapped(words, most)) row.below.push_back(std::move(line));
  };
  say(fmt::format("{}, {}", counted(plan.core.cells_per_cycle, "Kernel"),
                  counted(static_cast<std::int64_t>(stage.taps.size()), "tap")));
  say(operators > 0 ? fmt::format("{} each", counted(operators, "operator")) : "logic only");
  say(fmt::format("latency {}", counted(stage.kernel.latency, "cycle")));
  if (stage.mirror)
    say(fmt::format("{}: {} × {} bit, {}{}", spec::mirror_text(stage.mirror->axis), stage.mirror->words,
                    stage.mirror->width, storage_word(stage.mirror->storage), ram_text(stage.mirror->ram_blocks)));
  return row;
}

/// Streams that a stage reads, and so the wires of the drawing.
std::set<spec::StreamId> reads_of(const plan::StagePlan& stage) {
  std::set<spec::StreamId> streams;
  for (const plan::TapPlan& tap : stage.taps) {
    const spec::StreamId stream = tap.tap.own ? stage.own_results : tap.tap.stream;
    if (stream.valid()) streams.insert(stream);
  }
  return streams;
}

/// The boxes of the left and the right column, with their positions.
struct Layout {
  std::vector<Row> left, right;
  std::map<spec::StreamId, std::size_t> left_of;
  double bottom = 0;
};

Layout layout_of(const plan::Plan& plan, std::size_t left_chars, std::size_t right_chars) {
  Layout l;
  const spec::Stencil& stencil = *plan.stencil;
  double left_y = 34, right_y = 34;
  const auto put = [](std::vector<Row>& rows, Row row, double& y) {
    row.y = y;
    row.height = 2 * kPad + kHead + kLine * static_cast<double>(row.below.size()) - 5;
    y += row.height + kGap;
    rows.push_back(std::move(row));
  };
  const auto put_stream = [&](const plan::StreamPlan& s) {
    l.left_of.emplace(s.stream, l.left.size());
    put(l.left, dimension_row(plan, s, left_chars), left_y);
  };
  for (const plan::StreamPlan& s : plan.executor.streams) {
    if (!stencil.streams.contains(s.stream) || !stencil.streams[s.stream].stage.valid()) put_stream(s);
  }
  for (const spec::StageId i : plan.executor.stages.ids()) {
    put(l.right, kernel_row(plan, plan.executor.stages[i], at(i.index()), right_chars), right_y);
    const spec::StreamId result = stencil.stages[plan.executor.stages[i].stage].output;
    left_y = std::max(left_y, l.right.back().y + 30);
    put_stream(plan.executor.streams[result]);
    right_y = std::max(right_y, l.left.back().y + 12);
  }
  l.bottom = std::max(left_y, right_y);
  return l;
}

void draw_row(Drawing& drawing, const Row& row, double x, double width) {
  drawing.box({x, row.y, width, row.height}, "b-" + row.css);
  double y = row.y + kPad + 11;
  drawing.text({x + 11, y}, cut(row.head, static_cast<std::size_t>(width / 7.6)), 13, Anchor::kStart, "strong");
  for (const std::string& words : row.below) drawing.text({x + 11, y += kLine}, words, 11.5, Anchor::kStart, "soft");
}

/// A stream in the drawing of many stages: the boxes of a stage and of its result side by side, and next to them the
/// line that takes the result down to its readers.
struct Rail {
  std::size_t row = 0, last_reader = 0;
  bool is_read = false;
  std::size_t lane = 0;
};

constexpr double kBusGap = 24, kBusRise = 13;

/// Stacks rows from the top, one per stream, entering streams first; returns the total height.
double stack(std::vector<Row>& kept, std::vector<Row>& computed) {
  double y = 34;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    double height = 0;
    for (Row* row : {&kept[i], &computed[i]})
      height = std::max(height, 2 * kPad + kHead + kLine * static_cast<double>(row->below.size()) - 5);
    kept[i].y = computed[i].y = y;
    kept[i].height = computed[i].height = height;
    y += height + kBusGap;
  }
  return y;
}

/// Gives every stream that is read its own line, down to its last reader; returns the number of parallel lines.
std::size_t assign_lanes(std::vector<Rail>& rails) {
  std::vector<std::size_t> busy_to;  // by lane: the last row for which it is needed
  for (Rail& rail : rails) {
    if (!rail.is_read) continue;
    while (rail.lane < busy_to.size() && busy_to[rail.lane] > rail.row) ++rail.lane;
    if (rail.lane == busy_to.size()) busy_to.push_back(0);
    busy_to[rail.lane] = rail.last_reader;
  }
  return busy_to.size();
}

/// Many stages: no curves, but one line per stream, and for each stage one wire with a dot on every line that it reads.
std::string rails_drawing(const plan::Plan& plan, bool wide) {
  const spec::Stencil& stencil = *plan.stencil;
  const double width = wide ? 900 : 380, stage_width = wide ? 270 : 126, kept_x = wide ? 322 : 150,
               kept_width = wide ? 400 : 156;
  std::vector<Row> kept, computed;
  std::vector<Rail> rails;
  std::map<spec::StreamId, std::size_t> rail_of;
  const auto put = [&](spec::StreamId stream, Row stage) {
    rail_of[stream] = rails.size();
    rails.push_back({rails.size(), 0, false, 0});
    kept.push_back(dimension_row(plan, plan.executor.streams[stream], wide ? 60 : 23));
    computed.push_back(std::move(stage));
  };
  for (const plan::StreamPlan& s : plan.executor.streams) {
    if (!stencil.streams.contains(s.stream) || !stencil.streams[s.stream].stage.valid()) put(s.stream, {});
  }
  for (const spec::StageId i : plan.executor.stages.ids()) {
    for (const spec::StreamId stream : reads_of(plan.executor.stages[i])) {
      Rail& rail = rails[rail_of.at(stream)];
      rail.is_read = true;
      rail.last_reader = rails.size();
    }
    put(stencil.stages[plan.executor.stages[i].stage].output,
        kernel_row(plan, plan.executor.stages[i], at(i.index()), wide ? 40 : 18));
  }
  const double height = stack(kept, computed);
  const std::size_t lanes = assign_lanes(rails);
  const double first = kept_x + kept_width + 10,
               step = std::min(18.0, (width - 6 - first) / static_cast<double>(std::max<std::size_t>(1, lanes)));
  const auto lane_x = [&](const Rail& rail) { return first + step * (static_cast<double>(rail.lane) + 0.5); };
  const auto css = [](const Rail& rail) { return fmt::format("wire lane{}", rail.row % 6); };
  Drawing drawing(wide ? "executor-wide" : "executor-narrow");
  drawing.text({4, 18}, wide ? "Kernels: arithmetic" : "Kernels", 12, Anchor::kStart, "soft");
  drawing.text({kept_x, 18}, wide ? "Dimensions: buffers" : "Dimensions", 12, Anchor::kStart, "soft");
  for (const Rail& rail : rails) {
    if (!rail.is_read) continue;
    const double from = kept[rail.row].y + kept[rail.row].height / 2;
    drawing.line(
        {{kept_x + kept_width, from}, {lane_x(rail), from}, {lane_x(rail), kept[rail.last_reader].y - kBusRise}},
        css(rail));
  }
  for (const spec::StageId i : plan.executor.stages.ids()) {
    const std::size_t row = rail_of.at(stencil.stages[plan.executor.stages[i].stage].output);
    const double y = computed[row].y - kBusRise, in = 4 + stage_width / 2;
    double furthest = in;
    for (const spec::StreamId stream : reads_of(plan.executor.stages[i]))
      furthest = std::max(furthest, lane_x(rails[rail_of.at(stream)]));
    if (furthest > in) drawing.line({{furthest, y}, {in, y}, {in, computed[row].y - 1}}, "wire", true);
    for (const spec::StreamId stream : reads_of(plan.executor.stages[i])) {
      const Rail& rail = rails[rail_of.at(stream)];
      drawing.dot({lane_x(rail), y}, 3.4, fmt::format("dot{}", rail.row % 6),
                  stencil.arrays[plan.executor.streams[stream].array].shown());
    }
    const double middle = computed[row].y + computed[row].height / 2;
    drawing.line({{4 + stage_width, middle}, {kept_x - 1, middle}}, "wire result", true);
    draw_row(drawing, computed[row], 4, stage_width);
  }
  for (const Row& row : kept) draw_row(drawing, row, kept_x, kept_width);
  return drawing.svg(
      width, height, wide ? "wide middling" : "narrow",
      "One Executor: each stage, the buffers of its result, and the lines on which later stages read it");
}

}  // namespace

bool drawn_with_lines(const plan::Plan& plan) { return plan.executor.stages.size() > 8; }

std::string executor_drawing(const PageData& data, bool wide) {
  const plan::Plan& plan = *data.plan;
  if (drawn_with_lines(plan)) return rails_drawing(plan, wide);
  const double width = wide ? 900 : 380, left_width = wide ? 400 : 178, right_width = wide ? 300 : 142;
  const double right_x = width - right_width - 4;
  const Layout l = layout_of(plan, wide ? 60 : 27, wide ? 46 : 21);
  Drawing drawing(wide ? "executor-wide" : "executor-narrow");
  drawing.text({4, 18}, "Dimensions: buffers", 12, Anchor::kStart, "soft");
  drawing.text({right_x, 18}, "Kernels: arithmetic", 12, Anchor::kStart, "soft");
  Drawing boxes(wide ? "executor-wide" : "executor-narrow");
  for (const Row& row : l.left) draw_row(boxes, row, 4, left_width);
  for (const Row& row : l.right) draw_row(boxes, row, right_x, right_width);
  for (const spec::StageId i : plan.executor.stages.ids()) {
    const Row& kernel = l.right[at(i.index())];
    const auto reads = reads_of(plan.executor.stages[i]);
    double n = 0;
    for (const spec::StreamId stream : reads) {
      const auto found = l.left_of.find(stream);
      if (found == l.left_of.end()) continue;
      const Row& from = l.left[found->second];
      const double to = kernel.y + (kernel.height - 20) * (++n) / (static_cast<double>(reads.size()) + 1);
      drawing.curve({4 + left_width + 1, from.y + from.height / 2}, {right_x - 1, to}, "wire", true);
    }
    const spec::StreamId result = plan.stencil->stages[plan.executor.stages[i].stage].output;
    const Row& target = l.left[l.left_of.at(result)];
    drawing.curve({right_x - 1, kernel.y + kernel.height - 12}, {4 + left_width + 1, target.y + 16}, "wire result",
                  true);
  }
  drawing.add(boxes);
  return drawing.svg(
      width, l.bottom, wide ? "wide middling" : "narrow",
      "One Executor: each stream with its buffers, the wires to the Kernels that read it, and their results");
}

std::string executor_tables(const PageData& data) {
  const plan::Plan& plan = *data.plan;
  Table memories("Memories of one Executor", {"memory", "depth", "width", "built from", "RAM blocks"}, "tnntn");
  for (const plan::MemoryPlan& m : plan.executor.memories) {
    memories.row({fmt::format("<code>{}</code>", escape(m.name)), count_text(m.depth), fmt::format("{} bit", m.width),
                  storage_word(m.storage), count_text(m.ram_blocks + m.ultra_rams)});
  }
  Table stages("Stages in order", {"stage", "computes", "taps", "latency", "starts at"}, "ttnnn");
  for (const plan::StagePlan& s : plan.executor.stages) {
    stages.row({escape(s.name), fmt::format("<code>{}</code>", escape(plan.stencil->stages[s.stage].text)),
                count_text(static_cast<std::int64_t>(s.taps.size())), counted(s.kernel.latency, "cycle"),
                fmt::format("cycle {}", s.sample_cycle)});
  }
  std::string html = stages.html();
  if (memories.empty()) return html + "<p>No memories: registers hold everything.</p>\n";
  return html + fmt::format(
                    "<details><summary>Memories of one Executor ({})</summary>\n{}<p class=\"note\">RAM blocks are "
                    "{}.</p></details>\n",
                    plan.executor.memories.size(), memories.html(),
                    model::fabric_of(plan.stencil->hardware.device).ram_word);
}

}  // namespace rtlgen::report
