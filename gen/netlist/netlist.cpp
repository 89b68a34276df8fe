// Parts of a netlist, and widths of its expressions.
#include "netlist/netlist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "support/lower_case.hpp"

namespace rtlgen::netlist {

const Port* Interface::find(const std::string& port) const {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const Port& p) { return p.name == port; });
  return found == ports.end() ? nullptr : &*found;
}

std::string Instance::net_at(const std::string& port) const {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const Connection& c) { return c.port == port; });
  return found == ports.end() || found->value.kind != ExprKind::kNet ? "" : found->value.name;
}

void Part::alias(std::string name, int width, Expr value, std::string comment) {
  nets.emplace_back(Alias{std::move(name), width, std::move(value), std::move(comment)});
}
void Part::unread(std::string name, std::vector<Expr> bits, std::string comment) {
  nets.emplace_back(Unread{std::move(name), std::move(bits), std::move(comment)});
}
void Part::state(std::string name, int width, std::optional<Expr> initial, std::string attributes) {
  nets.emplace_back(State{std::move(name), width, std::move(initial), std::move(attributes)});
}
void Part::registers(std::string clock, std::vector<std::pair<std::string, Expr>> next, std::string cleared_by) {
  items.emplace_back(Registers{std::move(clock), std::move(next), std::move(cleared_by)});
}
void Part::instance(Interface of, std::string name, std::vector<Parameter> parameters, std::vector<Connection> ports) {
  items.emplace_back(Instance{std::move(of), std::move(name), std::move(parameters), std::move(ports)});
}
void Part::leaf(const std::string& module, std::string name, std::vector<Parameter> parameters,
                std::vector<Connection> ports) {
  Interface border = leaf_interface(module, parameters);
  instance(std::move(border), std::move(name), std::move(parameters), std::move(ports));
}

std::vector<const Instance*> Module::instances() const {
  std::vector<const Instance*> list;
  for (const Part& part : parts) {
    for (const Item& item : part.items) {
      if (const auto* instance = std::get_if<Instance>(&item)) list.push_back(instance);
    }
  }
  return list;
}

Interface Module::interface() const {
  Interface border{name, {}, ports};
  for (const Parameter& p : parameters) border.parameters.push_back(p.name);
  return border;
}

namespace {

/// The names in a module, compared without case.
class NetNames {
 public:
  explicit NetNames(const Module& module) {
    for (const Port& port : module.ports) take(port.name);
    for (const Part& part : module.parts) {
      for (const Declaration& declaration : part.nets) {
        if (const auto* wires = std::get_if<Wires>(&declaration)) {
          for (const std::string& name : wires->names) take(name);
        }
        if (const auto* alias = std::get_if<Alias>(&declaration)) take(alias->name);
        if (const auto* state = std::get_if<State>(&declaration)) take(state->name);
      }
    }
  }

  void settle(std::string& name) {
    const std::string wanted = name;
    for (int n = 2; !take(name); ++n) name = fmt::format("{}_{}", wanted, n);
  }

 private:
  bool take(const std::string& name) { return taken_.insert(lower_case(name)).second; }
  std::set<std::string> taken_;
};

}  // namespace

Module settled(Module module) {
  NetNames names(module);
  for (Part& part : module.parts) {
    for (Declaration& declaration : part.nets) {
      if (auto* const unread = std::get_if<Unread>(&declaration)) names.settle(unread->name);
    }
  }
  for (Part& part : module.parts) {
    for (Item& item : part.items) {
      if (auto* const instance = std::get_if<Instance>(&item)) names.settle(instance->name);
    }
  }
  return module;
}

Widths::Widths(const Module& module) {
  for (const Port& port : module.ports) nets_.emplace_back(port.name, port.width);
  for (const Part& part : module.parts) {
    for (const Declaration& declaration : part.nets) {
      if (const auto* wires = std::get_if<Wires>(&declaration)) {
        for (const std::string& name : wires->names) nets_.emplace_back(name, wires->width);
      }
      if (const auto* alias = std::get_if<Alias>(&declaration)) nets_.emplace_back(alias->name, alias->width);
      if (const auto* state = std::get_if<State>(&declaration)) nets_.emplace_back(state->name, state->width);
    }
  }
  std::sort(nets_.begin(), nets_.end());
}

int Widths::of(const Expr& e, std::vector<std::string>* faults) const {
  const auto fault = [&](const std::string& text) {
    if (faults != nullptr) faults->push_back(text);
    return 0;
  };
  const auto declared = [&] {
    const auto found = std::lower_bound(nets_.begin(), nets_.end(), std::pair<std::string, int>(e.name, 0));
    return found == nets_.end() || found->first != e.name ? 0 : found->second;
  };
  switch (e.kind) {
    case ExprKind::kNet: {
      const int width = declared();
      return width > 0 ? width : fault(fmt::format("net '{}' does not exist", e.name));
    }
    case ExprKind::kSlice: {
      const int width = declared();
      if (width == 0) return fault(fmt::format("net '{}' does not exist", e.name));
      const bool fits = width > 1 && e.low >= 0 && e.low <= e.high && e.high < width;
      return fits ? e.high - e.low + 1
                  : fault(fmt::format("bits {} to {} of '{}', which has {}", e.high, e.low, e.name, width));
    }
    case ExprKind::kConstant:
      if (e.width < 1 || (e.width < 64 && e.value >> e.width != 0))
        return fault(fmt::format("{} is not a constant of {} bits", e.value, e.width));
      return e.width;
    default:
      return of_gate(e, faults);
  }
}

int Widths::of_gate(const Expr& e, std::vector<std::string>* faults) const {
  std::vector<int> widths;
  for (const Expr& arg : e.args) {
    widths.push_back(of(arg, faults));
    if (widths.back() == 0) return 0;
  }
  const auto fault = [&](const std::string& text) {
    if (faults != nullptr) faults->push_back(text);
    return 0;
  };
  if (widths.empty()) return fault("an operation without operands");
  switch (e.kind) {
    case ExprKind::kConcat: {
      int sum = 0;
      for (const int width : widths) sum += width;
      return sum;
    }
    case ExprKind::kRepeat:
      return e.count >= 1 ? e.count * widths[0] : fault(fmt::format("a repetition {} times", e.count));
    case ExprKind::kExtend:
      return e.width >= widths[0] ? e.width : fault(fmt::format("{} bits extended to {}", widths[0], e.width));
    default:
      break;
  }
  for (const int width : widths) {
    if (width != widths[0]) return fault(fmt::format("operands of {} and {} bits", widths[0], width));
  }
  return e.kind == ExprKind::kAnyBit || e.kind == ExprKind::kEqual ? 1 : widths[0];
}

}  // namespace rtlgen::netlist
