// Implementation of tools.hpp.
#include "tools.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "emit/file.hpp"
#include "kept_run.hpp"
#include "runner/compiler.hpp"
#include "support/ghdl_verilog.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

constexpr int kTimeout = 120;

/// "" if the command succeeded and printed nothing, else the command and its output.
std::string judge(const ProcessResult& result, const std::vector<std::string>& command,
                  const std::vector<std::string>& harmless = {}) {
  std::istringstream lines(result.output);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    bool ignore = line.empty();
    for (const std::string& text : harmless) ignore = ignore || line.find(text) != std::string::npos;
    if (!ignore) kept += line + "\n";
  }
  if (result.ok() && kept.empty()) return "";
  return command_line(command) + "\nexit " + std::to_string(result.exit_code) +
         (result.timed_out ? " (timed out)\n" : "\n") + (result.ok() ? kept : result.output);
}

std::string judged(const std::string& folder, const std::vector<std::string>& command,
                   const std::vector<std::string>& harmless = {}) {
  return judge(kept_run(folder, command), command, harmless);
}

std::string judged_script(const std::string& folder, const std::string& script,
                          const std::vector<std::string>& harmless = {}) {
  return judged(folder, {"yosys", "-q", "-p", script}, harmless);
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

std::string fresh_folder(const std::string& name) {
  const auto path = std::filesystem::path(test::build_folder()) / "test_work" / program_invocation_short_name / name;
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path.string();
}

void write_files(const std::string& folder, const std::vector<emit::File>& files) {
  for (const emit::File& file : files) {
    std::ofstream(std::filesystem::path(folder) / file.path, std::ios::binary) << file.text;
  }
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string missing_tool(std::initializer_list<const char*> further) {
  for (const auto& tools : {std::initializer_list<const char*>{"verilator", "iverilog", "ghdl", "yosys"}, further}) {
    for (const char* tool : tools) {
      if (!find_program(tool)) return tool;
    }
  }
  return "";
}

std::string compiler_words(bool coroutines) {
  return fmt::format("{} ", fmt::join(runner::compiler_words(runner::model_compiler(coroutines)), " "));
}

std::vector<std::string> verilator_program(const std::vector<std::string>& arguments, const std::string& optimize) {
  const bool coroutines = std::find(arguments.begin(), arguments.end(), "--timing") != arguments.end();
  std::string make = compiler_words(coroutines) + "OPT_FAST=" + optimize + " OPT_SLOW=-O0 OPT_GLOBAL=-O1";
  if (find_program("ccache")) make += " OBJCACHE=ccache";
  return joined({"verilator", "--cc", "--exe", "--build", "-j", "2", "-MAKEFLAGS", make}, arguments);
}

std::string verilator_lint(const std::string& folder, const std::vector<std::string>& files, const std::string& top) {
  return judged(folder, joined({"verilator", "--lint-only", "-Wall", "--top-module", top}, files));
}

std::string icarus_compile(const std::string& folder, const std::vector<std::string>& files, const std::string& top) {
  return judged(folder, joined({"iverilog", "-g2005", "-Wall", "-t", "null", "-s", top}, files), {"timescale"});
}

std::string yosys_read(const std::string& folder, const std::vector<std::string>& files, const std::string& top) {
  std::string script = "read_verilog";
  for (const std::string& file : files) script += " " + file;
  script += "; hierarchy -check -top " + top + "; proc; memory -nomap; check -assert";
  return judged_script(folder, script);
}

std::string ghdl_analyse(const std::string& folder, const std::vector<std::string>& files,
                         const std::string& standard) {
  std::filesystem::create_directories(std::filesystem::path(folder) / ("work" + standard));
  // Its results are the library, which later commands read.
  const std::vector<std::string> command =
      joined({"ghdl", "-a", "--std=" + standard, "--workdir=work" + standard}, files);
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = kTimeout;
  options.merge_stderr = true;
  return judge(run_process(command, options), command);
}

std::string ghdl_synthesise(const std::string& folder, const std::string& top, const std::string& standard,
                            const std::string& output) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = kTimeout;
  const ProcessResult result =
      run_process({"ghdl", "--synth", "--std=" + standard, "--workdir=work" + standard, "--out=verilog", top}, options);
  if (!result.ok()) return "ghdl --synth " + top + ":\n" + result.errors;
  // GHDL 6 appends the architecture to the names of entities below the top.
  std::ofstream(std::filesystem::path(folder) / output, std::ios::binary)
      << std::regex_replace(repair_ghdl_verilog(result.output), std::regex("_Brtl(_|\\b)"), "$1");
  return "";
}

std::string yosys_equivalent(const std::string& folder, const std::vector<std::string>& gold,
                             const std::vector<std::string>& gate, const std::string& top,
                             const std::vector<std::string>& black_boxes) {
  std::string script;
  const auto read = [&](const std::vector<std::string>& files, const std::string& name) {
    script += "read_verilog";
    for (const std::string& file : files) script += " " + file;
    script += "; hierarchy -check -top " + top + "; proc; ";
    // Outputs of a box become inputs of the module, its inputs outputs to be compared.
    for (const std::string& module : black_boxes) {
      script += "blackbox =" + module + "; expose -evert t:" + module + "; ";
    }
    // Equal widths on both sides let equiv_struct pair up multipliers, which no solver could.
    script +=
        "flatten; opt_clean; memory_dff; memory_collect; memory_map; opt -full; wreduce t:$mul; "
        "opt_clean; rename ";
    script += top + " " + name + "; design -stash " + name + "; ";
  };
  read(gold, "gold");
  read(gate, "gate");
  script += "design -copy-from gold -as gold gold; design -copy-from gate -as gate gate; ";
  script += "equiv_make gold gate equiv; hierarchy -top equiv; opt_clean; ";
  const std::string prove = "equiv_simple; equiv_induct -seq 6; equiv_status -assert";
  // Said of a black box; if its two instances are not the same one, the proof fails all the same.
  const std::vector<std::string> harmless = {"No SAT model available for cell"};
  // Pairing up cells makes large designs easy, but pairs that do not belong together spoil the
  // proof; without them small designs are always decided. Either proof is one.
  // Cones between wires of the same name are mostly the same cells: merging those leaves little.
  const std::string merge = "opt_merge -share_all; opt_clean; opt_merge -share_all; opt_clean; equiv_remove; ";
  const std::string result = judged_script(folder, script + merge + "equiv_struct -icells; " + prove, harmless);
  if (result.empty()) return result;
  return judged_script(folder, script + "opt -full; equiv_struct; " + prove, harmless);
}

std::vector<std::string> xilinx_statistics(const std::string& folder, const std::vector<Synthesis>& modules) {
  // The steps of synth_xilinx before its step `prepare`, once for all.
  std::string script =
      "read_verilog -lib -specify +/xilinx/cells_sim.v; read_verilog -lib +/xilinx/cells_xtra.v; design -save library";
  const auto file = [](std::size_t i) { return "statistic_" + std::to_string(i); };
  std::vector<std::string> files;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const Synthesis& m = modules[i];
    files.push_back(file(i));
    script += "; design -load library; " + m.read + "; hierarchy -check -top " + m.top +
              "; synth_xilinx -noiopad -flatten -family " + m.family + " -top " + m.top + " -run prepare:; tee -q -o " +
              file(i) + " stat -json";
  }
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 5 * kTimeout;
  const ProcessResult result = kept_run({"yosys", "-q", "-p", script}, options, files);
  const std::string fault = result.timed_out ? "yosys timed out" : result.errors;
  std::vector<std::string> statistics;
  for (std::size_t i = 0; i < modules.size(); ++i)
    statistics.push_back(result.ok() ? read_text(folder + "/" + file(i)) : fault);
  return statistics;
}

}  // namespace rtlgen::test
