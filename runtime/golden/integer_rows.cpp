// Integer rows of any width up to 64 bits, in the smallest machine word that holds a cell.
#include <limits>

#include "golden/row_loops.hpp"

namespace rtlgen::golden {

using spec::Op;

namespace {

/// Constants for a type with W bits in a word of type U.
template <class U>
struct Width {
  U mask;
  int unused;  ///< bits of the word above the type

  explicit Width(const spec::Type& t)
      : mask(static_cast<U>(t.mask())), unused(static_cast<int>(sizeof(U) * 8) - t.width) {}
};

/// The value of a cell: sign-extended if S is signed.
template <class S, class U>
S value(U cell, int unused) {
  if constexpr (std::is_signed_v<S>)
    return static_cast<S>(static_cast<S>(static_cast<U>(cell << unused)) >> unused);
  else
    return cell;
}

/// Operations that are the same for signed and unsigned words.
template <class U>
bool wrapping(const RowJob& j) {
  // At least unsigned int, so that integer promotion never makes a product signed.
  using Wide = std::conditional_t<sizeof(U) < 4, std::uint32_t, U>;
  auto* r = static_cast<U*>(j.out);
  const Operand* v = j.args;
  const auto* a = static_cast<const U*>(v[0].row);
  const U m = Width<U>(j.type).mask;
  const auto cut = [m](Wide x) { return static_cast<U>(static_cast<U>(x) & m); };
  switch (j.op) {
    case Op::kAdd:
      map_rows<U, U>(v[0], v[1], j.n, r, [cut](U x, U y) { return cut(Wide{x} + Wide{y}); });
      return true;
    case Op::kSub:
      map_rows<U, U>(v[0], v[1], j.n, r, [cut](U x, U y) { return cut(Wide{x} - Wide{y}); });
      return true;
    case Op::kMul:
      map_rows<U, U>(v[0], v[1], j.n, r, [cut](U x, U y) { return cut(Wide{x} * Wide{y}); });
      return true;
    case Op::kBitAnd:
    case Op::kAnd:
      map_rows<U, U>(v[0], v[1], j.n, r, [](U x, U y) { return static_cast<U>(x & y); });
      return true;
    case Op::kBitOr:
    case Op::kOr:
      map_rows<U, U>(v[0], v[1], j.n, r, [](U x, U y) { return static_cast<U>(x | y); });
      return true;
    case Op::kBitXor:
      map_rows<U, U>(v[0], v[1], j.n, r, [](U x, U y) { return static_cast<U>(x ^ y); });
      return true;
    case Op::kNeg:
      map_row(a, j.n, r, [cut](U x) { return cut(Wide{0} - Wide{x}); });
      return true;
    case Op::kBitNot:
    case Op::kNot:
      map_row(a, j.n, r, [m](U x) { return static_cast<U>(x ^ m); });
      return true;
    default:
      return false;
  }
}

/// x/0 has all bits set; the one quotient that does not fit wraps.
template <class S>
S quotient(S x, S y) {
  if (y == 0) return static_cast<S>(~S{0});
  if constexpr (std::is_signed_v<S>) {
    if (y == -1) return static_cast<S>(S{0} - static_cast<std::make_unsigned_t<S>>(x));
  }
  return static_cast<S>(x / y);
}

template <class S>
S remainder(S x, S y) {
  if (y == 0) return x;
  if constexpr (std::is_signed_v<S>) {
    if (y == -1) return 0;
  }
  return static_cast<S>(x % y);
}

template <class S, class U>
bool ordered(const RowJob& j) {
  auto* r = static_cast<U*>(j.out);
  auto* truth = static_cast<std::uint8_t*>(j.out);
  const Operand* v = j.args;
  const Width<U> w(v[0].type);
  const auto val = [w](U x) { return value<S, U>(x, w.unused); };
  const auto cut = [w](S x) { return static_cast<U>(static_cast<U>(x) & w.mask); };
  const auto two = [&](auto f) { map_rows<U, U>(v[0], v[1], j.n, r, f); };
  const auto compare = [&](auto f) { map_rows<U, U>(v[0], v[1], j.n, truth, f); };
  switch (j.op) {
    case Op::kDiv:
      two([val, cut](U x, U y) { return cut(quotient<S>(val(x), val(y))); });
      return true;
    case Op::kRem:
      two([val, cut](U x, U y) { return cut(remainder<S>(val(x), val(y))); });
      return true;
    case Op::kMin:
      two([val](U x, U y) { return val(y) < val(x) ? y : x; });
      return true;
    case Op::kMax:
      two([val](U x, U y) { return val(x) < val(y) ? y : x; });
      return true;
    case Op::kLt:
      compare([val](U x, U y) { return static_cast<std::uint8_t>(val(x) < val(y)); });
      return true;
    case Op::kLe:
      compare([val](U x, U y) { return static_cast<std::uint8_t>(val(x) <= val(y)); });
      return true;
    case Op::kEq:
      compare([](U x, U y) { return static_cast<std::uint8_t>(x == y); });
      return true;
    case Op::kNe:
      compare([](U x, U y) { return static_cast<std::uint8_t>(x != y); });
      return true;
    case Op::kAbs:
      map_row(static_cast<const U*>(v[0].row), j.n, r,
              [val, w](U x) { return val(x) < 0 ? static_cast<U>(static_cast<U>(U{0} - x) & w.mask) : x; });
      return true;
    default:
      return false;
  }
}

/// Shifts by the same amount for all cells; others are done cell by cell.
template <class S, class U>
bool shifts(const RowJob& j) {
  const Operand* v = j.args;
  if (v[0].row == nullptr || v[1].row != nullptr) return false;
  const Width<U> w(j.type);
  const bool all = v[1].bits >= static_cast<std::uint64_t>(j.type.width);
  const int amount = all ? 0 : static_cast<int>(v[1].bits);
  const auto* a = static_cast<const U*>(v[0].row);
  auto* r = static_cast<U*>(j.out);
  if (j.op == Op::kShl) {
    const U keep = all ? U{0} : w.mask;
    map_row(a, j.n, r, [amount, keep](U x) { return static_cast<U>(static_cast<U>(x << amount) & keep); });
    return true;
  }
  // A signed value shifted by its width or more is its sign; an unsigned one is 0.
  const int down = all ? j.type.width - 1 : amount;
  const U keep = all && !std::is_signed_v<S> ? U{0} : w.mask;
  map_row(a, j.n, r,
          [w, down, keep](U x) { return static_cast<U>(static_cast<U>(value<S, U>(x, w.unused) >> down) & keep); });
  return true;
}

template <class U>
bool any(const RowJob& j) {
  using S = std::make_signed_t<U>;
  const bool sign = j.args[0].type.is_signed();
  if (j.op == Op::kShl || j.op == Op::kShr) return sign ? shifts<S, U>(j) : shifts<U, U>(j);
  return wrapping<U>(j) || (sign ? ordered<S, U>(j) : ordered<U, U>(j));
}

RTLGEN_VECTORISED bool bytes(const RowJob& j) { return any<std::uint8_t>(j); }
RTLGEN_VECTORISED bool halves(const RowJob& j) { return any<std::uint16_t>(j); }
RTLGEN_VECTORISED bool words(const RowJob& j) { return any<std::uint32_t>(j); }
RTLGEN_VECTORISED bool doublewords(const RowJob& j) { return any<std::uint64_t>(j); }

}  // namespace

bool integer_rows(const RowJob& job) {
  if (job.op == Op::kCast || job.op == Op::kSelect || !job.args[0].type.is_integer()) return false;
  switch (element_of(job.args[0].type)) {
    case Element::kU8:
      return bytes(job);
    case Element::kU16:
      return halves(job);
    case Element::kU32:
      return words(job);
    case Element::kU64:
      return doublewords(job);
    default:
      return false;
  }
}

}  // namespace rtlgen::golden
