// What of this machine rtlgen can use: tools and their versions, the Python package, the cache; what works with them
// and what to install for the rest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::driver {

enum class ToolState : std::uint8_t {
  kFound,
  kNewer,    ///< than every version that rtlgen has been tried with
  kMissing,  ///< not in PATH
  kBroken    ///< too old, another program of that name, or one that does not start
};

std::string_view word_of(ToolState state);

struct FoundTool {
  std::string program;
  std::string purpose;
  ToolState state = ToolState::kMissing;
  std::string path;          ///< "": missing
  std::string version;       ///< the line that it prints; "": any version will do, or none was printed
  std::string least, tried;  ///< the oldest version needed and the newest tried; "": any
  std::string fault;         ///< of a broken one
  std::string package;       ///< that has it on this system; "": none is known

  [[nodiscard]] bool works() const { return state == ToolState::kFound || state == ToolState::kNewer; }
};

/// Something that a user does, and the tools that it needs.
struct Ability {
  std::string what;
  std::vector<std::string> missing;  ///< programs; empty: it works
  bool is_basic = false;             ///< of the commands that the README begins with

  [[nodiscard]] bool works() const { return missing.empty(); }
};

struct PythonState {
  std::string interpreter;  ///< path; "": there is none
  std::string version;      ///< of the package; "": it cannot be imported
  std::string fault;        ///< why
};

struct CacheState {
  std::string folder;
  bool is_writable = false;
  std::string fault;  ///< why it is not
  std::int64_t entries = 0, bytes = 0;
  bool is_larger = false;  ///< than `bytes`: not all of its files were counted
};

struct DoctorReport {
  std::string version;  ///< of rtlgen
  std::string system;   ///< as /etc/os-release names it
  std::string install;  ///< how packages are installed there: "apt-get install"; "": unknown
  std::vector<FoundTool> tools;
  std::vector<Ability> abilities;
  PythonState python;
  CacheState cache;

  /// Do the commands that the README begins with work?
  [[nodiscard]] bool is_ready() const;
  /// Packages for tools that are missing or broken, each once.
  [[nodiscard]] std::vector<std::string> packages() const;
};

/// Looks at PATH, the cache and python3. Compiles nothing and leaves nothing behind.
DoctorReport examine();

}  // namespace rtlgen::driver
