// The meaning of combinational modules, written bit by bit: slow, obvious, and sharing no code
// with hw::evaluate_expr or hw::Interpreter, which are tested against it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace rtlgen::hw {
struct Module;
}

namespace rtlgen::hw::test {

using Ports = std::map<std::string, std::uint64_t>;

/// The outputs of a module of assignments for these inputs; ports have at most 64 bits.
Ports reference_outputs(const Module& module, const Ports& inputs);

}  // namespace rtlgen::hw::test
