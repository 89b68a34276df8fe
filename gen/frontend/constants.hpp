// Constants on their way into a type: the one place where they are rounded, and what they lose there.
//
// A constant that vanishes, or keeps little of itself, is legal and most likely not meant: docs/warnings.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "frontend/exact.hpp"
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

/// A constant and its place.
struct PlacedNumber {
  Exact value;
  SourceLocation where;
};

/// What takes a subnormal constant for zero.
enum class FlushedBy : std::uint8_t { kNothing, kMode, kHardBlock };

/// Whether arithmetic takes `bits` of `type` for zero.
bool counts_as_zero(std::uint64_t bits, const spec::Type& type, bool flush);

struct Loss {
  enum class Kind : std::uint8_t {
    kNone,
    kVanishes,  ///< not zero, but zero in the type
    kInfinite,
    kCoarse  ///< more than a twentieth away from itself: fixed point, subnormals, and what its type does not reach
  };

  Kind kind = Kind::kNone;
  Exact kept;                          ///< kCoarse: the value in the type
  FlushedBy by = FlushedBy::kNothing;  ///< kVanishes: what takes a value that is not zero for zero
};

/// What `value` loses in `type`. A fraction in an integer type is dropped, a value out of range is held at the end.
/// `largest`: of the list that it stands in, of which a twentieth counts.
Loss loss_of(const Exact& value, const spec::Type& type, FlushedBy by, const Exact& largest);

/// Types in which `value` loses next to nothing: the nearest of the same kind, and a wider float; none may be.
std::vector<spec::Type> types_that_hold(const Exact& value, const spec::Type& type, FlushedBy by);

/// Warns of what `value` loses in `type`: RG0335, RG0336, RG0337.
void warn_of_loss(const spec::Program& program, const Exact& value, const spec::Type& type, const SourceLocation& where,
                  Diagnostics& diagnostics);

/// Collects what the constants of a description lose, and warns once a place: a text that is written out is there many
/// times, with another number each.
class ConstantLosses {
 public:
  void note(const Exact& value, const spec::Type& type, const SourceLocation& where,
            FlushedBy by = FlushedBy::kNothing);
  /// The numbers of a list, which are judged by the largest of them.
  void note_list(const std::vector<PlacedNumber>& values, const spec::Type& type, const SourceLocation& list);
  /// An end of what `subject` names; only whether it vanishes or becomes infinite matters.
  void note_end(const Exact& value, const spec::Type& type, const SourceLocation& where, const std::string& subject);

  /// RG0335, RG0336, RG0337, in the order of what was noted.
  void report(const spec::Program& program, Diagnostics& diagnostics) const;

 private:
  struct Entry {
    PlacedNumber number;
    spec::Type type;
    FlushedBy by = FlushedBy::kNothing;
    Exact largest;
    bool only_extremes = false;
    std::string subject;  ///< empty: the number
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

/// The bits of `value` in `type`, or nullopt after RG0309 or RG0310. Notes what it loses.
std::optional<std::uint64_t> fit_or_report(const Exact& value, const spec::Type& type, const SourceLocation& where,
                                           const Scope& scope, Diagnostics& diagnostics);

/// The same of the numbers of the list at `list`.
std::optional<std::vector<std::uint64_t>> fit_list(const std::vector<PlacedNumber>& values, const spec::Type& type,
                                                   const SourceLocation& list, const Scope& scope,
                                                   Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
