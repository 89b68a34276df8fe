// Packs buffers into channels, the least loaded first, and counts beats and bytes.
#include "plan/spread_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/ghosts.hpp"
#include "plan/framing.hpp"
#include "plan/memory_use.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

// Share of a channel's peak that linear streams get, in one direction and in both: about the figures that the models of
// sim/dram measure (model/channel_table.inc). Placement depends on these two only, so that the table of predictions
// does not change hardware; predicted times use the figures of the table.
constexpr double kOneWay = 0.93, kBothWays = 0.85;
/// Assignments of a buffer to channels that are tried per candidate.
constexpr int kMostTries = 1000;

}  // namespace

class Spreader::Impl {
 public:
  explicit Impl(const spec::Stencil& stencil)
      : stencil_(stencil), bus_(*stencil.hardware.bus), fields_(streamed_fields(stencil)) {
    for (const spec::KernelChannels& kind : spec::channels_by_kind(stencil.hardware)) {
      const int count = std::clamp(spec::kMostChannelNumber + 1 - kind.first, 0, std::min(kind.count, kMostChannels));
      kinds_.push_back({kind.first, count, kind.kind->gbs});
    }
    blocked_ = !stencil.hardware.block.empty() && stencil.hardware.block[0] < stencil.grid[0];
    zone_ = analysis::block_zone(stencil);
    seam_ = seam_part();
    const int channels = kinds_.empty() ? 0 : kinds_.back().first + kinds_.back().count;
    for (int c = 0; c < channels; ++c) capacity_.push_back(capacity_of(stencil.hardware, c).value_or(kUnlimited));
    for (const spec::ArrayId id : stencil.arrays.ids()) {
      const spec::Array& array = stencil.arrays[id];
      if (array.held() && stencil.together(id).front() == id) held_bytes_ += buffer_bytes(stencil, id, 1, stencil.grid);
    }
    const std::uint64_t all = memory_use(stencil, {}, stencil.grid)[0];
    is_ample_ = std::all_of(capacity_.begin(), capacity_.end(), [all](std::uint64_t bytes) { return all <= bytes; });
  }

  [[nodiscard]] const std::vector<MemoryKind>& kinds() const { return kinds_; }
  [[nodiscard]] std::size_t fields() const { return fields_.size(); }

  [[nodiscard]] std::optional<PlacedFields> spread(const FieldKinds& group, const Spreads& spreads, StripeRule rule,
                                                   bool must_fit) const {
    const std::vector<int> stripes = stripes_of(group, spreads, rule);
    const auto own = own_part(stripes);
    if (!own) return std::nullopt;
    const std::size_t channels = capacity_.size();
    Packing packing{std::vector<Load>(channels), std::vector<std::uint64_t>(channels), {}};
    packing.bytes[0] = held_bytes_;
    packing.places.buffers.resize(fields_.size());
    const std::vector<Waiting> waiting = waiting_buffers(group, spreads, stripes);
    if (must_fit && !has_bytes(group, spreads, waiting)) return std::nullopt;
    if (!pack(packing, waiting, 0, must_fit)) return std::nullopt;
    PlacedFields places = std::move(packing.places);
    // A word of several beats takes as many kernel cycles.
    double kernel_ns = 1e3 / stencil_.hardware.clock_mhz;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const auto beats = static_cast<double>(beats_of_word(fields_[f], stripes[f]));
      kernel_ns = std::max(kernel_ns, 1e3 / stencil_.hardware.clock_mhz * beats);
      // Each buffer of a state field has a port for reads and one for writes.
      places.ports += stripes[f] * fields_[f].buffers() * fields_[f].buffers();
    }
    for (const Load& load : packing.loads) places.ports += load.sum() > 0 ? 1 : 0;
    places.ns = run_ns(packing.loads, kernel_ns) / *own;
    return places;
  }

  [[nodiscard]] double least_run_ns() const {
    const auto own = own_part(std::vector<int>(fields_.size(), 1));
    return 1e3 / stencil_.hardware.clock_mhz / own.value_or(1);
  }

  [[nodiscard]] double least_ns(const FieldKinds& group) const {
    double most = 0;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      if (kinds_[k].gbs <= 0 || kinds_[k].count == 0) continue;
      double moved = 0;
      for (std::size_t f = 0; f < fields_.size(); ++f)
        moved += group[f] == k ? static_cast<double>(fields_[f].word_bits) / 8 * fields_[f].buffers() : 0;
      most = std::max(most, moved / (kinds_[k].count * kinds_[k].gbs * kOneWay));
    }
    return most;
  }

  [[nodiscard]] std::vector<spec::Placement> placements(const PlacedFields& places) const {
    std::vector<spec::Placement> list;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const std::vector<std::vector<int>>& buffers = places.buffers[f];
      if (buffers == std::vector<std::vector<int>>(buffers.size(), {0})) continue;
      for (const spec::ArrayId array : stencil_.together(fields_[f].array))
        list.push_back({array, buffers, bus_.where});
    }
    return list;
  }

 private:
  /// A field that is streamed between memory and core; the components of a vector count as one.
  struct Streamed {
    spec::ArrayId array;
    std::int64_t word_bits = 0;
    spec::Role role = spec::Role::kInput;

    [[nodiscard]] int buffers() const { return role == spec::Role::kState ? 2 : 1; }
  };

  static std::vector<Streamed> streamed_fields(const spec::Stencil& stencil) {
    std::vector<Streamed> list;
    for (const spec::ArrayId id : stencil.arrays.ids()) {
      const spec::Array& array = stencil.arrays[id];
      if (array.held() || array.role == spec::Role::kTemporary || stencil.together(id).front() != id) continue;
      list.push_back({id, word_bits(stencil, id), array.role});
    }
    return list;
  }

  /// Bytes per word that a channel reads and writes, by parity of the pass.
  struct Load {
    std::array<double, 2> read{}, written{};
    [[nodiscard]] double sum() const { return read[0] + read[1] + written[0] + written[1]; }
  };

  [[nodiscard]] std::int64_t words_of_beat(const Streamed& field, int stripes) const {
    return std::max<std::int64_t>(1, std::int64_t{bus_.bits} * stripes / field.word_bits);
  }
  [[nodiscard]] std::int64_t beats_of_word(const Streamed& field, int stripes) const {
    return ceil_div(field.word_bits, std::int64_t{bus_.bits} * stripes);
  }

  /// Bytes per word in each stripe of `field`, including the padding of the row's last beat.
  [[nodiscard]] double bytes(const Streamed& field, int stripes) const {
    const std::int64_t words = words_of_beat(field, stripes);
    const std::int64_t row = ceil_div(stencil_.grid[0], std::int64_t{stencil_.hardware.cells_per_cycle});
    const double beats = words > 1 ? static_cast<double>(ceil_div(row, words)) / static_cast<double>(row)
                                   : static_cast<double>(beats_of_word(field, stripes));
    return beats * bus_.bits / 8.0;
  }

  /// Stripes of each field: `stripes` for the widest one of its kind; for a narrower one, as many as it needs so that
  /// no channel moves more of it than of the widest.
  [[nodiscard]] std::vector<int> stripes_of(const FieldKinds& group, const Spreads& spreads, StripeRule rule) const {
    std::vector<std::int64_t> widest(kinds_.size(), 1);
    for (std::size_t f = 0; f < fields_.size(); ++f)
      widest[group[f]] = std::max(widest[group[f]], fields_[f].word_bits);
    std::vector<int> stripes;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const int most = spreads[group[f]].stripes;
      const auto needed = static_cast<std::uint64_t>(ceil_div(most * fields_[f].word_bits, widest[group[f]]));
      stripes.push_back(rule == StripeRule::kAlike ? most : static_cast<int>(std::bit_ceil(needed)));
    }
    return stripes;
  }

  /// Fraction of a frame's row outside its ghost zone; nothing if a row cannot be a whole number of beats.
  [[nodiscard]] std::optional<double> own_part(const std::vector<int>& stripes) const {
    std::int64_t unit = 1;
    for (std::size_t f = 0; f < fields_.size(); ++f) unit = std::lcm(unit, words_of_beat(fields_[f], stripes[f]));
    unit *= stencil_.hardware.cells_per_cycle;
    const bool is_plain = std::all_of(stripes.begin(), stripes.end(), [](int s) { return s == 1; });
    if (wraps_along(stencil_, 0) && stencil_.grid[0] % unit != 0 && !is_plain) return std::nullopt;
    if (!blocked_) return 1;
    const std::int64_t block = stencil_.hardware.block[0];
    const auto whole = [unit](std::int64_t cells) { return ceil_div(cells, unit) * unit; };
    const std::int64_t own = block - whole(zone_.low[0]) - whole(zone_.high[0]);
    if (is_plain) return std::max(1.0, static_cast<double>(own)) / static_cast<double>(block);
    if (block % unit != 0 || own <= 0) return std::nullopt;
    return static_cast<double>(own) / static_cast<double>(block);
  }

  static void add(Load& load, const Streamed& field, int buffer, double bytes) {
    for (int parity = 0; parity < 2; ++parity) {
      const bool reads = field.role == spec::Role::kState ? buffer == parity : field.role == spec::Role::kInput;
      (reads ? load.read : load.written)[at(parity)] += bytes;
    }
  }

  /// The part of a pass that is still in the chain when the next one begins to be read. The lag of the chain is about
  /// the cells that it reads ahead.
  [[nodiscard]] double seam_part() const {
    const std::int64_t lanes = stencil_.hardware.cells_per_cycle;
    spec::Extents frame = stencil_.grid;
    double frames = 1;
    for (std::size_t a = 0; a < stencil_.hardware.block.size(); ++a) {
      const std::int64_t own = std::max<std::int64_t>(1, stencil_.hardware.block[a] - zone_.low[a] - zone_.high[a]);
      frames *= static_cast<double>(ceil_div(frame[a], own));
      frame[a] = stencil_.hardware.block[a];
    }
    const auto row = static_cast<double>(ceil_div(frame[0], lanes)), plane = row * static_cast<double>(frame[1]);
    const double lag = static_cast<double>(zone_.high[0]) / static_cast<double>(lanes) +
                       static_cast<double>(zone_.high[1]) * row + static_cast<double>(zone_.high[2]) * plane;
    return std::min(1.0, lag / (frames * plane * static_cast<double>(frame[2])));
  }

  /// Time of a channel per word while a pass of parity `reads` is read and one of parity `writes` is written.
  [[nodiscard]] double ns_of(const Load& load, double gbs, std::size_t reads, std::size_t writes) const {
    const double read = load.read[reads], written = load.written[writes];
    const double part = read > 0 && written > 0 ? kBothWays : kOneWay;
    const double bus = std::max(read, written) * 8 / bus_.bits * 1e3 / bus_.clock_mhz;
    return gbs > 0 ? std::max(bus, (read + written) / (part * gbs)) : bus;
  }

  /// Time per word of a long run with a kernel that takes `kernel_ns`, in the sections of model::run_time: at the seam
  /// of two passes, the last words of one are written to the buffers that the next one reads. The start and end of a
  /// run do not count, because the number of passes is not part of the hardware.
  [[nodiscard]] double run_ns(const std::vector<Load>& loads, double kernel_ns) const {
    const auto section = [&](std::size_t reads, std::size_t writes) {
      double most = kernel_ns;
      for (const MemoryKind& kind : kinds_) {
        for (std::size_t c = at(kind.first); c < at(kind.first + kind.count); ++c)
          most = std::max(most, ns_of(loads[c], kind.gbs, reads, writes));
      }
      return most;
    };
    const double body = (section(0, 0) + section(1, 1)) / 2, seam = (section(1, 0) + section(0, 1)) / 2;
    return (1 - seam_) * body + seam_ * seam;
  }

  /// A buffer to be placed.
  struct Waiting {
    std::size_t field = 0;
    int buffer = 0;
    int stripes = 1;
    std::size_t first = 0, end = 0;  ///< channels to choose from
    double word_bytes = 0;           ///< traffic of each channel, per word
    std::uint64_t bytes = 0;         ///< size in each channel
  };

  /// The state of the search: the buffers placed so far.
  struct Packing {
    std::vector<Load> loads;
    std::vector<std::uint64_t> bytes;  ///< use of each channel, without alignment
    PlacedFields places;
    int tries = 0;
  };

  /// The first channel of each group of channels for a buffer, sorted by the load of the group's busiest channel.
  [[nodiscard]] static std::vector<std::size_t> groups(const std::vector<Load>& loads, const Waiting& buffer) {
    const std::size_t stripes = at(buffer.stripes);
    std::vector<std::pair<double, std::size_t>> list;
    for (std::size_t first = buffer.first; first + stripes <= buffer.end; first += stripes) {
      double most = 0;
      for (std::size_t c = first; c < first + stripes; ++c) most = std::max(most, loads[c].sum());
      list.emplace_back(most, first);
    }
    std::sort(list.begin(), list.end());
    std::vector<std::size_t> firsts;
    for (const auto& [load, first] : list) firsts.push_back(first);
    return firsts;
  }

  /// Free and used bytes of a group. Groups with the same figures are equivalent for a buffer.
  using Space = std::pair<std::uint64_t, std::uint64_t>;

  [[nodiscard]] Space space_of(const Packing& packing, std::size_t first, std::size_t stripes) const {
    Space space{kUnlimited, 0};
    for (std::size_t c = first; c < first + stripes; ++c) {
      space.first = std::min(space.first, capacity_[c] - std::min(capacity_[c], packing.bytes[c]));
      space.second = std::max(space.second, packing.bytes[c]);
    }
    return space;
  }

  void put(Packing& packing, const Waiting& buffer, std::size_t first) const {
    std::vector<int> channels;
    for (std::size_t c = first; c < first + at(buffer.stripes); ++c) {
      add(packing.loads[c], fields_[buffer.field], buffer.buffer, buffer.word_bytes);
      packing.bytes[c] += buffer.bytes;
      channels.push_back(static_cast<int>(c));
    }
    packing.places.buffers[buffer.field].push_back(std::move(channels));
  }

  /// Places `waiting` from `next` on, each buffer in the least loaded group. With `must_fit`, in the least loaded
  /// one with which all buffers fit; if none exists, returns false and leaves `packing` unchanged.
  bool pack(Packing& packing, const std::vector<Waiting>& waiting, std::size_t next, bool must_fit) const {
    if (next == waiting.size()) {
      if (is_ample_) return true;
      packing.places.fill = fill_of(stencil_.hardware, memory_use(stencil_, placements(packing.places), stencil_.grid));
      return !must_fit || packing.places.fill <= 1;
    }
    const Waiting& buffer = waiting[next];
    const std::size_t stripes = at(buffer.stripes);
    std::vector<Space> failed;
    for (const std::size_t first : groups(packing.loads, buffer)) {
      const Space space = space_of(packing, first, stripes);
      if (must_fit && (buffer.bytes > space.first || std::find(failed.begin(), failed.end(), space) != failed.end()))
        continue;
      if (must_fit && ++packing.tries > kMostTries) return false;
      const auto begin = packing.loads.begin() + static_cast<std::ptrdiff_t>(first);
      const std::vector<Load> before(begin, begin + buffer.stripes);
      put(packing, buffer, first);
      if (pack(packing, waiting, next + 1, must_fit)) return true;
      std::copy(before.begin(), before.end(), begin);
      for (std::size_t c = first; c < first + stripes; ++c) packing.bytes[c] -= buffer.bytes;
      packing.places.buffers[buffer.field].pop_back();
      failed.push_back(space);
    }
    return false;
  }

  /// All buffers, sorted by stripes, then by width, largest first.
  [[nodiscard]] std::vector<Waiting> waiting_buffers(const FieldKinds& group, const Spreads& spreads,
                                                     const std::vector<int>& stripes) const {
    std::vector<std::size_t> order(fields_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(stripes[a], fields_[a].word_bits) > std::tie(stripes[b], fields_[b].word_bits);
    });
    std::vector<Waiting> list;
    for (const std::size_t f : order) {
      const std::uint64_t each = buffer_bytes(stencil_, fields_[f].array, stripes[f], stencil_.grid);
      const std::size_t first = at(kinds_[group[f]].first), end = first + at(spreads[group[f]].count);
      for (int b = 0; b < fields_[f].buffers(); ++b)
        list.push_back({f, b, stripes[f], first, end, bytes(fields_[f], stripes[f]), each});
    }
    return list;
  }

  /// Whether the channels of each kind have enough bytes in total.
  [[nodiscard]] bool has_bytes(const FieldKinds& group, const Spreads& spreads,
                               const std::vector<Waiting>& waiting) const {
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      double needed = k == 0 ? static_cast<double>(held_bytes_) : 0, all = 0;
      for (const Waiting& w : waiting) needed += group[w.field] == k ? static_cast<double>(w.bytes) * w.stripes : 0;
      // Held inputs are in channel 0 even if no other field is.
      const int count = k == 0 ? std::max(1, spreads[k].count) : spreads[k].count;
      for (int c = 0; c < count; ++c) all += static_cast<double>(capacity_[at(kinds_[k].first + c)]);
      if (needed > all) return false;
    }
    return true;
  }

  static constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;

  const spec::Stencil& stencil_;
  const spec::Bus& bus_;
  std::vector<Streamed> fields_;
  std::vector<MemoryKind> kinds_;
  std::vector<std::uint64_t> capacity_;  ///< capacity of each channel
  std::uint64_t held_bytes_ = 0;         ///< in channel 0
  bool is_ample_ = true;                 ///< each channel can hold all fields
  bool blocked_ = false;
  analysis::Ghosts zone_;
  double seam_ = 0;  ///< part of a pass
};

Spreader::Spreader(const spec::Stencil& stencil) : impl_(std::make_unique<Impl>(stencil)) {}
Spreader::~Spreader() = default;

const std::vector<MemoryKind>& Spreader::kinds() const { return impl_->kinds(); }
std::size_t Spreader::fields() const { return impl_->fields(); }
std::optional<PlacedFields> Spreader::spread(const FieldKinds& group, const Spreads& spreads, StripeRule rule,
                                             bool must_fit) const {
  return impl_->spread(group, spreads, rule, must_fit);
}
double Spreader::least_run_ns() const { return impl_->least_run_ns(); }
double Spreader::least_ns(const FieldKinds& group) const { return impl_->least_ns(group); }
std::vector<spec::Placement> Spreader::placements(const PlacedFields& places) const {
  return impl_->placements(places);
}

}  // namespace rtlgen::plan
