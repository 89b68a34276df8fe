// Verilator, the models and a main program: one executable, or one shared object.
#include "runner/systemc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>

#include "runner/cache.hpp"
#include "runner/compiler.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/precompiled.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

/// Debian's SystemC is a C++17 library; this makes C++20 programs link with it.
constexpr const char* kSystemcFlags = "-std=c++20 -DSC_CPLUSPLUS=201703L -I.. -Wno-deprecated-declarations";
constexpr const char* kOptimize = "-O1";
constexpr const char* kSystemcSlow = "-O0";  ///< for the files that Verilator marks as slow: their code runs once
/// Up to this many bytes, Verilator's output is compiled as one file with the sources: reading headers takes 0.7 CPU-s
/// per file. Large designs are faster in parts.
constexpr std::uintmax_t kOneUnit = 4'000'000;

std::vector<std::string> command_of(const SystemcBuild& build) {
  // -fno-const-bit-op-tree: docs/evidence/tools_workarounds.md, 1.
  std::vector<std::string> command = {"verilator",
                                      build.timed ? "--cc" : "--sc",
                                      "--exe",
                                      "-O3",
                                      "-fno-const-bit-op-tree",
                                      "--x-assign",
                                      "fast",
                                      "--x-initial",
                                      "unique",
                                      "--top-module",
                                      build.top,
                                      "-Mdir",
                                      "obj",
                                      "-o",
                                      build.shared ? "../card.so" : "../bench",
                                      "--output-split",
                                      "20000",
                                      "-CFLAGS",
                                      kSystemcFlags};
  if (build.timed) command.emplace_back("--timing");
  if (build.shared) command.insert(command.end(), {"-CFLAGS", "-fPIC", "-LDFLAGS", "-shared"});
  command.insert(command.end(), build.flags.begin(), build.flags.end());
  for (const SourceFile& file : build.hdl) command.push_back(file.path);
  return command;
}

std::string include_line(const std::string& path) { return fmt::format("#include \"{}\"\n", path); }

/// The sources that are the same in every simulation, as one unit: Verilator's library, as listed in its makefile, and
/// the models.
std::string common_unit(const SystemcBuild& build, const fs::path& obj) {
  const fs::path list = obj / fmt::format("V{}_classes.mk", build.top);
  std::string text;
  if (fs::exists(list)) {
    std::istringstream words(read_file(list));
    for (std::string word; words >> word;) {
      if (word.starts_with("verilated")) text += include_line(word + ".cpp");
    }
  }
  if (text.empty())
    throw EnvironmentError(fmt::format("Verilator's list of its library's files, {}, is missing or names none: '{}'",
                                       list.filename().string(), tail(version_text("verilator"))));
  for (const SourceFile& file : build.models) {
    if (file.path.ends_with(".cpp") && !file.path.ends_with("card.cpp")) text += include_line(file.path);
  }
  return text;
}

/// The C++ files from Verilator, if they should be one unit with the sources; otherwise none.
std::vector<std::string> files_of_one_unit(const fs::path& obj) {
  std::vector<std::string> files;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(obj)) {
    if (entry.path().extension() != ".cpp") continue;
    files.push_back(entry.path().filename().string());
    bytes += entry.file_size();
  }
  if (bytes > kOneUnit) return {};
  std::sort(files.begin(), files.end());
  return files;
}

/// The sources of this simulation only, after those of `paths`.
std::string own_unit(const SystemcBuild& build, std::vector<std::string> paths) {
  if (build.shared) paths.push_back(build.card);
  for (const SourceFile& file : build.sources) {
    if (file.path.ends_with(".cpp")) paths.push_back(file.path);
  }
  std::string text;
  for (const std::string& path : paths) text += include_line(path);
  return text;
}

/// If each file read the headers of the models, that would take most of the compile time. So there are two units.
/// ccache keeps the one that all simulations share; it has no precompiled headers, because these would prevent hits.
std::vector<std::string> make_command(const SystemcBuild& build, const std::string& compiler, bool one_unit,
                                      const std::string& fast, const std::string& slow) {
  std::vector<std::string> make = {"make",
                                   "-C",
                                   "obj",
                                   "-f",
                                   fmt::format("V{}.mk", build.top),
                                   "-j2",
                                   fmt::format("OPT_FAST={}{}", kOptimize, fast),
                                   fmt::format("OPT_SLOW={}{}", kSystemcSlow, slow),
                                   fmt::format("OPT_GLOBAL={}", kOptimize),
                                   "VM_USER_CLASSES=own_unit",
                                   "VM_GLOBAL_FAST=common_unit",
                                   "VM_GLOBAL_SLOW="};
  if (one_unit)
    make.insert(make.end(), {"VM_PARALLEL_BUILDS=0",
                             "VM_CLASSES_FAST=", "VM_CLASSES_SLOW=", "VM_SUPPORT_FAST=", "VM_SUPPORT_SLOW="});
  // As in verilator.cpp: native.hpp comes before Verilator's precompiled headers.
  const bool is_native = std::any_of(build.flags.begin(), build.flags.end(), [](const std::string& flag) {
    return flag.find("-include native.hpp") != std::string::npos;
  });
  if (is_native) make.insert(make.end(), {"VK_PCH_I_FAST=", "VK_PCH_I_SLOW="});
  for (const std::vector<std::string>& words : {compiler_words(compiler), object_cache()})
    make.insert(make.end(), words.begin(), words.end());
  return make;
}

/// Throws if `compiler` does not find SystemC's headers; otherwise Verilator's makefile would fail.
void require_systemc(const std::string& compiler, const fs::path& folder) {
  write_file(folder / "has_systemc.cpp", "#if !__has_include(<systemc>)\n#error SystemC\n#endif\n");
  std::vector<std::string> command = {compiler, "-std=c++20", "-E", "has_systemc.cpp"};
  if (const char* const include = std::getenv("SYSTEMC_INCLUDE"); include != nullptr && *include != '\0')
    command.push_back(fmt::format("-I{}", include));
  if (!run_tool(command, folder).ok())
    throw EnvironmentError(
        "simulating a card needs SystemC, but the compiler finds no header <systemc>; install it with: apt-get install "
        "libsystemc-dev");
}

}  // namespace

std::string systemc_key(const SystemcBuild& build) {
  Digest digest;
  digest.add(version_text("verilator"));
  digest.add(build.card);
  digest.add(kOptimize);
  digest.add(fmt::format("one unit to {}", kOneUnit));
  for (const std::string& word : command_of(build)) digest.add(word);
  for (const auto* list : {&build.hdl, &build.sources, &build.models}) {
    for (const SourceFile& file : *list) digest.add(file.path), digest.add(file.text);
  }
  return "systemc-" + digest.finish();
}

void systemc_build(const SystemcBuild& build, const fs::path& folder) {
  for (const char* program : {"verilator", "make"}) require_program(program);
  const std::string compiler = model_compiler(build.timed);
  const TemporaryFolder work;
  require_systemc(compiler, work.path());
  for (const auto* list : {&build.hdl, &build.sources, &build.models}) {
    for (const SourceFile& file : *list) write_file(work.path() / file.path, file.text);
  }
  Progress progress("verilating " + build.top);
  check_tool(run_tool(command_of(build), work.path()), "verilator", "the HDL");
  static_cast<void>(verilated_rules());
  const fs::path obj = work.path() / "obj";
  const std::vector<std::string> one_unit = files_of_one_unit(obj);
  const std::string own = own_unit(build, one_unit), common = common_unit(build, obj);
  write_file(obj / "own_unit.cpp", own);
  write_file(obj / "common_unit.cpp", common);
  const auto headers = [&](const char* level) {
    return precompiled_headers(build.timed ? VerilatedKind::kTimed : VerilatedKind::kSystemc, compiler, kSystemcFlags,
                               level);
  };
  const PrecompiledHeaders fast = headers(kOptimize), slow = headers(kSystemcSlow);
  int compiled = 0;
  const auto make = make_command(build, compiler, !one_unit.empty(), fast.flags, slow.flags);
  const ProcessResult made = run_tool(make, work.path(), [&](std::string_view line) {
    if (std::string step = step_of(line, compiled); !step.empty()) progress.now(std::move(step));
  });
  if (!made.ok()) {
    throw compiler_error(compiler, "the system simulation", made.output);
  }
  const char* const made_file = build.shared ? "card.so" : "bench";
  move_file(work.path() / made_file, folder / made_file);
}

CardProgram shared_card(const SystemcBuild& build, bool use_cache) {
  const auto begin = std::chrono::steady_clock::now();
  CardProgram program;
  const auto make = [&](const std::filesystem::path& folder) { systemc_build(build, folder); };
  const CacheEntry entry = use_cache ? cached(systemc_key(build), make) : uncached(make);
  program.path = (entry.folder / "card.so").string();
  program.from_cache = entry.hit;
  program.keep_alive = entry.keep_alive;
  program.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return program;
}

}  // namespace rtlgen::runner
