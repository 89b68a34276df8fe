// A product is a list of terms, which are multiples of the operand, shifted and added or subtracted: first one for each
// digit of the constant in canonical signed-digit form (values -1, 0, 1, no two adjacent). While a pair of terms occurs
// twice, with the same distance and the same relation of signs, it becomes a separate multiple. The rest is added
// lowest neighbours first. Every multiple is odd and positive: the lowest digit of a sum is that of its lower term.
//
// Example: 45 = 64 - 16 - 4 + 1, in which the pair 4 - 1 occurs twice:
//   x * 45 -> (t << 4) - t, where t = (x << 2) - x
#include "hw/shift_add.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace rtlgen::hw {

namespace {

constexpr int kMostBits = 62;

/// + or - multiple << shift.
struct Term {
  std::int64_t multiple = 1;
  int shift = 0;
  bool negative = false;
};

/// Two terms without their common shift and sign: first + second << distance.
struct Pair {
  std::int64_t first, second;
  int distance;
  bool differs;  ///< the signs differ
  auto operator<=>(const Pair&) const = default;
};

Pair pair_of(const Term& low, const Term& high) {
  return {low.multiple, high.multiple, high.shift - low.shift, low.negative != high.negative};
}

class ShiftAdd {
 public:
  ShiftAdd(Value operand, bool is_signed) : operand_(operand), is_signed_(is_signed) { known_[1] = operand; }

  Value times(std::int64_t constant, int width) {
    terms_ = digits(constant);
    share_pairs();
    while (terms_.size() > 1) add_neighbours();
    const Term last = terms_.front();
    Value q = known_.at(last.multiple);
    if (last.shift > 0) q = cat({q, operand_.builder->zero(last.shift)});
    q = fitted(q, width);
    return last.negative ? operand_.builder->zero(width) - q : q;
  }

 private:
  static std::vector<Term> digits(std::int64_t constant) {
    std::vector<Term> all;
    const bool negative = constant < 0;
    for (std::int64_t left = std::abs(constant), at = 0; left != 0; ++at, left /= 2) {
      if (left % 2 == 0) continue;
      const std::int64_t digit = left % 4 == 3 ? -1 : 1;
      all.push_back({1, static_cast<int>(at), (digit < 0) != negative});
      left -= digit;
    }
    return all;
  }

  /// The most frequent pairs of the current terms, with each term in at most one.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> most_frequent() const {
    std::map<Pair, std::vector<std::pair<std::size_t, std::size_t>>> found;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      for (std::size_t k = i + 1; k < terms_.size(); ++k) {
        auto& places = found[pair_of(terms_[i], terms_[k])];
        const bool taken = std::any_of(places.begin(), places.end(), [&](const auto& p) {
          return p.first == i || p.second == i || p.first == k || p.second == k;
        });
        if (!taken) places.emplace_back(i, k);
      }
    }
    const auto best = std::max_element(found.begin(), found.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    return best == found.end() ? std::vector<std::pair<std::size_t, std::size_t>>{} : best->second;
  }

  void share_pairs() {
    for (auto pairs = most_frequent(); pairs.size() > 1; pairs = most_frequent()) {
      std::vector<Term> next;
      std::vector<bool> gone(terms_.size(), false);
      for (const auto& [low, high] : pairs) {
        next.push_back(sum_of(terms_[low], terms_[high]));
        gone[low] = gone[high] = true;
      }
      for (std::size_t i = 0; i < terms_.size(); ++i) {
        if (!gone[i]) next.push_back(terms_[i]);
      }
      set_terms(std::move(next));
    }
  }

  void add_neighbours() {
    std::vector<Term> next;
    for (std::size_t i = 0; i + 1 < terms_.size(); i += 2) next.push_back(sum_of(terms_[i], terms_[i + 1]));
    if (terms_.size() % 2 == 1) next.push_back(terms_.back());
    set_terms(std::move(next));
  }

  void set_terms(std::vector<Term> terms) {
    terms_ = std::move(terms);
    std::stable_sort(terms_.begin(), terms_.end(), [](const Term& a, const Term& b) { return a.shift < b.shift; });
  }

  /// Bits of an odd multiple of the operand.
  [[nodiscard]] int width_of(std::int64_t multiple) const {
    int bits = 0;
    for (std::int64_t left = multiple - 1; left > 0; left /= 2) ++bits;
    return operand_.width + bits;
  }

  [[nodiscard]] Value fitted(Value v, int width) const {
    if (v.width >= width) return v.width == width ? v : v.slice(width - 1, 0);
    return is_signed_ ? sext(v, width) : zext(v, width);
  }

  /// The term that is the sum of both; builds its multiple if it does not exist yet.
  Term sum_of(const Term& low, const Term& high) {
    const int distance = high.shift - low.shift;
    const std::int64_t first = low.negative ? -low.multiple : low.multiple;
    const std::int64_t second = (high.negative ? -high.multiple : high.multiple) * (std::int64_t{1} << distance);
    const std::int64_t sum = first + second, multiple = std::abs(sum);
    if (!known_.contains(multiple)) known_[multiple] = make(low, high, distance, multiple, sum < 0);
    return {multiple, low.shift, sum < 0};
  }

  Value make(const Term& low, const Term& high, int distance, std::int64_t multiple, bool negated) {
    const Value a = known_.at(low.multiple), b = known_.at(high.multiple);
    const bool minus_a = low.negative != negated, minus_b = high.negative != negated;
    const int width = width_of(multiple);
    Value sum;
    if (minus_a || distance >= a.width) {
      const Value up = fitted(cat({b, operand_.builder->zero(distance)}), width);
      const Value first = fitted(a, width);
      sum = minus_a ? up - first : minus_b ? first - up : first + up;
    } else {
      // The lowest bits are those of `a`, regardless of the bits that are added above them.
      const Value top = fitted(a.slice(a.width - 1, distance), width - distance);
      const Value up = fitted(b, width - distance);
      sum = cat({minus_b ? top - up : top + up, a.slice(distance - 1, 0)});
    }
    return operand_.builder->name(fmt::format("times_{}", multiple), sum);
  }

  Value operand_;
  bool is_signed_;
  std::vector<Term> terms_;              ///< sorted by shift
  std::map<std::int64_t, Value> known_;  ///< multiples of the operand, all positive
};

/// The value of `v`, or nothing if it needs more than kMostBits bits.
std::optional<std::int64_t> value_of(const Bits& v, bool is_signed) {
  int top = v.width;
  const bool negative = is_signed && v.bit(v.width - 1);
  while (top > 0 && v.bit(top - 1) == negative) --top;
  if (top > kMostBits) return std::nullopt;
  std::int64_t value = negative ? -(std::int64_t{1} << top) : 0;
  for (int i = 0; i < top; ++i) value += v.bit(i) ? std::int64_t{1} << i : 0;
  return value;
}

}  // namespace

std::optional<Value> shift_add(Value a, Value b, bool is_signed) {
  const int width = a.width + b.width;
  if (a.constant() != nullptr) std::swap(a, b);
  if (b.constant() == nullptr || a.constant() != nullptr) return std::nullopt;
  const auto constant = value_of(*b.constant(), is_signed);
  if (!constant) return std::nullopt;
  if (*constant == 0) return a.builder->zero(width);
  return ShiftAdd(a, is_signed).times(*constant, width);
}

bool is_shift(Value a, Value b, bool is_signed) {
  const auto is_power = [is_signed](Value v) {
    const auto constant = v.constant() != nullptr ? value_of(*v.constant(), is_signed) : std::nullopt;
    return constant && *constant > 0 && std::has_single_bit(static_cast<std::uint64_t>(*constant));
  };
  return is_power(a) || is_power(b);
}

}  // namespace rtlgen::hw
