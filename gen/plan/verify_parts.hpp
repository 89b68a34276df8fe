// The parts of plan::verify: each proves one side of a plan and shares no code with the planner.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::plan {

struct Plan;

/// Extents for which a plan must hold: the corners and next to the corners of what run-time
/// extents allow, the maximum first; only the maximum where extents are fixed.
std::vector<spec::Extents> proof_extents(const Plan& plan);

/// Coordinates first, first + step, ... on an axis of `extent` cells, without those in the middle
/// that are further than `reach` + step from both ends: they all behave as the ones that are left.
std::vector<std::int64_t> near_ends(std::int64_t extent, std::int64_t reach, std::int64_t first, std::int64_t step);

/// Fails with an InternalError that names the stencil.
void require(const Plan& plan, bool good, const std::string& what);

/// Reads of every stage: nodes, taps, the values of boundaries, cells that keep their old value.
void verify_reads(const Plan& plan);

/// Open reads: no cell takes what one gives outside the grid, where none has a rule.
void verify_regions(const Plan& plan, const spec::Extents& extents);

/// Own results at one choice of extents: each is written before it is read, at a distance that is its memory's depth.
void verify_sweeps(const Plan& plan, const spec::Extents& extents);

/// What is turned round at one choice of extents: a whole plane or frame waits, and no word is read before it is
/// written.
void verify_mirrors(const Plan& plan, const spec::Extents& extents);

/// A reader (a stage; none: the exit) reads a lane of a stream `words` ahead of its own position.
struct WordRead {
  spec::StageId reader;
  spec::StreamId stream;
  std::int64_t words = 0;
  std::int64_t lane = 0;
  friend auto operator<=>(const WordRead&, const WordRead&) = default;
};

/// Every read at the compiled maximum, boundary rules resolved by brute force.
std::set<WordRead> word_reads(const Plan& plan);

/// The lags keep the fewest cells that `reads` allow. Returns how many steps of the proof were looked at.
std::int64_t verify_lags(const Plan& plan, const std::set<WordRead>& reads);

/// Buffers at one choice of extents: every word that is read is kept, every depth is possible.
/// At the compiled maximum also that nothing else is kept, and that no lags would keep less.
void verify_buffers(const Plan& plan, const spec::Extents& extents);

/// Kernel schedules, and that every value meets its partners in the right cycle.
void verify_cycles(const Plan& plan);

/// What is built is the program: the same operators on the same values, converted where they have to be.
void verify_forms(const Plan& plan);

/// Operators that flush subnormals where the program does not.
void verify_modes(const Plan& plan);

/// Ghosts: frames reach far enough beyond the grid for what wraps, at either end of every axis.
void verify_ghosts(const Plan& plan);

/// Memories and their addresses: every delay is held by something of its depth and width.
void verify_memories(const Plan& plan);

/// Monitors: what they fold, and that trees, carry chains and latencies add up.
void verify_monitors(const Plan& plan);

/// The core's outside: totals, limits, ports, credits, gaps.
void verify_core(const Plan& plan);

}  // namespace rtlgen::plan
