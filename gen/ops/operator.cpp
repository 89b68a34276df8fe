// Modules, values, names and latencies of the operators in the registry.
#include "ops/operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/pipeline.hpp"
#include "ops/description.hpp"
#include "ops/hard.hpp"
#include "ops/lookup.hpp"
#include "ops/registry.hpp"
#include "spec/aligned.hpp"
#include "spec/hard_float.hpp"
#include "spec/operations.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::ops {

namespace {

/// float<6,9> -> float6_9: a type as part of a module name.
std::string type_name(const spec::Type& type) {
  std::string name;
  for (const char c : type.name()) {
    if (c == '<') continue;
    if (c == '>') break;
    name += c == ',' ? '_' : c;
  }
  return name;
}

/// Constant operands have no port.
std::optional<std::uint64_t> constant_of(const Request& r, std::size_t operand) {
  return operand < r.constants.size() ? r.constants[operand] : std::nullopt;
}

/// + a * 3e4ccccd - b: a fused sum, constants as bits.
std::string fused_text(const Request& r) {
  const auto operand = [&](int index) {
    const auto constant = constant_of(r, static_cast<std::size_t>(index));
    return constant ? fmt::format("{:x}", *constant) : operand_port(static_cast<std::size_t>(index));
  };
  std::string text;
  for (const spec::FusedTerm& term : r.fused.terms) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", term.negative ? "-" : "+", operand(term.value));
    if (term.kind != spec::FusedTerm::Kind::kPlain) text += " * " + operand(term.factor);
    if (term.kind == spec::FusedTerm::Kind::kScaled) text += " scaled";
  }
  return fmt::format("{}, {} guard bits", text, r.fused.guard);
}

/// The result's type and the words of a table.
std::string table_text(const Request& r) {
  std::string text = r.result.name();
  for (const std::uint64_t word : r.table.values) text += fmt::format(" {:x}", word);
  return text;
}

/// 64-bit FNV-1a.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

hw::Module combinational(const Request& r) {
  const Operator& op = operator_of(r.function);
  hw::Builder b(base_name(r));
  if (r.expands_products) b.expand_products();
  Values operands;
  for (std::size_t i = 0; i < static_cast<std::size_t>(operand_count(r)); ++i) {
    const auto constant = constant_of(r, i);
    operands.push_back(constant ? b.constant(r.operand.width, *constant) : b.input(operand_port(i), r.operand.width));
  }
  const auto build = op.build.of(r);
  RTLGEN_CHECK(build != nullptr, "no operator " + base_name(r));
  b.output("q", build(b, r, operands));
  const bool has_constant =
      std::any_of(r.constants.begin(), r.constants.end(), [](const auto& c) { return c.has_value(); });
  const bool fixed = r.operand.is_fixed() || r.result.is_fixed();
  const bool aligned = r.operand.aligned || r.result.aligned;
  b.role(fmt::format("{} {}{}",
                     aligned                ? "aligned"
                     : fixed                ? "fixed"
                     : r.operand.is_float() ? "float"
                                            : "int",
                     op.name, has_constant ? " constant" : ""));
  if (!r.table.values.empty()) b.role("table");
  return b.finish();
}

/// The result for aligned operands, computed in their formats and returned in the aligned form.
std::uint64_t evaluate_aligned(const Request& r, std::vector<std::uint64_t> operands) {
  Request plain = r;
  if (r.operand.aligned) {
    plain.operand = spec::unaligned(r.operand);
    for (std::uint64_t& bits : operands) bits = spec::unaligned_bits(plain.operand, bits);
    for (auto& constant : plain.constants)
      if (constant) constant = spec::unaligned_bits(plain.operand, *constant);
  }
  if (r.result.aligned) plain.result = spec::unaligned(r.result);
  // A plain conversion into or out of the form keeps the payload of NaNs.
  const bool is_cast = spec::operation_of(r.function.op).typing == spec::Typing::kCast;
  const std::uint64_t bits = is_cast && plain.operand == plain.result ? operands[0] : evaluate(plain, operands);
  return r.result.aligned ? spec::aligned_bits(plain.result, bits) : bits;
}

}  // namespace

int operand_count(Function function) { return operator_of(function).operands; }

int operand_count(const Request& r) {
  return r.fused.terms.empty() ? operand_count(r.function) : static_cast<int>(r.constants.size());
}

std::string operand_port(std::size_t index) {
  // q is the result.
  constexpr std::size_t kLetters = 'q' - 'a';
  return index < kLetters ? std::string(1, static_cast<char>('a' + index)) : fmt::format("a{}", index);
}

bool uses_rounding(const Request& r) {
  const auto rounds = operator_of(r.function).rounds;
  return r.result.is_fixed() && rounds != nullptr && rounds(r);
}

bool uses_overflow(const Request& r) {
  const auto overflows = operator_of(r.function).overflows;
  return r.result.is_fixed() && overflows != nullptr && overflows(r);
}

std::string base_name(const Request& r) {
  std::string name = fmt::format("{}_{}", type_name(r.operand), operator_of(r.function).name);
  if (spec::operation_of(r.function.op).typing == spec::Typing::kCast) name += "_" + type_name(r.result);
  if (r.flush_subnormals) name += "_flush";
  if (r.expands_products) name += "_shift_add";
  if (r.block_sums > 0) name += fmt::format("_{}_in_dsp", r.block_sums);
  if (uses_rounding(r) && r.rounding == spec::Rounding::kTruncate) name += "_trunc";
  if (uses_overflow(r) && r.overflow == spec::Overflow::kSaturate) name += "_sat";
  if (!r.fused.terms.empty()) return fmt::format("{}_{:016x}", name, hash_of(fused_text(r)));
  if (!r.table.values.empty()) return fmt::format("{}_in_{}_{:016x}", name, r.table.name, hash_of(table_text(r)));
  for (std::size_t i = 0; i < r.constants.size(); ++i) {
    static const char* const kWord[] = {"k", "by", "plus"};
    if (!r.constants[i]) continue;
    name += i < std::size(kWord) ? fmt::format("_{}{:x}", kWord[i], *r.constants[i])
                                 : fmt::format("_{}_is{:x}", operand_port(i), *r.constants[i]);
  }
  return name;
}

namespace {

constexpr int kWideFraction = 32;  ///< bits; wider formats have long tables and chains
constexpr int kReserve = 5;

/// The part of the period that a schedule may fill. Next to the chains and tables of float64 functions, mapping saves
/// LUTs as far as the deepest logic of the module allows: a fifth is left for that (docs/evidence/timing.md).
int scheduled_period(const Request& r, int period_ps) {
  const bool is_wide_function =
      spec::operation_of(r.function.op).bits != nullptr && r.operand.is_float() && r.operand.fraction > kWideFraction;
  return is_wide_function ? period_ps - period_ps / kReserve : period_ps;
}

}  // namespace

int latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut) {
  if (is_hard(request)) return hw::hard_float_stages(hard_mode(request));
  if (is_stored(request, device))
    return hw::stages_needed(address_module(request), device, period_ps, cut) + kRomStages;
  return hw::stages_needed(combinational(request), device, scheduled_period(request, period_ps), cut);
}

int least_period_for(const Request& request, const hw::DelayModel& device) {
  if (is_hard(request)) return 1;  // the speed of blocks is unknown
  if (is_stored(request, device))
    return std::max(rom_period_ps(device), hw::least_period_ps(address_module(request), device));
  return hw::least_period_ps(combinational(request), device);
}

int dsp_blocks(const Request& request, const hw::DelayModel& device) {
  if (is_stored(request, device)) return 0;
  return is_hard(request) ? 1 : hw::dsp_blocks(combinational(request), device);
}

Request with_fewer_blocks(const Request& request) {
  Request fewer = request;
  if (!is_hard(request)) {
    fewer.expands_products = true;
  } else if (request.function.variant == Variant::kPlain) {
    fewer.function = spec::soft_op(request.function.op);
    fewer.flush_subnormals = true;
    fewer.expands_products = request.function.op == spec::Op::kHardMul;
  }
  return fewer;
}

int shift_add_luts(const Request& request) {
  const auto sums = [](const Request& r) {
    const hw::Module m = combinational(r);
    int bits = 0;
    for (const hw::Expr& e : m.exprs)
      bits += e.kind == hw::ExprKind::kAdd || e.kind == hw::ExprKind::kSub ? e.width : 0;
    return bits;
  };
  Request plain = request, expanded = request;
  plain.expands_products = false;
  expanded.expands_products = true;
  return sums(expanded) - sums(plain);
}

std::uint64_t evaluate(const Request& r, const std::vector<std::uint64_t>& operands) {
  if (r.operand.aligned || r.result.aligned) return evaluate_aligned(r, operands);
  const Operator& op = operator_of(r.function);
  const auto exact = op.exact.of(r);
  RTLGEN_CHECK(exact != nullptr, "no operator " + op.name + " of " + r.operand.name());
  RTLGEN_CHECK(operands.size() == static_cast<std::size_t>(operand_count(r)), "wrong number of operands");
  return exact(r, operands);
}

hw::Module build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut, int period_ps) {
  if (is_hard(request)) {
    RTLGEN_CHECK(latency == hw::hard_float_stages(hard_mode(request)), "the registers of a block are fixed");
    return hard_module(request, fmt::format("{}_l{}", base_name(request), latency));
  }
  const std::string name = fmt::format("{}_l{}", base_name(request), latency);
  if (is_stored(request, device)) return stored_module(request, device, latency, name, cut, period_ps);
  hw::Module comb = combinational(request);
  describe(request, comb);
  comb.header.push_back(latency == 0 ? "combinational"
                                     : fmt::format("latency {}, new operands every cycle", counted(latency, "cycle")));
  hw::Module piped = hw::pipeline(comb, device, latency, name, cut, scheduled_period(request, period_ps));
  // Operands of aligned sums wait for the largest digit, most of them for three cycles. As shift registers they would
  // take one LUT per bit.
  const bool has_shift_luts = device.cells && device.cells->amd;
  if (!request.fused.terms.empty() && request.operand.aligned && has_shift_luts) hw::keep_first_stage(piped);
  return piped;
}

}  // namespace rtlgen::ops
