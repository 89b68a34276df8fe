// The firewalls and the resets, proven without a bound in time for any behaviour behind them; and mutants
// that the proofs refute.
#include "../shell/prove.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;

const std::string kGuards = test::source_folder() + "/tests/guard/";

/// A mutant, and the part of the harness that finds it.
struct Broken {
  int part;
  Mutant mutant;
};

/// `part` of the harness of `module`; of a mutant, the file that is broken.
Proof harness(const std::string& module, int part, const Mutant& mutant = {}, const std::string& folder = "") {
  Proof proof{module + "_props", {kGuards + "offer.v"}, {{"PART", part}}, {}, false, kGuards};
  const std::vector<std::string> below = module == "axi_guard" ? std::vector<std::string>{"rtlgen_queue", "rtlgen_skid"}
                                         : module == "channel_probe" ? std::vector<std::string>{"rtlgen_queue"}
                                                                     : std::vector<std::string>{};
  std::vector<std::string> modules = {"rtlgen_" + module};
  modules.insert(modules.end(), below.begin(), below.end());
  for (const std::string& name : modules)
    proof.files.push_back(name == mutant.module ? broken(folder, mutant) : kRtl + name + ".v");
  return proof;
}

/// The harness of `module`, "channel_reset" or "card_reset".
Proof resets(const std::string& module, const Mutant& mutant = {}, const std::string& folder = "") {
  const bool many_clocks = module == "channel_reset";
  Proof proof{module + "_props", {}, {}, {}, many_clocks, kGuards};
  proof.files.push_back(mutant.module.empty() ? kRtl + "rtlgen_" + module + ".v" : broken(folder, mutant));
  if (many_clocks) proof.files.push_back(kRtl + "rtlgen_sync.v");
  return proof;
}

void expect_refuted(const std::string& module, const std::vector<Broken>& mutants) {
  const std::string folder = test::fresh_folder("formal_" + module + "_broken");
  for (const auto& [part, mutant] : mutants) {
    EXPECT_THAT(refute(folder, harness(module, part, mutant, folder), 40), HasSubstr(kRefuted))
        << part << ": " << mutant.from << " -> " << mutant.to;
  }
}

TEST(AxiGuard, EveryBurstGetsItsResponseInTimeWhateverIsBehind) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_axi_guard");
  for (const int part : {0, 1, 2, 3, 4})
    EXPECT_THAT(prove(folder, harness("axi_guard", part)), HasSubstr(kProved)) << part;
}

TEST(AxiGuard, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  constexpr int kWrites = 0, kReads = 1, kWriteTime = 2, kReadTime = 3, kThrough = 4;
  const std::string guard = "rtlgen_axi_guard", skid = "rtlgen_skid";
  expect_refuted(
      "axi_guard",
      {{kWrites, {guard, "b_note_valid & b_complete != NONE & ~s_bvalid", "b_note_valid & ~s_bvalid"}},
       {kWrites, {guard, "{aw_fate[1:0], s_awid}", "{aw_fate[1:0], ~s_awid}"}},
       {kWrites, {guard, "b_here ? (b_fate != PASSED ? b_fate : SLVERR)", "b_here ? SLVERR"}},
       {kWrites, {guard, "s_bvalid <= end_of_write | (s_bvalid & ~s_bready)", "s_bvalid <= end_of_write"}},
       {kWrites, {guard, "if (~s_bvalid) begin", "begin"}},
       {kWrites, {guard, "else if (~|(usable & (ONE[CHANNELS-1:0] << channel)))", "else if (1'b0)"}},
       {kWrites, {guard, "if (|(channel >> PICK))", "if (1'b0)"}},
       {kWrites, {guard, "else if (stopped) fate = {SHUT, SLVERR}", "else if (1'b0) fate = {SHUT, SLVERR}"}},
       {kReads, {guard, "r_last <= r_left == 8'd1", "r_last <= 1'b1"}},
       {kReads, {guard, "r_last <= note_len == 8'd0", "r_last <= 1'b0"}},
       {kReads, {guard, "{ar_fate[1:0], s_arlen, s_arid}", "{ar_fate[1:0], s_arlen, ~s_arid}"}},
       {kReads, {guard, "r_fate != PASSED ? r_fate : (flush_reads", "(flush_reads"}},
       {kReads, {skid, "spare_full ? spare : in_data", "in_data"}},
       {kReads, {skid, "out_valid <= ~free | spare_full | put", "out_valid <= spare_full | put"}},
       {kReads, {skid, "if (free) out_data", "out_data"}},
       {kWriteTime, {guard, "write_late = write_owed & write_time == bound", "write_late = 1'b0"}},
       {kWriteTime, {guard, "(m_awvalid & ~data_missing) | ", ""}},
       {kWriteTime, {guard, "(m_wvalid | (m_awvalid", "((m_awvalid"}},
       {kWriteTime, {guard, "(m_awvalid & ~data_missing) | m_bready", "(m_awvalid & ~data_missing)"}},
       {kWriteTime, {guard, "flush_writes <= (shuts", "flush_writes <= 1'b0 & (shuts"}},
       {kWriteTime, {guard, "| b_taken | writes_empty) write_time", "| writes_empty | m_awready) write_time"}},
       {kReadTime, {guard, "read_late = read_owed & read_time == bound", "read_late = 1'b0"}},
       {kReadTime, {guard, "(m_arvalid | m_rready)", "m_rready"}},
       {kReadTime, {guard, "(m_arvalid | m_rready)", "m_arvalid"}},
       {kReadTime, {guard, "flush_reads <= (shuts", "flush_reads <= 1'b0 & (shuts"}},
       {kReadTime, {guard, "(r_taken & r_last) | reads_empty) read_time", "r_taken | m_arready) read_time"}},
       {kThrough, {guard, ".rst(rst | shut | flush_writes)", ".rst(rst)"}},
       {kThrough, {guard, "~rst & ~shut & ~trip & (pass_aw", "~rst & (pass_aw"}},
       {kThrough, {guard, "~rst & ~shut & ~trip & (pass_ar", "~rst & (pass_ar"}},
       {kThrough, {guard, "pass_aw = take_aw & aw_fate[1:0] == PASSED", "pass_aw = take_aw"}},
       {kThrough, {guard, "pass_ar = take_ar & ar_fate[1:0] == PASSED", "pass_ar = take_ar"}},
       {kThrough, {guard, "if (pass_aw) begin", "begin"}},
       {kThrough, {guard, "if (pass_aw) begin", "if (~m_awvalid) begin"}},
       {kThrough, {guard, "if (pass_ar) begin", "if (~m_arvalid) begin"}},
       {kThrough, {guard, "closed <= trip | (closed & ~behind_rst)", "closed <= closed & ~behind_rst"}},
       {kThrough, {guard, "a_owed != NONE & b_owed != NONE;", "b_owed != NONE;"}},
       {kThrough, {guard, "out_ready & ~shut & r_owed != NONE", "out_ready & ~shut"}},
       {kThrough, {guard, "s_wvalid & w_note_valid & ~dropped", "s_wvalid & w_note_valid"}},
       {kThrough, {skid, "spare_full ? spare : in_data", "in_data"}}});
}

TEST(AxilGuard, EveryAccessGetsItsResponseInTimeWhateverIsBehind) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_axil_guard");
  for (const int part : {0, 1, 2}) EXPECT_THAT(prove(folder, harness("axil_guard", part)), HasSubstr(kProved)) << part;
}

TEST(AxilGuard, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  constexpr int kHost = 0, kTime = 1, kBehind = 2;
  const std::string guard = "rtlgen_axil_guard";
  expect_refuted(
      "axil_guard",
      {{kHost, {guard, "w_ends | (s_bvalid & ~s_bready)", "w_ends"}},
       {kHost, {guard, "r_ends | (s_rvalid & ~s_rready)", "r_ends"}},
       {kHost, {guard, "s_bresp <= w_place == TO_CARD ? OKAY", "s_bresp <= w_place == TO_CARD ? SLVERR"}},
       {kHost, {guard, "m_bvalid & m_bready & ~shut ? m_bresp", "m_bvalid ? m_bresp"}},
       {kHost, {guard, "{FAILED, 5'd0, r_failure};\n    end else", "32'd0;\n    end else"}},
       {kHost, {guard, "at >= KERNEL_END", "1'b0"}},
       {kHost, {guard, "r_good ? m_rdata", "m_rvalid ? m_rdata"}},
       {kHost, {guard, "s_awready <= w_state == GATHER & ~aw_held", "s_awready <= w_state == GATHER"}},
       {kTime, {guard, "w_late = w_asks & (&w_time)", "w_late = 1'b0"}},
       {kTime, {guard, "r_late = r_asks & (&r_time)", "r_late = 1'b0"}},
       {kTime, {guard, "w_time <= w_asks ? w_time + ONE", "w_time <= w_asks & ~m_awready ? w_time + ONE"}},
       {kBehind, {guard, "m_awvalid <= w_begins | (m_awvalid & ~m_awready", "m_awvalid <= w_begins | (m_awvalid"}},
       {kBehind, {guard, "m_arvalid <= r_begins | (m_arvalid & ~m_arready", "m_arvalid <= r_begins | (m_arvalid"}},
       {kBehind, {guard, "w_place == TO_KERNEL & ~shut", "~shut"}},
       {kBehind, {guard, "r_place == TO_KERNEL & ~shut", "~shut"}},
       {kBehind, {guard, "& ~m_wready & ~w_ends", "& ~w_ends"}},
       {kBehind, {guard, "card_write = w_state == DECIDE & w_place == TO_CARD", "card_write = w_state == DECIDE"}},
       {kBehind, {guard, "m_bready = w_asks & ~m_awvalid & ~m_wvalid", "m_bready = w_asks"}}});
}

TEST(AxiUnrequested, AResponseReachesOnlyAMasterThatHasRequestedIt) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_axi_unrequested");
  for (const int part : {0, 1})
    EXPECT_THAT(prove(folder, harness("axi_unrequested", part)), HasSubstr(kProved)) << part;
}

TEST(AxiUnrequested, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  constexpr int kAny = 0, kLegal = 1;
  const std::string unrequested = "rtlgen_axi_unrequested";
  expect_refuted("axi_unrequested",
                 {{kAny, {unrequested, "s_rvalid = m_rvalid & ~drop_read", "s_rvalid = m_rvalid"}},
                  {kAny, {unrequested, "s_bvalid = m_bvalid & ~no_writes", "s_bvalid = m_bvalid"}},
                  {kAny, {unrequested, "m_rready = s_rready | drop_read", "m_rready = s_rready"}},
                  {kAny, {unrequested, "m_bready = s_bready | no_writes", "m_bready = s_bready"}},
                  {kAny, {unrequested, "m_rready = s_rready | drop_read", "m_rready = 1'b1"}},
                  {kAny, {unrequested, "drop_read = no_reads | rest", "drop_read = no_reads"}},
                  {kAny, {unrequested, "drops_read ? ~m_rlast : rest", "drops_read | rest"}},
                  {kAny, {unrequested, "rest <= ~rst & (", "rest <= ("}},
                  {kAny, {unrequested, "m_rvalid & drop_read & ~rst", "m_rvalid & drop_read"}},
                  {kAny, {unrequested, "m_bvalid & no_writes & ~rst", "m_bvalid & no_writes"}},
                  {kAny, {unrequested, "if (rst) reads", "if (1'b0) reads"}},
                  {kAny, {unrequested, "if (rst) writes", "if (1'b0) writes"}},
                  {kAny, {unrequested, "no_reads <= rst | (", "no_reads <= ("}},
                  {kAny, {unrequested, "s_rvalid & s_rready & m_rlast", "s_rvalid & s_rready"}},
                  {kAny, {unrequested, "s_wvalid & s_wready & s_wlast", "s_wvalid & s_wready"}},
                  {kAny, {unrequested, "dropped = dropped_read | dropped_write", "dropped = dropped_read"}},
                  {kAny, {unrequested, "& {(2 * COUNT_BITS){kept}}", ""}},
                  {kAny, {unrequested, "if (~kept) beats", "if (dropped_read & ~kept) beats"}},
                  {kAny, {unrequested, "if (~kept) responses", "if (dropped_write & ~kept) responses"}},
                  {kAny, {unrequested, "dropped_read & ~&beats", "dropped_read"}},
                  {kAny, {unrequested, "responses + ONE[COUNT_BITS-1:0]", "responses"}},
                  {kLegal, {unrequested, "write_ends & last_write)", "write_ends)"}},
                  {kLegal, {unrequested, "read_begins == read_ends ? no_reads", "~read_ends ? no_reads"}}});
}

TEST(ChannelProbe, KeepsTheFirstErrorWithItsAddress) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_channel_probe");
  // All 256 bits are compared with their last values, in which a search for equal signals takes minutes.
  EXPECT_THAT(ask(folder, harness("channel_probe", 0), "dc2; pdr -nct -T 250"), HasSubstr(kProved));
  for (const int part : {1, 2, 3})
    EXPECT_THAT(prove(folder, harness("channel_probe", part)), HasSubstr(kProved)) << part;
}

TEST(ChannelProbe, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  constexpr int kKept = 0, kModel = 1, kFalse = 2, kFirst = 3;
  const std::string probe = "rtlgen_channel_probe", queue = "rtlgen_queue";
  expect_refuted("channel_probe",
                 {{kKept, {probe, "~was_busy & ~kept", "~was_busy"}},
                  {kKept, {probe, "~kept & ~error & ~rst", "~kept & ~rst"}},
                  {kKept, {probe, "recording & ~rst & ~failed", "recording & ~rst"}},
                  {kKept, {probe, "failed & ~begins", "failed"}},
                  {kKept, {probe, "else if (recording & s_arvalid", "else if (s_arvalid"}},
                  {kKept, {probe, "else if (recording & s_awvalid", "else if (s_awvalid"}},
                  {kKept, {probe, "end else if (recording) begin", "end else begin"}},
                  {kKept, {probe, "u_reads (\n    .clk(clk), .rst(begins)", "u_reads (\n    .clk(clk), .rst(rst)"}},
                  {kModel, {probe, "~r_last & ends_here", "~r_last"}},
                  {kModel, {probe, "r_last & ~ends_here", "1'b0"}},
                  {kModel, {probe, "b_here & ~writes", "1'b0"}},
                  {kModel, {probe, "r_here & ~reads,", "1'b0,"}},
                  {kModel, {probe, "recording & ~rst & ~failed", "recording & ~failed"}},
                  {kModel, {probe, "found[0] | found[4] | found[5]", "found[0] | found[5]"}},
                  {kModel, {probe, "open_reads == most_reads", "1'b1"}},
                  {kModel, {probe, "open_writes == most_writes", "1'b0"}},
                  {kModel, {probe, "read_ends & ~ar_taken", "read_ends"}},
                  {kModel, {probe, "aw_taken & ~write_ends", "aw_taken"}},
                  {kFalse, {probe, "r_bad <= s_rresp[1]", "r_bad <= s_rlast"}},
                  {kFalse, {probe, "r_last ? 8'd0 : beat + 8'd1", "beat + 8'd1"}},
                  {kFalse, {probe, "recording & r_taken & r_last & reads", "recording & r_taken & reads"}},
                  {kFalse, {probe, "recording & b_taken & writes;", "recording & b_here & writes;"}},
                  {kFalse, {probe, "{read_len, read_at}", "{8'd0, read_at}"}},
                  {kFalse, {queue, "out_valid <= put | (take", "out_valid <= (take"}},
                  {kFirst, {probe, "error_at <= oldest_read", "error_at <= read_at"}},
                  {kFirst, {probe, "error_at <= oldest_write", "error_at <= write_at"}},
                  {kFirst, {probe, "error_at <= oldest_write", "error_at <= oldest_read"}},
                  {kFirst, {probe, "b_taken & writes & b_bad", "1'b0"}},
                  {kFirst, {probe, "recording & ~rst & ~failed", "recording & ~rst"}},
                  {kFirst, {probe, "error <= failed & ~begins", "error <= 1'b0"}},
                  {kFirst, {probe, "in_data(write_at)", "in_data(s_awaddr[SHIFT+:AT_BITS])"}}});
}

TEST(ChannelReset, SidesAreInResetTogether) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(prove(test::fresh_folder("formal_channel_reset"), resets("channel_reset")), HasSubstr(kProved));
}

TEST(ChannelReset, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_channel_reset_broken");
  const std::string module = "rtlgen_channel_reset";
  for (const Mutant& mutant :
       {Mutant{module, "REACH: if (token_back)", "REACH: if (1'b1)"},
        Mutant{module, "localparam REST = 6", "localparam REST = 3"},
        Mutant{module, "        if (&age) begin\n          hold", "        begin\n          hold"},
        Mutant{module, "WAIT: if (~busy & ~rst)", "WAIT: if (~busy)"},
        Mutant{module, "default: if (busy | rst)", "default: if (busy)"},
        Mutant{module, "state == OPEN & ~rst & busy", "state == OPEN & busy"},
        Mutant{module, "far_rst <= far_hold", "far_rst <= far_hold | far_busy"}})
    EXPECT_THAT(refute(folder, resets("channel_reset", mutant, folder), 80), HasSubstr(kRefuted)) << mutant.to;
}

TEST(CardReset, ResetsAreLongEnoughAndNoLonger) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(prove(test::fresh_folder("formal_card_reset"), resets("card_reset")), HasSubstr(kProved));
}

TEST(CardReset, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_card_reset_broken");
  const std::string module = "rtlgen_card_reset";
  for (const Mutant& mutant :
       {Mutant{module, "ask_bus | ask_kernel | (|ask_memory) | (|lost)", "ask_kernel | (|ask_memory) | (|lost)"},
        Mutant{module, "| (|lost)", ""}, Mutant{module, "hold <= ask ? 6'd63", "hold <= ask ? 6'd62"},
        Mutant{module, "bus_rst <= ask | ~over | ~kernel_runs", "bus_rst <= ask | ~over"},
        Mutant{module, "bus_rst <= ask | ~over", "bus_rst <= ~over"},
        Mutant{module, "ask_kernel | (kernel_stop & ~over)", "ask_bus | (kernel_stop & ~over)"},
        Mutant{module, "ask_memory | (memory_stop & {CHANNELS{~over}})", "ask_memory | memory_stop"},
        Mutant{module, "ask_memory | (memory_stop & {CHANNELS{~over}})", "ask_memory"},
        Mutant{module, "ask_memory | (memory_stop", "{CHANNELS{|ask_memory}} | (memory_stop"},
        Mutant{module, "kernel_resetn <= ~rst & ~kernel_stop", "kernel_resetn <= ~rst"},
        Mutant{module, "kernel_lost = ran & ~kernel_runs", "kernel_lost = ~kernel_runs"},
        Mutant{module, "restarted = ~bus_rst & (ask | ~kernel_runs)", "restarted = ~bus_rst & ask"},
        Mutant{module, "~bus_rst & (rst | ask", "~bus_rst & (ask"},
        Mutant{module, "|(was_calibrated & ~calibrated)", "&(was_calibrated & ~calibrated)"}})
    EXPECT_THAT(refute(folder, resets("card_reset", mutant, folder), 150), HasSubstr(kRefuted)) << mutant.to;
}

}  // namespace
}  // namespace rtlgen::shell_test
