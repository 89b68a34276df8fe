// An expression as written: a tree in one vector, each node with its location in the file.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/expr/exact.hpp"
#include "spec/axes.hpp"
#include "spec/op.hpp"
#include "spec/type.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

/// A boundary rule in the brackets of a read, after the semicolon.
struct RuleOverride {
  int axis = -1;  ///< -1: every axis
  spec::Boundary rule;
  int constant = -1;  ///< kConstant: the node of its value, which is also one of the read's `args`
  SourceLocation where;
};

/// A variable of a fold; its node's args[first] and args[first + 1] are the bounds.
struct LoopVariable {
  std::string name;
  SourceLocation where;
};

struct AstNode {
  enum class Kind {
    kNumber,     ///< `number`
    kName,       ///< `name` without brackets
    kTap,        ///< `name`[args...; rules...]
    kOperation,  ///< `op` on args
    kCast,       ///< `type`(args[0])
    // These exist only until expand() replaces them:
    kFold,  ///< `name`(loops: body); args: first and last value of each variable, then the body
    kOver,  ///< `name`(args[0]) over the components of a vector
    kCall   ///< a call of the description's function `name` with args
  };

  Kind kind = Kind::kNumber;
  std::string name;  ///< the name, or the operator as written
  spec::Op op = spec::Op::kConstant;
  std::vector<int> args;            ///< earlier nodes; each node has exactly one parent
  std::size_t pairs = 1;            ///< pairs of brackets of a read: w[i][j] has two, which only tables accept
  std::vector<RuleOverride> rules;  ///< rules of a read: their constants follow the offsets in `args`
  std::vector<LoopVariable> loops;  ///< kFold
  std::string component{};          ///< kName, kTap until expand(): a name or a number after the dot; "": none
  int chosen = -1;                  ///< the node of a component's number, if that is an expression; last of `args`
  Exact number;
  spec::Type type;
  SourceLocation where;
  std::size_t begin = 0;  ///< the part of its text that it covers
  std::size_t end = 0;
  int source = 0;   ///< its text: 0 for the expression itself, else Provenance::texts[source - 1]
  int origin = -1;  ///< index in Provenance::origins; -1: part of the expression itself

  /// The offsets of a read, without the constants of its rules and the number of a component.
  [[nodiscard]] std::size_t offset_count() const;
  /// Whether it selects one component.
  [[nodiscard]] bool is_component() const { return chosen >= 0 || !component.empty(); }
};

/// The reason why a node is in an expression: a call or a turn of a fold, which may itself come from `outer`.
struct Origin {
  std::string note;  ///< "in 'lap', called at heat.yaml:7:9", "where k = 2"
  int outer = -1;
};

/// The texts and calls from which an expanded expression was made.
struct Provenance {
  std::vector<std::string> texts;
  std::vector<Origin> origins;
};

/// A parsed expression. Arguments precede their node; the root is last.
struct Ast {
  std::vector<AstNode> nodes;
  std::string text;
  std::shared_ptr<Provenance> provenance;  ///< only for an expanded expression

  [[nodiscard]] std::string text_of(int node) const;
  [[nodiscard]] std::string text_of(const AstNode& node) const;
  /// The whole text that contains the node.
  [[nodiscard]] const std::string& source_of(int node) const;
  [[nodiscard]] const std::string& source_of(const AstNode& node) const;
  /// Notes on the calls and folds that produced the node, innermost first.
  [[nodiscard]] std::vector<std::string> trail_of(int origin) const;
};

/// Names of the description that have a special syntax in expressions.
struct Vocabulary {
  std::set<std::string> functions;  ///< can be called
  std::set<std::string>
      later_functions;            ///< functions defined below the one whose text is being read, and that one itself
  std::set<std::string> tables;   ///< may be read with several pairs of brackets, w[i][j]
  std::set<std::string> arrays;   ///< fields, and targets of lines: for hints
  std::set<std::string> lists;    ///< tables and parameters with an index: for hints
  std::set<std::string> refused;  ///< declared, although reserved: names wherever they can be
};

/// Parses the expression in a scalar. Reports RG0204, RG0207, RG0210, RG0301, RG0302, RG0312, RG0313, RG0319, RG0321,
/// RG0328. A syntax error ends the search for faults.
std::optional<Ast> parse_expression(const YamlValue& scalar, const Vocabulary& vocabulary, Diagnostics& diagnostics);

/// The same for the value of `repeat`: an expression, or `k in first..last`, which becomes a fold named "repeat" over
/// 0.
std::optional<Ast> parse_repeat(const YamlValue& scalar, const Vocabulary& vocabulary, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
