// The instances of a shell, each with its wires.
#pragma once

#include <string>

#include "netlist/netlist.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::contract {
struct Shell;
struct ShellChannel;
struct ShellStream;
}  // namespace rtlgen::contract

namespace rtlgen::shell {

/// A wire of a stream: "valid_in_t", "ready_out_t".
std::string wire_of(const contract::ShellStream& stream, const std::string& quantity);

/// Whether the words of an input enter the core together with those of all others: it is neither held nor late.
bool joins_others(const plan::Plan& plan, const contract::ShellStream& stream);

netlist::Part stream_part(const plan::Plan& plan, const contract::ShellStream& stream, int index);
netlist::Part channel_part(const contract::Shell& shell, const contract::ShellChannel& channel);
netlist::Part core_part(const plan::Plan& plan);

}  // namespace rtlgen::shell
