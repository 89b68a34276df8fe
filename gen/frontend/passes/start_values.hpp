// Start values that are expressions: each becomes a program with one line, which runs compute once before their first
// step.
#pragma once

#include <string>
#include <vector>

#include "spec/ids.hpp"

namespace rtlgen {
struct SourceLocation;
}

namespace rtlgen::frontend {

struct Program;
struct YamlValue;

/// Adds start data for `arrays`, the field or vector `name`, from the `expr` of `entry`. Reports the faults of lines,
/// and RG0215, RG0363, RG0390.
void read_start_values(Program& program, const std::string& name, const SourceLocation& where, const YamlValue& entry,
                       const std::vector<spec::ArrayId>& arrays);

}  // namespace rtlgen::frontend
