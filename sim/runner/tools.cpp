// A table of tools with their least versions, and the signs of a machine that could not go on.
#include "runner/tools.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>

#include "runner/folder.hpp"
#include "support/errors.hpp"

namespace rtlgen::runner {

namespace {

constexpr int kSignalBase = 128;

struct Version {
  int major = 0, minor = 0;
  auto operator<=>(const Version&) const = default;
};

struct Tool {
  const char* program;
  const char* package;  ///< of Debian
  const char* option;   ///< that prints the version
  const char* sign;     ///< in what it prints; "": nothing known
  Version least;
  const char* least_text;
};

/// The least versions are those of Debian 12 where older ones are known to fail or nobody has tried them.
constexpr std::array kTools = {
    Tool{"verilator", "verilator", "--version", "verilator", {5, 6}, "5.006"},
    Tool{"ghdl", "ghdl", "--version", "ghdl", {2, 0}, "2.0"},
    Tool{"iverilog", "iverilog", "-V", "icarus verilog", {11, 0}, "11.0"},
    Tool{"vvp", "iverilog", "-V", "icarus verilog", {11, 0}, "11.0"},
    Tool{"yosys", "yosys", "-V", "yosys", {0, 23}, "0.23"},
    Tool{"g++", "g++", "-dumpfullversion", "", {10, 0}, "10"},
    Tool{"clang++", "clang", "--version", "clang version", {14, 0}, "14"},
    Tool{"make", "make", "--version", "gnu make", {4, 0}, "4.0"},
};

const Tool* tool_of(const std::string& program) {
  const auto found = std::find_if(kTools.begin(), kTools.end(), [&](const Tool& t) { return program == t.program; });
  return found == kTools.end() ? nullptr : &*found;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The first number with a point, else the first number: 5.006 is {5, 6}.
std::optional<Version> version_in(const std::string& text) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  const auto number = [&](std::size_t& at) {
    constexpr int kMost = 100000;
    int value = 0;
    for (; is_digit(at); ++at) value = std::min(kMost, value * 10 + (text[at] - '0'));
    return value;
  };
  std::optional<Version> whole;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(at)) continue;
    Version version;
    version.major = number(at);
    if (at < text.size() && text[at] == '.' && is_digit(at + 1)) {
      version.minor = number(++at);
      return version;
    }
    if (!whole) whole = version;
  }
  return whole;
}

std::string first_line(const std::string& text) {
  constexpr std::size_t kMost = 120;
  return text.substr(0, std::min(text.find('\n'), kMost));
}

int patience_seconds() {
  constexpr int kUsual = 10;
  const char* const asked = std::getenv("RTLGEN_TOOL_SECONDS");
  const int seconds = asked == nullptr ? 0 : std::atoi(asked);
  return seconds > 0 ? seconds : kUsual;
}

/// Asks a tool for its version; throws if that is not what is needed.
std::string ask(const Tool& tool, const std::string& path) {
  const std::string need = fmt::format("rtlgen needs {} {} or newer; on Debian 12: {}", tool.program, tool.least_text,
                                       install_hint(tool.program));
  ProcessOptions options;
  options.timeout_seconds = patience_seconds();
  options.merge_stderr = true;
  const TemporaryFolder folder;  // Icarus writes a file for it
  options.environment = {{"LC_ALL", "C"}, {"TMPDIR", folder.path().string()}};
  const ProcessResult result = run_process({path, tool.option}, options);
  if (result.timed_out) {
    throw EnvironmentError(
        fmt::format("'{} {}' does not print a version within {} seconds, so it is taken for broken; {}", path,
                    tool.option, options.timeout_seconds, need));
  }
  check_environment(result, path, {});
  const auto version = version_in(result.output);
  if (!version || lower(result.output).find(tool.sign) == std::string::npos) {
    throw EnvironmentError(fmt::format("'{}' is not {}: '{} {}' ends with status {} and prints '{}'; {}", path,
                                       tool.program, tool.program, tool.option, result.exit_code,
                                       first_line(result.output), need));
  }
  if (*version < tool.least)
    throw EnvironmentError(fmt::format("'{}' is too old: it reports '{}'; {}", path, first_line(result.output), need));
  return result.output;
}

bool has_any(const std::string& text, std::initializer_list<const char*> signs) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](const char* sign) { return text.find(sign) != std::string::npos; });
}

/// Of a program behind the tool: Verilator is a script around one, and says "Verilator threw signal 11".
int signal_within(const std::string& text) {
  constexpr std::string_view kWords = "threw signal ";
  const std::size_t at = text.find(kWords);
  const int number = at == std::string::npos ? 0 : std::atoi(text.c_str() + at + kWords.size());
  return number > 0 && number < NSIG ? number : 0;
}

std::string signal_text(int number) {
  const char* const name = sigabbrev_np(number);
  return name == nullptr ? fmt::format("signal {}", number) : fmt::format("signal {}, SIG{}", number, name);
}

}  // namespace

std::string install_hint(const std::string& program) {
  const Tool* const tool = tool_of(program);
  return fmt::format("apt-get install {}", tool == nullptr ? program.c_str() : tool->package);
}

std::string version_text(const std::string& program) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;  // by place
  const auto path = find_program(program);
  if (!path)
    throw EnvironmentError(
        fmt::format("the program '{}' is not in PATH; install it with: {}", program, install_hint(program)));
  const Tool* const tool = tool_of(program);
  if (tool == nullptr) return "";
  const std::lock_guard lock(mutex);
  const auto found = known.find(*path);
  return found != known.end() ? found->second : known.emplace(*path, ask(*tool, *path)).first->second;
}

void require_program(const std::string& program) { static_cast<void>(version_text(program)); }

std::string tail(const std::string& text) {
  constexpr std::size_t kLimit = 3000;
  return text.size() <= kLimit ? text : "..." + text.substr(text.size() - kLimit);
}

void check_environment(const ProcessResult& result, const std::string& what, const std::filesystem::path& folder) {
  if (result.ok()) return;
  const std::string text = result.output + result.errors;
  // Greater statuses are what Perl programs die with.
  const int own =
      result.exit_code > kSignalBase && result.exit_code < kSignalBase + NSIG ? result.exit_code - kSignalBase : 0;
  const int number = own > 0 ? own : signal_within(text);
  if (has_any(text, {"No space left on device", "Disk quota exceeded"})) {
    throw EnvironmentError(
        fmt::format("{} could not write: the disk is full{}; make room, or set TMPDIR to a folder on another disk",
                    what, folder.empty() ? "" : " at " + folder.string()));
  }
  if (number == SIGXFSZ || has_any(text, {"File size limit exceeded", "File too large"})) {
    throw EnvironmentError(fmt::format("{} could not write: a file is larger than this machine allows (ulimit -f){}",
                                       what, folder.empty() ? "" : ", at " + folder.string()));
  }
  const bool out_of_memory = has_any(text, {"virtual memory exhausted", "out of memory", "Cannot allocate memory",
                                            "std::bad_alloc", "memory exhausted"});
  const bool killed =
      number == SIGKILL || has_any(text, {"Killed signal terminated program", " Killed\n", "Error 137"});
  if (killed || out_of_memory) {
    throw EnvironmentError(
        fmt::format("{} {}; close other programs, or build a smaller core (hardware.steps, hardware.cells_per_cycle)",
                    what, killed ? "was killed (signal 9), probably out of memory" : "ran out of memory"));
  }
  if (number > 0)
    throw EnvironmentError(
        fmt::format("{} was ended by {}{}{}", what, signal_text(number), text.empty() ? "" : ":\n", tail(text)));
}

std::vector<std::string> object_cache() {
  if (!find_program("ccache")) return {};
  const ProcessResult asked = run_process({"ccache", "--get-config", "cache_dir"}, {});
  if (!asked.ok()) return {};
  std::filesystem::path place = asked.output.substr(0, asked.output.find('\n'));
  // It makes its folder, and those above it.
  while (access(place.c_str(), F_OK) != 0 && errno == ENOENT && place.has_relative_path()) place = place.parent_path();
  if (access(place.c_str(), W_OK | X_OK) != 0) return {};
  return {"OBJCACHE=ccache"};
}

void check_tool(const ProcessResult& result, const std::string& what, const std::string& hdl) {
  if (result.ok()) return;
  const std::string text = tail(result.output + result.errors);
  if (!has_any(text, {"rror", "arning", ".vhd:"}))
    throw EnvironmentError(fmt::format("{} failed with status {} without a reason:\n{}", what, result.exit_code, text));
  throw InternalError(fmt::format("{} does not accept {}:\n{}", what, hdl, text));
}

std::string step_of(std::string_view line, int& compiled) {
  const auto word_after = [&](std::string_view option) {
    const std::size_t at = line.find(option);
    if (at == std::string_view::npos) return std::string();
    const std::string_view rest = line.substr(at + option.size());
    return std::string(rest.substr(0, rest.find(' ')));
  };
  if (line.find("verilator") != std::string_view::npos && line.find("--top-module") != std::string_view::npos) {
    return "verilating " + word_after("--top-module ");
  }
  if (line.find(" -c ") != std::string_view::npos)
    return fmt::format("compiling file {}: {}", ++compiled, std::filesystem::path(word_after(" -o ")).stem().string());
  if (line.find(" -o ") != std::string_view::npos) return "linking the simulation";
  return "";
}

ProcessResult run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder,
                       const std::function<void(std::string_view)>& on_line, bool merge_stderr) {
  ProcessOptions options;
  options.working_directory = folder.string();
  options.merge_stderr = merge_stderr;
  options.on_line = on_line;
  // MAKEFLAGS: of a make that runs us.
  options.environment = {
      {"LC_ALL", "C"}, {"TMPDIR", std::filesystem::absolute(folder).string()}, {"MAKEFLAGS", ""}, {"MFLAGS", ""}};
  ProcessResult result = run_process(command, options);
  check_environment(result, command.front(), folder);
  return result;
}

}  // namespace rtlgen::runner
