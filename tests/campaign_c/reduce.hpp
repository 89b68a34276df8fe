// Cuts a failing program down to a small one that fails in the same way.
#pragma once

#include <functional>

#include "program.hpp"

namespace rtlgen::test::random_c {

/// Leaves out statements, and puts parts or 1 in the place of expressions, as long as `fails` holds; at most `tries`
/// programs. `fails(program)` holds to begin with.
CProgram reduce(CProgram program, const std::function<bool(const CProgram&)>& fails, int tries);

}  // namespace rtlgen::test::random_c
