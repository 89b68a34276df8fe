// Collects terms from the root of a linear expression down, then makes one node from them.
#include "frontend/expr/fuse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "frontend/expr/exact.hpp"
#include "frontend/expr/lower.hpp"
#include "frontend/expr/typing.hpp"
#include "spec/fused_sum.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::FusedTerm;
using spec::Node;
using spec::NodeId;
using spec::Op;

/// The factor of a part of the expression.
struct Scale {
  Exact known = 1;
  std::vector<NodeId> uniform;  ///< factors that are the same in every cell, but unknown
  bool is_unit = true;          ///< only signs so far
};

/// Terms of one value, or of one product of two.
struct Collected {
  NodeId value, other;
  std::vector<NodeId> uniform;
  Exact units;   ///< total coefficient of terms without a factor
  Exact scaled;  ///< total coefficient of all others
};

class Fusion {
 public:
  /// `everything`: values in the terms are fused too.
  Fusion(Graph& graph, const Scope& scope, Diagnostics& diagnostics, bool everything)
      : graph_(graph), scope_(scope), diagnostics_(diagnostics), everything_(everything) {}

  NodeId rewrite(NodeId id) {
    const auto known = rewritten_.find(id);
    if (known != rewritten_.end()) return known->second;
    const Node node = graph_.at(id);
    NodeId out = id;
    if (node.type.is_float() && is_linear(node) && !is_uniform(id)) {
      out = sum(id, node.op == Op::kFused);
    } else if (!node.args.empty()) {
      out = rebuilt(node);
    }
    return rewritten_[id] = out;
  }

  /// `forced`: also fuses one or two plain terms.
  NodeId sum(NodeId id, bool forced) {
    terms_.clear();
    constant_ = 0;
    count_ = 0;
    is_scaled_ = false;
    collect(id, {});
    const bool fuses = forced || count_ >= 3 || (count_ == 2 && is_scaled_);
    if (!fuses) return rebuilt(graph_.at(id));
    for (Collected& c : terms_) {
      c.value = below(c.value);
      if (c.other.valid()) c.other = below(c.other);
      for (NodeId& factor : c.uniform) factor = below(factor);
    }
    const Node root = graph_.at(id);
    return made(root);
  }

  [[nodiscard]] bool failed() const { return failed_; }

 private:
  static bool is_linear(const Node& node) {
    switch (node.op) {
      case Op::kAdd:
      case Op::kSub:
      case Op::kNeg:
      case Op::kMul:
      case Op::kDiv:
      case Op::kFused:
        return true;
      default:
        return false;
    }
  }

  [[nodiscard]] bool is_constant(NodeId id) const { return graph_.at(id).op == Op::kConstant; }

  /// Whether the value is the same in every cell.
  bool is_uniform(NodeId id) {
    const auto known = uniform_.find(id);
    if (known != uniform_.end()) return known->second;
    const Node& node = graph_.at(id);
    bool uniform = !spec::is_of_cell(node.op);
    for (const NodeId arg : node.args) uniform = uniform && is_uniform(arg);
    return uniform_[id] = uniform;
  }

  [[nodiscard]] Exact value_of(NodeId constant) const {
    const Node& node = graph_.at(constant);
    return decode(node.bits, node.type);
  }

  NodeId rebuilt(Node node) {
    for (NodeId& arg : node.args) arg = below(arg);
    return graph_.add(std::move(node));
  }

  /// A value in a term; its own linear expressions collect terms again.
  NodeId below(NodeId id) {
    if (!everything_) return id;
    Fusion inner(graph_, scope_, diagnostics_, true);
    const NodeId out = inner.rewrite(id);
    failed_ = failed_ || inner.failed_;
    return out;
  }

  static Scale times(Scale scale, const Exact& factor) {
    scale.known *= factor;
    scale.is_unit = false;
    return scale;
  }

  static Scale negated(Scale scale) {
    scale.known = -scale.known;
    return scale;
  }

  void collect(NodeId id, const Scale& scale) {
    const Node node = graph_.at(id);
    switch (node.op) {
      case Op::kConstant:
        return collect_constant(id, scale);
      case Op::kAdd:
      case Op::kSub:
        collect(node.args[0], scale);
        return collect(node.args[1], node.op == Op::kAdd ? scale : negated(scale));
      case Op::kNeg:
        return collect(node.args[0], negated(scale));
      case Op::kMul:
        return collect_product(id, scale);
      case Op::kDiv:
        if (is_constant(node.args[1]) && value_of(node.args[1]) != 0)
          return collect(node.args[0], times(scale, 1 / value_of(node.args[1])));
        return add(scale, id, {});
      case Op::kFused:
        return collect_fused(node, scale);
      default:
        return add(scale, id, {});
    }
  }

  void collect_constant(NodeId id, const Scale& scale) {
    if (!scale.uniform.empty()) {
      Scale rest = times(scale, value_of(id));
      const NodeId value = rest.uniform.front();
      rest.uniform.erase(rest.uniform.begin());
      return add(rest, value, {});
    }
    constant_ += scale.known * value_of(id);
    ++count_;
  }

  void collect_product(NodeId id, const Scale& scale) {
    const Node node = graph_.at(id);
    const auto is_factor = [&](NodeId arg) { return is_uniform(arg) && !is_constant(arg); };
    if (is_factor(node.args[0]) && is_factor(node.args[1])) return add(scale, id, {});
    bool negative = false;
    const NodeId a = magnitude(node.args[0], negative), b = magnitude(node.args[1], negative);
    collect_factors(a, b, negative ? negated(scale) : scale);
  }

  /// The operand of a chain of negations, each of which flips `negative`.
  [[nodiscard]] NodeId magnitude(NodeId id, bool& negative) const {
    while (graph_.at(id).op == Op::kNeg) {
      negative = !negative;
      id = graph_.at(id).args[0];
    }
    return id;
  }

  void collect_factors(NodeId a, NodeId b, const Scale& scale) {
    if (is_constant(a)) return collect(b, times(scale, value_of(a)));
    if (is_constant(b)) return collect(a, times(scale, value_of(b)));
    if (!is_uniform(a) && !is_uniform(b)) return add(scale, a, b);
    Scale more = scale;
    more.uniform.push_back(is_uniform(a) ? a : b);
    more.is_unit = false;
    collect(is_uniform(a) ? b : a, more);
  }

  void collect_fused(const Node& node, const Scale& scale) {
    for (const FusedTerm& term : node.fused.terms) {
      const auto operand = [&](int index) { return node.args[static_cast<std::size_t>(index)]; };
      const Scale signed_scale = term.negative ? negated(scale) : scale;
      if (term.kind == FusedTerm::Kind::kPlain) {
        collect(operand(term.value), signed_scale);
      } else if (term.kind == FusedTerm::Kind::kProduct) {
        add(signed_scale, operand(term.value), operand(term.factor));
      } else if (is_constant(operand(term.factor))) {
        collect(operand(term.value), times(signed_scale, value_of(operand(term.factor))));
      } else {
        Scale more = signed_scale;
        more.uniform.push_back(operand(term.factor));
        more.is_unit = false;
        collect(operand(term.value), more);
      }
    }
  }

  void add(const Scale& scale, NodeId value, NodeId other) {
    ++count_;
    is_scaled_ = is_scaled_ || !scale.is_unit || other.valid();
    const auto same = [&](const Collected& c) {
      const bool swapped = other.valid() && c.value == other && c.other == value;
      return ((c.value == value && c.other == other) || swapped) && c.uniform == scale.uniform;
    };
    auto found = std::find_if(terms_.begin(), terms_.end(), same);
    if (found == terms_.end()) found = terms_.insert(terms_.end(), {value, other, scale.uniform, 0, 0});
    (scale.is_unit ? found->units : found->scaled) += scale.known;
  }

  // ---------------------------------------------------------------- the node

  NodeId add_operation(Op op, const Node& root, std::vector<NodeId> args) {
    return graph_.add(spec::operation(op, root.type, std::move(args), root.where));
  }

  NodeId add_constant(const Exact& value, const Node& root) {
    const auto bits = fit_or_report(value, root.type, root.where, scope_, diagnostics_);
    failed_ = failed_ || !bits;
    return graph_.add(spec::constant_node(root.type, bits.value_or(0), root.where));
  }

  /// Whether a coefficient, or the sum of all constants, rounds to zero. Such terms are dropped.
  bool is_gone(const Exact& known, const Node& root) {
    if (known == 0) return true;
    const auto bits = fit_or_report(abs(known), root.type, root.where, scope_, diagnostics_);
    return bits && counts_as_zero(*bits, root.type, graph_.stencil().subnormals == spec::Subnormals::kFlush);
  }

  /// |known| times the uniform factors, each product rounded.
  NodeId factor_of(const Exact& known, const std::vector<NodeId>& uniform, const Node& root) {
    NodeId out;
    for (const NodeId factor : uniform) out = out.valid() ? add_operation(Op::kMul, root, {out, factor}) : factor;
    if (out.valid() && abs(known) == 1) return out;
    const NodeId constant = add_constant(abs(known), root);
    return out.valid() ? add_operation(Op::kMul, root, {out, constant}) : constant;
  }

  int operand(Node& node, NodeId id) {
    const auto found = std::find(node.args.begin(), node.args.end(), id);
    if (found != node.args.end()) return static_cast<int>(found - node.args.begin());
    node.args.push_back(id);
    return static_cast<int>(node.args.size()) - 1;
  }

  void append(Node& node, FusedTerm::Kind kind, bool negative, NodeId value, NodeId factor) {
    const int at_value = operand(node, value);
    const int at_factor = factor.valid() ? operand(node, factor) : -1;
    node.fused.terms.push_back({kind, negative, at_value, at_factor});
  }

  void append(Node& node, Collected c) {
    if (c.other.valid()) {
      const Exact known = c.units + c.scaled;
      if (is_gone(known, node)) return;
      if (abs(known) != 1 || !c.uniform.empty())
        c.value = add_operation(Op::kMul, node, {factor_of(known, c.uniform, node), c.value});
      return append(node, FusedTerm::Kind::kProduct, known < 0, c.value, c.other);
    }
    if (!c.uniform.empty() || abs(c.units) > 1 || abs(c.scaled) == 1) {
      c.scaled += c.units;
      c.units = 0;
    }
    if (c.uniform.empty() && abs(c.scaled) == 1) std::swap(c.units, c.scaled);
    if (c.units != 0) append(node, FusedTerm::Kind::kPlain, c.units < 0, c.value, {});
    if (!is_gone(c.scaled, node))
      append(node, FusedTerm::Kind::kScaled, c.scaled < 0, c.value, factor_of(c.scaled, c.uniform, node));
  }

  NodeId made(const Node& root) {
    Node node;
    node.op = Op::kFused;
    node.type = root.type;
    node.where = root.where;
    node.fused.guard = graph_.stencil().guard_bits;
    for (const Collected& c : terms_) append(node, c);
    if (is_gone(constant_, root)) constant_ = 0;
    if (constant_ != 0 || node.fused.terms.empty())
      append(node, FusedTerm::Kind::kPlain, constant_ < 0, add_constant(abs(constant_), root), {});
    if (node.fused.terms.size() == 1) return single(node);
    check_size(node);
    return graph_.add(std::move(node));
  }

  /// A single term is rounded only once anyway.
  NodeId single(const Node& sum) {
    const FusedTerm& term = sum.fused.terms[0];
    NodeId out = sum.args[static_cast<std::size_t>(term.value)];
    if (term.kind != FusedTerm::Kind::kPlain)
      out = add_operation(Op::kMul, sum, {sum.args[static_cast<std::size_t>(term.factor)], out});
    return term.negative ? add_operation(Op::kNeg, sum, {out}) : out;
  }

  void check_size(const Node& node) {
    const std::size_t count = node.fused.terms.size();
    if (count > static_cast<std::size_t>(spec::kMostFusedTerms)) {
      diagnostics_.error(Code::kFusedSumTooLong, node.where,
                         fmt::format("a fused sum has at most {} terms, not {}", spec::kMostFusedTerms, count),
                         {"assign a part of it to a temporary"});
      failed_ = true;
    } else if (node.fused.guard > spec::most_guard(node.type, count)) {
      diagnostics_.error(
          Code::kTooManyGuardBits, node.where,
          fmt::format("{} {} too many for {} of {}", counted(node.fused.guard, "guard bit"),
                      by_number(node.fused.guard, "is", "are"), counted(count, "term"), node.type.name()),
          {fmt::format("write guard_bits: {} or less", spec::most_guard(node.type, count))});
      failed_ = true;
    }
  }

  Graph& graph_;
  const Scope& scope_;
  Diagnostics& diagnostics_;
  bool everything_;
  std::vector<Collected> terms_;
  Exact constant_;
  int count_ = 0;           ///< terms before equal ones are added
  bool is_scaled_ = false;  ///< one is multiplied
  bool failed_ = false;
  std::map<NodeId, NodeId> rewritten_;
  std::map<NodeId, bool> uniform_;
};

}  // namespace

NodeId fuse_all(Graph& graph, NodeId root, const Scope& scope, Diagnostics& diagnostics, bool& failed) {
  Fusion fusion(graph, scope, diagnostics, true);
  const NodeId out = fusion.rewrite(root);
  failed = failed || fusion.failed();
  return out;
}

NodeId fuse_sum(Graph& graph, NodeId sum, const Scope& scope, Diagnostics& diagnostics, bool& failed) {
  Fusion fusion(graph, scope, diagnostics, false);
  const NodeId out = fusion.sum(sum, true);
  failed = failed || fusion.failed();
  return out;
}

void refuse_fused(const SourceLocation& where, const std::string& what, Diagnostics& diagnostics) {
  diagnostics.error(Code::kFusedWithoutFloats, where, fmt::format("'arithmetic: fused' is for floats, {}", what),
                    {"sums of integers and fixed-point values are exact anyway: leave it out"});
}

}  // namespace rtlgen::frontend
