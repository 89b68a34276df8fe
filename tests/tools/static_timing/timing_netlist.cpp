// The library, and the netlist of its cells; see static_timing.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "hw/delay_model.hpp"
#include "static_timing/static_timing.hpp"
#include "static_timing/timing_amd.hpp"
#include "static_timing/timing_liberty.hpp"
#include "static_timing/timing_mac16.hpp"

namespace rtlgen::synthesis {

namespace {

constexpr std::size_t kGlobalEnables = 4;
constexpr int kDspInputs = 40, kMacInputs = 32;

using liberty::Arc;
using liberty::cell;
using liberty::clock;
using liberty::from_many;
using liberty::input;
using liberty::kBuckets;
using liberty::kEdge;
using liberty::many;
using liberty::output;
using liberty::sampled;

/// Cells whose output drives about 2^bucket loads.
std::string bucket_cells(const hw::CellDelays& d, int bucket) {
  const int route = hw::route_ps(d, 1 << bucket);
  const auto named = [bucket](const char* name) { return fmt::format("{}_{}", name, bucket); };
  std::string text = cell(named("LUT"), many(4, "I") + output("O", from_many(4, "I", d.lut + route)));
  std::vector<Arc> behind_carry = from_many(3, "I", d.lut + route);
  behind_carry.push_back({"I3", d.carry_off + route});
  text += cell(named("LUTC"), many(4, "I") + output("O", behind_carry));
  text += cell(named("OFF"), input("I0") + output("O", {{"I0", d.carry_off + route}}));
  text += cell(named("FFQ"), clock() + output("Q", {{"C", d.clock_to_q + route}}, kEdge));
  text += cell(named("RAMQ"), clock() + output("Q", {{"C", d.ram_read + route}}, kEdge));
  text += cell(named("MUX"), many(3, "I") + output("O", from_many(3, "I", d.lut / 2 + route)));
  text += cell(named("LUTRAM"), many(4, "I") + output("O", from_many(4, "I", d.lut_ram + route)));
  std::vector<Arc> low = from_many(4, "A", d.lut + route), high = from_many(4, "A", d.carry_on + d.carry_off + route);
  low.push_back({"CI", d.carry_off + route});
  for (const Arc& a : from_many(4, "B", d.lut + route)) high.push_back(a);
  high.push_back({"CI", d.carry_bit + d.carry_off + route});
  text += cell(named("SUM0"), many(4, "A") + input("CI") + output("O", low));
  text += cell(named("SUM1"), many(4, "A") + many(4, "B") + input("CI") + output("O", high));
  if (d.dsp == 0) return text;
  text += cell(named("DSP"), many(kDspInputs, "I") + output("O", from_many(kDspInputs, "I", d.dsp + route)));
  std::vector<Arc> sum = from_many(kMacInputs, "I", mac16::kProductAndSumPs + route);
  for (const Arc& a : from_many(kMacInputs, "J", mac16::kAddendPs + route)) sum.push_back(a);
  text += cell(named("MAC"), many(kMacInputs, "I") + many(kMacInputs, "J") + output("O", sum));
  text += cell(named("MACQ"), clock() + output("Q", {{"C", mac16::kClockToQPs + route}}, kEdge));
  return text;
}

using Json = nlohmann::json;

/// Yosys' netlist, with the readers of its bits.
class Rewriter {
 public:
  Rewriter(const Json& module, const hw::DelayModel& device) : module_(module), device_(device) {
    for (const auto& [name, c] : module_.at("cells").items()) {
      for (const auto& [port, bits] : c.at("connections").items()) {
        const bool drives = c.at("port_directions").at(port) == "output";
        for (const Json& bit : bits) {
          if (!bit.is_number()) continue;
          if (drives)
            driver_[bit.get<int>()] = c.at("type").get<std::string>();
          else
            ++loads_[bit.get<int>()];
          const bool chosen = (c.at("type") == "PFUMX" && port != "C0") || (c.at("type") == "L6MUX21" && port != "SD");
          if (chosen && !drives) in_slice_.insert(bit.get<int>());
        }
      }
    }
    for (const auto& [name, p] : module_.at("ports").items()) {
      for (const Json& bit : p.at("bits")) {
        if (bit.is_number() && p.at("direction") == "output") ++loads_[bit.get<int>()];
      }
    }
  }

  std::string run() {
    find_global();
    std::string body;
    for (const auto& [name, c] : module_.at("cells").items()) body += rewritten(c);
    return fmt::format("module netlist(input clk);\n{}{}\nendmodule\n", body, extra_);
  }

 private:
  /// Finds the enables that nextpnr-ice40 puts on global buffers: those with the most flip-flops. For its driver, a
  /// buffer is one load, independent of its fan-out.
  void find_global() {
    std::map<std::string, int> enables;
    for (const auto& [name, c] : module_.at("cells").items()) {
      if (c.at("type").get<std::string>().starts_with("SB_DFF") && pin(c, "E") != "1'b0") ++enables[pin(c, "E")];
    }
    std::vector<std::pair<int, std::string>> largest;
    for (const auto& [net, count] : enables) largest.emplace_back(count, net);
    std::sort(largest.rbegin(), largest.rend());
    for (std::size_t i = 0; i < std::min(largest.size(), kGlobalEnables); ++i) {
      const auto& [count, net] = largest[i];
      global_.insert(net);
      loads_[std::stoi(net.substr(1))] -= count - 1;
    }
  }

  /// The register of a slice takes the output of its LUTs, their multiplexers or its carry chain.
  static bool is_in_slice(const std::string& type) {
    return type == "SB_LUT4" || type == "LUT4" || type == "PFUMX" || type == "L6MUX21" || type == "CCU2C";
  }

  std::string net(const Json& bit) const { return bit.is_number() ? fmt::format("n{}", bit.get<int>()) : "1'b0"; }
  std::string pin(const Json& c, const std::string& port, std::size_t index = 0) const {
    const auto found = c.at("connections").find(port);
    return found == c.at("connections").end() || found->size() <= index ? "1'b0" : net((*found)[index]);
  }
  int bucket(const Json& bit) const {
    const auto found = loads_.find(bit.get<int>());
    const unsigned loads = found == loads_.end() ? 1 : static_cast<unsigned>(found->second);
    return std::min(static_cast<int>(std::bit_width(loads)) - 1, kBuckets - 1);
  }
  /// A bit as an input outside its carry chain, through a cell that leaves the chain.
  std::string off_chain(const std::string& net) {
    if (net == "1'b0") return net;
    const int bit = std::stoi(net.substr(1));
    if (!driver_.contains(bit) || driver_.at(bit) != "SB_CARRY") return net;
    if (left_.insert(bit).second) extra_ += put("OFF", bit, fmt::format(".I0({}), .O(f{})", net, bit));
    return fmt::format("f{}", bit);
  }
  std::string put(const std::string& type, const Json& out, const std::string& pins) {
    // Multiplexers of LUTs are in the slice of their inputs: no route.
    if (in_slice_.contains(out.get<int>()) && (type == "LUT" || type == "MUX"))
      return fmt::format("{}_slice u{} ({});\n", type, ++count_, pins);
    return fmt::format("{}_{} u{} ({});\n", type, bucket(out), ++count_, pins);
  }
  std::string sink(const std::string& type, const std::string& net) {
    return net == "1'b0" ? "" : fmt::format("{} u{} (.C(clk), .D({}));\n", type, ++count_, off_chain(net));
  }

  std::string lut(const Json& c, const char* const (&in)[4], const char* out) {
    const Json& o = c.at("connections").at(out)[0];
    const Json& last = c.at("connections").at(in[3])[0];
    const bool carried =
        last.is_number() && driver_.contains(last.get<int>()) && driver_.at(last.get<int>()) == "SB_CARRY";
    return put(carried ? "LUTC" : "LUT", o,
               fmt::format(".I0({}), .I1({}), .I2({}), .I3({}), .O({})", off_chain(pin(c, in[0])),
                           off_chain(pin(c, in[1])), off_chain(pin(c, in[2])), pin(c, in[3]), net(o)));
  }

  std::string flip_flop(const Json& c, const char* d, const char* q, const std::vector<const char*>& controls) {
    const Json& data = c.at("connections").at(d)[0];
    const Json& out = c.at("connections").at(q)[0];
    std::string text = put("FFQ", out, fmt::format(".C(clk), .Q({})", net(out)));
    if (data.is_number()) {
      const int bit = data.get<int>();
      const bool packed = driver_.contains(bit) && is_in_slice(driver_.at(bit)) && loads_.at(bit) == 1;
      text += sink(packed ? "FFP" : "FFD", net(data));
    }
    for (const char* control : controls) {
      const std::string from = pin(c, control);
      text += sink(global_.contains(from) ? "ENG" : "EN", from);
    }
    return text;
  }

  std::string memory(const Json& c) {
    std::string text;
    for (const auto& [port, bits] : c.at("connections").items()) {
      const bool drives = c.at("port_directions").at(port) == "output";
      if (!drives && (port.find("CLK") != std::string::npos || port == "WCK")) continue;
      for (const Json& bit : bits) {
        if (!bit.is_number()) continue;
        text += drives ? put("RAMQ", bit, fmt::format(".C(clk), .Q({})", net(bit))) : sink("RAMD", net(bit));
      }
    }
    return text;
  }

  std::string lut_ram(const Json& c) {
    std::string text;
    for (const char* port : {"DI", "WAD", "WRE"}) {
      for (const Json& bit : c.at("connections").at(port)) text += sink("FFD", net(bit));
    }
    for (const Json& bit : c.at("connections").at("DO")) {
      if (!bit.is_number()) continue;
      text += put("LUTRAM", bit,
                  fmt::format(".I0({}), .I1({}), .I2({}), .I3({}), .O({})", pin(c, "RAD", 0), pin(c, "RAD", 1),
                              pin(c, "RAD", 2), pin(c, "RAD", 3), net(bit)));
    }
    return text;
  }

  std::string carry_pair(const Json& c) {
    std::string low, high, text;
    for (int i = 0; i < 4; ++i) {
      const char letter = "ABCD"[i];
      low += fmt::format(".A{}({}), ", i, pin(c, fmt::format("{}0", letter)));
      high += fmt::format(".B{}({}), ", i, pin(c, fmt::format("{}1", letter)));
    }
    const std::string in = fmt::format(".CI({})", pin(c, "CIN"));
    const auto connected = [&](const char* port) {
      const auto found = c.at("connections").find(port);
      return found != c.at("connections").end() && !found->empty() && (*found)[0].is_number() ? &(*found)[0] : nullptr;
    };
    if (const Json* s = connected("S0")) text += put("SUM0", *s, low + in + fmt::format(", .O({})", net(*s)));
    if (const Json* s = connected("S1")) text += put("SUM1", *s, low + high + in + fmt::format(", .O({})", net(*s)));
    if (const Json* s = connected("COUT"))
      text += fmt::format("CARRY2 u{} ({}{}{}, .O({}));\n", ++count_, low, high, in, net(*s));
    return text;
  }

  /// The net after an operand register of a block, modelled as a flip-flop next to it; appends its cells to `text`.
  std::string held(const std::string& operand, std::string& text) {
    text += sink("FFD", operand);
    const std::string q = fmt::format("h{}", ++count_);
    text += fmt::format("FFQ_0 u{} (.C(clk), .Q({}));\n", ++count_, q);
    return q;
  }

  /// Connections of a cell's inputs, named by a letter and a number.
  static std::string inputs(char letter, const std::vector<std::string>& nets) {
    std::string pins;
    for (std::size_t i = 0; i < nets.size(); ++i) pins += fmt::format(".{}{}({}), ", letter, i, nets[i]);
    return pins;
  }

  std::string multiplier(const Json& c) {
    std::vector<std::string> in;
    std::string text;
    // ECP5 has a port for each bit, A0 to P35.
    const auto is_of = [](const std::string& port, const std::string& letters) {
      return letters.find(port[0]) != std::string::npos && port.find_first_not_of("0123456789", 1) == std::string::npos;
    };
    for (const auto& [port, bits] : c.at("connections").items()) {
      if (!is_of(port, "AB")) continue;
      for (const Json& bit : bits) in.push_back(net(bit));
    }
    for (const auto& [port, bits] : c.at("connections").items()) {
      for (const Json& bit : bits) {
        if (bit.is_number() && is_of(port, "P"))
          text += put("DSP", bit, inputs('I', in) + fmt::format(".O({})", net(bit)));
      }
    }
    return text;
  }

  /// A port as inputs of cells; after registers of the block if `is_held`.
  std::vector<std::string> operand(const Json& c, const char* port, bool is_held, std::string& text) {
    std::vector<std::string> nets;
    const auto found = c.at("connections").find(port);
    if (found == c.at("connections").end()) return nets;
    for (const Json& bit : *found)
      nets.push_back(is_held && bit.is_number() ? held(net(bit), text) : off_chain(net(bit)));
    return nets;
  }

  std::string mac16_block(const Json& c) {
    const mac16::Use use = mac16::use_of(c);
    std::string text;
    std::vector<std::string> factors = operand(c, "A", use.holds_a, text);
    for (const std::string& bit : operand(c, "B", use.holds_b, text)) factors.push_back(bit);
    std::vector<std::string> addend = operand(c, "C", use.holds_c, text);
    for (const std::string& bit : operand(c, "D", use.holds_d, text)) addend.push_back(bit);
    if (use.low == mac16::Half::kRegister || use.high == mac16::Half::kRegister) {
      for (const std::string& bit : factors) text += sink("MACD", bit);
      for (const std::string& bit : addend) text += sink("MACA", bit);
    }
    constexpr std::size_t kHalf = 16;
    for (const auto& [port, bits] : c.at("connections").items()) {
      if (c.at("port_directions").at(port) != "output") continue;
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if (!bits[i].is_number()) continue;
        const std::string out = net(bits[i]);
        // The times of the other outputs, carries and signs, are unknown.
        if (port != "O" && loads_.contains(bits[i].get<int>())) throw unknown("an SB_MAC16 whose " + port + " is read");
        if (port != "O") continue;
        const mac16::Half half = i < kHalf ? use.low : use.high;
        if (half == mac16::Half::kProduct)
          text += put("DSP", bits[i], inputs('I', factors) + fmt::format(".O({})", out));
        if (half == mac16::Half::kSum)
          text += put("MAC", bits[i], inputs('I', factors) + inputs('J', addend) + fmt::format(".O({})", out));
        if (half == mac16::Half::kRegister) text += put("MACQ", bits[i], fmt::format(".C(clk), .Q({})", out));
      }
    }
    return text;
  }

  [[nodiscard]] std::runtime_error unknown(const std::string& what) const {
    return std::runtime_error(fmt::format("static timing of {}: {}", device_.name, what));
  }

  std::string rewritten(const Json& c) {
    const std::string type = c.at("type");
    if (type == kScopeInfo) return "";
    if (type == "SB_LUT4") return lut(c, {"I0", "I1", "I2", "I3"}, "O");
    if (type == "LUT4") return lut(c, {"A", "B", "C", "D"}, "Z");
    if (type == "SB_CARRY")
      return fmt::format("CARRY u{} (.I0({}), .I1({}), .CI({}), .O({}));\n", ++count_, off_chain(pin(c, "I0")),
                         off_chain(pin(c, "I1")), pin(c, "CI"), pin(c, "CO"));
    if (type == "CCU2C") return carry_pair(c);
    if (type.starts_with("SB_DFF")) return flip_flop(c, "D", "Q", {"E", "R", "S"});
    if (type == "TRELLIS_FF") return flip_flop(c, "DI", "Q", {"CE", "LSR"});
    if (type.starts_with("SB_RAM40") || type == "DP16KD" || type == "PDPW16KD") return memory(c);
    if (type == "TRELLIS_DPR16X4") return lut_ram(c);
    if (type == "PFUMX" || type == "L6MUX21") {
      const bool first = type == "PFUMX";
      const Json& z = c.at("connections").at("Z")[0];
      return put("MUX", z,
                 fmt::format(".I0({}), .I1({}), .I2({}), .O({})", pin(c, first ? "ALUT" : "D0"),
                             pin(c, first ? "BLUT" : "D1"), pin(c, first ? "C0" : "SD"), net(z)));
    }
    if (type == "MULT18X18D" && device_.cells->dsp > 0) return multiplier(c);
    if (type == "SB_MAC16" && device_.cells->dsp > 0) return mac16_block(c);
    throw unknown("unknown cell " + type);
  }

  const Json& module_;
  const hw::DelayModel& device_;
  std::map<int, std::string> driver_;  ///< type of the cell that drives a bit
  std::map<int, int> loads_;
  std::set<std::string> global_;
  std::set<int> in_slice_;
  std::set<int> left_;  ///< bits of carry chains that leave their chain
  std::string extra_;   ///< cells through which these bits leave
  int count_ = 0;
};

}  // namespace

std::string liberty_of(const hw::DelayModel& device) {
  const hw::CellDelays& d = *device.cells;
  if (d.amd) return liberty::library(amd_cells(device));
  std::string text;
  for (int bucket = 0; bucket < kBuckets; ++bucket) text += bucket_cells(d, bucket);
  text += cell("CARRY",
               many(2, "I") + input("CI") + output("O", {{"I0", d.carry_on}, {"I1", d.carry_on}, {"CI", d.carry_bit}}));
  std::vector<Arc> pair = from_many(4, "A", d.carry_on + d.carry_bit);
  for (const Arc& a : from_many(4, "B", d.carry_on)) pair.push_back(a);
  pair.push_back({"CI", 2 * d.carry_bit});
  text += cell("CARRY2", many(4, "A") + many(4, "B") + input("CI") + output("O", pair));
  // There is no route from a LUT to its own register, although the delay of the LUT includes one.
  text += cell("LUT_slice", many(4, "I") + output("O", from_many(4, "I", d.lut)));
  text += cell("MUX_slice", many(3, "I") + output("O", from_many(3, "I", d.lut / 2)));
  text += cell("FFP", clock() + sampled("D", d.set_up - d.lut - d.route));
  text += cell("FFD", clock() + sampled("D", d.set_up));
  text += cell("EN", clock() + sampled("D", 0));
  text += cell("ENG", clock() + sampled("D", std::max(0, d.global - d.route)));
  text += cell("MACD", clock() + sampled("D", mac16::kRegisterSetUpPs));
  text += cell("MACA", clock() + sampled("D", mac16::kAddendPs));
  text += cell("RAMD", clock() + sampled("D", d.ram_set_up));
  return liberty::library(text);
}

std::string timing_netlist(const std::string& json, const hw::DelayModel& device) {
  return timing_netlist(json, device, {{{"clk", 0}}, {}});
}

std::string timing_netlist(const std::string& json, const hw::DelayModel& device, const TimingSetup& setup) {
  const Json all = Json::parse(json);
  for (const auto& [name, module] : all.at("modules").items()) {
    if (!module.contains("attributes") || !module.at("attributes").contains("top")) continue;
    return device.cells->amd ? amd_netlist(module, device, setup) : Rewriter(module, device).run();
  }
  throw std::runtime_error("Yosys wrote a netlist without a top module");
}

}  // namespace rtlgen::synthesis
