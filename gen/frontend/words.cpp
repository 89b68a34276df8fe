// The tables of words.
#include "frontend/words.hpp"

#include <algorithm>
#include <array>

#include "spec/functions/functions.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Op;
using O = Operands;
using T = Typing;
constexpr Form kPrefix = Form::kPrefix, kBinary = Form::kBinary, kTernary = Form::kTernary, kFunction = Form::kFunction;

constexpr auto kOperations = std::to_array<Operation>({
    {"-", kPrefix, 11, Op::kNeg, T::kCommon, O::kAny, 1, 1, "negation; of unsigned types modulo 2^width"},
    {"+", kPrefix, 11, Op::kConstant, T::kCommon, O::kAny, 1, 1, "nothing"},
    {"!", kPrefix, 11, Op::kNot, T::kLogical, O::kConditions, 1, 1, "not"},
    {"~", kPrefix, 11, Op::kBitNot, T::kCommon, O::kIntegers, 1, 1, "every bit inverted"},
    {"*", kBinary, 10, Op::kMul, T::kCommon, O::kAny, 2, 2, "product"},
    {"/", kBinary, 10, Op::kDiv, T::kCommon, O::kAny, 2, 2,
     "quotient; of integers truncated toward zero, and `x/0` has all bits set"},
    {"%", kBinary, 10, Op::kRem, T::kCommon, O::kIntegers, 2, 2,
     "remainder of `/`; has the sign of the left operand, and `x%0` is `x`"},
    {"+", kBinary, 9, Op::kAdd, T::kCommon, O::kAny, 2, 2, "sum"},
    {"-", kBinary, 9, Op::kSub, T::kCommon, O::kAny, 2, 2, "difference"},
    {"<<", kBinary, 8, Op::kShl, T::kShift, O::kIntegers, 2, 2, "shift to the left, zeros come in"},
    {">>", kBinary, 8, Op::kShr, T::kShift, O::kIntegers, 2, 2,
     "shift to the right; copies the sign of signed integers"},
    {"<", kBinary, 7, Op::kLt, T::kComparison, O::kAny, 2, 2, "less"},
    {"<=", kBinary, 7, Op::kLe, T::kComparison, O::kAny, 2, 2, "less or equal"},
    {">", kBinary, 7, Op::kLt, T::kComparison, O::kAny, 2, 2, "greater", true},
    {">=", kBinary, 7, Op::kLe, T::kComparison, O::kAny, 2, 2, "greater or equal", true},
    {"==", kBinary, 6, Op::kEq, T::kComparison, O::kAny, 2, 2, "equal"},
    {"!=", kBinary, 6, Op::kNe, T::kComparison, O::kAny, 2, 2, "different"},
    {"&", kBinary, 5, Op::kBitAnd, T::kCommon, O::kIntegers, 2, 2, "and, bit by bit"},
    {"^", kBinary, 4, Op::kBitXor, T::kCommon, O::kIntegers, 2, 2, "exclusive or, bit by bit"},
    {"|", kBinary, 3, Op::kBitOr, T::kCommon, O::kIntegers, 2, 2, "or, bit by bit"},
    {"&&", kBinary, 2, Op::kAnd, T::kLogical, O::kConditions, 2, 2, "and"},
    {"||", kBinary, 1, Op::kOr, T::kLogical, O::kConditions, 2, 2, "or"},
    {"?:", kTernary, 0, Op::kSelect, T::kSelect, O::kAny, 3, 3, "`a` where `c`, else `b`; both are computed"},
    {"min", kFunction, 12, Op::kMin, T::kCommon, O::kAny, 2, kMostArguments,
     "the smallest; a number wins over NaN, -0 is below +0"},
    {"max", kFunction, 12, Op::kMax, T::kCommon, O::kAny, 2, kMostArguments,
     "the largest; a number wins over NaN, -0 is below +0"},
    {"abs", kFunction, 12, Op::kAbs, T::kCommon, O::kAny, 1, 1,
     "without its sign; the most negative integer stays as it is (fixed point: by `overflow`)"},
    {"sqrt", kFunction, 12, Op::kSqrt, T::kCommon, O::kFloats, 1, 1, "square root, correctly rounded"},
    {"fma", kFunction, 12, Op::kFma, T::kCommon, O::kFloats, 3, 3, "`a*b + c` with one rounding"},
    {"exp", kFunction, 12, Op::kExp, T::kCommon, O::kSmallFloats, 1, 1, "e to the power `a`"},
    {"log", kFunction, 12, Op::kLog, T::kCommon, O::kSmallFloats, 1, 1, "natural logarithm"},
    {"sin", kFunction, 12, Op::kSin, T::kCommon, O::kSmallFloats, 1, 1, "sine of `a` radians"},
    {"cos", kFunction, 12, Op::kCos, T::kCommon, O::kSmallFloats, 1, 1, "cosine of `a` radians"},
    {"tanh", kFunction, 12, Op::kTanh, T::kCommon, O::kSmallFloats, 1, 1, "hyperbolic tangent"},
    {"pow", kFunction, 12, Op::kPow, T::kCommon, O::kSmallFloats, 2, 2, "`a` to the power `b`"},
});

constexpr auto kBuiltins = std::to_array<BuiltinName>({
    {"x", Op::kCoordinate, 0, "coordinate of the cell along x, from 0"},
    {"y", Op::kCoordinate, 1, "along y; 0 if the grid has no such axis"},
    {"z", Op::kCoordinate, 2, "along z; 0 if the grid has no such axis"},
    {"nx", Op::kExtent, 0, "extent of the grid along x"},
    {"ny", Op::kExtent, 1, "along y; 1 if the grid has no such axis"},
    {"nz", Op::kExtent, 2, "along z; 1 if the grid has no such axis"},
    {"step", Op::kStep, -1, "the time step, from 0"},
});

/// A field is a port in_<name> and out_<name>, and a read of it is named <name>_x1: these would be ports
/// that every core has, and names of run-time parameters and monitors.
constexpr std::array<std::string_view, 4> kPortWords = {"valid", "ready", "param", "mon"};

using B = spec::BoundaryKind;
constexpr auto kBoundaries = std::to_array<BoundaryWord>({
    {"edge", B::kEdge, "the nearest cell; the default"},
    {"reflect", B::kReflect, "mirrored at the outermost cell; on an axis of one cell as `edge`"},
    {"symmetric", B::kSymmetric, "mirrored at the border, so the outermost cell is repeated"},
    {"wrap", B::kWrap, "the other side of the grid"},
    {"constant", B::kConstant,
     "the value `v` at once, whatever the rules of other axes; `{constant: v}` as a key, `constant(v)` in brackets"},
});

constexpr auto kBorders = std::to_array<BorderWord>({
    {"compute", spec::Border::kCompute, true, "by the boundary rules, as every other cell"},
    {"keep", spec::Border::kKeep, false, "the cell keeps the field's old value"},
    {"ignore", spec::Border::kIgnore, true,
     "the cell's value does not matter, nor that of any cell computed from it; comparisons skip them"},
});

using R = spec::Reduction;
constexpr auto kReductions = std::to_array<ReductionWord>({
    {"max_change", R::kMaxChange, false, true,
     "the largest change of a cell in the pass's last time step: `abs(new - old)` for floats, else the exact "
     "difference, at most the type's largest value"},
    {"sum", R::kSum, true, false, "every cell cast to the monitor's type, then added modulo 2^width"},
    {"sum_squares", R::kSumSquares, true, false, "every cell squared in the field's type, then added as for `sum`"},
    {"min", R::kMin, false, false, "`min` of the language over all cells"},
    {"max", R::kMax, false, false, "`max` of the language over all cells"},
});

}  // namespace

std::span<const Operation> operations() { return kOperations; }

const Operation* find_operation(Form form, std::string_view symbol) {
  const auto found = std::find_if(kOperations.begin(), kOperations.end(),
                                  [&](const Operation& o) { return o.form == form && o.symbol == symbol; });
  return found == kOperations.end() ? nullptr : &*found;
}

const Operation& operation_of(Op op) {
  const auto found =
      std::find_if(kOperations.begin(), kOperations.end(), [&](const Operation& o) { return o.op == op; });
  RTLGEN_CHECK(found != kOperations.end() && op != Op::kConstant, "no word makes this operation");
  return *found;
}

bool takes(Operands operands, const spec::Type& type) {
  switch (operands) {
    case Operands::kAny:
      return true;
    case Operands::kIntegers:
      return type.is_integer();
    case Operands::kFloats:
      return type.is_float();
    case Operands::kSmallFloats:
      return spec::has_functions(type);
    case Operands::kConditions:
      return type == spec::Type::boolean();
  }
  return false;
}

std::string_view words_for(Operands operands) {
  switch (operands) {
    case Operands::kAny:
      return "all types";
    case Operands::kIntegers:
      return "integers";
    case Operands::kFloats:
      return "floating-point values";
    case Operands::kSmallFloats:
      return "floats of at most 23 fraction bits";
    case Operands::kConditions:
      return "conditions";
  }
  return "";
}

bool is_function(std::string_view name) { return find_operation(Form::kFunction, name) != nullptr; }

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Operation& o : kOperations) {
      if (o.form == Form::kFunction) out.emplace_back(o.symbol);
    }
    return out;
  }();
  return names;
}

std::span<const BuiltinName> builtin_names() { return kBuiltins; }
std::span<const std::string_view> port_words() { return kPortWords; }
std::span<const BoundaryWord> boundary_table() { return kBoundaries; }

std::optional<spec::BoundaryKind> boundary_word(std::string_view word) {
  for (const BoundaryWord& b : kBoundaries) {
    if (word == b.word) return b.kind;
  }
  return std::nullopt;
}

const std::vector<std::string>& boundary_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out;
    for (const BoundaryWord& b : kBoundaries) out.emplace_back(b.word);
    return out;
  }();
  return words;
}

std::span<const BorderWord> border_table() { return kBorders; }

const BorderWord& border_word(spec::Border border) {
  const auto found =
      std::find_if(kBorders.begin(), kBorders.end(), [&](const BorderWord& b) { return b.border == border; });
  RTLGEN_CHECK(found != kBorders.end(), "a border without a word");
  return *found;
}

std::span<const ReductionWord> reduction_table() { return kReductions; }

const ReductionWord& reduction_word(spec::Reduction reduction) {
  const auto found = std::find_if(kReductions.begin(), kReductions.end(),
                                  [&](const ReductionWord& r) { return r.reduction == reduction; });
  RTLGEN_CHECK(found != kReductions.end(), "a reduction without a word");
  return *found;
}

}  // namespace rtlgen::frontend
