// Orders the additions of a sum by the LUTs that a block saves.
#include "ops/additions.hpp"

#include <algorithm>

#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "support/check.hpp"

namespace rtlgen::ops::detail {

// Logic that shares the LUTs of a following sum keeps them if the sum moves into a block, which then saves almost none.
bool Additions::next_is_in_block(int width, bool shares_luts) {
  savings_.push_back(width > hw::kBlockSumBits ? 0 : shares_luts ? 1 : width);
  return in_block_.contains(savings_.size() - 1);
}

std::vector<Additions::Candidate> Additions::candidates() const {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < savings_.size(); ++i) {
    if (savings_[i] > 0) all.push_back({i, savings_[i]});
  }
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.saving > b.saving; });
  return all;
}

namespace {

std::vector<Additions::Candidate> candidates_of(const Request& r, BuildSum build) {
  hw::Builder b("candidates");
  std::vector<hw::Value> operands;
  for (std::size_t i = 0; i < r.constants.size(); ++i)
    operands.push_back(r.constants[i] ? b.constant(r.operand.width, *r.constants[i])
                                      : b.input(operand_port(i), r.operand.width));
  Additions additions{std::set<std::size_t>()};
  build(b, r, operands, additions);
  return additions.candidates();
}

}  // namespace

Additions chosen_additions(const Request& request, BuildSum build) {
  if (request.block_sums == 0) return {};
  const auto all = candidates_of(request, build);
  const auto count = static_cast<std::size_t>(request.block_sums);
  RTLGEN_CHECK(count <= all.size(), "a fused sum has fewer additions than are to be in DSP blocks");
  std::set<std::size_t> in_block;
  for (std::size_t i = 0; i < count; ++i) in_block.insert(all[i].index);
  return Additions(std::move(in_block));
}

std::vector<int> savings_of(const Request& request, BuildSum build) {
  std::vector<int> savings;
  for (const Additions::Candidate& c : candidates_of(request, build)) savings.push_back(c.saving);
  return savings;
}

}  // namespace rtlgen::ops::detail
