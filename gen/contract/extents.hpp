// The extents of a grid.
#pragma once

#include <array>
#include <cstdint>

namespace rtlgen::contract {

inline constexpr int kMaxAxes = 3;

using Extents = std::array<std::int64_t, kMaxAxes>;  ///< cells by axis, x first; a missing axis has extent 1

}  // namespace rtlgen::contract
