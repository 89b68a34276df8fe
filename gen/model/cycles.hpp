// Cycles of a run as the hardware spends them when memory keeps up: what is simulated with ideal memory, cycle by
// cycle.
//
// Passes of a grid hardly longer than the chain wait for each other; then the entrance is followed word by word, as far
// as that is cheap. The result states whether it is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/axes.hpp"
#include "support/units.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::contract {
struct CoreInterface;
struct RunSettings;
}  // namespace rtlgen::contract

namespace rtlgen::model {

/// Words of each held array of a run.
std::vector<std::int64_t> held_words(const plan::Plan& plan, const spec::Extents& extents);

/// Of words to go through the entrance together, the first waits until a word of the pass before is back. Tokens are
/// counted from the pass's first, gaps included.
struct Entrance {
  Tokens first;
  std::optional<Tokens> wait;  ///< of the pass before, pushes out what is needed; beyond the pass: of this one
};

/// Cycles from the first token of a run's first pass to that of its last, and from there to its end's first: passes of
/// `tokens`, each `token_cycles` long or more, what is waited for `way` cycles behind the token that pushes it out.
struct Paced {
  double before_last = 0;
  double last = 0;
  bool exact = true;  ///< else the pace of the first passes, of so many entrances that not all are followed
};
Paced paced(const std::vector<Entrance>& entrances, Tokens tokens, std::int64_t passes, double token_cycles,
            double way);

/// Tokens of a pass, gaps included.
Tokens pass_tokens(const contract::CoreInterface& core, const contract::RunSettings& run);
/// With a shell each row waits for rows of the pass before.
std::vector<Entrance> row_entrances(const contract::CoreInterface& core, const contract::RunSettings& run);

struct IdealCycles {
  std::int64_t cycles = 0;
  bool exact =
      true;  ///< else an estimate: passes wait for each other, with too many words to follow each; `bound` holds
  std::int64_t bound = 0;    ///< never more
  std::int64_t waiting = 0;  ///< of them, those in which passes wait for each other
};

/// `pass_by_pass`: each of the run's passes is a run.
IdealCycles ideal_cycles(const plan::Plan& plan, const spec::Extents& extents, const contract::RunSettings& run,
                         bool pass_by_pass);

}  // namespace rtlgen::model
