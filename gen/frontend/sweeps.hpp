// Lines with `order`: which of their reads are own results, and which of these their sweep has.
#pragma once

#include <optional>
#include <vector>

#include "frontend/line.hpp"
#include "frontend/typing.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
struct Stage;
}  // namespace rtlgen::spec

namespace rtlgen::frontend {

struct Program;

/// What reads of its target are in a line of `group`, whose stage gives `results`.
std::optional<LineSweep> sweep_of(const LineGroup& group, spec::ArrayId target, spec::StreamId results);

/// By node of `ast`: is it a read of own results?
std::vector<bool> own_results(const Ast& ast, const Scope& scope);

/// Of fields that a line with `order` assigns: `read` becomes whether a time step needs the value from before it, which
/// reads of own results do not.
void leave_own_reads(const Program& program, const std::vector<Line>& lines, const std::vector<LineGroup>& groups,
                     IndexVector<spec::ArrayId, bool>& read);

/// Checks a stage that sweeps, whose first line is `first`. Faults: RG0376, RG0377.
void check_sweep(Program& program, const spec::Stage& stage, const Line& first);

/// Checks, after all lines, what wraps beside the sweeps. Faults: RG0377.
void check_wraps_of_sweeps(Program& program);

}  // namespace rtlgen::frontend
