// Spreads all fields over the channels of a board: places each buffer, and computes the time per word.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rtlgen::spec {
struct Placement;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

/// The most channels of one kind that fields are spread over.
inline constexpr int kMostChannels = 32;

/// One placement of all fields, and its cost.
struct PlacedFields {
  std::vector<std::vector<std::vector<int>>> buffers;  ///< by field
  double fill = 0;                                     ///< share of the fullest channel; above 1: the fields do not fit
  double ns = 0;                                       ///< per word, at the described clock of the kernel
  int ports = 0;                                       ///< ports of streams and channels together
};

/// The number of stripes of each field.
enum class StripeRule : std::uint8_t {
  kByWidth,  ///< narrower fields have fewer, so that no channel moves more of one field than of another
  kAlike     ///< all have the same number, which is for fields that do not fit otherwise
};

/// Channels of one kind of memory.
struct MemoryKind {
  int first = 0;  ///< number
  int count = 0;
  double gbs = 0;  ///< peak per channel; 0: not known
};
/// The kind of each field's memory, by index.
using FieldKinds = std::vector<std::size_t>;
/// The fields of a kind are spread over the first `count` channels, the widest with `stripes`; by kind.
struct Spread {
  int count = 0;
  int stripes = 0;
};
using Spreads = std::vector<Spread>;

/// Places the fields of one stencil by different rules.
class Spreader {
 public:
  /// `stencil` has a bus, and must outlive the Spreader.
  explicit Spreader(const spec::Stencil& stencil);
  ~Spreader();
  Spreader(const Spreader&) = delete;
  Spreader& operator=(const Spreader&) = delete;

  /// The kinds of memory on the board, each with the channels that one kernel has.
  [[nodiscard]] const std::vector<MemoryKind>& kinds() const;
  /// The number of fields to place.
  [[nodiscard]] std::size_t fields() const;

  /// Places every buffer. Returns nothing if rows would not be whole numbers of beats, or if `must_fit` and the arrays
  /// do not fit.
  [[nodiscard]] std::optional<PlacedFields> spread(const FieldKinds& group, const Spreads& spreads, StripeRule rule,
                                                   bool must_fit) const;

  /// A lower bound of PlacedFields::ns for fields of these kinds: all channels of a kind share its traffic evenly.
  [[nodiscard]] double least_ns(const FieldKinds& group) const;
  /// A lower bound of PlacedFields::ns for fields of any kinds.
  [[nodiscard]] double least_run_ns() const;

  /// The entries of `hardware.memory` for `places`, without fields that are in channel 0.
  [[nodiscard]] std::vector<spec::Placement> placements(const PlacedFields& places) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::plan
