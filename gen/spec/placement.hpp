// Which places in memory a field may have.
#pragma once

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {

struct Placement;
struct Program;

/// A second buffer is for state, which is read from one while the other is written; stripes are for what is streamed.
/// Fault: RG0216.
bool check_placement(const Program& program, const Placement& place, Diagnostics& diagnostics);

}  // namespace rtlgen::spec
