// Checks the invariants of a Stencil; a violation is a bug of the frontend, not of the user.
#include <fmt/format.h>

#include "spec/stencil.hpp"

namespace rtlgen::spec {

namespace {

/// Operand types an operation demands, given that arguments precede the node.
void check_types(const Stencil& stencil, const Node& node, std::size_t id) {
  const auto type_of = [&](std::size_t i) -> const Type& {
    return stencil.nodes[static_cast<std::size_t>(node.args[i])].type;
  };
  const auto require = [&](bool good, const char* what) {
    RTLGEN_CHECK(good, fmt::format("node {}: {}", id, what));
  };
  switch (node.op) {
    case Op::kAdd: case Op::kSub: case Op::kMul: case Op::kDiv: case Op::kRem: case Op::kMin:
    case Op::kMax: case Op::kBitAnd: case Op::kBitOr: case Op::kBitXor: case Op::kAnd: case Op::kOr:
      require(node.args.size() == 2 && type_of(0) == node.type && type_of(1) == node.type,
              "operands must have the type of the result");
      break;
    case Op::kFma:
      require(node.args.size() == 3 && type_of(0) == node.type && type_of(1) == node.type &&
                  type_of(2) == node.type, "operands must have the type of the result");
      break;
    case Op::kNeg: case Op::kAbs: case Op::kSqrt: case Op::kBitNot: case Op::kNot:
      require(node.args.size() == 1 && type_of(0) == node.type, "operand must have the result's type");
      break;
    case Op::kShl: case Op::kShr:
      require(node.args.size() == 2 && type_of(0) == node.type && type_of(1).is_integer(),
              "shifts keep the type of their left operand");
      break;
    case Op::kLt: case Op::kLe: case Op::kEq: case Op::kNe:
      require(node.args.size() == 2 && type_of(0) == type_of(1) && node.type == Type::boolean(),
              "comparisons take equal types and give uint<1>");
      break;
    case Op::kSelect:
      require(node.args.size() == 3 && type_of(0) == Type::boolean() && type_of(1) == node.type &&
                  type_of(2) == node.type, "selection arms must have the type of the result");
      break;
    case Op::kCast: require(node.args.size() == 1, "a cast takes one operand"); break;
    case Op::kTap:
      require(node.stream >= 0 && node.stream < static_cast<int>(stencil.streams.size()),
              "tap of a stream that is not there");
      break;
    default: require(node.args.empty(), "a leaf has no operands");
  }
}

}  // namespace

void validate(const Stencil& stencil) {
  RTLGEN_CHECK(stencil.axes >= 1 && stencil.axes <= kMaxAxes, "axes");
  RTLGEN_CHECK(!stencil.stages.empty(), "a time step has at least one stage");
  for (std::size_t i = 0; i < stencil.nodes.size(); ++i) {
    const Node& node = stencil.nodes[i];
    for (const NodeId arg : node.args) {
      RTLGEN_CHECK(arg >= 0 && arg < static_cast<NodeId>(i), "arguments precede their node");
    }
    RTLGEN_CHECK((node.bits & ~node.type.mask()) == 0, "bits above the width of a constant");
    check_types(stencil, node, i);
  }
  for (std::size_t s = 0; s < stencil.stages.size(); ++s) {
    const Stage& stage = stencil.stages[s];
    const Stream& output = stencil.streams.at(static_cast<std::size_t>(stage.output));
    RTLGEN_CHECK(output.stage == static_cast<int>(s), "a stage's stream names it as producer");
    const Type& type = stencil.arrays.at(static_cast<std::size_t>(output.array)).type;
    RTLGEN_CHECK(stencil.nodes.at(static_cast<std::size_t>(stage.root)).type == type,
                 "a stage computes the type of its array");
    RTLGEN_CHECK(stage.border != Border::kKeep || stage.old_stream >= 0,
                 "border: keep needs an old value");
  }
}

}  // namespace rtlgen::spec
