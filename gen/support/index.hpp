// Signed numbers as subscripts: plans use int, containers std::size_t.
#pragma once

#include <concepts>
#include <cstddef>

namespace rtlgen {

/// `index` as a subscript; it must not be negative.
constexpr std::size_t at(std::signed_integral auto index) { return static_cast<std::size_t>(index); }

}  // namespace rtlgen
