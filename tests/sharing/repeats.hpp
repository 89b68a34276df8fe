// Random programs in which expressions occur for several cells.
#pragma once

#include "random_stencil.hpp"

namespace rtlgen::test {

/// random_case(seed) with copies of parts of its expressions, moved by offsets and combined with the
/// line they came from or with another one.
Case case_with_repeats(std::uint64_t seed);

}  // namespace rtlgen::test
