// Dependence, row by row. Only values that depend on nothing but a cell's position are computed: the conditions of
// choices.
#include "golden/ignored.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "golden/program.hpp"
#include "golden/scalar.hpp"
#include "spec/boundary.hpp"
#include "spec/fused_sum.hpp"
#include "spec/program.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::golden {

namespace {

using Mask = std::vector<std::uint8_t>;

/// The choices of a stage whose conditions depend only on the cell's position, and the side that each takes in every
/// cell.
class Guards {
 public:
  Guards(const spec::Program& stencil, const Program& program, const spec::Extents& extents)
      : spec_(&stencil), program_(&program), needed_(program.code.size(), false), taken_(program.code.size()) {
    find_decided();
    if (any_) evaluate(extents);
  }

  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] bool decides(std::size_t code) const { return !taken_[code].empty(); }
  /// The side in a cell of the grid, for a decided choice.
  [[nodiscard]] bool taken(std::size_t code, std::int64_t cell) const { return taken_[code][at(cell)] != 0; }

 private:
  [[nodiscard]] const spec::Node& node(std::size_t code) const { return spec_->nodes[program_->code[code].node]; }

  /// Allocates the masks of decided choices, and marks the values that their conditions need.
  void find_decided() {
    const std::vector<Instruction>& code = program_->code;
    std::vector<bool> placed(code.size());
    for (std::size_t i = 0; i < code.size(); ++i) {
      const spec::Op op = node(i).op;
      placed[i] = op == spec::Op::kCoordinate || op == spec::Op::kRegion || op == spec::Op::kExtent ||
                  op == spec::Op::kConstant;
      if (!code[i].args.empty())
        placed[i] = std::all_of(code[i].args.begin(), code[i].args.end(), [&](int arg) { return placed[at(arg)]; });
      if (op != spec::Op::kSelect || !placed[at(code[i].args[0])]) continue;
      any_ = true;
      taken_[i].resize(1);
      needed_[at(code[i].args[0])] = true;
    }
    for (std::size_t i = code.size(); i-- > 0;) {
      for (const int arg : code[i].args) needed_[at(arg)] = needed_[at(arg)] || needed_[i];
    }
  }

  /// Evaluates each value once per cell, operands before their readers, so that conditions with shared expressions cost
  /// no more than their number of nodes.
  void evaluate(const spec::Extents& extents) {
    for (Mask& mask : taken_) mask.resize(mask.empty() ? 0 : at(extents[0] * extents[1] * extents[2]));
    std::vector<std::uint64_t> values(program_->code.size());
    std::size_t cell = 0;
    for (std::int64_t z = 0; z < extents[2]; ++z) {
      for (std::int64_t y = 0; y < extents[1]; ++y) {
        for (std::int64_t x = 0; x < extents[0]; ++x, ++cell) {
          for (std::size_t i = 0; i < values.size(); ++i) {
            if (needed_[i]) values[i] = value(i, values, {x, y, z}, extents);
            if (decides(i)) taken_[i][cell] = values[at(program_->code[i].args[0])] != 0 ? 1 : 0;
          }
        }
      }
    }
  }

  [[nodiscard]] std::uint64_t value(std::size_t code, const std::vector<std::uint64_t>& values,
                                    const spec::Extents& cell, const spec::Extents& extents) const {
    const spec::Node& n = node(code);
    if (n.op == spec::Op::kConstant) return n.bits;
    if (n.op == spec::Op::kRegion) return spec_->regions[n.region()].holds(cell, extents) ? 1 : 0;
    if (n.op == spec::Op::kCoordinate || n.op == spec::Op::kExtent) {
      return static_cast<std::uint64_t>((n.op == spec::Op::kCoordinate ? cell : extents)[at(n.index)]) & n.type.mask();
    }
    const std::vector<int>& args = program_->code[code].args;
    std::vector<std::uint64_t> operands;
    operands.reserve(args.size());
    for (const int arg : args) operands.push_back(values[at(arg)]);
    if (n.op == spec::Op::kSelect) return operands[operands[0] != 0 ? 1 : 2];
    const spec::Type& operand = node(at(args.front())).type;
    if (n.op == spec::Op::kLookup) return spec_->tables[n.table()].value_at(operand, operands[0]);
    if (n.op == spec::Op::kFused)
      return spec::fused_sum_bits(n.fused, n.type, operands.data(), spec_->subnormals == spec::Subnormals::kFlush);
    return scalar_op(n.op, n.type, operand, operands, spec_->subnormals == spec::Subnormals::kFlush,
                     {spec_->rounding, spec_->overflow});
  }

  const spec::Program* spec_;
  const Program* program_;
  bool any_ = false;
  std::vector<bool> needed_;  ///< for the condition of a choice
  std::vector<Mask> taken_;   ///< by instruction; empty unless it is a decided choice
};

class Spread {
 public:
  Spread(const spec::Program& stencil, const spec::Extents& extents)
      : spec_(stencil), extents_(extents), any_(stencil.streams.size(), false) {
    programs_.reserve(spec_.stages.size());  // guards point into it
    for (const spec::Stage& stage : spec_.stages) {
      programs_.push_back(compile(spec_, stage));
      guards_.push_back(Guards(spec_, programs_.back(), extents_));
    }
    masks_.assign(spec_.streams.size(), Mask(at(extents_[0] * extents_[1] * extents_[2]), 0));
  }

  Masks run(std::int64_t iterations) {
    // The set of ignored cells only grows from step to step: once it stays the same, it is final.
    bool grows = true;
    for (std::int64_t step = 0; step < iterations && grows; ++step) {
      for (const spec::StageId i : spec_.stages.ids()) sweep(spec_.stages[i], programs_[i], guards_[i]);
      grows = next_step();
    }
    Masks result;
    for (const spec::ArrayId a : spec_.arrays.ids()) {
      const spec::Role role = spec_.arrays[a].role;
      if (role != spec::Role::kState && role != spec::Role::kOutput) continue;
      result[a.index()] = masks_[spec_.final_stream(a)];
    }
    return result;
  }

 private:
  /// The values that enter the next step are those that the previous one left.
  bool next_step() {
    bool grows = false;
    for (const spec::ArrayId a : spec_.arrays.ids()) {
      const spec::StreamId first = spec_.first_stream(a);
      const spec::StreamId last = spec_.final_stream(a);
      if (!first.valid() || first == last) continue;
      grows = grows || masks_[first] != masks_[last];
      masks_[first] = masks_[last];
      any_[first] = any_[last];
    }
    return grows;
  }

  void sweep(const spec::Stage& stage, const Program& program, const Guards& guards) {
    Mask& out = masks_[stage.output];
    RTLGEN_CHECK(!stage.mirror, "ignored cells are computed for programs as written");
    if (stage.sweep) any_[stage.output] = true;  // for the rows that are marked below
    const bool back = stage.sweep && stage.sweep->backward, in_rows = stage.sweep && stage.sweep->axis == 0;
    const Reach reach = reach_of(spec_, stage, program);
    Mask marked(at(extents_[0]));
    for (std::int64_t k = 0; k < extents_[2]; ++k) {
      for (std::int64_t j = 0; j < extents_[1]; ++j) {
        const std::int64_t y = back ? extents_[1] - 1 - j : j, z = back ? extents_[2] - 1 - k : k;
        std::uint8_t* const row = out.data() + extents_[0] * (y + extents_[1] * z);
        std::memset(row, 0, at(extents_[0]));
        // Along x, cells depend on others of the row: repeat until the marks stop growing.
        for (bool grows = true; grows; grows = in_rows && grows) {
          mark(stage, program, guards, reach, y, z, marked);
          grows = std::memcmp(row, marked.data(), marked.size()) != 0;
          std::memcpy(row, marked.data(), marked.size());
        }
      }
    }
    any_[stage.output] = std::find(out.begin(), out.end(), 1) != out.end();
  }

  /// Marks the cells of a row, in `marked`, that read a marked cell.
  void mark(const spec::Stage& stage, const Program& program, const Guards& guards, const Reach& reach, std::int64_t y,
            std::int64_t z, Mask& marked) {
    std::fill(marked.begin(), marked.end(), 0);
    if (guards.any()) {
      guarded(program, guards, y, z, marked.data());
    } else {
      for (const Instruction& code : program.code) {
        const spec::Node& node = spec_.nodes[code.node];
        if (node.op == spec::Op::kTap && any_[node.stream]) read(node, y, z, marked.data());
      }
    }
    if (stage.border != spec::Border::kCompute) border(stage, reach, y, z, marked.data());
  }

  /// The same, operation by operation: if the cell's position decides a choice, only the selected side counts.
  void guarded(const Program& program, const Guards& guards, std::int64_t y, std::int64_t z, std::uint8_t* row) {
    if (marks_.size() < program.code.size()) marks_.resize(program.code.size(), Mask(at(extents_[0]), 0));
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      const Instruction& code = program.code[i];
      const spec::Node& node = spec_.nodes[code.node];
      Mask& mark = marks_[i];
      std::fill(mark.begin(), mark.end(), 0);
      if (node.op == spec::Op::kTap && any_[node.stream]) read(node, y, z, mark.data());
      const bool decided = guards.decides(i);
      for (std::int64_t x = 0; x < extents_[0]; ++x) {
        if (decided) {
          mark[at(x)] = marks_[at(code.args[guards.taken(i, x + extents_[0] * (y + extents_[1] * z)) ? 1 : 2])][at(x)];
          continue;
        }
        for (const int arg : code.args) mark[at(x)] |= marks_[at(arg)][at(x)];
      }
    }
    const Mask& root = marks_[program.code.size() - 1];
    std::copy(root.begin(), root.end(), row);
  }

  /// Marks the cells of a row whose read returns a marked cell.
  void read(const spec::Node& node, std::int64_t y, std::int64_t z, std::uint8_t* row) const {
    const auto ry = spec::resolve_index(y + node.offset[1], extents_[1], node.boundary[1]);
    const auto rz = spec::resolve_index(z + node.offset[2], extents_[2], node.boundary[2]);
    if (!ry || !rz) return;  // constants
    const std::uint8_t* const from = masks_[node.stream].data() + extents_[0] * (*ry + extents_[1] * *rz);
    const std::int64_t o = node.offset[0];
    const std::int64_t low = std::clamp<std::int64_t>(-o, 0, extents_[0]);
    const std::int64_t high = std::clamp<std::int64_t>(extents_[0] - o, low, extents_[0]);
    for (std::int64_t x = low; x < high; ++x) row[x] |= from[x + o];
    for (std::int64_t x = low == 0 ? high : 0; x < extents_[0]; x = x + 1 == low ? high : x + 1) {
      const auto rx = spec::resolve_index(x + o, extents_[0], node.boundary[0]);
      if (rx) row[x] |= from[*rx];
    }
  }

  /// Marks cells for which any read is outside the grid.
  void border(const spec::Stage& stage, const Reach& reach, std::int64_t y, std::int64_t z, std::uint8_t* row) const {
    const auto outside = [&](std::size_t a, std::int64_t i) {
      return i < reach.low[a] || i + reach.high[a] >= extents_[a];
    };
    const bool whole = outside(1, y) || outside(2, z);
    for (std::int64_t x = 0; x < extents_[0]; ++x) {
      if (!whole && !outside(0, x)) continue;
      row[x] = stage.border == spec::Border::kIgnore
                   ? 1
                   : masks_[stage.old_stream][at(x + extents_[0] * (y + extents_[1] * z))];
    }
  }

  const spec::Program& spec_;
  spec::Extents extents_;
  IndexVector<spec::StageId, Program> programs_;
  IndexVector<spec::StageId, Guards> guards_;
  IndexVector<spec::StreamId, Mask> masks_;
  IndexVector<spec::StreamId, bool> any_;  ///< some cell is marked
  std::vector<Mask> marks_;                ///< for a row, by instruction
};

}  // namespace

Masks ignored(const spec::Program& stencil, const spec::Extents& extents, std::int64_t iterations) {
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
