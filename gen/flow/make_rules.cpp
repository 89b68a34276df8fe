// Picks the scripts of a project, and has the rules that all Makefiles share: attempts at place and route, bitstreams
// that miss timing, loading of cards.
#include "emit/file.hpp"
#include "flow/shared_scripts.hpp"
#include "support/check.hpp"

namespace rtlgen::flow {

const std::string& shared_script(std::string_view path) {
  const auto found = shared_scripts().find(path);
  RTLGEN_CHECK(found != shared_scripts().end(), "fpga_projects lacks a script");
  return found->second;
}

std::vector<emit::File> tool_scripts(std::string_view folder) {
  std::vector<emit::File> files;
  for (const auto& [path, text] : shared_scripts()) {
    const std::size_t slash = path.find('/');
    if (path.substr(0, slash) == folder) files.push_back({"tcl" + path.substr(slash), text});
  }
  return files;
}

std::vector<emit::File> timing_scripts(const std::string& folder) {
  std::vector<emit::File> files;
  for (const char* name : {"explore.sh", "clock.sh"})
    files.push_back({folder + "/" + name, shared_script(std::string("shared/") + name)});
  return files;
}

emit::File timing_tcl() { return {"tcl/timing.tcl", shared_script("shared/timing.tcl")}; }

emit::File reload_script() { return {"host/reload.sh", shared_script("shared/reload.sh")}; }

const char* const kWantedRule =
    "# Changes if the command line asks for other attempts than before; without such a request, an earlier build is "
    "kept.\n"
    "WANTED := $(strip $(foreach name,ATTEMPT EXPLORE ALLOW_TIMING,$(if $($(name)),$(name)=$($(name)))))\n"
    "build/wanted: FORCE\n\t@mkdir -p build\n"
    "\t@if [ -z \"$(WANTED)\" ]; then [ -e $@ ] || : >$@; else [ \"$$(cat $@ 2>/dev/null)\" = \"$(WANTED)\" ] || echo "
    "\"$(WANTED)\" >$@; fi\n";

const char* const kTimedCheck =
    "# Refuses a bitstream that misses timing.\n"
    "timed = @case \"$$(cat build/bitstream.txt)\" in *_untimed.*) [ \"$(ALLOW_TIMING)\" = 1 ] || { echo \"$$(cat "
    "build/bitstream.txt) misses timing and may compute wrong bits; ALLOW_TIMING=1 accepts it anyway\" >&2; exit "
    "1; };; esac\n";

const char* const kNoDebugRule =
    "debug:\n\t@echo \"this project has no logic analyser: write it again with --set 'hardware.debug=[bus, streams, "
    "position]'\" >&2; exit 2\n\n";

}  // namespace rtlgen::flow
