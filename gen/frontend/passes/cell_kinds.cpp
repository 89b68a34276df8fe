// Kinds of cells, axis by axis.
#include "frontend/passes/cell_kinds.hpp"

#include <set>

namespace rtlgen::frontend {

namespace {

/// The coordinates along an axis at which a new kind of cells begins.
std::set<std::int64_t> starts(const std::vector<Line>& lines, const LineGroup& group, std::size_t axis,
                              std::int64_t extent) {
  std::set<std::int64_t> out{0};
  const auto add = [&](std::int64_t c) {
    if (c >= 0 && c < extent) out.insert(c);
  };
  for (std::size_t i = group.first; i < group.first + group.count; ++i) {
    const LineRegion& region = lines[i].region;
    if (!region.is_rest) {
      add(region.box.spans[axis].first.at(extent));
      add(region.box.spans[axis].end.at(extent));
    }
    for (const spec::Offset& read : lines[i].reads) add(read[axis] < 0 ? -read[axis] : extent - read[axis]);
  }
  return out;
}

}  // namespace

void each_kind(const std::vector<Line>& lines, const LineGroup& group, const spec::Extents& extents,
               const std::function<void(const spec::Extents& cell)>& visit) {
  const auto xs = starts(lines, group, 0, extents[0]);
  const auto ys = starts(lines, group, 1, extents[1]);
  for (const std::int64_t z : starts(lines, group, 2, extents[2])) {
    for (const std::int64_t y : ys) {
      for (const std::int64_t x : xs) visit({x, y, z});
    }
  }
}

std::vector<std::size_t> lines_at(const std::vector<Line>& lines, const LineGroup& group, const spec::Extents& cell,
                                  const spec::Extents& extents) {
  std::vector<std::size_t> out;
  for (std::size_t i = group.first; i < group.first + group.count; ++i) {
    const LineRegion& region = lines[i].region;
    if (region.is_rest ? out.empty() : region.box.holds(cell, extents)) out.push_back(i);
  }
  return out;
}

}  // namespace rtlgen::frontend
