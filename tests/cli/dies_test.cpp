// Designs that are larger than a die: model says so, and explore proposes registers on the crossings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kTake = "use it with: ";

class SeveralDies : public Program {
 protected:
  const std::string hotspot_ = test::source_folder() + "/configs/hotspot2d.yaml";

  /// Explores one point alone.
  std::string explored(const std::string& board, const std::string& lanes, const std::string& steps,
                       const std::vector<std::string>& more = {}) {
    std::vector<std::string> call = {"explore", hotspot_,  "--board", board,    "--cells-per-cycle",
                                     lanes,     "--steps", steps,     "--json", "e.json"};
    call.insert(call.end(), more.begin(), more.end());
    const auto result = rtlgen(call);
    EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
    return result.output;
  }
  /// The best point of the last search.
  nlohmann::json best() { return nlohmann::json::parse(read_file(at("e.json")))["cases"][0]["best"]; }
};

TEST_F(SeveralDies, ModelSaysWhatHopsAreMissing) {
  const auto message = [&](const std::vector<std::string>& sets) {
    std::vector<std::string> call = {"model", hotspot_, "--board", "u250"};
    for (const std::string& set : sets) call.insert(call.end(), {"--set", "hardware." + set});
    return rtlgen(call).output;
  };
  const std::vector<std::string> large = {"steps=27", "cells_per_cycle=4"};
  EXPECT_THAT(message(large), HasSubstr("3 of the part's 4 dies are needed: hardware.hops=2 puts registers"));
  EXPECT_THAT(message({"steps=27", "cells_per_cycle=4", "hops=2"}), Not(HasSubstr("dies are needed")));
  // The same area, but each kernel has a die.
  EXPECT_THAT(message({"steps=5", "cells_per_cycle=4", "kernels=4", "bus=512"}), Not(HasSubstr("dies are needed")));
  EXPECT_THAT(message({"steps=20", "cells_per_cycle=8", "kernels=2", "bus=512"}),
              HasSubstr("dies are needed by a kernel: hardware.hops="));
  // No more hops than RG0223 allows.
  EXPECT_THAT(message({"steps=2", "cells_per_cycle=64"}),
              AllOf(HasSubstr("3 of the part's 4 dies are needed: hardware.hops=1 puts registers on the crossings "
                              "between 2 of them; hardware.steps is 2"),
                    HasSubstr("increase `steps` and reduce cells_per_cycle")));
  EXPECT_THAT(message({"steps=1", "cells_per_cycle=128"}),
              AllOf(HasSubstr("dies are needed; hardware.steps is 1"), Not(HasSubstr("hardware.hops="))));
}

TEST_F(SeveralDies, ExploreProposesTheHopsOfItsBest) {
  const std::string two = explored("vcu118", "4", "20");
  EXPECT_THAT(two, HasSubstr("note: 2 of the part's 3 dies are needed: hardware.hops=1 puts registers"));
  EXPECT_THAT(two.substr(two.find(kTake)), HasSubstr("--set 'hardware.hops=1'"));
  EXPECT_EQ(best()["hops"], 1);
  const std::string one = explored("vcu118", "1", "2");
  EXPECT_THAT(one, AllOf(HasSubstr(kTake), Not(HasSubstr("dies are needed")), Not(HasSubstr("hardware.hops"))));
  EXPECT_EQ(best()["hops"], 0);
  // Two Executors are on two dies at most; a part of one die has no crossings.
  EXPECT_THAT(explored("u250", "64", "2"), AllOf(HasSubstr("; hardware.steps is 2"), HasSubstr("'hardware.hops=1'")));
  EXPECT_THAT(explored("kcu105", "4", "5"), Not(HasSubstr("hops")));
}

/// The hops of the file are enough, or too few.
TEST_F(SeveralDies, ExploreKeepsTheHopsOfTheFile) {
  const std::string enough = explored("vcu118", "4", "20", {"--set", "hardware.hops=2"});
  EXPECT_THAT(enough, AllOf(Not(HasSubstr("dies are needed")), Not(HasSubstr("'hardware.hops="))));
  EXPECT_EQ(best()["hops"], 2);
  const std::string more = explored("u250", "4", "27", {"--set", "hardware.hops=1"});
  EXPECT_THAT(more, AllOf(HasSubstr("3 of the part's 4 dies are needed"), HasSubstr("--set 'hardware.hops=2'")));
}

TEST_F(SeveralDies, TheCopyHasThem) {
  write_file(at("mine.yaml"), read_file(hotspot_));
  const auto written = [&](const std::string& steps) {
    const auto result = rtlgen({"explore", "mine.yaml", "--board", "vcu118", "--cells-per-cycle", "4", "--steps", steps,
                                "--write", "best.yaml", "--force"});
    EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
    return read_file(at("best.yaml"));
  };
  EXPECT_THAT(written("2"), Not(HasSubstr("hops:")));
  EXPECT_THAT(written("20"), HasSubstr("hops: 1"));
  EXPECT_EQ(rtlgen({"check", "best.yaml", "--board", "vcu118"}).exit_code, 0);
}

}  // namespace
}  // namespace rtlgen::test
