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
  return {"read_props",
          {kHere + "bursts_any.v", file},
          {},
          {"waits u_read.full", "waits_inside u_read.req_inside", "next_inside u_read.burst_inside"},
          false};
}

Proof write(int part, const std::string& file = kRtl + "rtlgen_axi_write.v") {
  return {"write_props",
          {kHere + "bursts_any.v", file},
          {{"PART", part}},
          {"enter_any u_write.enter", "empty u_write.entered_empty", "mark u_write.entered_mark",
           "entered_len u_write.entered_len", "waits u_write.full", "waits_inside u_write.req_inside",
           "next_inside u_write.burst_inside"},
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

TEST(BusFormal, RowsAreCommittedAfterTheirResponsesAndDataNeverWait) {
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
      {{"rtlgen_async_fifo", "in_ready <= ~full_next", "in_ready <= 1'b1"}, fifo},
      {{"rtlgen_async_fifo", "write ? wr_successor == full_at : wr_binary == full_at", "wr_binary == full_at"}, fifo},
      {{"rtlgen_async_fifo", "if (read) rd_successor", "rd_successor"}, fifo},
      {{"rtlgen_async_fifo", "(rd_some & keep) | some_else", "1'b1"}, fifo},
      {{"rtlgen_async_fifo", "rd_some ? rd_successor_gray != rd_sync : rd_gray != rd_sync", "rd_gray != rd_sync"},
       fifo},
      {{"rtlgen_async_fifo", "words[rd_binary[", "words[rd_next["}, fifo},
      {{"rtlgen_async_fifo", "full_at - wr_next", "full_at - wr_binary"}, fifo},
      {{"rtlgen_async_fifo", "{{DEPTH_LOG2{1'b0}}, keep}", "{{DEPTH_LOG2{1'b0}}, out_valid}"}, fifo},
      {{"rtlgen_bursts", "{2'b00, seg_place} + ", ""}, burst(0)},
      {{"rtlgen_bursts", "rest_end - MOST", "rest_end"}, burst(1)},
      {{"rtlgen_bursts", "next_end <= MOST", "next_end < MOST"}, burst(1)},
      {{"rtlgen_bursts", "seg_near <= MOST", "seg_near < MOST"}, burst(1)},
      {{"rtlgen_bursts", "rest_mark & rest_final", "rest_mark"}, burst(1)},
      {{"rtlgen_bursts", "cut_last} <= last", "cut_first} <= last"}, burst(0)},
      {{"rtlgen_bursts", ">= first_allowed", "> first_allowed"}, burst(0)},
      {{"rtlgen_bursts", ", {BYTE_BITS{1'b0}}} >= first_allowed", "} >= first_allowed[ADDR_BITS-1:BYTE_BITS]"},
       burst(0)},
      {{"rtlgen_axi_read", "? req_fits &", "? req_inside &"}, read},
      {{"rtlgen_axi_read", ": burst_fits &", ": burst_inside &"}, read},
      {{"rtlgen_axi_read", "~req_valid & ~halt", "~req_valid"}, read},
      {{"rtlgen_axi_read", "fifo_free - on_way - asked", "fifo_free - on_way"}, read},
      {{"rtlgen_axi_read", "burst_bank == req_bank ||", "1'b1 ||"}, read},
      {{"rtlgen_axi_read", "burst_fits = burst_inside &&", "burst_fits ="}, read},
      {{"rtlgen_axi_read", "req_fits = req_inside &&", "req_fits ="}, read},
      {{"rtlgen_axi_read", ".flush(halt)", ".flush(stop)"}, read},
      {{"rtlgen_axi_write", "leave & ending[9]", "enter & burst_mark"}, row(0)},
      {{"rtlgen_axi_write", "use_ack | (~nothing_open & ending[8])", "~nothing_open"}, row(0)},
      {{"rtlgen_axi_write", "ending[9] & ~err_resp", "ending[9]"}, row(0)},
      {{"rtlgen_axi_write", "beat == sending[7:0]", "beat == 8'd1"}, row(1)},
      {{"rtlgen_axi_write", "~full & same_bank;", "~full;"}, row(2)},
      {{"rtlgen_axi_write", "ask = has_slot &", "ask ="}, row(0)},
      {{"rtlgen_axi_write", "in_count - promised_now", "in_count - promised"}, row(3)},
      {{"rtlgen_axi_write", "at_hand <= in_count", "at_hand <= {in_count[FREE_BITS-1:1], 1'b1}"}, row(3)},
  };
  for (const auto& [mutant, proof] : mutants)
    EXPECT_THAT(refute(folder, proof(broken(folder, mutant))), HasSubstr(kRefuted)) << mutant.to;
}

}  // namespace
}  // namespace rtlgen::shell_test
