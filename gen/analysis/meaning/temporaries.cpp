// Temporaries that get `edge` by default although everything that they are computed from wraps.
//
// A temporary does not inherit a rule: some of its operands may wrap and some not, and a boundary that changed with a
// distant expression would be more surprising than one that is always `edge` unless it is set.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "analysis/meaning/meaning.hpp"
#include "spec/boundary.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

using spec::BoundaryKind;
using spec::Op;

/// Along each axis: whether some operand of a value wraps, perhaps with a sign, and whether some operand has another
/// rule.
struct MadeOf {
  std::array<bool, spec::kMaxAxes> wraps{};
  std::array<bool, spec::kMaxAxes> negates{};
  std::array<bool, spec::kMaxAxes> other{};

  void add(const MadeOf& part) {
    for (std::size_t axis = 0; axis < wraps.size(); ++axis) {
      wraps[axis] = wraps[axis] || part.wraps[axis];
      negates[axis] = negates[axis] || part.negates[axis];
      other[axis] = other[axis] || part.other[axis];
    }
  }
};

class Temporaries {
 public:
  Temporaries(const spec::Program& stencil, Diagnostics& diagnostics)
      : stencil_(stencil), diagnostics_(diagnostics), made_(stencil.nodes.size()) {}

  void run() {
    for (const spec::NodeId id : stencil_.nodes.ids()) {
      const spec::Node& node = stencil_.nodes[id];
      for (const spec::NodeId arg : node.args) made_[id].add(made_[arg]);
      if (node.op == Op::kTap) tap(node, id);
    }
  }

 private:
  void tap(const spec::Node& node, spec::NodeId id) {
    const spec::Stream& stream = stencil_.streams[node.stream];
    const spec::Array& array = stencil_.arrays[stream.array];
    const bool is_temporary = array.role == spec::Role::kTemporary;
    if (is_temporary) made_[id] = made_[stencil_.stages[stream.stage].root];
    const MadeOf parts = made_[id];
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
      const bool is_read_there = node.offset[axis] != 0;
      const auto kind = spec::kind_of(is_read_there ? node.boundary[axis] : array.boundary[axis]);
      if (is_temporary && is_read_there && kind == spec::Boundary{}.kind && !array.boundary_given &&
          made_[id].wraps[axis] && !made_[id].other[axis]) {
        axes.push_back(axis);
      }
      // A rule that was neither set nor is ever used does not count.
      const bool counts = array.boundary_given || (is_read_there && !is_temporary);
      if (kind == BoundaryKind::kWrap) {
        const auto& rule_of_array = array.rule(axis, node.offset[axis]);
        made_[id].wraps[axis] = true;
        made_[id].negates[axis] = made_[id].negates[axis] || (rule_of_array && rule_of_array->negates);
      } else if (counts) {
        made_[id].other[axis] = true;
      }
    }
    if (!axes.empty()) report(node, array, stream, axes, parts);
  }

  /// The rule of a temporary that is computed from `parts`, so that reads along `axes` wrap too.
  [[nodiscard]] std::string rule_for(const std::vector<std::size_t>& axes, const MadeOf& parts) const {
    const auto word = [&](std::size_t axis) {
      return spec::word_of(spec::Boundary{BoundaryKind::kWrap, 0, parts.negates[axis]});
    };
    // Along other axes a rule that wraps is right only if all operands of the temporary wrap there too.
    bool all = true, same = true;
    for (std::size_t axis = 0; axis < at(stencil_.axes); ++axis) {
      all = all && parts.wraps[axis] && !parts.other[axis];
      same = same && word(axis) == word(0);
    }
    if (all && same) return std::string(word(0));
    std::string out;
    for (std::size_t axis = 0; axis < at(stencil_.axes); ++axis) {
      if (all || std::find(axes.begin(), axes.end(), axis) != axes.end())
        out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", "xyz"[axis], word(axis));
    }
    return "{" + out + "}";
  }

  void report(const spec::Node& node, const spec::Array& array, const spec::Stream& stream,
              const std::vector<std::size_t>& axes, const MadeOf& parts) {
    if (!reported_.insert(stream.array).second) return;
    std::string letters;
    for (const std::size_t axis : axes) letters += fmt::format("{}{}", letters.empty() ? "" : " and ", "xyz"[axis]);
    const int line = stencil_.stages[stream.stage].where.line;
    spec::warn(stencil_, diagnostics_, Code::kTemporaryEdge, node.where,
               fmt::format("outside the grid, this read of the temporary '{}' uses `edge`, although everything that it "
                           "is computed from wraps along {}",
                           array.shown(), letters),
               {fmt::format("a temporary has its own rule; write on line {}: - {}: {{expr: \"...\", boundary: {}}}",
                            line, array.shown(), rule_for(axes, parts)),
                "boundary: edge there marks it as intended"});
  }

  const spec::Program& stencil_;
  Diagnostics& diagnostics_;
  IndexVector<spec::NodeId, MadeOf> made_;
  std::set<spec::ArrayId> reported_;
};

}  // namespace

void warn_of_temporaries(const spec::Program& stencil, Diagnostics& diagnostics) {
  Temporaries(stencil, diagnostics).run();
}

}  // namespace rtlgen::analysis
