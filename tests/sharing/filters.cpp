// One octant of the symmetric filter says all of it.
#include "filters.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace rtlgen::test {

namespace {

std::string yaml(const std::string& sum, const std::string& name, const std::string& type, const std::string& keys,
                 bool keep) {
  return fmt::format(
      "name: {}\ngrid: [480, 480]\ntype: {}\n{}fields:\n  a: {{}}\nupdate:\n  - a: {{border: {}, expr: \"{}\"}}\n",
      name, type, keys, keep ? "keep" : "compute", sum);
}

}  // namespace

int contrast_coefficient(int dx, int dy) {
  static const std::vector<std::vector<int>> rows{{127, 122, 108, 84, 54, 18, -22, -64, -106},
                                                  {122, 117, 103, 80, 50, 14, -26, -67},
                                                  {108, 103, 89, 67, 37, 3, -36, -76},
                                                  {84, 80, 67, 46, 18, -15, -52, -90},
                                                  {54, 50, 37, 18, -8, -39, -73},
                                                  {18, 14, 3, -15, -39, -67, -98},
                                                  {-22, -26, -36, -52, -73, -98},
                                                  {-64, -67, -76, -90},
                                                  {-106}};
  const auto x = static_cast<std::size_t>(std::abs(dx));
  const auto y = static_cast<std::size_t>(std::abs(dy));
  return y < rows.size() && x < rows[y].size() ? rows[y][x] : 0;
}

analysis::SumProblem contrast_problem() {
  analysis::SumProblem p;
  p.grid = {480, 480, 1};
  p.sums.emplace_back();
  std::map<int, int> units;
  for (int dy = -8; dy <= 8; ++dy) {
    for (int dx = -8; dx <= 8; ++dx) {
      const int c = contrast_coefficient(dx, dy);
      if (c == 0) continue;
      const int unit = units.emplace(c, static_cast<int>(units.size())).first->second;
      p.sums[0].push_back({unit, {dx, dy, 0}, 1});
    }
  }
  p.units.resize(units.size());
  return p;
}

analysis::SumProblem box_problem(int w, int h) {
  analysis::SumProblem p;
  p.grid = {480, 480, 1};
  p.units.resize(1);
  p.sums.emplace_back();
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) p.sums[0].push_back({0, {x, y, 0}, 1});
  }
  return p;
}

std::string contrast_yaml(const std::string& type, const std::string& keys, bool keep) {
  std::string sum;
  for (int dy = -8; dy <= 8; ++dy) {
    for (int dx = -8; dx <= 8; ++dx) {
      const int c = contrast_coefficient(dx, dy);
      if (c != 0) sum += fmt::format("{}{}*a[{},{}]", c < 0 ? " - " : sum.empty() ? "" : " + ", std::abs(c), dx, dy);
    }
  }
  return yaml(sum, "contrast", type, keys, keep);
}

std::string box_yaml(int w, int h, const std::string& type, const std::string& keys, bool keep) {
  std::string sum;
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) sum += fmt::format("{}a[{},{}]", sum.empty() ? "" : " + ", x - w / 2, y - h / 2);
  }
  return yaml(sum, "box", type, keys, keep);
}

}  // namespace rtlgen::test
