// Regions, conditions and borders of lines, and rules by side, put into a random program.
#pragma once

namespace rtlgen::test {

struct Program;

/// Changes some lines of `program`, which is otherwise finished, as its seed says; it stays valid.
void add_regions(Program& program);

}  // namespace rtlgen::test
