// Diagnoses a card that does not work: steps from "card on the bus" to "bits equal", up to the first that fails.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "driver/prepare/ranges.hpp"
#include "driver/run/run.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

enum class StepOutcome : std::uint8_t { kPassed, kFailed, kSkipped };
/// "passed".
const char* word_of(StepOutcome outcome);

/// The result of a step.
struct Judged {
  StepOutcome outcome = StepOutcome::kPassed;
  std::string seen;  ///< the reason, if the step was skipped
  std::string expected;
  std::vector<std::string> causes;  ///< most likely first; if the step passed, possible improvements
  std::string next;                 ///< a command to type, if the step failed; "": that of its number
  bool is_device = true;            ///< whether bus, driver or registers are at fault, not results
};

struct Step : Judged {
  int number = 0;     ///< counted from 1
  std::string name;   ///< one word: "memory"
  std::string title;  ///< for people: "transfers to and from memory"
  double seconds = 0;
  int round = 0;            ///< round of a soak; 0: the first pass through all steps
  bool is_endless = false;  ///< it exceeded its limit, and its thread is still running
};

struct Diagnosis {
  std::vector<Step> steps;  ///< the first pass, and a step that failed in a later round
  int rounds = 0;           ///< rounds of a soak that passed, not counting the first

  [[nodiscard]] const Step* failure() const;
};

/// The steps, by number.
enum : int {
  kBusStep = 1,
  kCardStep,
  kClocksStep,
  kCalibrationStep,
  kResponseStep,
  kRegistersStep,
  kDesignStep,
  kIdleStep,
  kMemoryStep,
  kTesterStep,
  kCapacityStep,
  kInterruptStep,
  kHardBlocksStep,
  kSmallestStep,
  kGridStep,
  kDiagnoseSteps = kGridStep,
  kMarginStep  ///< only if DiagnoseOptions::finds_margin
};

inline constexpr RealRange kSoakRange{"--soak", 1e-4, 1e6, "minutes"};
inline constexpr RealRange kLimitRange{"--limit", 1, 1e6, "seconds"};

struct DiagnoseOptions {
  CardOptions card;
  double limit_seconds = 0;   ///< limit of each step; 0: 600, on a serial port and in simulation 7200
  double soak_minutes = 0;    ///< time for which the steps from kMemoryStep on are repeated; 0: run them once
  bool finds_margin = false;  ///< raises the kernel clock until bits differ
  /// Sets the kernel clock of the card, in MHz; "", or why that failed. Empty: not possible, except in simulation.
  std::function<std::string(double mhz)> set_clock;
  bool accepts_polling = false;           ///< a lost interrupt does not fail its step
  std::string root;                       ///< folder that contains Linux' /sys
  std::function<void(const Step&)> show;  ///< called after each step of the first pass, and after a failure
};

/// Runs the steps up to the first that fails. Overwrites the card's memory. Reports faults of the description, the
/// options and the data.
Result<Diagnosis> diagnose(const DiagnoseOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
