// The checks of one module, shared by verify(Module) and verify(Design).
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hw/ir.hpp"

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
    need(id >= 0 && static_cast<std::size_t>(id) < m_.signals.size(), user,
         "refers to signal " + std::to_string(id) + " that does not exist");
    return m_.signals[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] const Expr& expr(ExprId id, const std::string& user) const {
    need(id >= 0 && static_cast<std::size_t>(id) < m_.exprs.size(), user,
         "refers to expression " + std::to_string(id) + " that does not exist");
    return m_.exprs[static_cast<std::size_t>(id)];
  }
  void need_width(ExprId id, int width, const std::string& where, const char* role) const {
    const int actual = expr(id, where).width;
    need(actual == width, where,
         std::string(role) + " is " + std::to_string(actual) + " bits wide, " + std::to_string(width) + " are needed");
  }

  void claim_name(const std::string& name);
  void check_names();
  void check_exprs() const;
  void check_expr(int index) const;
  void check_widths(const Expr& e, const std::string& where) const;
  void check_operator_widths(const Expr& e, const std::string& where) const;
  void drive(SignalId id, const std::string& by);
  void check_drivers();
  void check_item(const Item& item) const;
  void check_register(const Register& r) const;
  void check_memory(const Memory& memory) const;

  // The dependency graph: nodes are expressions, then signals.
  [[nodiscard]] std::size_t signal_node(SignalId id) const { return m_.exprs.size() + static_cast<std::size_t>(id); }
  void build_graph();
  void check_loops();

  const Module& m_;
  const std::unordered_map<std::string, PathMap>* paths_;
  std::unordered_set<std::string> names_;
  std::vector<std::string> driver_;
  std::vector<std::vector<std::size_t>> graph_;
};

}  // namespace rtlgen::hw
