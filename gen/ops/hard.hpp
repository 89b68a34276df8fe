// Operators that are hard floating-point blocks (hw/hard_float.hpp): an instance instead of a datapath.
#pragma once

#include <string>

#include "hw/hard_float.hpp"

namespace rtlgen::hw {
struct Module;
}

namespace rtlgen::ops {

struct Request;

/// Whether a request is for a block; device families without blocks have no such operators.
bool is_hard(const Request& request);

/// In which mode the block computes it.
hw::HardFloatMode hard_mode(const Request& request);

/// The module, called `name`: the block and inverted signs in front of it.
hw::Module hard_module(const Request& request, const std::string& name);

}  // namespace rtlgen::ops
