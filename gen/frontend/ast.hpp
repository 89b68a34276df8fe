// An expression as written: a tree in one vector, every node with its place in the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/exact.hpp"
#include "spec/axes.hpp"
#include "spec/op.hpp"
#include "spec/type.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

/// A boundary rule written in the brackets of a read, after the semicolon.
struct RuleOverride {
  int axis = -1;  ///< -1: every axis
  spec::BoundaryKind kind = spec::BoundaryKind::kEdge;
  int constant = -1;  ///< kConstant: the node of its value, also among the read's `args`
  SourceLocation where;
};

struct AstNode {
  enum class Kind {
    kNumber,     ///< `number`
    kName,       ///< `name` alone
    kTap,        ///< `name`[args...; rules...]
    kOperation,  ///< `op` on args
    kCast        ///< `type`(args[0])
  };

  Kind kind = Kind::kNumber;
  std::string name;  ///< the name, or the operator as written
  spec::Op op = spec::Op::kConstant;
  std::vector<int> args;            ///< earlier nodes; each node has exactly one parent
  std::vector<RuleOverride> rules;  ///< reads: the constants of these follow the offsets in `args`
  Exact number;
  spec::Type type;
  SourceLocation where;
  std::size_t begin = 0;  ///< the part of the text that the node covers
  std::size_t end = 0;
};

/// A parsed expression. Arguments precede their node, the root is last.
struct Ast {
  std::vector<AstNode> nodes;
  std::string text;

  [[nodiscard]] std::string text_of(int node) const;
};

/// Parses the expression in a scalar. Faults: RG0204, RG0207, RG0210, RG0301, RG0302, RG0312,
/// RG0313, RG0319, RG0321. A syntax error ends the search for more.
std::optional<Ast> parse_expression(const YamlValue& scalar, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
