// `rtlgen model`: the logic around the cores beside the counts of Yosys.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
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

struct Counts {
  double luts = 0, flip_flops = 0;
};

/// The row of a module in the table of rtl/README.md, which bench/shell measures with Yosys 0.23 for 7 series.
Counts measured(const std::string& module, const std::string& parameters) {
  const std::string table = read_file(source_folder() + "/rtl/README.md");
  const std::string row = fmt::format("\n| `{}` | {} | ", module, parameters);
  const std::size_t at = table.find(row);
  if (at == std::string::npos) throw std::runtime_error("rtl/README.md has no row" + row);
  Counts counts;
  char bar = 0;
  if (!(std::istringstream(table.substr(at + row.size())) >> counts.luts >> bar >> counts.flip_flops))
    throw std::runtime_error("rtl/README.md has no numbers in row" + row);
  return counts;
}

/// The sum over the modules of a card block, each counted alone.
Counts card_block(int channels, int host_bits, int bus_bits) {
  Counts sum;
  const auto add = [&](const std::string& module, const std::string& parameters, int times = 1) {
    const Counts each = measured("rtlgen_" + module, parameters);
    sum.luts += times * each.luts;
    sum.flip_flops += times * each.flip_flops;
  };
  add("axi_guard", fmt::format("HOST_BITS {}", host_bits));
  add("axil_guard", "");
  add("card", "STATUS 36, EVENTS 1, SETTINGS 9, REQUESTS 3");
  add("card_reset", fmt::format("CHANNELS {}", channels));
  add("memory_test", fmt::format("BUS_BITS {}", bus_bits));
  for (const char* width : {"WIDTH 28", "WIDTH 68"}) add("first", width);
  add("clock_change", "");
  add("clock_meter", "", 1 + channels);
  add("channel_reset", "", channels);
  add("axi_unrequested", "", channels);
  add("channel_probe", "AT_BITS 25");  // one channel in use
  return sum;
}

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
  for (const auto& [board, sum] : {std::pair{"kcu105", card_block(1, 256, 512)},
                                   {"vcu118", card_block(2, 512, 512)},
                                   {"de5net", card_block(2, 256, 512)}}) {
    const auto found = blocks(board);
    ASSERT_EQ(found.size(), 1U) << board;
    EXPECT_NEAR(found[0]["luts"], sum.luts, kWithin * sum.luts);
    EXPECT_NEAR(found[0]["flip_flops"], sum.flip_flops, kWithin * sum.flip_flops);
  }
  for (const char* without : {"nexys_video", "u250"}) EXPECT_TRUE(blocks(without).empty()) << without;
}

}  // namespace
}  // namespace rtlgen::test
