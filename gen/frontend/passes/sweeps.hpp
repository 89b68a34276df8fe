// Lines with `order`: which of their reads are own results, and which of these their sweep can provide.
#pragma once

#include <optional>
#include <vector>

#include "frontend/expr/typing.hpp"
#include "frontend/passes/line.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
struct Stage;
}  // namespace rtlgen::spec

namespace rtlgen::frontend {

struct Program;

/// How reads of the target in a line of `group`, whose stage produces `results`, are to be treated.
std::optional<LineSweep> sweep_of(const LineGroup& group, spec::ArrayId target, spec::StreamId results);

/// For each node of `ast`, whether it is a read of own results.
std::vector<bool> own_results(const Ast& ast, const Scope& scope);

/// For fields that a line with `order` assigns, sets `read` to whether a time step needs the old value; reads of own
/// results do not need it.
void leave_own_reads(const Program& program, const std::vector<Line>& lines, const std::vector<LineGroup>& groups,
                     IndexVector<spec::ArrayId, bool>& read);

/// Checks a stage with a sweep, whose first line is `first`. Reports RG0376, RG0377.
void check_sweep(Program& program, const spec::Stage& stage, const Line& first);

/// Called after all lines: checks rules that wrap in combination with sweeps. Reports RG0377.
void check_wraps_of_sweeps(Program& program);

}  // namespace rtlgen::frontend
