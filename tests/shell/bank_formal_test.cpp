// Unbounded proofs of rtlgen_bank with rtlgen_share: whose data and responses go where, and who waits for how long; and
// of rtlgen_rebase. How many ports rtlgen_share can have.
#include "prove.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;

enum Part { kReads, kWrites, kTurns };

struct Shape {
  int readers, writers, outstanding, group;
};

Proof bank(Part part, const Shape& shape, const std::string& bank_file = kRtl + "rtlgen_bank.v",
           const std::string& share_file = kRtl + "rtlgen_share.v") {
  return {"bank_props",
          {bank_file, share_file},
          {{"PART", part},
           {"READERS", shape.readers},
           {"WRITERS", shape.writers},
           {"OUTSTANDING", shape.outstanding},
           {"GROUP", shape.group}},
          {},
          false};
}

TEST(BankFormal, DataAndResponsesReachTheirOwnersAndNoneStarves) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_bank");
  for (const Shape& shape : {Shape{3, 2, 2, 0}, {2, 3, 2, 2}, {1, 1, 2, 1}}) {
    for (const Part part : {kReads, kWrites, kTurns})
      EXPECT_THAT(prove(folder, bank(part, shape)), HasSubstr(kProved)) << part << " with groups of " << shape.group;
  }
}

TEST(BankFormal, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_bank_broken");
  const std::vector<std::pair<Part, Mutant>> mutants = {
      {kReads, {"rtlgen_bank", "m_axi_rvalid & m_axi_rlast", "m_axi_rvalid"}},
      {kReads, {"rtlgen_bank", "reader & {READERS{m_axi_rvalid}}", "{READERS{m_axi_rvalid}}"}},
      {kReads, {"rtlgen_bank", "rd_dat_error <= |m_axi_rresp", "rd_dat_error <= m_axi_rresp[0]"}},
      {kReads, {"rtlgen_share", "owners[open[SLOT_BITS-1:0]]", "owners[moving[SLOT_BITS-1:0]]"}},
      {kReads, {"rtlgen_share", "next != (open ^ SLOTS[POINTER_BITS-1:0])", "1'b1"}},
      {kReads, {"rtlgen_share", "{8{chosen[i]}}", "8'hFF"}},
      {kReads, {"rtlgen_share", "go & has_slot & (~a_valid | a_ready)", "go & has_slot"}},
      {kWrites, {"rtlgen_bank", "w_free = ~m_axi_wvalid | m_axi_wready", "w_free = 1'b1"}},
      {kWrites, {"rtlgen_bank", ".beats_end(w_load & w_last)", ".beats_end(w_load)"}},
      {kWrites,
       {"rtlgen_bank", "wdat_data[i*BUS_BITS +: BUS_BITS] & {BUS_BITS{from[i]}}", "wdat_data[i*BUS_BITS +: BUS_BITS]"}},
      {kWrites, {"rtlgen_bank", "{STROBES{from[i]}}", "{STROBES{1'b1}}"}},
      {kWrites, {"rtlgen_bank", "w_last = |(sender & wdat_last)", "w_last = |wdat_last"}},
      {kWrites, {"rtlgen_bank", "sender & {WRITERS{w_free}}", "{WRITERS{w_free}}"}},
      {kWrites, {"rtlgen_share", "owners[moving[SLOT_BITS-1:0]]", "owners[open[SLOT_BITS-1:0]]"}},
      {kWrites, {"rtlgen_share", "candidates & -candidates", "candidates"}},
      {kTurns, {"rtlgen_share", "|preferred ? preferred : req_valid", "req_valid"}},
      {kTurns, {"rtlgen_share", "after_chosen[i-1] | chosen[i-1]", "after_chosen[i-1]"}},
      {kTurns, {"rtlgen_bank", "writing <= write_taken ^ full", "writing <= write_taken"}},
      {kTurns, {"rtlgen_bank", "write_go = writing | ~|rd_req_valid", "write_go = writing"}},
      {kTurns, {"rtlgen_bank", "write_go = writing | ~|rd_req_valid", "write_go = 1'b1"}},
      {kTurns, {"rtlgen_bank", "goes_on ? passed + 8'd1 : 8'd1", "8'd1"}},
      {kTurns, {"rtlgen_bank", "full ? 8'd0 :", "full ? 8'd1 :"}},
  };
  for (const auto& [part, mutant] : mutants) {
    const std::string file = broken(folder, mutant);
    const bool is_bank = mutant.module == "rtlgen_bank";
    const Shape shape{2, 2, 2, part == kTurns ? 3 : 0};
    EXPECT_THAT(refute(folder, is_bank ? bank(part, shape, file) : bank(part, shape, kRtl + "rtlgen_bank.v", file)),
                HasSubstr(kRefuted))
        << mutant.to;
  }
}

/// Verilator's output for rtlgen_share with more ports than an integer has bits.
std::string lint_of_many_ports(const std::string& folder, const std::string& share_file) {
  return test::kept_run(folder,
                        {"verilator", "--lint-only", "-Wall", "--top-module", "rtlgen_share", "-GPORTS=33", share_file})
      .output;
}

TEST(BankLint, SharesAmongMoreThan32Ports) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("lint_share");
  EXPECT_EQ(lint_of_many_ports(folder, kRtl + "rtlgen_share.v"), "");
  const Mutant slice{"rtlgen_share", "& -candidates", "& (~candidates + ONE[PORTS-1:0])"};
  EXPECT_THAT(lint_of_many_ports(folder, broken(folder, slice)), HasSubstr("SELRANGE"));
}

Proof rebase(const std::string& file = kRtl + "rtlgen_rebase.v") { return {"rebase_props", {file}, {}, {}, false}; }

TEST(RebaseFormal, BurstsMoveByTheChannelsBegin) {
  RTLGEN_NEED_TOOLS();
  // Without the simplification before pdr, which solves everything in newer versions of ABC: pdr then decides nothing.
  EXPECT_THAT(ask(test::fresh_folder("formal_rebase"), rebase(), "pdr -nct -T 250"), HasSubstr(kProved));
}

TEST(RebaseFormal, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_rebase_broken");
  for (const Mutant& mutant :
       {Mutant{"rtlgen_rebase", "~out_valid | out_ready", "1'b1"},
        Mutant{"rtlgen_rebase", "in_addr[ADDR_BITS-1:PAGE_BITS] + base", "in_addr[ADDR_BITS-1:PAGE_BITS] | base"},
        Mutant{"rtlgen_rebase", "out_len <= in_len", "out_len <= base[7:0]"},
        Mutant{"rtlgen_rebase", "else if (in_ready) out_valid", "else out_valid"}})
    EXPECT_THAT(refute(folder, rebase(broken(folder, mutant))), HasSubstr(kRefuted)) << mutant.to;
}

}  // namespace
}  // namespace rtlgen::shell_test
