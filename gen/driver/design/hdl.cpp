// Banner, manifest and sources of a core.
#include "driver/design/hdl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "driver/design/identity.hpp"
#include "driver/prepare/json_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/version.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "emit/leaf_sources.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "ops/native.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "plan/timing/native.hpp"
#include "runner/folder.hpp"
#include "runner/simulated_design.hpp"
#include "runner/sources.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

emit::Banner banner_of(const Prepared& prepared) {
  constexpr std::size_t kShownDigits = 8;
  RTLGEN_CHECK(prepared.origin != nullptr, "a variant has no description to name");
  const Origin& origin = *prepared.origin;
  const std::filesystem::path path(origin.file);
  return {version(), OutsideText(path.filename().string()), origin.digest().substr(0, kShownDigits)};
}

std::string manifest(const Prepared& prepared) { return manifest(prepared, identity_of(prepared)); }

std::string manifest(const Prepared& prepared, std::uint32_t identity) {
  const emit::Banner banner = banner_of(prepared);
  nlohmann::ordered_json result;
  result["generator"] = "rtlgen " + banner.version;
  result["config"] = safe::utf8(banner.config);
  result["digest"] = fmt::format("{:08x}", identity);
  result["description"] = banner.digest;
  if (const auto& sets = prepared.origin->sets; !sets.empty()) result["sets"] = sets;
  result.update(hardware_json(prepared));
  return json_records(result);
}

std::string for_project(const plan::Plan& plan, const std::string& name, std::string text) {
  const std::string folder = hw::cell_folder(std::filesystem::path(name).stem(), plan.device->family);
  return folder.empty() ? std::move(text) : std::string(emit::leaf_source(folder + "/" + name));
}

runner::SimulatedDesign simulated(const plan::Plan& plan) {
  runner::SimulatedDesign design;
  design.core = plan.core;
  design.shell = plan.shell;
  for (const spec::Array& array : plan.stencil->arrays) design.arrays.push_back({array.name, array.type, array.spans});
  for (const spec::Monitor& monitor : plan.stencil->monitors) design.monitors.push_back(monitor.name);
  design.executor = plan.stencil->name + "_executor";
  for (const plan::StagePlan& stage : plan.executor.stages) {
    design.kernels.push_back(stage.kernel.module);
    for (const plan::NodeSchedule& node : stage.kernel.nodes)
      ++(node.is_operator ? design.lane_operators : design.lane_values);
  }
  return design;
}

namespace {

/// Sources for a simulator. Delay lines may be rings, and `lines` may allow more forms; the builder chooses among them.
runner::Sources sources_of(const plan::Plan& plan, const emit::Banner& banner, runner::Hdl hdl, emit::Lines lines) {
  const hw::Design design = elaborate::elaborate(plan);
  const bool verilog = hdl == runner::Hdl::kVerilog;
  runner::Sources sources;
  sources.hdl = hdl;
  const auto language = verilog ? emit::Language::kVerilog : emit::Language::kVhdl;
  const std::string extension = verilog ? ".v" : ".vhd";
  for (const hw::Leaf& leaf : design.leaves) sources.modules.push_back({leaf.name, leaf.name + extension, true, true});
  for (const hw::Module& module : design.modules) {
    // The names of the stencil's own modules begin with its name.
    const bool own = module.name.starts_with(plan.stencil->name + "_");
    sources.modules.push_back({module.name, module.name + extension, module.uses_clock, !own});
  }
  for (emit::File& file : emit::emit_design(design, language, banner, lines)) {
    if (file.path.ends_with(extension)) sources.files.push_back({file.path, std::move(file.text)});
  }
  return sources;
}

/// Verilog of operators that use the CPU's arithmetic, by module.
std::map<std::string, std::string> native_operators(const plan::Plan& plan) {
  std::map<std::string, std::string> texts;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) {
      if (!node.is_operator || node.is_folded || !ops::has_native(node.request)) continue;
      const std::string name = fmt::format("{}_l{}", ops::base_name(node.request), node.latency);
      texts.emplace(name, ops::native_verilog(node.request, node.latency, name));
    }
  }
  return texts;
}

}  // namespace

runner::Sources native_core_sources(const Prepared& prepared) {
  const plan::Plan plan = plan::native_plan(prepared.plan);
  const std::map<std::string, std::string> native = native_operators(plan);
  if (native.empty()) return core_sources(prepared, runner::Hdl::kVerilog);
  runner::Sources sources = sources_of(plan, banner_of(prepared), runner::Hdl::kVerilog, emit::Lines::kEither);
  sources.native = true;
  for (const auto& [module, text] : native) {
    const auto file = std::find_if(sources.files.begin(), sources.files.end(),
                                   [&, name = module + ".v"](const auto& f) { return f.path == name; });
    RTLGEN_CHECK(file != sources.files.end(), "no file for operator " + module);
    file->text = text;
  }
  return sources;
}

runner::Sources core_sources(const Prepared& prepared, runner::Hdl hdl) {
  return sources_of(prepared.plan, banner_of(prepared), hdl, emit::Lines::kEitherAtOnce);
}

}  // namespace rtlgen::driver
