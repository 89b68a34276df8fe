// The tables of words.
#include "frontend/schema/words.hpp"

#include <algorithm>
#include <array>

#include "spec/program.hpp"
#include "support/check.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Op;

constexpr auto kFolds = std::to_array<FoldWord>({
    {"add", Op::kAdd, 0, false, "`e + e + ...`, each sum rounded; 0 without terms"},
    {"sum", Op::kAdd, 0, true, "`sum(e, e, ...)`, one fused sum; 0 without terms"},
    {"product", Op::kMul, 1, false, "`e * e * ...`; 1 without terms"},
    {"min", Op::kMin, -1, false, "`min(e, e, ...)`"},
    {"max", Op::kMax, -1, false, "`max(e, e, ...)`"},
    {"any", Op::kOr, 0, false, "`e || e || ...`; 0 without terms"},
    {"all", Op::kAnd, 1, false, "`e && e && ...`; 1 without terms"},
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

/// A field becomes ports in_<name> and out_<name>, and a read of it is named <name>_x1. With these names, they would
/// collide with ports that every core has, or with names of run-time parameters and monitors.
constexpr std::array<std::string_view, 4> kPortWords = {"valid", "ready", "param", "mon"};

constexpr auto kBorders = std::to_array<BorderWord>({
    {"compute", spec::Border::kCompute, true, "by the boundary rules, like every other cell"},
    {"keep", spec::Border::kKeep, false, "the cell keeps the field's old value"},
    {"ignore", spec::Border::kIgnore, true,
     "the cell's value does not matter, nor that of any cell computed from it; comparisons skip them"},
});

using R = spec::Reduction;
constexpr auto kReductionWords = std::to_array<ReductionWord>({
    {"max_change", R::kMaxChange, false, true,
     "the largest change of a cell in the pass's last time step: `abs(new - old)` for floats, else the exact "
     "difference, at most the type's largest value"},
    {"sum", R::kSum, true, false, "every cell cast to the monitor's type, then added modulo 2^width"},
    {"sum_squares", R::kSumSquares, true, false, "every cell squared in the field's type, then added as for `sum`"},
    {"min", R::kMin, false, false, "the language's `min` over all cells"},
    {"max", R::kMax, false, false, "the language's `max` over all cells"},
});

}  // namespace

const Operation* find_operation(Form form, std::string_view symbol) {
  const auto words = operations();
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const Operation& o) { return o.form == form && o.symbol == symbol; });
  return found == words.end() ? nullptr : &*found;
}

bool is_reserved_function(std::string_view name) {
  const Operation* found = find_operation(Form::kFunction, name);
  return found != nullptr && found->reserved;
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Operation& o : operations()) {
      if (o.form == Form::kFunction) out.emplace_back(o.symbol);
    }
    return out;
  }();
  return names;
}

std::span<const FoldWord> fold_words() { return kFolds; }

const FoldWord* find_fold(std::string_view name) {
  const auto found = std::find_if(kFolds.begin(), kFolds.end(), [&](const FoldWord& f) { return f.name == name; });
  return found == kFolds.end() ? nullptr : &*found;
}

std::vector<std::string> fold_names() {
  std::vector<std::string> out;
  for (const FoldWord& f : kFolds) out.emplace_back(f.name);
  return out;
}

std::span<const BuiltinName> builtin_names() { return kBuiltins; }
std::span<const std::string_view> port_words() { return kPortWords; }

std::optional<spec::Boundary> boundary_word(std::string_view word) {
  for (const RuleWord& r : rule_words()) {
    if (word == r.word) return r.rule;
  }
  return std::nullopt;
}

const std::vector<std::string>& boundary_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out;
    for (const RuleWord& r : rule_words()) out.emplace_back(r.word);
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

std::span<const ReductionWord> reduction_table() { return kReductionWords; }

const ReductionWord& reduction_word(spec::Reduction reduction) {
  const auto found = std::find_if(kReductionWords.begin(), kReductionWords.end(),
                                  [&](const ReductionWord& r) { return r.reduction == reduction; });
  RTLGEN_CHECK(found != kReductionWords.end(), "a reduction without a word");
  return *found;
}

}  // namespace rtlgen::frontend
