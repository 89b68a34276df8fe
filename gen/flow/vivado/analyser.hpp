// Facts about a project with hardware.debug that tcl/analyser.tcl and tcl/capture.tcl use.
#pragma once

#include <string>

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// debug.tcl: the taps, with their clocks and nets.
std::string taps_text(const Project& project);

/// Lines of XDC that keep the nets of taps without attributes of their own; empty if none exist.
std::string marks_text(const Project& project);

}  // namespace rtlgen::flow::vivado
