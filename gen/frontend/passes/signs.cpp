// The cells for which a read leaves the grid along one axis form a region. The boundary multiplexers of that read
// already have its flags.
#include "frontend/passes/signs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "frontend/expr/lower.hpp"
#include "spec/boundary.hpp"
#include "spec/program.hpp"
#include "spec/reach.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;

bool has_sign(const Node& node) {
  return std::any_of(node.boundary.begin(), node.boundary.end(), [](const auto& b) { return b && b->negates; });
}

class Signs {
 public:
  explicit Signs(spec::Program& program)
      : program_(program), graph_(made_), copies_{Copies(program.nodes.size()), Copies(program.nodes.size())} {}

  void run(NodePlaces* places) {
    for (spec::Stage& stage : program_.stages) {
      stage.root = copy(stage.root, stage.border == spec::Border::kCompute ? Counts::kAll : Counts::kWrapping);
    }
    for (spec::Param& param : program_.params) {
      if (param.next.valid()) param.next = copy(param.next, Counts::kAll);
    }
    if (program_.until.valid()) program_.until = copy(program_.until, Counts::kAll);
    if (places != nullptr) {
      for (NodePlace& place : *places) {
        const NodeId computed = copies_of(Counts::kAll)[place.node];
        place.node = computed.valid() ? computed : copies_of(Counts::kWrapping)[place.node];
      }
      std::erase_if(*places, [](const NodePlace& place) { return !place.node.valid(); });
    }
    program_.nodes = std::move(made_.nodes);
  }

 private:
  using Copies = IndexVector<NodeId, NodeId>;

  /// The rules whose signs count. A border keeps or ignores the cells of which a read leaves the grid, which no read
  /// does along an axis that wraps.
  enum class Counts : std::uint8_t { kWrapping, kAll };

  Copies& copies_of(Counts counts) { return copies_[static_cast<std::size_t>(counts)]; }

  NodeId copy(NodeId root, Counts counts) {
    Copies& copies = copies_of(counts);
    for (const NodeId id : spec::nodes_below(program_, root)) {
      if (copies[id].valid()) continue;
      Node node = program_.nodes[id];
      for (NodeId& arg : node.args) arg = copies[arg];
      copies[id] = with_sign(node, counts);
    }
    return copies[root];
  }

  NodeId without_sign(Node node) {
    for (auto& rule : node.boundary)
      if (rule) rule->negates = false;
    return graph_.add(std::move(node));
  }

  /// A constant rule gives its value directly, without a sign; two signs cancel.
  NodeId with_sign(const Node& node, Counts counts) {
    const NodeId read = without_sign(node);
    NodeId negative, constant;  // condition; none: never
    bool everywhere = false;    // inverted
    for (std::size_t a = 0; node.op == Op::kTap && a < at(program_.axes); ++a) {
      const std::optional<spec::Boundary>& rule = node.boundary[a];
      const bool is_constant = spec::is_constant(rule);
      if (node.offset[a] == 0 || !rule || !(rule->negates || is_constant)) continue;
      if (counts == Counts::kWrapping && !spec::wraps(rule)) continue;
      if (std::abs(node.offset[a]) >= program_.grid[a]) {
        if (is_constant) return read;
        everywhere = !everywhere;
        continue;
      }
      const NodeId here = outside(node, a);
      NodeId& all = is_constant ? constant : negative;
      all = all.valid() ? make(is_constant ? Op::kOr : Op::kNe, spec::Type::boolean(), {all, here}, node) : here;
    }
    if (!negative.valid() && !everywhere) return read;
    const NodeId minus = make(Op::kNeg, node.type, {read}, node);
    if (node.type.is_integer()) graph_.mean_wrap(minus);
    NodeId value = everywhere ? minus : read;
    if (negative.valid()) value = make(Op::kSelect, node.type, {negative, everywhere ? read : minus, value}, node);
    return constant.valid() ? make(Op::kSelect, node.type, {constant, read, value}, node) : value;
  }

  /// Whether the read leaves the grid along `axis`.
  NodeId outside(const Node& read, std::size_t axis) {
    const std::int64_t cells = std::abs(read.offset[axis]);
    spec::Region region;
    region.outside = true;
    if (read.offset[axis] < 0)
      region.spans[axis].end = {cells, false};
    else
      region.spans[axis].first = {cells, true};
    Node node = spec::operation(Op::kRegion, spec::Type::boolean(), {}, read.where);
    node.index = program_.region_id(region).index();
    return graph_.add(std::move(node));
  }

  NodeId make(Op op, const spec::Type& type, std::vector<NodeId> args, const Node& of) {
    return graph_.add(spec::operation(op, type, std::move(args), of.where));
  }

  spec::Program& program_;
  spec::Program made_;  ///< its nodes
  Graph graph_;
  std::array<Copies, 2> copies_;  ///< new nodes by old one, per Counts
};

}  // namespace

bool takes_rule(const spec::Boundary& rule, const spec::Type& type, const std::string& name,
                const SourceLocation& where, Diagnostics& diagnostics) {
  if (!rule.negates || type.is_float() || type.is_signed()) return true;
  const int wider = std::min(type.width + 1, 64);
  const spec::Type other = type.is_fixed() ? spec::Type::fixed_of(wider, type.fraction) : spec::Type::int_of(wider);
  diagnostics.error(
      Code::kSignOfUnsigned, where,
      fmt::format("'{}' negates, and the type of '{}', {}, has no negative values", spec::word_of(rule), name,
                  type.name()),
      {fmt::format("write `{}`, which reads the same cells and keeps their values", spec::boundary_row(rule.kind).word),
       fmt::format("or give '{}' a type with a sign, such as {}", name, other.name())});
  return false;
}

void write_out_signs(spec::Program& program, NodePlaces* places) {
  if (std::any_of(program.nodes.begin(), program.nodes.end(), has_sign)) Signs(program).run(places);
}

}  // namespace rtlgen::frontend
