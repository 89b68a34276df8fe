// An expression as written: a tree in one vector, every node with its place in the file.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
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
  spec::Boundary rule;
  int constant = -1;  ///< kConstant: the node of its value, also among the read's `args`
  SourceLocation where;
};

/// A variable of a fold, from args[first] to args[first + 1] of its node.
struct LoopVariable {
  std::string name;
  SourceLocation where;
};

struct AstNode {
  enum class Kind {
    kNumber,     ///< `number`
    kName,       ///< `name` alone
    kTap,        ///< `name`[args...; rules...]
    kOperation,  ///< `op` on args
    kCast,       ///< `type`(args[0])
    // Only until expand() has written them out:
    kFold,  ///< `name`(loops: body); args: first and last of each variable, then the body
    kOver,  ///< `name`(args[0]) over the components of a vector
    kCall   ///< the program's function `name` of args
  };

  Kind kind = Kind::kNumber;
  std::string name;  ///< the name, or the operator as written
  spec::Op op = spec::Op::kConstant;
  std::vector<int> args;            ///< earlier nodes; each node has exactly one parent
  std::size_t pairs = 1;            ///< of brackets of a read: w[i][j] has two, which only tables take
  std::vector<RuleOverride> rules;  ///< reads: the constants of these follow the offsets in `args`
  std::vector<LoopVariable> loops;  ///< kFold
  std::string component{};  ///< kName, kTap until expand(): what follows the dot, a name or a number; "": nothing
  int chosen = -1;          ///< the node of a component's number, where that is an expression; last of `args`
  Exact number;
  spec::Type type;
  SourceLocation where;
  std::size_t begin = 0;  ///< the part of its text that the node covers
  std::size_t end = 0;
  int source = 0;   ///< its text: 0: the expression's own, else Provenance::texts[source - 1]
  int origin = -1;  ///< how it came here, of Provenance::origins; -1: it stands in the expression itself

  /// Offsets of a read, without the constants of its rules and the number of a component.
  [[nodiscard]] std::size_t offset_count() const;
  /// Whether it is one component of what it names.
  [[nodiscard]] bool is_component() const { return chosen >= 0 || !component.empty(); }
};

/// Why a node stands in an expression: a call or a turn of a fold, itself inside of `outer`.
struct Origin {
  std::string note;  ///< "in 'lap', called at heat.yaml:7:9", "where k = 2"
  int outer = -1;
};

/// Texts and calls that an expanded expression came from.
struct Provenance {
  std::vector<std::string> texts;
  std::vector<Origin> origins;
};

/// A parsed expression. Arguments precede their node, the root is last.
struct Ast {
  std::vector<AstNode> nodes;
  std::string text;
  std::shared_ptr<Provenance> provenance;  ///< of an expanded expression

  [[nodiscard]] std::string text_of(int node) const;
  [[nodiscard]] std::string text_of(const AstNode& node) const;
  /// The whole text that the node is a part of.
  [[nodiscard]] const std::string& source_of(int node) const;
  [[nodiscard]] const std::string& source_of(const AstNode& node) const;
  /// Notes on the calls and folds that the node came from, the innermost first.
  [[nodiscard]] std::vector<std::string> trail_of(int origin) const;
};

/// Names of the program that an expression may use in forms of their own.
struct Vocabulary {
  std::set<std::string> functions;        ///< can be called
  std::set<std::string> later_functions;  ///< stand below the function whose text is read, or are it
  std::set<std::string> tables;           ///< take several pairs of brackets, w[i][j]
};

/// Parses the expression in a scalar. Faults: RG0204, RG0207, RG0210, RG0301, RG0302, RG0312,
/// RG0313, RG0319, RG0321, RG0328. A syntax error ends the search for more.
std::optional<Ast> parse_expression(const YamlValue& scalar, const Vocabulary& vocabulary, Diagnostics& diagnostics);

/// The same of what `repeat` says: an expression, or `k in first..last`, which becomes a fold named "repeat" of 0.
std::optional<Ast> parse_repeat(const YamlValue& scalar, const Vocabulary& vocabulary, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
