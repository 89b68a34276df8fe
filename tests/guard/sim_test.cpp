// The registers, resets and clocks of the card block, and the memory tester, in Icarus; with mutants that the benches
// find.
#include "../shell/shell_tools.hpp"

namespace rtlgen::shell_test {
namespace {

const std::string kGuards = test::source_folder() + "/tests/guard/";

/// The output of a bench; modules in `folder` come first.
std::string simulate(const std::string& folder, const std::string& bench, int bus_bits = 0) {
  std::vector<std::string> build = {"iverilog", "-g2005", "-o", bench + ".vvp", "-y", folder, "-y", kRtl};
  if (bus_bits > 0) build.push_back("-P" + bench + ".BUS_BITS=" + std::to_string(bus_bits));
  build.push_back(kGuards + bench + ".v");
  const ProcessResult built = run(folder, build);
  return built.ok() ? run(folder, {"vvp", "-n", bench + ".vvp"}).output : built.output;
}

void expect_found(const std::string& bench, const std::vector<Mutant>& mutants, int bus_bits = 0) {
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const std::string folder = test::fresh_folder(bench + "_broken_" + std::to_string(i));
    broken(folder, mutants[i]);
    EXPECT_NE(simulate(folder, bench, bus_bits), "ok\n") << mutants[i].from << " -> " << mutants[i].to;
  }
}

TEST(CardBlock, RegistersResetsAndClocksAreAsTheTableSays) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(simulate(test::fresh_folder("card_bench"), "card_bench"), "ok\n");
}

TEST(ClockChange, TellsTheWizardWhatToLoadAndWaitsForItsLock) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(simulate(test::fresh_folder("clock_change_bench"), "clock_change_bench"), "ok\n");
}

TEST(ClockChange, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string change = "rtlgen_clock_change";
  expect_found("clock_change_bench", {{change, "free & (change | restore)", "(change | restore)"},
                                      {change, "answered & ~bad & state != LOADS", "answered & state != LOADS"},
                                      {change, "state == IDLE | state == RISES", "state == IDLE"},
                                      {change, "m_awvalid & ~m_awready", "m_awvalid"},
                                      {change, "restore ? LOADS : INPUTS", "INPUTS"},
                                      {change, "bad ? IDLE : OUTPUTS", "OUTPUTS"},
                                      {change, "bad ? IDLE : LOADS", "LOADS"},
                                      {change, "bad ? IDLE : FALLS", "bad ? IDLE : RISES"},
                                      {change, " else if (&waited) state <= IDLE;", ""},
                                      {change, "RISES: if (locked) state <= IDLE", "RISES: state <= IDLE"},
                                      {change, "changed <= ~restoring", "changed <= 1'b1"},
                                      {change, "state == LOADS & answered & ~bad", "state == LOADS & answered"},
                                      {change, "OF_BITSTREAM = 32'd1", "OF_BITSTREAM = 32'd3"},
                                      {change, "state == FALLS & locked & (&waited)", "1'b0"},
                                      {change, "refused | (answered & bad)", "refused"},
                                      {change, "OUTPUT = 11'h208", "OUTPUT = 11'h204"},
                                      {change, "{24'd0, divide}", "{24'd0, feedback[7:0]}"},
                                      {change, "waited + 1'b1 : {PATIENCE_LOG2{1'b0}}", "waited + 1'b1 : waited"}});
}

TEST(CardBlock, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string card = "rtlgen_card", resets = "rtlgen_card_reset", meter = "rtlgen_clock_meter",
                    first = "rtlgen_first";
  expect_found("card_bench", {{card, "wdata[31:16] == KEY & (&wstrb)", "(&wstrb)"},
                              {card, "wdata[31:16] == KEY & (&wstrb)", "wdata[31:16] == KEY"},
                              {card, "{16{here & ~rst}}", "{16{to_requests & ~rst}}"},
                              {card, "& ~cleared) | occurred", "| occurred"},
                              {card, "& ~cleared) | occurred[32*word+8*lane+:8]", ") & ~cleared"},
                              {card, "{8{here & wstrb[lane]}} & wdata", "{8{here}} & wdata"},
                              {card, "else if (here & wstrb[lane]) settings", "else if (here) settings"},
                              {card, "write & write_at[9:6] == SETTING_GROUP", "write & write_at[7:6] == 2'd2"},
                              {card, "case (read_at[9:6])", "case ({2'd0, read_at[7:6]})"},
                              {card, "all_events[{read_at[5:0], 5'd0}+:32]", "all_settings[{read_at[5:0], 5'd0}+:32]"},
                              {resets, "ask_bus | ask_kernel | (|ask_memory) | (|lost)", "ask_bus"},
                              {resets, "| (|lost)", ""},
                              {resets, "bus_rst <= ask | ~over | ~kernel_runs", "bus_rst <= ask | ~over"},
                              {resets, "bus_rst <= ask | ~over", "bus_rst <= ask"},
                              {resets, "ask_kernel | (kernel_stop & ~over)", "ask_kernel"},
                              {resets, "ask_memory | (memory_stop & {CHANNELS{~over}})", "{CHANNELS{|ask_memory}}"},
                              {resets, "restarted = ~bus_rst & (ask | ~kernel_runs)", "restarted = ask | ~kernel_runs"},
                              {resets, "kernel_lost = ran & ~kernel_runs", "kernel_lost = ~kernel_runs"},
                              {resets, "~bus_rst & (rst | ask", "~bus_rst & (ask"},
                              {resets, "{15'd0, ~bus_rst & ", "{15'd0, "},
                              {resets, "|(was_calibrated & ~calibrated)", "|(~was_calibrated & calibrated)"},
                              {meter, "level & ~was_high", "level"},
                              {meter, "if (&window) last <= count", "last <= count"},
                              {meter, "(&window ? {COUNT_BITS{1'b0}} : count)", "count"},
                              {first, "take & ~kept", "take"},
                              {first, "word & {WIDTH{kept}}", "word"}});
}

TEST(MemoryTest, FindsWhatIsWrongAndEndsWhateverMemoryDoes) {
  RTLGEN_NEED_TOOLS();
  for (const int bits : {512, 128})
    EXPECT_EQ(simulate(test::fresh_folder("memory_test_" + std::to_string(bits)), "memory_test_bench", bits), "ok\n");
}

TEST(MemoryTest, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string module = "rtlgen_memory_test";
  std::vector<Mutant> mutants;
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"x = x ^ (x >> 17);", ""},
           {"(ONE << step) ^ seed", "ONE << step"},
           {"word ^ seed;\n", "word;\n"},
           {"host_idle & (&settle)", "&settle"},
           {"assign s_awready = m_awready & ~active", "assign s_awready = m_awready"},
           {"assign s_rvalid = m_rvalid & ~active", "assign s_rvalid = m_rvalid"},
           {"w_page != granted", "w_page != count"},
           {"open < MOST_OPEN", "open < ONE"},
           {"folded[i % 64] | differ[i]", "folded[i % 64]"},
           {"if (differ[i]) lowest = i[9:2]", "if (~differ[i]) lowest = i[9:2]"},
           {"if (~found) r_kept <= r_compared", "r_kept <= r_compared"},
           {"first_wrong = wrong & ~found", "first_wrong = wrong"},
           {"r_data[8*i+:8] != right[8*i+:8]", "r_data[8*i+:7] != right[8*i+:7]"},
           {"if (w_free | ~is_write) right", "right"},
           {"granted <= first", "granted <= 32'd0"},
           {"if (m_bresp != 2'b00) bad_response", "if (1'b0) bad_response"},
           {"ended == count & ~stops", "asked == count & ~stops"},
           {"state <= reads ? READ : CHECK;\n        end\n        READ", "state <= READ;\n        end\n        READ"},
           {"count <= asked;", ""},
           {"asked != count & open < MOST_OPEN & channel_ready", "asked != count & open < MOST_OPEN"},
           {"active & (&quiet)", "1'b0"},
           {"aborted <= ~no_response", "aborted <= 1'b1"},
           {"behind_rst & busy", "1'b0"},
           {"pause <= 1'b1;", ""}})
    mutants.push_back({module, from, to});
  expect_found("memory_test_bench", mutants, 512);
}

}  // namespace
}  // namespace rtlgen::shell_test
