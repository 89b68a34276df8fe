// The top of a card, for the IP of any vendor: header, ports, black boxes, status LEDs, and the parts in order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {

struct Project;

/// The connection of each port of a black box. An unknown port is a bug in rtlgen; omitted outputs get unused wires.
using Wires = std::map<std::string, netlist::Expr>;

/// A clock of an IP, and the prefixes of its synchronous ports.
struct IpClock {
  std::string port;
  std::vector<std::string> prefixes;
};

/// An IP as the module `name`; `clocks` are the known clocks of its ports.
netlist::Interface ip_interface(const board::IpUse& use, const std::string& name, const std::vector<IpClock>& clocks);

/// Declares wires for unconnected outputs and adds the instance, "u_...".
void add_ip(netlist::Part& part, const board::IpUse& use, const std::string& module, const std::string& instance,
            const Wires& wires, const std::vector<IpClock>& clocks = {});

/// The text of a file with black boxes of the vendor's `what`, for lint.
std::string black_boxes_text(const std::string& what, const std::vector<netlist::Module>& boxes);

/// LEDs for: alive, memory calibrated, busy, last run failed, and `more`. Signals without an LED are not connected;
/// LEDs without a signal stay dark.
netlist::Part status_led_part(const Project& project, const std::vector<std::string>& more);

struct CardTop {
  std::string host;                ///< other IP on the card: "PCIe"
  std::vector<std::string> about;  ///< lines about clocks and resets
  std::vector<netlist::Parameter> parameters;
  std::function<board::Direction(const std::string& port)> direction;
  std::vector<netlist::Part> parts;
};
netlist::Module card_top(const Project& project, const CardTop& top);

}  // namespace rtlgen::flow
