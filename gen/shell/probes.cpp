// Instances of rtlgen_probe.
#include "shell/probes.hpp"

#include <fmt/format.h>

#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "shell/instances.hpp"
#include "spec/hardware.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::shell {

namespace {

using contract::ShellStream;
using netlist::net;

Probe probe(std::string name, bool on_bus, netlist::Expr valid, netlist::Expr ready) {
  std::string instance = "u_probe_" + name;
  return {std::move(name), std::move(instance), on_bus, std::move(valid), std::move(ready)};
}

void add_streams(const plan::Plan& plan, std::vector<Probe>& probes) {
  const CoreHandshakes core = core_handshakes(plan);
  probes.push_back(probe("core_in", false, core.offered, "core_in_ready"));
  probes.push_back(probe("core_out", false, "core_out_valid", core.taken));
  for (const ShellStream& s : plan.shell->streams) {
    const StreamHandshake h = handshake_of(plan, s);
    probes.push_back(probe(fmt::format("{}_{}", s.is_out ? "out" : "in", s.name), false, h.valid, h.ready));
  }
}

/// The five handshakes of an AXI port.
void add_port(const std::string& ports, const std::string& name, std::vector<Probe>& probes) {
  for (const char* channel : {"ar", "r", "aw", "w", "b"}) {
    probes.push_back(probe(name + "_" + channel, true, net(ports + channel + "valid"), net(ports + channel + "ready")));
  }
}

}  // namespace

std::vector<Probe> probes_of(const plan::Plan& plan) {
  const spec::Debug& debug = plan.stencil->hardware.debug;
  std::vector<Probe> probes;
  if (debug.streams) add_streams(plan, probes);
  if (!debug.bus) return probes;
  add_port("s_axil_", "registers", probes);
  for (const contract::ShellChannel& c : plan.shell->channels) {
    add_port(fmt::format("m_axi_{}_", c.number), fmt::format("channel_{}", c.number), probes);
  }
  return probes;
}

netlist::Part probes_part(const plan::Plan& plan) {
  netlist::Part part{"What a logic analyser sees (hardware.debug)"};
  for (const Probe& probe : probes_of(plan)) {
    part.leaf("rtlgen_probe", probe.instance, {{"COUNT_BITS", kProbeCountBits}},
              {{"clk", probe.on_bus ? "bus_clk" : "kernel_clk"},
               {"rst", probe.on_bus ? "run_bus_rst" : "run_kernel_rst"},
               {"valid", probe.valid},
               {"ready", probe.ready}});
  }
  return part;
}

}  // namespace rtlgen::shell
