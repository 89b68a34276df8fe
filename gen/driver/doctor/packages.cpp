// Names of packages: those of Debian come from the table of tools, others are not tested.
#include "driver/doctor/packages.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "runner/tool_table.hpp"

namespace rtlgen::driver {

namespace {

struct PackageNames {
  std::string_view program, debian, fedora, arch, homebrew;
};

/// For Debian, only tools without a required version are listed here; the others are in runner/tool_table.cpp.
constexpr auto kNames = std::to_array<PackageNames>({
    {"verilator", "", "verilator", "verilator", "verilator"},
    {"g++", "", "gcc-c++", "gcc", "gcc"},
    {"clang++", "", "clang", "clang", "llvm"},
    {"make", "", "make", "make", "make"},
    {"ghdl", "", "ghdl", "ghdl", "ghdl"},
    {"iverilog", "", "iverilog", "iverilog", "icarus-verilog"},
    {"vvp", "", "iverilog", "iverilog", "icarus-verilog"},
    {"yosys", "", "yosys", "yosys", "yosys"},
    {"ccache", "ccache", "ccache", "ccache", "ccache"},
    {"nextpnr-ice40", "nextpnr-ice40", "nextpnr", "nextpnr", ""},
    {"icepack", "fpga-icestorm", "icestorm", "icestorm", "icestorm"},
    {"nextpnr-ecp5", "", "nextpnr", "nextpnr", ""},
    {"ecppack", "", "trellis", "prjtrellis", ""},
    {"openFPGALoader", "openfpgaloader", "openFPGALoader", "openfpgaloader", "openfpgaloader"},
});

/// The value of KEY=value, without quotes.
std::string value_of(std::string_view os_release, std::string_view key) {
  std::istringstream lines{std::string(os_release)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(std::string(key) + "=")) continue;
    std::string value = line.substr(key.size() + 1);
    std::erase(value, '"');
    return value;
  }
  return "";
}

}  // namespace

Packages packages_of(std::string_view os_release) {
  std::istringstream words(value_of(os_release, "ID") + " " + value_of(os_release, "ID_LIKE"));
  for (std::string word; words >> word;) {
    if (word == "debian" || word == "ubuntu") return Packages::kApt;
    if (word == "fedora" || word == "rhel") return Packages::kDnf;
    if (word == "arch") return Packages::kPacman;
  }
#ifdef __APPLE__
  return Packages::kBrew;
#else
  return Packages::kUnknown;
#endif
}

std::string install_command(Packages system) {
  switch (system) {
    case Packages::kApt:
      return "apt-get install";
    case Packages::kDnf:
      return "dnf install";
    case Packages::kPacman:
      return "pacman -S";
    case Packages::kBrew:
      return "brew install";
    case Packages::kUnknown:
      break;
  }
  return "";
}

std::string package_with(const std::string& program, Packages system) {
  const auto row =
      std::find_if(kNames.begin(), kNames.end(), [&](const PackageNames& names) { return names.program == program; });
  if (row == kNames.end()) return "";
  switch (system) {
    case Packages::kDnf:
      return std::string(row->fedora);
    case Packages::kPacman:
      return std::string(row->arch);
    case Packages::kBrew:
      return std::string(row->homebrew);
    default:
      break;
  }
  const runner::KnownTool* const known = runner::known_tool(program);
  return known != nullptr ? known->package : std::string(row->debian);
}

std::string pretty_name(std::string_view os_release) { return value_of(os_release, "PRETTY_NAME"); }

}  // namespace rtlgen::driver
