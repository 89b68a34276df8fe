// Memory shapes and the choice between shift registers, LUT memory and block RAM.
#include "plan/storage/ram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "plan/storage/waits.hpp"
#include "plan/target.hpp"
#include "spec/hardware.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::plan {

namespace {

struct Shape {
  std::int64_t depth;
  int width;
};

/// Number of multiplexer inputs that costs as much as a block, for Yosys with M20Ks and for the plan.
constexpr std::int64_t kWaysPerM20k = 64;
constexpr std::int64_t kWaysPerBlock = 32;

/// A mode of the block RAM, in blocks of 18 kbit, with the properties that Yosys' memory_libmap uses
/// (techlibs/xilinx/brams_xc4v.txt).
struct Mode {
  int blocks, cost;
  int address_bits;  ///< for words of one bit
};
constexpr std::array<Mode, 2> kModes = {{{1, 129, 14}, {2, 257, 15}}};
/// Widths of a mode, each half as deep as the one before; only RAMB36 has the last. From 9 on, every eight bits have a
/// parity bit.
constexpr std::array<int, 7> kWidths = {1, 2, 4, 9, 18, 36, 72};
constexpr int kByte = 9;

constexpr std::array<Shape, 4> kRam4k = {{{256, 16}, {512, 8}, {1024, 4}, {2048, 2}}};  ///< iCE40
constexpr std::array<Shape, 6> kDp16k = {
    {{512, 36}, {1024, 18}, {2048, 9}, {4096, 4}, {8192, 2}, {16384, 1}}};  ///< ECP5
constexpr std::array<Shape, 6> kM20k = {{{512, 40}, {1024, 20}, {2048, 10}, {4096, 5}, {8192, 2}, {16384, 1}}};

/// The number of block RAM reads that must fit into a period for one read to stay in a combinational path.
constexpr int kQuickReads = 10;

constexpr Shape kUltra = {4096, 72};
constexpr std::int64_t kShallowestUltra = kUltra.depth / 4;

/// Longest delay kept in shift registers: one SRL16 or half an SRL32 per bit, no pointer.
constexpr std::int64_t kLongestShift = 16;
/// Longest delay kept in LUT memory: two rows of 64 cells of a distributed RAM.
constexpr std::int64_t kLongestDistributed = 64;
/// Longest delay kept in flip-flops, if a family has neither SRLs nor LUT memory.
constexpr std::int64_t kLongestInFlipFlops = 4;

/// Follows memory_libmap: banks lie side by side in as few memories as hold their bits; an input of a multiplexer and a
/// bank's write enable cost half a point each. Within a mode, costs are compared with the integer part of the best one;
/// between modes, with the whole of it.
RamFit best_xilinx(std::int64_t depth, int width) {
  RamFit best;
  double least = std::numeric_limits<double>::max();
  for (const Mode& mode : kModes) {
    RamFit of_mode;
    double cost_of_mode = 0;
    for (std::size_t k = 0; k + (mode.blocks == 1 ? 1 : 0) < kWidths.size(); ++k) {
      const int unit = kWidths[k], byte = std::min(unit, kByte);
      const std::int64_t banks = ceil_div(depth, std::int64_t{1} << (mode.address_bits - static_cast<int>(k)));
      const std::int64_t memories = ceil_div(banks * ceil_div(width, byte) * byte, unit);
      const RamFit fit{memories * mode.blocks, (banks - 1) * width};
      const double cost =
          static_cast<double>(memories * mode.cost) + 0.5 * static_cast<double>(fit.ways + (banks > 1 ? banks : 0));
      if (of_mode.blocks > 0 && cost >= std::floor(cost_of_mode)) continue;
      of_mode = fit;
      cost_of_mode = cost;
    }
    if (cost_of_mode >= least) continue;
    least = cost_of_mode;
    best = of_mode;
  }
  return best;
}

template <std::size_t N>
RamFit best_of(const std::array<Shape, N>& shapes, std::int64_t depth, int width) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  RamFit best;
  for (const Shape& s : shapes) {
    const std::int64_t banks = ceil_div(depth, s.depth);
    const RamFit fit{banks * ceil_div(width, s.width), (banks - 1) * width};
    const std::int64_t cost = fit.blocks * kWaysPerM20k + fit.ways;
    if (cost >= least) continue;
    least = cost;
    best = fit;
  }
  return best;
}

}  // namespace

RamFit ram_fit(const std::string& device, std::int64_t depth, int width) {
  const std::string family = hw::family_of(device);
  if (family.starts_with("xc") || family == "generic") return best_xilinx(depth, width);
  if (family == "ice40hx" || family == "ice40up") return best_of(kRam4k, depth, width);
  return family == "ecp5" ? best_of(kDp16k, depth, width) : best_of(kM20k, depth, width);
}

std::int64_t weight_of(const RamFit& fit) { return fit.blocks * kWaysPerBlock + fit.ways; }

hw::MemoryStyle style_of(Storage storage) {
  if (storage == Storage::kUltra) return hw::MemoryStyle::kUltra;
  return storage == Storage::kBlock ? hw::MemoryStyle::kBlock : hw::MemoryStyle::kDistributed;
}

bool has_lut_ram(const std::string& device) {
  const hw::DelayModel* const model = hw::DelayModel::find(device);
  return model == nullptr || model->has_lut_ram;
}

/// `xcu` covers both generations of UltraScale.
bool has_ultra_ram(const std::string& device) { return device == "xcu" || device.starts_with("xcup"); }

RamFit ultra_fit(std::int64_t depth, int width) {
  const std::int64_t banks = ceil_div(depth, kUltra.depth);
  return {banks * ceil_div(width, kUltra.width), (banks - 1) * width};
}

bool reads_ahead(const Target& target, Storage storage) {
  if (storage == Storage::kUltra) return true;
  if (storage != Storage::kBlock) return false;
  const hw::DelayModel& device = target.device;
  return device.reads_ahead || kQuickReads * device.memory_read > target.clock.period_ps - device.register_overhead;
}

std::optional<hw::MemoryStyle> memory_of_wait(const hw::DelayModel& device, Waits where, int cycles, int bits) {
  constexpr int kLeastBits = 8, kLeastInExecutor = 8, kLeastInKernel = 16;
  constexpr int kDeepestOfLuts = 32;  // words of an MLAB
  const int least = where == Waits::kInExecutor ? kLeastInExecutor : kLeastInKernel;
  if (!device.has_mlabs() || cycles < least || bits < kLeastBits) return std::nullopt;
  return cycles <= kDeepestOfLuts ? hw::MemoryStyle::kDistributed : hw::MemoryStyle::kAuto;
}

Storage choose_storage(spec::RamChoice choice, std::int64_t depth, bool fixed, bool has_lut_ram) {
  if (depth == 0) return Storage::kRegister;
  if (choice == spec::RamChoice::kUltra && depth >= kShallowestUltra) return Storage::kUltra;
  if (!has_lut_ram)
    return fixed && depth <= (choice == spec::RamChoice::kBlock ? 2 : kLongestInFlipFlops) ? Storage::kShiftRegister
                                                                                           : Storage::kBlock;
  if (fixed && depth <= kLongestShift && choice != spec::RamChoice::kBlock) {
    return Storage::kShiftRegister;
  }
  if (fixed && depth <= 2) return Storage::kShiftRegister;
  if (choice == spec::RamChoice::kBlock) return Storage::kBlock;
  if (choice == spec::RamChoice::kDistributed) return Storage::kDistributed;
  return depth <= kLongestDistributed ? Storage::kDistributed : Storage::kBlock;
}

}  // namespace rtlgen::plan
