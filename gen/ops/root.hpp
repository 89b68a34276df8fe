// The digit recurrence of square roots.
#pragma once

#include <utility>

#include "hw/builder.hpp"

namespace rtlgen::ops::detail {

/// Root of a radicand of two bits a digit, the first pair not zero, and whether anything is left. `ends_early`: the
/// last two pairs are zero.
std::pair<hw::Value, hw::Value> root_of(hw::Builder& b, hw::Value radicand, bool ends_early);

}  // namespace rtlgen::ops::detail
