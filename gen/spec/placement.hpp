// Which places in memory a field may have.
#pragma once

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {

struct Hardware;
struct Placement;
struct Program;

/// A second buffer is for state, which is read from one while the other is written; stripes are for what is streamed.
/// Fault: RG0216.
bool check_placement(const Program& program, const Placement& place, Diagnostics& diagnostics);

/// All places of `hardware`, against the board's channels as well if they are known. Faults: RG0216.
bool check_places(const Program& program, const Hardware& hardware, Diagnostics& diagnostics);

}  // namespace rtlgen::spec
