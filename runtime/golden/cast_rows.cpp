// Conversions among integers, float32 and float64.
#include <cmath>

#include "golden/row_loops.hpp"

namespace rtlgen::golden {

namespace {

/// The value of a W-bit integer cell as a machine integer of at least 32 bits.
template <class U, bool kSigned>
struct Reader {
  using Wide = std::conditional_t<sizeof(U) < 8, std::int32_t, std::int64_t>;
  using Value = std::conditional_t<kSigned, Wide, std::conditional_t<sizeof(U) < 4, std::int32_t, U>>;
  int unused;  ///< bits of Value above the type

  explicit Reader(const spec::Type& t) : unused(static_cast<int>(sizeof(Value) * 8) - t.width) {}
  Value operator()(U cell) const {
    if constexpr (kSigned) {
      using Bits = std::make_unsigned_t<Value>;
      return static_cast<Value>(static_cast<Bits>(cell) << unused) >> unused;
    } else {
      return static_cast<Value>(cell);
    }
  }
};

template <class U, bool kSigned>
void from_integer(const RowJob& j) {
  const auto* a = static_cast<const U*>(j.args[0].row);
  const Reader<U, kSigned> read(j.args[0].type);
  const std::uint64_t m = j.type.mask();
  switch (element_of(j.type)) {
    case Element::kU8:
      map_row(a, j.n, static_cast<std::uint8_t*>(j.out), [=](U x) {
        return static_cast<std::uint8_t>(static_cast<std::uint8_t>(read(x)) & static_cast<std::uint8_t>(m));
      });
      return;
    case Element::kU16:
      map_row(a, j.n, static_cast<std::uint16_t*>(j.out), [=](U x) {
        return static_cast<std::uint16_t>(static_cast<std::uint16_t>(read(x)) & static_cast<std::uint16_t>(m));
      });
      return;
    case Element::kU32:
      map_row(a, j.n, static_cast<std::uint32_t*>(j.out),
              [=](U x) { return static_cast<std::uint32_t>(read(x)) & static_cast<std::uint32_t>(m); });
      return;
    case Element::kU64:
      map_row(a, j.n, static_cast<std::uint64_t*>(j.out), [=](U x) { return static_cast<std::uint64_t>(read(x)) & m; });
      return;
    // The machine rounds to nearest even, once, from every width.
    case Element::kF32:
      map_row(a, j.n, static_cast<float*>(j.out), [=](U x) { return static_cast<float>(read(x)); });
      return;
    case Element::kF64:
      map_row(a, j.n, static_cast<double*>(j.out), [=](U x) { return static_cast<double>(read(x)); });
      return;
  }
}

/// Truncates toward zero and saturates; NaN gives 0.
template <class T, class U>
void to_integer(const RowJob& j) {
  const spec::Type& t = j.type;
  const std::uint64_t high = t.is_signed() ? t.mask() >> 1 : t.mask();
  const std::uint64_t low = t.is_signed() ? high + 1 : 0;
  const double limit = std::ldexp(1.0, t.is_signed() ? t.width - 1 : t.width);  // first that is too large
  const double bottom = t.is_signed() ? -limit : 0.0;
  const std::uint64_t m = t.mask();
  map_row(static_cast<const T*>(j.args[0].row), j.n, static_cast<U*>(j.out), [=](T cell) {
    const double x = static_cast<double>(cell);
    if (x != x) return U{0};
    if (x >= limit) return static_cast<U>(high);
    if (x <= bottom) return static_cast<U>(low);
    const std::uint64_t n =
        x < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x)) : static_cast<std::uint64_t>(x);
    return static_cast<U>(n & m);
  });
}

template <class T>
void from_float(const RowJob& j) {
  const T* a = static_cast<const T*>(j.args[0].row);
  switch (element_of(j.type)) {
    case Element::kU8:
      to_integer<T, std::uint8_t>(j);
      return;
    case Element::kU16:
      to_integer<T, std::uint16_t>(j);
      return;
    case Element::kU32:
      to_integer<T, std::uint32_t>(j);
      return;
    case Element::kU64:
      to_integer<T, std::uint64_t>(j);
      return;
    case Element::kF32:
      map_row(a, j.n, static_cast<float*>(j.out), [](T x) { return static_cast<float>(x); });
      return;
    case Element::kF64:
      map_row(a, j.n, static_cast<double*>(j.out), [](T x) { return static_cast<double>(x); });
      return;
  }
}

template <class U>
void integers(const RowJob& j) {
  if (j.args[0].type.is_signed())
    from_integer<U, true>(j);
  else
    from_integer<U, false>(j);
}

RTLGEN_VECTORISED void from_bytes(const RowJob& j) { integers<std::uint8_t>(j); }
RTLGEN_VECTORISED void from_halves(const RowJob& j) { integers<std::uint16_t>(j); }
RTLGEN_VECTORISED void from_words(const RowJob& j) { integers<std::uint32_t>(j); }
RTLGEN_VECTORISED void from_doublewords(const RowJob& j) { integers<std::uint64_t>(j); }
RTLGEN_VECTORISED void from_single(const RowJob& j) { from_float<float>(j); }
RTLGEN_VECTORISED void from_double(const RowJob& j) { from_float<double>(j); }

bool machine_type(const spec::Type& t) {
  const Element e = element_of(t);
  return t.is_integer() || e == Element::kF32 || e == Element::kF64;
}

}  // namespace

bool cast_rows(const RowJob& job) {
  if (job.op != spec::Op::kCast || !machine_type(job.type) || !machine_type(job.args[0].type)) return false;
  switch (element_of(job.args[0].type)) {
    case Element::kU8:
      from_bytes(job);
      break;
    case Element::kU16:
      from_halves(job);
      break;
    case Element::kU32:
      from_words(job);
      break;
    case Element::kU64:
      from_doublewords(job);
      break;
    case Element::kF32:
      from_single(job);
      break;
    case Element::kF64:
      from_double(job);
      break;
  }
  return true;
}

}  // namespace rtlgen::golden
