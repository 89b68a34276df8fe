// Material of random programs: types, operations on them, and values that are hard for them.
#include "random_stencil.hpp"
#include "spec/functions/functions.hpp"
#include "spec/operations.hpp"

namespace rtlgen::test {

using spec::Op;
using spec::Type;

std::uint64_t Random::bits() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

const std::vector<Type>& all_types() {
  static const std::vector<Type> types{
      Type::float_of(5, 10),  Type::float_of(8, 7),    Type::float_of(8, 23),  Type::float_of(11, 52),
      Type::float_of(3, 2),   Type::float_of(2, 1),    Type::float_of(6, 9),   Type::float_of(8, 24),
      Type::float_of(8, 25),  Type::float_of(9, 10),   Type::float_of(11, 30), Type::int_of(1),
      Type::int_of(7),        Type::int_of(8),         Type::int_of(13),       Type::int_of(16),
      Type::int_of(27),       Type::int_of(32),        Type::int_of(33),       Type::int_of(54),
      Type::int_of(64),       Type::uint_of(1),        Type::uint_of(3),       Type::uint_of(8),
      Type::uint_of(12),      Type::uint_of(16),       Type::uint_of(31),      Type::uint_of(32),
      Type::uint_of(47),      Type::uint_of(64),       Type::fixed_of(1, 1),   Type::fixed_of(6, 3),
      Type::fixed_of(16, 8),  Type::fixed_of(31, 30),  Type::fixed_of(32, 0),  Type::fixed_of(45, 20),
      Type::fixed_of(64, 32), Type::fixed_of(64, 64),  Type::ufixed_of(1, 0),  Type::ufixed_of(8, 8),
      Type::ufixed_of(24, 4), Type::ufixed_of(32, 16), Type::ufixed_of(63, 1), Type::ufixed_of(64, 64)};
  return types;
}

std::vector<Op> operations_on(const Type& type, std::size_t operands) {
  using spec::Typing;
  std::vector<Op> out;
  for (const spec::Operation& o : spec::operations()) {
    const bool keeps = o.typing == Typing::kCommon || o.typing == Typing::kShift || o.typing == Typing::kLogical;
    const bool first = spec::operation_of(o.op).symbol == o.symbol;
    if (keeps && first && !o.is_fused() && o.least == operands && spec::takes(o.operands, type)) out.push_back(o.op);
  }
  return out;
}

std::vector<Op> choices(const Type& type, bool functions) {
  std::vector<Op> out;
  for (const std::size_t operands : {1U, 2U, 3U}) {
    for (const Op op : operations_on(type, operands)) {
      const bool by_tables = spec::operation_of(op).bits != nullptr;
      if (by_tables == (functions && type.is_float())) out.push_back(op);
    }
  }
  return out;
}

std::uint64_t hard_value(const Type& t, Random& random) {
  if (!t.is_float()) {
    switch (random.below(6)) {
      case 0:
        return random.bits() & t.mask();
      case 1:
        return 0;
      case 2:
        return t.mask();  // -1, or the largest
      case 3:
        return t.mask() >> 1;  // the largest signed
      case 4:
        return (t.mask() >> 1) + 1;  // the most negative
      default:
        return static_cast<std::uint64_t>(random.between(-9, 9)) & t.mask();
    }
  }
  const std::uint64_t sign = random.chance(50) ? std::uint64_t{1} << (t.width - 1) : 0;
  const std::uint64_t top = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
  const std::uint64_t fraction = random.bits() & ((std::uint64_t{1} << t.fraction) - 1);
  const std::uint64_t one = ((std::uint64_t{1} << (t.exponent - 1)) - 1) << t.fraction;
  switch (random.below(12)) {
    case 0:
      return sign;
    case 1:
      return sign | top;
    case 2:
      return sign | top | std::max<std::uint64_t>(fraction, 1);
    case 3:
      return sign | fraction;  // subnormal
    case 4:
      return sign | std::uint64_t{1} << t.fraction | fraction;  // just above
    case 5:
      return sign | (top - 1);  // the largest
    case 6:
      return random.bits() & t.mask();
    case 7:
      return sign | one;
    default: {
      // Near one, so that sums and differences meet.
      const int reach = std::min(4, (1 << (t.exponent - 1)) - 2);
      return (sign | fraction) + one + (static_cast<std::uint64_t>(random.between(0, 2 * reach)) << t.fraction) -
             (static_cast<std::uint64_t>(reach) << t.fraction);
    }
  }
}

}  // namespace rtlgen::test
