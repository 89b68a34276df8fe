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

/// The handshake of a stream's words, as its unit has it. A word moves with those of all streams beside it.
struct StreamHandshake {
  netlist::Expr valid, ready;
};
StreamHandshake handshake_of(const plan::Plan& plan, const contract::ShellStream& stream);

/// Whether all inputs that move together have a word for the core, and all outputs take one of it.
struct CoreHandshakes {
  netlist::Expr offered, taken;
};
CoreHandshakes core_handshakes(const plan::Plan& plan);

netlist::Part stream_part(const plan::Plan& plan, const contract::ShellStream& stream, int index);
netlist::Part channel_part(const contract::Shell& shell, const contract::ShellChannel& channel);
netlist::Part core_part(const plan::Plan& plan);

}  // namespace rtlgen::shell
