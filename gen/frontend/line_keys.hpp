// The keys of a line beside its expressions.
#pragma once

namespace rtlgen::frontend {

struct Line;
struct Program;

/// Reads all of a line but its expressions; `first`: it brings its temporary into being. Faults: RG0215, RG0353,
/// RG0354, RG0367, RG0371, RG0374, RG0376.
void read_keys(Program& program, Line& line, bool first);

}  // namespace rtlgen::frontend
