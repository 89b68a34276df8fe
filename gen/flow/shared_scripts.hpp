// Scripts that are the same in all projects of a tool, or of all tools, and rules that their Makefiles share.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {

/// The files of fpga_projects that are no ready projects, by folder and name, such as "vivado/attempt.tcl".
const std::map<std::string, std::string, std::less<>>& shared_scripts();

/// One of them, which must exist.
const std::string& shared_script(std::string_view path);

/// All of one folder of fpga_projects, as files of tcl/.
std::vector<emit::File> tool_scripts(std::string_view folder);

/// Scripts that run attempts at place and route and print their clocks: explore.sh and clock.sh, in `folder`.
std::vector<emit::File> timing_scripts(const std::string& folder);

/// The procedures about timing that the Tcl scripts of all tools share: tcl/timing.tcl.
emit::File timing_tcl();

/// The script that loads a PCIe card with a running host: host/reload.sh.
emit::File reload_script();

/// Make's lines of build/wanted, which changes if the command line asks for other attempts than before.
extern const char* const kWantedRule;

/// Make's variable `timed`: refuses a bitstream that misses timing, unless ALLOW_TIMING=1.
extern const char* const kTimedCheck;

/// Make's rule `debug` of a project without hardware.debug: how to get one.
extern const char* const kNoDebugRule;

}  // namespace rtlgen::flow
