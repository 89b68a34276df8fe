// Hardware written as keys, and the keys read again: printed commands mean what they were printed for.
#include "frontend/schema/hardware_keys.hpp"

#include <gtest/gtest.h>

#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/frontend.hpp"
#include "frontend/given.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

const char* const kText = R"(name: demo
grid: [64, 64]
fields: {u: {}, v: {}}
update: [{u: "u[1,0] + v"}]
hardware: {board: xupv5, block: auto, bus: {bits: 128, burst: 16, clock_mhz: 150}, memory: {u: [0, 1]}}
)";

/// One vector is one stream, of the other each component.
const char* const kVectors = R"(name: vectors
grid: [16, 16]
fields: {f: {components: [a, b, c]}, m: {components: [kept, moved]}}
update:
  - f: f + m.kept
  - m.moved: m.moved + m.kept
hardware: {bus: 64}
)";

spec::Stencil loaded(const std::vector<std::string>& sets, const Given& given = {}, const char* text = kText) {
  Diagnostics diagnostics;
  auto stencil = load_text(text, "a.yaml", sets, diagnostics, given);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  return stencil.ok() ? *stencil : spec::Stencil{};
}

/// A board named on the command line.
Given given_u250() {
  Diagnostics diagnostics;
  Given given;
  given.board = std::make_shared<const board::Board>(*load_board("u250", diagnostics));
  given.board_name = "u250";
  return given;
}

TEST(HardwareKeys, SayWhatDiffersAndNothingElse) {
  const spec::Stencil s = loaded({});
  EXPECT_TRUE(hardware_keys(s, s.hardware, s.hardware).empty());
  spec::Hardware to = s.hardware;
  to.cells_per_cycle = 8;
  to.steps = 3;
  to.block = {32};
  to.block_auto = false;
  to.ram = spec::RamChoice::kBlock;
  to.clock_mhz = 187;
  to.bus->bits = 256;
  to.bus->clock_mhz = 133.333;
  to.bus->memory.push_back({spec::ArrayId(1), {{2, 3}}, {}});
  EXPECT_EQ(hardware_keys(s, s.hardware, to),
            (std::vector<std::string>{"hardware.cells_per_cycle=8", "hardware.steps=3", "hardware.block=[32]",
                                      "hardware.ram=block", "hardware.bus.bits=256", "hardware.bus.clock_mhz=133.333",
                                      "hardware.memory.v=[[2, 3]]", "hardware.clock_mhz=187"}));
}

TEST(HardwareKeys, MeanTheSameWhenTheyAreRead) {
  const spec::Stencil s = loaded({});
  spec::Hardware to = s.hardware;
  to.cells_per_cycle = 4;
  to.block = {};
  to.block_auto = false;
  to.bus->memory[0].buffers = {{0, 1}, {2, 3}};
  const auto keys = hardware_keys(s, s.hardware, to);
  const spec::Stencil again = loaded(keys);
  EXPECT_TRUE(hardware_keys(s, to, again.hardware).empty());
  EXPECT_EQ(again.hardware.bus->burst, 16);
  EXPECT_EQ(again.pass_steps, again.hardware.steps);
}

TEST(HardwareKeys, PlaceAVectorOnce) {
  const spec::Stencil s = loaded({}, {}, kVectors);
  spec::Hardware to = s.hardware;
  for (const int a : {0, 1, 2}) to.bus->memory.push_back({spec::ArrayId(a), {{0}, {1}}, {}});
  to.bus->memory.push_back({spec::ArrayId(4), {{2}, {3}}, {}});
  const auto keys = hardware_keys(s, s.hardware, to);
  EXPECT_EQ(keys, (std::vector<std::string>{"hardware.memory.f=[0, 1]", "hardware.memory.m.moved=[2, 3]"}));
  const spec::Stencil again = loaded(keys, {}, kVectors);
  EXPECT_EQ(again.hardware.bus->memory.size(), 4U);
  EXPECT_TRUE(hardware_keys(s, to, again.hardware).empty());
}

TEST(Given, MeansWhatItsKeysMean) {
  Given given = given_u250();
  given.bus = GivenBus{};
  const std::vector<std::string> user = {"hardware.bus.burst=8"};
  const spec::Hardware by_value = loaded(user, given).hardware, by_text = loaded(sets_with(user, given)).hardware;
  const spec::Stencil s = loaded({});
  EXPECT_TRUE(hardware_keys(s, by_value, by_text).empty());
  EXPECT_EQ(by_value.board, by_text.board);
  EXPECT_EQ(by_value.device, by_text.device);
  EXPECT_EQ(by_value.ram_blocks, by_text.ram_blocks);
  EXPECT_EQ(by_value.bus->burst, 8);
  EXPECT_EQ(by_text.bus->burst, 8);
  EXPECT_NE(by_value.device, s.hardware.device);
}

/// A board of the command line is taken whatever the file says of its own.
TEST(Given, TheFilesBoardIsNotLookedAt) {
  const Given given = given_u250();
  EXPECT_EQ(loaded({"hardware.board=nowhere/board.yaml"}, given).hardware.board.path(), "u250");
}

TEST(Given, AFamilyThatIsNotTheBoardsIsAFault) {
  Diagnostics diagnostics;
  Given given;
  given.device = "xcup";
  EXPECT_FALSE(load_text(kText, "a.yaml", {}, diagnostics, given).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0218");
  EXPECT_EQ(diagnostics.all()[0].where.file, "--device xcup");
}

}  // namespace
}  // namespace rtlgen::frontend
