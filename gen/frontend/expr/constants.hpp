// Conversion of constants to types: the only place where they are rounded, and what rounding loses.
//
// A constant that vanishes, or keeps little of its value, is legal and probably unintended: docs/warnings.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "frontend/expr/exact.hpp"
#include "spec/type.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::frontend {

struct Scope;

/// A constant and its location.
struct PlacedNumber {
  Exact value;
  SourceLocation where;
};

/// The setting that makes a subnormal constant zero.
enum class FlushedBy : std::uint8_t { kNothing, kMode, kHardBlock };

/// Whether arithmetic treats `bits` of `type` as zero.
bool counts_as_zero(std::uint64_t bits, const spec::Type& type, bool flush);

struct Loss {
  enum class Kind : std::uint8_t {
    kNone,
    kVanishes,  ///< not zero, but zero in the type
    kInfinite,
    kCoarse  ///< off by more than a twentieth: fixed point, subnormals, and values out of range
  };

  Kind kind = Kind::kNone;
  Exact kept;                          ///< kCoarse: the value in the type
  FlushedBy by = FlushedBy::kNothing;  ///< kVanishes: what treats a value that is not zero as zero
};

/// The part of `value` that `type` loses. An integer type drops the fraction, and a value out of range becomes the
/// limit. `largest`: the largest value of its list; the tolerance is a twentieth of it.
Loss loss_of(const Exact& value, const spec::Type& type, FlushedBy by, const Exact& largest);

/// Types in which `value` loses almost nothing: the nearest of the same kind, and a wider float; possibly none.
std::vector<spec::Type> types_that_hold(const Exact& value, const spec::Type& type, FlushedBy by);

/// Warns about what `value` loses in `type`: RG0335, RG0336, RG0337.
void warn_of_loss(const spec::Program& program, const Exact& value, const spec::Type& type, const SourceLocation& where,
                  Diagnostics& diagnostics);

/// Collects what the constants of a description lose, and warns once per location: an expanded text appears many times,
/// each time with a different number.
class ConstantLosses {
 public:
  void note(const Exact& value, const spec::Type& type, const SourceLocation& where,
            FlushedBy by = FlushedBy::kNothing);
  /// Notes the numbers of a list, which are judged relative to the largest of them.
  void note_list(const std::vector<PlacedNumber>& values, const spec::Type& type, const SourceLocation& list);
  /// Notes one end of the range that `subject` names; it only matters whether it vanishes or becomes infinite.
  void note_end(const Exact& value, const spec::Type& type, const SourceLocation& where, const std::string& subject);

  /// Reports RG0335, RG0336, RG0337, in the order in which they were noted.
  void report(const spec::Program& program, Diagnostics& diagnostics) const;

 private:
  struct Entry {
    PlacedNumber number;
    spec::Type type;
    FlushedBy by = FlushedBy::kNothing;
    Exact largest;
    bool only_extremes = false;
    std::string subject;  ///< empty: the number itself
  };
  struct Group {
    bool is_list = false;
    std::vector<Entry> entries;
  };
  using Place = std::tuple<std::string, int, int, bool>;

  void add(const SourceLocation& place, bool is_list, Entry entry);
  static void report_group(const Group& group, Loss::Kind kind, const spec::Program& program, Diagnostics& diagnostics);

  std::vector<Group> groups_;
  std::map<Place, std::size_t> at_;
};

/// The bits of `value` in `type`, or nullopt after RG0309 or RG0310. Notes what rounding loses.
std::optional<std::uint64_t> fit_or_report(const Exact& value, const spec::Type& type, const SourceLocation& where,
                                           const Scope& scope, Diagnostics& diagnostics);

/// The same for the numbers of the list at `list`.
std::optional<std::vector<std::uint64_t>> fit_list(const std::vector<PlacedNumber>& values, const spec::Type& type,
                                                   const SourceLocation& list, const Scope& scope,
                                                   Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
