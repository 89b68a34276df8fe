// Division that rounds up.
#pragma once

#include <cstdint>

namespace rtlgen {

/// The number of parts of size `b` that hold `a`; a >= 0, b > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace rtlgen
