// The scopes of Verilator's waveforms.
#include "driver/simulate/views.hpp"

#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/options.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "runner/runner.hpp"
#include "runner/shape.hpp"
#include "support/whole_file.hpp"
#include "testbench/view.hpp"

namespace rtlgen::driver {

void write_views(const Prepared& prepared, const SimOptions& options, const std::vector<std::string>& files) {
  if (files.empty()) return;
  const hw::Design design = elaborate::elaborate(prepared.plan);
  const bool vhdl = options.hdl == runner::Hdl::kVhdl;
  runner::BuildOptions build;
  build.trace = true;
  const testbench::ViewPlace place{"TOP." + prepared.plan.core.module,
                                   vhdl ? testbench::ViewNames::kLowerInside : testbench::ViewNames::kAsWritten,
                                   runner::shape_of(simulated(prepared.plan), build).hierarchical};
  const testbench::ViewGroup view = testbench::view_of(design, place);
  const emit::Banner banner = banner_of(prepared);
  for (const std::string& file : files) {
    write_whole_file(
        file, file.ends_with(".gtkw") ? testbench::gtkwave_view(view, banner) : testbench::surfer_view(view, banner));
  }
}

}  // namespace rtlgen::driver
