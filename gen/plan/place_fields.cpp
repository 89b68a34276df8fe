// Compares a few regular ways to spread and stripe all fields.
#include "plan/place_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>

#include "analysis/ghosts.hpp"
#include "plan/framing.hpp"
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
  double ns = 0;                                       ///< per word of the kernel
  int ports = 0;                                       ///< ports of streams and channels together
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
  }

  [[nodiscard]] std::optional<Places> best() const {
    std::vector<Places> all;
    for (int n = 1; n <= channels_; n = n == channels_ ? n + 1 : std::min(2 * n, channels_)) {
      for (int stripes = 1; stripes <= n; stripes *= 2) {
        if (auto places = spread(n, stripes)) all.push_back(*std::move(places));
      }
    }
    if (all.empty()) return std::nullopt;
    const auto by_time = [](const Places& a, const Places& b) { return a.ns < b.ns; };
    const double most = kAsFast * std::min_element(all.begin(), all.end(), by_time)->ns;
    std::erase_if(all, [most](const Places& p) { return p.ns > most; });
    return *std::min_element(all.begin(), all.end(),
                             [](const Places& a, const Places& b) { return a.ports < b.ports; });
  }

  [[nodiscard]] const std::vector<Streamed>& fields() const { return fields_; }

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

  /// The first channel of the group of `stripes` channels whose busiest one has the least load so far.
  [[nodiscard]] static std::size_t emptiest(const std::vector<Load>& loads, std::size_t stripes) {
    std::size_t best = 0;
    double least = -1;
    for (std::size_t first = 0; first + stripes <= loads.size(); first += stripes) {
      double most = 0;
      for (std::size_t c = first; c < first + stripes; ++c) most = std::max(most, loads[c].sum());
      if (least < 0 || most < least) best = first, least = most;
    }
    return best;
  }

  /// Spreads all fields over `n` channels, the widest one with `most` stripes.
  [[nodiscard]] std::optional<Places> spread(int n, int most) const {
    std::vector<int> stripes;
    for (const Streamed& f : fields_) stripes.push_back(stripes_of(f, most));
    const auto own = own_part(stripes);
    if (!own) return std::nullopt;
    std::vector<std::size_t> order(fields_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(stripes[a], fields_[a].word_bits) > std::tie(stripes[b], fields_[b].word_bits);
    });
    Places places;
    places.buffers.resize(fields_.size());
    std::vector<Load> loads(at(n));
    // A word of several beats takes as many kernel cycles; the kernel's clock may turn out to be as fast as the bus.
    const double kernel_ns = 1e3 / stencil_.hardware.clock_mhz;
    places.ns = std::min(kernel_ns, 1e3 / bus_.clock_mhz);
    for (const std::size_t f : order) {
      const Streamed& field = fields_[f];
      const std::int64_t beats = beats_of_word(field, stripes[f]);
      if (beats > 1) places.ns = std::max(places.ns, kernel_ns * static_cast<double>(beats));
      for (int b = 0; b < field.buffers(); ++b) {
        const std::size_t first = emptiest(loads, at(stripes[f]));
        std::vector<int>& buffer = places.buffers[f].emplace_back();
        for (std::size_t c = first; c < first + at(stripes[f]); ++c) {
          add(loads[c], field, b, bytes(field, stripes[f]));
          buffer.push_back(static_cast<int>(c));
        }
        places.ports += stripes[f] * field.buffers();
      }
    }
    for (const Load& load : loads) {
      places.ns = std::max(places.ns, ns_of(load));
      places.ports += load.sum() > 0 ? 1 : 0;
    }
    places.ns /= *own;
    return places;
  }

  const spec::Stencil& stencil_;
  const spec::Bus& bus_;
  std::vector<Streamed> fields_;
  int channels_ = 0;
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
  std::vector<spec::Placement> places;
  for (std::size_t f = 0; best && f < placer.fields().size(); ++f) {
    if (best->buffers[f] == std::vector<std::vector<int>>(best->buffers[f].size(), {0})) continue;
    for (const spec::ArrayId array : stencil.together(placer.fields()[f].array))
      places.push_back({array, best->buffers[f], bus->where});
  }
  return places;
}

void place_fields(spec::Stencil& stencil) {
  if (stencil.hardware.bus) stencil.hardware.bus->memory = places_of(stencil);
}

}  // namespace rtlgen::plan
