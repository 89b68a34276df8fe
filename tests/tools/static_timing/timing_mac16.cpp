// Parameters and ports of an SB_MAC16; see timing_mac16.hpp.
#include "static_timing/timing_mac16.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace rtlgen::synthesis::mac16 {

namespace {

using Json = nlohmann::json;

int parameter(const Json& c, const std::string& name) {
  const Json& all = c.at("parameters");
  return all.contains(name) ? std::stoi(all.at(name).get<std::string>(), nullptr, 2) : 0;
}

[[noreturn]] void refuse(const std::string& what) {
  throw std::runtime_error(fmt::format("an SB_MAC16 with {} is not modelled", what));
}

Half half_of(const Json& c, const std::string& name) {
  constexpr int kOfSum = 0, kOfRegister = 1, kOfProduct = 3;
  const std::string select = name + "OUTPUT_SELECT";
  const int from = parameter(c, select);
  if (from == kOfProduct) return Half::kProduct;
  if (from != kOfSum && from != kOfRegister) refuse(fmt::format("{} {}", select, from));
  constexpr int kLowerIsProduct = 2, kUpperIsPort = 1;
  for (const auto& [side, wanted] : {std::pair("LOWER", kLowerIsProduct), std::pair("UPPER", kUpperIsPort)}) {
    const std::string input = fmt::format("{}ADDSUB_{}INPUT", name, side);
    if (parameter(c, input) != wanted) refuse(fmt::format("{} {}", input, parameter(c, input)));
  }
  return from == kOfSum ? Half::kSum : Half::kRegister;
}

/// Ports of signals besides the operands, the outputs and the clock.
void require_constant_controls(const Json& c) {
  for (const auto& [port, bits] : c.at("connections").items()) {
    if (port.size() == 1 || port == "CLK" || c.at("port_directions").at(port) == "output") continue;
    for (const Json& bit : bits) {
      if (bit.is_number()) refuse("a signal at " + port);
    }
  }
}

}  // namespace

Use use_of(const Json& cell) {
  for (const char* inside :
       {"TOP_8x8_MULT_REG", "BOT_8x8_MULT_REG", "PIPELINE_16x16_MULT_REG1", "PIPELINE_16x16_MULT_REG2", "MODE_8x8"}) {
    if (parameter(cell, inside) != 0) refuse(inside);
  }
  require_constant_controls(cell);
  const auto holds = [&](const char* name) { return parameter(cell, name) != 0; };
  return {half_of(cell, "BOT"), half_of(cell, "TOP"), holds("A_REG"), holds("B_REG"), holds("C_REG"), holds("D_REG")};
}

}  // namespace rtlgen::synthesis::mac16
