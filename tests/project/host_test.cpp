// Modules of cards alone: hosts of both widths with every size of beat, four channels, two kernels, and faults that the
// benches must find.
#include <gmock/gmock.h>

#include "bench.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kBenches = test::source_folder() + "/tests/project/";

/// Right with many accesses, and with each fault after fewer what it says. `words`: the program's before their number.
void judge(const Bench& bench, const std::string& module, const std::vector<std::string>& words,
           const std::vector<Fault>& faults) {
  const auto command = [&](const char* accesses) {
    std::vector<std::string> all = {"obj_dir/V" + module};
    all.insert(all.end(), words.begin(), words.end());
    all.emplace_back(accesses);
    return all;
  };
  EXPECT_THAT(bench.verdict(0, command("20000")), StartsWith("ok "));
  for (std::size_t i = 0; i < faults.size(); ++i) {
    EXPECT_THAT(bench.verdict(i + 1, command("3000")), HasSubstr(faults[i].verdict)) << faults[i].wrong;
  }
}

std::vector<std::string> arguments(const std::string& module, const std::string& source,
                                   const std::vector<std::string>& parameters) {
  std::vector<std::string> all = {"--cc", "--exe", "--top-module", module, module + ".v", kBenches + source};
  all.insert(all.end(), parameters.begin(), parameters.end());
  return all;
}

TEST(AxiHost, EveryByteIsRightAndFaultsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string module = "rtlgen_axi_host";
  const std::vector<Fault> faults = {
      {module + ".v", "w_held <= ", "~w_ends", "1'b0", ";", "a byte is wrong", ""},
      {module + ".v", "r_at <= ", "r_at + r_mask + ONE[LANE-1:0]", "r_at", ";", "a byte is wrong", ""},
      {module + ".v", ".in_data(", "s_awid", "~s_awid", ")", "a wrong answer", ""}};
  for (const auto& [bits, bytes] : {std::pair{"256", "32"}, {"512", "64"}}) {
    const std::vector<std::string> words = arguments(module, "host_bench.cpp", {std::string("-GHOST_BITS=") + bits});
    const bool narrow = std::string(bits) == "256";
    const std::vector<Fault> here = narrow ? faults : std::vector<Fault>{};
    judge(Bench(std::string("axi_host_") + bits, words, faults, module), module, {bytes}, here);
  }
}

TEST(AxilSplit, EveryAccessGetsAResponseAndFaultsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string module = "rtlgen_axil_split";
  const std::vector<Fault> faults = {
      {module + ".v", "assign s_arready = ", "~r_on & ~rst", "~r_on", ";", "it hangs", ""},
      {module + ".v", "w_pick <= ", "s_awaddr[OFFSET_BITS+:PICK]", "s_araddr[OFFSET_BITS+:PICK]", ";",
       "of another kernel", ""}};
  judge(Bench(module, arguments(module, "registers_bench.cpp", {}), faults), module, {}, faults);
}

TEST(AxiSplit, ResponsesComeInTheOrderOfBurstsAndFaultsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string module = "rtlgen_axi_split";
  const std::vector<Fault> faults = {
      {module + ".v", "assign s_bvalid = b_note_valid & ", "m_bvalid[b_pick]", "(|m_bvalid)", ";",
       "no channel has given", ""},
      {module + ".v", "", "m_rdata[BUS_BITS*r_pick+:BUS_BITS]", "m_rdata[0+:BUS_BITS]", "", "a word is wrong", ""}};
  judge(Bench(module, arguments(module, "split_bench.cpp", {"-GCHANNELS=4", "-GCHANNEL_BITS=12"}), faults), module, {},
        faults);
}

}  // namespace
}  // namespace rtlgen::test
