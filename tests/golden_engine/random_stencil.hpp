// Random small programs and cells that arithmetic finds hard; the same from the same seed anywhere.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "golden/grid.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {

/// splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  /// 0 .. n - 1
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  /// low .. high
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::uint64_t state_;
};

/// Every type that has a path of its own somewhere in the engine, and its neighbours.
const std::vector<spec::Type>& all_types();

/// The operations of the language that make a `type` of `operands` operands of it.
std::vector<spec::Op> operations_on(const spec::Type& type, std::size_t operands);

/// The possible operations of a random expression; `functions`: one of those by tables, if `type` has them.
std::vector<spec::Op> choices(const spec::Type& type, bool functions);

/// A cell: zeros, ends of the range, subnormals, infinities, NaNs of any payload, small numbers,
/// any bits.
std::uint64_t hard_value(const spec::Type& type, Random& random);

golden::Grid hard_grid(const spec::Type& type, const spec::Extents& extents, Random& random);

/// A program with the data and settings of a run.
struct Case {
  spec::Stencil stencil;
  spec::Extents extents{1, 1, 1};
  std::map<int, golden::Grid> inputs;
  std::int64_t iterations = 1;
  std::vector<std::uint64_t> params;
};

/// Up to five lines on up to three axes: several fields, temporaries, every operator and boundary,
/// offsets beyond the grid, params, borders that keep, flushed subnormals.
Case random_case(std::uint64_t seed);

/// One line `q: op(a, b, c)` on `extents`, cells from hard_grid.
Case operator_case(spec::Op op, const spec::Type& result, const std::vector<spec::Type>& operands, bool flush,
                   const spec::Extents& extents, std::uint64_t seed);

}  // namespace rtlgen::test
