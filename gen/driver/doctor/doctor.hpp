// Checks what rtlgen can use on this machine: tools and their versions, the Python package, the cache; what works with
// them and what to install for the rest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::driver {

enum class ToolState : std::uint8_t {
  kFound,
  kNewer,    ///< than every version with which rtlgen was tested
  kMissing,  ///< not in PATH
  kBroken    ///< too old, a different program with that name, or one that does not start
};

std::string_view word_of(ToolState state);

struct FoundTool {
  std::string program;
  std::string purpose;
  ToolState state = ToolState::kMissing;
  std::string path;          ///< "": missing
  std::string version;       ///< the line that it prints; "": any version is accepted, or none was printed
  std::string least, tried;  ///< the oldest version that works and the newest one tested; "": any
  std::string fault;         ///< fault of a broken tool
  std::string package;       ///< the package that has it on this system; "": unknown

  [[nodiscard]] bool works() const { return state == ToolState::kFound || state == ToolState::kNewer; }
};

/// A task of users, and the tools that it needs.
struct Ability {
  std::string what;
  std::vector<std::string> missing;  ///< missing programs; empty: it works
  bool is_basic = false;             ///< needed by the commands at the beginning of the README

  [[nodiscard]] bool works() const { return missing.empty(); }
};

struct PythonState {
  std::string interpreter;  ///< path; "": none
  std::string version;      ///< version of the package; "": it cannot be imported
  std::string fault;        ///< why
};

struct CacheState {
  std::string folder;
  bool is_writable = false;
  std::string fault;  ///< why it cannot be used
  std::int64_t entries = 0, bytes = 0;
  bool is_larger = false;  ///< the cache is larger than `bytes`, because not all files were counted
};

struct DoctorReport {
  std::string version;  ///< version of rtlgen
  std::string system;   ///< name from /etc/os-release
  std::string install;  ///< the command that installs packages there: "apt-get install"; "": unknown
  std::vector<FoundTool> tools;
  std::vector<Ability> abilities;
  PythonState python;
  CacheState cache;

  /// Whether the commands at the beginning of the README work.
  [[nodiscard]] bool is_ready() const;
  /// Packages for tools that are missing or broken, without duplicates.
  [[nodiscard]] std::vector<std::string> packages() const;
};

/// Examines PATH, the cache and python3. Compiles nothing and leaves no files behind.
DoctorReport examine();

}  // namespace rtlgen::driver
