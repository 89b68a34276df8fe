// The header of scripts, constraints and Makefiles for all tools, and lists in Tcl.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "board/board.hpp"
#include "emit/banner.hpp"
#include "flow/project.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow {

/// Two lines of comment: what the file is, and what it was made from.
inline std::string script_header(const emit::Banner& banner, const std::string& what) {
  return fmt::format("# {}\n# {}\n\n", what, emit::origin(banner));
}

inline std::string constraints_header(const Project& project, const std::string& what) {
  return script_header(project.banner,
                       fmt::format("{} of {} on {}.", what, project.top(), safe::comment(project.board.name)));
}

/// Sets the Tcl variable `name` to a list of `words`, one per line.
inline std::string script_list(const char* name, const std::vector<std::string>& words) {
  std::string text = fmt::format("set {} {{\n", name);
  for (const std::string& word : words) text += "  " + word + "\n";
  return text + "}\n";
}

}  // namespace rtlgen::flow
