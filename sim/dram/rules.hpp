// The timing rules of a DRAM, judged on a list of commands: the rules of JEDEC, pair by pair, with no scheduler in
// mind.
//
// Shares nothing with the controller but the list's type: it looks back over the commands of the last tRFC or so and
// applies every rule to every pair. Slow; for tests.
#pragma once

#include <string>
#include <vector>

#include "dram/controller.hpp"
#include "dram/timings.hpp"

namespace rtlgen::dram {

/// "" or the first rule that is broken: its name, then which commands. `clocks`: the trace's length, for refresh.
std::string broken_rule(const std::vector<Command>& commands, const Timings& timings, std::int64_t clocks);

}  // namespace rtlgen::dram
