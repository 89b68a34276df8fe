// The session file of Signal Tap, Quartus' logic analyser, for the taps of a project.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

/// debug.stp with an analyser for each clock that has taps, and debug.tcl, which lists the analysers; empty without
/// hardware.debug.
std::vector<emit::File> signal_tap_files(const Project& project);

/// Assignments that keep the registers of taps without attributes of their own; empty if none exist.
std::string marks_text(const Project& project);

}  // namespace rtlgen::flow::quartus
