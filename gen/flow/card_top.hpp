// The text of a card's top, whoever made the IP: header, ports, black boxes, status LEDs, the parts in their order.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "flow/project.hpp"
#include "shell/text.hpp"

namespace rtlgen::flow {

/// What each port of a black box is connected to. A port that is not there is a bug of ours; outputs left out go to
/// unused wires.
using Wires = std::map<std::string, std::string>;

/// Declares the unused wires in `part.wires` and adds the instance, "u_...".
void add_ip(shell::Part& part, const board::IpUse& use, const std::string& module, const std::string& instance,
            const Wires& wires);

/// Alive, memory calibrated, busy, last run failed, and `more`. Those beyond the board's LEDs stay unconnected; LEDs
/// beyond those stay dark.
shell::Part status_led_part(const Project& project, const std::vector<std::string>& more);

struct CardTop {
  std::string host;        ///< what the card has beside memory and the accelerator: "PCIe"
  std::string about;       ///< comments on clocks and resets, whole lines
  std::string parameters;  ///< of the module, with "#(...) "; may be empty
  std::function<board::Direction(const std::string& port)> direction;
  std::vector<shell::Part> parts;
};
std::string card_top_text(const Project& project, const CardTop& top);

}  // namespace rtlgen::flow
