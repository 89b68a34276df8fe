// The checks of one module, shared by verify(Module) and verify(Design).
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hw/ir.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

/// For every output port of a module: the input ports it depends on without a register between.
using PathMap = std::unordered_map<std::string, std::set<std::string>>;

class ModuleVerifier {
 public:
  /// `paths` has an entry for every instantiable module; null: instances are opaque.
  ModuleVerifier(const Module& module, const std::unordered_map<std::string, PathMap>* paths)
      : m_(module), paths_(paths) {}

  void check_all() {
    check_names();
    check_exprs();
    check_drivers();
    for (const Item& item : m_.items) check_item(item);
    check_loops();
  }

  /// After check_all: the combinational paths from inputs to outputs.
  PathMap paths();

 private:
  [[noreturn]] void fail(const std::string& where, const std::string& what) const {
    throw InternalError("hw::verify: module '" + m_.name + "': " + where + ": " + what);
  }
  void need(bool condition, const std::string& where, const std::string& what) const {
    if (!condition) fail(where, what);
  }
  [[nodiscard]] const Signal& signal(SignalId id, const std::string& user) const {
    need(m_.signals.contains(id), user, "refers to signal " + std::to_string(id.index()) + " that does not exist");
    return m_.signals[id];
  }
  [[nodiscard]] const Expr& expr(ExprId id, const std::string& user) const {
    need(m_.exprs.contains(id), user, "refers to expression " + std::to_string(id.index()) + " that does not exist");
    return m_.exprs[id];
  }
  void need_width(ExprId id, int width, const std::string& where, const char* role) const {
    const int actual = expr(id, where).width;
    need(actual == width, where,
         std::string(role) + " is " + std::to_string(actual) + " bits wide, " + std::to_string(width) + " are needed");
  }

  void claim_name(const std::string& name);
  void check_names();
  void check_exprs() const;
  void check_expr(ExprId id) const;
  void check_widths(const Expr& e, const std::string& where) const;
  void check_operator_widths(const Expr& e, const std::string& where) const;
  void drive(SignalId id, const std::string& by);
  void check_drivers();
  void check_item(const Item& item) const;
  void check_register(const Register& r) const;
  void check_memory(const Memory& memory) const;

  // The dependency graph: nodes are expressions, then signals.
  [[nodiscard]] static std::size_t expr_node(ExprId id) { return at(id.index()); }
  [[nodiscard]] std::size_t signal_node(SignalId id) const { return m_.exprs.size() + at(id.index()); }
  /// The signal that a node is; none for an expression.
  [[nodiscard]] SignalId signal_of(std::size_t node) const {
    return node < m_.exprs.size() ? SignalId() : SignalId(node - m_.exprs.size());
  }
  void build_graph();
  void check_loops();

  const Module& m_;
  const std::unordered_map<std::string, PathMap>* paths_;
  std::unordered_set<std::string> names_;
  IndexVector<SignalId, std::string> driver_;
  std::vector<std::vector<std::size_t>> graph_;
};

}  // namespace rtlgen::hw
