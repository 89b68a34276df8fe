// The registers of a top as Verilog.
#include "shell/registers.hpp"

#include <cstdlib>

#include "plan/contract.hpp"

namespace rtlgen::shell {

namespace {

using plan::BusRegister;
using plan::RegisterMap;

/// "1.2.3" as 8 bits a part.
std::uint32_t version_word(const std::string& version) {
  std::uint32_t word = 0;
  const char* at = version.c_str();
  for (int part = 0; part < 3; ++part) {
    char* end = nullptr;
    word = word << 8 | static_cast<std::uint32_t>(std::strtoul(at, &end, 10));
    at = *end == '.' ? end + 1 : end;
  }
  return word;
}

/// Names for the parts of the configuration.
std::string config_wires(const RegisterMap& map) {
  std::string text = fmt::format("  wire [{}:0] config_words;\n  wire unused_config = &{{1'b0, config_words}};\n",
                                 32 * map.words(false) - 1);
  for (const BusRegister& r : map.registers) {
    if (r.is_status) continue;
    const std::uint32_t low = 8 * (r.offset - map.registers.front().offset);
    const std::string part = r.bits == 1 ? fmt::format("[{}]", low)
                                         : fmt::format("[{}:{}]", low + static_cast<std::uint32_t>(r.bits) - 1, low);
    text += fmt::format("  wire {}{} = config_words{};\n", range(r.bits), r.name, part);
  }
  return text;
}

std::string status_value(const BusRegister& r, std::uint32_t identity, const emit::Banner& banner) {
  if (r.name == "identity") return fmt::format("32'h{:08x}", identity);
  if (r.name == "version") return fmt::format("32'h{:08x}", version_word(banner.version));
  if (r.name == "digest") return fmt::format("32'h{}", banner.digest);
  const int padding = 32 * r.words() - r.bits;
  return padding == 0 ? r.name : fmt::format("{}'d0, {}", padding, r.name);
}

}  // namespace

std::string register_table(const RegisterMap& map) {
  std::string text;
  for (const BusRegister& r : map.registers) {
    text += fmt::format("//   {:#05x}  {:<26} {:>3}  {}{}\n", r.offset, r.name, r.bits,
                        r.is_status ? "read only: " : "", r.meaning);
  }
  return text;
}

std::string control_ports(int address_bits) {
  std::string text;
  for (const plan::BusPort& port : plan::register_ports(address_bits)) {
    text +=
        fmt::format(",\n  {} wire {:<8}s_axil_{}", port.is_output ? "output" : "input ", range(port.bits), port.name);
  }
  return text;
}

Part control_part(const RegisterMap& map, const std::string& clock, const std::string& reset) {
  const int status_words = map.words(true);
  Part part{"Registers", config_wires(map), ""};
  part.wires += "  wire start, cancel, busy, done, failed, refused;\n";
  part.wires += fmt::format("  wire [{}:0] status_words;\n", 32 * status_words - 1);
  Connections list = {{"clk", clock}, {"rst", reset}};
  for (const plan::BusPort& port : plan::register_ports(map.address_bits))
    list.emplace_back("s_axil_" + port.name, "s_axil_" + port.name);
  for (const char* port :
       {"irq", "config_words", "status_words", "refused", "start", "cancel", "busy", "done", "failed"})
    list.emplace_back(port, port);
  part.body = instance("rtlgen_control", "u_control",
                       {{"CONFIG_WORDS", fmt::to_string(map.words(false))},
                        {"STATUS_WORDS", fmt::to_string(status_words)},
                        {"ADDRESS_BITS", fmt::to_string(map.address_bits)}},
                       list);
  return part;
}

std::string status_assignment(const RegisterMap& map, std::uint32_t identity, const emit::Banner& banner) {
  std::vector<std::string> words;
  for (const BusRegister& r : map.registers) {
    if (r.is_status) words.push_back(status_value(r, identity, banner));
  }
  std::string assignment = "  assign status_words = {\n";
  for (std::size_t i = words.size(); i-- > 0;) assignment += fmt::format("    {}{}\n", words[i], i > 0 ? "," : "");
  return assignment + "  };\n\n";
}

std::string core_number(const RegisterMap& map, const plan::Port& port) {
  const BusRegister& of = map.of_core(port.name);
  if (port.width == of.bits) return of.name;
  return port.width == 1 ? of.name + "[0]" : fmt::format("{}[{}:0]", of.name, port.width - 1);
}

Part monitors_part(const plan::Plan& plan, const std::string& clock, const std::string& reset) {
  Part part{"Monitors", "", ""};
  if (plan.monitors.empty()) return part;
  part.wires = "  wire [31:0] monitors_shown;\n";
  part.body = instance("rtlgen_count", "u_monitors_shown", {{"BITS", "32"}},
                       {{"clk", clock}, {"rst", reset}, {"step", "core_mon_valid"}, {"count", "monitors_shown"}});
  for (const plan::Port& port : plan.core.ports) {
    if (port.role != plan::PortRole::kMonitor) continue;
    part.wires += fmt::format("  wire {}{};\n", range(port.width), port.name);
    part.body +=
        instance("rtlgen_keep", "u_" + port.name, {{"WIDTH", fmt::to_string(port.width)}},
                 {{"clk", clock}, {"take", "core_mon_valid"}, {"in", "core_" + port.name}, {"out", port.name}});
  }
  return part;
}

}  // namespace rtlgen::shell
