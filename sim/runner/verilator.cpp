// Verilator: HDL to C++, C++ to a program, a job file to results.
#include "runner/verilator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runner/adapter.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/native.hpp"
#include "runner/stats.hpp"
#include "support/ghdl_verilog.hpp"
#include "support/process.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

/// -O2 makes a Verilated core a tenth faster than -O1 and takes half as long again to compile, which
/// pays where the core is small, as with native operators.
const char* optimize_flag(const BuildOptions& options) { return options.native_operators ? "-O2" : "-O1"; }

/// One Executor compiled once instead of I copies: compile time no longer grows with I. Each call
/// across that border costs some 0.2 us, which only small cores notice. Waveforms would end there.
bool is_hierarchical(const plan::Plan& plan, const BuildOptions& options) {
  constexpr int kSmallCells = 64;
  if (options.trace || plan.core.steps < 2) return false;
  return !options.native_operators || plan.core.steps * plan.core.cells_per_cycle > kSmallCells;
}

/// Waivers for what GHDL prints; every one is about style that its printer has no choice over.
constexpr const char* kGhdlWaivers = R"(`verilator_config
lint_off -rule DECLFILENAME
lint_off -rule UNUSED
lint_off -rule VARHIDDEN
lint_off -rule INITIALDLY
lint_off -rule UNOPTFLAT
lint_off -rule PINCONNECTEMPTY
)";

std::vector<std::string> verilator_flags(const plan::Plan& plan, const BuildOptions& options) {
  // Without -fno-const-bit-op-tree Verilator 5.006 gets some exclusive ors wrong (docs/tools_workarounds.md, 1).
  std::vector<std::string> flags = {"--cc", "--exe", "-Wall", "-O3", "-fno-const-bit-op-tree", "--x-assign", "fast", "--x-initial",
                                    "unique", "--noassert", "--prefix", "Vcore", "--top-module",
                                    plan.core.module, "-Mdir", "obj", "-o", "../bench",
                                    "--output-split", "20000",
                                    // Float arithmetic must be rounded one operation at a time.
                                    "-CFLAGS", "-ffp-contract=off -I.. -I../.."};
  if (options.trace) flags.insert(flags.end(), {options.vcd ? "--trace" : "--trace-fst", "--trace-structs"});
  if (is_hierarchical(plan, options)) flags.emplace_back("--hierarchical");
  if (options.native_operators) flags.insert(flags.end(), {"-CFLAGS", "-include native.hpp"});
  return flags;
}

/// Comments name the file, its digest and its lines: a change of those compiles nothing anew.
std::string without_comments(const std::string& text, const std::string& opening) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t comment = std::min(text.find(opening, at), end);
    result.append(text, at, comment - at);
    result += '\n';
    at = end + 1;
  }
  return result;
}

/// The last lines of a tool's output, for an error message.
std::string tail(const std::string& text) {
  constexpr std::size_t kLimit = 3000;
  return text.size() <= kLimit ? text : "..." + text.substr(text.size() - kLimit);
}

std::string version_of(const std::string& program) {
  require_program(program);
  return run_process({program, "--version"}).output;
}

void check_tool(const ProcessResult& result, const std::string& what) {
  if (result.ok()) return;
  throw InternalError(fmt::format("{} does not accept the generated HDL:\n{}", what,
                                  tail(result.output + result.errors)));
}

std::string job_text(const plan::Plan& plan, const Run& run, const fs::path& folder) {
  const plan::CoreInterface& core = plan.core;
  std::string text;
  for (const auto& [port, value] : port_settings(core, run)) text += fmt::format("set {} {}\n", port, value);
  text += fmt::format("lanes {}\npasses {}\n", core.cells_per_cycle, run.settings.passes);
  const auto by_axis = [&](const char* key, const spec::Extents& e) { text += fmt::format("{} {} {} {}\n", key, e[0], e[1], e[2]); };
  by_axis("grid", run.extents);
  by_axis("ghost_low", core.ghost_low);
  by_axis("ghost_high", core.ghost_high);
  by_axis("block", core.block);
  by_axis("block_wraps", {core.block_wraps[0], core.block_wraps[1], core.block_wraps[2]});
  const auto arrays = [&](const char* key, const std::vector<int>& list) {
    for (const int a : list) {
      const spec::Array& array = plan.stencil->arrays[static_cast<std::size_t>(a)];
      const golden::Grid grid(array.type, {1, 1, 1});
      text += fmt::format("{0} {1} {2} {3} {4}/{0}_{1}.raw\n", key, array.name, array.type.width,
                          grid.cell_bytes, folder.string());
    }
  };
  arrays("input", core.input_arrays);
  for (const int a : core.held_arrays) {
    const spec::Array& array = plan.stencil->arrays[static_cast<std::size_t>(a)];
    const golden::Grid grid = framed(plan, run, a);
    text += fmt::format("held {} {} {} {} {} {} {}/input_{}.raw\n", plan::lanes_of(array, core.cells_per_cycle), grid.extents[0],
                        grid.extents[1] * grid.extents[2], array.name, array.type.width, grid.cell_bytes, folder.string(), array.name);
  }
  arrays("output", core.output_arrays);
  // With stalls the longest quiet spell grows; without, a word moves at least once a lag.
  const double pace = (1.0 - run.stall_in) * (1.0 - run.stall_out);
  const auto quiet = static_cast<double>(run.settings.total_lag + core.total_latency + 10000);
  text += fmt::format("stall_in {}\nstall_out {}\nseed {}\nwatchdog {}\ndrain {}\nprogress {}\n", run.stall_in,
                      run.stall_out, run.seed, static_cast<std::int64_t>(quiet / (pace > 0.01 ? pace : 0.01)),
                      core.total_latency + core.monitor_latency + 64, run.progress);
  if (!run.trace.empty()) text += fmt::format("trace {}\n", fs::absolute(run.trace).string());
  return text + fmt::format("stats {}/stats\n", folder.string());
}

}  // namespace

std::string verilog_of_vhdl(const plan::Plan& plan, const Sources& sources) {
  require_program("ghdl");
  TemporaryFolder folder;
  ProcessOptions options;
  options.working_directory = folder.path().string();
  std::vector<std::string> analyse = {"ghdl", "-a", "--std=08"};
  for (const SourceFile& file : sources.files) {
    write_file(folder.path() / file.path, file.text);
    analyse.push_back(file.path);
  }
  check_tool(run_process(analyse, options), "ghdl -a");
  const ProcessResult result = run_process({"ghdl", "--synth", "--std=08", "--out=verilog", plan.core.module}, options);
  check_tool(result, "ghdl --synth");
  return repair_ghdl_verilog(result.output);
}

std::string verilator_key(const plan::Plan& plan, const Sources& sources, const BuildOptions& options) {
  Digest digest;
  digest.add(version_of("verilator"));
  if (sources.hdl == Hdl::kVhdl) digest.add(version_of("ghdl"));
  for (const std::string& flag : verilator_flags(plan, options)) digest.add(flag);
  digest.add(optimize_flag(options));
  digest.add(kGhdlWaivers);
  digest.add(harness_source("bench.cpp"));
  digest.add(harness_source("job.hpp"));
  digest.add(adapter_header(plan));
  if (options.native_operators) digest.add(harness_source("native.hpp"));
  for (const SourceFile& file : sources.files) {
    digest.add(file.path);
    digest.add(without_comments(file.text, sources.hdl == Hdl::kVerilog ? "//" : "--"));
  }
  return "verilator-" + digest.finish();
}

void verilator_build(const plan::Plan& plan, const Sources& sources, const BuildOptions& options,
                     const fs::path& folder) {
  require_program("verilator");
  require_program("make");
  require_program("g++");
  TemporaryFolder work;
  const fs::path hdl = work.path();
  std::vector<std::string> command = {"verilator"};
  for (const std::string& flag : verilator_flags(plan, options)) command.push_back(flag);
  if (sources.hdl == Hdl::kVhdl) {
    if (options.log) options.log("GHDL: VHDL to Verilog");
    write_file(hdl / "from_vhdl.v", verilog_of_vhdl(plan, sources));
    std::string waivers = kGhdlWaivers;
    if (is_hierarchical(plan, options)) waivers += fmt::format("hier_block -module \"{}_executor\"\n", plan.stencil->name);
    write_file(hdl / "ghdl.vlt", waivers);
    command.insert(command.end(), {"ghdl.vlt", "from_vhdl.v"});
  } else {
    for (const SourceFile& file : sources.files) {
      write_file(hdl / file.path, file.text);
      command.push_back(file.path);
    }
  }
  write_file(hdl / "bench.cpp", harness_source("bench.cpp"));
  write_file(hdl / "job.hpp", harness_source("job.hpp"));
  write_file(hdl / "adapter.hpp", adapter_header(plan));
  if (options.native_operators) write_file(hdl / "native.hpp", harness_source("native.hpp"));
  command.push_back("bench.cpp");

  ProcessOptions process;
  process.working_directory = hdl.string();
  process.merge_stderr = true;
  if (options.log) options.log("Verilator: HDL to C++");
  check_tool(run_process(command, process), "verilator");
  if (options.log) options.log("g++: C++ to a program");
  std::vector<std::string> make = {"make", "-C", "obj", "-f",
                                   is_hierarchical(plan, options) ? "Vcore_hier.mk" : "Vcore.mk", "-j2",
                                   fmt::format("OPT_FAST={}", optimize_flag(options)), "OPT_SLOW=-O0",
                                   fmt::format("OPT_GLOBAL={}", optimize_flag(options))};
  if (find_program("ccache")) make.push_back("OBJCACHE=ccache");
  const ProcessResult made = run_process(make, process);
  if (!made.ok()) {
    throw EnvironmentError("the C++ compiler failed on the Verilated core:\n" + tail(made.output));
  }
  std::error_code error;
  fs::copy_file(hdl / "bench", folder / "bench", error);
  if (error) throw EnvironmentError(fmt::format("cannot write {}: {}", folder.string(), error.message()));
}

void write_job(const plan::Plan& plan, const Run& run, const fs::path& folder) {
  const auto put = [&](int a, const golden::Grid& grid) {
    const std::string& name = plan.stencil->arrays[static_cast<std::size_t>(a)].name;
    write_file(folder / fmt::format("input_{}.raw", name), {reinterpret_cast<const char*>(grid.bytes.data()), grid.bytes.size()});
  };
  for (const int a : plan.core.held_arrays) put(a, framed(plan, run, a));
  for (const int a : plan.core.input_arrays) put(a, run.inputs.at(a));
  write_file(folder / "job", job_text(plan, run, folder));
}

Outcome verilator_run(const plan::Plan& plan, const std::string& program, const Run& run) {
  const TemporaryFolder folder;
  write_job(plan, run, folder.path());
  ProcessOptions options;
  options.pass_through = run.progress != "none";
  const ProcessResult result = run_process({program, (folder.path() / "job").string()}, options);
  if (!result.ok()) {
    throw EnvironmentError(fmt::format("the compiled simulation failed (status {}):\n{}", result.exit_code,
                                       tail(result.errors)));
  }
  Outcome outcome = read_stats(folder.path() / "stats");
  for (const int a : plan.core.output_arrays) {
    golden::Grid grid(plan.stencil->arrays[static_cast<std::size_t>(a)].type, run.extents);
    const std::string raw = read_file(folder.path() / fmt::format("output_{}.raw", plan.stencil->arrays[static_cast<std::size_t>(a)].name));
    RTLGEN_CHECK(raw.size() == grid.bytes.size(), "the simulation wrote a file of another size");
    std::memcpy(grid.bytes.data(), raw.data(), raw.size());
    outcome.outputs.emplace(a, std::move(grid));
  }
  return outcome;
}

}  // namespace rtlgen::runner
