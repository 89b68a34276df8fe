// The self-test of a shell whose core has hard floating-point blocks.
#pragma once

#include "contract/self_test.hpp"

namespace rtlgen::plan {

struct Plan;

/// One block for each kind of hard operation in the core's Kernels, and the cases to test it; empty if none exist.
contract::SelfTest self_test_of(const Plan& plan);

}  // namespace rtlgen::plan
