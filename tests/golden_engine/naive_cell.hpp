// The value of one cell, by recursion over its expression; see naive.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/grid.hpp"
#include "naive.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::spec {
struct Node;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::test::naive {

/// Index of the cell whose value a read returns, or -1 if none exists: one fold after the other.
std::int64_t fold(std::int64_t i, std::int64_t n, const std::optional<spec::Boundary>& rule, Twist twist);

struct Cell {
  std::int64_t x = 0, y = 0, z = 0;
};

/// The values that one stage sees.
struct View {
  const spec::Stencil& s;
  const spec::Extents& extents;
  const IndexVector<spec::StreamId, golden::Grid>& streams;
  const std::vector<std::uint64_t>& params;
  std::int64_t step = 0;
  Twist twist = Twist::kNone;
  const IndexVector<spec::StreamId, golden::Grid>* start = nullptr;  ///< streams when the step began

  [[nodiscard]] std::uint64_t value(spec::NodeId id, const Cell& c) const;
  [[nodiscard]] bool reads_outside(spec::NodeId id, const Cell& c) const;

 private:
  [[nodiscard]] std::uint64_t tap(const spec::Node& n, const Cell& c) const;
  [[nodiscard]] std::uint64_t bitwise(const spec::Node& n, const spec::Type& t, std::uint64_t a, std::uint64_t b) const;
  [[nodiscard]] std::uint64_t looked_up(const spec::ValueTable& table, const spec::Type& operand,
                                        std::uint64_t bits) const;
  [[nodiscard]] std::uint64_t operation(const spec::Node& n, const spec::Type& operand,
                                        const std::vector<std::uint64_t>& v) const;
};

}  // namespace rtlgen::test::naive
