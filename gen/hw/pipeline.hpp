// Cuts a combinational module into pipeline stages.
//
// Every expression gets a stage; a value that is used in a later stage than it is computed in goes
// through one register per stage. Wiring (slices, concatenations, extensions, inversions) is free and
// is rebuilt where it is used, so registers sit on the values themselves. Products take the
// registers of their DSP blocks (hw/product.hpp) where the clock is high, sums in blocks always (hw/block_sum.hpp); an
// operator otherwise slower than a stage is followed by as many ranks as it needs, for the synthesiser to move into it.
#pragma once

#include <string>

#include "hw/cut.hpp"

namespace rtlgen::hw {

struct DelayModel;
struct Module;

/// Delay of the longest path through a combinational module, in ps, registers not counted.
int critical_path_ps(const Module& comb, const DelayModel& device);

/// Register ranks (the last one at the outputs) so that no stage exceeds `period_ps`; 0 when the
/// module is wiring only.
int stages_needed(const Module& comb, const DelayModel& device, int period_ps, Cut cut = Cut::kFewRanks);

/// The shortest period that any number of ranks reaches, by what is certain: from a register through one LUT to a
/// register; by cells also through the longest carry chain, which no rank cuts.
int least_period_ps(const Module& comb, const DelayModel& device);

/// DSP blocks that its products take as tiles (hw/product.hpp), and those that its sums are in (hw/block_sum.hpp).
int dsp_blocks(const Module& comb, const DelayModel& device);

/// `comb` with exactly `stages` registers on every path from input to output. A stage takes what `period_ps` leaves it,
/// so that logic shares LUTs where the clock allows; without a period, or where `stages` are too few for it, the
/// slowest stage is as fast as possible. `stages` 0 gives the module back under the new name. Where `stages` are too
/// few for Cut::kFewLuts, Cut::kFewRanks.
Module pipeline(const Module& comb, const DelayModel& device, int stages, const std::string& name,
                Cut cut = Cut::kFewRanks, int period_ps = 0);

/// Of operands that wait three cycles, the shortest that is a shift register, the first one is a flip-flop, which parts
/// the rest: for modules whose LUTs are what is short.
void keep_first_rank(Module& piped);

/// Proves that every path from an input to an output of `piped` passes exactly `stages` registers;
/// shares no code with pipeline(). Constants pass any number. Throws InternalError.
void verify_pipeline(const Module& piped, int stages);

}  // namespace rtlgen::hw
