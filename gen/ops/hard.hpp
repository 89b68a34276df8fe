// Operators that are hard floating-point blocks (hw/hard_float.hpp): an instance instead of a datapath.
#pragma once

#include <string>

#include "hw/hard_float.hpp"

namespace rtlgen::hw {
struct Module;
}

namespace rtlgen::ops {

struct Request;

/// Whether a request is for a hard block; device families without blocks have no such operators.
bool is_hard(const Request& request);

/// The mode in which the block computes `request`.
hw::HardFloatMode hard_mode(const Request& request);

/// The module, called `name`: the block, after inverters for the signs of its operands if necessary.
hw::Module hard_module(const Request& request, const std::string& name);

}  // namespace rtlgen::ops
