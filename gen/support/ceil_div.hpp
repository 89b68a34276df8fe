// Division that rounds up.
#pragma once

#include <cstdint>

namespace rtlgen {

/// How many parts of `b` hold `a`; a >= 0, b > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace rtlgen
