// Proves the invariants of a netlist.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "hw/names.hpp"
#include "netlist/clocks.hpp"
#include "netlist/netlist.hpp"
#include "support/errors.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::netlist {

namespace {

/// A net, bit by bit.
struct NetState {
  int width = 1;
  bool from_outside = false;  ///< an input or inout port
  bool to_outside = false;    ///< an output or inout port
  bool is_inout = false;
  bool is_state = false;  ///< a register drives it
  bool has_initial = false;
  std::vector<std::string> drivers = {};  ///< one per bit; "" if it has none
  std::vector<bool> is_read = {};
};

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module), widths_(module) {}

  std::vector<std::string> run() {
    declare_all();
    if (module_.role == Role::kBlackBox) return faults_;
    for (const Part& part : module_.parts) {
      for (const Item& item : part.items) check_item(item);
    }
    check_nets();
    if (faults_.empty()) clock_faults(module_, faults_);
    return faults_;
  }

 private:
  void fault(const std::string& where, const std::string& what) { faults_.push_back(where + ": " + what); }

  void claim(const std::string& name) {
    if (!hw::is_name_of_both(name)) fault(name, "is not a name in both languages");
    if (!names_.insert(lower_case(name)).second) fault(name, "is declared twice (ignoring letter case)");
  }

  void declare(const std::string& name, NetState state) {
    claim(name);
    if (state.width < 1) return fault(name, fmt::format("has {} bits", state.width));
    state.drivers.resize(static_cast<std::size_t>(state.width));
    state.is_read.resize(static_cast<std::size_t>(state.width), false);
    nets_.emplace(name, std::move(state));
  }

  void declare_all() {
    if (!hw::is_name_of_both(module_.name)) fault(module_.name, "is not a name in both languages");
    for (const Port& port : module_.ports) {
      NetState state;
      state.width = port.width;
      state.is_inout = port.direction == Direction::kInout;
      state.from_outside = port.direction != Direction::kOut;
      state.to_outside = port.direction != Direction::kIn;
      declare(port.name, std::move(state));
    }
    for (const Part& part : module_.parts) {
      for (const Declaration& declaration : part.nets) declare_one(declaration);
    }
  }

  void declare_one(const Declaration& declaration) {
    if (const auto* wires = std::get_if<Wires>(&declaration)) {
      for (const std::string& name : wires->names) declare(name, {wires->width});
    } else if (const auto* state = std::get_if<State>(&declaration)) {
      NetState made{state->width};
      made.is_state = true;
      made.has_initial = state->initial.has_value();
      declare(state->name, std::move(made));
      if (state->initial) need_width(*state->initial, state->width, state->name + "'s initial value");
      if (state->initial && state->initial->kind != ExprKind::kConstant)
        fault(state->name, "has an initial value that is not a constant");
    } else if (const auto* alias = std::get_if<Alias>(&declaration)) {
      read_declared(alias->value, alias->name);
      need_width(alias->value, alias->width, alias->name);
      declare(alias->name, {alias->width});
      drive(alias->name, "its declaration");
    } else {
      const auto& unread = std::get<Unread>(declaration);
      claim(unread.name);
      for (const Expr& bits : unread.bits) {
        read_declared(bits, unread.name);
        static_cast<void>(widths_.of(bits, &faults_));
      }
    }
  }

  /// Checks that names are declared before they are used, as Verilog requires.
  void read_declared(const Expr& value, const std::string& where) {
    for_each_net(value, [&](const std::string& name, int, int) {
      if (nets_.find(name) == nets_.end()) fault(where, "uses " + name + " before its declaration");
    });
    read(value);
  }

  void need_width(const Expr& value, int width, const std::string& where) {
    const std::size_t before = faults_.size();
    const int given = widths_.of(value, &faults_);
    for (std::size_t i = before; i < faults_.size(); ++i) faults_[i] = where + ": " + faults_[i];
    if (given != 0 && given != width) fault(where, fmt::format("{} bits for {}", given, width));
  }

  void read(const Expr& value) {
    for_each_net(value, [&](const std::string& name, int high, int low) {
      const auto found = nets_.find(name);
      if (found == nets_.end()) return;  // reported with the widths
      NetState& net = found->second;
      const int last = high < 0 ? net.width - 1 : high;
      for (int i = low; i <= last && i < net.width; ++i) net.is_read[static_cast<std::size_t>(i)] = true;
    });
  }

  /// Records that `by` drives a net, a slice, or several.
  void drive(const Expr& target, const std::string& by, bool is_register = false) {
    if (target.kind == ExprKind::kConcat) {
      for (const Expr& arg : target.args) drive(arg, by);
      return;
    }
    if (target.kind != ExprKind::kNet && target.kind != ExprKind::kSlice)
      return fault(by, "drives something that is not a net");
    const auto found = nets_.find(target.name);
    if (found == nets_.end()) return;  // reported with the widths
    NetState& net = found->second;
    if (net.from_outside && !net.is_inout) fault(target.name, "is an input, and " + by + " drives it");
    if (net.is_state && !is_register) fault(target.name, "is a register, and " + by + " drives it");
    const int high = target.kind == ExprKind::kNet ? net.width - 1 : target.high;
    for (int i = target.low; i <= high && i < net.width; ++i) {
      std::string& driver = net.drivers[static_cast<std::size_t>(i)];
      if (!driver.empty()) return fault(target.name, fmt::format("bit {} is driven by {} and by {}", i, driver, by));
      driver = by;
    }
  }

  void check_item(const Item& item) {
    if (const auto* assign = std::get_if<Assign>(&item)) {
      const int width = widths_.of(assign->target, &faults_);
      if (width != 0) need_width(assign->value, width, "an assignment to " + first_net(assign->target));
      drive(assign->target, "an assignment");
      read(assign->value);
    } else if (const auto* registers = std::get_if<Registers>(&item)) {
      check_registers(*registers);
    } else if (const auto* instance = std::get_if<Instance>(&item)) {
      check_instance(*instance);
    }
  }

  [[nodiscard]] static std::string first_net(const Expr& e) {
    std::string first;
    for_each_net(e, [&](const std::string& name, int, int) { first = first.empty() ? name : first; });
    return first;
  }

  void check_registers(const Registers& registers) {
    need_width(registers.clock, 1, "a clock");
    read(registers.clock);
    if (!registers.cleared_by.empty()) {
      need_width(registers.cleared_by, 1, "the reset of registers");
      read(registers.cleared_by);
    }
    for (const auto& [name, next] : registers.next) {
      const auto found = nets_.find(name);
      if (found == nets_.end()) {
        fault(name, "is clocked but not declared");
        continue;
      }
      if (!found->second.is_state && !found->second.to_outside) fault(name, "is clocked but not a register");
      if (!registers.cleared_by.empty() && !found->second.has_initial)
        fault(name, "is cleared but has no initial value");
      need_width(next, found->second.width, name);
      clocked_.insert(name);
      drive(name, "a register", true);
      read(next);
    }
  }

  void check_instance(const Instance& instance) {
    claim(instance.name);
    for (const Parameter& p : instance.parameters) {
      const bool known = std::find(instance.of.parameters.begin(), instance.of.parameters.end(), p.name) !=
                         instance.of.parameters.end();
      if (!known) fault(instance.name, "has no parameter " + p.name);
    }
    std::set<std::string> seen;
    for (const Connection& c : instance.ports) {
      const std::string where = instance.name + "." + c.port;
      const Port* const port = instance.of.find(c.port);
      if (port == nullptr) {
        fault(where, "this port does not exist");
        continue;
      }
      if (!seen.insert(c.port).second) fault(where, "is connected twice");
      need_width(c.value, port->width, where);
      if (port->timing == Timing::kClock && c.value.kind != ExprKind::kNet) fault(where, "a clock must be a net");
      if (port->direction != Direction::kOut) read(c.value);
      if (port->direction != Direction::kIn) drive(c.value, where);
    }
    for (const Port& port : instance.of.ports) {
      if (!seen.contains(port.name)) fault(instance.name + "." + port.name, "is not connected");
    }
  }

  void check_nets() {
    for (const auto& [name, net] : nets_) {
      if (net.is_state && !clocked_.contains(name)) fault(name, "is a register without a clock");
      const bool may_float = module_.role == Role::kStandIn && (net.from_outside || net.to_outside);
      if (may_float) continue;
      for (int i = 0; i < net.width; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!net.from_outside && net.drivers[at].empty()) {
          fault(name, fmt::format("nothing drives bit {}", i));
          break;
        }
        const bool inout_is_used = net.is_inout && !net.drivers[at].empty();
        if (!net.to_outside && !net.is_read[at] && !inout_is_used && !name.starts_with("unused_")) {
          fault(name, fmt::format("nothing reads bit {}", i));
          break;
        }
      }
    }
  }

  const Module& module_;
  Widths widths_;
  std::set<std::string> names_, clocked_;
  std::map<std::string, NetState> nets_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> faults_of(const Module& module) { return Verifier(module).run(); }

void verify(const Module& module) {
  const std::vector<std::string> faults = faults_of(module);
  if (!faults.empty()) throw InternalError(fmt::format("netlist {}: {}", module.name, fmt::join(faults, "; ")));
}

}  // namespace rtlgen::netlist
