// Chooses which additions of a fused sum go into DSP blocks.
#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "hw/builder.hpp"

namespace rtlgen::ops {

struct Request;

/// The approximate number of LUTs that a block saves, for each addition of a fused sum that fits a DSP block. The
/// largest come first, which is the order in which Request::block_sums counts them. Empty for other requests.
std::vector<int> block_sum_savings(const Request& request);

namespace detail {

/// The additions of one sum, in the order in which they are built.
class Additions {
 public:
  Additions() = default;
  /// Puts these additions into blocks. While candidates are counted the set is empty, although some will be in blocks.
  explicit Additions(std::set<std::size_t> in_block) : any_(true), in_block_(std::move(in_block)) {}

  /// Whether any additions are in blocks. Then the factor with the most terms, whose product arrives last, is added
  /// last.
  [[nodiscard]] bool any_in_blocks() const { return any_; }

  /// Records the next addition, of `width` bits, and returns whether it is in a block. Outside a block, its second
  /// operand shares LUTs with it if `shares_luts`.
  bool next_is_in_block(int width, bool shares_luts);

  struct Candidate {
    std::size_t index;
    int saving;
  };
  /// Candidates with the largest savings come first.
  [[nodiscard]] std::vector<Candidate> candidates() const;

 private:
  bool any_ = false;
  std::set<std::size_t> in_block_;
  std::vector<int> savings_;  ///< 0: the addition does not fit a block
};

/// Builds the sum of `request`.
using BuildSum = hw::Value (*)(hw::Builder& b, const Request& request, const std::vector<hw::Value>& operands,
                               Additions& additions);

/// The additions of `request`, with those in blocks that it selects; builds the sum once to find them.
Additions chosen_additions(const Request& request, BuildSum build);

std::vector<int> savings_of(const Request& request, BuildSum build);

}  // namespace detail
}  // namespace rtlgen::ops
