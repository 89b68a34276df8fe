// Cuts a failing program down to a small one that fails in the same way.
#pragma once

#include <functional>

#include "program.hpp"

namespace rtlgen::test {

/// Tries ever smaller programs and keeps those for which `fails` still holds, until none is left or
/// `tries` are used up. `fails(program)` holds to begin with; refused programs do not fail.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, int tries);

}  // namespace rtlgen::test
