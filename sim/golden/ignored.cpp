// Dependence alone, row by row: no value is computed.
#include "golden/ignored.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "golden/program.hpp"
#include "support/index.hpp"

namespace rtlgen::golden {

namespace {

using Mask = std::vector<std::uint8_t>;

class Spread {
 public:
  Spread(const spec::Stencil& stencil, const spec::Extents& extents)
      : s_(stencil), e_(extents), any_(stencil.streams.size(), false) {
    for (const spec::Stage& stage : s_.stages) programs_.push_back(compile(s_, stage));
    masks_.assign(s_.streams.size(), Mask(at(e_[0] * e_[1] * e_[2]), 0));
  }

  Masks run(std::int64_t iterations) {
    // What does not matter only grows from step to step: once it stays, it stays for good.
    bool grows = true;
    for (std::int64_t step = 0; step < iterations && grows; ++step) {
      for (std::size_t i = 0; i < s_.stages.size(); ++i) sweep(s_.stages[i], programs_[i]);
      grows = next_step();
    }
    Masks result;
    for (std::size_t a = 0; a < s_.arrays.size(); ++a) {
      const spec::Role role = s_.arrays[a].role;
      if (role != spec::Role::kState && role != spec::Role::kOutput) continue;
      result[static_cast<int>(a)] = masks_[at(s_.final_stream(static_cast<int>(a)))];
    }
    return result;
  }

 private:
  /// The values that enter the next step are those that the last one left.
  bool next_step() {
    bool grows = false;
    for (std::size_t a = 0; a < s_.arrays.size(); ++a) {
      const int first = s_.first_stream(static_cast<int>(a));
      const int last = s_.final_stream(static_cast<int>(a));
      if (first < 0 || first == last) continue;
      grows = grows || masks_[at(first)] != masks_[at(last)];
      masks_[at(first)] = masks_[at(last)];
      any_[at(first)] = any_[at(last)];
    }
    return grows;
  }

  void sweep(const spec::Stage& stage, const Program& program) {
    Mask& out = masks_[at(stage.output)];
    const Reach reach = reach_of(s_, stage, program);
    for (std::int64_t z = 0; z < e_[2]; ++z) {
      for (std::int64_t y = 0; y < e_[1]; ++y) {
        std::uint8_t* const row = out.data() + e_[0] * (y + e_[1] * z);
        std::memset(row, 0, at(e_[0]));
        for (const Instruction& code : program.code) {
          const spec::Node& node = s_.nodes[at(code.node)];
          if (node.op == spec::Op::kTap && any_[at(node.stream)]) read(node, y, z, row);
        }
        if (stage.border != spec::Border::kCompute) border(stage, reach, y, z, row);
      }
    }
    any_[at(stage.output)] = std::find(out.begin(), out.end(), 1) != out.end();
  }

  /// Marks the cells of a row whose read answers from a marked cell.
  void read(const spec::Node& node, std::int64_t y, std::int64_t z, std::uint8_t* row) const {
    const auto ry = spec::resolve_index(y + node.offset[1], e_[1], node.boundary[1].kind);
    const auto rz = spec::resolve_index(z + node.offset[2], e_[2], node.boundary[2].kind);
    if (!ry || !rz) return;  // constants
    const std::uint8_t* const from = masks_[at(node.stream)].data() + e_[0] * (*ry + e_[1] * *rz);
    const std::int64_t o = node.offset[0];
    const std::int64_t low = std::clamp<std::int64_t>(-o, 0, e_[0]);
    const std::int64_t high = std::clamp<std::int64_t>(e_[0] - o, low, e_[0]);
    for (std::int64_t x = low; x < high; ++x) row[x] |= from[x + o];
    for (std::int64_t x = low == 0 ? high : 0; x < e_[0]; x = x + 1 == low ? high : x + 1) {
      const auto rx = spec::resolve_index(x + o, e_[0], node.boundary[0].kind);
      if (rx) row[x] |= from[*rx];
    }
  }

  /// Cells for which any read falls outside the grid.
  void border(const spec::Stage& stage, const Reach& reach, std::int64_t y, std::int64_t z, std::uint8_t* row) const {
    const auto outside = [&](std::size_t a, std::int64_t i) { return i < reach.low[a] || i + reach.high[a] >= e_[a]; };
    const bool whole = outside(1, y) || outside(2, z);
    for (std::int64_t x = 0; x < e_[0]; ++x) {
      if (!whole && !outside(0, x)) continue;
      row[x] = stage.border == spec::Border::kIgnore
                   ? 1
                   : masks_[at(stage.old_stream)][at(x + e_[0] * (y + e_[1] * z))];
    }
  }

  const spec::Stencil& s_;
  spec::Extents e_;
  std::vector<Program> programs_;
  std::vector<Mask> masks_;  ///< by stream
  std::vector<bool> any_;    ///< by stream: is any cell marked?
};

}  // namespace

Masks ignored(const spec::Stencil& stencil, const spec::Extents& extents, std::int64_t iterations) {
  const bool any = std::any_of(stencil.stages.begin(), stencil.stages.end(),
                               [](const spec::Stage& s) { return s.border == spec::Border::kIgnore; });
  return any ? Spread(stencil, extents).run(iterations) : Masks{};
}

std::int64_t count(const Masks& masks) {
  std::int64_t cells = 0;
  for (const auto& [array, mask] : masks) cells = std::accumulate(mask.begin(), mask.end(), cells);
  return cells;
}

}  // namespace rtlgen::golden
