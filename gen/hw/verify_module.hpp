// The checks of one module, shared by verify(Module) and verify(Design).
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hw/ir.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

/// For every output port of a module: the input ports it depends on without a register in between.
using PathMap = std::unordered_map<std::string, std::set<std::string>>;

class ModuleVerifier {
 public:
  /// `paths` has an entry for every instantiable module; null: instances are opaque.
  ModuleVerifier(const Module& module, const std::unordered_map<std::string, PathMap>* paths)
      : module_(module), paths_(paths) {}

  void check_all() {
    check_names();
    check_exprs();
    check_drivers();
    for (const Item& item : module_.items) check_item(item);
    check_loops();
  }

  /// After check_all: the combinational paths from inputs to outputs.
  PathMap paths();

 private:
  /// The subject of a check. Converted to text only if the check fails: a plan verifies millions of expressions.
  class Place {
   public:
    Place(std::string_view text) : text_(text) {}    // NOLINT(google-explicit-constructor)
    Place(const std::string& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
    Place(const char* text) : text_(text) {}         // NOLINT(google-explicit-constructor)
    Place(ExprId expr) : expr_(expr) {}              // NOLINT(google-explicit-constructor)
    /// "register 'x'"
    Place(std::string_view kind, std::string_view name) : text_(kind), name_(name) {}
    [[nodiscard]] std::string text() const {
      if (expr_.valid()) return "expression " + std::to_string(expr_.index());
      return name_.empty() ? std::string(text_) : fmt::format("{} '{}'", text_, name_);
    }

   private:
    std::string_view text_, name_;
    ExprId expr_;
  };

  [[noreturn]] void fail(const Place& where, const std::string& what) const {
    throw InternalError("hw::verify: module '" + module_.name + "': " + where.text() + ": " + what);
  }
  template <class... Args>
  void need(bool condition, const Place& where, fmt::format_string<const Args&...> what, const Args&... args) const {
    if (!condition) fail(where, fmt::format(what, args...));
  }
  [[nodiscard]] const Signal& signal(SignalId id, const Place& user) const {
    need(module_.signals.contains(id), user, "refers to signal {} that does not exist", id.index());
    return module_.signals[id];
  }
  [[nodiscard]] const Expr& expr(ExprId id, const Place& user) const {
    need(module_.exprs.contains(id), user, "refers to expression {} that does not exist", id.index());
    return module_.exprs[id];
  }
  void need_width(ExprId id, int width, const Place& where, const char* role) const {
    const int actual = expr(id, where).width;
    need(actual == width, where, "{} is {} bits wide, {} are needed", role, actual, width);
  }

  void claim_name(const std::string& name);
  void check_names();
  void check_exprs() const;
  void check_expr(ExprId id) const;
  void check_widths(const Expr& e, const Place& where) const;
  void check_operator_widths(const Expr& e, const Place& where) const;
  void drive(SignalId id, const Item& by);
  void check_drivers();
  void check_item(const Item& item) const;
  void check_register(const Register& r) const;
  void check_memory(const Memory& memory) const;

  // The dependency graph: nodes are expressions, then signals.
  [[nodiscard]] static std::size_t expr_node(ExprId id) { return at(id.index()); }
  [[nodiscard]] std::size_t signal_node(SignalId id) const { return module_.exprs.size() + at(id.index()); }
  /// The signal of a node; invalid if the node is an expression.
  [[nodiscard]] SignalId signal_of(std::size_t node) const {
    return node < module_.exprs.size() ? SignalId() : SignalId(node - module_.exprs.size());
  }
  /// Calls `edge(from, to)` for every dependency: what `from` needs in the same cycle.
  template <class Edge>
  void for_all_edges(Edge edge) const;
  void build_graph();
  void check_loops();

  const Module& module_;
  const std::unordered_map<std::string, PathMap>* paths_;
  std::unordered_set<std::string> names_;
  IndexVector<SignalId, const Item*> driver_;
  std::vector<std::size_t> edges_;   ///< edges of the dependency graph, node by node
  std::vector<std::size_t> begins_;  ///< begin of each node's edges, and the end
};

}  // namespace rtlgen::hw
