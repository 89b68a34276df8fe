// Writes out what only the frontend knows: calls of the program's own functions, folds over loop variables, entries of
// tables. What comes out is what a user would have written by hand, so nothing behind this file changes.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.hpp"
#include "frontend/exact.hpp"
#include "spec/type.hpp"

namespace rtlgen::frontend {

struct Program;

/// Nodes that all expanded expressions of a description may have together: what bounds time and memory.
constexpr std::size_t kMostExpandedNodes = std::size_t{1} << 18;
/// Calls, folds and arguments within each other while they are written out.
constexpr int kMostExpansions = 400;

/// A function of the description.
struct Function {
  std::string name;
  SourceLocation where;
  std::vector<std::string> parameters;
  std::vector<std::pair<std::string, Ast>> locals;  ///< each uses those before it
  Ast body;
  std::set<std::string> names;  ///< that it uses and does not define: functions, and what these use, too
  bool sound = false;           ///< false: faulty, and reported
};

/// A parameter of several constants, in rows where it has two indices.
struct Table {
  std::vector<std::size_t> shape;  ///< of one or two indices
  std::vector<Exact> values;       ///< the last index counts fastest
  std::optional<spec::Type> type;  ///< none: they stay exact
};

/// A field or temporary of several components, which are arrays of their own.
struct Vector {
  std::string name;                     ///< as in its arrays: with the turn of `repeat` behind that of a temporary
  std::vector<std::string> components;  ///< their names, or "0", "1", ...

  [[nodiscard]] std::size_t count() const { return components.size(); }
  /// The name of a component's array in expressions.
  [[nodiscard]] std::string key(std::size_t i) const { return name + "." + components[i]; }
};

/// What expressions of a description can be made of beyond the language itself.
struct Definitions {
  Vocabulary vocabulary;
  std::map<std::string, Vector> vectors;  ///< by their names in the description
  std::map<std::string, Function> functions;
  std::map<std::string, Table> tables;
  std::size_t expanded_nodes = 0;
};

/// Values of the variables of `repeat` around a line.
using Turns = std::map<std::string, long>;

/// What an expression is written out for: a value, or one component of a vector.
struct Part {
  std::string target;  ///< that it is assigned to, "": none
  std::size_t count =
      1;  ///< components of the target; 1: it has none; 0: not known yet, those of the first vector are noted
  std::size_t index = 0;
  std::string each;                  ///< the variable that is `index`
  const Vector* like = nullptr;      ///< the first vector, where `count` was 0
  const Vector* selected = nullptr;  ///< the first vector a component of which has a number made of `each`
};

/// The expression written out; notes the names that it uses. Nullopt after a diagnostic: RG0304, RG0305, RG0312,
/// RG0317, RG0321, RG0327, RG0329, RG0330, RG0331, RG0390, RG0391 and those of constants.
std::optional<Ast> expand(Program& program, Ast ast, const Turns& turns);

/// The same of an expression for `part`, which takes what is noted of vectors.
std::optional<Ast> expand(Program& program, Ast ast, const Turns& turns, Part& part);

/// Names of values that stand in the expression and that its folds do not define.
std::set<std::string> free_names(const Ast& ast);
/// The same of the tree at `root`.
std::set<std::string> free_names(const Ast& ast, int root);

/// Functions that the expression calls, and what these use. None of it can be a parameter or value of `let` of the
/// function that the expression is part of.
std::set<std::string> called_names(const Ast& ast, const Definitions& definitions);

}  // namespace rtlgen::frontend
