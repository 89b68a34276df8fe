// Pieces of Verilog text that the shell is put together from.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace rtlgen::shell {

/// A part of a module: all wires are declared before the first instance.
struct Part {
  std::string title;
  std::string wires;
  std::string body;
};

using Connections = std::vector<std::pair<std::string, std::string>>;

/// "[7:0] ", "" of one bit.
inline std::string range(int bits) { return bits == 1 ? "" : fmt::format("[{}:0] ", bits - 1); }

/// Joined, the first one lowest: {b, a}; one alone as it is.
inline std::string joined(const std::vector<std::string>& low_first) {
  if (low_first.size() == 1) return low_first.front();
  return fmt::format("{{{}}}", fmt::join(low_first.rbegin(), low_first.rend(), ", "));
}

/// All of them: a & b.
inline std::string all(const std::vector<std::string>& signals) {
  return signals.empty() ? "1'b1" : fmt::format("{}", fmt::join(signals, " & "));
}

inline std::string instance(const std::string& module, const std::string& name, const Connections& parameters,
                            const Connections& ports) {
  const auto list = [](const Connections& items) {
    std::string text;
    for (const auto& [port, value] : items) text += fmt::format("    .{}({}),\n", port, value);
    if (text.size() > 1) text.erase(text.size() - 2, 1);
    return text;
  };
  const std::string given = parameters.empty() ? "" : fmt::format(" #(\n{}  )", list(parameters));
  return fmt::format("  {}{} {} (\n{}  );\n\n", module, given, name, list(ports));
}

inline std::string section(const std::string& title) {
  return fmt::format("  // ---- {} {}\n", title, std::string(90 - title.size(), '-'));
}

}  // namespace rtlgen::shell
