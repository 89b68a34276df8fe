// Shared by the operator tests: requests, and the comparison of a built module with the oracle.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "hw/delay_model.hpp"
#include "interpreter/interpreter.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "ops/variants.hpp"
#include "spec/operations.hpp"

namespace rtlgen::ops {

inline const hw::DelayModel& test_device() {
  static const hw::DelayModel device = *hw::DelayModel::find("generic");
  return device;
}

inline constexpr Function kProductComparisons[] = {kProductLt, kProductLe, kProductEq,
                                                   kProductNe, kProductGt, kProductGe};

inline spec::Type result_type(Function f, const spec::Type& t) {
  const bool compares = spec::operation_of(f.op).typing == spec::Typing::kComparison;
  return compares ? spec::Type::boolean() : t;
}

inline Request request(Function f, const spec::Type& t, bool flush = false) {
  return {f, t, result_type(f, t), flush,
          std::vector<std::optional<std::uint64_t>>(static_cast<std::size_t>(operand_count(f)))};
}

/// Compares one operand set on a combinational module; returns true when bits agree.
inline bool agrees(hw::Interpreter& module, const Request& r, const std::vector<std::uint64_t>& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i >= r.constants.size() || !r.constants[i]) module.set(operand_port(i), operands[i]);
  }
  const std::uint64_t got = module.get("q");
  const std::uint64_t want = evaluate(r, operands);
  if (got == want) return true;
  std::string list;
  for (const std::uint64_t o : operands) list += fmt::format("{}{:x}", list.empty() ? "" : ", ", o);
  ADD_FAILURE() << fmt::format("{}({}) = {:x}, expected {:x}", base_name(r), list, got, want);
  return false;
}

/// Every set of operands; stops at the tenth mismatch.
inline void exhaust(const Request& r) {
  hw::Interpreter module(build(r, test_device(), 0));
  std::vector<std::uint64_t> operands(static_cast<std::size_t>(operand_count(r.function)));
  int bad = 0;
  bool more = true;
  while (more && bad < 10) {
    if (!agrees(module, r, operands)) ++bad;
    more = false;
    for (std::size_t i = 0; i < operands.size() && !more; ++i) {
      more = operands[i] < r.operand.mask();
      operands[i] = more ? operands[i] + 1 : 0;
    }
  }
}

/// The functions of operators that have a datapath of that kind; conversions have tests of their own.
enum class Kind { kFloats, kWholes, kFixed };
inline std::vector<Function> functions_of(Kind kind) {
  std::vector<Function> out;
  for (const Operator& o : operators()) {
    if (o.function == Function(spec::Op::kCast) || o.function == Function(spec::Op::kLookup) ||
        spec::operation_of(o.function.op).is_fused())
      continue;
    const auto build = kind == Kind::kFloats ? o.build.floats : kind == Kind::kWholes ? o.build.wholes : o.build.fixed;
    if (build != nullptr) out.push_back(o.function);
  }
  return out;
}

/// All values of one operand while each constant stands in the place of the other, first and second.
inline void exhaust_constants(const Request& general) {
  const std::uint64_t mask = general.operand.mask();
  for (std::uint64_t k = 0; k <= mask; ++k) {
    for (const std::size_t place : {std::size_t{0}, std::size_t{1}}) {
      Request r = general;
      r.constants[place] = k;
      hw::Interpreter module(build(r, test_device(), 0));
      int bad = 0;
      for (std::uint64_t v = 0; v <= mask && bad < 3; ++v) {
        std::vector<std::uint64_t> operands = {v, v};
        operands[place] = k;
        if (!agrees(module, r, operands)) ++bad;
      }
    }
  }
}

}  // namespace rtlgen::ops
