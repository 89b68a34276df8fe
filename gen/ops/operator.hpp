// Arithmetic operators as hardware modules, built from requests.
//
// An operator is a pure function on bits (its exact evaluation, by MPFR, GMP and integers) plus a builder of a
// combinational hw module, which `pipeline` cuts into `latency` stages. registry.hpp lists all operators. Module ports:
// clk (if latency > 0), the operands `a`, `b`, `c` ... in order, and the result `q`. There is no valid and no reset: a
// new set of operands enters in every cycle, and the result leaves `latency` cycles later.
//
// The same request gives the same module, byte for byte. The name of a module contains everything that distinguishes
// it, such as `float32_add_l5` or `float32_mul_k3dcccccd_l3`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/cut.hpp"

namespace rtlgen::hw {
struct DelayModel;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::ops {

struct Function;
struct Request;

int operand_count(Function function);
int operand_count(const Request& request);  ///< for a fused sum, the number of operands that it combines

/// The port of operand `index`: a, b, c ...
std::string operand_port(std::size_t index);

/// Whether the result depends on `rounding` or `overflow`; if not, both settings give the same operator.
bool uses_rounding(const Request& request);
bool uses_overflow(const Request& request);

/// The name without the latency: float32_add, float32_mul_k3dcccccd, int12_div, float32_to_int8,
/// fixed16_8_mul_trunc_sat, ...
std::string base_name(const Request& request);

/// The number of pipeline stages, each ending in registers, with which every path fits `period_ps` on `device`; the
/// output register counts. 0 if the operator consists of wiring only (negation, exponent shuffles that fold away).
int latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut = hw::Cut::kFewStages);

/// The shortest period that the operator can reach with any number of stages (hw::least_period_ps).
int least_period_for(const Request& request, const hw::DelayModel& device);

/// The number of DSP blocks that the operator takes on `device`.
int dsp_blocks(const Request& request, const hw::DelayModel& device);

/// A request for the same bits with fewer DSP blocks: products with constants become sums of shifted copies, and a
/// single hard sum or product becomes logic that flushes subnormals. A hard sum with a product in its block is returned
/// unchanged.
Request with_fewer_blocks(const Request& request);

/// Bits of the sums that replace products with constants if the request expands them: roughly their number of LUTs.
int shift_add_luts(const Request& request);

/// The module with exactly `latency` pipeline stages (latency 0: combinational, without clk), cut for `period_ps`. With
/// `period_ps` 0, or with too few stages, it is as fast as possible. Inputs are not registered.
hw::Module build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut = hw::Cut::kFewStages,
                 int period_ps = 0);

/// The result of the operator, bit for bit: the reference for tests and constant folding. Shares no
/// code with `build` or with the golden engine. Operand bits beyond the type must be zero.
std::uint64_t evaluate(const Request& request, const std::vector<std::uint64_t>& operands);

}  // namespace rtlgen::ops
