// Wires of the self-test.
#include "shell/self_test.hpp"

#include "contract/self_test.hpp"

namespace rtlgen::shell {

netlist::Part self_test_part(const contract::SelfTest& test) {
  constexpr int kFloatBits = 32, kModeBits = 3;
  const auto& [a, b, c] = contract::kSelfTestOperands;
  netlist::Part part{"Self-test of the hard blocks (rtlgen_fp_dsp is a file of the core)"};
  part.alias(contract::kSelfTestModes, kModeBits, netlist::decimal(kModeBits, test.modes()));
  for (const contract::SelfTest::Block& block : test.blocks) {
    part.wire(block.result, kFloatBits);
    part.leaf("rtlgen_fp_dsp", "u_" + block.result, {{"MODE", block.mode}},
              {{"clk", "bus_clk"}, {"a", a}, {"b", b}, {"c", c}, {"q", block.result}});
  }
  return part;
}

}  // namespace rtlgen::shell
