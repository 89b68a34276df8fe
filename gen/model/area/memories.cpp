// Block RAMs, LUT memories, and the choice between them.
#include "model/area/memories.hpp"

#include <algorithm>
#include <array>

#include "plan/ram.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::model {

namespace {

/// What Yosys' memory_libmap asks of the four LUTs of a slice, and of 18 kbit of block RAM. The latter lies between two of its
/// choices: 1 x 2100 bits in block RAM (LUTs would cost 142), 8 x 300 bits in LUTs (140).
constexpr double kSliceCost = 8, kBlockCost = 141;

/// LUTs of a multiplexer of so many inputs a bit: four with LUT6, each LUT more takes three.
std::int64_t bank_multiplexer(std::int64_t banks, std::int64_t width) { return width * ceil_div(banks - 1, 3); }

Area block_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  const plan::RamFit fit = plan::ram_fit(fabric.name, depth, static_cast<int>(width));
  const std::int64_t banks = width > 0 ? fit.ways / width + 1 : 1;
  Area area;
  area.rams = fit.blocks;
  area.logic_luts = bank_multiplexer(banks, width);
  return area;
}

/// Whether so much fills a twentieth of its M20Ks in one of their shapes: then Yosys takes them.
bool fills_blocks(std::int64_t depth, std::int64_t width) {
  constexpr std::array<std::array<std::int64_t, 2>, 10> kShapes = {{{16384, 1}, {8192, 2}, {4096, 4}, {4096, 5}, {2048, 8}, {2048, 10}, {1024, 16}, {1024, 20}, {512, 32}, {512, 40}}};
  constexpr std::int64_t kLeastPart = 20;
  return std::any_of(kShapes.begin(), kShapes.end(), [&](const auto& shape) {
    return depth * width * kLeastPart >= ceil_div(depth, shape[0]) * ceil_div(width, shape[1]) * shape[0] * shape[1];
  });
}

/// M20Ks, or MLABs for what is too small for them; attributes say nothing to Yosys there.
Area intel_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  if (fills_blocks(depth, width)) return block_memory(depth, width, fabric);
  Area area;
  area.flip_flops = width;
  area.memory_luts = ceil_div(depth, 32) * width;
  return area;
}

/// LUTs of so many words of LUT memory; a slice holds 32 words of `bits`, or half as wide and twice as deep, down to `narrowest`.
struct SliceFit {
  std::int64_t slices = 0, banks = 1;
  double cost = 0;
};

SliceFit in_slices(std::int64_t depth, std::int64_t width, std::int64_t bits, std::int64_t deepest) {
  std::int64_t words = 32;
  for (; words < depth && words < deepest; words *= 2) bits /= 2;
  SliceFit fit;
  fit.banks = ceil_div(depth, words);
  fit.slices = fit.banks * ceil_div(width, bits);
  const std::int64_t last = width % bits;
  const double row = kSliceCost * static_cast<double>(width / bits) + (last == 0 ? 0 : 1 + (kSliceCost - 1) * static_cast<double>(last) / static_cast<double>(bits));
  fit.cost = static_cast<double>(fit.banks) * row + static_cast<double>((fit.banks - 1) * width);
  return fit;
}

}  // namespace

Area memory_area(std::int64_t depth, std::int64_t width, hw::MemoryStyle style, const Fabric& fabric) {
  if (!fabric.is_xilinx) return intel_memory(depth, width, fabric);
  if (style == hw::MemoryStyle::kBlock) return block_memory(depth, width, fabric);
  Area area;
  area.flip_flops = width;
  const SliceFit fit = in_slices(depth, width, 8, 256);
  area.memory_luts = 4 * fit.slices;
  area.logic_luts = bank_multiplexer(fit.banks, width);
  return area;
}

Area fifo_memory(std::int64_t depth, std::int64_t width, const Fabric& fabric) {
  if (!fabric.is_xilinx) return intel_memory(depth, width, fabric);
  const Area blocks = block_memory(depth, width, fabric);
  Area area;
  area.flip_flops = width;
  const SliceFit fit = in_slices(depth, width, 6, 64);
  if (fit.cost >= kBlockCost * static_cast<double>(blocks.rams)) return blocks;
  area.memory_luts = 4 * fit.slices;
  area.logic_luts = bank_multiplexer(fit.banks, width);
  return area;
}

}  // namespace rtlgen::model
