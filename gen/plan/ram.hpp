// What a delay of n words costs in memories, and which kind to use.
#pragma once

#include <cstdint>
#include <string>

#include "plan/executor_plan.hpp"

namespace rtlgen::hw {
enum class MemoryStyle : std::uint8_t;
}
namespace rtlgen::spec {
struct Hardware;
enum class RamChoice : std::uint8_t;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// What one memory takes.
struct RamFit {
  std::int64_t blocks =
      0;                  ///< block RAMs: 18 kbit on Xilinx, M20K on Intel, 4 kbit on iCE40, 18 kbit on ECP5; UltraRAMs
  std::int64_t ways = 0;  ///< 2:1 multiplexers behind them, where banks lie one behind the other
};

/// The fit that Yosys finds for one memory of `depth` words of `width` bits: the aspect ratio of the simple dual-port
/// modes (UG473, UG190, Intel M20K handbook, Lattice FPGA-TN-02002 and FPGA-TN-02204) that is cheapest in blocks and
/// multiplexers. Never more blocks than a tool that multiplexes nothing takes.
RamFit ram_fit(const std::string& device, std::int64_t depth, int width);

/// What a fit is worth to the plan, to compare ways of putting delays into memories. A RAM's output is
/// the first register of a window, so a multiplexer behind it lies in front of the Kernel: it weighs
/// more than its LUTs.
std::int64_t weight_of(const RamFit& fit);

/// What the HDL says of a memory of this kind: one that circulates.
hw::MemoryStyle style_of(Storage storage);

/// Whether a family can make memories of LUTs (iCE40 cannot).
bool has_lut_ram(const std::string& device);

/// Whether a family has UltraRAMs: UltraScale+, of which a board's `uram` says how many its part has.
bool has_ultra_ram(const std::string& device);

/// UltraRAMs of one memory: 4,096 words of 72 bits each (UG573); Yosys puts a multiplexer behind deeper ones, Vivado
/// makes a cascade.
RamFit ultra_fit(std::int64_t depth, int width);

/// Whether memories of this kind are read a word ahead, into a register that packs into the RAM. No word is read where
/// one is written then, and no read time is in the paths into Kernels. UltraRAM always, which defines no read at the
/// address of a write; block RAM where the family has it so, and wherever a read takes more than a tenth of the period.
bool reads_ahead(const spec::Hardware& hardware, Storage storage);

/// The storage for a delay of `depth` words; `fixed`: the depth never changes at run time; `has_lut_ram`: of the
/// family. Without it there is no kDistributed. kUltra is for delays that fill at least a quarter of an UltraRAM;
/// others are as with kAuto.
Storage choose_storage(spec::RamChoice choice, std::int64_t depth, bool fixed, bool has_lut_ram = true);

}  // namespace rtlgen::plan
