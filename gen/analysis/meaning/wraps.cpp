// Sums of truth values, and sums and products of narrow integers that do not fit their type.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "analysis/meaning/meaning.hpp"
#include "analysis/meaning/ranges.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"

namespace rtlgen::analysis {

namespace {

using spec::Node;
using spec::NodeId;
using spec::Op;

/// The range of wider integers is rarely used up, so warnings would be false alarms.
constexpr int kNarrow = 16;

const char* noun(Op op) {
  switch (op) {
    case Op::kSub:
      return "difference";
    case Op::kMul:
      return "product";
    case Op::kNeg:
      return "negative";
    default:
      return "sum";
  }
}

std::string text_of(const Range& range) { return fmt::format("{:.15g} to {:.15g}", range.low, range.high); }

/// The narrowest integer type for `range`, signed if it must be or `is_signed`; "": none has enough bits.
std::string type_for(const Range& range, bool is_signed) {
  for (int width = 1; width <= 64; ++width) {
    const spec::Type type = is_signed || range.low < 0 ? spec::Type::int_of(width) : spec::Type::uint_of(width);
    if (range.within(range_of(type))) return type.name();
  }
  return "";
}

class Wraps {
 public:
  Wraps(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics)
      : stencil_(stencil), diagnostics_(diagnostics), ranges_(ranges) {}

  void run() {
    find_ends();
    for (const NodeId id : ends_) {
      const Node& node = stencil_.nodes[id];
      if (node.wrap_meant) continue;
      if (node.type == spec::Type::boolean())
        truth(node, id);
      else if (node.type.width <= kNarrow && !exact(id).within(range_of(node.type)))
        narrow(node, id);
    }
    for (const spec::Stage& stage : stencil_.stages) assignment(stage);
  }

 private:
  const Range& exact(NodeId id) const { return ranges_.exact[id]; }

  /// Whether `node` casts an integer to fewer bits, which hides that a value has wrapped before.
  bool narrows(const Node& node) const {
    if (node.op != Op::kCast || !node.type.is_integer()) return false;
    const spec::Type& from = stencil_.nodes[node.args[0]].type;
    return from.is_integer() && from.width >= node.type.width;
  }

  /// Whether the argument is `a - b` under a condition that implies `b <= a`: in `a > b ? a - b : 0` it is never below
  /// 0.
  bool is_guarded(const Node& user, std::size_t argument) const {
    if (user.op != Op::kSelect || argument == 0) return false;
    const Node& condition = stencil_.nodes[user.args[0]];
    const Node& branch = stencil_.nodes[user.args[argument]];
    if ((condition.op != Op::kLt && condition.op != Op::kLe) || branch.op != Op::kSub || branch.type.is_signed())
      return false;
    const std::size_t larger = argument == 1 ? 1 : 0;
    return branch.args[0] == condition.args[larger] && branch.args[1] == condition.args[1 - larger];
  }

  /// Finds where chains of modular operations end and their result is used as a number.
  void find_ends() {
    for (const Node& user : stencil_.nodes) {
      if (narrows(user)) continue;
      for (std::size_t a = 0; a < user.args.size(); ++a) {
        const NodeId arg = user.args[a];
        const bool goes_on = is_modular(user) && user.type == stencil_.nodes[arg].type;
        if (is_modular(stencil_.nodes[arg]) && !goes_on && !is_guarded(user, a)) ends_.insert(arg);
      }
    }
    for (const spec::Stage& stage : stencil_.stages) {
      if (is_modular(stencil_.nodes[stage.root])) ends_.insert(stage.root);
    }
  }

  void truth(const Node& node, NodeId id) {
    std::vector<std::string> notes;
    std::string message;
    const std::string wide = type_for(exact(id), false);
    if (node.op == Op::kMul) {
      message = "the product of truth values is again a truth value: 'and'";
      notes.emplace_back("write && for 'both are true', or cast the operands to a wider type");
    } else if (node.op == Op::kNeg) {
      message = "the negative of a truth value (uint<1>) is one bit, 0 or 1: the truth value itself";
      notes.emplace_back("write ! for 'is not true'; for a number below 0 cast the operand: -int8(a)");
      notes.emplace_back("a cast marks it as intended: uint<1>(...)");
    } else {
      message = fmt::format(
          "the {} of truth values (uint<1>) is one bit, 0 or 1: whether an odd number of them is true, not how many",
          noun(node.op));
      if (!wide.empty())
        notes.push_back(
            fmt::format("to count, cast the operands: {0}(a) {1} {0}(b)", wide, node.op == Op::kSub ? "-" : "+"));
      notes.emplace_back(
          "write || for 'any is true', ^ or != for 'an odd number is true'; a cast marks it as intended: uint<1>(...)");
    }
    spec::warn(stencil_, diagnostics_, Code::kTruthSum, node.where, message, std::move(notes));
  }

  std::vector<std::string> wider(const Range& range, const spec::Type& type, const std::string& where) const {
    std::vector<std::string> notes;
    const std::string name = type_for(range, type.is_signed());
    if (!name.empty()) notes.push_back(fmt::format(fmt::runtime(where), name));
    return notes;
  }

  void narrow(const Node& node, NodeId id) {
    std::vector<std::string> notes =
        wider(exact(id), node.type, "{0} holds it: cast the operands, {0}(a), and the result back");
    notes.push_back(fmt::format("if it should wrap, or cannot with your data, mark it as intended with a cast: {}(...)",
                                node.type.name()));
    spec::warn(stencil_, diagnostics_, Code::kNarrowWrap, node.where,
               fmt::format("this {} ranges from {}, but {} only from {}: it wraps", noun(node.op), text_of(exact(id)),
                           node.type.name(), text_of(range_of(node.type))),
               std::move(notes));
  }

  /// Checks the value of a line, which may wrap into a narrower integer by the rules of the language.
  void assignment(const spec::Stage& stage) {
    const Node& root = stencil_.nodes[stage.root];
    if (root.wrap_meant || root.type.width > kNarrow || !narrows(root)) return;
    const Range& range = exact(root.args[0]);
    if (range.within(range_of(root.type))) return;
    const std::string target = stencil_.arrays[stencil_.streams[stage.output].array].shown();
    std::vector<std::string> notes = wider(range, root.type, "'" + target + "' could be {0}");
    notes.push_back(fmt::format("if it should wrap, or cannot with your data, mark it as intended with a cast: {}(...)",
                                root.type.name()));
    spec::warn(stencil_, diagnostics_, Code::kNarrowWrap, root.where,
               fmt::format("the line computes {} from {}, but '{}' is {}, from {}: it wraps",
                           stencil_.nodes[root.args[0]].type.name(), text_of(range), target, root.type.name(),
                           text_of(range_of(root.type))),
               std::move(notes));
  }

  const spec::Program& stencil_;
  Diagnostics& diagnostics_;
  const Ranges& ranges_;
  std::set<NodeId> ends_;
};

}  // namespace

void warn_of_wraps(const spec::Program& stencil, const Ranges& ranges, Diagnostics& diagnostics) {
  Wraps(stencil, ranges, diagnostics).run();
}

}  // namespace rtlgen::analysis
