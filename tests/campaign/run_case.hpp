// One program through check, plan, both printers and simulators, against the golden engine.
#pragma once

#include <functional>
#include <string>

#include "program.hpp"

namespace rtlgen::runner {
struct Sources;
}

namespace rtlgen::hw {
struct Design;
}

namespace rtlgen::test {

/// Ways to simulate, cheapest first.
enum class Tier : std::uint8_t {
  kPlan,           ///< checks, plans, verifies; prints both languages, runs nothing
  kInterpreter,    ///< the design in process; programs whose words are too wide for it pass
  kIcarus,         ///< Verilog
  kGhdl,           ///< VHDL
  kVerilator,      ///< Verilog
  kVerilatorVhdl,  ///< VHDL by way of GHDL
  kCard,           ///< Verilog in its shell, with DRAM that stalls, from arrays to arrays
  kCardVhdl
};

const char* tier_name(Tier tier);

struct Verdict {
  enum class Status : std::uint8_t { kClean, kInvalid, kFailed } status = Status::kClean;
  std::string kind;      ///< the fault without numbers: the same for the same bug, mostly
  std::string detail;    ///< for people
  bool skipped = false;  ///< clean, but this tier cannot run it

  [[nodiscard]] bool failed() const { return status == Status::kFailed; }
};

/// Changes that prove that a fault is found.
struct Faults {
  std::function<void(hw::Design&)> design;        ///< for the interpreter
  std::function<void(runner::Sources&)> sources;  ///< for the simulators
};

/// Lowers the clock until every operator can follow it, and chooses the extents of the run. Returns a
/// refusal, or clean.
Verdict finish_program(Program& program);

/// Runs `program` in this process; whatever is thrown becomes a verdict.
Verdict run_case(const Program& program, Tier tier, const Faults& faults = {});

/// The same in a process of its own, which may crash or hang: ended after `seconds`.
Verdict run_isolated(const Program& program, Tier tier, int seconds, const Faults& faults = {});

}  // namespace rtlgen::test
