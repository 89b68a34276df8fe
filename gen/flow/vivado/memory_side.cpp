// A memory channel of a card: the path to it, the controller and its pins.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "flow/bus_parts.hpp"
#include "flow/card_block.hpp"
#include "flow/project.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"
#include "support/check.hpp"

namespace rtlgen::flow::vivado {

namespace {

using netlist::net;
using netlist::slice;

/// "c0_ddr4_", from the port c0_ddr4_ui_clk.
std::string prefix_of(const board::Ip& controller) {
  const std::string clock = ui_clock_port(controller);
  return clock.substr(0, clock.size() - std::string("ui_clk").size());
}

/// The controller's ports; `prefix` is that of the ports with its name, "c0_ddr4_"; MIG has none.
Wires controller_wires(const board::Wiring& wiring, std::size_t k, const std::string& prefix) {
  const board::IpUse& use = wiring.memory[k].use;
  const std::string ui = prefix + "s_axi_";
  const int ids = use.sizes.at("ids"), address = use.sizes.at("address"), beat = use.sizes.at("data") / 8;
  const bool mig = use.ip.name == "mig_7series";
  const int channels = static_cast<int>(wiring.memory.size());
  const netlist::Expr stop = netlist::bit_of("memory_stop", static_cast<int>(k), channels);
  Wires wires = {{"sys_rst", wiring.has_card_block() ? memory_reset(wiring) | stop : memory_reset(wiring)},
                 {prefix + "ui_clk", net(fmt::format("memory_clk_{}", k))},
                 {prefix + "ui_clk_sync_rst", net(fmt::format("memory_rst_{}", k))},
                 {prefix + "aresetn", net(fmt::format("memory_up_{}", k))},
                 {mig ? "init_calib_complete" : "c0_init_calib_complete", net(fmt::format("calibrated_{}", k))}};
  if (mig) {
    wires.insert({{"sys_clk_i", "memory_in_clk"}, {"clk_ref_i", "reference_clk"}});
    for (const char* request : {"app_sr_req", "app_ref_req", "app_zq_req"}) wires[request] = netlist::zero();
  }
  for (const board::PortPins& pins : use.pins) {
    if (!pins.held_low) wires[ip_port_of(pins.port)] = net(pins.port);
  }
  // Error counters and error injection, if there is ECC: unused.
  for (const board::IpPort& port : use.ip.ports) {
    if (port.direction == board::Direction::kIn && port.name.starts_with(ui + "ctrl_"))
      wires[port.name] = netlist::zeros(use.bits_of(port));
  }
  const auto far = [&](const std::string& name) { return net(fmt::format("far_{}_{}", k, name)); };
  for (const std::string c : {"aw", "ar"}) {
    wires[ui + c + "id"] = netlist::extend(far(c + "id"), ids);
    wires[ui + c + "addr"] = slice(far(c + "addr").name, address - 1, 0);
    wires[ui + c + "len"] = far(c + "len");
    wires[ui + c + "size"] = netlist::decimal(3, static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(beat))));
    wires[ui + c + "burst"] = netlist::binary(2, 1);
    wires[ui + c + "lock"] = netlist::zero();
    wires[ui + c + "cache"] = netlist::binary(4, 3);
    wires[ui + c + "prot"] = netlist::binary(3, 0);
    wires[ui + c + "qos"] = netlist::zeros(4);
    wires[ui + c + "valid"] = far(c + "valid");
    wires[ui + c + "ready"] = far(c + "ready");
  }
  for (const char* name : {"wdata", "wstrb", "wlast", "wvalid", "wready", "bresp", "bvalid", "bready", "rdata", "rresp",
                           "rlast", "rvalid", "rready"})
    wires[ui + name] = far(name);
  for (const char* name : {"bid", "rid"}) wires[ui + name] = net(fmt::format("memory_{}_{}", k, name));
  return wires;
}

/// All ports of a controller that an accelerator uses are in its clock domain; `prefix` as above.
std::vector<IpClock> controller_clocks(const std::string& prefix) {
  return {{prefix + "ui_clk",
           {prefix + "s_axi_", prefix + "ui_clk_sync_rst", prefix + "aresetn", "init_calib_", "c0_init_calib_"}}};
}

}  // namespace

std::string ui_clock_port(const board::Ip& controller) {
  const auto found = std::find_if(controller.ports.begin(), controller.ports.end(),
                                  [](const board::IpPort& p) { return p.name.ends_with("ui_clk"); });
  RTLGEN_CHECK(found != controller.ports.end(), controller.name + " is no memory controller");
  return found->name;
}

netlist::Part memory_part(const Project& project, std::size_t k) {
  const board::IpUse& use = project.wiring.memory[k].use;
  const int ids = use.sizes.at("ids"), address = use.sizes.at("address");
  const auto of = [&](const char* name) { return fmt::format(fmt::runtime(name), k); };
  const std::string clock = of("memory_clk_{}"), rst = of("memory_rst_{}"), calibrated = of("calibrated_{}"),
                    up = of("memory_up_{}"), far_rst = of("far_rst_{}"), bus_rst = of("bus_rst_at_{}"),
                    far_busy = of("far_busy_{}"), failed = of("memory_failed_{}"), bid = of("memory_{}_bid"),
                    rid = of("memory_{}_rid");
  netlist::Part channel = channel_part(project, k);
  netlist::Part part{channel.title};
  part.wires(1, {clock, rst, calibrated});
  const bool guarded = has_card_block(project);
  part.state(guarded ? far_busy : far_rst, 1, netlist::one());
  part.state(up, 1, netlist::zero());
  if (guarded) part.alias(failed, 1, netlist::zero(), "this controller has no such output");
  part.nets.insert(part.nets.end(), channel.nets.begin(), channel.nets.end());
  part.items = std::move(channel.items);
  part.wires(ids, {bid, rid});
  part.unread(of("unused_far_{}"), {slice(bid, ids - 1, 1), slice(rid, ids - 1, 1),
                                    slice(of("far_{}_awaddr"), 63, address), slice(of("far_{}_araddr"), 63, address)});
  if (guarded) {
    part.registers(clock, {{up, ~(net(rst) | net(far_rst))}, {far_busy, net(rst) | ~net(calibrated)}});
  } else {
    part.note(
        "Requests wait in the crossing until the memory is calibrated; the controller leaves its reset before that.");
    part.registers(clock, {{up, ~(net(rst) | net(bus_rst))}, {far_rst, net(rst) | net(bus_rst) | ~net(calibrated)}});
  }
  part.assign(of("far_{}_bid"), netlist::bit(bid, 0));
  part.assign(of("far_{}_rid"), netlist::bit(rid, 0));
  for (const board::PortPins& pins : use.pins) {
    if (pins.held_low) part.assign(pins.port, netlist::zeros(static_cast<int>(pins.pins.size())));
  }
  const std::string prefix = prefix_of(use.ip);
  add_ip(part, use, memory_module(k), of("u_memory_{}"), controller_wires(project.wiring, k, prefix),
         controller_clocks(prefix));
  return part;
}

}  // namespace rtlgen::flow::vivado
