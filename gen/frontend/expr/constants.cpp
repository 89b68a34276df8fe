// Rounds constants and reports what rounding loses.
#include "frontend/expr/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/expr/typing.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Type;

constexpr int kLostPart = 20;        ///< a constant may change by 1/20 of its value, 5 %, without a warning
constexpr int kSuggestedPart = 100;  ///< in a suggested type, by 1 %

bool is_subnormal(std::uint64_t bits, const Type& type) {
  const std::uint64_t field = ((std::uint64_t{1} << type.exponent) - 1) << type.fraction;
  const std::uint64_t magnitude = bits & (type.mask() >> 1);
  return type.is_float() && magnitude != 0 && (magnitude & field) == 0;
}

/// The limit of a type's range that is closest to a value outside it.
Exact held_at(const Exact& value, const Type& type) {
  if (value > 0) return decode(type.is_signed() ? type.mask() >> 1 : type.mask(), type);
  return decode(type.is_signed() ? std::uint64_t{1} << (type.width - 1) : 0, type);
}

/// Whether `type` represents `value` to within one percent.
bool would_hold(const Exact& value, const Type& type, FlushedBy by) {
  if (type.is_integer() && !is_integer(value)) return false;
  const Fitted fitted = fit(value, type);
  if (fitted.fault != FitFault::kNone || counts_as_zero(fitted.bits, type, by != FlushedBy::kNothing)) return false;
  return abs(decode(fitted.bits, type) - value) * kSuggestedPart <= abs(value);
}

/// The first type like `type`, with more bits, that holds `value`.
std::optional<Type> wider_that_holds(const Exact& value, const Type& type, FlushedBy by) {
  Type wide = type;
  if (type.is_float()) {
    for (int exponent = type.exponent; exponent <= 11; ++exponent) {
      wide = Type::float_of(exponent, type.fraction);
      if (would_hold(value, wide, by)) return wide;
    }
    return std::nullopt;
  }
  for (int whole = type.width - type.fraction; whole <= 64; ++whole) {
    for (int fraction = type.fraction; fraction <= (type.is_fixed() ? 64 - whole : 0); ++fraction) {
      wide.width = whole + fraction;
      wide.fraction = fraction;
      if (wide.width > 0 && would_hold(value, wide, by)) return wide;
    }
  }
  return std::nullopt;
}

std::string note_of(const std::vector<Type>& types) {
  if (types.empty()) return "no type holds it: choose units that bring it closer to 1";
  std::string names;
  for (const Type& type : types) names += (names.empty() ? "" : " or ") + type.name();
  return fmt::format("{} would hold it", names);
}

std::string message_of(const std::string& subject, const Exact& value, const Type& type, const Loss& loss) {
  switch (loss.kind) {
    case Loss::Kind::kInfinite:
      return fmt::format("{} is infinite in {}", subject, type.name());
    case Loss::Kind::kCoarse: {
      const Exact part = abs(loss.kept - value) / abs(value);
      return fmt::format("{} becomes {} in {}, {:.0f} % off", subject, to_text(loss.kept), type.name(),
                         100 * part.get_d());
    }
    default:
      break;
  }
  if (loss.by == FlushedBy::kMode)
    return fmt::format("{} counts as 0: it is subnormal in {}, and 'subnormals: flush' is set", subject, type.name());
  if (loss.by == FlushedBy::kHardBlock)
    return fmt::format("{} counts as 0: it is subnormal in {}, which hard blocks treat as zero", subject, type.name());
  return fmt::format("{} becomes 0 in {}", subject, type.name());
}

/// Whether `value` needs a wider type than `other`, which also does not fit.
bool wants_more(const Exact& value, const Exact& other, Loss::Kind kind) {
  return kind == Loss::Kind::kInfinite ? abs(value) > abs(other) : abs(value) < abs(other);
}

Code code_of(Loss::Kind kind) {
  return kind == Loss::Kind::kVanishes ? Code::kVanishingConstant
         : kind == Loss::Kind::kCoarse ? Code::kCoarseConstant
                                       : Code::kInfiniteConstant;
}

FlushedBy mode_of(const spec::Program& program) {
  return program.subnormals == spec::Subnormals::kFlush ? FlushedBy::kMode : FlushedBy::kNothing;
}

/// The bits of `value` in `type`, or nullopt after RG0309 or RG0310.
std::optional<std::uint64_t> rounded_or_report(const Exact& value, const Type& type, const SourceLocation& where,
                                               Diagnostics& diagnostics) {
  const Fitted fitted = fit(value, type);
  const std::string shown = to_text(value);
  switch (fitted.fault) {
    case FitFault::kNone:
      return fitted.bits;
    case FitFault::kFraction:
      diagnostics.error(Code::kConstantDoesNotFit, where,
                        fmt::format("the fraction {} is used with the integer type {}", shown, type.name()),
                        {"use a floating-point type, or cast the other operands to one",
                         fmt::format("{}({}) would drop the fraction", type.name(), shown)});
      return std::nullopt;
    case FitFault::kRange: {
      const Exact low = decode(type.is_signed() ? std::uint64_t{1} << (type.width - 1) : 0, type);
      const Exact high = decode(type.is_signed() ? type.mask() >> 1 : type.mask(), type);
      diagnostics.error(Code::kConstantDoesNotFit, where, fmt::format("{} does not fit {}", shown, type.name()),
                        {fmt::format("{} ranges from {} to {}", type.name(), to_text(low), to_text(high))});
      return std::nullopt;
    }
    case FitFault::kOverflow:
      break;
  }
  diagnostics.error(Code::kConstantOverflow, where, fmt::format("{} is infinite in {}", shown, type.name()),
                    {"use a smaller value, or a type with more exponent bits"});
  return std::nullopt;
}

}  // namespace

bool counts_as_zero(std::uint64_t bits, const Type& type, bool flush) {
  const std::uint64_t magnitude = type.is_float() ? bits & (type.mask() >> 1) : bits;
  return magnitude == 0 || (flush && is_subnormal(bits, type));
}

Loss loss_of(const Exact& value, const Type& type, FlushedBy by, const Exact& largest) {
  if (value == 0) return {};
  const Fitted fitted = fit(type.is_integer() ? truncate(value) : value, type);
  if (fitted.fault == FitFault::kOverflow) return {Loss::Kind::kInfinite, 0, FlushedBy::kNothing};
  const bool is_held = fitted.fault == FitFault::kRange;
  const Exact kept = is_held ? held_at(value, type) : decode(fitted.bits, type);
  if (kept == 0) return {Loss::Kind::kVanishes, 0, FlushedBy::kNothing};
  const bool subnormal = !is_held && is_subnormal(fitted.bits, type);
  if (subnormal && by != FlushedBy::kNothing) return {Loss::Kind::kVanishes, 0, by};
  const bool is_rough = !type.is_float() || subnormal;
  if (is_rough && abs(kept - value) * kLostPart > largest) return {Loss::Kind::kCoarse, kept, FlushedBy::kNothing};
  return {};
}

std::vector<Type> types_that_hold(const Exact& value, const Type& type, FlushedBy by) {
  std::vector<Type> out;
  if (const auto wide = wider_that_holds(value, type, by)) out.push_back(*wide);
  for (const Type& wide : {Type::float_of(8, 23), Type::float_of(11, 52)}) {
    if (std::find(out.begin(), out.end(), wide) != out.end()) return out;
    if (type.is_float() && (wide.exponent < type.exponent || wide.fraction < type.fraction)) continue;
    if (!would_hold(value, wide, by)) continue;
    out.push_back(wide);
    return out;
  }
  return out;
}

void ConstantLosses::add(const SourceLocation& place, bool is_list, Entry entry) {
  const auto [found, fresh] = at_.try_emplace({place.file, place.line, place.column, is_list}, groups_.size());
  if (fresh) groups_.push_back({is_list, {}});
  std::vector<Entry>& entries = groups_[found->second].entries;
  const auto is_same = [&](const Entry& e) {
    return e.number.value == entry.number.value && e.type == entry.type && e.number.where == entry.number.where;
  };
  if (std::none_of(entries.begin(), entries.end(), is_same)) entries.push_back(std::move(entry));
}

void ConstantLosses::note(const Exact& value, const Type& type, const SourceLocation& where, FlushedBy by) {
  // Whether the program flushes is only known at the end.
  if (loss_of(value, type, FlushedBy::kMode, abs(value)).kind == Loss::Kind::kNone) return;
  add(where, false, {{value, where}, type, by, abs(value), false, ""});
}

void ConstantLosses::note_list(const std::vector<PlacedNumber>& values, const Type& type, const SourceLocation& list) {
  Exact largest = 0;
  for (const PlacedNumber& number : values) largest = std::max<Exact>(largest, abs(number.value));
  for (const PlacedNumber& number : values) {
    if (loss_of(number.value, type, FlushedBy::kMode, largest).kind == Loss::Kind::kNone) continue;
    add(list, true, {number, type, FlushedBy::kNothing, largest, false, ""});
  }
}

void ConstantLosses::note_end(const Exact& value, const Type& type, const SourceLocation& where,
                              const std::string& subject) {
  add(where, false, {{value, where}, type, FlushedBy::kNothing, abs(value), true, subject});
}

void ConstantLosses::report(const spec::Program& program, Diagnostics& diagnostics) const {
  for (const Group& group : groups_) {
    for (const Loss::Kind kind : {Loss::Kind::kVanishes, Loss::Kind::kInfinite, Loss::Kind::kCoarse})
      report_group(group, kind, program, diagnostics);
  }
}

/// Warns once, about the number that needs the widest type.
void ConstantLosses::report_group(const Group& group, Loss::Kind kind, const spec::Program& program,
                                  Diagnostics& diagnostics) {
  const Entry* worst = nullptr;
  Loss loss_of_worst;
  std::set<Exact> numbers;
  for (const Entry& entry : group.entries) {
    const FlushedBy by = entry.by == FlushedBy::kNothing ? mode_of(program) : entry.by;
    const Loss loss = loss_of(entry.number.value, entry.type, by, entry.largest);
    if (loss.kind != kind || (kind == Loss::Kind::kCoarse && entry.only_extremes)) continue;
    numbers.insert(entry.number.value);
    if (worst != nullptr && !wants_more(entry.number.value, worst->number.value, kind)) continue;
    worst = &entry;
    loss_of_worst = loss;
  }
  if (worst == nullptr) return;
  const std::string subject = worst->subject.empty() ? to_text(worst->number.value) : worst->subject;
  std::vector<std::string> notes{note_of(types_that_hold(worst->number.value, worst->type, loss_of_worst.by))};
  if (const std::size_t others = numbers.size() - 1; others > 0)
    notes.push_back(fmt::format("the same applies to {} other number{} {}", others, others == 1 ? "" : "s",
                                group.is_list ? "in the list" : "written out here"));
  spec::warn(program, diagnostics, code_of(kind), worst->number.where,
             message_of(subject, worst->number.value, worst->type, loss_of_worst), std::move(notes));
}

void warn_of_loss(const spec::Program& program, const Exact& value, const Type& type, const SourceLocation& where,
                  Diagnostics& diagnostics) {
  ConstantLosses losses;
  losses.note(value, type, where);
  losses.report(program, diagnostics);
}

std::optional<std::uint64_t> fit_or_report(const Exact& value, const Type& type, const SourceLocation& where,
                                           const Scope& scope, Diagnostics& diagnostics) {
  const auto bits = rounded_or_report(value, type, where, diagnostics);
  if (bits && scope.losses != nullptr) scope.losses->note(value, type, where);
  return bits;
}

std::optional<std::vector<std::uint64_t>> fit_list(const std::vector<PlacedNumber>& values, const Type& type,
                                                   const SourceLocation& list, const Scope& scope,
                                                   Diagnostics& diagnostics) {
  std::vector<std::uint64_t> out;
  for (const PlacedNumber& number : values) {
    const auto bits = rounded_or_report(number.value, type, number.where, diagnostics);
    if (!bits) return std::nullopt;
    out.push_back(*bits);
  }
  if (scope.losses != nullptr) scope.losses->note_list(values, type, list);
  return out;
}

}  // namespace rtlgen::frontend
