// Rows of float<E,F> formats that are computed in double and rounded once more.
//
// Theorem (S. A. Figueroa, "When is double rounding innocuous?", ACM SIGNUM Newsletter 30(3), 1995; proven in Coq,
// including subnormals, by P. Roux, "Innocuous double rounding of basic arithmetic operations", J. Formalized Reasoning
// 7(1), 2014): for +, -, *, / and square root of p-bit operands, rounding to q bits and then to p bits gives the same
// result as rounding directly to p bits if q >= 2p + 2. Double has q = 53, so p = F + 1 <= 25 is sufficient.
//
// The reason is that a result that is not a midpoint between two numbers of the format is too far from every midpoint
// to be rounded to one. Midpoints between subnormal numbers are also numbers with p + 1 bits, so this holds for results
// in the subnormal range too, and for results that are rounded to F + 1 bits before they are flushed. E <= 8 keeps
// every intermediate result in double's normal range, in which it has 53 bits. There is no such theorem for fma, which
// is computed by its definition.
#include "golden/row_loops.hpp"

namespace rtlgen::golden {

using spec::Op;
using spec::Type;

namespace {

const Type kFloat64 = Type::float_of(11, 52);

bool is_narrow(const Type& t) {
  return t.is_float() && t.exponent <= 8 && t.fraction + 1 <= 25 && element_of(t) != Element::kF32;
}

constexpr std::uint64_t kSign64 = std::uint64_t{1} << 63;
constexpr std::uint64_t kInfinity64 = std::uint64_t{0x7ff} << 52;

std::int64_t bias(const Type& t) { return (std::int64_t{1} << (t.exponent - 1)) - 1; }
/// 2^power, within double's normal range.
double power_of_two(std::int64_t power) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}
std::uint64_t infinity(const Type& t) { return ((std::uint64_t{1} << t.exponent) - 1) << t.fraction; }

template <class U>
void decode_cells(const Type& t, bool flush, int n, const U* cells, double* out) {
  const int up = 52 - t.fraction;
  const int sign_up = 64 - t.width;
  const std::uint64_t magnitude_mask = t.mask() >> 1;
  const auto special = static_cast<std::int64_t>(infinity(t));
  const std::int64_t normal = std::int64_t{1} << t.fraction;
  const auto rebias = static_cast<std::uint64_t>(1023 - bias(t)) << 52;
  const double unit = flush ? 0.0 : power_of_two(1 - bias(t) - t.fraction);
  map_row(cells, n, out, [=](U cell) {
    const std::uint64_t wide = cell;
    const std::uint64_t m = wide & magnitude_mask;
    // The fraction of a double in [2^52, 2^53) is an integer.
    const double count = std::bit_cast<double>(m | std::uint64_t{1075} << 52) - 0x1p52;
    const auto small = std::bit_cast<std::uint64_t>(count * unit);
    std::uint64_t bits = (m << up) + rebias;
    bits = static_cast<std::int64_t>(m) >= special ? (m << up) | kInfinity64 : bits;
    bits = static_cast<std::int64_t>(m) < normal ? small : bits;
    return std::bit_cast<double>(bits | ((wide << sign_up) & kSign64));
  });
}

template <class U>
void encode_cells(const Type& t, bool flush, int n, const double* in, U* out) {
  const int down = 52 - t.fraction;
  const int sign_down = 64 - t.width;
  const std::uint64_t below_half = (std::uint64_t{1} << (down - 1)) - 1;
  const auto rebias = static_cast<std::uint64_t>(1023 - bias(t)) << t.fraction;
  const auto top = static_cast<std::int64_t>(infinity(t));
  const auto quiet = infinity(t) | std::uint64_t{1} << (t.fraction - 1);
  const double smallest = power_of_two(1 - bias(t));
  const auto smallest_bits = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(smallest));
  // Adding it leaves the count of the format's smallest steps in the low bits, rounded to even.
  const double counter = power_of_two(52 + 1 - bias(t) - t.fraction);
  const auto counter_bits = std::bit_cast<std::uint64_t>(counter);
  map_row(in, n, out, [=](double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t m = bits & ~kSign64;
    const std::uint64_t rounded = m + below_half + ((m >> down) & 1);
    std::uint64_t r = (rounded >> down) - rebias;
    r = static_cast<std::int64_t>(r) >= top ? static_cast<std::uint64_t>(top) : r;
    const std::uint64_t steps = std::bit_cast<std::uint64_t>(std::bit_cast<double>(m) + counter) - counter_bits;
    const auto judged = static_cast<std::int64_t>(flush ? rounded : m);
    r = judged < smallest_bits ? (flush ? 0 : steps) : r;
    r |= (bits & kSign64) >> sign_down;
    return static_cast<U>(static_cast<std::int64_t>(m) > static_cast<std::int64_t>(kInfinity64) ? quiet : r);
  });
}

RTLGEN_VECTORISED void decode(const Type& t, bool flush, int n, const void* cells, double* out) {
  switch (element_of(t)) {
    case Element::kU8:
      decode_cells(t, flush, n, static_cast<const std::uint8_t*>(cells), out);
      break;
    case Element::kU16:
      decode_cells(t, flush, n, static_cast<const std::uint16_t*>(cells), out);
      break;
    case Element::kU32:
      decode_cells(t, flush, n, static_cast<const std::uint32_t*>(cells), out);
      break;
    default:
      decode_cells(t, flush, n, static_cast<const std::uint64_t*>(cells), out);
      break;
  }
}

RTLGEN_VECTORISED void encode(const Type& t, bool flush, int n, const double* in, void* out) {
  switch (element_of(t)) {
    case Element::kU8:
      encode_cells(t, flush, n, in, static_cast<std::uint8_t*>(out));
      break;
    case Element::kU16:
      encode_cells(t, flush, n, in, static_cast<std::uint16_t*>(out));
      break;
    case Element::kU32:
      encode_cells(t, flush, n, in, static_cast<std::uint32_t*>(out));
      break;
    default:
      encode_cells(t, flush, n, in, static_cast<std::uint64_t*>(out));
      break;
  }
}

/// `operand` as float64: a row in `buffer`, or a single value.
Operand widened(const Operand& operand, bool flush, int n, double* buffer) {
  if (operand.row != nullptr) {
    decode(operand.type, flush, n, operand.row, buffer);
    return {buffer, 0, kFloat64};
  }
  double single = 0;
  decode(operand.type, flush, 1, &operand.bits, &single);
  return {nullptr, std::bit_cast<std::uint64_t>(single), kFloat64};
}

bool cast(const RowJob& job, double* buffer) {
  const Type& from = job.args[0].type;
  if (!is_narrow(from)) {
    if (!from.is_float() && !(from.is_integer() && from.width <= 53)) return false;
    RowJob to_double = job;
    to_double.type = kFloat64;
    to_double.out = buffer;
    const double* values = buffer;
    if (from == kFloat64)
      values = static_cast<const double*>(job.args[0].row);
    else if (!cast_rows(to_double))
      return false;
    encode(job.type, job.flush, job.n, values, job.out);
    return true;
  }
  const Operand wide = widened(job.args[0], job.flush, job.n, buffer);
  if (is_narrow(job.type)) {
    encode(job.type, job.flush, job.n, buffer, job.out);
    return true;
  }
  if (job.type == kFloat64) {
    map_row(buffer, job.n, static_cast<double*>(job.out), [](double x) { return x; });
    return true;
  }
  RowJob from_double = job;
  from_double.args = &wide;
  return cast_rows(from_double);
}

}  // namespace

bool narrow_rows(const RowJob& job) {
  // The theorem is for operations with at most two operands.
  if (job.op == Op::kSelect || job.arg_count > 2) return false;
  double buffers[3][kSegment];
  if (job.op == Op::kCast) return (is_narrow(job.args[0].type) || is_narrow(job.type)) && cast(job, buffers[0]);
  if (!is_narrow(job.args[0].type)) return false;
  Operand wide[2];
  for (int a = 0; a < job.arg_count; ++a) wide[a] = widened(job.args[a], job.flush, job.n, buffers[a]);
  RowJob in_double = job;
  in_double.args = wide;
  if (!job.type.is_float()) return float_rows(in_double);
  in_double.type = kFloat64;
  in_double.out = buffers[2];
  if (!float_rows(in_double)) return false;
  encode(job.type, job.flush, job.n, buffers[2], job.out);
  return true;
}

}  // namespace rtlgen::golden
