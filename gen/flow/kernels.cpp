// The accelerators of a card: each is a shell with its core, its registers and its memory channels.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/bus_ports.hpp"
#include "contract/shell.hpp"
#include "flow/bus_parts.hpp"
#include "flow/card_block.hpp"
#include "flow/project.hpp"
#include "flow/tool.hpp"
#include "plan/plan.hpp"
#include "shell/shell.hpp"
#include "spec/stencil.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

namespace {

using netlist::Connection;
using netlist::Expr;
using netlist::net;
using netlist::Part;

/// Wires of all kernels' registers, and the module that splits them.
void split_registers(const Project& project, int address_bits, Part& part) {
  constexpr int kSplitBits = 32;
  const std::size_t kernels = kernels_of(project);
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  const auto port = [&](const std::string& name, int bits, bool shared) {
    part.wire("regs_" + name, shared ? bits : bits * static_cast<int>(kernels));
    const bool narrow = name.ends_with("addr") && address_bits < kSplitBits;
    const std::string from = kernel_registers(project) + name;
    ports.push_back({"s_" + name, narrow ? netlist::extend(from, kSplitBits) : net(from)});
    ports.push_back({"m_" + name, "regs_" + name});
  };
  for (const char* name :
       {"awvalid", "awready", "wvalid", "wready", "bvalid", "bready", "arvalid", "arready", "rvalid", "rready"})
    port(name, 1, false);
  for (const char* name : {"bresp", "rresp"}) port(name, 2, false);
  port("rdata", 32, false);
  port("wdata", 32, true);
  port("wstrb", 4, true);
  for (const char* name : {"awaddr", "araddr"}) port(name, board::kKernelOffsetBits, true);
  const int bits = project.plan.shell->map.address_bits;
  part.unread("unused_regs_addr", {netlist::slice("regs_awaddr", board::kKernelOffsetBits - 1, bits),
                                   netlist::slice("regs_araddr", board::kKernelOffsetBits - 1, bits)});
  part.leaf("rtlgen_axil_split", "u_kernel_registers",
            {{"KERNELS", static_cast<int>(kernels)}, {"OFFSET_BITS", board::kKernelOffsetBits}}, std::move(ports));
}

/// Kernel n's wire of a port of its registers.
Expr register_wire(const Project& project, std::size_t n, const contract::BusPort& port) {
  const bool alone = kernels_of(project) == 1;
  const std::string name = (alone ? kernel_registers(project) : "regs_") + port.name;
  if (port.name.ends_with("addr")) return netlist::slice(name, project.plan.shell->map.address_bits - 1, 0);
  if (alone || port.name == "wdata" || port.name == "wstrb") return name;
  const int low = static_cast<int>(n) * port.bits;
  return netlist::slice(name, low + port.bits - 1, low);
}

/// Kernel n with the ports of its memory channels, "core_<channel>_*"; `ports` are its others.
void add_kernel(const Project& project, const netlist::Interface& shell, std::size_t n, const std::string& instance,
                std::vector<Connection> ports, Part& part) {
  const contract::Shell& s = *project.plan.shell;
  // Equal for all bursts, so the controller gets constants.
  static const std::set<std::string> kConstant = {"awid", "awsize", "awburst", "awlock", "awcache", "awprot", "awqos",
                                                  "arid", "arsize", "arburst", "arlock", "arcache", "arprot", "arqos"};
  for (const contract::ShellChannel& channel : s.channels) {
    for (const contract::BusPort& port : contract::channel_ports(s.bus_bits)) {
      const std::string name = fmt::format("m_axi_{}_{}", channel.number, port.name);
      if (port.name == "bid" || port.name == "rid") {
        ports.push_back({name, netlist::zero()});
        continue;
      }
      const std::size_t on_card = n * channels_of_kernel(project) + static_cast<std::size_t>(channel.number);
      const std::string to =
          fmt::format("{}core_{}_{}", kConstant.contains(port.name) ? "unused_" : "", on_card, port.name);
      part.wire(to, port.bits);
      ports.push_back({name, to});
    }
  }
  part.instance(shell, instance, {}, std::move(ports));
}

}  // namespace

std::size_t kernels_of(const Project& project) {
  return static_cast<std::size_t>(project.plan.stencil->hardware.kernels);
}
netlist::Expr busy_of_kernel(const Project& project, std::size_t kernel) {
  return kernels_of(project) == 1 ? net("run_busy") : netlist::bit("busy", static_cast<int>(kernel));
}
const spec::Hardware& hardware_of(const Project& project) { return project.plan.stencil->hardware; }
std::size_t channels_of_kernel(const Project& project) { return project.wiring.memory.size() / kernels_of(project); }

void check_kernels(const Project& project, std::size_t most_interrupts, Diagnostics& diagnostics) {
  const board::Wiring& w = project.wiring;
  const std::size_t kernels = kernels_of(project);
  if (w.memory.size() % kernels != 0 || kernels > most_interrupts) {
    const std::size_t most = std::min(w.memory.size(), most_interrupts);
    unsuitable(project, diagnostics,
               w.memory.size() == 1
                   ? fmt::format("{} kernels, but each needs its own memory channels, and {} has only one", kernels,
                                 safe::terminal(project.board.name))
                   : fmt::format("{} kernels, but {} has {} memory channels, and each kernel needs the same number",
                                 kernels, safe::terminal(project.board.name), w.memory.size()),
               {most == 1 ? "hardware.kernels must be 1 for this board"
                          : fmt::format("hardware.kernels must be a power of two up to {} for this board", most)});
    return;
  }
  check_bus(project, diagnostics);
  for (const contract::ShellChannel& channel : project.plan.shell->channels) {
    const auto number = static_cast<std::size_t>(channel.number);
    if (number < channels_of_kernel(project) || number >= w.memory.size()) continue;
    unsuitable(project, diagnostics,
               fmt::format("memory channel {} is used, but each of {} kernels on {} has only {}, numbered from 0",
                           channel.number, kernels, safe::terminal(project.board.name), channels_of_kernel(project)),
               {"hardware.memory assigns fields to the channels of a kernel; without it, all are in channel 0"});
  }
}

Part shells_part(const Project& project, int address_bits) {
  const std::size_t kernels = kernels_of(project);
  const bool alone = kernels == 1;
  const int own_bits = project.plan.shell->map.address_bits;
  Part part{alone ? "The accelerator" : "The accelerators"};
  if (alone) {
    part.wires(1, {"irq", "run_busy", "run_failed"});
  } else {
    part.wires(static_cast<int>(kernels), {"irq", "busy", "failed"});
    part.alias("run_busy", 1, netlist::any_bit("busy"));
    part.alias("run_failed", 1, netlist::any_bit("failed"));
  }
  if (!alone)
    split_registers(project, address_bits, part);
  else if (address_bits > own_bits)
    part.unread("unused_reg_addr", {netlist::slice(kernel_registers(project) + "awaddr", address_bits - 1, own_bits),
                                    netlist::slice(kernel_registers(project) + "araddr", address_bits - 1, own_bits)});
  const netlist::Interface shell = shell::shell_interface(project.plan);
  for (std::size_t n = 0; n < kernels; ++n) {
    const std::string suffix = alone ? "" : fmt::format("_{}", n);
    const auto mine = [&](const char* one, const char* many) {
      return alone ? net(one) : netlist::bit(many, static_cast<int>(n));
    };
    std::vector<Connection> ports = {{"bus_clk", "bus_clk"},
                                     {"bus_rst", "bus_rst"},
                                     {"kernel_clk", "kernel_clk"},
                                     {"irq", mine("irq", "irq")},
                                     {"run_busy", mine("run_busy", "busy")},
                                     {"run_failed", mine("run_failed", "failed")}};
    for (const contract::BusPort& port : contract::register_ports(own_bits))
      ports.push_back({"s_axil_" + port.name, register_wire(project, n, port)});
    add_kernel(project, shell, n, "u_shell" + suffix, std::move(ports), part);
  }
  return part;
}

int register_bits(const Project& project) {
  int bits = 0;
  while ((std::size_t{1} << bits) < kernels_of(project)) ++bits;
  const bool whole = bits > 0 || has_card_block(project);
  return whole ? board::kKernelOffsetBits + bits : project.plan.shell->map.address_bits;
}

}  // namespace rtlgen::flow
