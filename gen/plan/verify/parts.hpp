// The parts of plan::verify: each proves one side of a plan. They call none of the planner's functions, so a fault
// there cannot hide itself: boundary rules, requests of operators and sources of held arrays are derived again.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::plan {

struct Plan;

/// Extents for which a plan must hold: the corners of the range of run-time extents and their neighbours,
/// the maximum first; only the maximum if extents are fixed.
std::vector<spec::Extents> proof_extents(const Plan& plan);

/// Coordinates first, first + step, ... on an axis of `extent` cells, without those in the middle
/// that are further than `reach` + step from both ends: these behave like the remaining ones.
std::vector<std::int64_t> near_ends(std::int64_t extent, std::int64_t reach, std::int64_t first, std::int64_t step);

/// The cell that a read of index `i` resolves to on an axis of `n` cells; nullopt: a constant, or nothing if the read
/// is open.
std::optional<std::int64_t> cell_read(std::int64_t i, std::int64_t n, const std::optional<spec::Boundary>& rule);

/// Whether a read takes the cell of the frame at its offset in every case: it is open, or wraps.
bool reads_frame(const std::optional<spec::Boundary>& rule);

/// Throws an InternalError that names the stencil if `good` is false.
void require(const Plan& plan, bool good, const std::string& what);

/// Proves the reads of every stage: nodes, taps, boundary values, cells that keep their old value.
void verify_reads(const Plan& plan);

/// Proves that no cell uses the value of an open read outside the grid, where such a read has no rule.
void verify_regions(const Plan& plan, const spec::Extents& extents);

/// Proves own results for one choice of extents: each is written before it is read, and the distance is the depth of
/// its memory.
void verify_sweeps(const Plan& plan, const spec::Extents& extents);

/// Proves mirrors for one choice of extents: a whole plane or frame waits, and no word is read before it is written.
void verify_mirrors(const Plan& plan, const spec::Extents& extents);

/// A reader (a stage; none: the exit) reads a lane of a stream `words` ahead of its own position.
struct WordRead {
  spec::StageId reader;
  spec::StreamId stream;
  std::int64_t words = 0;
  std::int64_t lane = 0;
  friend auto operator<=>(const WordRead&, const WordRead&) = default;
};

/// Every read at the compiled maximum, with boundary rules resolved by brute force.
std::set<WordRead> word_reads(const Plan& plan);

/// Proves that the lags keep the fewest cells that `reads` allow. Returns the number of steps of the proof.
std::int64_t verify_lags(const Plan& plan, const std::set<WordRead>& reads);

/// Proves buffers for one choice of extents: every word that is read is kept, and every depth is possible.
/// At the compiled maximum, also that nothing else is kept, and that no other lags would keep less.
void verify_buffers(const Plan& plan, const spec::Extents& extents);

/// Proves the Kernel schedules, and that the operands of every operation arrive in the same cycle.
void verify_cycles(const Plan& plan);

/// Proves that the hardware computes the program: the same operators on the same values, converted where necessary.
void verify_forms(const Plan& plan);

/// Proves the operators that flush subnormals although the program does not.
void verify_modes(const Plan& plan);

/// Proves ghosts: frames reach far enough beyond the grid for wrapping reads, at both ends of every axis.
void verify_ghosts(const Plan& plan);

/// Proves memories and their addresses: every delay has storage of its depth and width.
void verify_memories(const Plan& plan);

/// Proves monitors: the values that they fold, and that trees, carry chains and latencies add up.
void verify_monitors(const Plan& plan);

/// Proves the interface of the core: totals, limits, ports, credits, gaps.
void verify_core(const Plan& plan);

}  // namespace rtlgen::plan
