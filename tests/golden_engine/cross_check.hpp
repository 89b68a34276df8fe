// The golden engine against the naive evaluator.
#pragma once

#include <fmt/format.h>

#include <string>

#include "golden/engine.hpp"
#include "naive.hpp"
#include "random_stencil.hpp"
#include "spec/describe.hpp"
#include "spec/program.hpp"

namespace rtlgen::test {

/// The first difference of two results, in words; "" if none exists.
inline std::string difference(const spec::Stencil& s, const std::map<int, golden::Grid>& got,
                              const std::map<int, golden::Grid>& expected, const golden::Masks& ignored = {}) {
  if (got.size() != expected.size()) return "not the same arrays";
  for (const auto& [array, grid] : expected) {
    const spec::Array& a = s.arrays[spec::ArrayId(array)];
    const golden::Grid& other = got.at(array);
    if (other.type != grid.type || other.extents != grid.extents) return "not the same shape";
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      if (!ignored.empty() && ignored.at(array)[static_cast<std::size_t>(i)] != 0) continue;
      if (grid.get(i) == other.get(i)) continue;
      return fmt::format("{} ({}) cell {}: got {:#x}, expected {:#x}\n{}", a.name, a.type.name(), i, other.get(i),
                         grid.get(i), spec::describe(s));
    }
  }
  return "";
}

inline std::string cross_check(const Case& c, Twist twist = Twist::kNone) {
  const golden::Masks ignored = golden::ignored(c.stencil, c.extents, c.iterations);
  if (ignored != naive_ignored(c.stencil, c.extents, c.iterations, twist))
    return "other cells are ignored\n" + spec::describe(c.stencil);
  return difference(c.stencil, golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, {1, {}}),
                    naive_run(c.stencil, c.extents, c.inputs, c.iterations, c.params, twist), ignored);
}

}  // namespace rtlgen::test
