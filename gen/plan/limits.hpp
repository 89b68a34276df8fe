// Limits: refuses designs that no device or memory can hold (RG0402) before anything of them is listed, planned or
// written.
#pragma once

#include <cstdint>
#include <string_view>

namespace rtlgen {
class Diagnostics;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::contract {
struct FrameShape;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct ExecutorPlan;
struct OwnResults;
struct Plan;
struct Target;

/// Refuses plans that no device could hold, before memories of absurd size are written.
bool check_capacity(const Plan& plan, Diagnostics& diagnostics);

/// Reports that the requested clock cannot be reached: `what_needs` ("adding a bit needs") a period of `needed_ps`.
/// `or_else` ends the advice to lower the clock. RG0401.
void refuse_clock(const SourceLocation& where, const Target& target, std::string_view what_needs, int needed_ps,
                  std::string_view or_else, Diagnostics& diagnostics);

/// Refuses block RAMs that are slower than the clock.
bool check_memories(const ExecutorPlan& executor, const spec::Stencil& stencil, const Target& target,
                    Diagnostics& diagnostics);

/// Reports that rows or planes of `frame` are too short for a sweep, whose results need `least` tokens from read to
/// read: RG0408.
void refuse_short_sweep(const spec::Stencil& stencil, const OwnResults& results, const contract::FrameShape& frame,
                        std::int64_t least, Diagnostics& diagnostics);

/// Refuses frames that no memory can hold, before anything in them is counted.
bool check_frame(const spec::Stencil& stencil, Diagnostics& diagnostics);

/// Refuses reads so far outside the grid that every cell on the way would be a separate case, before
/// the cases are listed.
bool check_windows(const spec::Stencil& stencil, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
