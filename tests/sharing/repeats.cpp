// The copies read what their originals read, so they stay in lines that may read it.
#include "repeats.hpp"

#include <algorithm>
#include <map>

#include "analysis/windows.hpp"
#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "support/index.hpp"

namespace rtlgen::test {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;

/// Appends nodes, and sorts them again at the end: arguments first, what a root needs below it.
class Grower {
 public:
  Grower(spec::Stencil& s, Random& random) : s_(s), random_(random) {}

  void grow() {
    const int stage = random_.below(static_cast<int>(s_.stages.size()));
    const auto nodes = analysis::collect_reads(s_, spec::StageId(stage)).nodes;
    const NodeId part = random_.of(nodes);
    if (s_.nodes[part].args.empty()) return;
    const bool stays = random_.chance(70) || reads_own(part);
    spec::Stage& target =
        s_.stages[spec::StageId(stays ? stage : random_.between(stage, static_cast<int>(s_.stages.size()) - 1))];
    for (spec::Offset& o : offsets()) combine(target, moved(part, o));
  }

 private:
  /// One to three places, often along one axis.
  std::vector<spec::Offset> offsets() {
    std::vector<spec::Offset> out(static_cast<std::size_t>(random_.between(1, 3)));
    const int axis = random_.below(s_.axes);
    const bool along_one = random_.chance(70);
    for (spec::Offset& o : out) {
      for (int a = 0; a < s_.axes; ++a) {
        if (!along_one || a == axis) o[at(a)] = random_.between(-2, 2);
      }
    }
    return out;
  }

  [[nodiscard]] bool reads_own(NodeId id) const {
    const Node& n = s_.nodes[id];
    return n.own || std::any_of(n.args.begin(), n.args.end(), [&](NodeId a) { return reads_own(a); });
  }

  NodeId add(Node n) { return s_.nodes.push_back(std::move(n)); }

  NodeId moved(NodeId id, const spec::Offset& by) {
    Node n = s_.nodes[id];
    if (n.op == Op::kTap) {
      const spec::Array& array = s_.arrays[s_.streams[n.stream].array];
      const auto swept = n.own ? at(s_.stages[s_.streams[n.stream].stage].sweep->axis) : spec::kMaxAxes;
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
        // Own results are of cells before.
        const int most = a < swept ? by[a] : a > swept ? 0 : n.offset[a] < 0 ? std::min(by[a], 0) : std::max(by[a], 0);
        n.offset[a] += array.spans[a] ? most : 0;
      }
    }
    for (NodeId& a : n.args) a = moved(a, by);
    return add(std::move(n));
  }

  void combine(spec::Stage& stage, NodeId part) {
    const spec::Type type = s_.nodes[stage.root].type;
    if (s_.nodes[part].type != type) {
      Node cast;
      cast.op = Op::kCast;
      cast.type = type;
      cast.args = {part};
      part = add(cast);
    }
    Node n;
    n.op = random_.of(std::vector<Op>{Op::kAdd, Op::kSub, Op::kMax});
    n.type = type;
    n.args = random_.chance(50) ? std::vector<NodeId>{stage.root, part} : std::vector<NodeId>{part, stage.root};
    stage.root = add(std::move(n));
  }

  spec::Stencil& s_;
  Random& random_;
};

}  // namespace

Case case_with_repeats(std::uint64_t seed) {
  Case c = random_case(seed);
  Random random(seed ^ 0x5a5a5a5aULL);
  for (int i = random.between(1, 3); i > 0; --i) Grower(c.stencil, random).grow();
  // Copies of copies can grow past what a test should take.
  constexpr std::size_t kMostNodes = 400;
  if (c.stencil.nodes.size() > kMostNodes) return random_case(seed);
  spec::validate(c.stencil);
  return c;
}

bool same_bits(const Case& c, const spec::Program& one, const spec::Program& other) {
  const auto run = [&](const spec::Program& s) {
    return golden::run(s, c.extents, c.inputs, c.iterations, c.params, {1, {}});
  };
  const auto want = run(one);
  const auto got = run(other);
  const golden::Masks ignored = golden::ignored(one, c.extents, c.iterations);
  for (const auto& [array, grid] : want) {
    const auto mask = ignored.find(array);
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      const bool matters = mask == ignored.end() || mask->second[static_cast<std::size_t>(i)] == 0;
      if (matters && grid.get(i) != got.at(array).get(i)) return false;
    }
  }
  return want.size() == got.size();
}

}  // namespace rtlgen::test
