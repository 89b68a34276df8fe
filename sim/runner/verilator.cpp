// Verilator: HDL to C++, C++ to a program, a job file to results.
#include "runner/verilator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "contract/core_interface.hpp"
#include "golden/grid.hpp"
#include "runner/adapter.hpp"
#include "runner/compiler.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/precompiled.hpp"
#include "runner/runner.hpp"
#include "runner/shape.hpp"
#include "runner/simulated_design.hpp"
#include "runner/stats.hpp"
#include "runner/tools.hpp"
#include "support/errors.hpp"
#include "support/ghdl_verilog.hpp"
#include "support/process.hpp"
#include "support/progress.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

/// Waivers for the output of GHDL; all are about style that its printer cannot change.
constexpr const char* kGhdlWaivers = R"(`verilator_config
lint_off -rule DECLFILENAME
lint_off -rule UNUSED
lint_off -rule VARHIDDEN
lint_off -rule INITIALDLY
lint_off -rule UNOPTFLAT
lint_off -rule PINCONNECTEMPTY
)";

/// For the compiler, for the files that Verilator marks as slow: their code runs once.
constexpr const char* kSlow = "-O0";
/// For the compiler. Float arithmetic must be rounded one operation at a time.
constexpr const char* kCompilerFlags = "-ffp-contract=off -I.. -I../..";
/// For the linker: waveform.cpp takes the place of these functions.
constexpr const char* kWatchedCalls = "-Wl,--wrap=fwrite,--wrap=fflush,--wrap=fclose";

std::vector<std::string> verilator_flags(const SimulatedDesign& design, const BuildOptions& options,
                                         const Shape& shape) {
  // Without -fno-const-bit-op-tree Verilator 5.006 gets some exclusive ors wrong (docs/evidence/tools_workarounds.md,
  // 1).
  std::vector<std::string> flags = {
      "--cc", "--exe", "-Wall", "-O3", "-fno-const-bit-op-tree", "--x-assign", "fast", "--x-initial", "unique",
      "--noassert", "--prefix", "Vcore", "--top-module", design.core.module, "-Mdir", "obj", "-o", "../bench",
      // Few large files, since each costs a tenth of a second; functions of a size that compilers take quickly.
      "--output-split", "60000", "--output-split-cfuncs", "20000", "-CFLAGS", kCompilerFlags};
  if (options.trace)
    flags.insert(flags.end(), {options.vcd ? "--trace" : "--trace-fst", "--trace-structs", "-LDFLAGS", kWatchedCalls});
  if (shape.hierarchical) flags.emplace_back("--hierarchical");
  if (shape.rings) flags.emplace_back("-DRTLGEN_RINGS");
  if (options.native_operators) flags.insert(flags.end(), {"-CFLAGS", "-include native.hpp"});
  if (is_newer_than_tried("verilator")) flags.emplace_back("-Wno-fatal");
  return flags;
}

/// Comments contain the file, its digest and its lines; a change of those must not compile anything again.
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

/// Everything that is compiled besides the core and that no tool derives from it: part of the cache's key, and written
/// to the folder.
std::vector<SourceFile> fixed_inputs(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options,
                                     const Shape& shape, const SourceFile* translated = nullptr) {
  const bool vhdl = sources.hdl == Hdl::kVhdl;
  std::vector<SourceFile> files = {
      {"core.vlt", (vhdl ? kGhdlWaivers : "`verilator_config\n") + block_lines(design, sources, shape, translated)},
      {"bench.cpp", harness_source("bench.cpp")},
      {"job.hpp", harness_source("job.hpp")},
      {"memory.hpp", harness_source("memory.hpp")},
      {"report.hpp", harness_source("report.hpp")},
      {"adapter.hpp", adapter_header(design)}};
  if (options.native_operators) files.push_back({"native.hpp", harness_source("native.hpp")});
  if (options.trace) files.push_back({"waveform.cpp", harness_source("waveform.cpp")});
  return files;
}

std::string job_text(const SimulatedDesign& design, const Run& run, const fs::path& folder) {
  const contract::CoreInterface& core = design.core;
  std::string text;
  for (const auto& [port, value] : port_settings(core, run)) text += fmt::format("set {} {}\n", port, value);
  text += fmt::format("lanes {}\npasses {}\n", core.cells_per_cycle, run.settings.passes);
  const auto by_axis = [&](const char* key, const spec::Extents& e) {
    text += fmt::format("{} {} {} {}\n", key, e[0], e[1], e[2]);
  };
  by_axis("grid", run.extents);
  by_axis("ghost_low", core.ghost_low);
  by_axis("ghost_high", core.ghost_high);
  by_axis("block", core.block);
  by_axis("block_wraps", {core.block_wraps[0], core.block_wraps[1], core.block_wraps[2]});
  const auto arrays = [&](const contract::Port& port, const char* kind) {
    for (const int a : port.arrays) {
      const SimulatedArray& array = design.array(a);
      const golden::Grid grid(array.type, {1, 1, 1});
      text += fmt::format("array {} {} {} {}/{}_{}.raw\n", array.name, array.type.width, grid.cell_bytes,
                          folder.string(), kind, array.name);
    }
  };
  const auto ports = [&](const char* key, contract::PortRole role) {
    for (const contract::Port& port : core.ports_of(role)) {
      text += fmt::format("{} {}\n", key, port.field);
      arrays(port, key);
    }
  };
  ports("input", contract::PortRole::kInData);
  for (const contract::Port& port : core.ports_of(contract::PortRole::kLoadData)) {
    const contract::Extents extents = framed(design, run, port.index).extents;
    text += fmt::format("held {} {} {} {}\n", design.array(port.index).lanes(core.cells_per_cycle), extents[0],
                        extents[1] * extents[2], port.field);
    arrays(port, "input");
  }
  ports("output", contract::PortRole::kOutData);
  // Stalls lengthen the longest quiet period; without them, a word moves at least once per lag.
  const double pace = (1.0 - run.stall_in) * (1.0 - run.stall_out);
  const auto quiet = static_cast<double>(run.settings.total_lag + core.total_latency + 10000);
  text += fmt::format("stall_in {}\nstall_out {}\nseed {}\nwatchdog {}\ndrain {}\nprogress {}\n", run.stall_in,
                      run.stall_out, run.seed, static_cast<std::int64_t>(quiet / (pace > 0.01 ? pace : 0.01)),
                      core.total_latency + core.monitor_latency + 64, run.progress);
  if (!run.trace.empty()) text += fmt::format("trace {}\n", fs::absolute(run.trace).string());
  return text + fmt::format("stats {}/stats\n", folder.string());
}

}  // namespace

std::string verilog_of_vhdl(const std::string& top, const Sources& sources) {
  require_program("ghdl");
  const Progress progress("converting VHDL to Verilog with GHDL");
  const TemporaryFolder folder;
  std::vector<std::string> analyse = {"ghdl", "-a", "--std=08"};
  for (const SourceFile& file : sources.files) {
    write_file(folder.path() / file.path, file.text);
    analyse.push_back(file.path);
  }
  check_tool(run_tool(analyse, folder.path(), {}, false), "ghdl -a", "the generated HDL");
  const ProcessResult result =
      run_tool({"ghdl", "--synth", "--std=08", "--out=verilog", top}, folder.path(), {}, false);
  check_tool(result, "ghdl --synth", "the generated HDL");
  const std::vector<GhdlModule> modules = ghdl_modules(result.output);
  if (std::none_of(modules.begin(), modules.end(), [&](const GhdlModule& m) { return m.name == top; }))
    throw EnvironmentError(fmt::format("GHDL wrote {} modules, but not the top '{}'", modules.size(), top));
  return repair_ghdl_verilog(result.output);
}

std::string verilator_key(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options) {
  const Shape shape = shape_of(design, options);
  Digest digest;
  digest.add(version_text("verilator"));
  if (sources.hdl == Hdl::kVhdl) {
    // These determine the result: the repair of GHDL's output, and the end of waveforms.
    digest.add(version_text("ghdl"));
    digest.add(fmt::format("repair {}, operators {}", kGhdlRepair, shape.operators_traced ? "traced" : "not traced"));
  }
  for (const std::string& flag : verilator_flags(design, options, shape)) digest.add(flag);
  digest.add(shape.optimize);
  for (const SourceFile& file : fixed_inputs(design, sources, options, shape))
    digest.add(file.path), digest.add(file.text);
  for (const SourceFile& file : sources.files) {
    digest.add(file.path);
    digest.add(without_comments(file.text, sources.hdl == Hdl::kVerilog ? "//" : "--"));
  }
  return "verilator-" + digest.finish();
}

namespace {

/// Writes everything that Verilator reads, and returns its command.
std::vector<std::string> put_sources(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options,
                                     const Shape& shape, const fs::path& folder) {
  std::vector<std::string> command = {"verilator"};
  for (const std::string& flag : verilator_flags(design, options, shape)) command.push_back(flag);
  command.emplace_back("core.vlt");
  std::vector<SourceFile> files = sources.files;
  const bool vhdl = sources.hdl == Hdl::kVhdl;
  if (vhdl) files = {{"from_vhdl.v", verilog_of_vhdl(design.core.module, sources)}};
  for (const SourceFile& file : fixed_inputs(design, sources, options, shape, vhdl ? &files.front() : nullptr))
    write_file(folder / file.path, file.text);
  if (vhdl && !shape.operators_traced)
    files.insert(files.begin(),
                 SourceFile{"waveform.vlt", "`verilator_config\n" + ghdl_trace_lines(sources, files.front())});
  for (const SourceFile& file : files) {
    write_file(folder / file.path, file.text);
    command.push_back(file.path);
  }
  command.emplace_back("bench.cpp");
  if (options.trace) command.emplace_back("waveform.cpp");
  return command;
}

/// None with native operators: their own header comes first, but precompiled ones must.
PrecompiledHeaders headers_for(const BuildOptions& options, const std::string& compiler, const std::string& level) {
  if (options.native_operators) return {};
  const VerilatedKind kind = !options.trace ? VerilatedKind::kPlain
                             : options.vcd  ? VerilatedKind::kVcd
                                            : VerilatedKind::kFst;
  return precompiled_headers(kind, compiler, kCompilerFlags, level);
}

const char* makefile_of(const Shape& shape) { return shape.hierarchical ? "Vcore_hier.mk" : "Vcore.mk"; }

/// Reports a block that is in none of Verilator's files, because Verilator does not.
void require_makefile(const Shape& shape, const fs::path& folder) {
  if (fs::exists(folder / "obj" / makefile_of(shape))) return;
  throw EnvironmentError(fmt::format("Verilator wrote no {}{}: '{}' exited with status 0", makefile_of(shape),
                                     shape.hierarchical ? ", so it found none of the blocks in core.vlt" : "",
                                     tail(version_text("verilator"))));
}

/// For native operators with a Verilator that precompiles headers: native.hpp comes before them, but compilers use only
/// a precompiled header that comes first. The C++ includes the same header itself.
std::vector<std::string> words_without_headers(const BuildOptions& options) {
  if (!options.native_operators) return {};
  return {"VK_PCH_I_FAST=", "VK_PCH_I_SLOW="};
}

/// Compiles the model and the test bench; Verilator's own library, which every simulation has, comes from ccache.
std::vector<std::string> make_command(const Shape& shape, const BuildOptions& options, const std::string& compiler,
                                      const std::string& fast, const std::string& slow) {
  std::vector<std::string> make = {"make",
                                   "-C",
                                   "obj",
                                   "-f",
                                   makefile_of(shape),
                                   "-j2",
                                   fmt::format("OPT_FAST={}{}", shape.optimize, fast),
                                   fmt::format("OPT_SLOW={}{}", kSlow, slow),
                                   fmt::format("OPT_GLOBAL={}", shape.optimize)};
  for (const std::vector<std::string>& words :
       {compiler_words(compiler), object_cache(), words_without_headers(options)})
    make.insert(make.end(), words.begin(), words.end());
  return make;
}

/// Shows the warnings of a Verilator newer than those tried, which do not end the run.
void show_warnings(const std::string& output) {
  const std::size_t first = output.find("%Warning");
  if (first == std::string::npos || !is_newer_than_tried("verilator")) return;
  say_line(
      "note: this newer Verilator warns about the generated HDL; the run continues, and its comparison decides:\n" +
      tail(output.substr(first)));
}

}  // namespace

void verilator_build(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options,
                     const fs::path& folder) {
  for (const char* program : {"verilator", "make"}) require_program(program);
  const std::string compiler = model_compiler();
  const Shape shape = shape_of(design, options);
  const TemporaryFolder work;
  Progress progress("verilating " + design.core.module);
  const std::vector<std::string> command = put_sources(design, sources, options, shape, work.path());
  const ProcessResult verilated = run_tool(command, work.path());
  check_tool(verilated, "verilator", "the generated HDL");
  show_warnings(verilated.output);
  require_makefile(shape, work.path());
  static_cast<void>(verilated_rules());
  const PrecompiledHeaders fast = headers_for(options, compiler, shape.optimize),
                           slow = headers_for(options, compiler, kSlow);
  const std::vector<std::string> make = make_command(shape, options, compiler, fast.flags, slow.flags);
  int compiled = 0;
  const ProcessResult made = run_tool(make, work.path(), [&](std::string_view line) {
    if (std::string step = step_of(line, compiled); !step.empty()) progress.now(std::move(step));
  });
  if (!made.ok()) throw compiler_error(compiler, "the Verilated core", made.output);
  move_file(work.path() / "bench", folder / "bench");
}

std::optional<CacheEntry> verilator_found(const SimulatedDesign& design, const Sources& sources,
                                          const BuildOptions& options) {
  // A simulation compiled for long runs serves short ones as well.
  BuildOptions wanted = options;
  for (const std::int64_t cycles :
       {std::numeric_limits<std::int64_t>::max(), std::max(options.cycles, kFlatRun), options.cycles}) {
    wanted.cycles = cycles;
    const std::string key = verilator_key(design, sources, wanted);
    if (is_cached(key)) return CacheEntry{cache_root() / key, true, nullptr};
  }
  return std::nullopt;
}

CacheEntry verilator_cached(const SimulatedDesign& design, const Sources& sources, const BuildOptions& options) {
  if (auto found = verilator_found(design, sources, options)) return *std::move(found);
  return cached(verilator_key(design, sources, options),
                [&](const fs::path& folder) { verilator_build(design, sources, options, folder); });
}

namespace {

/// Reports a waveform that the simulation could not write; sim/harness/waveform.cpp ends it with the system's reason.
void check_waveform(const ProcessResult& result, const Run& run) {
  constexpr int kLeast = 4, kMost = 125;  // the test bench's own statuses are below, those of signals above
  if (run.trace.empty()) return;
  const auto fail = [&](const std::string& reason) {
    throw EnvironmentError(fmt::format("cannot write {}: {}", run.trace_shown, reason));
  };
  if (result.exit_code >= kLeast && result.exit_code <= kMost) fail(std::strerror(result.exit_code));
  if (result.ok() && !fs::exists(run.trace)) fail("Verilator created no file: is a disk full?");
}

}  // namespace

void write_job(const SimulatedDesign& design, const Run& run, const fs::path& folder) {
  const auto put = [&](int a, const golden::Grid& grid) {
    const std::string& name = design.array(a).name;
    write_file(folder / fmt::format("input_{}.raw", name),
               {reinterpret_cast<const char*>(grid.bytes.data()), grid.bytes.size()});
  };
  for (const int a : design.core.held_arrays) put(a, framed(design, run, a));
  for (const int a : design.core.input_arrays) put(a, run.inputs.at(a));
  write_file(folder / "job", job_text(design, run, folder));
}

Outcome verilator_run(const SimulatedDesign& design, const std::string& program, const Run& run) {
  const TemporaryFolder folder;
  write_job(design, run, folder.path());
  ProcessOptions options;
  options.pass_through = run.progress != "none";
  if (!run.trace.empty()) options.environment = {{"RTLGEN_WAVEFORM", real_place(run.trace).string()}};
  std::optional<ProgressPause> bench_writes;
  if (options.pass_through) bench_writes.emplace();
  const ProcessResult result = run_process({program, (folder.path() / "job").string()}, options);
  check_waveform(result, run);
  check_environment(result, "the compiled simulation", folder.path());
  if (!result.ok()) {
    constexpr int kCannotRun = 126;
    const std::string remedy = result.exit_code < kCannotRun
                                   ? ""
                                   : fmt::format("\nif this happens again, delete {}: it is compiled again",
                                                 fs::path(program).parent_path().string());
    throw EnvironmentError(fmt::format("the compiled simulation failed (status {}):\n{}{}", result.exit_code,
                                       tail(result.errors), remedy));
  }
  require_stats(folder.path() / "stats", "the compiled simulation");
  Outcome outcome = read_stats(folder.path() / "stats");
  for (const int a : design.core.output_arrays) {
    golden::Grid grid(design.array(a).type, run.extents);
    const std::string raw = read_file(folder.path() / fmt::format("output_{}.raw", design.array(a).name));
    if (raw.size() != grid.bytes.size()) {
      throw EnvironmentError(fmt::format("the simulation wrote {} of {} bytes into {}: is the disk full?", raw.size(),
                                         grid.bytes.size(), folder.path().string()));
    }
    std::memcpy(grid.bytes.data(), raw.data(), raw.size());
    outcome.outputs.emplace(a, std::move(grid));
  }
  return outcome;
}

}  // namespace rtlgen::runner
