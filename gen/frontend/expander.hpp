// The copying of trees that writes expressions out: what expand.cpp and expand_reads.cpp share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/declarations.hpp"
#include "frontend/expand.hpp"

namespace rtlgen::frontend {

struct Env;

/// Where a tree stands: its text, and what its names mean.
struct Place {
  const Ast* ast = nullptr;
  const Env* env = nullptr;
  int source = 0;
  int origin = -1;
};

/// What a name of a function or of a fold stands for.
struct Binding {
  bool is_value = false;  ///< of a loop variable, else the tree at `node` of `place`
  long value = 0;
  Place place;
  int node = -1;
};

/// Names of a function or fold; a function sees none of its caller's.
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

/// A read followed through parameters to the array or table that it is of.
struct Base {
  std::string name;
  Place place;                                          ///< where that name stands
  std::vector<std::pair<Place, const AstNode*>> reads;  ///< brackets on the way, those in the function first
  std::vector<std::pair<Place, const AstNode*>> picks;  ///< components on the way
};

/// A parameter becomes the tree of its argument, a fold one copy of its body for each turn.
class Expander {
 public:
  Expander(Program& program, const Ast& ast, const Turns& turns, Part& part);

  /// The whole expression.
  std::optional<Ast> run();

 private:
  [[nodiscard]] Ast empty() const;
  static const AstNode& node_of(const Place& p, int id) { return p.ast->nodes[static_cast<std::size_t>(id)]; }
  int fail(const char* code, const Place& p, const SourceLocation& where, const std::string& message,
           std::vector<std::string> notes);
  int add(AstNode node, const Place& p);
  /// A copy of the tree at `root` with everything in it written out.
  int clone(const Place& p, int root);
  int copy(const Place& p, const AstNode& node, const std::map<int, int>& at);
  /// A `?:`: if its condition is a constant 0 or 1, only the side that it chooses, so that the other side may divide by
  /// zero or read a table beyond its end.
  int choice(const Place& p, const AstNode& node);
  /// Whether what has come out from node `begin` on has exact values alone: of typed ones the program's rounding
  /// decides.
  [[nodiscard]] bool is_known(std::size_t begin) const;
  int number(const Place& p, const AstNode& like, const Exact& value);
  /// Whether a name of the description may stand where it does.
  bool visible(const std::string& name, const Place& p, const SourceLocation& where);
  int name(const Place& p, const AstNode& node);
  /// Reports that the parameter `name` is read at an offset where it is a value.
  int no_array(const Place& p, const SourceLocation& where, const std::string& name, const std::string& value);
  /// The array or table that a read is of, or nothing after a diagnostic.
  std::optional<Base> base_of(const Place& p, const AstNode& node);
  int read(const Place& p, const AstNode& node);
  /// The number of the component that a read of a vector is, or nothing after a diagnostic.
  std::optional<std::size_t> component(const Place& p, const AstNode& node, const Base& base, const Vector& vector);
  /// The same of one that is named or numbered where it stands.
  std::optional<std::size_t> picked(const Place& p, const AstNode& node, const Base& base, const Vector& vector);
  /// What `name.component` is where it is a variable or parameter.
  std::optional<Exact> variable(const Binding& bound);
  /// Whether the variable of `each` stands in the tree at `root`, itself or by way of parameters.
  [[nodiscard]] bool has_each(const Place& p, int root) const;
  [[nodiscard]] bool has_each(const Binding& bound) const;
  int no_vector(const Place& p, const AstNode& node, const Base& base);
  /// `min`, `max` or `sum` over the components of a vector.
  int over(const Place& p, const AstNode& node);
  /// The sum of the offsets of all brackets along one axis.
  int offset(const Place& p, const AstNode& node, const Base& base, std::size_t axis);
  /// The rules of all brackets, those of the function last: along an axis the last one holds.
  void add_rules(AstNode& out, const Base& base);
  int join(const Place& p, const AstNode& like, spec::Op op, int left, int right);
  /// An entry of a table, as the constant that it is.
  int entry(const Place& p, const AstNode& node, const Base& base, const Table& table);
  std::optional<Exact> constant(const Place& p, int node);
  std::optional<long> bound(const Place& p, int node);
  int fold(const Place& p, const AstNode& node);
  /// The fused sum of the operations of `terms`, which a fold is.
  int fused(const Place& p, const AstNode& node, int terms);
  /// All values of the variables behind those that have one of `values`.
  void turn(const Place& p, const AstNode& node, std::vector<long>& values, const std::function<void(int)>& use);
  int new_origin(std::string note, int outer);
  int source_of(const Ast& ast);
  int call(const Place& p, const AstNode& node);

  Program& program_;
  Definitions& definitions_;
  const Ast& ast_;
  std::shared_ptr<Provenance> provenance_;
  std::map<const Ast*, int> sources_;  ///< their numbers in the provenance
  Env env_;
  Part& part_;
  Ast* out_ = nullptr;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace rtlgen::frontend
