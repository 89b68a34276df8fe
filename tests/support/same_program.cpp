// Prints programs, with numbers for nodes.
#include "same_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {

namespace {

class Facts {
 public:
  Facts(const spec::Stencil& s, Sameness sameness)
      : s_(s), all_(sameness == Sameness::kAll), numbers_(s.nodes.size()) {}

  std::string text() {
    out_ = fmt::format("{} axes of {}, {} steps in passes of {}, arithmetic {} {} {} {} {}\n", s_.axes,
                       fmt::join(s_.grid, "x"), s_.iterations, s_.pass_steps, static_cast<int>(s_.subnormals),
                       static_cast<int>(s_.rounding), static_cast<int>(s_.overflow), s_.guard_bits, s_.reassociate);
    arrays();
    for (const spec::Region& region : s_.regions) out_ += fmt::format("region {}\n", spec::region_text(region));
    for (const spec::ValueTable& t : s_.tables)
      out_ += fmt::format("table {} {} {}\n", t.name, t.type.name(), fmt::join(t.values, " "));
    if (all_) {
      for (const spec::NodeId id : s_.nodes.ids()) number(id);
    }
    for (const spec::Stage& stage : s_.stages) {
      const int root = number(stage.root);
      out_ +=
          fmt::format("stage {} from {} = n{} {} -{} +{} order {} {}\n", s_.streams[stage.output].array.index(),
                      stage.old_stream.valid() ? stage.old_stream.index() : -1, root, static_cast<int>(stage.border),
                      fmt::join(stage.reach_low, ","), fmt::join(stage.reach_high, ","),
                      stage.sweep ? stage.sweep->text() : "any", stage.mirror.value_or(0));
    }
    for (const spec::Param& p : s_.params) {
      const int next = number(p.next);
      out_ += fmt::format("param {} {} {} [{}] n{}\n", p.name, p.type.name(), p.value, fmt::join(p.by_step, " "), next);
    }
    for (const spec::Monitor& m : s_.monitors)
      out_ +=
          fmt::format("monitor {} {} {} {}\n", m.name, static_cast<int>(m.reduction), m.array.index(), m.type.name());
    for (const spec::Probe& p : s_.probes)
      out_ += fmt::format("probe {} {} {} {}\n", p.name, p.array.index(), fmt::join(p.at, ","), p.every);
    for (const spec::DataSource& d : s_.inputs)
      out_ += fmt::format("input {} {} {} {} {} {} {} {}\n", d.array.index(), static_cast<int>(d.kind), d.value,
                          d.increment, d.low, d.high, d.seed, d.values ? d.values->stages.back().text : "");
    const int until = number(s_.until);
    return out_ + fmt::format("until n{}\n", until);
  }

 private:
  void arrays() {
    for (const spec::Array& a : s_.arrays) {
      const bool named = all_ || a.role != spec::Role::kTemporary;
      out_ += fmt::format("array {} {} {} {} {}\n", named ? a.name : "", static_cast<int>(a.role), a.type.name(),
                          spec::boundary_text(s_, a), fmt::join(a.spans, ""));
    }
  }

  /// Prints the nodes that `root` needs and that have no number yet; returns its own number, 0 for none.
  int number(spec::NodeId root) {
    std::vector<spec::NodeId> rest;
    if (root.valid()) rest.push_back(root);
    while (!rest.empty()) {
      const spec::NodeId id = rest.back();
      const auto& args = s_.nodes[id].args;
      const auto next = std::find_if(args.begin(), args.end(), [&](spec::NodeId arg) { return numbers_[arg] == 0; });
      if (next != args.end()) {
        rest.push_back(*next);
        continue;
      }
      rest.pop_back();
      if (numbers_[id] == 0) print(id);
    }
    return root.valid() ? numbers_[root] : 0;
  }

  void print(spec::NodeId id) {
    const spec::Node& n = s_.nodes[id];
    numbers_[id] = ++count_;
    out_ += fmt::format("n{} {} {} {} {} {}", count_, static_cast<int>(n.op), n.type.name(), n.bits, n.index,
                        n.stream.valid() ? n.stream.index() : -1);
    if (n.own) out_ += " own";
    for (const spec::NodeId arg : n.args) out_ += fmt::format(" n{}", numbers_[arg]);
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
      out_ += fmt::format(" {}/{}/{}", n.offset[a], n.boundary[a] ? static_cast<int>(n.boundary[a]->kind) : -1,
                          spec::constant_bits(n.boundary[a]));
    for (const spec::FusedTerm& t : n.fused.terms)
      out_ += fmt::format(" {}{}:{}*{}", t.negative ? "-" : "+", static_cast<int>(t.kind), t.value, t.factor);
    out_ += n.fused.terms.empty() ? "\n" : fmt::format(" g{}\n", n.fused.guard);
  }

  const spec::Stencil& s_;
  bool all_;
  IndexVector<spec::NodeId, int> numbers_;
  int count_ = 0;
  std::string out_;
};

std::optional<std::string> facts_or_faults(const std::string& yaml, Sameness sameness, std::string& faults) {
  Diagnostics diagnostics;
  const auto loaded = frontend::load_text(yaml, "case.yaml", {}, diagnostics);
  if (loaded.ok()) return Facts(*loaded, sameness).text();
  faults = diagnostics.render();
  return std::nullopt;
}

}  // namespace

std::optional<std::string> program_facts(const std::string& yaml, Sameness sameness) {
  std::string ignored;
  return facts_or_faults(yaml, sameness, ignored);
}

std::string difference(const std::string& yaml, const std::string& other, Sameness sameness) {
  std::string faults;
  const auto a = facts_or_faults(yaml, sameness, faults);
  if (!a) return fmt::format("{}\nis refused\n{}", yaml, faults);
  const auto b = facts_or_faults(other, sameness, faults);
  if (!b) return fmt::format("{}\nis refused\n{}", other, faults);
  return *a == *b ? "" : fmt::format("{}\nis\n{}\nand\n{}\nis\n{}", yaml, *a, other, *b);
}

}  // namespace rtlgen::test
