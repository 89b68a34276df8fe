// A memory channel of a card: who asks, the crossing to the controller's clock, the controller and its pins.
#include <algorithm>

#include "flow/vivado/top.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::flow::vivado {

namespace {

/// A channel of AXI: name and bits. `far`: seen from the memory.
struct Signal {
  const char* name;
  int bits;
};

std::vector<Signal> signals_of(int bus) {
  return {{"awvalid", 1}, {"awready", 1}, {"awid", 1}, {"awaddr", 64}, {"awlen", 8}, {"wvalid", 1}, {"wready", 1}, {"wdata", bus}, {"wstrb", bus / 8}, {"wlast", 1},
          {"bvalid", 1}, {"bready", 1}, {"bid", 1}, {"bresp", 2}, {"arvalid", 1}, {"arready", 1}, {"arid", 1}, {"araddr", 64}, {"arlen", 8},
          {"rvalid", 1}, {"rready", 1}, {"rid", 1}, {"rdata", bus}, {"rresp", 2}, {"rlast", 1}};
}

bool is_used(const Project& project, std::size_t k) {
  const auto& channels = project.plan.shell->channels;
  return std::any_of(channels.begin(), channels.end(), [&](const plan::ShellChannel& c) { return static_cast<std::size_t>(c.number) == k % channels_of_kernel(project); });
}

/// The shell, if it uses the channel, and the host.
std::string join_of(const Project& project, std::size_t k) {
  const bool used = is_used(project, k);
  const int bus = project.plan.shell->bus_bits;
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  const auto asked = [&](const char* name, int bits) { ports.emplace_back(std::string("s_") + name, fmt::format("{{asked_{}_{}, {}}}", k, name, used ? fmt::format("core_{}_{}", k, name) : fmt::format("{}'d0", bits))); };
  const auto shared = [&](const char* name) { ports.emplace_back(std::string("s_") + name, fmt::format("given_{}_{}", k, name)); };
  const auto taken = [&](const char* name) { ports.emplace_back(std::string("s_") + name, fmt::format("{{asked_{}_{}, {}}}", k, name, used ? fmt::format("core_{}_{}", k, name) : fmt::format("unused_core_{}_{}", k, name))); };
  for (const auto& [name, bits] : {Signal{"awvalid", 1}, {"awaddr", 64}, {"awlen", 8}, {"wvalid", 1}, {"wdata", bus}, {"wstrb", bus / 8}, {"wlast", 1}, {"bready", 1}, {"arvalid", 1}, {"araddr", 64}, {"arlen", 8}, {"rready", 1}}) asked(name, bits);
  for (const char* name : {"awready", "wready", "bvalid", "arready", "rvalid"}) taken(name);
  for (const char* name : {"bresp", "rdata", "rresp", "rlast"}) shared(name);
  for (const Signal& s : signals_of(bus)) ports.emplace_back(std::string("m_") + s.name, fmt::format("near_{}_{}", k, s.name));
  std::string text = shell::instance("rtlgen_axi_join", fmt::format("u_join_{}", k), {{"BUS_BITS", fmt::to_string(bus)}, {"ADDR_BITS", "64"}}, ports);
  for (const char* name : {"bresp", "rdata", "rresp", "rlast"}) {
    text += fmt::format("  assign asked_{1}_{0} = given_{1}_{0};\n", name, k);
    if (used) text += fmt::format("  assign core_{1}_{0} = given_{1}_{0};\n", name, k);
  }
  return text + "\n";
}

std::string crossing_of(std::size_t k, int bus) {
  shell::Connections ports = {{"near_clk", "bus_clk"}, {"near_rst", "bus_rst"}};
  for (const Signal& s : signals_of(bus)) ports.emplace_back(std::string("s_") + s.name, fmt::format("near_{}_{}", k, s.name));
  ports.emplace_back("far_clk", fmt::format("memory_clk_{}", k));
  ports.emplace_back("far_rst", fmt::format("far_rst_{}", k));
  for (const Signal& s : signals_of(bus)) ports.emplace_back(std::string("m_") + s.name, fmt::format("far_{}_{}", k, s.name));
  return shell::instance("rtlgen_axi_cross", fmt::format("u_cross_{}", k), {{"BUS_BITS", fmt::to_string(bus)}, {"ADDR_BITS", "64"}, {"ID_BITS", "1"}}, ports);
}

/// "c0_ddr4_", from the port c0_ddr4_ui_clk.
std::string prefix_of(const board::Ip& ip) {
  const std::string clock = "ui_clk";
  const auto found = std::find_if(ip.ports.begin(), ip.ports.end(), [&](const board::IpPort& p) { return p.name.ends_with(clock); });
  RTLGEN_CHECK(found != ip.ports.end(), ip.name + " is no memory controller");
  return found->name.substr(0, found->name.size() - clock.size());
}

/// The controller's ports; `prefix` is that of its own ones, "c0_ddr4_".
Wires controller_wires(const board::IpUse& use, std::size_t k, const std::string& prefix) {
  const std::string ui = prefix + "s_axi_";
  const int ids = use.sizes.at("ids"), address = use.sizes.at("address"), beat = use.sizes.at("data") / 8;
  Wires wires = {{"sys_rst", "~perst_n"}, {prefix + "ui_clk", fmt::format("memory_clk_{}", k)}, {prefix + "ui_clk_sync_rst", fmt::format("memory_rst_{}", k)},
                 {prefix + "aresetn", fmt::format("memory_up_{}", k)}, {"c0_init_calib_complete", fmt::format("calibrated_{}", k)}};
  for (const board::PortPins& pins : use.pins) {
    if (!pins.held_low) wires[ip_port_of(pins.port)] = pins.port;
  }
  // Counters and injection of errors, where there is ECC: nobody asks.
  for (const board::IpPort& port : use.ip.ports) {
    if (port.direction == board::Direction::kIn && port.name.starts_with(ui + "ctrl_")) wires[port.name] = fmt::format("{}'d0", use.bits_of(port));
  }
  const auto far = [&](const char* name) { return fmt::format("far_{}_{}", k, name); };
  for (const char* channel : {"aw", "ar"}) {
    const std::string c = channel;
    wires[ui + c + "id"] = fmt::format("{{{}'d0, {}}}", ids - 1, far((c + "id").c_str()));
    wires[ui + c + "addr"] = fmt::format("{}[{}:0]", far((c + "addr").c_str()), address - 1);
    wires[ui + c + "len"] = far((c + "len").c_str());
    wires[ui + c + "size"] = fmt::format("3'd{}", beat == 128 ? 7 : beat == 64 ? 6 : 5);
    wires[ui + c + "burst"] = "2'b01";
    wires[ui + c + "lock"] = "1'b0";
    wires[ui + c + "cache"] = "4'b0011";
    wires[ui + c + "prot"] = "3'b000";
    wires[ui + c + "qos"] = "4'd0";
    wires[ui + c + "valid"] = far((c + "valid").c_str());
    wires[ui + c + "ready"] = far((c + "ready").c_str());
  }
  for (const char* name : {"wdata", "wstrb", "wlast", "wvalid", "wready", "bresp", "bvalid", "bready", "rdata", "rresp", "rlast", "rvalid", "rready"}) wires[ui + name] = far(name);
  for (const char* name : {"bid", "rid"}) wires[ui + name] = fmt::format("answered_{}_{}", k, name);
  return wires;
}

}  // namespace

shell::Part memory_part(const Project& project, std::size_t k) {
  const board::IpUse& use = project.wiring.memory[k].use;
  const int bus = project.plan.shell->bus_bits, ids = use.sizes.at("ids"), address = use.sizes.at("address");
  shell::Part part{fmt::format("Memory channel {}", k), "", ""};
  part.wires = fmt::format("  wire memory_clk_{0}, memory_rst_{0}, calibrated_{0}, bus_rst_at_{0};\n  reg far_rst_{0} = 1'b1;\n  reg memory_up_{0} = 1'b0;\n", k);
  for (const Signal& s : signals_of(bus)) part.wires += fmt::format("  wire {0}near_{1}_{2};\n  wire {0}far_{1}_{2};\n", shell::range(s.bits), k, s.name);
  part.wires += fmt::format("  wire {0}given_{1}_rdata;\n  wire [1:0] given_{1}_rresp, given_{1}_bresp;\n  wire given_{1}_rlast;\n", shell::range(bus), k);
  part.wires += fmt::format("  wire [{0}:0] answered_{1}_bid, answered_{1}_rid;\n", ids - 1, k);
  part.wires += fmt::format("  wire unused_far_{0} = &{{1'b0, answered_{0}_bid[{1}:1], answered_{0}_rid[{1}:1], far_{0}_awaddr[63:{2}], far_{0}_araddr[63:{2}]}};\n", k, ids - 1, address);
  if (!is_used(project, k)) part.wires += fmt::format("  wire unused_core_{0}_awready, unused_core_{0}_wready, unused_core_{0}_bvalid, unused_core_{0}_arready, unused_core_{0}_rvalid;\n", k);
  part.body = join_of(project, k);
  part.body += shell::instance("rtlgen_sync", fmt::format("u_bus_rst_at_{}", k), {{"INIT", "1"}}, {{"clk", fmt::format("memory_clk_{}", k)}, {"in", "bus_rst"}, {"out", fmt::format("bus_rst_at_{}", k)}});
  part.body += fmt::format("  // What is asked for waits in the crossing until the memory is calibrated; the controller's own side comes up before.\n"
                           "  always @(posedge memory_clk_{0}) begin\n    memory_up_{0} <= ~(memory_rst_{0} | bus_rst_at_{0});\n    far_rst_{0} <= memory_rst_{0} | bus_rst_at_{0} | ~calibrated_{0};\n  end\n\n", k);
  part.body += crossing_of(k, bus);
  part.body += fmt::format("  assign far_{0}_bid = answered_{0}_bid[0];\n  assign far_{0}_rid = answered_{0}_rid[0];\n\n", k);
  for (const board::PortPins& pins : use.pins) {
    if (pins.held_low) part.body += fmt::format("  assign {} = {}'d0;\n", pins.port, pins.pins.size());
  }
  add_ip(part, use, memory_module(k), fmt::format("u_memory_{}", k), controller_wires(use, k, prefix_of(use.ip)));
  return part;
}

}  // namespace rtlgen::flow::vivado
