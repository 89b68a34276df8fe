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
      {{"rtlgen_axil_join", "s_bvalid = w_host & m_bvalid", "s_bvalid = busy[0] & m_bvalid"}, part(0)},
      {{"rtlgen_axil_join", "busy[0] & aw_open & ~(m_awvalid & m_awready)", "busy[0]"}, part(0)},
      {{"rtlgen_axil_join", "m_araddr = debugger[1] ? d_araddr : s_araddr", "m_araddr = s_araddr"}, part(0)},
      {{"rtlgen_axil_join", "m_wdata = debugger[0] ? d_wdata", "m_wdata = ~debugger[0] ? d_wdata"}, part(0)},
      {{"rtlgen_axil_join", "d_rvalid = r_debugger & m_rvalid", "d_rvalid = busy[1] & m_rvalid"}, part(0)},
      {{"rtlgen_axil_join", "(r_debugger & d_rready)", "(r_debugger & s_rready)"}, part(0)},
      {{"rtlgen_axil_join", "d_awvalid & d_wvalid}", "d_awvalid}"}, part(1)},
      {{"rtlgen_axil_join", "debugger_asks & (~host_asks | ~debugger)", "debugger_asks & ~host_asks"}, part(1)},
      {{"rtlgen_axil_join", "debugger_asks & (~host_asks | ~debugger)", "debugger_asks"}, part(1)},
      {{"rtlgen_axil_join", "(busy & ~ends)", "(busy & ~{1'b0, ends[0]})"}, part(1)},
  };
  for (const auto& [mutant, proof] : mutants)
    EXPECT_THAT(refute(folder, proof(broken(folder, mutant))), HasSubstr(kRefuted)) << mutant.from;
}

}  // namespace
}  // namespace rtlgen::shell_test
