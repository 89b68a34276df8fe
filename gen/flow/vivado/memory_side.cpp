// A memory channel of a card: the way to it, the controller and its pins.
#include <algorithm>
#include <bit>

#include "flow/bus_parts.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::flow::vivado {

namespace {

/// "c0_ddr4_", from the port c0_ddr4_ui_clk.
std::string prefix_of(const board::Ip& controller) {
  const std::string clock = ui_clock_port(controller);
  return clock.substr(0, clock.size() - std::string("ui_clk").size());
}

/// The controller's ports; `prefix` is that of its own ones, "c0_ddr4_"; MIG has none.
Wires controller_wires(const board::Wiring& wiring, std::size_t k, const std::string& prefix) {
  const board::IpUse& use = wiring.memory[k].use;
  const std::string ui = prefix + "s_axi_";
  const int ids = use.sizes.at("ids"), address = use.sizes.at("address"), beat = use.sizes.at("data") / 8;
  const bool mig = use.ip.name == "mig_7series";
  Wires wires = {{"sys_rst", memory_reset(wiring)},
                 {prefix + "ui_clk", fmt::format("memory_clk_{}", k)},
                 {prefix + "ui_clk_sync_rst", fmt::format("memory_rst_{}", k)},
                 {prefix + "aresetn", fmt::format("memory_up_{}", k)},
                 {mig ? "init_calib_complete" : "c0_init_calib_complete", fmt::format("calibrated_{}", k)}};
  if (mig) {
    wires.insert({{"sys_clk_i", "memory_in_clk"}, {"clk_ref_i", "reference_clk"}});
    for (const char* request : {"app_sr_req", "app_ref_req", "app_zq_req"}) wires[request] = "1'b0";
  }
  for (const board::PortPins& pins : use.pins) {
    if (!pins.held_low) wires[ip_port_of(pins.port)] = pins.port;
  }
  // Counters and injection of errors, where there is ECC: nobody asks.
  for (const board::IpPort& port : use.ip.ports) {
    if (port.direction == board::Direction::kIn && port.name.starts_with(ui + "ctrl_"))
      wires[port.name] = fmt::format("{}'d0", use.bits_of(port));
  }
  const auto far = [&](const char* name) { return fmt::format("far_{}_{}", k, name); };
  for (const char* channel : {"aw", "ar"}) {
    const std::string c = channel;
    wires[ui + c + "id"] = fmt::format("{{{}'d0, {}}}", ids - 1, far((c + "id").c_str()));
    wires[ui + c + "addr"] = fmt::format("{}[{}:0]", far((c + "addr").c_str()), address - 1);
    wires[ui + c + "len"] = far((c + "len").c_str());
    wires[ui + c + "size"] = fmt::format("3'd{}", std::countr_zero(static_cast<unsigned>(beat)));
    wires[ui + c + "burst"] = "2'b01";
    wires[ui + c + "lock"] = "1'b0";
    wires[ui + c + "cache"] = "4'b0011";
    wires[ui + c + "prot"] = "3'b000";
    wires[ui + c + "qos"] = "4'd0";
    wires[ui + c + "valid"] = far((c + "valid").c_str());
    wires[ui + c + "ready"] = far((c + "ready").c_str());
  }
  for (const char* name : {"wdata", "wstrb", "wlast", "wvalid", "wready", "bresp", "bvalid", "bready", "rdata", "rresp",
                           "rlast", "rvalid", "rready"})
    wires[ui + name] = far(name);
  for (const char* name : {"bid", "rid"}) wires[ui + name] = fmt::format("answered_{}_{}", k, name);
  return wires;
}

}  // namespace

std::string ui_clock_port(const board::Ip& controller) {
  const auto found = std::find_if(controller.ports.begin(), controller.ports.end(),
                                  [](const board::IpPort& p) { return p.name.ends_with("ui_clk"); });
  RTLGEN_CHECK(found != controller.ports.end(), controller.name + " is no memory controller");
  return found->name;
}

shell::Part memory_part(const Project& project, std::size_t k) {
  const board::IpUse& use = project.wiring.memory[k].use;
  const int ids = use.sizes.at("ids"), address = use.sizes.at("address");
  shell::Part part = channel_part(project, k);
  part.wires = fmt::format(
                   "  wire memory_clk_{0}, memory_rst_{0}, calibrated_{0};\n  reg far_rst_{0} = 1'b1;\n  reg "
                   "memory_up_{0} = 1'b0;\n",
                   k) +
               part.wires;
  part.wires += fmt::format("  wire [{0}:0] answered_{1}_bid, answered_{1}_rid;\n", ids - 1, k);
  part.wires += fmt::format(
      "  wire unused_far_{0} = &{{1'b0, answered_{0}_bid[{1}:1], answered_{0}_rid[{1}:1], far_{0}_awaddr[63:{2}], "
      "far_{0}_araddr[63:{2}]}};\n",
      k, ids - 1, address);
  part.body += fmt::format(
      "  // What is asked for waits in the crossing until the memory is calibrated; the controller's own side comes up "
      "before.\n"
      "  always @(posedge memory_clk_{0}) begin\n    memory_up_{0} <= ~(memory_rst_{0} | bus_rst_at_{0});\n    "
      "far_rst_{0} <= memory_rst_{0} | bus_rst_at_{0} | ~calibrated_{0};\n  end\n\n",
      k);
  part.body +=
      fmt::format("  assign far_{0}_bid = answered_{0}_bid[0];\n  assign far_{0}_rid = answered_{0}_rid[0];\n\n", k);
  for (const board::PortPins& pins : use.pins) {
    if (pins.held_low) part.body += fmt::format("  assign {} = {}'d0;\n", pins.port, pins.pins.size());
  }
  add_ip(part, use, memory_module(k), fmt::format("u_memory_{}", k),
         controller_wires(project.wiring, k, prefix_of(use.ip)));
  return part;
}

}  // namespace rtlgen::flow::vivado
