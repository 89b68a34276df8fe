// Sums and products in hard blocks. Blocks only add, so a - b -> a + (-b): the sign of an operand is inverted before
// the block, which the ALMs that feed it can do in every family.
#include "ops/hard.hpp"

#include <fmt/format.h>

#include "hw/builder.hpp"
#include "hw/leaves.hpp"
#include "ops/description.hpp"
#include "ops/exact.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "ops/variants.hpp"
#include "spec/hard_float.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::ops {

using namespace detail;  // NOLINT(google-build-using-namespace): Reals, Operands

namespace {

using spec::Op;

/// The result of MPFR, with flushing as in all blocks.
template <auto f>
std::uint64_t flushed_real(const Request& r, const Operands& operands) {
  Request flushing = r;
  flushing.flush_subnormals = true;
  return by_reals<f>(flushing, operands);
}

constexpr auto kExactSum = flushed_real<[](mpfr_ptr q, Reals& x) { return mpfr_add(q, x[0], x[1], MPFR_RNDN); }>;
constexpr auto kExactDifference = flushed_real<[](mpfr_ptr q, Reals& x) { return mpfr_sub(q, x[0], x[1], MPFR_RNDN); }>;
constexpr auto kExactProduct = flushed_real<[](mpfr_ptr q, Reals& x) { return mpfr_mul(q, x[0], x[1], MPFR_RNDN); }>;

/// The sum or difference of a * b and c, exchanged if the product is subtracted.
std::uint64_t exact_product_sum(const Request& r, const Operands& v) {
  const std::uint64_t product = kExactProduct(r, {v[0], v[1]});
  if (r.function == kHardProductAdd) return kExactSum(r, {product, v[2]});
  return r.function == kHardProductSub ? kExactDifference(r, {product, v[2]}) : kExactDifference(r, {v[2], product});
}

}  // namespace

template <>
Operator make_operator<Op::kHardAdd>() {
  return {.name = "hard_add", .exact = {.floats = kExactSum}};
}
template <>
Operator make_operator<Op::kHardSub>() {
  return {.name = "hard_sub", .exact = {.floats = kExactDifference}};
}
template <>
Operator make_operator<Op::kHardMul>() {
  return {.name = "hard_mul", .exact = {.floats = kExactProduct}};
}

Operator detail::hard_product_sum(Function f, const char* name) {
  return {.function = f, .name = name, .operands = 3, .exact = {.floats = exact_product_sum}};
}

bool is_hard(const Request& request) { return spec::is_hard(request.function.op); }

hw::HardFloatMode hard_mode(const Request& r) {
  if (r.function.variant != Variant::kPlain) return hw::HardFloatMode::kMulAdd;
  return r.function.op == Op::kHardMul ? hw::HardFloatMode::kMul : hw::HardFloatMode::kAdd;
}

hw::Module hard_module(const Request& r, const std::string& name) {
  RTLGEN_CHECK(r.operand == spec::Type::float_of(8, 23), "hard blocks compute float32");
  hw::Builder b(name);
  const auto operand = [&](std::size_t i) {
    const auto constant = i < r.constants.size() ? r.constants[i] : std::nullopt;
    return constant ? b.constant(32, *constant) : b.input(operand_port(i), 32);
  };
  const auto negated = [&](hw::Value v) { return cat({~v.msb(), v.slice(30, 0)}); };
  hw::Value x = operand(0), y = operand(1);
  hw::Value z = operand_count(r) == 3 ? operand(2) : b.constant(32, 0);
  if (r.function == Function(Op::kHardSub)) y = negated(y);
  if (r.function == kHardProductSub) z = negated(z);
  if (r.function == kHardSubProduct) x = negated(x);
  const auto mode = hard_mode(r);
  b.role("hard float");
  b.header_line("computed by one hard floating-point DSP block, which reads subnormals as 0");
  b.header_line(fmt::format("latency {}, new operands every cycle", counted(hw::hard_float_stages(mode), "cycle")));
  const auto result = b.instance(hw::fp_dsp_leaf().name, "block", {{"a", x}, {"b", y}, {"c", z}}, {{"q", "sum", 32}},
                                 {{"MODE", static_cast<std::int64_t>(mode)}});
  b.output("q", result[0]);
  hw::Module module = b.finish();
  describe(r, module);
  return module;
}

}  // namespace rtlgen::ops
