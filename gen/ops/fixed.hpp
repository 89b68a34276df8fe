// Parts shared by fixed-point operators: exact values, their rounding and their range.
#pragma once

#include <utility>

#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops {
struct Request;
}

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops::detail {

struct Modes {
  bool truncate = false;
  bool saturate = false;
};
Modes modes_of(const Request& r);

/// The number bits / 2^below, in units of the result.
struct Exact {
  hw::Value bits;
  bool is_signed = false;
  int below = 0;
};

hw::Value extend(const Exact& x, int width);
hw::Value largest(hw::Builder& b, const spec::Type& type);
hw::Value smallest(hw::Builder& b, const spec::Type& type);

/// `exact` in the type `to`: rounded, then wrapped or saturated.
hw::Value fit(hw::Builder& b, const spec::Type& to, const Exact& exact, Modes modes);

/// The value of a constant as sign and magnitude.
std::pair<bool, std::uint64_t> magnitude_of(const spec::Type& type, const hw::Bits& bits);

/// Rounds a magnitude and gives it a sign. `guard` is its bit of weight one half; `rest`: whether any bit below that is
/// set.
Exact with_sign(hw::Builder& b, hw::Value magnitude, hw::Value guard, hw::Value rest, hw::Value negative, Modes modes);

}  // namespace rtlgen::ops::detail
