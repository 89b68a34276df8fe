// Unbounded proofs of the bus side's FIFO, splitter and engines.
#include <functional>

#include "prove.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;

Proof async_fifo(int depth_log2, const std::string& file = kRtl + "rtlgen_async_fifo.v") {
  return {"async_fifo_props",
          {file},
          {{"DEPTH_LOG2", depth_log2}},
          {"wr_gray u_fifo.wr_gray", "rd_gray u_fifo.rd_gray"},
          true};
}

Proof bursts(int part, const std::string& file = kRtl + "rtlgen_bursts.v") {
  return {"bursts_props", {file}, {{"PART", part}}, {}, false};
}

Proof read(const std::string& file = kRtl + "rtlgen_axi_read.v") {
  return {"read_props", {kHere + "bursts_any.v", file}, {}, {"inside_burst u_read.burst_inside"}, false};
}

Proof write(int part, const std::string& file = kRtl + "rtlgen_axi_write.v") {
  return {"write_props",
          {kHere + "bursts_any.v", file},
          {{"PART", part}},
          {"enter_any u_write.enter", "empty u_write.burst_empty", "mark u_write.burst_mark",
           "entered_len u_write.burst_len", "inside_burst u_write.burst_inside"},
          false};
}

TEST(BusFormal, AsyncFifoKeepsOrderAndGrayCode) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_async_fifo");
  for (const int depth_log2 : {1, 2})
    EXPECT_THAT(prove(folder, async_fifo(depth_log2)), HasSubstr(kProved)) << depth_log2;
}

TEST(BusFormal, BurstsAreTheSegmentsBeatsWithinPagesAndBounds) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_bursts");
  for (const int part : {0, 1}) EXPECT_THAT(prove(folder, bursts(part), "pdr -T 250"), HasSubstr(kProved)) << part;
}

TEST(BusFormal, ReadsNeverOverflowTheFifo) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(prove(test::fresh_folder("formal_read"), read()), HasSubstr(kProved));
}

TEST(BusFormal, RowsAreCommittedAfterTheirAnswersAndDataNeverWait) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_write");
  for (const int part : {0, 1, 2, 3}) EXPECT_THAT(prove(folder, write(part)), HasSubstr(kProved)) << part;
}

TEST(BusFormal, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_bus_broken");
  const auto fifo = [](const std::string& file) { return async_fifo(1, file); };
  const auto burst = [](int n) { return [n](const std::string& file) { return bursts(n, file); }; };
  const auto row = [](int n) { return [n](const std::string& file) { return write(n, file); }; };
  const std::vector<std::pair<Mutant, std::function<Proof(const std::string&)>>> mutants = {
      {{"rtlgen_async_fifo", "wr_next ^ (wr_next >> 1)", "wr_next"}, fifo},
      {{"rtlgen_async_fifo", "free_next != {BITS{1'b0}}", "1'b1"}, fifo},
      {{"rtlgen_async_fifo", "(rd_binary != rd_sees_written)", "1'b1"}, fifo},
      {{"rtlgen_async_fifo", "words[rd_binary[", "words[rd_next["}, fifo},
      {{"rtlgen_async_fifo", "DEPTH - (wr_next", "DEPTH - (wr_binary"}, fifo},
      {{"rtlgen_bursts", "MOST[COUNT_BITS-1:0] - {{(COUNT_BITS - PLACE_BITS){1'b0}}, rest_place}",
        "MOST[COUNT_BITS-1:0]"},
       burst(1)},
      {{"rtlgen_bursts", "rest_beats - to_end", "rest_beats"}, burst(1)},
      {{"rtlgen_bursts", "rest_mark & is_final", "rest_mark"}, burst(1)},
      {{"rtlgen_bursts", "cut_last} <= last", "cut_first} <= last"}, burst(0)},
      {{"rtlgen_bursts", ">= first_allowed", "> first_allowed"}, burst(0)},
      {{"rtlgen_bursts", ", {BYTE_BITS{1'b0}}} >= first_allowed", "} >= first_allowed[ADDR_BITS-1:BYTE_BITS]"},
       burst(0)},
      {{"rtlgen_axi_read", "may_ask & fits", "may_ask"}, read},
      {{"rtlgen_axi_read", "fifo_free - on_way - asked", "fifo_free - on_way"}, read},
      {{"rtlgen_axi_read", "burst_bank == req_bank ||", "1'b1 ||"}, read},
      {{"rtlgen_axi_read", "~burst_empty & burst_inside", "~burst_empty"}, read},
      {{"rtlgen_axi_read", ".flush(halt)", ".flush(stop)"}, read},
      {{"rtlgen_axi_write", "leave & ending[9]", "enter & burst_mark"}, row(0)},
      {{"rtlgen_axi_write", "use_ack | (~nothing_open & ending[8])", "~nothing_open"}, row(0)},
      {{"rtlgen_axi_write", "ending[9] & ~err_resp", "ending[9]"}, row(0)},
      {{"rtlgen_axi_write", "beat == sending[7:0]", "beat == 8'd1"}, row(1)},
      {{"rtlgen_axi_write", "fits & same_bank & has_slot", "fits & has_slot"}, row(2)},
      {{"rtlgen_axi_write", "in_count - promised - asked", "in_count - promised"}, row(3)},
  };
  for (const auto& [mutant, proof] : mutants)
    EXPECT_THAT(refute(folder, proof(broken(folder, mutant))), HasSubstr(kRefuted)) << mutant.to;
}

}  // namespace
}  // namespace rtlgen::shell_test
