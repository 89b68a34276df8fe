// Compares regular ways to spread and stripe all fields, and takes the fastest of those that fit the channels.
#include "plan/place_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "analysis/ghosts.hpp"
#include "plan/framing.hpp"
#include "plan/memory_use.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

// Share of a channel's peak that linear streams get, in one direction and in both: about the figures that the models of
// sim/dram measure (model/channel_table.inc). Placement depends on these two only, so that the table of predictions
// does not change hardware; predicted times use the figures of the table.
constexpr double kOneWay = 0.93, kBothWays = 0.85;
/// Descriptions number channels up to 31.
constexpr int kMostChannels = 32;
/// Times that differ by less count as equal, and fewer ports win.
constexpr double kAsFast = 1.01;
/// Assignments of a buffer to channels that are tried per candidate.
constexpr int kMostTries = 1000;

/// A field that is streamed between memory and core; the components of a vector count as one.
struct Streamed {
  spec::ArrayId array;
  std::int64_t word_bits = 0;
  spec::Role role = spec::Role::kInput;

  [[nodiscard]] int buffers() const { return role == spec::Role::kState ? 2 : 1; }
};

std::vector<Streamed> streamed_fields(const spec::Stencil& stencil) {
  std::vector<Streamed> list;
  for (const spec::ArrayId id : stencil.arrays.ids()) {
    const spec::Array& array = stencil.arrays[id];
    if (array.held() || array.role == spec::Role::kTemporary || stencil.together(id).front() != id) continue;
    list.push_back({id, word_bits(stencil, id), array.role});
  }
  return list;
}

/// One placement of all fields, and its cost.
struct Places {
  std::vector<std::vector<std::vector<int>>> buffers;  ///< by field
  double fill = 0;                                     ///< of the fullest channel; above 1: the fields do not fit
  double ns = 0;                                       ///< per word of the kernel
  int ports = 0;                                       ///< ports of streams and channels together
};

/// How many stripes fields have.
enum class Stripes : std::uint8_t {
  kByWidth,  ///< narrower fields have fewer, so that no channel moves more of one field than of another
  kAlike     ///< all have the same number, for fields that do not fit otherwise
};

class Placer {
 public:
  explicit Placer(const spec::Stencil& stencil)
      : stencil_(stencil), bus_(*stencil.hardware.bus), fields_(streamed_fields(stencil)) {
    const spec::Channels& board = stencil.hardware.channels;
    const int kernels = std::max(1, stencil.hardware.kernels);
    channels_ = std::min(board.count / kernels, kMostChannels);
    gbs_ = board.gbs;
    blocked_ = !stencil.hardware.block.empty() && stencil.hardware.block[0] < stencil.grid[0];
    if (blocked_) zone_ = analysis::block_zone(stencil);
    for (int c = 0; c < channels_; ++c) capacity_.push_back(capacity_of(stencil.hardware, c).value_or(kUnlimited));
    for (const spec::ArrayId id : stencil.arrays.ids()) {
      const spec::Array& array = stencil.arrays[id];
      if (array.held() && stencil.together(id).front() == id) held_bytes_ += buffer_bytes(stencil, id, 1, stencil.grid);
    }
    const std::uint64_t all = memory_use(stencil, {}, stencil.grid)[0];
    is_ample_ = std::all_of(capacity_.begin(), capacity_.end(), [all](std::uint64_t bytes) { return all <= bytes; });
  }

  /// The best that fits; if none does, the one with the least excess.
  [[nodiscard]] std::optional<Places> best() const {
    for (const Stripes rule : {Stripes::kByWidth, Stripes::kAlike}) {
      std::vector<Places> fitting = candidates(rule, true);
      if (!fitting.empty()) return fastest(std::move(fitting));
    }
    std::vector<Places> all = candidates(Stripes::kByWidth, false), alike = candidates(Stripes::kAlike, false);
    all.insert(all.end(), alike.begin(), alike.end());
    const auto least =
        std::min_element(all.begin(), all.end(), [](const Places& a, const Places& b) { return a.fill < b.fill; });
    return least == all.end() ? std::nullopt : std::optional(std::move(*least));
  }

  /// In the form of `hardware.memory`, without fields in channel 0.
  [[nodiscard]] std::vector<spec::Placement> placements(const Places& places) const {
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

  /// Stripes of a field: `most` for the widest field; for a narrower one, as many as it needs so that no channel moves
  /// more of it than of the widest.
  [[nodiscard]] int stripes_of(const Streamed& field, int most) const {
    std::int64_t widest = 1;
    for (const Streamed& f : fields_) widest = std::max(widest, f.word_bits);
    const auto needed = static_cast<std::uint64_t>(ceil_div(most * field.word_bits, widest));
    return static_cast<int>(std::bit_ceil(needed));
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

  [[nodiscard]] double ns_of(const Load& load) const {
    double most = 0;
    for (std::size_t parity = 0; parity < 2; ++parity) {
      const double read = load.read[parity], written = load.written[parity];
      const double part = read > 0 && written > 0 ? kBothWays : kOneWay;
      if (gbs_ > 0) most = std::max(most, (read + written) / (part * gbs_));
      most = std::max(most, std::max(read, written) * 8 / bus_.bits * 1e3 / bus_.clock_mhz);
    }
    return most;
  }

  /// A buffer to be placed.
  struct Waiting {
    std::size_t field = 0;
    int buffer = 0;
    int stripes = 1;
    double word_bytes = 0;    ///< of each channel, per word
    std::uint64_t bytes = 0;  ///< of each channel
  };

  /// The state of the search: the buffers placed so far.
  struct Packing {
    std::vector<Load> loads;
    std::vector<std::uint64_t> bytes;  ///< of each channel, without alignment
    Places places;
    int tries = 0;
  };

  /// The first channel of each group of `stripes` channels, sorted by the load of the group's busiest channel.
  [[nodiscard]] static std::vector<std::size_t> groups(const std::vector<Load>& loads, std::size_t stripes) {
    std::vector<std::pair<double, std::size_t>> list;
    for (std::size_t first = 0; first + stripes <= loads.size(); first += stripes) {
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

  /// Places `waiting` from `next` on, each buffer in the least loaded group. With `must_fit`, in the least loaded one
  /// with which all buffers fit; if there is none, returns false and leaves `packing` unchanged.
  bool pack(Packing& packing, const std::vector<Waiting>& waiting, std::size_t next, bool must_fit) const {
    if (next == waiting.size()) {
      if (is_ample_) return true;
      packing.places.fill = fill_of(stencil_.hardware, memory_use(stencil_, placements(packing.places), stencil_.grid));
      return !must_fit || packing.places.fill <= 1;
    }
    const Waiting& buffer = waiting[next];
    const std::size_t stripes = at(buffer.stripes);
    std::vector<Space> failed;
    for (const std::size_t first : groups(packing.loads, stripes)) {
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
  [[nodiscard]] std::vector<Waiting> waiting_buffers(const std::vector<int>& stripes) const {
    std::vector<std::size_t> order(fields_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(stripes[a], fields_[a].word_bits) > std::tie(stripes[b], fields_[b].word_bits);
    });
    std::vector<Waiting> list;
    for (const std::size_t f : order) {
      const std::uint64_t each = buffer_bytes(stencil_, fields_[f].array, stripes[f], stencil_.grid);
      for (int b = 0; b < fields_[f].buffers(); ++b)
        list.push_back({f, b, stripes[f], bytes(fields_[f], stripes[f]), each});
    }
    return list;
  }

  /// Whether `n` channels have enough bytes in total.
  [[nodiscard]] bool has_bytes(int n, const std::vector<Waiting>& waiting) const {
    double needed = static_cast<double>(held_bytes_), all = 0;
    for (const Waiting& w : waiting) needed += static_cast<double>(w.bytes) * w.stripes;
    for (int c = 0; c < n; ++c) all += static_cast<double>(capacity_[at(c)]);
    return needed <= all;
  }

  /// Over `n` channels, the widest field with `most` stripes. None if that cannot be built or, with `must_fit`, if the
  /// arrays do not fit.
  [[nodiscard]] std::optional<Places> spread(int n, int most, Stripes rule, bool must_fit) const {
    std::vector<int> stripes;
    for (const Streamed& f : fields_) stripes.push_back(rule == Stripes::kAlike ? most : stripes_of(f, most));
    const auto own = own_part(stripes);
    if (!own) return std::nullopt;
    Packing packing{std::vector<Load>(at(n)), std::vector<std::uint64_t>(at(n)), {}};
    packing.bytes[0] = held_bytes_;
    packing.places.buffers.resize(fields_.size());
    const std::vector<Waiting> waiting = waiting_buffers(stripes);
    if (must_fit && !has_bytes(n, waiting)) return std::nullopt;
    if (!pack(packing, waiting, 0, must_fit)) return std::nullopt;
    Places places = std::move(packing.places);
    // A word of several beats takes as many kernel cycles; the kernel's clock may turn out to be as fast as the bus.
    const double kernel_ns = 1e3 / stencil_.hardware.clock_mhz;
    places.ns = std::min(kernel_ns, 1e3 / bus_.clock_mhz);
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const std::int64_t beats = beats_of_word(fields_[f], stripes[f]);
      if (beats > 1) places.ns = std::max(places.ns, kernel_ns * static_cast<double>(beats));
      // Each buffer of a state field has a port for reads and one for writes.
      places.ports += stripes[f] * fields_[f].buffers() * fields_[f].buffers();
    }
    for (const Load& load : packing.loads) {
      places.ns = std::max(places.ns, ns_of(load));
      places.ports += load.sum() > 0 ? 1 : 0;
    }
    places.ns /= *own;
    return places;
  }

  [[nodiscard]] std::vector<Places> candidates(Stripes rule, bool must_fit) const {
    std::vector<Places> all;
    for (int n = 1; n <= channels_; n = n == channels_ ? n + 1 : std::min(2 * n, channels_)) {
      for (int stripes = 1; stripes <= n; stripes *= 2) {
        if (auto places = spread(n, stripes, rule, must_fit)) all.push_back(*std::move(places));
      }
    }
    return all;
  }

  /// The one with the fewest ports of those that are about as fast as the fastest.
  [[nodiscard]] static Places fastest(std::vector<Places> all) {
    const auto by_time = [](const Places& a, const Places& b) { return a.ns < b.ns; };
    const double most = kAsFast * std::min_element(all.begin(), all.end(), by_time)->ns;
    std::erase_if(all, [most](const Places& p) { return p.ns > most; });
    return *std::min_element(all.begin(), all.end(),
                             [](const Places& a, const Places& b) { return a.ports < b.ports; });
  }

  static constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;

  const spec::Stencil& stencil_;
  const spec::Bus& bus_;
  std::vector<Streamed> fields_;
  int channels_ = 0;
  std::vector<std::uint64_t> capacity_;  ///< of each channel
  std::uint64_t held_bytes_ = 0;         ///< in channel 0
  bool is_ample_ = true;                 ///< each channel can hold all fields
  double gbs_ = 0;
  bool blocked_ = false;
  analysis::Ghosts zone_;
};

}  // namespace

std::vector<spec::Placement> places_of(const spec::Stencil& stencil) {
  const std::optional<spec::Bus>& bus = stencil.hardware.bus;
  if (!bus) return {};
  if (!bus->memory.empty()) return bus->memory;
  const Placer placer(stencil);
  const auto best = placer.best();
  return best ? placer.placements(*best) : std::vector<spec::Placement>();
}

void place_fields(spec::Stencil& stencil) {
  if (stencil.hardware.bus) stencil.hardware.bus->memory = places_of(stencil);
}

}  // namespace rtlgen::plan
