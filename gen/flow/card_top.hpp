// A card's top, for the IP of any vendor: header, ports, black boxes, status LEDs, the parts in their order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {

struct Project;

/// What each port of a black box is connected to. An unknown port is a bug in rtlgen; outputs left out go to
/// unused wires.
using Wires = std::map<std::string, netlist::Expr>;

/// A clock of an IP, and the prefixes of its synchronous ports.
struct IpClock {
  std::string port;
  std::vector<std::string> prefixes;
};

/// An IP as the module `name`; `clocks` are the known clocks of its ports.
netlist::Interface ip_interface(const board::IpUse& use, const std::string& name, const std::vector<IpClock>& clocks);

/// Declares the unused wires and adds the instance, "u_...".
void add_ip(netlist::Part& part, const board::IpUse& use, const std::string& module, const std::string& instance,
            const Wires& wires, const std::vector<IpClock>& clocks = {});

/// A file of black boxes of the vendor's `what`, for lint.
std::string black_boxes_text(const std::string& what, const std::vector<netlist::Module>& boxes);

/// Alive, memory calibrated, busy, last run failed, and `more`. Those beyond the board's LEDs stay unconnected; LEDs
/// beyond those stay dark.
netlist::Part status_led_part(const Project& project, const std::vector<std::string>& more);

struct CardTop {
  std::string host;                ///< what the card has beside memory and the accelerator: "PCIe"
  std::vector<std::string> about;  ///< lines on clocks and resets
  std::vector<netlist::Parameter> parameters;
  std::function<board::Direction(const std::string& port)> direction;
  std::vector<netlist::Part> parts;
};
netlist::Module card_top(const Project& project, const CardTop& top);

}  // namespace rtlgen::flow
