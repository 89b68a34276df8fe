// Projects of open tools: clocks, pins, errors, and the tops run through their serial pins in Icarus. Their builds are
// in open_build_test.cpp.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cli/report.hpp"
#include "contract/line_top.hpp"
#include "contract/run_settings.hpp"
#include "driver/diagnose/diagnose.hpp"
#include "driver/prepare/prepare.hpp"
#include "flow/open/pll.hpp"
#include "host/uart.hpp"
#include "model/cycles.hpp"
#include "model/line.hpp"
#include "netlist/print.hpp"
#include "open_runs.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using flow::open::Clock;
using flow::open::fastest_clock;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int kBaud = 1000000;
const std::vector<std::string> kBoards = {"icebreaker", "hx8k_breakout", "ulx3s", "colorlight_i5"};

int divider(const Clock& clock, const std::string& name) {
  for (const auto& [key, value] : clock.dividers) {
    if (key == name) return value;
  }
  ADD_FAILURE() << name;
  return 0;
}

/// icepll of fpga-icestorm chooses the nearest, ours the nearest below that the line divides.
TEST(Pll, AgreesWithIcepll) {
  RTLGEN_NEED_TOOLS("icepll");
  for (const int mhz : {20, 24, 36, 48, 60, 72, 96}) {
    const auto ours = fastest_clock("ice40", 12, mhz, kBaud);
    ASSERT_TRUE(ours) << mhz;
    const ProcessResult icepll = run_process({"icepll", "-i", "12", "-o", std::to_string(mhz)});
    ASSERT_TRUE(icepll.ok()) << icepll.errors;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(icepll.output, found, std::regex("F_PLLOUT: *([0-9.]+) MHz .achieved")))
        << icepll.output;
    if (std::abs(std::stod(found[1]) - ours->mhz) > 0.001) {
      EXPECT_LE(ours->mhz, mhz);
      EXPECT_FALSE(flow::open::divides(std::stod(found[1]), kBaud) && std::stod(found[1]) <= mhz) << mhz;
      continue;
    }
    for (const char* name : {"DIVR", "DIVF", "DIVQ", "FILTER_RANGE"}) {
      std::smatch value;
      ASSERT_TRUE(std::regex_search(icepll.output, value, std::regex(std::string(name) + ": *([0-9]+) ")));
      EXPECT_EQ(divider(*ours, name), std::stoi(value[1])) << mhz << ' ' << name;
    }
  }
}

TEST(Pll, MakesNoClockThatIsTooFastOrThatTheLineCannotDivide) {
  EXPECT_FALSE(fastest_clock("ice40", 12, 11.9, kBaud)) << "slower than the oscillator and the PLL";
  EXPECT_THAT(fastest_clock("ice40", 12, 13, kBaud)->dividers, IsEmpty()) << "the oscillator's own";
  for (double most = 12; most < 150; most += 0.7) {
    for (const char* family : {"ice40", "ecp5"}) {
      const auto clock = fastest_clock(family, 12, most, kBaud);
      ASSERT_TRUE(clock) << most;
      EXPECT_LE(clock->mhz, most + 1e-6);
      const int bit = flow::open::clocks_per_bit(clock->mhz, kBaud);
      EXPECT_NEAR(bit, clock->mhz, 0.015 * clock->mhz + 1e-6);
    }
  }
  const auto ecp5 = fastest_clock("ecp5", 25, 100, kBaud);
  EXPECT_DOUBLE_EQ(25.0 * divider(*ecp5, "CLKFB_DIV") / divider(*ecp5, "CLKI_DIV"), ecp5->mhz);
  EXPECT_DOUBLE_EQ(ecp5->mhz, 100);
  EXPECT_FALSE(flow::open::divides(3.9, kBaud)) << "fewer than four clocks per bit";
  EXPECT_FALSE(flow::open::divides(16.4, kBaud)) << "off by more than 1.5 %";
}

/// Ports of the constraints and their pins, in the order of the file.
std::vector<std::pair<std::string, std::string>> constrained(const driver::PlannedOpen& project) {
  const bool is_ice40 = project.wiring.open->router == "ice40";
  std::string pins;
  for (const emit::File& file : project.files()) {
    if (file.path.starts_with("constraints/")) pins = file.text;
  }
  std::vector<std::pair<std::string, std::string>> found;
  const std::regex line(is_ice40 ? "set_io (\\S+) (\\S+)" : "LOCATE COMP \"(\\S+)\" SITE \"(\\S+)\";");
  for (auto at = std::sregex_iterator(pins.begin(), pins.end(), line); at != std::sregex_iterator(); ++at)
    found.emplace_back((*at)[1], (*at)[2]);
  return found;
}

/// Every port of the top has its pins, and no pin is another's.
TEST(OpenProject, ConstraintsHaveEveryPinOnce) {
  for (const std::string& board : kBoards) {
    const auto project = planned_open(kLine, board, {"hardware.clock_mhz=48"});
    std::vector<std::string> ports, places;
    for (const auto& [port, place] : constrained(project)) {
      ports.push_back(port);
      places.push_back(place);
    }
    std::vector<std::string> expected;
    for (const netlist::Port& port : flow::open::top_module(project.flow()).ports) {
      for (int bit = 0; bit < port.width; ++bit)
        expected.push_back(port.width == 1 ? port.name : fmt::format("{}[{}]", port.name, bit));
    }
    EXPECT_THAT(ports, ::testing::UnorderedElementsAreArray(expected)) << board;
    EXPECT_EQ(std::set<std::string>(places.begin(), places.end()).size(), places.size()) << board;
  }
}

/// Pins of a second source: tests/project/pins.
std::vector<std::pair<std::string, std::string>> second_source(const std::string& board) {
  std::istringstream text(read_text(test::source_folder() + "/tests/project/pins/" + board + ".txt"));
  std::vector<std::pair<std::string, std::string>> pins;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty() && line[0] != '#')
      pins.emplace_back(line.substr(0, line.find(' ')), line.substr(line.find(' ') + 1));
  }
  return pins;
}

TEST(OpenProject, PinsAgreeWithASecondSource) {
  for (const std::string& board : kBoards) {
    const auto project = planned_open(kLine, board, {"hardware.clock_mhz=48"});
    auto pins = second_source(board);
    EXPECT_GE(pins.size(), 4U) << board;
    EXPECT_THAT(constrained(project), ::testing::UnorderedElementsAreArray(pins)) << board;
    // The control: a serial line whose pins are exchanged.
    std::swap(std::ranges::find(pins, "uart_rx", &std::pair<std::string, std::string>::first)->second,
              std::ranges::find(pins, "uart_tx", &std::pair<std::string, std::string>::first)->second);
    EXPECT_THAT(constrained(project), Not(::testing::UnorderedElementsAreArray(pins))) << board;
  }
}

/// The verdict of the plan of a project for the board.
std::string verdict_of(const std::string& board, const driver::Source& source,
                       driver::HdlChoice hdl = driver::HdlChoice::kVerilog) {
  Diagnostics diagnostics;
  const auto known = frontend::load_board(board, diagnostics);
  const bool planned = driver::plan_open_project({source, board, "", hdl, false}, *known, diagnostics).ok();
  EXPECT_EQ(planned, !diagnostics.has_errors());
  return diagnostics.render();
}

std::string refusal(const std::string& board, const std::vector<std::string>& sets,
                    driver::HdlChoice hdl = driver::HdlChoice::kVerilog, const std::string& stencil = kLine) {
  const std::string verdict = verdict_of(board, {config(stencil), sets}, hdl);
  EXPECT_NE(verdict, "");
  return verdict;
}

TEST(OpenProject, WhatABoardWithoutMemoryCannotHaveIsRefused) {
  EXPECT_THAT(refusal("icebreaker", {"hardware.bus={bits: 128, clock_mhz: 100}"}),
              HasSubstr("but 1BitSquared iCEBreaker has no memory"));
  EXPECT_THAT(refusal("icebreaker", {"hardware.clock_mhz=8"}), HasSubstr("set hardware.clock_mhz to 12 or more"));
  EXPECT_THAT(refusal("ulx3s", {}, driver::HdlChoice::kVhdl), HasSubstr("Yosys reads Verilog only"));
  EXPECT_THAT(refusal("icebreaker", {"hardware.kernels=2"}), HasSubstr("2 kernels, but a serial line feeds only one"));
  EXPECT_THAT(refusal("icebreaker", {"hardware.steps=1"}), HasSubstr("'power' is a late input"));
}

/// A stencil of 16-bit cells with so many parameters and monitors of 64 bits.
std::string wide(int lanes, int params, int monitors) {
  std::string text = "name: wide\ngrid: [512, 4]\ntype: int16\nfields:\n  u: {boundary: edge}\nparams:\n";
  std::string sum = "u[1,0]";
  for (int i = 0; i < params; ++i) {
    text += fmt::format("  p{}: {{runtime: true, value: 1, type: int64}}\n", i);
    sum += fmt::format(" + p{}", i);
  }
  if (params == 0) text += "  p: 1\n";
  text += fmt::format("update:\n  - u: int16({})\n{}", sum, monitors > 0 ? "monitor:\n" : "");
  for (int i = 0; i < monitors; ++i) text += fmt::format("  m{}: {{of: u, reduce: sum}}\n", i);
  return text + fmt::format("iterations: 2\nhardware: {{cells_per_cycle: {}, steps: 2}}\n", lanes);
}

TEST(OpenProject, WhatNoFrameOfTheLineHoldsIsRefused) {
  const std::string folder = fresh_folder("open_wide");
  const auto verdict = [&](int lanes, int params, int monitors) {
    put_files(folder, {{"wide.yaml", wide(lanes, params, monitors)}});
    return verdict_of("icebreaker", {folder + "/wide.yaml", {}});
  };
  EXPECT_EQ(verdict(1, 3, 3), "");
  EXPECT_THAT(verdict(256, 0, 0),
              AllOf(HasSubstr("RG0810"),
                    HasSubstr("output words of 512 bytes, but a frame of the serial line has room for 510"),
                    HasSubstr("hardware.cells_per_cycle")));
  EXPECT_THAT(verdict(1, 64, 0), AllOf(HasSubstr("settings of 5"), HasSubstr("fewer params")));
  EXPECT_THAT(verdict(1, 0, 64), AllOf(HasSubstr("digest and monitors of 517 bytes"), HasSubstr("fewer monitors")));
}

class OpenTop : public ::testing::TestWithParam<std::string> {};

const std::set<host::LineCommand> kRunFrames = {host::LineCommand::kBegin, host::LineCommand::kLoad,
                                                host::LineCommand::kStream};

/// State, input, held input, parameter and monitor; frames that are not taken at once; a remainder pass.
TEST_P(OpenTop, RunsThroughItsPins) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_open(kLine, GetParam(), {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_" + GetParam());
  const auto line = std::make_shared<IcarusLine>(rtl_top(project, folder), folder);
  EXPECT_EQ(run_through(project, line), "");
  // A changed byte of a request, and a lost one of a response, cost a repetition and nothing else.
  line->flipped = 40;
  line->cut = kRunFrames;
  EXPECT_EQ(run_through(project, line), "");
  EXPECT_LT(line->flipped, 0);
  EXPECT_THAT(line->cut, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Boards, OpenTop, ::testing::Values("icebreaker", "ulx3s"));

/// Nothing counts cycles behind the line: the report is of seconds, and of what the line loses.
TEST(OpenRun, IsReportedInSeconds) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_open(kLine, "icebreaker", {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_report");
  const auto line = std::make_shared<IcarusLine>(rtl_top(project, folder), folder);
  const auto report = [&] {
    Diagnostics diagnostics;
    const auto run = driver::run_on_card(run_options(project, line), diagnostics);
    EXPECT_TRUE(run.ok()) << diagnostics.render();
    return *run;
  };
  // The first hello comes while the PLL locks.
  EXPECT_EQ(run_through(project, line), "");
  const std::string clean = cli::sim_text(report(), {});
  EXPECT_THAT(clean, ContainsRegex("\n  line     2 passes of [0-9]+ words in [0-9.]+ m?s: [0-9.]+ .?cell updates/s\n"));
  EXPECT_THAT(clean,
              AllOf(HasSubstr("match"), Not(HasSubstr("cycles")), Not(HasSubstr("speed")), Not(HasSubstr("note"))));
  line->flipped = 40;
  const driver::SimReport repeated = report();
  EXPECT_THAT(cli::sim_text(repeated, {}),
              HasSubstr("  note     1 frame had to be repeated: the bench loses or changes"));
  const cli::Json json = cli::sim_json(repeated, {});
  for (const char* key : {"cycles", "cells_per_cycle", "efficiency", "within_bound"})
    EXPECT_TRUE(json[key].is_null()) << key;
  EXPECT_GT(json["line"]["seconds"], 0);
  EXPECT_EQ(json["line"]["notes"].size(), 1U);
}

/// Without registers and memory most steps of the ladder are skipped, with a reason.
TEST(OpenRun, IsDiagnosed) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_open("../tests/project/probed_line", "icebreaker", {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_diagnosed");
  driver::DiagnoseOptions options;
  options.card = run_options(project, std::make_shared<IcarusLine>(rtl_top(project, folder), folder));
  Diagnostics diagnostics;
  const auto diagnosis = driver::diagnose(options, diagnostics);
  ASSERT_TRUE(diagnosis.ok()) << diagnostics.render();
  EXPECT_EQ(diagnosis->failure(), nullptr) << diagnosis->steps.back().seen;
  std::string outcomes;
  for (const driver::Step& step : diagnosis->steps) {
    outcomes += driver::word_of(step.outcome)[0];
    EXPECT_NE(step.seen, "") << step.number;
  }
  EXPECT_EQ(outcomes, "pssspspsssssspp");  // passed: bus, response, design, smallest, grid
}

/// Behind the line each pass is a run, and probes cut them further: time steps are counted on.
TEST(OpenRun, ProbesReadWhatTheGoldenEngineHas) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_open("../tests/project/probed_line", "icebreaker", {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_probed");
  const auto line = std::make_shared<IcarusLine>(rtl_top(project, folder), folder);
  driver::CardOptions options = run_options(project, line);
  options.run.run.probes = folder + "/probes.csv";
  Diagnostics diagnostics;
  const auto report = driver::run_on_card(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match()) << report->failure;
  EXPECT_EQ(report->settings.passes, 7);
  EXPECT_EQ(read_text(folder + "/probes.csv"), "step,u_1_1\n5,10\n10,45\n");
}

/// Counts what goes through it.
class CountedLine : public host::SerialPort {
 public:
  explicit CountedLine(std::shared_ptr<host::SerialPort> line) : line_(std::move(line)) {}
  std::int64_t write(const void* data, std::size_t most) override {
    const auto command = static_cast<host::LineCommand>(static_cast<const std::uint8_t*>(data)[1]);
    streams += command == host::LineCommand::kStream ? 1 : 0;
    return counted(line_->write(data, most));
  }
  std::int64_t read(void* data, std::size_t most, int milliseconds) override {
    return counted(line_->read(data, most, milliseconds));
  }
  void discard() override { line_->discard(); }

  std::int64_t bytes = 0, streams = 0;  ///< in both directions; frames with words of the grid

 private:
  std::int64_t counted(std::int64_t moved) {
    bytes += moved;
    return moved;
  }
  std::shared_ptr<host::SerialPort> line_;
};

/// The model's bytes are those of the library and the bridge: to each frame, since every pass is alike.
TEST(OpenRun, TakesTheLineThatTheModelSays) {
  RTLGEN_NEED_TOOLS();
  constexpr int kPasses = 2;
  const auto project = planned_open(kLine, "icebreaker", {"hardware.clock_mhz=48", "grid=[28,8]", "iterations=4"});
  const std::string folder = written_open(project, "open_counted");
  const auto icarus = std::make_shared<IcarusLine>(rtl_top(project, folder), folder);
  const plan::Plan& plan = project.model.prepared->plan;
  Diagnostics diagnostics;
  const auto run = contract::run_settings(plan.core, {28, 8, 1}, 4, diagnostics);
  ASSERT_TRUE(run.ok()) << diagnostics.render();
  ASSERT_EQ(run->passes, kPasses);
  const model::LinePass pass = model::line_pass(plan.core, model::held_words(plan, {28, 8, 1}), *run);
  EXPECT_GT(pass.frames, 1);
  // A hello, and the status that says which design it is, come before the first pass.
  const int hello = 4, before = 2 * (contract::kLineRequestBytes + contract::kLineResponseBytes) + hello +
                                contract::line_top(plan.core).status_bytes;
  const auto excess = [&] {
    const auto line = std::make_shared<CountedLine>(icarus);
    EXPECT_EQ(run_through(project, line), "");
    return std::pair{line->bytes - before - kPasses * pass.bytes, line->streams - kPasses * pass.frames};
  };
  run_through(project, icarus);  // the first hello comes while the PLL locks
  EXPECT_EQ(excess(), std::pair(std::int64_t{0}, std::int64_t{0}));
  icarus->flipped = 40;
  EXPECT_GT(excess().first, 0) << "the control: a frame that is sent again";
}

/// The bridge's own figure, which no top changes.
TEST(OpenRun, RestsAsLongAsTheModelSays) {
  const std::string bridge = read_text(test::source_folder() + "/rtl/rtlgen_uart_stream.v");
  EXPECT_THAT(bridge, HasSubstr(fmt::format("parameter REST_LOG2 = {},", contract::kLineRestLog2)));
  const auto project = planned_open(kLine, "icebreaker", {"hardware.clock_mhz=48"});
  EXPECT_THAT(netlist::verilog(flow::open::top_module(project.flow())), Not(HasSubstr("REST_LOG2")));
}

/// A fault of the top, of the bridge or of the clock is found through the pins.
TEST(OpenTopFaults, AreFound) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_open(kLine, "hx8k_breakout", {"hardware.clock_mhz=48"});
  struct Fault {
    const char *file, *from, *to, *verdict;
  };
  const std::string top = project.flow().top() + ".v";
  const Fault faults[] = {
      {"none", "", "", ""},
      {"rtlgen_uart_stream.v", "{kept_byte, word};", "{kept_byte ^ 8'd1, word};", "differ"},
      {"rtlgen_uart_stream.v", "{kept_byte, settings};", "{~kept_byte, settings};", "cells differ"},
      {"rtlgen_uart_stream.v", "again <= known & last_tag == tag & has_bytes;", "again <= 1'b0;",
       "the run does not end"},
      {top.c_str(), ".load_bias_last(load_last)", ".load_bias_last(~load_last)", "an unknown byte"},
      {top.c_str(), "DIVF(", "DIVF(9 + ", "a frame did not get through in 5 tries"},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.to);
    bool is_in = false;
    const std::string folder = written_open(project, "open_fault", [&](emit::File& file) {
      const std::size_t at = file.text.find(fault.from);
      if (file.path != std::string("rtl/card/") + fault.file || at == std::string::npos) return;
      file.text.replace(at, std::string(fault.from).size(), fault.to);
      is_in = true;
    });
    const bool is_healthy = std::string(fault.verdict).empty();
    EXPECT_EQ(is_in, !is_healthy);
    const auto line = std::make_shared<IcarusLine>(rtl_top(project, folder), folder);
    line->cut = kRunFrames;
    line->most_frames = 40;
    const std::string verdict = run_through(project, line);
    if (is_healthy)
      EXPECT_EQ(verdict, "");
    else
      EXPECT_THAT(verdict, HasSubstr(fault.verdict));
  }
}

TEST(OpenRun, AnotherDesignIsRefused) {
  RTLGEN_NEED_TOOLS();
  auto project = planned_open(kLine, "hx8k_breakout", {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_other");
  const auto line = std::make_shared<IcarusLine>(rtl_top(project, folder), folder);
  project.source.sets = {"hardware.clock_mhz=47"};
  EXPECT_THAT(run_through(project, line), HasSubstr("has the digest"));
  project.source.sets = {"hardware.clock_mhz=48.0", "iterations=6"};
  EXPECT_EQ(run_through(project, line), "") << "the same hardware";
  // A card with memory is another kind of design, which its hello says.
  host::UartOptions options;
  options.device = "the bench";
  EXPECT_THROW(host::UartCard(options, line), host::DeviceError);
}

}  // namespace
}  // namespace rtlgen::test
