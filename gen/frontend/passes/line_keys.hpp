// Reads the keys of a line other than its expressions.
#pragma once

namespace rtlgen::frontend {

struct Line;
struct Program;

/// Reads all of a line except its expressions; `first`: the line declares its temporary. Reports RG0215, RG0353,
/// RG0354, RG0367, RG0371, RG0374, RG0376.
void read_keys(Program& program, Line& line, bool first);

}  // namespace rtlgen::frontend
