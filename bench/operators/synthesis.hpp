// Area of one operator by Yosys: the printed Verilog between one stage of registers on all inputs
// and one on all outputs, through `synth_xilinx -family FAMILY -flatten`.
#pragma once

#include <optional>
#include <string>

#include "hw/cut.hpp"
#include "hw/delay_model.hpp"
#include "ops/operator.hpp"
#include "plan/timing/kernel_cut.hpp"

namespace rtlgen::hw {
struct Design;
}

namespace rtlgen::bench {

/// Cells after synthesis.
struct Area {
  int lut = 0;              ///< LUT1 to LUT6, and shift registers in LUTs; inverters (INV) are not counted
  int shift_registers = 0;  ///< those among `lut`
  int ff = 0;
  int dsp = 0;
  int carry = 0;  ///< CARRY4
};

struct Settings {
  std::string family = "xc7";
  std::string device = "xc7";  ///< delay model that decides where registers go
  std::string keep;            ///< folder for the Verilog; "": a temporary one, removed
};

/// `depth` register stages between the input stage and the output stage, the way depth is counted in
/// reference.hpp. The output stage is the operator's own last one, so its latency is depth + 1. The
/// error has the message of Yosys.
struct Measured {
  std::optional<Area> area;
  std::string error;
};
Measured measure(const ops::Request& request, int depth, const Settings& settings,
                 plan::Placement placement = {hw::Cut::kFewStages, 0});

/// A design as it is. With settings.keep, a result that `name`'s folder holds for the same Verilog is used again.
Measured measure(const hw::Design& design, const std::string& name, const Settings& settings);

}  // namespace rtlgen::bench
