// Compares Yosys with the model, and fits the model's factors to Yosys.
#include "driver/synth/synth.hpp"

#include <set>

#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "runner/folder.hpp"
#include "support/result.hpp"
#include "support/whole_file.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::driver {

namespace {

Source for_device(Source source, const std::string& device) {
  source.given.device = device;
  return source;
}

}  // namespace

Result<SynthReport> synthesise(const SynthOptions& options, Diagnostics& diagnostics) {
  const auto prepared = prepare(for_device(options.source, options.device), diagnostics);
  if (!prepared || !check_memory(**prepared, diagnostics)) return Failure{};
  const model::Fabric& fabric = model::fabric_of((*prepared)->plan.device->name);
  const auto calibration = read_calibration(options.calibration, fabric, diagnostics);
  if (!calibration) return Failure{};
  const hw::Design design = elaborate::elaborate((*prepared)->plan);
  SynthReport report{*prepared, fabric.name, "yosys " + synthesis::yosys_version(), {}, {}};
  report.predicted = model::area_of(design, fabric, *calibration);
  report.counted = synthesis::count(design, fabric, options.synthesis);
  return report;
}

Result<CalibrateReport> calibrate(const CalibrateOptions& options, Diagnostics& diagnostics) {
  const model::Fabric& fabric = model::fabric_of(options.device);
  CalibrateReport report{
      model::calibration_of(fabric.name), {fabric.name, "yosys " + synthesis::yosys_version(), {}}, 0};
  std::set<std::string> seen;  // an operator counts once, even if several stencils have it
  for (const std::string& file : options.files) {
    const auto prepared = prepare(for_device({file, options.sets}, options.device), diagnostics);
    if (!prepared) return Failure{};
    const hw::Design design = elaborate::elaborate((*prepared)->plan);
    const model::DesignArea mapped = model::area_of(design, fabric, {}),
                            counted = synthesis::count(design, fabric, {options.use_cache, options.log});
    for (std::size_t i = 0; i < mapped.modules.size(); ++i) {
      const model::ModuleArea& m = mapped.modules[i];
      if (!seen.insert(m.name).second) continue;
      ++report.modules;
      // No factor can correct logic that is not predicted at all.
      const std::int64_t logic = fabric.mapped(m.each);
      if (logic > 0) report.after.add(m.kind, logic, fabric.mapped(counted.modules[i].each));
    }
  }
  if (!options.out.empty()) write_whole_file(options.out, model::to_json(report.after));
  return report;
}

}  // namespace rtlgen::driver
