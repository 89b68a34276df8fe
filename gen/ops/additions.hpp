// Which additions of a fused sum are in DSP blocks.
#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "hw/builder.hpp"

namespace rtlgen::ops {

struct Request;

/// Of a fused sum's additions that fit a DSP block, the LUTs that a block saves, about: most first, the order in which
/// Request::block_sums counts them. Of other requests none.
std::vector<int> block_sum_savings(const Request& request);

namespace detail {

/// The additions of one sum, in the order in which they are built.
class Additions {
 public:
  Additions() = default;
  /// With these in blocks; some are, though none is named while candidates are counted.
  explicit Additions(std::set<std::size_t> in_block) : any_(true), in_block_(std::move(in_block)) {}

  /// The factor with the most terms, whose product is the last to be there, is added last then.
  [[nodiscard]] bool any_in_blocks() const { return any_; }

  /// Notes an addition of `width` bits, whose second operand `shares_luts` with it, unless it is in a block.
  bool next_is_in_block(int width, bool shares_luts);

  struct Candidate {
    std::size_t index;
    int saving;
  };
  /// Most saving first.
  [[nodiscard]] std::vector<Candidate> candidates() const;

 private:
  bool any_ = false;
  std::set<std::size_t> in_block_;
  std::vector<int> savings_;  ///< 0: does not fit
};

/// Builds the sum that `request` wants.
using BuildSum = hw::Value (*)(hw::Builder& b, const Request& request, const std::vector<hw::Value>& operands,
                               Additions& additions);

/// With those in blocks that the request has there, found by building the sum once for that.
Additions chosen_additions(const Request& request, BuildSum build);

std::vector<int> savings_of(const Request& request, BuildSum build);

}  // namespace detail
}  // namespace rtlgen::ops
