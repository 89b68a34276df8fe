// Queries the versions of tools, and recognises failures of the machine.
#include "runner/tools.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>

#include "runner/folder.hpp"
#include "runner/tool_table.hpp"
#include "support/errors.hpp"
#include "support/lower_case.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

constexpr int kSignalBase = 128;

std::string first_line(const std::string& text) {
  constexpr std::size_t kMost = 120;
  return text.substr(0, std::min(text.find('\n'), kMost));
}

int patience_seconds() {
  constexpr int kUsual = 60;  // an overloaded machine takes more than ten
  const char* const setting = std::getenv("RTLGEN_TOOL_SECONDS");
  const int seconds = setting == nullptr ? 0 : std::atoi(setting);
  return seconds > 0 ? seconds : kUsual;
}

std::string need_text(const KnownTool& tool) {
  return fmt::format("rtlgen needs {} {} or newer; on Debian 12: {}", tool.program, tool.oldest_text,
                     install_hint(tool.program));
}

/// The output of the program at `path` for its version option.
ProcessResult printed_version(const char* option, const std::string& path, const std::string& need) {
  ProcessOptions options;
  options.timeout_seconds = patience_seconds();
  options.merge_stderr = true;
  const TemporaryFolder folder;  // Icarus writes a file for it
  options.environment = {{"LC_ALL", "C"}, {"TMPDIR", folder.path().string()}};
  ProcessResult result = run_process({path, option}, options);
  if (result.timed_out) {
    throw EnvironmentError(fmt::format("'{} {}' printed no version within {} seconds, so it seems broken; {}", path,
                                       option, options.timeout_seconds, need));
  }
  check_environment(result, path, {});
  return result;
}

struct Known {
  std::string text;
  const KnownTool* tool = nullptr;
  bool is_newer = false;  ///< than the newest that was tested
};

/// The line with the version; for compilers the first.
std::string version_line(const KnownTool& tool, const std::string& text) {
  if (tool.is_compiler) return first_line(text);
  const std::size_t sign = std::min(lower_case(text).find(tool.sign), text.size());
  const std::size_t start = text.rfind('\n', sign);
  return first_line(text.substr(start == std::string::npos ? 0 : start + 1));
}

/// Throws if `result` does not satisfy the requirements of `tool`. Prints a note if the version is newer than those
/// tested.
Known judged(const KnownTool& tool, const std::string& path, const ProcessResult& result) {
  const bool has_sign = lower_case(result.output).find(tool.sign) != std::string::npos;
  const std::string line = version_line(tool, result.output);
  const auto version = version_in(line);
  if (!version || !has_sign) {
    throw EnvironmentError(fmt::format("'{}' is not {}: '{} {}' exits with status {} and prints '{}'; {}", path,
                                       tool.program, tool.program, tool.option, result.exit_code,
                                       first_line(result.output), need_text(tool)));
  }
  if (*version < tool.oldest)
    throw EnvironmentError(fmt::format("'{}' is too old: it reports '{}'; {}", path, line, need_text(tool)));
  const bool is_newer = *version > tool.tried;
  if (is_newer)
    say_line(fmt::format("note: '{}' is newer than {} {}, the newest version tested with rtlgen: it reports '{}'", path,
                         tool.program, tool.tried_text, line));
  return {result.output, &tool, is_newer};
}

/// Queries once per path.
const Known& known_at(const std::string& path, const std::function<Known()>& ask) {
  static std::mutex mutex;
  static std::map<std::string, Known> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(path);
  return found != known.end() ? found->second : known.emplace(path, ask()).first->second;
}

std::string path_of(const std::string& program) {
  const auto path = find_program(program);
  if (!path)
    throw EnvironmentError(
        fmt::format("the program '{}' is not in PATH; install it with: {}", program, install_hint(program)));
  return *path;
}

/// g++ or clang++ with any name.
const Known& compiler_at(const std::string& program) {
  const std::string path = path_of(program);
  return known_at(path, [&] {
    const KnownTool* const named = known_tool(program);
    const std::string need = named == nullptr ? "rtlgen needs g++ or clang++" : need_text(*named);
    const ProcessResult result = printed_version("--version", path, need);
    const KnownTool* const tool = known_compiler(result.output);
    if (tool != nullptr) return judged(*tool, path, result);
    throw EnvironmentError(
        fmt::format("'{}' is neither g++ nor clang++: '{} --version' exits with status {} and prints "
                    "'{}'; {}",
                    path, program, result.exit_code, first_line(result.output), need));
  });
}

/// The row and the output of a tool with a row; otherwise none.
const Known* known_of(const std::string& program) {
  const KnownTool* const tool = known_tool(program);
  if (tool == nullptr) {
    static_cast<void>(path_of(program));
    return nullptr;
  }
  if (tool->is_compiler) return &compiler_at(program);
  const std::string path = path_of(program);
  return &known_at(path, [&] { return judged(*tool, path, printed_version(tool->option, path, need_text(*tool))); });
}

bool has_any(const std::string& text, std::initializer_list<const char*> signs) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](const char* sign) { return text.find(sign) != std::string::npos; });
}

/// The signal of a program inside the tool: Verilator is a script around one, and prints "Verilator threw signal 11".
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
  const KnownTool* const tool = known_tool(program);
  return fmt::format("apt-get install {}", tool == nullptr ? program.c_str() : tool->package);
}

std::string version_text(const std::string& program) {
  const Known* const known = known_of(program);
  return known == nullptr ? "" : known->text;
}

std::string compiler_version_text(const std::string& compiler) { return compiler_at(compiler).text; }

bool is_clang(const std::string& compiler) {
  return std::string_view(compiler_at(compiler).tool->program) == "clang++";
}

bool is_newer_than_tried(const std::string& program) {
  const Known* const known = known_of(program);
  return known != nullptr && known->is_newer;
}

void require_program(const std::string& program) { static_cast<void>(version_text(program)); }

std::string tail(const std::string& text) {
  constexpr std::size_t kLimit = 3000;
  return text.size() <= kLimit ? text : "..." + text.substr(text.size() - kLimit);
}

void check_environment(const ProcessResult& result, const std::string& what, const std::filesystem::path& folder) {
  if (result.ok()) return;
  const std::string text = result.output + result.errors;
  // Perl's die ends with greater statuses.
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
        fmt::format("{} was terminated by {}{}{}", what, signal_text(number), text.empty() ? "" : ":\n", tail(text)));
}

std::string verilated_rules() {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;  // by the path of Verilator
  const std::lock_guard lock(mutex);
  std::string& rules = known[path_of("verilator")];
  if (!rules.empty()) return rules;
  ProcessOptions options;
  options.timeout_seconds = patience_seconds();
  const ProcessResult finished = run_process({"verilator", "--getenv", "VERILATOR_ROOT"}, options);
  check_environment(finished, "verilator", {});
  const std::filesystem::path file =
      std::filesystem::path(finished.output.substr(0, finished.output.find('\n'))) / "include" / "verilated.mk";
  std::error_code error;
  if (!finished.ok() || !std::filesystem::is_regular_file(file, error))
    throw EnvironmentError(
        fmt::format("Verilator's installation is incomplete: 'verilator --getenv VERILATOR_ROOT' exits with status {}, "
                    "and {} does not exist; it prints:\n{}",
                    finished.exit_code, file.string(), tail(finished.output + finished.errors)));
  return rules = read_file(file);
}

std::vector<std::string> object_cache() {
  if (!find_program("ccache")) return {};
  const ProcessResult finished = run_process({"ccache", "--get-config", "cache_dir"}, {});
  if (!finished.ok()) return {};
  std::filesystem::path place = finished.output.substr(0, finished.output.find('\n'));
  // ccache creates its folder, and missing parents.
  while (access(place.c_str(), F_OK) != 0 && errno == ENOENT && place.has_relative_path()) place = place.parent_path();
  if (access(place.c_str(), W_OK | X_OK) != 0) return {};
  return {"OBJCACHE=ccache"};
}

bool blames_a_line(const std::string& text) {
  static const std::regex kLine(R"((^|[\s'"(])[A-Za-z0-9_][^\s:'"(]*\.(v|sv|vhd|vlt):[0-9]+)");
  const auto is_line = [](const std::string& line) { return std::regex_search(line, kLine); };
  // If a library is not installed, GHDL blames the line that uses it.
  static const std::regex kLibrary(R"((cannot find (resource )?library|not found in library) "(std|ieee)\")");
  std::istringstream lines(text);
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 2000) line.resize(2000);
    if (std::regex_search(line, kLibrary)) return false;
    found = found || is_line(line);
  }
  return found;
}

void check_tool(const ProcessResult& result, const std::string& what, const std::string& hdl) {
  if (result.ok()) return;
  const std::string all = result.output + result.errors, text = tail(all);
  if (blames_a_line(all)) throw InternalError(fmt::format("{} does not accept {}:\n{}", what, hdl, text));
  throw EnvironmentError(
      fmt::format("{} failed with status {} without naming a line of {}: is its installation complete? {}", what,
                  result.exit_code, hdl, all.empty() ? "It prints nothing" : "It prints:\n" + text));
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
  // MAKEFLAGS may come from a make that runs rtlgen.
  options.environment = {
      {"LC_ALL", "C"}, {"TMPDIR", std::filesystem::absolute(folder).string()}, {"MAKEFLAGS", ""}, {"MFLAGS", ""}};
  ProcessResult result = run_process(command, options);
  check_environment(result, command.front(), folder);
  return result;
}

}  // namespace rtlgen::runner
