// Delay figures of device families and what they say about each kind of expression.
#include "hw/delay_model.hpp"

#include <algorithm>
#include <array>

#include "hw/ir.hpp"

namespace rtlgen::hw {

namespace {

/// name, LUT inputs, LUT, carry base, carry per bit, multiplier, its operand widths, memory, register
const std::array<DelayModel, 10> kModels = {{
    {"generic", 6, 600, 500, 15, 3200, 24, 17, 1800, 500},
    {"xc5v", 6, 800, 700, 25, 4000, 24, 17, 2200, 600},
    {"xc7", 6, 600, 500, 15, 3200, 24, 17, 1800, 500},
    {"xcu", 6, 400, 350, 8, 2300, 26, 17, 1300, 350},
    {"stratixv", 6, 550, 500, 20, 2900, 27, 27, 1700, 450},
    {"arriav", 6, 700, 650, 25, 3600, 27, 27, 2100, 550},
    {"arria10", 6, 500, 450, 16, 2600, 27, 27, 1600, 400},
    {"cyclone10gx", 6, 550, 500, 18, 2900, 27, 27, 1700, 450},
    {"stratix10", 6, 380, 340, 12, 2000, 27, 27, 1200, 300},
    {"agilex", 6, 330, 300, 10, 1800, 27, 27, 1100, 280},
}};

int log_levels(int inputs, int base) {
  int levels = 0;
  for (long reach = 1; reach < inputs; reach *= base) ++levels;
  return levels;
}

}  // namespace

std::optional<DelayModel> DelayModel::find(const std::string& name) {
  for (const DelayModel& m : kModels) {
    if (m.name == name) return m;
  }
  return std::nullopt;
}

std::vector<std::string> DelayModel::names() {
  std::vector<std::string> all;
  all.reserve(kModels.size());
  for (const DelayModel& m : kModels) all.push_back(m.name);
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
    // Inversion of a whole word goes into the LUTs of the carry chain that it feeds.
    case ExprKind::kXor:
      for (const ExprId a : e.args) {
        if (e.width > 1 && module.exprs[a].kind == ExprKind::kRepeat) return 0;
      }
      return lut / 2;
    // Two-input gates share LUTs with what they feed: half a level each.
    case ExprKind::kAnd:
    case ExprKind::kOr:
      return lut / 2;
    case ExprKind::kMux:
      return lut * 2 / 3;
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
      return lut * (1 + std::max(0, arg_width(0) - lut_inputs) / 3);
    case ExprKind::kShl:
    case ExprKind::kShr:
    case ExprKind::kSar:
      return lut * ((log_levels(std::min(e.width, 1 << std::min(arg_width(1), 20)), 2) + 1) / 2);
    case ExprKind::kMul:
    case ExprKind::kMulSigned: {
      const int wide = std::max(arg_width(0), arg_width(1));
      const int narrow = std::min(arg_width(0), arg_width(1));
      const bool one_tile = wide <= multiplier_width_a && narrow <= multiplier_width_b;
      return one_tile ? multiplier : multiplier + carry_base + carry_per_bit * e.width / 2;
    }
  }
  return 0;
}

}  // namespace rtlgen::hw
