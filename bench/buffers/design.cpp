// The project's Verilog of a configuration, its Kernel replaced, through Yosys.
#include "design.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "driver/prepare/prepare.hpp"
#include "driver/prepare/version.hpp"
#include "driver/synth/synth.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/ir.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "support/result.hpp"

namespace rtlgen::bench {

namespace {

constexpr const char* kBlackBox = "kernel_outside";

/// The Kernel's module with the same ports: all taps into a black box, the result as requested.
std::string replacement(const hw::Module& module, const plan::StagePlan& stage, Kernel kernel) {
  std::string ports, taps, centre;
  int width = 0, out_width = 0, bits = 0;
  std::size_t tap = 0;
  for (const hw::Signal& s : module.signals) {
    if (s.kind == hw::SignalKind::kOutput) out_width = s.width;
    if (s.kind != hw::SignalKind::kInput) continue;
    ports += fmt::format("  input wire [{}:0] {},\n", s.width - 1, s.name);
    taps += (taps.empty() ? "" : ", ") + s.name;
    bits += s.width;
    if (stage.taps.at(tap++).tap.offset == spec::Offset{}) centre = s.name;
    width = s.width;
  }
  if (centre.empty() || width != out_width) throw std::runtime_error("the stencil does not read the cell itself");
  const bool opaque = kernel == Kernel::kOpaque;
  std::string text = fmt::format("module {} (\n{}  output wire [{}:0] q\n);\n", module.name, ports, out_width - 1);
  if (!opaque) text += fmt::format("  assign q = {};\n", centre);
  text += fmt::format("  (* keep *) {} u_kernel (.taps({{{}}}){});\nendmodule\n\n", kBlackBox, taps,
                      opaque ? ", .q(q)" : "");
  text += fmt::format("(* blackbox *)\nmodule {} (input wire [{}:0] taps{});\nendmodule\n", kBlackBox, bits - 1,
                      opaque ? fmt::format(", output wire [{}:0] q", out_width - 1) : "");
  return text;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write '{}'", path.string()));
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(fmt::format("cannot read '{}'", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Maps the design with the Executor as a separate module; returns its cells.
synthesis::CellTable run_yosys(const std::vector<std::string>& files, const std::string& top,
                               const std::string& executor, const SynthesisOptions& options) {
  write(std::filesystem::path(options.folder) / "synth.ys",
        fmt::format("read_verilog {}\nsetattr -mod -set keep_hierarchy 1 {}\n"
                    "synth_xilinx -family xc5v -noiopad -noclkbuf -flatten -top {}\n{}\n",
                    fmt::join(files, " "), executor, top, synthesis::kStatCommand));
  std::vector<std::string> command = {"yosys", "-q", "-l", "yosys.log", "synth.ys"};
  if (options.memory_bytes > 0) {
    if (!find_program("prlimit")) throw std::runtime_error("a memory limit needs the program 'prlimit' (util-linux)");
    command.insert(command.begin(), {"prlimit", fmt::format("--as={}", options.memory_bytes)});
  }
  ProcessOptions process;
  process.working_directory = options.folder;
  process.timeout_seconds = options.timeout_seconds;
  const ProcessResult result = run_process(command, process);
  if (result.timed_out) throw std::runtime_error(fmt::format("Yosys took more than {} s", options.timeout_seconds));
  if (!result.ok())
    throw std::runtime_error(fmt::format("Yosys failed (see {}/yosys.log): {}", options.folder, result.errors));
  return synthesis::parse_stat(read(std::filesystem::path(options.folder) / "stat.json"));
}

}  // namespace

Synthesised synthesise(const Configuration& configuration, Kernel kernel, const SynthesisOptions& options) {
  const std::int64_t n = configuration.extent;
  const driver::Source source{
      RTLGEN_BENCH_STENCIL,
      {fmt::format("grid=[{0}, {0}, {0}]", n),
       fmt::format("hardware.cells_per_cycle={}", configuration.cells_per_cycle),
       fmt::format("hardware.steps={}", configuration.steps), "hardware.ram=" + configuration.ram}};
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(source, diagnostics);
  if (!prepared) throw std::runtime_error(diagnostics.render());
  const plan::Plan& plan = (*prepared)->plan;
  plan::verify(plan);
  const hw::Design design = elaborate::elaborate(plan);
  const plan::StagePlan& stage = plan.executor.stages[spec::StageId(0)];

  std::filesystem::create_directories(options.folder);
  std::vector<std::string> files;
  for (const emit::File& file :
       emit::emit_design(design, emit::Language::kVerilog, {driver::version(), OutsideText("box27.yaml"), "bench"})) {
    if (!file.path.ends_with(".v")) continue;
    files.push_back(file.path);
    std::string text = file.text;
    for (const hw::Module& module : design.modules) {
      if (module.name == stage.kernel.module && file.path == module.name + ".v")
        text = replacement(module, stage, kernel);
    }
    write(std::filesystem::path(options.folder) / file.path, text);
  }
  const std::string executor = plan.stencil->name + "_executor";
  const synthesis::CellTable cells = run_yosys(files, design.top, executor, options);
  if (instances(cells, design.top, executor) != configuration.steps) {
    throw std::runtime_error("the netlist does not have the Executors of the design");
  }
  if (instances(cells, executor, kBlackBox) != configuration.cells_per_cycle) {
    throw std::runtime_error("synthesis removed a Kernel and with it the window");
  }
  Synthesised result;
  result.executors = configuration.steps * area_of(cells, executor, kBlackBox);
  result.core = area_of(cells, design.top, kBlackBox);
  for (const plan::MemoryPlan& m : plan.executor.memories)
    result.planned_half_brams += m.ram_blocks * configuration.steps;
  return result;
}

}  // namespace rtlgen::bench
