// Arithmetic operators as hardware modules: what is made of a request.
//
// An operator is a pure function on bits (its exact evaluation, by MPFR, GMP and integers) plus a builder
// that makes a combinational hw module, which `pipeline` cuts into `latency` register ranks; registry.hpp has them all.
// Module ports: clk (if latency > 0), the operands `a`, `b`, `c` ... in order, result `q`. There is no
// valid and no reset: a new set of operands every clock, the result `latency` clocks later.
//
// The same request gives the same module, byte for byte; its name says everything
// that distinguishes it, e.g. `float32_add_l5`, `float32_mul_k3dcccccd_l3`.
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
int operand_count(const Request& request);  ///< a fused sum has as many as it combines

/// The port of operand `index`: a, b, c ...
std::string operand_port(std::size_t index);

/// Whether the result depends on `rounding`, and whether on `overflow`; with the other setting the request
/// is the same operator.
bool uses_rounding(const Request& request);
bool uses_overflow(const Request& request);

/// Name without latency: float32_add, float32_mul_k3dcccccd, int12_div, float32_to_int8,
/// fixed16_8_mul_trunc_sat, ...
std::string base_name(const Request& request);

/// Register ranks needed so that every path fits `period_ps` on `device`, the last rank being the
/// output register; 0 when the operator is wiring only (negation, exponent shuffles that fold away).
int latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut = hw::Cut::kFewRanks);

/// The shortest period that it holds, however many ranks it has (hw::least_period_ps).
int least_period_for(const Request& request, const hw::DelayModel& device);

/// DSP blocks of its products, tiled as `device` has them.
int dsp_blocks(const Request& request, const hw::DelayModel& device);

/// The request with fewer DSP blocks, for the same bits: products with constants are sums of shifted copies, and a hard
/// sum or product by itself is logic that flushes subnormals. Of a hard sum with a product in its block: unchanged.
Request with_fewer_blocks(const Request& request);

/// Bits of the sums that products with constants become where the request expands them: about as many LUTs.
int shift_add_luts(const Request& request);

/// The module with exactly `latency` register ranks (latency 0: combinational, without clk), so that a stage takes what
/// `period_ps` leaves it; 0, or too few ranks: as fast as they allow. Inputs are taken unregistered.
hw::Module build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut = hw::Cut::kFewRanks,
                 int period_ps = 0);

/// What the operator returns, bit for bit: the reference for tests and constant folding. Shares no
/// code with `build`, nor with the golden engine. Operand bits beyond the type are zero.
std::uint64_t evaluate(const Request& request, const std::vector<std::uint64_t>& operands);

}  // namespace rtlgen::ops
