// Designs of AMD families for static timing: operators, cores, cards; and the rows of delays that they are timed by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/request.hpp"
#include "static_timing/static_timing.hpp"

namespace rtlgen::board {
struct Board;
}
namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::bench {

/// An operator, by the name of its modules and its format.
struct OperatorCase {
  std::string name;
  ops::Request request;
};

/// Every operator that is a module of its own, at float32; some at float16 and float64, as integers and with a fixed
/// point.
std::vector<OperatorCase> operator_cases();

struct CoreCase {
  std::string name;
  std::string file;               ///< in the source folder
  std::vector<std::string> sets;  ///< KEY=VALUE
};
std::vector<CoreCase> core_cases();

/// Every stencil of configs/, by name: one Executor of one cell per cycle.
std::vector<CoreCase> config_cases();

/// Timed by `device`, for which it is cut, at the standard clock or that of `sets`. `period_ps` is set to its period.
synthesis::TimingReport core_timing(const CoreCase& core, const hw::DelayModel& device, int& period_ps);

struct ClockTiming {
  std::string net;
  int period_ps = 0;
  synthesis::TimingReport report;
};

/// The top of the project of a 16-bit core on a board, shell and core inside, IP as registers at its ports; where the
/// project is a Vitis kernel, it alone, with such registers of the bus clock at its ports. A report for each clock.
/// `edit` may change the Verilog.
std::vector<ClockTiming> card_timing(const std::string& board, const std::function<void(std::string&)>& edit = {});

}  // namespace rtlgen::bench
