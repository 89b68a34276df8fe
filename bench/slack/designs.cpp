// Designs for static timing; see designs.hpp.
#include "designs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "board/board.hpp"
#include "board/clock.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/project/project.hpp"
#include "elaborate/elaborate.hpp"
#include "flow/project.hpp"
#include "flow/vitis/kernel.hpp"
#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "netlist/netlist.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "ops/variants.hpp"
#include "plan/plan.hpp"
#include "spec/aligned.hpp"
#include "spec/operations.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::bench {

namespace {

ops::Request request_of(ops::Function f, const spec::Type& t) {
  const bool compares = spec::operation_of(f.op).typing == spec::Typing::kComparison || ops::compares_product(f);
  return {f, t, compares ? spec::Type::boolean() : t, false,
          std::vector<std::optional<std::uint64_t>>(static_cast<std::size_t>(ops::operand_count(f)))};
}

bool is_module(const ops::Operator& o, const ops::Request& r) {
  return o.has_module() && o.exact.of(r) != nullptr && o.build.of(r) != nullptr &&
         (o.is_logic == nullptr || !o.is_logic(r));
}

}  // namespace

std::vector<OperatorCase> operator_cases() {
  const spec::Type float64 = spec::Type::float_of(11, 52), float32 = spec::Type::float_of(8, 23),
                   float16 = spec::Type::float_of(5, 10);
  std::vector<OperatorCase> cases;
  const auto add = [&cases](const ops::Operator& o, const spec::Type& t) {
    const ops::Request r = request_of(o.function, t);
    if (is_module(o, r)) cases.push_back({fmt::format("{} {}", o.name, t.name()), r});
  };
  for (const ops::Operator& o : ops::operators()) {
    const spec::Typing typing = spec::operation_of(o.function.op).typing;
    if (typing == spec::Typing::kCast || typing == spec::Typing::kShift || typing == spec::Typing::kLookup ||
        spec::operation_of(o.function.op).is_fused())
      continue;
    add(o, float32);
    if (o.has_aligned) add(o, spec::aligned(float32));
  }
  for (const spec::Op op : {spec::Op::kAdd, spec::Op::kMul, spec::Op::kDiv}) add(ops::operator_of(op), float16);
  for (const spec::Op op : {spec::Op::kMul, spec::Op::kDiv}) {
    add(ops::operator_of(op), spec::Type::int_of(32));
    add(ops::operator_of(op), spec::Type::fixed_of(16, 8));
  }
  using enum spec::Op;
  for (const spec::Op op : {kAdd, kMul, kDiv,  kSqrt,  kFma,  kHypot, kExp, kExp2,  kLog,  kLog2,  kLog10, kSin,
                            kCos, kTan, kAtan, kAtan2, kTanh, kCbrt,  kPow, kFloor, kCeil, kTrunc, kRound, kRint})
    add(ops::operator_of(op), float64);
  return cases;
}

std::vector<CoreCase> core_cases() {
  return {{"heat, 16 bits", "tests/bitstream/heat.yaml", {}},
          {"life", "configs/life.yaml", {}},
          {"jacobi_fixed", "configs/jacobi_fixed.yaml", {}},
          {"jacobi2d_5pt, steps=1", "configs/jacobi2d_5pt.yaml", {"hardware.steps=1"}},
          {"hotspot2d, steps=1", "configs/hotspot2d.yaml", {"hardware.steps=1"}},
          {"hotspot2d, fused, steps=1", "configs/hotspot2d.yaml", {"hardware.steps=1", "arithmetic=fused"}},
          {"jacobi2d_9pt, fused, steps=1", "configs/jacobi2d_9pt.yaml", {"hardware.steps=1", "arithmetic=fused"}}};
}

synthesis::TimingReport core_timing(const CoreCase& core, const hw::DelayModel& device, int& period_ps) {
  Diagnostics diagnostics;
  std::vector<std::string> sets = core.sets;
  sets.push_back("hardware.device=" + device.name);
  sets.push_back(fmt::format("hardware.clock_mhz={}", board::standard_clock_mhz(device.name)));
  const auto prepared = driver::prepare({std::string(RTLGEN_SOURCE_DIR) + "/" + core.file, sets}, diagnostics);
  if (!prepared) throw std::runtime_error(diagnostics.render());
  const plan::Plan& plan = (*prepared)->plan;
  period_ps = plan.clock.period_ps;
  return synthesis::static_timing(elaborate::elaborate(plan), device, plan.clock.period_ps);
}

std::vector<CoreCase> config_cases() {
  std::vector<CoreCase> cases;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    cases.push_back({entry.path().stem().string(),
                     "configs/" + entry.path().filename().string(),
                     {"hardware.steps=1", "hardware.cells_per_cycle=1"}});
  }
  std::ranges::sort(cases, {}, &CoreCase::name);
  return cases;
}

namespace {

/// A Vitis kernel in a top with the two clocks of its platform, and a black box, `kTimedPlatform`, at all other ports.
struct TimedKernel {
  std::string top, text;
};
constexpr const char* kTimedPlatform = "timed_platform";
constexpr const char* kBusPort = "ap_clk";  ///< clocks of a Vitis kernel
constexpr const char* kKernelPort = "ap_clk_2";

TimedKernel in_platform(const flow::Project& project) {
  const netlist::Module kernel = flow::vitis::kernel_module(project);
  std::string wires, box, kernel_ports, box_ports;
  for (const netlist::Port& port : kernel.ports) {
    kernel_ports += fmt::format("{}.{}({})", kernel_ports.empty() ? "" : ", ", port.name, port.name);
    if (port.timing == netlist::Timing::kClock) continue;
    const std::string range = fmt::format("[{}:0]", port.width - 1);
    wires += fmt::format("  wire {} {};\n", range, port.name);
    box += fmt::format("{}  {} {} {}", box.empty() ? "" : ",\n",
                       port.direction == netlist::Direction::kIn ? "output" : "input", range, port.name);
    box_ports += fmt::format("{}.{}({})", box_ports.empty() ? "" : ", ", port.name, port.name);
  }
  const std::string top = project.top() + "_timed";
  return {top,
          fmt::format("(* blackbox *)\nmodule {0}(\n{1}\n);\nendmodule\n"
                      "module {2}(input wire {3}, input wire {4});\n{5}"
                      "  {6} u_kernel ({7});\n  (* keep *) {0} u_platform ({8});\nendmodule\n",
                      kTimedPlatform, box, top, kBusPort, kKernelPort, wires, kernel.name, kernel_ports, box_ports)};
}

synthesis::TimingSetup setup_of(const driver::PlannedProject& project, const std::string& boxes) {
  synthesis::TimingSetup setup;
  const auto ps = [](double ns) { return static_cast<int>(1000 * ns); };
  const int kernel_ps = project.model.prepared->plan.clock.period_ps;
  if (const auto& platform = project.wiring.platform)
    return {{{kBusPort, ps(1e3 / platform->bus_mhz)}, {kKernelPort, kernel_ps}}, {{kTimedPlatform, kBusPort}}};
  setup.clocks = {{"bus_clk", ps(1e3 / project.wiring.user_mhz)}, {"kernel_clk", kernel_ps}};
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k)
    setup.clocks.push_back({fmt::format("memory_clk_{}", k), ps(project.wiring.memory[k].ui_ns)});
  const std::string word = "\nmodule ";
  for (std::size_t at = boxes.find(word); at != std::string::npos; at = boxes.find(word, at + 1)) {
    const std::size_t from = at + word.size();
    const std::string name = boxes.substr(from, boxes.find_first_of(" (#;\n", from) - from);
    std::string clock;
    if (name == "card_pcie") clock = "bus_clk";
    if (name.starts_with("card_memory_")) clock = "memory_clk_" + name.substr(std::string("card_memory_").size());
    setup.boxes.emplace(name, clock);
  }
  return setup;
}

}  // namespace

std::vector<ClockTiming> card_timing(const std::string& board, const std::function<void(std::string&)>& edit) {
  Diagnostics diagnostics;
  driver::ProjectOptions options;
  options.source.file = std::string(RTLGEN_SOURCE_DIR) + "/tests/bitstream/heat.yaml";
  options.board = board;
  options.folder = "unused";
  const auto project = driver::plan_project(options, diagnostics);
  if (!project) throw std::runtime_error(diagnostics.render());
  std::string text;
  for (const emit::File& file : project->files()) {
    if (file.path.ends_with(".v")) text += file.text + "\n";
  }
  if (edit) edit(text);
  const flow::Project flow = project->flow();
  std::string boxes = "\n" + flow::black_boxes(flow), top = flow.top();
  if (project->wiring.platform) {
    TimedKernel timed = in_platform(flow);
    boxes += std::move(timed.text);
    top = std::move(timed.top);
  }
  const synthesis::TimingSetup setup = setup_of(*project, boxes);
  const std::vector<synthesis::TimingReport> reports =
      synthesis::static_timing(text + boxes, top, *hw::DelayModel::find(board::device_of(project->board)), setup);
  std::vector<ClockTiming> all;
  for (std::size_t i = 0; i < reports.size(); ++i)
    all.push_back({setup.clocks[i].net, setup.clocks[i].period_ps, reports[i]});
  return all;
}

}  // namespace rtlgen::bench
