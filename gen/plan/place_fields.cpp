// Compares regular ways to spread and stripe all fields, and takes the fastest of those that fit the channels.
#include "plan/place_fields.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "plan/spread_fields.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

/// The most fields of which every group is tried in a second kind of memory.
constexpr std::size_t kMostGrouped = 8;
/// Numbers of channels up to this one are all tried. A power of two.
constexpr int kMostTried = 8;

class Placer {
 public:
  explicit Placer(const Spreader& spreader) : spreader_(spreader) {}

  /// The best that fits; if none does, the one with the least excess. Fields leave the first kind of memory only if
  /// that makes the kernel faster, or if they do not fit there.
  [[nodiscard]] std::optional<PlacedFields> best() const {
    std::optional<PlacedFields> found;
    for (const StripeRule rule : {StripeRule::kByWidth, StripeRule::kAlike}) {
      if (!found) found = fastest(candidates(rule, true));
    }
    const double most = found ? found->ns / kAsFast : std::numeric_limits<double>::infinity();
    if (spreader_.kinds().size() > 1 && spreader_.least_run_ns() < most) {
      std::optional<PlacedFields> other;
      for (const StripeRule rule : {StripeRule::kByWidth, StripeRule::kAlike}) {
        if (!other) other = fastest(in_other_kinds(rule, most));
      }
      if (other) found = std::move(other);
    }
    return found ? found : least_excess();
  }

 private:
  /// Each number up to kMostTried, since three fields need not balance over four channels, then powers of two, and all
  /// channels of a kind.
  [[nodiscard]] static std::vector<int> counts_of(const MemoryKind& kind) {
    std::vector<int> counts;
    for (int n = 1; n < kind.count; n += n < kMostTried ? 1 : n) counts.push_back(n);
    if (kind.count > 0) counts.push_back(kind.count);
    return counts;
  }

  /// All fields in kind `kind`.
  void add_candidates(std::size_t kind, StripeRule rule, bool must_fit, std::vector<PlacedFields>& all) const {
    const FieldKinds group(spreader_.fields(), kind);
    Spreads spreads(spreader_.kinds().size());
    for (const int n : counts_of(spreader_.kinds()[kind])) {
      for (int stripes = 1; stripes <= n; stripes *= 2) {
        if (n % stripes != 0) continue;
        spreads[kind] = {n, stripes};
        if (auto places = spreader_.spread(group, spreads, rule, must_fit)) all.push_back(*std::move(places));
      }
    }
  }

  /// All fields in the first kind.
  [[nodiscard]] std::vector<PlacedFields> candidates(StripeRule rule, bool must_fit) const {
    std::vector<PlacedFields> all;
    if (!spreader_.kinds().empty()) add_candidates(0, rule, must_fit, all);
    return all;
  }

  /// A group of fields in kind `kind`, the others in the first one, over all its channels.
  void add_mixed(const FieldKinds& group, std::size_t kind, StripeRule rule, std::vector<PlacedFields>& all) const {
    Spreads spreads(spreader_.kinds().size());
    for (int own = 1; own <= spreader_.kinds()[0].count; own *= 2) {
      for (const int n : counts_of(spreader_.kinds()[kind])) {
        for (int stripes = 1; stripes <= n; stripes *= 2) {
          if (n % stripes != 0) continue;
          spreads[0] = {spreader_.kinds()[0].count, own};
          spreads[kind] = {n, stripes};
          if (auto places = spreader_.spread(group, spreads, rule, true)) all.push_back(*std::move(places));
        }
      }
    }
  }

  /// Groups of fields for another kind: all if there are few fields; otherwise each field alone, all but one, and all.
  [[nodiscard]] std::vector<FieldKinds> groups_in(std::size_t kind) const {
    const std::size_t fields = spreader_.fields();
    std::vector<FieldKinds> list;
    if (fields <= kMostGrouped) {
      for (std::size_t mask = 1; mask < std::size_t{1} << fields; ++mask) {
        list.emplace_back(fields, 0);
        for (std::size_t f = 0; f < fields; ++f) list.back()[f] = (mask >> f & 1) != 0 ? kind : 0;
      }
      return list;
    }
    list.emplace_back(fields, kind);
    for (std::size_t f = 0; f < fields; ++f) {
      list.emplace_back(fields, 0);
      list.back()[f] = kind;
      list.emplace_back(fields, kind);
      list.back()[f] = 0;
    }
    return list;
  }

  /// Candidates that fit, have a field in another kind than the first, and take less than `most` ns: the fastest of
  /// them all, and those that are about as fast.
  [[nodiscard]] std::vector<PlacedFields> in_other_kinds(StripeRule rule, double most) const {
    struct Bounded {
      double ns;
      std::size_t kind;
      FieldKinds group;
    };
    std::vector<Bounded> list;
    for (std::size_t kind = 1; kind < spreader_.kinds().size(); ++kind) {
      if (spreader_.kinds()[kind].count == 0) continue;
      for (FieldKinds& group : groups_in(kind)) {
        const double ns = spreader_.least_ns(group);
        if (ns < most) list.push_back({ns, kind, std::move(group)});
      }
    }
    std::stable_sort(list.begin(), list.end(), [](const Bounded& a, const Bounded& b) { return a.ns < b.ns; });
    std::vector<PlacedFields> all;
    double least = std::numeric_limits<double>::infinity();
    for (const Bounded& b : list) {
      if (b.ns > kAsFast * least) break;
      const bool is_mixed = std::find(b.group.begin(), b.group.end(), 0U) != b.group.end();
      if (is_mixed)
        add_mixed(b.group, b.kind, rule, all);
      else
        add_candidates(b.kind, rule, true, all);
      std::erase_if(all, [most](const PlacedFields& p) { return p.ns >= most; });
      for (const PlacedFields& p : all) least = std::min(least, p.ns);
    }
    return all;
  }

  /// The candidate within one kind whose fullest channel exceeds its size least.
  [[nodiscard]] std::optional<PlacedFields> least_excess() const {
    std::vector<PlacedFields> all;
    for (std::size_t kind = 0; kind < spreader_.kinds().size(); ++kind) {
      for (const StripeRule rule : {StripeRule::kByWidth, StripeRule::kAlike}) add_candidates(kind, rule, false, all);
    }
    const auto least = std::min_element(all.begin(), all.end(),
                                        [](const PlacedFields& a, const PlacedFields& b) { return a.fill < b.fill; });
    return least == all.end() ? std::nullopt : std::optional(std::move(*least));
  }

  /// The one with the fewest ports of those that are about as fast as the fastest.
  [[nodiscard]] static std::optional<PlacedFields> fastest(std::vector<PlacedFields> all) {
    if (all.empty()) return std::nullopt;
    const auto by_time = [](const PlacedFields& a, const PlacedFields& b) { return a.ns < b.ns; };
    const double most = kAsFast * std::min_element(all.begin(), all.end(), by_time)->ns;
    std::erase_if(all, [most](const PlacedFields& p) { return p.ns > most; });
    return *std::min_element(all.begin(), all.end(),
                             [](const PlacedFields& a, const PlacedFields& b) { return a.ports < b.ports; });
  }

  const Spreader& spreader_;
};

}  // namespace

std::vector<spec::Placement> places_of(const spec::Stencil& stencil) {
  const std::optional<spec::Bus>& bus = stencil.hardware.bus;
  if (!bus) return {};
  if (!bus->memory.empty()) return bus->memory;
  const Spreader spreader(stencil);
  const auto best = Placer(spreader).best();
  return best ? spreader.placements(*best) : std::vector<spec::Placement>();
}

void place_fields(spec::Stencil& stencil) {
  if (stencil.hardware.bus) stencil.hardware.bus->memory = places_of(stencil);
}

}  // namespace rtlgen::plan
