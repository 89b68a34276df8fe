// Requests for the operators of the registry, and their top module.
#include "operators.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "spec/operations.hpp"
#include "spec/type.hpp"

namespace rtlgen::bench {

std::vector<Named> named_operators() {
  return named_operators(
      {spec::Type::float_of(8, 23), spec::Type::float_of(5, 10), spec::Type::int_of(32), spec::Type::fixed_of(16, 8)});
}

std::vector<Named> named_operators(const std::vector<spec::Type>& types) {
  std::vector<Named> all;
  for (const spec::Type& type : types) {
    for (const ops::Operator& o : ops::operators()) {
      const spec::Operation& row = spec::operation_of(o.function.op);
      if (row.typing == spec::Typing::kCast || row.typing == spec::Typing::kLookup || row.is_fused()) continue;
      ops::Request request{o.function, type, type, false, {}};
      if (o.build.of(request) == nullptr || (o.is_logic != nullptr && o.is_logic(request))) continue;
      if (spec::operation_of(o.function.op).typing == spec::Typing::kComparison) request.result = spec::Type::boolean();
      request.constants.resize(static_cast<std::size_t>(o.operands));
      all.push_back({fmt::format("{} {}", type.name(), o.name), request});
    }
  }
  return all;
}

BetweenRegisters between_registers(const ops::Request& request, const hw::DelayModel& device, int period_ps,
                                   int fewer) {
  const auto [count, least, placement] = plan::kernel_cut(request, device, period_ps);
  const int stages = std::max(0, std::max(least, ops::latency_for(request, device, period_ps, count)) - fewer);
  hw::Module core = ops::build(request, device, stages, placement.cut, placement.period_ps);
  if (device.family == "ecp5") core.name = "timing_kernel_0";  // the ECP5 mapping identifies Kernels by name
  hw::Builder top("timing_core");
  std::vector<std::pair<std::string, hw::Value>> inputs;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ops::operand_count(request)); ++i) {
    const std::string port = ops::operand_port(i);
    inputs.emplace_back(port, top.reg(port + "_q", top.input(port, request.operand.width)));
  }
  const auto q = top.instance(core.name, "core", inputs, {{"q", "core_q", request.result.width}});
  top.output("result", top.reg("result_q", q[0]));
  BetweenRegisters made{stages, {}};
  made.design.top = "timing_core";
  made.design.modules.push_back(std::move(core));
  made.design.modules.push_back(top.finish());
  return made;
}

}  // namespace rtlgen::bench
