// Memory shapes and the choice between shift registers, LUT memory and block RAM.
#include "plan/ram.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace rtlgen::plan {

namespace {

struct Shape {
  std::int64_t depth;
  int width;
  int blocks;  ///< that one memory of this shape takes
};

/// RAMB18 and RAMB36, in blocks of 18 kbit.
constexpr std::array<Shape, 13> kXilinx = {{{512, 36, 1}, {1024, 18, 1}, {2048, 9, 1}, {4096, 4, 1}, {8192, 2, 1},
                                            {16384, 1, 1}, {512, 72, 2}, {1024, 36, 2}, {2048, 18, 2}, {4096, 9, 2},
                                            {8192, 4, 2}, {16384, 2, 2}, {32768, 1, 2}}};
constexpr std::array<Shape, 6> kM20k = {
    {{512, 40, 1}, {1024, 20, 1}, {2048, 10, 1}, {4096, 5, 1}, {8192, 2, 1}, {16384, 1, 1}}};

/// Ways of a multiplexer that are worth a block: to a synthesis tool (Yosys' memory_libmap chooses so),
/// and to the plan.
constexpr std::int64_t kWaysPerBlockOfTools = 64;
constexpr std::int64_t kWaysPerBlock = 32;

/// Longest delay kept in shift registers: one SRL16 or half an SRL32 a bit, no pointer.
constexpr std::int64_t kLongestShift = 16;
/// Longest delay kept in LUT memory: two rows of 64 cells of a distributed RAM.
constexpr std::int64_t kLongestDistributed = 64;

template <std::size_t N>
RamFit best_of(const std::array<Shape, N>& shapes, std::int64_t depth, int width) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  RamFit best;
  for (const Shape& s : shapes) {
    const std::int64_t banks = (depth + s.depth - 1) / s.depth;
    const RamFit fit{banks * ((width + s.width - 1) / s.width) * s.blocks, (banks - 1) * width};
    const std::int64_t cost = fit.blocks * kWaysPerBlockOfTools + fit.ways;
    if (cost >= least) continue;
    least = cost;
    best = fit;
  }
  return best;
}

}  // namespace

RamFit ram_fit(const std::string& device, std::int64_t depth, int width) {
  const bool xilinx = device.rfind("xc", 0) == 0 || device == "generic";
  return xilinx ? best_of(kXilinx, depth, width) : best_of(kM20k, depth, width);
}

std::int64_t weight_of(const RamFit& fit) { return fit.blocks * kWaysPerBlock + fit.ways; }

Storage choose_storage(spec::RamChoice wish, std::int64_t depth, bool fixed) {
  if (depth == 0) return Storage::kRegister;
  if (fixed && depth <= kLongestShift && wish != spec::RamChoice::kBlock) {
    return Storage::kShiftRegister;
  }
  if (fixed && depth <= 2) return Storage::kShiftRegister;
  if (wish == spec::RamChoice::kBlock) return Storage::kBlock;
  if (wish == spec::RamChoice::kDistributed) return Storage::kDistributed;
  return depth <= kLongestDistributed ? Storage::kDistributed : Storage::kBlock;
}

}  // namespace rtlgen::plan
