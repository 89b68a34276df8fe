// The cost in memories of a delay of n words, and the kind of memory to use.
#pragma once

#include <cstdint>
#include <string>

#include "plan/executor_plan.hpp"

namespace rtlgen::hw {
enum class MemoryStyle : std::uint8_t;
}
namespace rtlgen::spec {
enum class RamChoice : std::uint8_t;
}

namespace rtlgen::plan {

struct Target;

/// The resources of one memory.
struct RamFit {
  std::int64_t blocks =
      0;                  ///< block RAMs: 18 kbit on Xilinx, M20K on Intel, 4 kbit on iCE40, 18 kbit on ECP5; UltraRAMs
  std::int64_t ways = 0;  ///< 2:1 multiplexers after them, if banks are cascaded in depth
};

/// The fit that Yosys finds for one memory of `depth` words of `width` bits: the aspect ratio of the simple dual-port
/// modes (UG473, UG190, Intel M20K handbook, Lattice FPGA-TN-02002 and FPGA-TN-02204) that is cheapest in blocks and
/// multiplexers. Never more blocks than a tool without multiplexers would use.
RamFit ram_fit(const std::string& device, std::int64_t depth, int width);

/// The cost of a fit for the plan, to compare ways of putting delays into memories. The output of a RAM is the first
/// register of a window, so a multiplexer after it lies in a path into the Kernel and weighs more than its LUTs.
std::int64_t weight_of(const RamFit& fit);

/// The style in the HDL of a circulating memory of this kind.
hw::MemoryStyle style_of(Storage storage);

/// Whether a family can build memories from LUTs (iCE40 cannot).
bool has_lut_ram(const std::string& device);

/// Whether a family has UltraRAMs: UltraScale+. `uram` of a board is the number in its part.
bool has_ultra_ram(const std::string& device);

/// UltraRAMs of one memory: 4,096 words of 72 bits each (UG573). For deeper memories, Yosys adds a multiplexer, and
/// Vivado builds a cascade.
RamFit ultra_fit(std::int64_t depth, int width);

/// Whether memories of this kind are read one word ahead, into a register that packs into the RAM. Then no word is read
/// at the address of a write, and the read time is not in the paths into Kernels. Always for UltraRAM, which does not
/// define a read at the address of a write. For block RAM, if the delay model of the family requires it, or if a read
/// takes more than a tenth of the period.
bool reads_ahead(const Target& target, Storage storage);

/// The storage for a delay of `depth` words. `fixed`: the depth never changes at run time. `has_lut_ram`: whether the
/// family has LUT RAM, without which there is no kDistributed. kUltra is for delays that fill at least a quarter of an
/// UltraRAM; other delays are stored as with kAuto.
Storage choose_storage(spec::RamChoice choice, std::int64_t depth, bool fixed, bool has_lut_ram = true);

}  // namespace rtlgen::plan
