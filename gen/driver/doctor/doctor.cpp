// The tables of tools and abilities, and their state on this machine.
#include "driver/doctor/doctor.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver/doctor/packages.hpp"
#include "driver/prepare/version.hpp"
#include "runner/cache.hpp"
#include "runner/compiler.hpp"
#include "runner/folder.hpp"
#include "runner/tool_table.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// Tools and their purposes. Any version is accepted, except for tools in runner/tool_table.cpp.
constexpr std::array<std::pair<const char*, const char*>, 17> kPurposes = {{
    {"verilator", "simulates Verilog"},
    {"make", "compiles simulations"},
    {"g++", "compiles simulations"},
    {"clang++", "compiles simulations faster"},
    {"ccache", "recompiles simulations faster"},
    {"ghdl", "simulates VHDL"},
    {"iverilog", "simulates Verilog with X values"},
    {"vvp", "simulates Verilog with X values"},
    {"yosys", "counts cells; open FPGA boards"},
    {"nextpnr-ice40", "iCE40 boards"},
    {"icepack", "iCE40 boards"},
    {"nextpnr-ecp5", "ECP5 boards"},
    {"ecppack", "ECP5 boards"},
    {"openFPGALoader", "programs open boards"},
    {"vivado", "AMD boards"},
    {"v++", "AMD Alveo boards"},
    {"quartus_sh", "Intel boards"},
}};

/// The compiler is one of two, or the one that $RTLGEN_CXX names.
constexpr const char* kCompiler = "a C++ compiler";

struct Need {
  const char* what;
  std::vector<const char*> programs;
  bool is_basic;
};

const std::vector<Need>& needs() {
  static const std::vector<Need> all = {
      {"check, generate, golden, model, explore, advise, import, project, lsp", {}, true},
      {"sim, run, report: Verilog simulation", {"verilator", "make", kCompiler}, true},
      {"sim --hdl vhdl", {"ghdl", "verilator", "make", kCompiler}, false},
      {"sim --simulator icarus", {"iverilog", "vvp"}, false},
      {"sim --simulator ghdl", {"ghdl"}, false},
      {"synth, calibrate", {"yosys"}, false},
      {"make in projects for iCE40 boards", {"yosys", "nextpnr-ice40", "icepack", "make"}, false},
      {"make in projects for ECP5 boards", {"yosys", "nextpnr-ecp5", "ecppack", "make"}, false},
      {"make in Vivado projects", {"vivado", "make"}, false},
      {"make in Vitis projects", {"vivado", "v++", "make"}, false},
      {"make in Quartus projects", {"quartus_sh", "make"}, false},
  };
  return all;
}

std::string line_with(const std::string& text, const std::string& sign) {
  std::istringstream lines(text);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty()) first = line;
    std::string small = line;
    std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) { return std::tolower(c); });
    if (small.find(sign) != std::string::npos) return line;
  }
  return first;
}

FoundTool tool_found(const char* program, const char* purpose, Packages system) {
  FoundTool tool;
  tool.program = program;
  tool.purpose = purpose;
  tool.package = package_with(program, system);
  const runner::KnownTool* const known = runner::known_tool(program);
  if (known != nullptr) {
    tool.least = known->oldest_text;
    tool.tried = known->tried_text;
  }
  const auto path = find_program(program);
  if (!path) return tool;
  tool.path = *path;
  try {
    const std::string text = known == nullptr ? "" : runner::version_text(program);
    tool.version =
        known == nullptr || known->is_compiler ? text.substr(0, text.find('\n')) : line_with(text, known->sign);
    tool.state = known != nullptr && runner::is_newer_than_tried(program) ? ToolState::kNewer : ToolState::kFound;
  } catch (const EnvironmentError& error) {
    tool.state = ToolState::kBroken;
    tool.fault = error.what();
  }
  return tool;
}

bool has_compiler() {
  try {
    return !runner::model_compiler().empty();
  } catch (const EnvironmentError&) {
    return false;
  }
}

std::vector<Ability> abilities_of(const std::vector<FoundTool>& tools) {
  const bool compiler = has_compiler();
  std::vector<Ability> out;
  for (const Need& need : needs()) {
    Ability ability{need.what, {}, need.is_basic};
    for (const char* program : need.programs) {
      const auto tool =
          std::find_if(tools.begin(), tools.end(), [&](const FoundTool& t) { return t.program == program; });
      const bool works = tool == tools.end() ? compiler : tool->works();
      if (!works) ability.missing.emplace_back(program);
    }
    out.push_back(std::move(ability));
  }
  return out;
}

/// The reason why files cannot be created in `folder`; empty if they can. Removes what it creates for the test.
std::string unwritable(const fs::path& folder) {
  std::vector<fs::path> made;
  for (fs::path at = folder; !at.empty() && !fs::exists(at) && at != at.root_path(); at = at.parent_path())
    made.push_back(at);
  std::string fault;
  try {
    fs::create_directories(folder);
    const runner::TemporaryFolder probe(folder);
  } catch (const std::exception& error) {
    fault = error.what();
  }
  std::error_code error;
  for (const fs::path& path : made) fs::remove(path, error);  // only if still empty
  return fault;
}

CacheState cache_state() {
  const fs::path root = runner::cache_root();
  CacheState state;
  state.folder = root.string();
  state.fault = unwritable(root);
  state.is_writable = state.fault.empty();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root, error)) state.entries += entry.is_directory(error) ? 1 : 0;
  constexpr int kMostFiles = 20000;
  int files = 0;
  for (fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    if (++files > kMostFiles) {
      state.is_larger = true;
      break;
    }
    std::error_code gone;
    if (at->is_regular_file(gone)) state.bytes += static_cast<std::int64_t>(at->file_size(gone));
  }
  return state;
}

/// The Python package, as python3 in PATH imports it.
PythonState python_state() {
  PythonState state;
  const auto interpreter = find_program("python3");
  if (!interpreter) {
    state.fault = "no python3 in PATH";
    return state;
  }
  state.interpreter = *interpreter;
  ProcessOptions options;
  options.timeout_seconds = 60;
  const ProcessResult result =
      run_process({*interpreter, "-c",
                   "try:\n  import rtlgen\n  print('ok', rtlgen.__version__)\n"
                   "except Exception as fault:\n  print(type(fault).__name__ + ': ' + str(fault))"},
                  options);
  const std::string line = result.output.substr(0, result.output.find('\n'));
  if (line.starts_with("ok "))
    state.version = line.substr(3);
  else
    state.fault = line.empty() ? "python3 does not run" : line;
  return state;
}

}  // namespace

std::string_view word_of(ToolState state) {
  constexpr std::array<std::string_view, 4> kWords = {"found", "newer", "missing", "broken"};
  return kWords[static_cast<std::size_t>(state)];
}

bool DoctorReport::is_ready() const {
  return std::all_of(abilities.begin(), abilities.end(), [](const Ability& a) { return a.works() || !a.is_basic; });
}

std::vector<std::string> DoctorReport::packages() const {
  std::vector<std::string> out;
  for (const FoundTool& tool : tools) {
    if (!tool.works() && !tool.package.empty() && std::find(out.begin(), out.end(), tool.package) == out.end())
      out.push_back(tool.package);
  }
  return out;
}

DoctorReport examine() {
  std::ifstream file("/etc/os-release");
  std::ostringstream os_release;
  os_release << file.rdbuf();
  const Packages system = packages_of(os_release.str());
  DoctorReport report;
  report.version = version();
  report.system = pretty_name(os_release.str());
  report.install = install_command(system);
  for (const auto& [program, purpose] : kPurposes) report.tools.push_back(tool_found(program, purpose, system));
  report.abilities = abilities_of(report.tools);
  report.python = python_state();
  report.cache = cache_state();
  return report;
}

}  // namespace rtlgen::driver
