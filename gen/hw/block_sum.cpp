// The families with sums in DSP blocks.
#include "hw/block_sum.hpp"

#include <algorithm>
#include <vector>

namespace rtlgen::hw {

namespace {

const std::vector<std::string>& families() {
  static const std::vector<std::string> all = {"xc5v", "xc7", "xcu"};
  return all;
}

}  // namespace

bool has_block_sums(const std::string& family) { return std::ranges::count(families(), family) > 0; }

std::string families_with_block_sums() {
  std::string all;
  for (const std::string& family : families()) all += (all.empty() ? "" : ", ") + family;
  return all;
}

int block_sums(const Module& comb) {
  return static_cast<int>(
      std::ranges::count_if(comb.exprs, [](const Expr& e) { return e.kind == ExprKind::kBlockSum; }));
}

}  // namespace rtlgen::hw
