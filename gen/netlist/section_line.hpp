// Text that both printers share.
#pragma once

#include <fmt/format.h>

#include <string>

namespace rtlgen::netlist {

/// The comment that opens a section.
inline std::string section_line(const std::string& title) {
  return fmt::format("---- {} {}", title, std::string(title.size() < 90 ? 90 - title.size() : 0, '-'));
}

}  // namespace rtlgen::netlist
