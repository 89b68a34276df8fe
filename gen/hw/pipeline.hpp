// Cuts a combinational module into pipeline stages.
//
// Every expression gets a stage; a value that is used in a later stage than the one that computes it goes through one
// register per stage. Wiring (slices, concatenations, extensions, inversions) is free and is rebuilt at each use, so
// that registers hold the values themselves. Products use the registers of their DSP blocks (hw/product.hpp) if the
// clock is high; sums in blocks always do (hw/block_sum.hpp). Any other operator that is slower than a stage is
// followed by as many registers as it needs, which synthesis moves into it.
#pragma once

#include <string>

#include "hw/cut.hpp"

namespace rtlgen::hw {

struct DelayModel;
struct Module;

/// Delay in ps of the longest path through a combinational module, without registers.
int critical_path_ps(const Module& comb, const DelayModel& device);

/// The number of pipeline stages (each ends in registers, the last in those of the outputs) with which no stage exceeds
/// `period_ps`; 0 if the module consists of wiring only.
int stages_needed(const Module& comb, const DelayModel& device, int period_ps, Cut cut = Cut::kFewStages);

/// A lower bound of the period for any number of stages: from a register through one LUT to a register; for rows with
/// cell delays also through the longest carry chain, which no register can cut.
int least_period_ps(const Module& comb, const DelayModel& device);

/// DSP blocks that the products of `comb` take as tiles (hw/product.hpp), and those of its sums (hw/block_sum.hpp).
int dsp_blocks(const Module& comb, const DelayModel& device);

/// `comb` with exactly `stages` registers on every path from input to output. Each stage fills the period, so that
/// logic shares LUTs if the clock allows. Without a period, or if `stages` are too few for it, the slowest stage is as
/// fast as possible. With 0 `stages`, returns the module under the new name. If `stages` are too few for
/// Cut::kFewLuts, uses Cut::kFewStages.
Module pipeline(const Module& comb, const DelayModel& device, int stages, const std::string& name,
                Cut cut = Cut::kFewStages, int period_ps = 0);

/// Keeps the first register of each operand a flip-flop, for modules that run short of LUTs. Operands that wait three
/// cycles, the shortest delay for which synthesis uses a shift register, then need no LUTs.
void keep_first_stage(Module& piped);

/// Proves that every path from an input to an output of `piped` passes exactly `stages` registers;
/// shares no code with pipeline(). Constants may pass any number. Throws InternalError.
void verify_pipeline(const Module& piped, int stages);

}  // namespace rtlgen::hw
