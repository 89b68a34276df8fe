// Scripts that are the same in the projects of all tools.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {

/// A file of fpga_projects/shared.
const std::string& shared_script(const std::string& name);

/// Scripts that run attempts at place and route and print their clocks: explore.sh and clock.sh, in `folder`.
std::vector<emit::File> timing_scripts(const std::string& folder);

/// The script that loads a PCIe card with a running host: host/reload.sh.
emit::File reload_script();

/// Make's lines of build/wanted, which changes if the command line asks for other attempts than before.
extern const char* const kWantedRule;

/// Make's variable `timed`: refuses a bitstream that misses timing, unless ALLOW_TIMING=1.
extern const char* const kTimedCheck;

/// Make's rule `debug` of a project without hardware.debug: how to get one.
extern const char* const kNoDebugRule;

}  // namespace rtlgen::flow
