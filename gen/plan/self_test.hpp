// The self-test of a shell whose core has hard floating-point blocks.
#pragma once

#include "contract/self_test.hpp"

namespace rtlgen::plan {

struct Plan;

/// A block for each kind of operation of the core's Kernels, and the cases that are for those; empty without any.
contract::SelfTest self_test_of(const Plan& plan);

}  // namespace rtlgen::plan
