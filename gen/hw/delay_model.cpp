// Delay figures of device families, and the resulting delay of each kind of expression.
#include "hw/delay_model.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "hw/ir.hpp"

namespace rtlgen::hw {

namespace {

constexpr std::nullopt_t kNoCells = std::nullopt;
using enum DelayModel::Origin;

constexpr int kFewLoads = 4;
/// Schedules by cells leave one part in kReserve of a period unused: Yosys maps for the depth of all logic, not for
/// time.
constexpr int kReserve = 25;

/// Adds the coarse figures, which plans use outside of operators, to a row that has only cells.
DelayModel completed(DelayModel row) {
  if (row.lut > 0) return row;
  const CellDelays& d = row.cells.value();
  row.by_cells = true;
  row.lut = d.lut + route_ps(d, kFewLoads);
  row.carry_base = d.carry_on + d.carry_off + route_ps(d, kFewLoads);
  row.carry_per_bit = d.carry_bit;
  row.memory_read = d.ram_read;
  row.register_overhead = d.clock_to_q + d.set_up;
  return row;
}

const std::vector<DelayModel>& rows() {
  static const std::vector<DelayModel> table = [] {
    std::vector<DelayModel> all = {
#include "hw/delay_rows.inc"
    };
    std::transform(all.begin(), all.end(), all.begin(), completed);
    return all;
  }();
  return table;
}

int log_levels(int inputs, int base) {
  int levels = 0;
  for (long reach = 1; reach < inputs; reach *= base) ++levels;
  return levels;
}

/// Levels of LUTs for a chain of `choices` 2:1 multiplexers: a LUT of six inputs holds two of them.
int shift_levels(int choices, int lut_inputs) { return lut_inputs < 6 ? choices : (choices + 1) / 2; }

}  // namespace

int route_ps(const CellDelays& cells, int loads) {
  const int doublings = static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(loads, 1)))) - 1;
  return cells.route + cells.route_doubling * doublings;
}

int DelayModel::stage_budget(int period_ps) const {
  // The last LUT is packed with its register, whose set-up time includes it.
  return by_cells ? period_ps - period_ps / kReserve - register_overhead + cells->lut : period_ps - register_overhead;
}

int DelayModel::logic_budget(int period_ps) const {
  // Rows that were compared with routed cores need no reserve: they tend to predict clocks that are too low
  // (docs/evidence/timing.md).
  const int reserve = by_cells && !is_compared ? period_ps / kReserve : 0;
  return period_ps - reserve - register_overhead;
}

const DelayModel* DelayModel::find(const std::string& name) {
  const auto found = std::find_if(rows().begin(), rows().end(), [&](const DelayModel& m) { return m.name == name; });
  return found == rows().end() ? nullptr : &*found;
}

bool DelayModel::has_mlabs() const {
  static const std::set<std::string> kIntel = {"stratixv", "arriav", "arria10", "cyclone10gx", "stratix10", "agilex"};
  return kIntel.contains(family);
}

std::string family_of(const std::string& name) {
  const DelayModel* const model = DelayModel::find(name);
  return model != nullptr ? model->family : name;
}

std::vector<std::string> DelayModel::names() {
  std::vector<std::string> all;
  all.reserve(rows().size());
  for (const DelayModel& m : rows()) all.push_back(m.name);
  return all;
}

int DelayModel::of(const Module& module, const Expr& e) const {
  const auto arg_width = [&](std::size_t i) { return module.exprs[e.args[i]].width; };
  const auto is_constant = [&](std::size_t i) { return module.exprs[e.args[i]].kind == ExprKind::kConst; };
  switch (e.kind) {
    case ExprKind::kConst:
    case ExprKind::kSignal:
    case ExprKind::kSlice:
    case ExprKind::kConcat:
    case ExprKind::kRepeat:
    case ExprKind::kZext:
    case ExprKind::kSext:
    case ExprKind::kNot:
      return 0;
    // The inversion of a whole word is absorbed by the LUTs of the carry chain that it feeds.
    case ExprKind::kXor:
      for (const ExprId a : e.args) {
        if (e.width > 1 && module.exprs[a].kind == ExprKind::kRepeat) return 0;
      }
      return lut / 2;
    // Two-input gates share LUTs with the logic that they feed: half a level each.
    case ExprKind::kAnd:
    case ExprKind::kOr:
      return lut / 2;
    case ExprKind::kMux:
      return lut_inputs < 6 ? lut : lut * 2 / 3;
    case ExprKind::kReduceAnd:
    case ExprKind::kReduceOr:
    case ExprKind::kReduceXor:
      return lut * log_levels(arg_width(0), lut_inputs);
    case ExprKind::kEq:
    case ExprKind::kNe:
      return lut * log_levels(is_constant(0) || is_constant(1) ? arg_width(0) : 2 * arg_width(0), lut_inputs);
    case ExprKind::kUlt:
    case ExprKind::kUle:
    case ExprKind::kSlt:
    case ExprKind::kSle:
      return carry_base + carry_per_bit * arg_width(0) / 2;
    case ExprKind::kAdd:
    case ExprKind::kSub:
    case ExprKind::kAddCarry:
      return e.width <= 3 ? lut : carry_base + carry_per_bit * e.width;
    // A LUT holds a bit of 2^lut_inputs words; dedicated multiplexers join four of them within a level.
    case ExprKind::kTable:
      if (lut_inputs < 6) return lut * (1 + std::max(0, arg_width(0) - lut_inputs));
      return lut * (1 + std::max(0, arg_width(0) - lut_inputs) / 3);
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      return lut * shift_levels(log_levels(std::min(e.width, 1 << std::min(arg_width(1), 20)), 2), lut_inputs);
    case ExprKind::kBlockSum:
      return multiplier / 2;  // the adder of a block; a guess
    case ExprKind::kMul:
    case ExprKind::kMulSigned: {
      const int wide = std::max(arg_width(0), arg_width(1));
      const int narrow = std::min(arg_width(0), arg_width(1));
      const bool one_tile = wide <= dsp_block().width_a && narrow <= dsp_block().width_b;
      return one_tile ? multiplier : multiplier + carry_base + carry_per_bit * e.width / 2;
    }
  }
  return 0;
}

}  // namespace rtlgen::hw
