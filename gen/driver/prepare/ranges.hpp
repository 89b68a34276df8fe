// The valid ranges of settings of runs, predictions and searches: one table for the command line, the Python package
// and the use cases themselves, which check all values again.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::driver {

/// The range of an integer setting.
struct WholeRange {
  std::string_view option;  ///< on the command line
  std::uint64_t low = 0, high = 0;

  [[nodiscard]] bool holds(std::integral auto value) const {
    return std::cmp_greater_equal(value, low) && std::cmp_less_equal(value, high);
  }
  /// "a whole number from 1 to 1024".
  [[nodiscard]] std::string text() const;
};

/// The range of a real setting; it never contains NaN or infinity.
struct RealRange {
  std::string_view option;
  double low = 0, high = 0;
  std::string_view unit{};

  [[nodiscard]] bool holds(double value) const { return value >= low && value <= high; }
  /// "a number from 1 to 2000 MHz".
  [[nodiscard]] std::string text() const;
};

inline constexpr std::uint64_t kMostSteps = std::numeric_limits<std::int32_t>::max();

inline constexpr WholeRange kIterationsRange{"--iterations", 1, kMostSteps};
inline constexpr WholeRange kGoldenIterationsRange{"--iterations", 0, kMostSteps};  ///< 0: the start data
inline constexpr WholeRange kExtentRange{"--extents", 1, kMostSteps};               ///< the grid has further limits
inline constexpr WholeRange kEveryRange{"--every", 1, kMostSteps};
inline constexpr WholeRange kSeedRange{"--seed", 0, std::numeric_limits<std::uint64_t>::max()};
inline constexpr WholeRange kLanesRange{"--cells-per-cycle", 1, 1024};
inline constexpr WholeRange kDepthRange{"--steps", 1, 4096};
inline constexpr WholeRange kCardsRange{"--cards", 1, 256};
inline constexpr WholeRange kBatchRange{"--batch", 1, 1'000'000};
inline constexpr WholeRange kJobsRange{"--jobs", 1, 1024};
inline constexpr WholeRange kTaskRange{"--task", 0, 1'000'000};
inline constexpr RealRange kClockRange{"--clock", 1, 2000, "MHz"};
inline constexpr RealRange kClocksRange{"--clocks", 1, 2000, "MHz"};
inline constexpr RealRange kTargetRange{"--target", 1, 1e18, "cell updates per second"};
inline constexpr RealRange kPatienceRange{"--patience", 0.1, 1e6, "seconds"};
inline constexpr RealRange kNetworkRange{"--network", 1e-3, 1e6};
inline constexpr RealRange kFillRange{"--fill", 0.01, 1};  ///< fractions; the command line uses percent

/// Reports a value outside `range` (RG0824): the name, the value, the range.
void refuse_number(std::string_view name, std::string_view value, const std::string& range, Diagnostics& diagnostics);

/// Returns false, after reporting it, if `value` is out of range.
bool check_number(const WholeRange& range, std::int64_t value, Diagnostics& diagnostics);
bool check_number(const RealRange& range, double value, Diagnostics& diagnostics);

/// The same for all elements.
template <class Range, class T>
bool check_numbers(const Range& range, const std::vector<T>& values, Diagnostics& diagnostics) {
  bool good = true;
  for (const T& value : values) good = check_number(range, value, diagnostics) && good;
  return good;
}

}  // namespace rtlgen::driver
