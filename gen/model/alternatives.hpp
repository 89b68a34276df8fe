// Which of several designs are worth choosing between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rtlgen::model {

struct Alternative {
  double seconds = 0;
  std::vector<std::int64_t> costs;  ///< resources and anything else that should be low, in the same order for all
};

/// For each alternative the one that makes it superfluous, none if it stays: one that stays, costs nothing more, and is
/// at least as fast. If it costs less, it may also be slower by the factor `tie`. Of equal ones the first stays.
std::vector<std::optional<std::size_t>> superfluous(const std::vector<Alternative>& all, double tie);

}  // namespace rtlgen::model
