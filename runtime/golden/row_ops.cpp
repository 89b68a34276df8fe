// Finds the loop for a node; if none exists, evaluates every cell by the definition.
#include "golden/row_ops.hpp"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include <algorithm>
#include <cstring>
#include <vector>

#include "golden/grid.hpp"
#include "golden/row_loops.hpp"
#include "golden/scalar.hpp"
#include "spec/fused_sum.hpp"
#include "spec/hard_float.hpp"
#include "spec/program.hpp"

namespace rtlgen::golden {

using spec::Op;

namespace {

#ifdef __SSE2__
constexpr bool kMachineFlushes = true;
#else
constexpr bool kMachineFlushes = false;
#endif

std::uint64_t load(const Operand& a, int i) {
  if (a.row == nullptr) return a.bits;
  std::uint64_t bits = 0;
  const int size = cell_bytes(a.type);
  std::memcpy(&bits, static_cast<const std::uint8_t*>(a.row) + static_cast<std::ptrdiff_t>(i) * size,
              static_cast<std::size_t>(size));
  return bits;
}

/// `v` is memory for the operands.
std::uint64_t by_definition(const RowJob& j, int i, std::vector<std::uint64_t>& v) {
  v.resize(static_cast<std::size_t>(j.arg_count));
  for (std::size_t a = 0; a < v.size(); ++a) v[a] = load(j.args[a], i);
  if (j.op == Op::kSelect) return v[0] != 0 ? v[1] : v[2];
  if (j.op == Op::kLookup) return j.table->value_at(j.args[0].type, v[0]);
  if (j.op == Op::kFused) return spec::fused_sum_bits(*j.fused, j.type, v.data(), j.flush);
  return scalar_op(j.op, j.type, j.args[0].type, v, j.flush, j.modes);
}

template <class U>
void select(const RowJob& j) {
  const Operand* v = j.args;
  const auto* condition = static_cast<const std::uint8_t*>(v[0].row);
  const auto* yes = static_cast<const U*>(v[1].row);
  const auto* no = static_cast<const U*>(v[2].row);
  auto* __restrict r = static_cast<U*>(j.out);
  const U a = static_cast<U>(v[1].bits);
  const U b = static_cast<U>(v[2].bits);
  if (condition == nullptr) {
    const U* chosen = v[0].bits != 0 ? yes : no;
    for (int i = 0; i < j.n; ++i) r[i] = chosen != nullptr ? chosen[i] : v[0].bits != 0 ? a : b;
  } else if (yes != nullptr && no != nullptr) {
    for (int i = 0; i < j.n; ++i) r[i] = condition[i] != 0 ? yes[i] : no[i];
  } else if (yes != nullptr) {
    for (int i = 0; i < j.n; ++i) r[i] = condition[i] != 0 ? yes[i] : b;
  } else if (no != nullptr) {
    for (int i = 0; i < j.n; ++i) r[i] = condition[i] != 0 ? a : no[i];
  } else {
    for (int i = 0; i < j.n; ++i) r[i] = condition[i] != 0 ? a : b;
  }
}

RTLGEN_VECTORISED void select_rows(const RowJob& j) {
  switch (cell_bytes(j.type)) {
    case 1:
      select<std::uint8_t>(j);
      break;
    case 2:
      select<std::uint16_t>(j);
      break;
    case 4:
      select<std::uint32_t>(j);
      break;
    default:
      select<std::uint64_t>(j);
      break;
  }
}

template <class Index, class U>
void look_up(const RowJob& j) {
  const Operand& index = j.args[0];
  const auto* place = static_cast<const Index*>(index.row);
  const std::uint64_t* values = j.table->values.data();
  const std::uint64_t last = j.table->values.size() - 1;
  const std::uint64_t sign = index.type.is_signed() ? std::uint64_t{1} << (index.type.width - 1) : 0;
  auto* __restrict r = static_cast<U*>(j.out);
  for (int i = 0; i < j.n; ++i)
    r[i] = static_cast<U>(values[(place[i] & sign) != 0 ? 0 : std::min<std::uint64_t>(place[i], last)]);
}

template <class Index>
void look_up_values(const RowJob& j) {
  switch (cell_bytes(j.type)) {
    case 1:
      return look_up<Index, std::uint8_t>(j);
    case 2:
      return look_up<Index, std::uint16_t>(j);
    case 4:
      return look_up<Index, std::uint32_t>(j);
    default:
      return look_up<Index, std::uint64_t>(j);
  }
}

void lookup_rows(const RowJob& j) {
  const Operand& index = j.args[0];
  if (index.row == nullptr) return fill_cells(j.type, j.table->value_at(index.type, index.bits), 0, j.n, j.out);
  switch (cell_bytes(index.type)) {
    case 1:
      return look_up_values<std::uint8_t>(j);
    case 2:
      return look_up_values<std::uint16_t>(j);
    case 4:
      return look_up_values<std::uint32_t>(j);
    default:
      return look_up_values<std::uint64_t>(j);
  }
}

bool has_float(const RowJob& j) { return j.type.is_float() || j.args[0].type.is_float(); }

bool has_fixed(const RowJob& j) { return j.type.is_fixed() || j.args[0].type.is_fixed(); }

/// Casts of a float to its own type only flush and quieten.
bool is_same_float_cast(const RowJob& j) { return j.op == Op::kCast && j.type.is_float() && j.type == j.args[0].type; }

}  // namespace

Element element_of(const spec::Type& type) {
  if (type == spec::Type::float_of(8, 23)) return Element::kF32;
  if (type == spec::Type::float_of(11, 52)) return Element::kF64;
  if (type.width <= 8) return Element::kU8;
  return type.width <= 16 ? Element::kU16 : type.width <= 32 ? Element::kU32 : Element::kU64;
}

void fill_cells(const spec::Type& type, std::uint64_t bits, int first, int last, void* row) {
  const auto fill = [=](auto* cells) {
    std::fill(cells + first, cells + last, static_cast<std::remove_pointer_t<decltype(cells)>>(bits));
  };
  switch (cell_bytes(type)) {
    case 1:
      fill(static_cast<std::uint8_t*>(row));
      break;
    case 2:
      fill(static_cast<std::uint16_t*>(row));
      break;
    case 4:
      fill(static_cast<std::uint32_t*>(row));
      break;
    default:
      fill(static_cast<std::uint64_t*>(row));
      break;
  }
}

void apply(const RowJob& job) {
  if (job.op == Op::kSelect) return select_rows(job);
  if (job.op == Op::kLookup) return lookup_rows(job);
  if (job.op == Op::kFused && fused_rows(job)) return;
  if (spec::is_hard(job.op) && hard_rows(job)) return;
  const bool machine = job.op != Op::kFused && !spec::is_hard(job.op) &&
                       !(job.flush && !kMachineFlushes && has_float(job)) && !is_same_float_cast(job);
  const bool fixed = has_fixed(job);
  if (fixed && machine && fixed_rows(job)) return;
  if (!fixed && machine && (float_rows(job) || integer_rows(job) || cast_rows(job) || narrow_rows(job))) return;
  const int size = cell_bytes(job.type);
  std::vector<std::uint64_t> operands;
  for (int i = 0; i < job.n; ++i) {
    const std::uint64_t bits = by_definition(job, i, operands);
    std::memcpy(static_cast<std::uint8_t*>(job.out) + static_cast<std::ptrdiff_t>(i) * size, &bits,
                static_cast<std::size_t>(size));
  }
}

std::uint64_t apply_single(const RowJob& job) {
  std::vector<std::uint64_t> operands;
  return by_definition(job, 0, operands);
}

#ifdef __SSE2__
// x86's FTZ and DAZ are the language's flush mode: tininess is judged after rounding.
FlushMode::FlushMode(bool flush) : saved_(_mm_getcsr()) {
  if (flush) _mm_setcsr(saved_ | 0x8040U);
}

FlushMode::~FlushMode() { _mm_setcsr(saved_); }
#else
FlushMode::FlushMode(bool) {}
FlushMode::~FlushMode() = default;
#endif

}  // namespace rtlgen::golden
