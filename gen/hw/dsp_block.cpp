// The table of multipliers. Widths and pipeline stages: UG193 (Virtex-5), UG479 (7 series), UG579 (UltraScale); Intel's
// handbooks of Stratix V, Arria 10 and Stratix 10; Lattice FPGA-TN-02205 (ECP5), FPGA-TN-02007 (iCE40 UltraPlus). Least
// widths: Yosys 0.23, DSP_*_MINWIDTH of its synth_xilinx, synth_ecp5, synth_ice40 and synth_intel_alm.
#include "hw/dsp_block.hpp"

#include <algorithm>
#include <vector>

#include "support/check.hpp"

namespace rtlgen::hw {

const DspBlock& dsp_block_of(const std::string& family) {
  // Tiles of 12 bits meet the standard clock of ice40hx with some reserve, and four of them make a float32 product.
  static const std::vector<DspBlock> table = {
      {"generic", 24, 17, 18, true, true, false, 2, 9},
      {"xc5v", 24, 17, 18, true, true, false, 2, 9},
      {"xc7", 24, 17, 18, true, true, false, 2, 9},
      {"xcu", 26, 17, 18, true, true, false, 2, 9},
      {"stratixv", 27, 27, 27, false, false, false, 4, 1},
      {"arriav", 27, 27, 27, false, false, false, 4, 1},
      {"arria10", 27, 27, 27, false, true, false, 4, 1},
      {"cyclone10gx", 27, 27, 27, false, true, false, 4, 1},
      {"stratix10", 27, 27, 27, false, true, false, 4, 1},
      {"agilex", 27, 27, 27, false, true, false, 4, 1},
      {"ecp5", 18, 18, 18, false, false, false, 2, 9, false, true},
      {"ice40up", 16, 16, 16, false, false, false, 2, 11, true},
      {"ice40hx", 12, 12, 12, false, false, true, 2, 9},
  };
  const auto found = std::find_if(table.begin(), table.end(), [&](const DspBlock& b) { return b.family == family; });
  RTLGEN_CHECK(found != table.end(), "no multiplier is known for " + family);
  return *found;
}

}  // namespace rtlgen::hw
