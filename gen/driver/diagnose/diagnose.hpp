// Why a card does not come up: steps from "card on the bus" to "bits equal", up to the first that fails.
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

struct Step {
  int number = 0;     ///< from 1
  std::string name;   ///< one word: "memory"
  std::string title;  ///< for people: "transfers to and from memory"
  StepOutcome outcome = StepOutcome::kPassed;
  std::string seen;  ///< of a skipped step the reason
  std::string expected;
  std::vector<std::string> causes;  ///< likeliest first; of a step that passed, what could be better
  std::string next;                 ///< of a failed one: a command to type
  double seconds = 0;
  int round = 0;            ///< of a soak; 0: the first climb
  bool is_device = true;    ///< bus, driver or registers are at fault, not results
  bool is_endless = false;  ///< it did not end within its limit, and its thread still runs
};

struct Diagnosis {
  std::vector<Step> steps;  ///< of the first climb, and the step of a later round that failed
  int rounds = 0;           ///< of a soak that passed, besides the first climb

  [[nodiscard]] const Step* failure() const;
};

/// Steps of a whole climb.
inline constexpr int kDiagnoseSteps = 11;

inline constexpr RealRange kSoakRange{"--soak", 1e-4, 1e6, "minutes"};
inline constexpr RealRange kLimitRange{"--limit", 1, 1e6, "seconds"};

struct DiagnoseOptions {
  CardOptions card;
  double limit_seconds = 0;               ///< of each step; 0: 600, behind a serial line and in simulation 7200
  double soak_minutes = 0;                ///< steps 6 to 11 are repeated for so long; 0: once
  bool accepts_polling = false;           ///< a lost interrupt is no failure
  std::string root;                       ///< where Linux' /sys is
  std::function<void(const Step&)> show;  ///< called after each step of the first climb, and after a failure
};

/// Climbs. Overwrites the card's memory. Faults are those of the description, the options and the data.
Result<Diagnosis> diagnose(const DiagnoseOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
