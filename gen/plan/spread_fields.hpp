// One way to spread all fields over the channels of a board: places each buffer, and counts what that costs.
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
  double ns = 0;                                       ///< per word, with a kernel that is as fast as the bus
  double clock_ns = 0;                                 ///< per word, at the described clock of the kernel
  int ports = 0;                                       ///< ports of streams and channels together
};

/// How many stripes fields have.
enum class StripeRule : std::uint8_t {
  kByWidth,  ///< narrower fields have fewer, so that no channel moves more of one field than of another
  kAlike     ///< all have the same number, for fields that do not fit otherwise
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

class Spreader {
 public:
  /// `stencil` has a bus; it must outlive this.
  explicit Spreader(const spec::Stencil& stencil);
  ~Spreader();
  Spreader(const Spreader&) = delete;
  Spreader& operator=(const Spreader&) = delete;

  /// Those of the board, as a kernel has them.
  [[nodiscard]] const std::vector<MemoryKind>& kinds() const;
  /// The number of fields to place.
  [[nodiscard]] std::size_t fields() const;

  /// None if that cannot be built or, with `must_fit`, if the arrays do not fit.
  [[nodiscard]] std::optional<PlacedFields> spread(const FieldKinds& group, const Spreads& spreads, StripeRule rule,
                                                   bool must_fit) const;

  /// A lower bound of `ns` with these kinds.
  [[nodiscard]] double least_ns(const FieldKinds& group) const;
  /// A lower bound of `clock_ns` with any.
  [[nodiscard]] double least_clock_ns() const;

  /// In the form of `hardware.memory`, without fields in channel 0.
  [[nodiscard]] std::vector<spec::Placement> placements(const PlacedFields& places) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::plan
