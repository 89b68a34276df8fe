// Valid places of fields in memory.
#pragma once

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {

struct Hardware;
struct Placement;
struct Program;

/// A second buffer is for state, which is read from one buffer while the other is written; stripes are for streamed
/// fields. Reports faults as RG0216.
bool check_placement(const Program& program, const Placement& place, Diagnostics& diagnostics);

/// Checks all places of `hardware`, also against the board's channels if they are known. Reports faults as RG0216.
bool check_places(const Program& program, const Hardware& hardware, Diagnostics& diagnostics);

}  // namespace rtlgen::spec
