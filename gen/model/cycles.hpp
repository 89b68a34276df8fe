// The cycles of a run if memory keeps up: exactly those of a simulation with ideal memory.
//
// If a grid is hardly longer than the chain, passes wait for each other; then the entrance is followed word by word, as
// far as that is cheap. The result states whether it is exact.
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

/// The number of words of each held array in a run.
std::vector<std::int64_t> held_words(const plan::Plan& plan, const spec::Extents& extents);

/// A group of words that pass the entrance together; the first waits until a word of the previous pass is back. Tokens
/// are counted from the first of the pass, including gaps.
struct Entrance {
  Tokens first;
  std::optional<Tokens>
      wait;  ///< token of the previous pass that pushes out the word needed; if it exceeds a pass, of this one
};

/// Cycles from the first token of a run's first pass to the first of its last pass, and from there to the end: passes
/// of `tokens` tokens, each `token_cycles` long or more. What a word waits for arrives `way` cycles after the token
/// that pushes it out.
struct Paced {
  double before_last = 0;
  double last = 0;
  bool exact = true;  ///< false: extrapolated from the first passes, because there are too many entrances to follow all
};
Paced paced(const std::vector<Entrance>& entrances, Tokens tokens, std::int64_t passes, double token_cycles,
            double way);

/// Tokens of a pass, including gaps.
Tokens pass_tokens(const contract::CoreInterface& core, const contract::RunSettings& run);
/// With a shell, each row waits for rows of the previous pass.
std::vector<Entrance> row_entrances(const contract::CoreInterface& core, const contract::RunSettings& run);

struct IdealCycles {
  std::int64_t cycles = 0;
  bool exact = true;  ///< false: an estimate, because passes wait for each other and have too many words to follow;
                      ///< `bound` holds
  std::int64_t bound = 0;    ///< upper bound
  std::int64_t waiting = 0;  ///< the part in which passes wait for each other
};

/// `pass_by_pass`: each pass is a separate run.
IdealCycles ideal_cycles(const plan::Plan& plan, const spec::Extents& extents, const contract::RunSettings& run,
                         bool pass_by_pass);

}  // namespace rtlgen::model
