// Names the processes that use a device file.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::host {

struct Holder {
  int process = 0;
  std::string program;  ///< "python3"; "": Linux does not show it
};

/// Other processes that have a lock on the file or have it open, by number. Linux shows locks to every user, but the
/// open files of another user's process only to root. `root`: folder that contains Linux' /proc.
std::vector<Holder> holders_of(const std::string& path, const std::string& root = "");

/// "process 4711 (python3), process 4712 (rtlgen)"; "": none is visible.
std::string holders_text(const std::string& path, const std::string& root = "");

/// "<device> is in use by another program: process 4711 (python3)"; `holders` may be "".
std::string in_use_text(const std::string& device, const std::string& holders);

}  // namespace rtlgen::host
