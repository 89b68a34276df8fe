// `rtlgen model`: the logic around the cores beside what Yosys counts.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

class ModelsAround : public Program {};

/// The shell of this design, its core left out, as Yosys 0.23 maps it for 7 series: flattened, so that a little is
/// saved.
TEST_F(ModelsAround, TheShellIsNearYosysCounts) {
  const auto shell = [&](const std::string& board) {
    const auto result =
        rtlgen({"model", source_folder() + "/configs/hotspot2d.yaml", "--board", board, "--set", "hardware.bus=512",
                "--set", "hardware.steps=2", "--set", "hardware.cells_per_cycle=2", "--json", "m.json"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return nlohmann::json::parse(read_file(at("m.json")))["around"][0];
  };
  const auto predicted = shell("kcu105");
  EXPECT_EQ(predicted["what"], "shell");
  constexpr double kLuts = 3925, kFlipFlops = 6155, kWithin = 0.2;
  EXPECT_NEAR(predicted["each"]["luts"], kLuts, kWithin * kLuts);
  EXPECT_NEAR(predicted["each"]["flip_flops"], kFlipFlops, kWithin * kFlipFlops);
  EXPECT_EQ(predicted["each"]["rams"], 45);
}

/// Sums over the modules of the block as Yosys 0.23 maps each for 7 series (the table in rtl/README.md).
TEST_F(ModelsAround, TheCardBlockIsNearYosysCounts) {
  const auto blocks = [&](const std::string& board) {
    EXPECT_EQ(rtlgen({"model", source_folder() + "/configs/life.yaml", "--board", board, "--json", "m.json"}).exit_code,
              0);
    std::vector<nlohmann::json> found;
    const auto json = nlohmann::json::parse(read_file(at("m.json")));
    for (const auto& part : json["around"]) {
      if (part["what"] == "card block") found.push_back(part["each"]);
    }
    return found;
  };
  constexpr double kWithin = 0.01;
  for (const auto& [board, luts, flip_flops] : {std::tuple{"kcu105", 6299.0, 5383.0}, {"vcu118", 7140.0, 6540.0}}) {
    const auto found = blocks(board);
    ASSERT_EQ(found.size(), 1U) << board;
    EXPECT_NEAR(found[0]["luts"], luts, kWithin * luts);
    EXPECT_NEAR(found[0]["flip_flops"], flip_flops, kWithin * flip_flops);
  }
  for (const char* without : {"nexys_video", "u250", "de5net"}) EXPECT_TRUE(blocks(without).empty()) << without;
}

}  // namespace
}  // namespace rtlgen::test
