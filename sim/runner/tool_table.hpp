// The tools that rtlgen runs: the oldest versions that it needs, and the newest that it has been tried with.
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
  const char* package;  ///< of Debian
  const char* option;   ///< that prints the version
  const char* sign;     ///< in what it prints, in lower case
  bool is_compiler;     ///< of C++: another name may stand for it
  ToolVersion oldest;
  const char* oldest_text;
  ToolVersion tried;  ///< the newest
  const char* tried_text;
};

/// The one place where versions are named; docs/environment.md repeats it (tests/sim/tools_test.cpp).
std::span<const KnownTool> known_tools();

/// The row of `program`; nullptr for tools of which any version will do.
const KnownTool* known_tool(const std::string& program);

/// The row of the C++ compiler whose `--version` prints `text`; nullptr if that is neither g++ nor clang++. Names say
/// little: `c++` may be either.
const KnownTool* known_compiler(const std::string& text);

/// The first number with a point on the first line, parentheses left out, else the first number: 5.006 is {5, 6}.
std::optional<ToolVersion> version_in(const std::string& text);

}  // namespace rtlgen::runner
