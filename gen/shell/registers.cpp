// The registers of a top.
#include "shell/registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "contract/bus_ports.hpp"
#include "contract/core_interface.hpp"
#include "contract/manifest.hpp"
#include "contract/register_map.hpp"
#include "emit/file.hpp"
#include "emit/leaf_sources.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"

namespace rtlgen::shell {

namespace {

using contract::BusRegister;
using contract::RegisterMap;
using netlist::Expr;
using netlist::Part;

/// The contract, then "1.2.3", as 8 bits per part.
std::uint32_t version_word(const std::string& version) {
  std::uint32_t word = contract::kContractVersion;
  const char* at = version.c_str();
  for (int part = 0; part < 3; ++part) {
    char* end = nullptr;
    word = word << 8 | static_cast<std::uint32_t>(std::strtoul(at, &end, 10));
    at = *end == '.' ? end + 1 : end;
  }
  return word;
}

/// Names for the parts of the configuration.
void add_config_wires(Part& part, const RegisterMap& map) {
  part.wire("config_words", 32 * map.words(false));
  part.unread("unused_config", {"config_words"});
  for (const BusRegister& r : map.registers) {
    if (r.is_status) continue;
    const int low = static_cast<int>(8 * (r.offset - map.registers.front().offset));
    part.alias(r.name, r.bits, netlist::slice("config_words", low + r.bits - 1, low));
  }
}

Expr status_value(const BusRegister& r, const StatusConstants& constants) {
  constexpr int kWord = 32;
  if (r.name == "identity") return netlist::hex(kWord, constants.identity);
  if (r.name == "version") return netlist::hex(kWord, version_word(constants.version));
  if (r.name == "digest") return netlist::hex(kWord, constants.digest);
  return netlist::extend(r.name, kWord * r.words());
}

}  // namespace

std::vector<std::string> register_table(const RegisterMap& map) {
  constexpr std::size_t kMostColumns = 116;
  std::vector<std::string> lines;
  for (const BusRegister& r : map.registers) {
    const std::string columns = fmt::format("  {:#05x}  {:<26} {:>3}  ", r.offset, r.name, r.bits);
    std::string line = columns;
    std::istringstream words((r.is_status ? "read only: " : "") + r.meaning);
    for (std::string word; words >> word; line += (line.back() == ' ' ? "" : " ") + word) {
      if (line.size() + 1 + word.size() > kMostColumns)
        lines.push_back(std::exchange(line, std::string(columns.size(), ' ')));
    }
    lines.push_back(line);
  }
  return lines;
}

void add_control_ports(std::vector<netlist::Port>& ports, int address_bits, const std::string& clock) {
  for (const contract::BusPort& port : contract::register_ports(address_bits))
    ports.push_back({"s_axil_" + port.name, port.is_output ? netlist::Direction::kOut : netlist::Direction::kIn,
                     port.bits, netlist::Timing::kClocked, clock});
}

Part control_part(const RegisterMap& map, const std::string& clock, const std::string& reset) {
  const int status_words = map.words(true);
  Part part{"Registers"};
  add_config_wires(part, map);
  part.wires(1, {"start", "cancel", "busy", "done", "failed", "refused"});
  part.wire("status_words", 32 * status_words);
  std::vector<netlist::Connection> list = {{"clk", clock}, {"rst", reset}};
  for (const contract::BusPort& port : contract::register_ports(map.address_bits))
    list.push_back({"s_axil_" + port.name, "s_axil_" + port.name});
  for (const char* port :
       {"irq", "config_words", "status_words", "refused", "start", "cancel", "busy", "done", "failed"})
    list.push_back({port, port});
  part.leaf("rtlgen_control", "u_control",
            {{"CONFIG_WORDS", map.words(false)}, {"STATUS_WORDS", status_words}, {"ADDRESS_BITS", map.address_bits}},
            list);
  return part;
}

Expr status_words(const RegisterMap& map, const StatusConstants& constants) {
  std::vector<Expr> words;
  for (const BusRegister& r : map.registers) {
    if (r.is_status) words.push_back(status_value(r, constants));
  }
  return netlist::joined(std::move(words));
}

Expr core_number(const RegisterMap& map, const contract::Port& port) {
  const BusRegister& of = map.of_core(port.name);
  return netlist::low_bits(of.name, port.width, of.bits);
}

Expr number_of(const std::string& register_or_digits) {
  constexpr int kBits = 32;
  const bool is_fixed = std::isdigit(static_cast<unsigned char>(register_or_digits.front())) != 0;
  return is_fixed ? netlist::decimal(kBits, std::stoull(register_or_digits)) : netlist::net(register_or_digits);
}

Expr refusal() {
  constexpr int kPassBits = 32;
  return netlist::net("core_config_error") | netlist::equal("passes", netlist::zeros(kPassBits));
}

Part monitors_part(const plan::Plan& plan, const std::string& clock, const std::string& reset) {
  Part part{"Monitors"};
  if (plan.monitors.empty()) return part;
  add_counter(part, "monitors_shown", 32, clock, reset, "core_mon_valid");
  for (const contract::Port& port : plan.core.ports) {
    if (port.role != contract::PortRole::kMonitor) continue;
    part.wire(port.name, port.width);
    part.leaf("rtlgen_keep", "u_" + port.name, {{"WIDTH", port.width}},
              {{"clk", clock}, {"take", "core_mon_valid"}, {"in", "core_" + port.name}, {"out", port.name}});
  }
  return part;
}

netlist::Interface core_interface(const plan::Plan& plan) {
  netlist::Interface border{plan.core.module, {}, {}};
  const auto is_clock = [](const contract::Port& port) { return port.role == contract::PortRole::kClock; };
  const auto clock = std::find_if(plan.core.ports.begin(), plan.core.ports.end(), is_clock);
  for (const contract::Port& port : plan.core.ports) {
    const auto direction = port.is_input ? netlist::Direction::kIn : netlist::Direction::kOut;
    if (is_clock(port))
      border.ports.push_back({port.name, direction, port.width, netlist::Timing::kClock});
    else
      border.ports.push_back({port.name, direction, port.width, netlist::Timing::kClocked, clock->name});
  }
  return border;
}

void add_counter(Part& part, const std::string& name, int bits, const std::string& clock, const std::string& reset,
                 Expr step) {
  part.wire(name, bits);
  part.leaf("rtlgen_count", "u_" + name, {{"BITS", bits}},
            {{"clk", clock}, {"rst", reset}, {"step", std::move(step)}, {"count", name}});
}

std::vector<emit::File> top_files(const std::vector<std::string>& leaves, const netlist::Module& top) {
  std::vector<emit::File> files;
  for (const std::string& leaf : leaves) {
    const std::string name = "rtlgen_" + leaf + ".v";
    files.push_back({name, std::string(emit::leaf_source(name))});
  }
  files.push_back({top.name + ".v", netlist::verilog(top)});
  return files;
}

}  // namespace rtlgen::shell
