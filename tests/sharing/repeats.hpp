// Random programs in which expressions occur for several cells.
#pragma once

#include "random_stencil.hpp"

namespace rtlgen::test {

/// random_case(seed) with copies of parts of its expressions, moved by offsets and combined with the
/// line they came from or with another one.
Case case_with_repeats(std::uint64_t seed);

/// Do both stencils, run on the case's data, leave the same bits in every cell that matters in `one`?
bool same_bits(const Case& c, const spec::Program& one, const spec::Program& other);

}  // namespace rtlgen::test
