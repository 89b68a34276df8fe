// The tools that rtlgen runs: the oldest versions that it needs, and the newest with which it has been tested.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace rtlgen::runner {

struct ToolVersion {
  int major = 0, minor = 0;
  auto operator<=>(const ToolVersion&) const = default;
};

struct KnownTool {
  const char* program;
  const char* package;  ///< in Debian
  const char* option;   ///< prints the version
  const char* sign;     ///< expected in that output, in lower case
  bool is_compiler;     ///< for C++: another program may replace it
  ToolVersion oldest;
  const char* oldest_text;
  ToolVersion tried;  ///< the newest one tested
  const char* tried_text;
};

/// The only place with version numbers; docs/environment.md repeats it (tests/sim/tools_test.cpp).
std::span<const KnownTool> known_tools();

/// The row of `program`; nullptr for tools that work in any version.
const KnownTool* known_tool(const std::string& program);

/// The row of the C++ compiler whose `--version` prints `text`; nullptr if that is neither g++ nor clang++. Names are
/// not enough: `c++` may be either.
const KnownTool* known_compiler(const std::string& text);

/// The first number with a point on the first line, without parts in parentheses, else the first number: 5.006 is {5,
/// 6}.
std::optional<ToolVersion> version_in(const std::string& text);

}  // namespace rtlgen::runner
