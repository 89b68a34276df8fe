// The digit recurrence of square roots.
#pragma once

#include <utility>

#include "hw/builder.hpp"

namespace rtlgen::ops::detail {

/// The root of a radicand with two bits per digit, whose first pair is not zero, and whether there is a remainder.
/// `ends_early`: the last two pairs are zero.
std::pair<hw::Value, hw::Value> root_of(hw::Builder& b, hw::Value radicand, bool ends_early);

}  // namespace rtlgen::ops::detail
