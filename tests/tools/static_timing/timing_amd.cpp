// Translates cells of the 7 series into those of the library; see timing_amd.hpp.
#include "static_timing/timing_amd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "hw/delay_model.hpp"
#include "static_timing/static_timing.hpp"
#include "static_timing/timing_amd_pins.hpp"
#include "static_timing/timing_amd_reader.hpp"
#include "static_timing/timing_liberty.hpp"

namespace rtlgen::synthesis {

namespace {

using Json = nlohmann::json;

class AmdRewriter {
 public:
  AmdRewriter(const Json& module, const hw::DelayModel& device, const TimingSetup& setup)
      : r_(module, setup), device_(device), setup_(setup) {}

  std::string run() {
    std::string clocks;
    for (std::size_t i = 0; i < setup_.clocks.size(); ++i) clocks += fmt::format("{}input clk{}", i > 0 ? ", " : "", i);
    for (const auto& [unused, c] : r_.cells().items()) rewrite(c);
    return fmt::format("module netlist({});\n{}endmodule\n", clocks, body_);
  }

 private:
  static std::string net(int bit) { return fmt::format("n{}", bit); }
  /// A net inside a carry chain; other readers get it through a cell that leaves the chain.
  static std::string chain(int bit) { return fmt::format("c{}", bit); }
  static std::string net(const Json* bit) { return bit == nullptr ? "1'b0" : net(bit->get<int>()); }
  static std::string pin(const Json& c, const std::string& port, std::size_t index = 0) {
    return net(AmdReader::bit(c, port, index));
  }

  [[nodiscard]] std::string bucket(int bit) const {
    const auto loads = static_cast<unsigned>(std::max(1, r_.loads(bit)));
    return std::to_string(std::min(static_cast<int>(std::bit_width(loads)) - 1, liberty::kBuckets - 1));
  }
  /// Drives `out` with a cell that may be in the slice of its load.
  void drive_near(const std::string& type, int out, const std::string& pins, const char* o = "O") {
    put(type + (r_.in_slice(out) ? "_slice" : "_" + bucket(out)), r_.name(out),
        pins + fmt::format(".{}({})", o, net(out)));
  }
  void drive(const std::string& type, int out, const std::string& pins, const char* o = "O") {
    put(type + "_" + bucket(out), r_.name(out), pins + fmt::format(".{}({})", o, net(out)));
  }
  void put(const std::string& type, const std::string& name, const std::string& pins) {
    body_ += fmt::format("{} u{}_{} ({});\n", type, ++count_, name, pins);
  }
  /// An input that is sampled by the clock.
  void sink(const char* type, int clock, const std::string& from, const std::string& name) {
    if (clock >= 0 && from != "1'b0") put(type, name, fmt::format(".C(clk{}), .D({})", clock, from));
  }
  void sinks(const char* type, const Json& c, int clock, const std::string& port) {
    for (const int b : AmdReader::bits(c, port)) sink(type, clock, net(b), fmt::format("{}_{}", r_.name(b), port));
  }

  void lut(const Json& c) {
    const Json* const o = AmdReader::bit(c, "O");
    if (o == nullptr) return;
    std::string pins;
    for (int i = 0; i < 6; ++i) pins += fmt::format(".I{}({}), ", i, pin(c, fmt::format("I{}", i)));
    drive_near("LUT", o->get<int>(), pins);
  }

  void inverter(const Json& c) {
    const int out = AmdReader::bit(c, "O")->get<int>();
    if (!r_.only_luts(out)) return drive_near("LUT", out, fmt::format(".I0({}), ", pin(c, "I")));
    put("WIRE_slice", r_.name(out), fmt::format(".I0({}), .O({})", pin(c, "I"), net(out)));
  }

  void wide_multiplexer(const Json& c) {
    drive_near("MUXF", AmdReader::bit(c, "O")->get<int>(),
               fmt::format(".I0({}), .I1({}), .I2({}), ", pin(c, "I0"), pin(c, "I1"), pin(c, "S")));
  }

  void carry(const Json& c) {
    std::string in = "1'b0";
    if (const Json* const ci = AmdReader::bit(c, "CI")) {
      in = r_.is_carry(ci->get<int>()) ? chain(ci->get<int>()) : net(ci->get<int>());
    } else if (const Json* const init = AmdReader::bit(c, "CYINIT")) {
      in = fmt::format("i{}", ++count_);
      put("CARRYIN", "", fmt::format(".I0({}), .O({})", net(init->get<int>()), in));
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string s = pin(c, "S", i);
      if (const Json* const o = AmdReader::bit(c, "O", i))
        drive_near("SUM", o->get<int>(), fmt::format(".I0({}), .I1({}), ", s, in));
      const Json* const co = AmdReader::bit(c, "CO", i);
      const std::string out = co != nullptr ? chain(co->get<int>()) : fmt::format("i{}", ++count_);
      put("CARRY", co != nullptr ? r_.name(co->get<int>()) : "",
          fmt::format(".I0({}), .I1({}), .CI({}), .O({})", s, pin(c, "DI", i), in, out));
      if (co != nullptr && r_.loads(co->get<int>()) > 0)
        drive_near("WIRE", co->get<int>(), fmt::format(".I0({}), ", out));
      in = out;
    }
  }

  void flip_flop(const Json& c) {
    const int clock = r_.clock(c, "C");
    const Json* const q = AmdReader::bit(c, "Q");
    if (q == nullptr || clock < 0) return;
    drive("FFQ", q->get<int>(), fmt::format(".C(clk{}), ", clock), "Q");
    const std::string name = r_.name(q->get<int>());
    sink("FFD", clock, pin(c, "D"), name + "_D");
    sink("EN", clock, pin(c, "CE"), name + "_CE");
    for (const char* port : {"R", "S", "CLR", "PRE"}) sink("RST", clock, pin(c, port), name + "_" + port);
  }

  /// A shift register of fixed length ends with a flip-flop: the HDL requests it (emit/attributes.hpp), but Yosys
  /// cannot build it.
  void shift_register(const Json& c) {
    const int clock = r_.clock(c, "CLK");
    std::string pins = fmt::format(".C(clk{}), ", clock);
    bool fixed = true;
    for (std::size_t i = 0; i < 5; ++i) {
      const std::string address = c.at("connections").contains("A") ? pin(c, "A", i) : pin(c, fmt::format("A{}", i));
      pins += fmt::format(".A{}({}), ", i, address);
      fixed = fixed && address == "1'b0";
    }
    for (const char* port : {"Q", "Q31"}) {
      const Json* const q = AmdReader::bit(c, port);
      if (q == nullptr) continue;
      if (fixed)
        drive("FFQ", q->get<int>(), fmt::format(".C(clk{}), ", clock), "Q");
      else
        drive_near("SRL", q->get<int>(), pins);
    }
    sinks("FFD", c, clock, "D");
    sinks("EN", c, clock, "CE");
  }

  /// Each output has an address: ADDRA for DOA, DPRA for DPO, A for SPO and O.
  void lut_ram(const Json& c) {
    const int clock = r_.clock(c, "WCLK");
    for (const auto& [port, bits] : c.at("connections").items()) {
      if (c.at("port_directions").at(port) == "input") {
        const bool only_read = port.starts_with("DPRA") || port == "ADDRA" || port == "ADDRB" || port == "ADDRC";
        if (port != "WCLK" && !only_read) sinks(port == "WE" ? "EN" : "FFD", c, clock, port);
        continue;
      }
      const std::string address = port.starts_with("DO") ? "ADDR" + port.substr(2, 1) : port == "DPO" ? "DPRA" : "A";
      std::string pins = fmt::format(".C(clk{}), ", clock);
      for (std::size_t i = 0; i < kLutRamAddress; ++i) {
        const bool whole = c.at("connections").contains(address);
        pins += fmt::format(".A{}({}), ", i, whole ? pin(c, address, i) : pin(c, fmt::format("{}{}", address, i)));
      }
      for (const int b : AmdReader::bits(c, port)) drive_near("LUTRAM", b, pins);
    }
  }

  /// Whether a pin belongs to the second port. In a simple dual port, the first port reads and the second one writes.
  static bool of_second(const std::string& port, bool simple) {
    const auto has = [&port](const char* part) { return port.find(part) != std::string::npos; };
    if (simple && port.starts_with("DO")) return false;
    if (simple && port.starts_with("DI")) return true;
    return has("BWR") || has("DIB") || has("DIPB") || has("WEB") || has("ENB") || has("RSTRAMB") || has("RSTREGB") ||
           has("REGCEB") || has("DOB") || has("DOPB");
  }

  void block_ram(const Json& c) {
    const bool simple = c.at("parameters").value("RAM_MODE", "TDP") == "SDP";
    for (const auto& [port, bits] : c.at("connections").items()) {
      if (port.starts_with("CLK")) continue;
      const bool second = of_second(port, simple);
      const int clock = r_.clock(c, second ? "CLKBWRCLK" : "CLKARDCLK");
      if (c.at("port_directions").at(port) == "input") {
        sinks("RAMD", c, clock, port);
        continue;
      }
      const bool registered = AmdReader::parameter(c, second ? "DOB_REG" : "DOA_REG") != 0;
      for (const int b : AmdReader::bits(c, port)) {
        if (r_.loads(b) > 0) drive(registered ? "RAMRQ" : "RAMQ", b, fmt::format(".C(clk{}), ", clock), "Q");
      }
    }
  }

  /// A part of a DSP that joins inputs and the output of a register before it.
  void join(const std::string& type, const std::vector<std::string>& in, const std::string& held,
            const std::string& out) {
    std::string pins;
    for (std::size_t i = 0; i < in.size(); ++i) pins += fmt::format(".I{}({}), ", i, in[i]);
    put(type, out, fmt::format("{}.R({}), .O({})", pins, held, out));
  }
  std::string launched(int clock, const std::string& name) {
    put("DSPQ_slice", name, fmt::format(".C(clk{}), .Q({})", clock, name));
    return name;
  }

  /// The port of an operand: A or B, or the cascade from the DSP below.
  static const char* operand(const Json& c, const std::string& name) {
    const std::string direct = name + "_INPUT";
    const bool cascaded = c.contains("parameters") && c.at("parameters").contains(direct) &&
                          c.at("parameters").at(direct).get<std::string>().starts_with("CASCADE");
    if (name == "A") return cascaded ? "ACIN" : "A";
    return cascaded ? "BCIN" : "B";
  }
  /// Passes an operand to the DSP above, after its register if there is one.
  void hand_on(const Json& c, int clock, const std::string& name) {
    const bool held = AmdReader::parameter(c, name + "REG") != 0;
    for (std::size_t i = 0; i < kDspOperand; ++i) {
      const Json* const out = AmdReader::bit(c, name + "COUT", i);
      if (out == nullptr || r_.loads(out->get<int>()) == 0) continue;
      if (held)
        put("DSPQ_slice", "", fmt::format(".C(clk{}), .Q({})", clock, net(out)));
      else
        put("WIRE_slice", "", fmt::format(".I0({}), .O({})", pin(c, operand(c, name), i), net(out)));
    }
  }

  /// A plus D, with the register after that sum.
  void pre_adder(const Json& c, int clock, const std::string& id) {
    std::vector<std::string> in;
    for (const int b : AmdReader::bits(c, operand(c, "A"))) in.push_back(net(b));
    for (const int b : AmdReader::bits(c, "D")) in.push_back(net(b));
    join("DSPADD", in, "1'b0", id + "_d");
    sink("DSPD", clock, id + "_d", id + "_AD");
  }

  /// Operands [A, B registers] product [M register] sum with PCIN and C [P register].
  void dsp(const Json& c) {
    const int clock = r_.clock(c, "CLK");
    const auto has = [&c](const char* name) { return AmdReader::parameter(c, name) != 0; };
    const std::string id = fmt::format("dsp{}", ++count_);
    std::string held = "1'b0";
    std::vector<std::string> operands, addends;
    const auto take = [&](const char* port, const char* reg, std::vector<std::string>& to) {
      if (has(reg)) return sinks("DSPD", c, clock, port);
      for (const int b : AmdReader::bits(c, port)) to.push_back(net(b));
    };
    const bool adds_before = has("ADREG") && !has("AREG") && !AmdReader::bits(c, "D").empty();
    if (adds_before)
      pre_adder(c, clock, id);
    else
      take(operand(c, "A"), "AREG", operands);
    take(operand(c, "B"), "BREG", operands);
    hand_on(c, clock, "A");
    hand_on(c, clock, "B");
    if (!adds_before) take("D", "DREG", operands);
    take("C", "CREG", addends);
    take("CARRYIN", "CARRYINREG", addends);
    if (const std::vector<int> cascade = AmdReader::bits(c, "PCIN"); !cascade.empty())
      addends.push_back(net(cascade[0]));
    for (const char* port : {"CEA1", "CEA2", "CEB1", "CEB2", "CEC", "CEM", "CEP"}) sinks("EN", c, clock, port);
    for (const char* port : {"RSTA", "RSTB", "RSTC", "RSTM", "RSTP"}) sinks("RST", c, clock, port);
    if (adds_before || has("AREG") || has("BREG")) held = launched(clock, id + "_ab");
    join(has("MREG") ? "DSPMULT_staged" : "DSPMULT", operands, held, id + "_u");
    std::string product = "1'b0";
    if (has("MREG")) {
      sink("DSPS", clock, id + "_u", id + "_M");
      product = launched(clock, id + "_m");
    } else {
      addends.push_back(id + "_u");
    }
    join(has("MREG") && has("PREG") ? "DSPADD_staged" : "DSPADD", addends, product, id + "_s");
    if (has("PREG")) sink("DSPS", clock, id + "_s", id + "_P");
    for (const int b : AmdReader::bits(c, "P")) {
      if (r_.loads(b) == 0) continue;
      if (has("PREG"))
        drive("DSPQ", b, fmt::format(".C(clk{}), ", clock), "Q");
      else
        drive("WIRE", b, fmt::format(".I0({}_s), ", id));
    }
    for (const int b : AmdReader::bits(c, "PCOUT")) {
      if (r_.loads(b) == 0) continue;
      if (has("PREG"))
        put("DSPQ_slice", "", fmt::format(".C(clk{}), .Q({})", clock, net(b)));
      else
        put("WIRE_slice", "", fmt::format(".I0({}_s), .O({})", id, net(b)));
    }
  }

  /// A black box, which is assumed to have registers at its ports.
  void box(const Json& c, const std::string& clock_net) {
    int clock = 0;
    while (setup_.clocks[static_cast<std::size_t>(clock)].net != clock_net) ++clock;
    for (const auto& [port, bits] : c.at("connections").items()) {
      const bool drives = c.at("port_directions").at(port) == "output";
      for (const int b : AmdReader::bits(c, port)) {
        if (r_.is_clock(b)) continue;
        if (drives)
          drive("FFQ", b, fmt::format(".C(clk{}), ", clock), "Q");
        else
          sink("FFD", clock, net(b), r_.name(b) + "_box");
      }
    }
  }

  void rewrite(const Json& c) {
    const std::string type = c.at("type");
    if (type == kScopeInfo) return;
    if (type.starts_with("LUT")) return lut(c);
    if (type == "INV") return inverter(c);
    if (type == "MUXF7" || type == "MUXF8") return wide_multiplexer(c);
    if (type == "CARRY4") return carry(c);
    if (type == "FDRE" || type == "FDSE" || type == "FDCE" || type == "FDPE") return flip_flop(c);
    if (type == "SRL16E" || type == "SRLC32E") return shift_register(c);
    if (type == "RAMB18E1" || type == "RAMB36E1") return block_ram(c);
    if (type.starts_with("RAM")) return lut_ram(c);
    if (type == "DSP48E1") return dsp(c);
    if (const auto found = setup_.boxes.find(type); found != setup_.boxes.end()) {
      if (!found->second.empty()) box(c, found->second);
      return;
    }
    throw std::runtime_error(fmt::format("static timing of {}: unknown cell {}", device_.name, type));
  }

  AmdReader r_;
  const hw::DelayModel& device_;
  const TimingSetup& setup_;
  std::string body_;
  int count_ = 0;
};

}  // namespace

std::string amd_netlist(const Json& module, const hw::DelayModel& device, const TimingSetup& setup) {
  return AmdRewriter(module, device, setup).run();
}

}  // namespace rtlgen::synthesis
