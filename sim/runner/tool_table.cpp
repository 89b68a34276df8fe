// Rows of the table, and versions parsed from the output of tools.
#include "runner/tool_table.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "support/lower_case.hpp"

namespace rtlgen::runner {

namespace {

constexpr int kAnyMinor = std::numeric_limits<int>::max();

/// The oldest versions are those of Debian 12, unless older ones are known to work; the newest are those with which
/// simulations have matched golden (docs/environment.md lists the cases).
constexpr std::array kTools = {
    KnownTool{"verilator", "verilator", "--version", "verilator", false, {5, 6}, "5.006", {5, 48}, "5.048"},
    KnownTool{"ghdl", "ghdl", "--version", "ghdl", false, {2, 0}, "2.0", {6, kAnyMinor}, "6"},
    KnownTool{"iverilog", "iverilog", "-V", "icarus verilog", false, {11, 0}, "11.0", {13, 0}, "13.0"},
    KnownTool{"vvp", "iverilog", "-V", "icarus verilog", false, {11, 0}, "11.0", {13, 0}, "13.0"},
    KnownTool{"yosys", "yosys", "-V", "yosys", false, {0, 23}, "0.23", {0, 66}, "0.66"},
    KnownTool{
        "g++", "g++", "--version", "see the source for copying conditions", true, {10, 0}, "10", {16, kAnyMinor}, "16"},
    KnownTool{"clang++", "clang", "--version", "clang version", true, {14, 0}, "14", {21, kAnyMinor}, "21"},
    KnownTool{"make", "make", "--version", "gnu make", false, {4, 0}, "4.0", {4, 4}, "4.4"},
};

/// "g++-14 (Debian 14.2.0-19) 14.2.0" without the packager's text in parentheses.
std::string without_parentheses(const std::string& line) {
  std::string result;
  int depth = 0;
  for (const char c : line) {
    if (c == '(') ++depth;
    if (depth == 0) result += c;
    if (c == ')' && depth > 0) --depth;
  }
  return result;
}

}  // namespace

std::span<const KnownTool> known_tools() { return kTools; }

const KnownTool* known_tool(const std::string& program) {
  const auto found =
      std::find_if(kTools.begin(), kTools.end(), [&](const KnownTool& t) { return program == t.program; });
  return found == kTools.end() ? nullptr : &*found;
}

const KnownTool* known_compiler(const std::string& text) {
  const std::string small = lower_case(text);
  const auto found = std::find_if(kTools.begin(), kTools.end(), [&](const KnownTool& t) {
    return t.is_compiler && small.find(t.sign) != std::string::npos;
  });
  return found == kTools.end() ? nullptr : &*found;
}

std::optional<ToolVersion> version_in(const std::string& text) {
  const std::string line = without_parentheses(text.substr(0, text.find('\n')));
  const auto is_digit = [&](std::size_t at) { return at < line.size() && line[at] >= '0' && line[at] <= '9'; };
  const auto number = [&](std::size_t& at) {
    constexpr int kMost = 100000;
    int value = 0;
    for (; is_digit(at); ++at) value = std::min(kMost, value * 10 + (line[at] - '0'));
    return value;
  };
  std::optional<ToolVersion> whole;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!is_digit(at)) continue;
    ToolVersion version;
    version.major = number(at);
    if (at < line.size() && line[at] == '.' && is_digit(at + 1)) {
      version.minor = number(++at);
      return version;
    }
    if (!whole) whole = version;
  }
  return whole;
}

}  // namespace rtlgen::runner
