// The checks of a whole design: see verify.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/verify_module.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::hw {
namespace {

/// The ports that an instance must match: name -> (is input, width).
struct Interface {
  std::map<std::string, std::pair<bool, int>> ports;
  bool uses_clock = true;
  bool uses_reset = false;
};

Interface interface_of(const Module& module) {
  Interface result;
  for (const Signal& s : module.signals) {
    if (s.kind != SignalKind::kWire) {
      result.ports[s.name] = {s.kind == SignalKind::kInput, s.width};
    }
  }
  result.uses_clock = module.uses_clock;
  result.uses_reset = module.uses_reset;
  return result;
}

class DesignVerifier {
 public:
  explicit DesignVerifier(const Design& design) : design_(design) {}

  void check_all() {
    std::unordered_set<std::string> names;
    for (const Leaf& leaf : design_.leaves) {
      if (is_reserved_or_illegal(leaf.name)) fail(leaf.name, "its name is not legal");
      if (!names.insert(lower_case(leaf.name)).second) fail(leaf.name, "is defined twice");
      leaves_[leaf.name] = &leaf;
    }
    for (const Module& module : design_.modules) {
      if (!names.insert(lower_case(module.name)).second) fail(module.name, "is defined twice");
      for (const Item& item : module.items) {
        if (const auto* instance = std::get_if<Instance>(&item)) check_instance(module, *instance);
      }
      ModuleVerifier verifier(module, &paths_);
      verifier.check_all();
      paths_[module.name] = verifier.paths();
      interfaces_[module.name] = interface_of(module);
    }
    if (interfaces_.count(design_.top) == 0) fail(design_.top, "the top module is missing");
  }

 private:
  [[noreturn]] static void fail(const std::string& module, const std::string& what) {
    throw InternalError(fmt::format("hw::verify: module '{}': {}", module, what));
  }

  [[nodiscard]] Interface leaf_interface(const Module& user, const Instance& instance) const {
    const Leaf& leaf = *leaves_.at(instance.module);
    std::map<std::string, std::int64_t> values;
    for (const auto& [name, value] : instance.parameters) {
      if (std::find(leaf.parameters.begin(), leaf.parameters.end(), name) == leaf.parameters.end()) {
        fail(user.name, fmt::format("instance '{}': {} has no parameter {}", instance.name, leaf.name, name));
      }
      values[name] = value;
    }
    Interface result;
    result.uses_reset = leaf.uses_reset;
    for (const std::string& name : leaf.parameters) {
      if (values.count(name) == 0) {
        fail(user.name, fmt::format("instance '{}': parameter {} is not given", instance.name, name));
      }
    }
    for (const LeafPort& port : leaf.ports) {
      const auto width = port.width_parameter.empty() ? port.width : values.at(port.width_parameter);
      result.ports[port.name] = {port.is_input, static_cast<int>(width)};
    }
    return result;
  }

  void check_instance(const Module& user, const Instance& instance) const {
    const auto fail_here = [&](const std::string& what) {
      fail(user.name, fmt::format("instance '{}' of {}: {}", instance.name, instance.module, what));
    };
    Interface interface;
    if (leaves_.count(instance.module) != 0) {
      interface = leaf_interface(user, instance);
    } else if (const auto found = interfaces_.find(instance.module); found != interfaces_.end()) {
      if (!instance.parameters.empty()) fail_here("a generated module has no parameters");
      interface = found->second;
    } else {
      fail_here("no such module precedes its user");
    }
    if (interface.uses_clock && !user.uses_clock) fail_here("needs a clock, but its user has none");
    if (interface.uses_reset && !user.uses_reset) fail_here("needs a reset, but its user has none");
    std::set<std::string> connected;
    const auto connect = [&](const std::string& port, bool is_input, int width) {
      const auto found = interface.ports.find(port);
      if (found == interface.ports.end()) fail_here("has no port '" + port + "'");
      if (found->second.first != is_input) fail_here("port '" + port + "' has the wrong direction");
      if (found->second.second != width) {
        fail_here(fmt::format("port '{}' is {} bits wide, connected to {}", port, found->second.second, width));
      }
      if (!connected.insert(port).second) fail_here("port '" + port + "' is connected twice");
    };
    for (const auto& [port, id] : instance.inputs) {
      if (!user.exprs.contains(id)) fail_here("port '" + port + "' has no expression");
      connect(port, true, user.exprs[id].width);
    }
    for (const auto& [port, id] : instance.outputs) {
      if (!user.signals.contains(id)) fail_here("port '" + port + "' drives no signal");
      connect(port, false, user.signals[id].width);
    }
    for (const auto& [port, unused] : interface.ports) {
      if (connected.count(port) == 0) fail_here("port '" + port + "' is not connected");
    }
  }

  const Design& design_;
  std::unordered_map<std::string, const Leaf*> leaves_;
  std::unordered_map<std::string, Interface> interfaces_;
  std::unordered_map<std::string, PathMap> paths_;
};

}  // namespace

void verify(const Design& design) { DesignVerifier(design).check_all(); }

}  // namespace rtlgen::hw
