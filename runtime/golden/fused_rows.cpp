// Rows of fused sums of float32, on 64-bit integers; spec/fused_sum.hpp defines them.
//
// Each step is a loop over the row that the compiler vectorises, once for every vector unit that the machine may have.
// Cells with an infinity or NaN are computed again by the definition.
#include <algorithm>
#include <bit>
#include <map>

#include "golden/row_loops.hpp"
#include "golden/row_ops.hpp"
#include "spec/fused_sum.hpp"

namespace rtlgen::golden {

namespace {

using spec::FusedTerm;
using Terms = FusedTerm::Kind;

constexpr int kFraction = 23;
constexpr int kBias = 127;
constexpr std::uint32_t kHidden = 1U << kFraction;
constexpr std::uint32_t kTop = 255;
constexpr int kWhole = 53;  ///< bits of a double's significand
static_assert(spec::kDigitBits == 4, "shifts and masks below are of four bits");

/// The state of the sums of a row.
struct Row {
  std::int32_t top[kSegment];     ///< the largest digit
  std::uint32_t field[kSegment];  ///< the largest exponent field
  std::uint32_t all_negative[kSegment];
  std::int64_t group[kSegment];
  std::int64_t total[kSegment];
};

/// Processes term x, with its values in digits above `offset`.
RTLGEN_VECTORISED void find_top(Row& row, const std::uint32_t* x, int n, std::int32_t offset, std::uint32_t sign) {
  for (int i = 0; i < n; ++i) {
    const std::uint32_t field = x[i] >> kFraction & kTop;
    const auto digit = static_cast<std::int32_t>(std::max(field, 1U) >> 2) + offset;
    row.top[i] = std::max(row.top[i], digit);
    row.field[i] = std::max(row.field[i], field);
    row.all_negative[i] &= x[i] ^ sign;
  }
}

RTLGEN_VECTORISED void add_term(Row& row, const std::uint32_t* x, int n, std::int32_t offset, std::uint32_t sign,
                                int guard, bool flush) {
  const std::uint32_t subnormal = flush ? 0 : ~0U;
  for (int i = 0; i < n; ++i) {
    const std::uint32_t field = x[i] >> kFraction & kTop;
    const std::uint32_t exponent = std::max(field, 1U);
    const std::uint32_t fraction = x[i] & (kHidden - 1);
    const std::uint32_t significand = field == 0 ? fraction & subnormal : fraction | kHidden;
    const std::int32_t down = 4 * (row.top[i] - static_cast<std::int32_t>(exponent >> 2) - offset);
    const std::uint64_t wide = static_cast<std::uint64_t>(significand)
                               << ((exponent & 3) + static_cast<unsigned>(guard));
    const auto kept = static_cast<std::int64_t>(wide >> std::min(down, 63));
    const std::int64_t negative = -static_cast<std::int64_t>((x[i] ^ sign) >> 31);
    row.group[i] += (kept ^ negative) - negative;
  }
}

/// total += group * coefficient, without its last bits; made odd if these are not zero.
RTLGEN_VECTORISED void add_product(Row& row, int n, std::int64_t coefficient, bool negative) {
  const std::int64_t sign = negative ? -1 : 0;
  for (int i = 0; i < n; ++i) {
    const std::int64_t product = row.group[i] * coefficient;
    const std::int64_t lost = product & (kHidden - 1);
    const std::int64_t kept = (product >> kFraction) | (lost != 0 ? 1 : 0);
    row.total[i] += (kept ^ sign) - sign;
  }
}

/// Below the bits of a double it only matters whether any bit is set: the rest fits exactly in the double, which is
/// rounded once.
RTLGEN_VECTORISED void round_row(const Row& row, int n, int guard, float* out) {
  constexpr std::int64_t kLow = (1 << (63 - kWhole)) - 1;
  for (int i = 0; i < n; ++i) {
    const std::int64_t sign = row.total[i] >> 63;
    const std::int64_t magnitude = (row.total[i] ^ sign) - sign;
    const std::int64_t jammed = (magnitude & ~kLow) | ((magnitude & kLow) != 0 ? kLow + 1 : 0);
    const std::int64_t exact = magnitude >> kWhole != 0 ? jammed : magnitude;
    const int unit = 4 * row.top[i] - kBias - kFraction - guard;
    const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + unit) << 52);
    const auto rounded = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(exact) * scale));
    const std::uint32_t zero = row.all_negative[i] & 0x80000000U;
    const auto negative = static_cast<std::uint32_t>(sign) & 0x80000000U;
    out[i] = std::bit_cast<float>(row.total[i] == 0 ? zero : rounded | negative);
  }
}

struct Factor {
  std::int64_t coefficient = 0;
  std::int32_t digits = 0;
  bool negative = false;
  bool usable = false;
};

Factor factor_of(const Operand& operand, bool flush) {
  Factor f;
  const auto bits = static_cast<std::uint32_t>(operand.bits);
  const std::uint32_t field = bits >> kFraction & kTop;
  f.usable = operand.row == nullptr && field != kTop && !(flush && field == 0);
  const std::int64_t significand = (bits & (kHidden - 1)) | (field == 0 ? 0 : kHidden);
  const int exponent = static_cast<int>(std::max(field, 1U)) - kBias;
  f.coefficient = significand << (exponent & 3);
  f.digits = exponent >> 2;
  f.negative = bits >> 31 != 0;
  return f;
}

/// Operands and factors of a sum for the loops above.
class FusedRow {
 public:
  explicit FusedRow(const RowJob& job) : job_(job), sum_(*job.fused) {
    for (int a = 0; a < job.arg_count; ++a) factors_.push_back(factor_of(job.args[a], job.flush));
  }

  [[nodiscard]] bool fits() const {
    constexpr std::size_t kMost = 256;  // limit of terms times 2^guard, so that sums of products stay below 2^63
    if (element_of(job_.type) != Element::kF32 || job_.n > kSegment) return false;
    if (sum_.guard > 8 || sum_.terms.size() << sum_.guard > kMost) return false;
    return std::all_of(sum_.terms.begin(), sum_.terms.end(), [&](const FusedTerm& t) {
      return t.kind == Terms::kPlain || (t.kind == Terms::kScaled && factor(t).usable);
    });
  }

  void run() {
    std::fill_n(row_.top, job_.n, INT32_MIN);
    std::fill_n(row_.field, job_.n, 0U);
    std::fill_n(row_.all_negative, job_.n, ~0U);
    std::fill_n(row_.total, job_.n, 0);
    for (const FusedTerm& t : sum_.terms)
      find_top(row_, values(t), job_.n, digits(t), t.negative != factor_negative(t) ? 0x80000000U : 0);
    std::map<int, std::vector<const FusedTerm*>> groups;  // by factor; -1: none
    for (const FusedTerm& t : sum_.terms) groups[t.factor].push_back(&t);
    for (const auto& [factor, terms] : groups) {
      std::fill_n(row_.group, job_.n, 0);
      for (const FusedTerm* t : terms)
        add_term(row_, values(*t), job_.n, digits(*t), t->negative ? 0x80000000U : 0, sum_.guard, job_.flush);
      const Factor& f = factor < 0 ? kUnit : factors_[static_cast<std::size_t>(factor)];
      add_product(row_, job_.n, f.coefficient, f.negative);
    }
    auto* out = static_cast<float*>(job_.out);
    round_row(row_, job_.n, sum_.guard, out);
    for (int i = 0; i < job_.n; ++i) {
      if (row_.field[i] == kTop) out[i] = by_definition(i);
    }
  }

 private:
  static constexpr Factor kUnit{kHidden, 0, false, true};

  [[nodiscard]] const Factor& factor(const FusedTerm& t) const { return factors_[static_cast<std::size_t>(t.factor)]; }
  [[nodiscard]] std::int32_t digits(const FusedTerm& t) const { return t.factor < 0 ? 0 : factor(t).digits; }
  [[nodiscard]] bool factor_negative(const FusedTerm& t) const { return t.factor >= 0 && factor(t).negative; }

  /// The row of a term's values; a single value is replicated.
  const std::uint32_t* values(const FusedTerm& t) {
    const Operand& operand = job_.args[t.value];
    if (operand.row != nullptr) return static_cast<const std::uint32_t*>(operand.row);
    std::fill_n(spread_, job_.n, static_cast<std::uint32_t>(operand.bits));
    return spread_;
  }

  [[nodiscard]] float by_definition(int i) const {
    std::vector<std::uint64_t> operands;
    for (int a = 0; a < job_.arg_count; ++a) {
      const Operand& v = job_.args[a];
      operands.push_back(v.row == nullptr ? v.bits : static_cast<const std::uint32_t*>(v.row)[i]);
    }
    const std::uint64_t bits = spec::fused_sum_bits(sum_, job_.type, operands.data(), job_.flush);
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }

  const RowJob& job_;
  const spec::FusedSum& sum_;
  std::vector<Factor> factors_;
  Row row_;
  std::uint32_t spread_[kSegment];
};

}  // namespace

bool fused_rows(const RowJob& job) {
  FusedRow row(job);
  if (!row.fits()) return false;
  row.run();
  return true;
}

}  // namespace rtlgen::golden
