// Block RAMs and LUT memories, and the choice between them.
#include "model/area/memories.hpp"

#include <algorithm>
#include <array>

#include "model/area/cells.hpp"
#include "plan/storage/ram.hpp"
#include "support/ceil_div.hpp"
#include "support/widths.hpp"

namespace rtlgen::model {

namespace {

/// Costs in Yosys' memory_libmap: 18 kbit of block RAM; a LUT memory that is read and written at one address (a share
/// of its width); a LUT memory with two addresses. For each, one point is fixed and the rest depends on the used width
/// (techlibs/xilinx/lutrams_xc5v.txt).
constexpr double kBlockCost = 129, kSharedCost = 8, kSimpleCost = 7;

/// LUTs that select between banks (three inputs per bit in one LUT6, or in two as Yosys builds it for M20Ks), and those
/// that decode which bank is written.
std::int64_t bank_multiplexer(std::int64_t banks, std::int64_t width, const Fabric& fabric) {
  return width * ceil_div((fabric.is_xilinx() ? 1 : 2) * (banks - 1), 3) + banks - 1;
}

/// Logic that selects between the memories of a fit.
Area memory_overhead(const plan::RamFit& fit, std::int64_t width, const Fabric& fabric) {
  const std::int64_t banks = width > 0 ? fit.ways / width + 1 : 1;
  Area area;
  area.flip_flops = banks > 1 ? bits_for(banks - 1) : 0;  // selects the bank that was read
  area.logic_luts = bank_multiplexer(banks, width, fabric);
  return area;
}

Area block_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  const plan::RamFit fit = plan::ram_fit(fabric.name, depth, static_cast<int>(width));
  Area area = memory_overhead(fit, width, fabric);
  area.rams = fit.blocks;
  return area;
}

Area ultra_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  const plan::RamFit fit = plan::ultra_fit(depth, static_cast<int>(width));
  Area area = memory_overhead(fit, width, fabric);
  area.ultra_rams = fit.blocks;
  return area;
}

/// Whether a memory fills a twentieth of its M20Ks in one of their shapes, which makes Yosys use them.
bool fills_blocks(std::int64_t depth, std::int64_t width) {
  constexpr std::array<std::array<std::int64_t, 2>, 10> kShapes = {{{16384, 1},
                                                                    {8192, 2},
                                                                    {4096, 4},
                                                                    {4096, 5},
                                                                    {2048, 8},
                                                                    {2048, 10},
                                                                    {1024, 16},
                                                                    {1024, 20},
                                                                    {512, 32},
                                                                    {512, 40}}};
  constexpr std::int64_t kLeastPart = 20;
  return std::any_of(kShapes.begin(), kShapes.end(), [&](const auto& shape) {
    return depth * width * kLeastPart >= ceil_div(depth, shape[0]) * ceil_div(width, shape[1]) * shape[0] * shape[1];
  });
}

/// M20Ks, or MLABs for memories that are too small for them; here Yosys ignores attributes.
Area intel_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  if (fills_blocks(depth, width)) return block_memory(depth, width, fabric);
  Area area;
  area.flip_flops = width;
  area.memory_luts = ceil_div(depth, 32) * width;
  return area;
}

/// LUT memories of ECP5 (TRELLIS_DPR16X4): 16 words of four bits in six LUTs. Four LUTs of four inputs select one of
/// four banks.
Area ecp5_lut_memory(std::int64_t depth, std::int64_t width) {
  const std::int64_t banks = ceil_div(depth, 16);
  Area area;
  area.flip_flops = width;
  area.memory_luts = 6 * banks * ceil_div(width, 4);
  area.logic_luts = width * (4 * (banks - 1) / 3) + (banks > 1 ? banks : 0);
  return area;
}

/// iCE40 has only block RAMs; on ECP5, LUT memories if `in_luts`.
Area four_lut_memory(std::int64_t depth, std::int64_t width, bool in_luts, const Fabric& fabric) {
  return in_luts && plan::has_lut_ram(fabric.name) ? ecp5_lut_memory(depth, width) : block_memory(depth, width, fabric);
}

/// Whether Yosys puts a FIFO of ECP5 into LUT memories: their cost is four points each and half a point per multiplexer
/// input, that of a block RAM 128 (techlibs/ecp5/lutrams.txt, brams.txt).
bool ecp5_fifo_in_luts(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  constexpr std::int64_t kLutMemory = 4, kBlock = 128;
  const std::int64_t banks = ceil_div(depth, 16), ways = (banks - 1) * width;
  return kLutMemory * banks * ceil_div(width, 4) + ways / 2 <= kBlock * block_memory(depth, width, fabric).rams;
}

/// A LUT memory of four LUTs: 32 words of `bits`, or half as wide and twice as deep, down to one bit or `deepest`
/// words.
struct Slice {
  std::int64_t bits, deepest;
  double fixed, by_width;  ///< cost: a fixed part, and a part that is proportional to the used width
};
constexpr Slice kShared = {8, 256, 0, kSharedCost}, kSimple = {6, 64, 1, kSimpleCost};

struct SliceFit {
  std::int64_t slices = 0, banks = 1;
  double cost = 0;
};

/// The cheapest shape, with banks side by side as in block RAM.
SliceFit in_slices(std::int64_t depth, std::int64_t width, const Slice& slice) {
  SliceFit best;
  std::int64_t bits = slice.bits;
  for (std::int64_t words = 32; words <= slice.deepest; words *= 2, bits /= 2) {
    SliceFit fit;
    fit.banks = ceil_div(depth, words);
    fit.slices = fit.banks * ceil_div(width, bits);
    const double used = static_cast<double>(fit.banks * width) / static_cast<double>(bits);
    fit.cost = slice.fixed * static_cast<double>(fit.slices) + slice.by_width * used +
               0.5 * static_cast<double>((fit.banks - 1) * width + (fit.banks > 1 ? fit.banks : 0));
    if (best.slices == 0 || fit.cost < best.cost) best = fit;
  }
  return best;
}

}  // namespace

Area memory_area(std::int64_t depth, std::int64_t width, hw::MemoryStyle style, const Fabric& fabric) {
  switch (fabric.kind) {
    case Fabric::Kind::kAlm:
      return intel_memory(depth, width, fabric);
    case Fabric::Kind::kFourLuts:
      return four_lut_memory(depth, width, style != hw::MemoryStyle::kBlock, fabric);
    case Fabric::Kind::kXilinx:
      break;
  }
  if (style == hw::MemoryStyle::kBlock) return block_memory(depth, width, fabric);
  if (style == hw::MemoryStyle::kUltra) return ultra_memory(depth, width, fabric);
  Area area;
  area.flip_flops = width;
  const SliceFit fit = in_slices(depth, width, kShared);
  area.memory_luts = 4 * fit.slices;
  area.logic_luts = bank_multiplexer(fit.banks, width, fabric);
  return area;
}

Area fifo_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  switch (fabric.kind) {
    case Fabric::Kind::kAlm:
      return intel_memory(depth, width, fabric);
    case Fabric::Kind::kFourLuts:
      return four_lut_memory(depth, width, ecp5_fifo_in_luts(depth, width, fabric), fabric);
    case Fabric::Kind::kXilinx:
      break;
  }
  const Area blocks = block_memory(depth, width, fabric);
  Area area;
  area.flip_flops = width;
  const SliceFit fit = in_slices(depth, width, kSimple);
  if (fit.cost >= kBlockCost * static_cast<double>(blocks.rams)) return blocks;
  area.memory_luts = 4 * fit.slices;
  area.logic_luts = bank_multiplexer(fit.banks, width, fabric);
  return area;
}

}  // namespace rtlgen::model
