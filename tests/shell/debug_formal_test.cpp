// Unbounded proofs of what hardware.debug adds: the probe of a handshake, and the join of host and debugger.
#include <functional>

#include "prove.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;

Proof probe(const std::string& file = kRtl + "rtlgen_probe.v") {
  return {"probe_props",
          {file},
          {},
          {"valid_q u_probe.valid_q", "ready_q u_probe.ready_q", "count_q u_probe.count_q"},
          false};
}

Proof join(int part, const std::string& file = kRtl + "rtlgen_axil_join.v") {
  return {"join_props", {file}, {{"PART", part}}, {}, false};
}

TEST(DebugFormal, AProbeShowsWhatWasOneClockEarlier) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(prove(test::fresh_folder("formal_probe"), probe()), HasSubstr(kProved));
}

TEST(DebugFormal, AccessesReachTheSlaveOnceAndNobodyWaitsForLong) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_join");
  for (const int part : {0, 1}) EXPECT_THAT(prove(folder, join(part)), HasSubstr(kProved)) << part;
}

TEST(DebugFormal, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_debug_broken");
  const auto part = [](int n) { return [n](const std::string& file) { return join(n, file); }; };
  const std::vector<std::pair<Mutant, std::function<Proof(const std::string&)>>> mutants = {
      {{"rtlgen_probe", "valid_q <= valid;", "valid_q <= valid & ready;"}, probe},
      {{"rtlgen_probe", "ready_q <= ready;", "ready_q <= ready_q;"}, probe},
      {{"rtlgen_probe", "count_q <= words;", "count_q <= words + ONE;"}, probe},
      {{"rtlgen_probe", "if (rst) words <= NONE;\n    else if", "if"}, probe},
      {{"rtlgen_probe", "valid && ready", "valid"}, probe},
      {{"rtlgen_axil_join", "s_bvalid = w_on & ~w_debugger", "s_bvalid = w_on"}, part(0)},
      {{"rtlgen_axil_join", "if (m_awvalid & m_awready) aw_open <= 1'b0;", ""}, part(0)},
      {{"rtlgen_axil_join", "m_araddr = r_debugger ? d_araddr : s_araddr", "m_araddr = s_araddr"}, part(0)},
      {{"rtlgen_axil_join", "m_wdata = w_debugger ? d_wdata", "m_wdata = ~w_debugger ? d_wdata"}, part(0)},
      {{"rtlgen_axil_join", "d_rvalid = r_on & r_debugger", "d_rvalid = r_on"}, part(0)},
      {{"rtlgen_axil_join", "m_rready = r_on & (r_debugger ? d_rready : s_rready)", "m_rready = r_on & s_rready"},
       part(0)},
      {{"rtlgen_axil_join", "w_other = d_awvalid & d_wvalid", "w_other = d_awvalid"}, part(1)},
      {{"rtlgen_axil_join", "w_pick = w_other & (~w_host | ~w_debugger)", "w_pick = w_other & ~w_host"}, part(1)},
      {{"rtlgen_axil_join", "r_pick = d_arvalid & (~s_arvalid | ~r_debugger)", "r_pick = d_arvalid"}, part(1)},
      {{"rtlgen_axil_join", "if (m_rvalid & m_rready) r_on <= 1'b0;", ""}, part(1)},
  };
  for (const auto& [mutant, proof] : mutants)
    EXPECT_THAT(refute(folder, proof(broken(folder, mutant))), HasSubstr(kRefuted)) << mutant.from;
}

}  // namespace
}  // namespace rtlgen::shell_test
