// Own results exist only for cells of the same row (along x), rows of the same plane (along y) or planes (along z) that
// come earlier in the line's order.
#include "frontend/passes/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "frontend/expr/typing.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "spec/reach.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

/// The reads of own results below `root`.
std::vector<const spec::Node*> own_reads(const spec::Program& program, spec::NodeId root) {
  std::vector<const spec::Node*> reads;
  for (const spec::NodeId id : spec::nodes_below(program, root)) {
    if (program.nodes[id].own) reads.push_back(&program.nodes[id]);
  }
  return reads;
}

/// Whether `line` reads values of `array` that are not its own results.
bool reads_old_value(const Program& program, const Line& line, const LineGroup& group, spec::ArrayId array) {
  Scope scope = program.scope;
  for (spec::StreamId& stream : scope.streams) stream = spec::StreamId(0);  // all exist: faults are found later
  scope.sweep = sweep_of(group, line.array, {});
  Diagnostics unheard;
  for (const std::optional<Ast>* ast : {&line.ast, &line.condition}) {
    if (!*ast) continue;
    for (const Typed& read : infer(**ast, scope, unheard)) {
      const bool of_array = read.symbol != nullptr && read.symbol->kind == Symbol::Kind::kArray &&
                            spec::ArrayId(read.symbol->index) == array;
      if (of_array && !scope.is_own_result(array, read.offset)) return true;
    }
  }
  return false;
}

bool has_old_value(const Program& program, const std::vector<Line>& lines, const std::vector<LineGroup>& groups,
                   spec::ArrayId array) {
  return std::any_of(groups.begin(), groups.end(), [&](const LineGroup& group) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(group.first);
    if (first->array == array && !group.covers) return true;
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(group.count), [&](const Line& line) {
      const bool keeps = line.array == array && (line.border == spec::Border::kKeep || line.condition);
      return keeps || reads_old_value(program, line, group, array);
    });
  });
}

/// A read of own results, and its line.
class OwnRead {
 public:
  OwnRead(Program& program, const spec::Stage& stage, const spec::Node& node)
      : program_(program), stage_(stage), node_(node), order_(*stage.sweep), axis_(at(order_.axis)) {}

  void check() const {
    if (!is_in_slice() || stage_.border == spec::Border::kKeep) return;
    const auto& rule = node_.boundary[axis_];
    if (!rule || spec::is_constant(rule)) return;
    const char axis = "xyz"[axis_];
    const int along = node_.offset[axis_];
    const char* const end = order_.backward ? "last" : "first";
    const std::string rest = order_.backward ? fmt::format("0, {}", -1 - along) : fmt::format("{}, -1", -along);
    const std::string cells = order_.backward ? fmt::format("{}, -1", -along) : fmt::format("0, {}", -1 - along);
    const spec::Array& target = program_.stencil.arrays[program_.stencil.streams[stage_.output].array];
    const bool can_keep = target.role != spec::Role::kTemporary;
    refuse(fmt::format("the {} cells along {} have no earlier result for this read", end, axis),
           {fmt::format("give the read a constant for them, with `; {}=constant(0)` in its brackets", axis),
            can_keep ? fmt::format("or leave them out: `region: {{{}: [{}]}}`, or border: keep", axis, rest)
                     : fmt::format("or assign them in a line before, with `region: {{{}: [{}]}}` in the same order, "
                                   "and give this one `region: rest`",
                                   axis, cells)});
  }

  void refuse(const std::string& message, std::vector<std::string> notes) const {
    program_.diagnostics.error(Code::kInvalidSweepRead, node_.where, message, std::move(notes));
  }

 private:
  /// Along x each row is a separate sweep, along y each plane.
  [[nodiscard]] bool is_in_slice() const {
    for (std::size_t a = axis_ + 1; a < spec::kMaxAxes; ++a) {
      if (node_.offset[a] == 0) continue;
      refuse(fmt::format("a sweep along {} can only read its own results within a {}", "xyz"[axis_],
                         axis_ == 0 ? "row" : "plane"),
             {fmt::format(
                 "set the offset along {} to 0, or sweep along {}: order: {}", "xyz"[a], "xyz" [a],
                 spec::Sweep { static_cast<int>(a), node_.offset[a] > 0 }.text())});
      return false;
    }
    return true;
  }

  Program& program_;
  const spec::Stage& stage_;
  const spec::Node& node_;
  spec::Sweep order_;
  std::size_t axis_;
};

}  // namespace

std::optional<LineSweep> sweep_of(const LineGroup& group, spec::ArrayId target, spec::StreamId results) {
  if (!group.sweep) return std::nullopt;
  return LineSweep{target, *group.sweep, results};
}

std::vector<bool> own_results(const Ast& ast, const Scope& scope) {
  std::vector<bool> own(ast.nodes.size(), false);
  if (!scope.sweep) return own;
  Diagnostics unheard;
  const std::vector<Typed> types = infer(ast, scope, unheard);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Symbol* symbol = types[i].symbol;
    own[i] = symbol != nullptr && symbol->kind == Symbol::Kind::kArray &&
             scope.is_own_result(spec::ArrayId(symbol->index), types[i].offset);
  }
  return own;
}

void leave_own_reads(const Program& program, const std::vector<Line>& lines, const std::vector<LineGroup>& groups,
                     IndexVector<spec::ArrayId, bool>& read) {
  std::set<spec::ArrayId> done;
  for (const LineGroup& group : groups) {
    const spec::ArrayId array = lines[group.first].array;
    if (!group.sweep || !array.valid() || program.stencil.arrays[array].role == spec::Role::kTemporary) continue;
    if (done.insert(array).second) read[array] = has_old_value(program, lines, groups, array);
  }
}

namespace {

/// Each component is a separate sweep. Another component at an earlier cell would have its old value, which is never
/// intended.
void refuse_other_components(Program& program, const spec::Stage& stage) {
  const spec::Stencil& stencil = program.stencil;
  const spec::ArrayId target = stencil.streams[stage.output].array;
  if (stencil.arrays[target].vector.empty()) return;
  for (const spec::NodeId id : spec::nodes_below(stencil, stage.root)) {
    const spec::Node& node = stencil.nodes[id];
    if (node.op != spec::Op::kTap || node.own || !stage.sweep->has(node.offset)) continue;
    const spec::Array& array = stencil.arrays[stencil.streams[node.stream].array];
    if (array.vector != stencil.arrays[target].vector) continue;
    program.diagnostics.error(
        Code::kInvalidSweepRead, node.where,
        fmt::format("the sweep of '{}' has no results of '{}' to read", stencil.arrays[target].shown(), array.shown()),
        {"each component is swept separately, and can only read its own results",
         "copy the vector to a temporary first if the old values are intended"});
  }
}

}  // namespace

void check_sweep(Program& program, const spec::Stage& stage, const Line& first) {
  refuse_other_components(program, stage);
  const auto reads = own_reads(program.stencil, stage.root);
  for (const spec::Node* node : reads) OwnRead(program, stage, *node).check();
  if (!reads.empty()) return;
  const spec::Sweep& order = *stage.sweep;
  std::string offsets;
  for (int a = 0; a < program.stencil.axes; ++a)
    offsets += fmt::format("{}{}", a > 0 ? "," : "", a != order.axis ? 0 : order.backward ? 1 : -1);
  program.diagnostics.error(
      Code::kInvalidOrder, first.order->where,
      fmt::format("the order has no effect: no read of '{}' is at a {} offset along {}", first.target,
                  order.backward ? "positive" : "negative", "xyz"[order.axis]),
      {fmt::format("read the line's own results as {}[{}], or leave `order` out", first.target, offsets)});
}

void check_wraps_of_sweeps(Program& program) {
  std::array<const spec::Node*, spec::kMaxAxes> wraps{};
  for (const spec::Node& node : program.stencil.nodes) {
    if (node.op != spec::Op::kTap) continue;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (node.offset[a] != 0 && spec::wraps(node.boundary[a])) wraps[a] = &node;
    }
  }
  for (const spec::Stage& stage : program.stencil.stages) {
    if (!stage.sweep || !stage.root.valid()) continue;
    const auto axis = at(stage.sweep->axis);
    if (wraps[axis] != nullptr)
      OwnRead(program, stage, *wraps[axis])
          .refuse(fmt::format("this read wraps along {}, along which line {} sweeps", "xyz"[axis], stage.where.line),
                  {"the far side would have to be swept first; give the read another rule"});
    for (const spec::Node* node : own_reads(program.stencil, stage.root)) {
      for (std::size_t a = 0; a < axis; ++a) {
        if (node->offset[a] == 0 || wraps[a] == nullptr) continue;
        OwnRead(program, stage, *node)
            .refuse(fmt::format("own results are read sideways along {}, along which a read on line {} wraps", "xyz"[a],
                                wraps[a] -> where.line),
                    {fmt::format("each earlier row would need more cells outside the grid; set the offset along {} to "
                                 "0, or give that read another rule",
                                 "xyz"[a])});
      }
    }
  }
}

}  // namespace rtlgen::frontend
