// rtlgen_control and rtlgen_sequencer: unbounded proofs (as tests/shell does them), a register fuzz and whole runs in
// Icarus, mutants that each of them must catch, lint and area.
#include <functional>

#include "../shell/prove.hpp"
#include "kept_run.hpp"
#include "test_paths.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kBenches = test::source_folder() + "/tests/control/";

/// `part` of the harness of `module`, or of a mutant of it.
Proof harness(const std::string& folder, const std::string& module, int part, const Mutant& mutant = {}) {
  const bool sequencer = module == "sequencer";
  Proof proof{module + "_props", {mutant.module.empty() ? kRtl + "rtlgen_" + module + ".v" : broken(folder, mutant)},
              {{"PART", part}},  {},
              sequencer,         kBenches};
  if (sequencer) proof.files.push_back(kRtl + "rtlgen_sync.v");
  return proof;
}

/// The output of a bench in Icarus; modules in `folder` come first.
std::string simulate(const std::string& folder, const std::string& bench, const std::vector<std::string>& arguments) {
  const ProcessResult built = run(folder, {"iverilog", "-g2005", "-o", bench + ".vvp", "-y", folder, "-y", kRtl, "-y",
                                           kBenches, kBenches + bench + ".v"});
  if (!built.ok()) return built.output;
  std::vector<std::string> command = {"vvp", "-n", bench + ".vvp"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(folder, command).output;
}

std::string period(const char* name, int value) { return std::string("+") + name + "=" + std::to_string(value); }

TEST(Control, RespondsOnceAndKeepsTheConfigurationOfARun) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_control");
  for (const int part : {0, 1})
    EXPECT_THAT(prove(folder, harness(folder, "control", part), "pdr -T 250"), HasSubstr(kProved)) << part;
}

TEST(Control, RegistersAreThoseOfTheMap) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(simulate(test::fresh_folder("control_fuzz"), "control_bench", {"+accesses=10000"}), "ok 10000\n");
}

TEST(Sequencer, ResetsOverlapAndRunsEndInOrder) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_sequencer");
  for (const int part : {0, 1})
    EXPECT_THAT(prove(folder, harness(folder, "sequencer", part)), HasSubstr(kProved)) << part;
}

TEST(Sequencer, RunsEndWhateverGoesWrong) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("sequencer_runs");
  std::string cancelled(8, '0'), reset(8, '0');  // a digit for each state, 7 first
  const auto add = [](std::string& all, const char* some) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = some[i] == '1' ? '1' : all[i];
  };
  for (const auto& [bus, kernel] :
       {std::pair{10, 10}, {10, 7}, {7, 10}, {10, 160}, {160, 10}, {10, 33}, {33, 10}, {3, 48}}) {
    const std::string result =
        simulate(folder, "run_bench", {period("bus", bus), period("kernel", kernel), "+seed=1", "+runs=60"});
    int good = 0;
    char in_cancel[9] = "", in_reset[9] = "";
    ASSERT_EQ(std::sscanf(result.c_str(), "ok %d of 60, cancel in %8[01], reset in %8[01]", &good, in_cancel, in_reset),
              3)
        << result << bus << " " << kernel;
    EXPECT_GT(good, 10) << "runs without an error";
    add(cancelled, in_cancel);
    add(reset, in_reset);
  }
  EXPECT_EQ(cancelled, "11110111") << "each state of a run: all but 3, between runs";
  EXPECT_EQ(reset, "11111111");
}

TEST(Control, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_control_broken");
  const std::vector<std::tuple<int, std::string, std::string>> controls = {
      {0, "aw_held & w_held & ~s_axil_bvalid", "aw_held & ~s_axil_bvalid"},
      {0, "s_axil_awready <= ~aw_held_next", "s_axil_awready <= 1'b1"},
      {0, "act | (s_axil_bvalid & ~s_axil_bready)", "act"},
      {0, "(s_axil_wvalid & s_axil_wready) | (w_held & ~b_taken)", "(s_axil_wvalid & s_axil_wready) | w_held"},
      {0, "write_at >= CONFIG_END ||", "write_at > CONFIG_END ||"},
      {0, "read_at >= END", "read_at > END"},
      {1, "act & ~locked & (write_at", "act & (write_at"},
      {1, "start | busy;", "busy;"},
      {1, "failed | cancel | ask_cancel", "failed | cancel"},
      {1, "ap_done <= done | (ap_done & ~read_ctrl", "ap_done <= (done | ap_done) & (~read_ctrl"},
      {1, "cancel <= ~done & (cancel", "cancel <= (cancel"},
  };
  for (const auto& [part, from, to] : controls)
    EXPECT_THAT(refute(folder, harness(folder, "control", part, {"rtlgen_control", from, to})), HasSubstr(kRefuted))
        << to;
}

TEST(Sequencer, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_sequencer_broken");
  const std::vector<std::tuple<int, std::string, std::string>> sequencers = {
      {0, "RECALL: if (token_back) next = RESET", "RECALL: next = RESET"},
      {0, "RESET: if (token_back) next = SETTLE", "RESET: next = SETTLE"},
      {0, "localparam REST = 6;", "localparam REST = 4;"},
      {0, "if (send && !rst) ping <= ~ping;", "if (rst) ping <= 1'b0; else if (send) ping <= ~ping;"},
      {0, "(state == RELEASE && age == 3'd0)", "1'b0"},
      {0, ".in(bus_rst), .out(kernel_hold)", ".in(bus_rst & busy), .out(kernel_hold)"},
      {0, "LISTEN: if (settled) next = failed ? STOP : RUN", "LISTEN: if (settled) next = RUN"},
      {0, "core_config_error & ~kernel_rst", "1'b0"},
      {1, "core_config_error & ~kernel_rst", "core_config_error"},
      {1, "settled & (&walk_done) & all_idle", "settled & (&walk_done)"},
      {1, "(&walk_done) & all_idle & core_is_done", "all_idle & core_is_done"},
      {1, "all_idle & core_is_done", "all_idle"},
      {1, "finished = settled &", "finished ="},
      {1, "if (settled && all_idle) next = RECALL", "if (settled) next = RECALL"},
      {1, "stop <= next == STOP || (stop && !begins)", "stop <= next == STOP"},
      {1, "kinds <= kinds | seen", "kinds <= seen"},
      {1, "if (kinds[2:0] == 3'd0) first", "first"},
      {1, "done = busy & (state == SETTLE) & settled", "done = (state == SETTLE) & settled"},
      {1, "watchdog_limit != NEVER && quiet", "quiet"},
  };
  for (const auto& [part, from, to] : sequencers)
    EXPECT_THAT(prove(folder, harness(folder, "sequencer", part, {"rtlgen_sequencer", from, to})), HasSubstr(kRefuted))
        << to;
}

TEST(Control, MutantsAreCaughtInSimulation) {
  RTLGEN_NEED_TOOLS();
  struct Broken {
    Mutant mutant;
    std::string bench, caught;
  };
  const std::vector<Broken> mutants = {
      {{"rtlgen_control", "auto_restart & ~no_more", "auto_restart"}, "control_bench", "an output"},
      {{"rtlgen_control", "ask_start | (act & to_config & locked)", "ask_start"}, "control_bench", "an output"},
      {{"rtlgen_control", "{status_words, config_words,", "{config_words, status_words,"},
       "control_bench",
       "what was read"},
      {{"rtlgen_control", "{2{to_isr}}", "2'b11"}, "control_bench", "what was read"},
      {{"rtlgen_control", "(to_config && locked)", "1'b0"}, "control_bench", "answer to a write"},
      {{"rtlgen_control", "ar_held & ~s_axil_rvalid", "1'b0"}, "control_bench", "no answer"},
      {{"rtlgen_sequencer", "if (settled && all_idle) next", "if (settled) next"}, "run_bench", "on their way"},
      {{"rtlgen_sequencer", "RESET: if (token_back) next", "RESET: next"}, "run_bench", "start in reset"},
      {{"rtlgen_sequencer", "quiet == watchdog_limit;", "quiet[5:0] == watchdog_limit[5:0];"}, "run_bench", "watchdog"},
      {{"rtlgen_sequencer", "bus_rst || progress", "bus_rst"}, "run_bench", "watchdog"},
      {{"rtlgen_sequencer", "busy && !progress", "!progress"}, "run_bench", "cycles stalled, kept"},
      {{"rtlgen_sequencer", "busy && !progress", "state == RUN && !progress"}, "run_bench", "cycles stalled"},
      {{"rtlgen_sequencer", "if (busy) cycles_busy", "if (!bus_rst) cycles_busy"}, "run_bench", "cycles busy"},
      {{"rtlgen_sequencer", "settled & (&walk_done) &", "settled &"}, "run_bench", "on their way"},
      {{"rtlgen_sequencer", "RUN: if (failed) next = STOP;\n           else if", "RUN: if"}, "run_bench", "no "},
  };
  for (const Broken& b : mutants) {
    const std::string folder = test::fresh_folder("control_broken");
    broken(folder, b.mutant);
    EXPECT_THAT(simulate(folder, b.bench, {"+bus=10", "+kernel=33", "+runs=100", "+accesses=3000"}),
                HasSubstr(b.caught))
        << b.mutant.to;
  }
}

TEST(Control, EveryToolReadsTheModules) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("control_lint");
  const std::vector<std::pair<std::string, std::vector<std::string>>> shapes = {
      {"control", {}},
      {"control", {"CONFIG_WORDS=1", "STATUS_WORDS=1", "ADDRESS_BITS=5"}},
      {"control", {"CONFIG_WORDS=3", "STATUS_WORDS=1", "ADDRESS_BITS=5"}},
      {"sequencer", {}},
      {"sequencer", {"READERS=3", "WRITERS=2", "WATCHDOG_BITS=1", "COUNTER_BITS=1"}},
  };
  for (const auto& [name, values] : shapes) {
    const std::string top = "rtlgen_" + name;
    std::vector<std::string> verilator = {"verilator", "--lint-only", "-Wall", "-y", kRtl, kRtl + top + ".v"};
    std::vector<std::string> icarus = {"iverilog", "-g2005", "-Wall", "-t", "null",
                                       "-s",       top,      "-y",    kRtl, kRtl + top + ".v"};
    for (const std::string& value : values) {
      verilator.push_back("-G" + value);
      icarus.push_back("-P" + top + "." + value);
    }
    EXPECT_EQ(test::kept_run(folder, verilator).output, "") << top;
    EXPECT_EQ(test::kept_run(folder, icarus).output, "") << top;
  }
  EXPECT_FALSE(run(folder, {"verilator", "--lint-only", "-GADDRESS_BITS=6", kRtl + "rtlgen_control.v"}).ok())
      << "the map does not fit";
}

/// Printed for the table in rtl/README.md; held to bounds so that growth is seen.
TEST(Control, AreaOnXilinxSeries7) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("control_area");
  for (const auto& [name, sets, most] : {std::tuple<std::string, std::string, int>{"control", "", 450},
                                         {"sequencer", "", 160},
                                         {"sequencer", " -set READERS 4 -set WRITERS 4", 180}}) {
    const std::string top = "rtlgen_" + name;
    const std::string chparam = sets.empty() ? "" : "chparam" + sets + " " + top + "; ";
    const std::string output =
        test::kept_run(folder, {"yosys", "-p",
                                "read_verilog " + kRtl + top + ".v " + kRtl + "rtlgen_sync.v; " + chparam +
                                    "synth_xilinx -family xc7 -flatten -noiopad -top " + top + "; stat -tech xilinx"})
            .output;
    const std::size_t at = output.rfind("Estimated number of LCs:");
    ASSERT_NE(at, std::string::npos) << output.substr(output.size() > 500 ? output.size() - 500 : 0);
    const int cells = std::atoi(output.c_str() + at + 24);
    std::fprintf(stderr, "%s%s: %d logic cells\n", top.c_str(), sets.c_str(), cells);
    EXPECT_LE(cells, most) << top << sets;
    EXPECT_GT(cells, 20) << top << sets;
  }
}

}  // namespace
}  // namespace rtlgen::shell_test
