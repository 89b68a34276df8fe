// Finds position counters in the elaborated core.
#include "driver/project/debug_taps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "elaborate/elaborate.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"

namespace rtlgen::driver {

namespace {

const hw::Module& module_named(const hw::Design& design, std::string_view name) {
  const auto found = std::ranges::find(design.modules, name, &hw::Module::name);
  RTLGEN_CHECK(found != design.modules.end(), fmt::format("the core has no module {}", name));
  return *found;
}

/// The writers of HDL put this in front of instances.
std::string named_in_hdl(const std::string& instance) { return "u_" + instance; }

/// Bits of the register `name`; 0: none exists.
int register_bits(const hw::Module& module, const std::string& name) {
  for (const hw::Item& item : module.items) {
    const auto* const r = std::get_if<hw::Register>(&item);
    if (r != nullptr && module.signals[r->q].name == name) return module.signals[r->q].width;
  }
  return 0;
}

/// The taps of one Executor, with paths from it inwards.
std::vector<flow::CoreTap> taps_of_executor(const hw::Design& design, const std::string& stencil) {
  constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
  const hw::Module& executor = module_named(design, stencil + "_executor");
  std::vector<flow::CoreTap> taps;
  for (const hw::Item& item : executor.items) {
    const auto* const instance = std::get_if<hw::Instance>(&item);
    if (instance == nullptr || !instance->module.starts_with(stencil + "_position")) continue;
    const hw::Module& position = module_named(design, instance->module);
    const std::string place = instance->name.substr(std::string("position").size());
    for (const char* axis : kAxes) {
      const int bits = register_bits(position, axis);
      if (bits == 0) continue;
      taps.push_back({axis + place, {{instance->module, named_in_hdl(instance->name)}}, axis, bits == 1 ? 0 : bits});
    }
  }
  return taps;
}

}  // namespace

std::vector<flow::CoreTap> position_taps(const plan::Plan& plan) {
  const hw::Design design = elaborate::elaborate(plan);
  const std::string& stencil = plan.stencil->name;
  const std::vector<flow::CoreTap> of_one = taps_of_executor(design, stencil);
  std::vector<flow::CoreTap> taps;
  for (int e = 0; e < plan.core.steps; ++e) {
    for (flow::CoreTap tap : of_one) {
      tap.name = fmt::format("executor_{}.{}", e, tap.name);
      tap.path.insert(tap.path.begin(), {stencil + "_executor", named_in_hdl(fmt::format("executor_{}", e))});
      taps.push_back(std::move(tap));
    }
  }
  return taps;
}

}  // namespace rtlgen::driver
