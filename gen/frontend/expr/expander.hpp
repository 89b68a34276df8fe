// Expands expressions by copying their trees: shared by expand.cpp and expand_reads.cpp.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/expr/expand.hpp"
#include "frontend/passes/declarations.hpp"
#include "support/code.hpp"

namespace rtlgen::frontend {

struct Env;

/// The context of a tree: its text, and the meaning of its names.
struct Place {
  const Ast* ast = nullptr;
  const Env* env = nullptr;
  int source = 0;
  int origin = -1;
};

/// The meaning of a name in a function or fold.
struct Binding {
  bool is_value = false;  ///< the value of a loop variable; otherwise the tree at `node` of `place`
  long value = 0;
  Place place;
  int node = -1;
};

/// The names of a function or fold; a function does not see those of its caller.
struct Env {
  std::map<std::string, Binding> names;
  const Env* outer = nullptr;
  bool in_function = false;

  [[nodiscard]] const Binding* find(const std::string& name) const {
    for (const Env* env = this; env != nullptr; env = env->outer) {
      const auto found = env->names.find(name);
      if (found != env->names.end()) return &found->second;
    }
    return nullptr;
  }
};

/// The array or table of a read, found by following parameters.
struct Base {
  std::string name;
  Place place;                                          ///< the context of that name
  std::vector<std::pair<Place, const AstNode*>> reads;  ///< brackets along the way, those in the function first
  std::vector<std::pair<Place, const AstNode*>> picks;  ///< selected components along the way
};

/// Replaces parameters by the trees of their arguments, and folds by one copy of their body per turn.
class Expander {
 public:
  Expander(Program& program, const Ast& ast, const Turns& turns, Part& part);

  /// Expands the whole expression.
  std::optional<Ast> run();

 private:
  [[nodiscard]] Ast empty() const;
  static const AstNode& node_of(const Place& p, int id) { return p.ast->nodes[static_cast<std::size_t>(id)]; }
  int fail(Code code, const Place& p, const SourceLocation& where, const std::string& message,
           std::vector<std::string> notes);
  int add(AstNode node, const Place& p);
  /// An expanded copy of the tree at `root`.
  int clone(const Place& p, int root);
  int copy(const Place& p, const AstNode& node, const std::map<int, int>& at);
  /// Copies a `?:`. If its condition is a constant 0 or 1, copies only the selected side, so that the other side may
  /// divide by zero or read beyond the end of a table.
  int choice(const Place& p, const AstNode& node);
  /// Whether all output from node `begin` on has exact values. Typed values do not, because they depend on the
  /// program's rounding.
  [[nodiscard]] bool is_known(std::size_t begin) const;
  int number(const Place& p, const AstNode& like, const Exact& value);
  /// Whether a name of the description may be used at this location.
  bool visible(const std::string& name, const Place& p, const SourceLocation& where);
  int name(const Place& p, const AstNode& node);
  /// Reports that the parameter `name`, which is a value here, is read at an offset.
  int no_array(const Place& p, const SourceLocation& where, const std::string& name, const std::string& value);
  /// The array or table of a read, or nullopt after a diagnostic.
  std::optional<Base> base_of(const Place& p, const AstNode& node);
  int read(const Place& p, const AstNode& node);
  /// The number of the component that a read of a vector selects, or nullopt after a diagnostic.
  std::optional<std::size_t> component(const Place& p, const AstNode& node, const Base& base, const Vector& vector);
  /// The same for a component that the read itself names or numbers.
  std::optional<std::size_t> picked(const Place& p, const AstNode& node, const Base& base, const Vector& vector);
  /// The value of `name` in `name.component`, if it is a variable or parameter.
  std::optional<Exact> variable(const Binding& bound);
  /// Whether the tree at `root` uses the variable of `each`, directly or through parameters.
  [[nodiscard]] bool has_each(const Place& p, int root) const;
  [[nodiscard]] bool has_each(const Binding& bound) const;
  int no_vector(const Place& p, const AstNode& node, const Base& base);
  /// `min`, `max` or `sum` over the components of a vector.
  int over(const Place& p, const AstNode& node);
  /// The sum of the offsets of all brackets along one axis.
  int offset(const Place& p, const AstNode& node, const Base& base, std::size_t axis);
  /// Adds the rules of all brackets, those of the function last; for each axis the last rule wins.
  void add_rules(AstNode& out, const Base& base);
  int join(const Place& p, const AstNode& like, spec::Op op, int left, int right);
  /// Converts an entry of a table to a constant.
  int entry(const Place& p, const AstNode& node, const Base& base, const Table& table);
  std::optional<Exact> constant(const Place& p, int node);
  std::optional<long> bound(const Place& p, int node);
  int fold(const Place& p, const AstNode& node);
  /// Converts a fold, whose operations are `terms`, to a fused sum.
  int fused(const Place& p, const AstNode& node, int terms);
  /// Calls `use` for all values of the variables after the ones fixed by `values`.
  void turn(const Place& p, const AstNode& node, std::vector<long>& values, const std::function<void(int)>& use);
  int new_origin(std::string note, int outer);
  int source_of(const Ast& ast);
  int call(const Place& p, const AstNode& node);

  Program& program_;
  Definitions& definitions_;
  const Ast& ast_;
  std::shared_ptr<Provenance> provenance_;
  std::map<const Ast*, int> sources_;  ///< index in the provenance
  Env env_;
  Part& part_;
  Ast* out_ = nullptr;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace rtlgen::frontend
