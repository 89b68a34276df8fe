// Kernels as graphs: one row per operator, from the cycle in which its operands enter to the one in which its result is
// ready.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "report/drawing.hpp"
#include "report/sections.hpp"
#include "spec/aligned.hpp"
#include "spec/describe.hpp"
#include "spec/operations.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::report {

namespace {

constexpr std::size_t kMostRows = 240;  ///< per drawing; the table counts the others too
constexpr std::size_t kOpenRows = 60;   ///< larger graphs are collapsed

using Kind = spec::Drawn;

const char* css_of(Kind kind) {
  switch (kind) {
    case Kind::kRead:
      return "k-read";
    case Kind::kAdd:
      return "k-add";
    case Kind::kMultiply:
      return "k-mul";
    case Kind::kDivide:
      return "k-div";
    case Kind::kLogic:
      return "k-logic";
  }
  return "";
}

/// A node of the graph as it is drawn.
struct Item {
  const plan::NodeSchedule* schedule = nullptr;
  Kind kind = Kind::kLogic;
  std::string name;
};

class Graph {
 public:
  Graph(const plan::Plan& plan, const plan::StagePlan& stage) : stencil_(plan.inside()), kernel_(stage.kernel) {
    for (const plan::NodeSchedule& n : kernel_.nodes) schedules_[n.node] = &n;
    for (const plan::NodeSchedule& n : kernel_.nodes) {
      if (is_constant(n.node) || n.is_absorbed) continue;
      row_[n.node] = items_.size();
      items_.push_back({&n, spec::operation_of(stencil_.nodes[n.node].op).drawn, name_of(n)});
    }
  }

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  [[nodiscard]] std::string svg(bool wide, const std::string& id, const std::string& label) const;
  [[nodiscard]] std::string table() const;

 private:
  [[nodiscard]] bool is_constant(spec::NodeId node) const {
    const auto found = schedules_.find(node);
    return stencil_.nodes[node].op == spec::Op::kConstant || (found != schedules_.end() && found->second->is_folded);
  }
  [[nodiscard]] std::string constant_text(spec::NodeId node) const {
    const spec::Node& n = stencil_.nodes[node];
    const auto found = schedules_.find(node);
    const std::uint64_t bits = found != schedules_.end() && found->second->is_folded ? found->second->folded : n.bits;
    if (!n.type.aligned) return cut(spec::value_text(n.type, bits), 10);
    const spec::Type format = spec::unaligned(n.type);
    return cut(spec::value_text(format, spec::unaligned_bits(format, bits)), 10);
  }
  [[nodiscard]] std::string name_of(const plan::NodeSchedule& n) const {
    const spec::Node& node = stencil_.nodes[n.node];
    const spec::Operation& row = spec::operation_of(node.op);
    if (node.op == spec::Op::kLookup) return "table " + stencil_.tables[node.table()].name;
    if (row.drawn == Kind::kRead) return spec::to_text(stencil_, n.node);
    if (node.op == spec::Op::kFused) return fmt::format("{} {} terms", row.drawn_as, node.fused.terms.size());
    std::string name(row.typing == spec::Typing::kCast ? node.type.name() : row.drawn_as);
    // 80 - t is not t - 80.
    const bool ordered = node.op == spec::Op::kSub || row.drawn == Kind::kDivide;
    for (std::size_t i = 0; i < n.operands.size(); ++i) {
      if (!is_constant(n.operands[i])) continue;
      name = ordered && i == 0 ? constant_text(n.operands[i]) + " " + name : name + " " + constant_text(n.operands[i]);
    }
    return name;
  }
  void draw_axis(Drawing& drawing, double left, double scale, double top, double bottom) const;

  const spec::Stencil& stencil_;
  const plan::KernelPlan& kernel_;
  std::map<spec::NodeId, const plan::NodeSchedule*> schedules_;
  std::map<spec::NodeId, std::size_t> row_;
  std::vector<Item> items_;
};

/// Lines at round numbers of cycles.
void Graph::draw_axis(Drawing& drawing, double left, double scale, double top, double bottom) const {
  int every = 1;
  for (const int step : {1, 2, 5, 10, 20, 50, 100, 200, 500}) {
    every = step;
    if (scale * step >= 42) break;
  }
  for (int c = 0; c <= kernel_.latency; c += every) {
    drawing.line({{left + c * scale, top}, {left + c * scale, bottom}}, "grid");
    drawing.text({left + c * scale, top - 6}, fmt::format("{}", c), 11, Anchor::kMiddle, "soft");
  }
}

std::string Graph::svg(bool wide, const std::string& id, const std::string& label) const {
  const double width = wide ? 1120 : 380, left = wide ? 170 : 112, row = 20, top = 36;
  const double scale = (width - left - 16) / std::max(1, kernel_.latency);
  const std::size_t rows = std::min(items_.size(), kMostRows);
  const double bottom = top + row * static_cast<double>(rows) + 4;
  Drawing drawing(id);
  drawing.text({left, 12}, "cycle", 11, Anchor::kStart, "soft");
  draw_axis(drawing, left, scale, top, bottom);
  const auto y_of = [&](std::size_t r) { return top + row * (static_cast<double>(r) + 0.5); };
  for (std::size_t r = 0; r < rows; ++r) {
    for (const spec::NodeId a : items_[r].schedule->operands) {
      const auto from = row_.find(a);
      if (from == row_.end() || from->second >= rows) continue;
      drawing.curve({left + items_[from->second].schedule->ready * scale, y_of(from->second)},
                    {left + items_[r].schedule->start * scale, y_of(r)}, "edge");
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const Item& item = items_[r];
    const plan::NodeSchedule& n = *item.schedule;
    const double x = left + n.start * scale, y = y_of(r);
    const std::string tip = n.ready > n.start ? fmt::format("{}: cycle {} to {}", item.name, n.start, n.ready)
                                              : fmt::format("{}: cycle {}", item.name, n.ready);
    drawing.text({left - 12, y + 4}, cut(item.name, wide ? 23 : 15), 11.5, Anchor::kEnd, "mono");
    if (n.ready > n.start)
      drawing.box({x, y - 6, (n.ready - n.start) * scale, 12}, css_of(item.kind), 3, tip);
    else
      drawing.dot({x, y}, 4, css_of(item.kind), tip);
  }
  return drawing.svg(width, bottom + 6, wide ? "wide" : "narrow", label);
}

std::string Graph::table() const {
  // Operators with the same kind and latency share a row.
  std::map<std::pair<std::string, int>, int> counts;
  int logic = 0;
  for (const Item& item : items_) {
    if (item.schedule->is_operator)
      ++counts[{ops::base_name(item.schedule->request), item.schedule->latency}];
    else if (item.kind != Kind::kRead)
      ++logic;
  }
  Table table("Operators of this Kernel", {"operator", "count", "latency"}, "tnn");
  for (const auto& [key, count] : counts)
    table.row({fmt::format("<code>{}</code>", escape(key.first)), count_text(count), counted(key.second, "cycle")});
  if (logic > 0) table.row({"logic between registers", count_text(logic), "none"});
  return table.empty() ? "" : table.html();
}

std::string legend() {
  static const std::pair<Kind, const char*> kKinds[] = {{Kind::kRead, "read"},
                                                        {Kind::kAdd, "add, subtract"},
                                                        {Kind::kMultiply, "multiply"},
                                                        {Kind::kDivide, "divide, functions"},
                                                        {Kind::kLogic, "compare, select, bits"}};
  std::string html;
  for (const auto& [kind, words] : kKinds)
    html += fmt::format("<li><span class=\"key {}\"></span>{}</li>", css_of(kind), words);
  return fmt::format("<ul class=\"legend\">{}</ul>\n", html);
}

}  // namespace

std::string kernels_section(const PageData& data) {
  const plan::Plan& plan = *data.plan;
  std::string inside = legend();
  for (const spec::StageId i : plan.executor.stages.ids()) {
    const plan::StagePlan& stage = plan.executor.stages[i];
    const Graph graph(plan, stage);
    const std::string label = fmt::format("Kernel of {}: {}", stage.name, counted(stage.kernel.latency, "cycle"));
    const std::string id = fmt::format("kernel-{}", i.index());
    // Without a register there is no time to draw.
    const std::string drawn = stage.kernel.latency > 0
                                  ? graph.svg(true, id + "-wide", label) + graph.svg(false, id + "-narrow", label)
                                  : "<p>Only logic between two registers, all in one cycle.</p>\n";
    std::string body =
        fmt::format("<figure class=\"drawing\">{}<figcaption><code>{} = {}</code></figcaption></figure>\n{}", drawn,
                    escape(stage.name), escape(plan.stencil->stages[stage.stage].text), graph.table());
    if (graph.items().size() > kMostRows)
      body +=
          fmt::format("<p class=\"note\">The first {} of {} nodes are drawn.</p>\n", kMostRows, graph.items().size());
    const bool open = graph.items().size() <= kOpenRows && i.index() < 2;
    inside += fmt::format("<details{}><summary>Stage {}: {} · {} · {}</summary>\n{}</details>\n", open ? " open" : "",
                          i.index() + 1, escape(stage.name), counted(stage.kernel.latency, "cycle"),
                          counted(static_cast<std::int64_t>(graph.items().size()), "node"), body);
  }
  return section("kernels", "Kernels by cycle",
                 "Each row is an operator: its bar begins when the operands enter and ends when the result is ready. "
                 "Lines connect results to the operators that use them.",
                 inside);
}

}  // namespace rtlgen::report
