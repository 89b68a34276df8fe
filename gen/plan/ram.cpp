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
};

constexpr std::array<Shape, 6> kXilinx18k = {
    {{512, 36}, {1024, 18}, {2048, 9}, {4096, 4}, {8192, 2}, {16384, 1}}};
constexpr std::array<Shape, 4> kM20k = {{{512, 40}, {1024, 20}, {2048, 10}, {16384, 1}}};

/// Longest delay kept in shift registers: one SRL16 or half an SRL32 a bit, no pointer.
constexpr std::int64_t kLongestShift = 16;
/// Longest delay kept in LUT memory: two rows of 64 cells of a distributed RAM.
constexpr std::int64_t kLongestDistributed = 64;

template <std::size_t N>
std::int64_t fewest(const std::array<Shape, N>& shapes, std::int64_t depth, int width) {
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (const Shape& s : shapes) {
    best = std::min(best, ((depth + s.depth - 1) / s.depth) * ((width + s.width - 1) / s.width));
  }
  return best;
}

}  // namespace

int block_rams(const std::string& device, std::int64_t depth, int width) {
  const bool xilinx = device.rfind("xc", 0) == 0 || device == "generic";
  return static_cast<int>(xilinx ? fewest(kXilinx18k, depth, width) : fewest(kM20k, depth, width));
}

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
