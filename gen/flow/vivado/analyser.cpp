// Nets of taps, by their paths.
#include "flow/vivado/analyser.hpp"

#include <fmt/format.h>

#include "flow/debug.hpp"
#include "flow/project.hpp"
#include "flow/script_text.hpp"

namespace rtlgen::flow::vivado {

namespace {

std::string net_of(const Tap& tap) {
  std::string name;
  for (const auto& [module, instance] : tap.path) name += instance + "/";
  return name + tap.signal;
}

}  // namespace

std::string taps_text(const Project& project) {
  std::string text = script_header(
      project.banner, "What the logic analysers see (hardware.debug), for tcl/analyser.tcl and tcl/capture.tcl");
  text += "# Clock, name, net, bits (0: a single bit without an index).\nset taps {\n";
  for (const Tap& tap : taps_of(project)) {
    text += fmt::format("  {{{} {} {} {}}}\n", tap.on_bus ? "bus" : "kernel", tap.name, net_of(tap), tap.bits);
  }
  return text + "}\n";
}

std::string marks_text(const Project& project) {
  std::string text;
  for (const Tap& tap : taps_of(project)) {
    if (tap.has_attributes) continue;
    text += fmt::format("set_property MARK_DEBUG true [get_nets {{{}{}}}]\n", net_of(tap), tap.bits == 0 ? "" : "[*]");
  }
  return text;
}

}  // namespace rtlgen::flow::vivado
