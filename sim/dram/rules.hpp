// Checks a list of commands against the timing rules of a DRAM: the rules of JEDEC, pair by pair, independent of any
// scheduler.
//
// Shares only the type of the list with the controller: it looks back over the commands of about the last tRFC and
// applies every rule to every pair. Slow; for tests.
#pragma once

#include <string>
#include <vector>

#include "dram/controller.hpp"
#include "dram/timings.hpp"

namespace rtlgen::dram {

/// The first rule that is broken: its name, and the commands; "" if there is none. `clocks`: length of the trace, for
/// refresh.
std::string broken_rule(const std::vector<Command>& commands, const Timings& timings, std::int64_t clocks);

}  // namespace rtlgen::dram
