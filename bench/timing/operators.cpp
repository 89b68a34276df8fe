// Requests of the registry's operators, and their top.
#include "operators.hpp"

#include <fmt/format.h>

#include "hw/builder.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "spec/operations.hpp"
#include "spec/type.hpp"

namespace rtlgen::bench {

std::vector<Named> named_operators() {
  const std::vector<spec::Type> types = {spec::Type::float_of(8, 23), spec::Type::float_of(5, 10),
                                         spec::Type::int_of(32), spec::Type::fixed_of(16, 8)};
  std::vector<Named> all;
  for (const spec::Type& type : types) {
    for (const ops::Operator& o : ops::operators()) {
      if (o.function == ops::Function(spec::Op::kCast) || spec::operation_of(o.function.op).is_fused()) continue;
      ops::Request request{o.function, type, type, false, {}};
      if (o.build.of(request) == nullptr || (o.is_logic != nullptr && o.is_logic(request))) continue;
      if (spec::operation_of(o.function.op).typing == spec::Typing::kComparison) request.result = spec::Type::boolean();
      request.constants.resize(static_cast<std::size_t>(o.operands));
      all.push_back({fmt::format("{} {}", type.name(), o.name), request});
    }
  }
  return all;
}

hw::Design between_registers(const ops::Request& request, const hw::DelayModel& device, int latency) {
  hw::Module core = ops::build(request, device, latency);
  hw::Builder top("timing_top");
  std::vector<std::pair<std::string, hw::Value>> inputs;
  for (std::size_t i = 0; i < static_cast<std::size_t>(ops::operand_count(request)); ++i) {
    const std::string port = ops::operand_port(i);
    inputs.emplace_back(port, top.reg(port + "_q", top.input(port, request.operand.width)));
  }
  const auto q = top.instance(core.name, "core", inputs, {{"q", "core_q", request.result.width}});
  top.output("result", top.reg("result_q", q[0]));
  hw::Design design;
  design.top = "timing_top";
  design.modules.push_back(std::move(core));
  design.modules.push_back(top.finish());
  return design;
}

}  // namespace rtlgen::bench
