// All operators. Each operation has a file in gen/ops/operators, alone or with its family.
//
// A file specialises make_operator for its operations. registry.cpp instantiates one for every operation of
// spec/operations.inc, so that the program does not link if one is missing.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/builder.hpp"
#include "ops/request.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::ops {

using Values = std::vector<hw::Value>;

/// A function for each kind of operand, or null. Conversions to fixed point are also `fixed`.
template <class F>
struct ByKind {
  F floats = nullptr;
  F wholes = nullptr;
  F fixed = nullptr;

  [[nodiscard]] F of(const Request& r) const {
    return r.operand.is_fixed() || r.result.is_fixed() ? fixed : r.operand.is_float() ? floats : wholes;
  }
};

/// Bounds of the finite non-zero values: at least 2^low, at most 2^high, multiples of 2^grain.
struct Magnitude {
  int low = 0, high = 0, grain = 0;
};

struct Operator {
  Function function = {};
  std::string name = "";  ///< in names of modules
  int operands = 2;

  // ------------------------------------------------------------ a separate module
  /// Builds the result from the operands; constant operands are constants.
  ByKind<hw::Value (*)(hw::Builder&, const Request&, const Values&)> build = {};
  /// Computes the result independently of `build` and the golden engine.
  ByKind<std::uint64_t (*)(const Request&, const std::vector<std::uint64_t>&)> exact = {};
  /// Whether a fixed-point result depends on the rounding, and on the overflow mode; null: never.
  bool (*rounds)(const Request&) = nullptr;
  bool (*overflows)(const Request&) = nullptr;

  // ------------------------------------------------------------ plain logic in a Kernel
  /// Whether the Kernel writes it as logic instead of a module; null: never.
  bool (*is_logic)(const Request&) = nullptr;
  hw::Value (*logic)(hw::Builder&, const Request&, const Values&) = nullptr;
  /// The delay of the logic, in ps; null: the delay of one LUT.
  int (*delay)(const Request&, const hw::DelayModel&) = nullptr;

  // ------------------------------------------------------------ properties
  /// The magnitude of the result before rounding to `fraction` bits, from the magnitudes of the operands; null:
  /// unknown.
  Magnitude (*magnitude)(const std::vector<Magnitude>&, int fraction) = nullptr;
  bool has_aligned = false;                 ///< also supports aligned floats, as logic for any bits does
  bool smaller_without_subnormals = false;  ///< is smaller if built for flushed operands and results
  /// The function of sim/harness/native.hpp that returns the same bits for float32 and float64; "": none.
  std::string native = "";

  // ------------------------------------------------------------ tests
  /// Formats (exponent and fraction bits) for which tests try all operands.
  std::vector<std::pair<int, int>> small_floats = {{3, 2}, {2, 1}, {4, 3}, {5, 2}, {3, 4}, {2, 6}};

  [[nodiscard]] bool has_module() const { return exact.floats != nullptr || exact.wholes != nullptr; }
};

/// Specialised in the file of the operation.
template <spec::Op op>
Operator make_operator();

/// All operators, in the order of spec::Op; variants come last.
const std::vector<Operator>& operators();

/// The operator of an operation with operands; a leaf is an InternalError.
const Operator& operator_of(Function function);

/// A magnitude in [2^low, 2^high] that is a multiple of 2^grain, after rounding to `fraction` bits.
Magnitude rounded_magnitude(int low, int high, int grain, int fraction);

// ---------------------------------------------------------------- shared by operators: build, is_logic and delay

/// `f(builder, type, operands..., flush)` for one to three floating-point operands.
template <auto f>
hw::Value by_float(hw::Builder& b, const Request& r, const Values& v) {
  const bool flush = r.flush_subnormals;
  using F = decltype(f);
  if constexpr (std::is_invocable_v<F, hw::Builder&, const spec::Type&, hw::Value, bool>) {
    return f(b, r.operand, v[0], flush);
  } else if constexpr (std::is_invocable_v<F, hw::Builder&, const spec::Type&, hw::Value, hw::Value, bool>) {
    return f(b, r.operand, v[0], v[1], flush);
  } else {
    return f(b, r.operand, v[0], v[1], v[2], flush);
  }
}

bool always_logic(const Request& r);
bool no_floats(const Request& r);
/// Whether the result wraps: wrapping sums of fixed-point values equal the integer sums of their units.
bool wraps(const Request& r);

int no_delay(const Request& r, const hw::DelayModel& device);
int carry_delay(const Request& r, const hw::DelayModel& device);       ///< one carry chain
int carry_and_choice(const Request& r, const hw::DelayModel& device);  ///< a carry chain followed by a multiplexer

}  // namespace rtlgen::ops
