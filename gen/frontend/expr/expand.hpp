// Expands constructs that only the frontend has: calls of the description's functions, folds over loop variables,
// entries of tables. The result is what a user could have written by hand, so later stages need not handle them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/exact.hpp"
#include "spec/type.hpp"

namespace rtlgen::frontend {

struct Program;

/// The most nodes that all expanded expressions of a description may have together, to limit time and memory.
constexpr std::size_t kMostExpandedNodes = std::size_t{1} << 18;
/// The deepest nesting of calls, folds and arguments during expansion.
constexpr int kMostExpansions = 400;

/// A function of the description.
struct Function {
  std::string name;
  SourceLocation where;
  std::vector<std::string> parameters;
  std::vector<std::pair<std::string, Ast>> locals;  ///< each uses only earlier ones
  Ast body;
  std::set<std::string> names;  ///< names that it uses and does not define: its functions, and what these use
  bool sound = false;           ///< false: faulty and already reported
};

/// A parameter with several constants, in rows if it has two indices.
struct Table {
  std::vector<std::size_t> shape;  ///< one or two indices
  std::vector<Exact> values;       ///< the last index varies fastest
  std::optional<spec::Type> type;  ///< none: values stay exact
};

/// A field or temporary with several components, each of which is a separate array.
struct Vector {
  std::string name;                     ///< as in its arrays: a temporary inside `repeat` has its turn as a suffix
  std::vector<std::string> components;  ///< their names, or "0", "1", ...

  [[nodiscard]] std::size_t count() const { return components.size(); }
  /// The name of a component in expressions.
  [[nodiscard]] std::string key(std::size_t i) const { return name + "." + components[i]; }
};

/// Definitions of a description that expressions can use, besides the language itself.
struct Definitions {
  Vocabulary vocabulary;
  std::map<std::string, Vector> vectors;  ///< by name in the description
  std::map<std::string, Function> functions;
  std::map<std::string, Table> tables;
  std::size_t expanded_nodes = 0;
};

/// Values of the variables of the enclosing `repeat`.
using Turns = std::map<std::string, long>;

/// The purpose of an expanded expression: a value, or one component of a vector.
struct Part {
  std::string target;  ///< the target of the assignment; "": none
  std::size_t count =
      1;  ///< components of the target; 1: not a vector; 0: not known yet, to be taken from the first vector
  std::size_t index = 0;
  std::string each;                  ///< the variable with value `index`
  const Vector* like = nullptr;      ///< the first vector, if `count` was 0
  const Vector* selected = nullptr;  ///< the first vector with a component selected by means of `each`
};

/// The expanded expression; notes the names that it uses. Nullopt after a diagnostic: RG0304, RG0305, RG0312, RG0317,
/// RG0321, RG0327, RG0329, RG0330, RG0331, RG0390, RG0391 and those of constants.
std::optional<Ast> expand(Program& program, Ast ast, const Turns& turns);

/// The same for an expression of `part`, which receives what is learned about vectors.
std::optional<Ast> expand(Program& program, Ast ast, const Turns& turns, Part& part);

/// Names of values that the expression uses and that its folds do not define.
std::set<std::string> free_names(const Ast& ast);
/// The same for the tree at `root`.
std::set<std::string> free_names(const Ast& ast, int root);

/// The functions that the expression calls, and what these use. A function that contains the expression can use none of
/// these names for a parameter or a value of `let`.
std::set<std::string> called_names(const Ast& ast, const Definitions& definitions);

}  // namespace rtlgen::frontend
