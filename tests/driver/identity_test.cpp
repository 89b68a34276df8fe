// Changes that alter the identity of a bitstream, and changes that do not.
#include "driver/design/identity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/design/design_files.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/json_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/file.hpp"
#include "runner/folder.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

constexpr const char* kHardwareText =
    "name: heat\ngrid: [64, 32]\ntype: float32\nfields: {t: {}, k: {}}\n"
    "params: {r: 0.25, live: {value: 200, runtime: true}}\ntables: {c: [1, 2, 3]}\nfunctions:\n  twice(a): 2*a\n"
    "update:\n  - t: t + r*(t[-1,0] + t[1,0] - twice(t)) + k*c[1] + live\niterations: 4\n"
    "inputs: {t: {kind: random, low: 0, high: 1}}\nhardware: {bus: 256, cells_per_cycle: 2, steps: 2}\n";

struct Change {
  const char* what;
  const char* from;  ///< the replaced text; "": nothing
  const char* to;
  std::vector<std::string> sets{};
};

std::shared_ptr<const driver::Prepared> made(const Change& c) {
  std::string text = kHardwareText;
  const std::string from = c.from;
  if (!from.empty()) {
    EXPECT_NE(text.find(from), std::string::npos) << c.what;
    text.replace(text.find(from), from.size(), c.to);
  }
  const Scratch scratch(text);
  Diagnostics diagnostics;
  auto prepared = driver::prepare({scratch.file(), c.sets}, diagnostics);
  EXPECT_TRUE(prepared.ok()) << c.what << diagnostics.render();
  return prepared.ok() ? *prepared : nullptr;
}

std::uint32_t identity(const Change& c) {
  const auto prepared = made(c);
  return prepared ? driver::identity_of(*prepared) : 0;
}

const std::vector<Change> kSame = {{"a comment at the end", "iterations: 4\n", "iterations: 4\n# slower than hoped\n"},
                                   {"a comment in a line", "iterations: 4\n", "iterations: 4   # few\n"},
                                   {"iterations", "iterations: 4", "iterations: 8"},
                                   {"another form of a number", "value: 200,", "value: 200.0,"},
                                   {"another form of a constant", "r: 0.25", "r: 2.5e-1"},
                                   {"blanks of an expression", "r*(t[-1,0]", "r * (t[-1, 0]"},
                                   {"the default of a run-time parameter", "value: 200,", "value: 300,"},
                                   {"data", "high: 1}", "high: 2}"},
                                   {"a description", "name: heat\n", "name: heat\ndescription: of a plate\n"},
                                   {"a key by --set", "", "", {"params.r=0.25"}},
                                   {"two --set", "", "", {"params.r=0.25", "iterations=9"}},
                                   {"the same in another order", "", "", {"iterations=9", "params.r=0.25"}},
                                   {"the family by name, as it is", "", "", {"hardware.device=xc7"}}};

const std::vector<Change> kOther = {
    {"a constant", "r: 0.25", "r: 0.125"},
    {"a value of a table", "c: [1, 2, 3]", "c: [1, 2.5, 3]"},
    {"an operator", "- twice(t)", "+ twice(t)"},
    {"a function", "twice(a): 2*a", "twice(a): 3*a"},
    {"an offset", "t[-1,0] +", "t[-2,0] +"},
    {"a boundary", "fields: {t: {}", "fields: {t: {boundary: wrap}"},
    {"the value of a boundary", "fields: {t: {}", "fields: {t: {boundary: {constant: 1.5}}"},
    {"a run-time parameter that is built in", "live: {value: 200, runtime: true}", "live: 200"},
    {"the type", "type: float32", "type: float16"},
    {"a name", "name: heat", "name: heat2"},
    {"the arithmetic", "", "", {"arithmetic=fused"}},
    {"lanes", "", "", {"hardware.cells_per_cycle=4"}},
    {"steps per pass", "", "", {"hardware.steps=3"}},
    {"the clock", "", "", {"hardware.clock_mhz=300"}},
    {"the bus", "", "", {"hardware.bus=512"}},
    {"channels of memory", "", "", {"hardware.memory={t: [0, 1]}"}},
    {"the grid", "", "", {"grid=[64, 48]"}},
    {"the family", "", "", {"hardware.device=xcu"}},
    {"the board", "", "", {"hardware.board=kcu105"}},
    {"streams beside the bus", "", "", {"hardware.streams=true"}}};

TEST(Identity, IsThatOfTheHardware) {
  const std::uint32_t base = identity({"nothing", "", ""});
  for (const Change& c : kSame) EXPECT_EQ(identity(c), base) << c.what;
}

TEST(Identity, ChangesWithWhateverDecidesBits) {
  std::map<std::uint32_t, std::string> seen = {{identity({"nothing", "", ""}), "nothing"}};
  for (const Change& c : kOther) {
    const auto [known, is_new] = seen.emplace(identity(c), c.what);
    EXPECT_TRUE(is_new) << c.what << " gives the identity of " << known->second;
  }
}

TEST(Identity, ChangesWithTheContract) {
  const auto prepared = made({"nothing", "", ""});
  EXPECT_EQ(driver::identity_of(*prepared), driver::identity_of(*prepared, contract::kContractVersion));
  EXPECT_NE(driver::identity_of(*prepared), driver::identity_of(*prepared, contract::kContractVersion + 1));
}

/// The register's constant and the manifest are of one identity; the banner follows the text.
TEST(Identity, IsInRegisterAndManifest) {
  const auto of = [](const Change& c) {
    const auto prepared = made(c);
    std::string shell;
    for (const emit::File& file : driver::design_files(*prepared, driver::HdlChoice::kVhdl)) {
      if (file.path == "shell/heat_shell.v") shell = file.text;
    }
    return std::pair(shell, nlohmann::json::parse(driver::manifest(*prepared)));
  };
  const auto [shell, manifest] = of({"nothing", "", ""});
  const auto [commented, same] = of(kSame.front());
  EXPECT_EQ(manifest.at("digest"), same.at("digest"));
  EXPECT_NE(manifest.at("description"), same.at("description"));
  EXPECT_EQ(manifest.at("contract"), contract::kContractVersion);
  const std::string digest = manifest.at("digest");
  EXPECT_NE(shell.find("32'h" + digest), std::string::npos);
  EXPECT_NE(commented.find("32'h" + digest), std::string::npos);
  EXPECT_NE(shell.find("(" + manifest.at("description").get<std::string>() + ")"), std::string::npos);
  const auto [other, changed] = of(kOther.front());
  EXPECT_EQ(other.find("32'h" + digest), std::string::npos);
  EXPECT_NE(other.find("32'h" + changed.at("digest").get<std::string>()), std::string::npos);
}

/// Records of manifest.json stand on lines of their own, and the text is the same data.
TEST(JsonRecords, AreLines) {
  const nlohmann::ordered_json json = {{"name", "heat"},
                                       {"ports", {{{"name", "clk"}, {"width", 1}}, {{"name", "rst"}, {"width", 2}}}},
                                       {"none", nlohmann::ordered_json::array()},
                                       {"long", std::vector<int>(50, 12)}};
  const std::string text = driver::json_records(json);
  EXPECT_EQ(nlohmann::ordered_json::parse(text), json);
  EXPECT_EQ(text.substr(0, text.find("  \"long\"")),
            "{\n  \"name\": \"heat\",\n  \"ports\": [\n    {\"name\": \"clk\", \"width\": 1},\n    {\"name\": \"rst\", "
            "\"width\": 2}\n  ],\n  \"none\": [],\n");
  EXPECT_NE(text.find("  \"long\": [\n    12,\n    12,\n"), std::string::npos) << text;
  EXPECT_EQ(driver::json_records({{"file", "caf\xe9"}}), driver::json_records({{"file", "caf\\xe9"}}));
  const std::string manifest = driver::manifest(*made({"", "", ""}));
  std::istringstream lines(manifest);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t key = line.find("\": ");
    EXPECT_TRUE(line.size() <= 120 || line.find("\": ", key + 1) == std::string::npos) << line;
  }
  const auto parsed = nlohmann::ordered_json::parse(manifest);
  EXPECT_LT(std::count(manifest.begin(), manifest.end(), '\n') * 3 / 2, std::ranges::count(parsed.dump(2), '\n'));
}

}  // namespace
}  // namespace rtlgen::test
