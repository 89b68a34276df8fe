// advise as a user calls it: text, JSON, exit statuses, help; and a real simulation beside its prediction.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

class Advise : public Program {
 protected:
  static std::string source(const std::string& path) { return test::source_folder() + "/" + path; }

  const std::string life_ = source("configs/life.yaml");
  const std::string heat_ = source("bench/memory/heat.yaml");
};

TEST_F(Advise, TextAndJson) {
  const auto result = rtlgen({"advise", heat_, "--board", "vcu118", "--json", "a.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  for (const char* part :
       {"bottleneck: memory channel 0", "B_comp", "B_mem", "B_balance", "B_itpp", "roofline: 0.875 flop per byte",
        "* this design", "next changes", "tried and rejected", "check the first with: rtlgen model"}) {
    EXPECT_NE(result.output.find(part), std::string::npos) << part << "\n" << result.output;
  }
  const auto json = nlohmann::json::parse(read_file(at("a.json")));
  EXPECT_EQ(json["binds"], "memory channel 0");
  EXPECT_GT(json["potentials"]["memory"]["value"], 0.1);
  EXPECT_GT(json["changes"][0]["times_faster"], 2);
  double sum = 0;
  for (const auto& [what, cycles] : json["cycles_spent"].items()) sum += cycles.get<double>();
  EXPECT_NEAR(sum, json["cycles"].get<double>(), 1);
}

TEST_F(Advise, TheCallThatItNamesGivesWhatItPredicts) {
  const auto result = rtlgen({"advise", life_, "--board", "arty_a7_35", "--iterations", "48", "--json", "a.json"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(read_file(at("a.json")));
  const std::string mark = "check the first with: rtlgen ";
  std::string line = result.output.substr(result.output.find(mark) + mark.size());
  line = line.substr(0, line.find('\n'));
  line.erase(std::remove(line.begin(), line.end(), '\''), line.end());
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = std::min(line.find(" -", begin), line.size());
    const std::size_t space = std::min(line.find(' ', begin), end);
    words.push_back(line.substr(begin, space - begin));
    if (space < end) words.push_back(line.substr(space + 1, end - space - 1));
    begin = end + 1;
  }
  words.insert(words.end(), {"--json", "m.json"});
  const auto model = rtlgen(words);
  EXPECT_EQ(model.exit_code, 0) << line << "\n" << model.errors;
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(read_file(at("m.json")))["memory"]["seconds"], json["changes"][0]["seconds"]);
}

TEST_F(Advise, Statuses) {
  EXPECT_EQ(rtlgen({"advise", life_, "--board", "arty_a7_35", "--set", "hardware.steps=80"}).exit_code, 1)
      << "does not fit";
  const auto nowhere = rtlgen({"advise", life_});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.errors.find("advice needs a board"), std::string::npos) << nowhere.errors;
  EXPECT_EQ(rtlgen({"advise"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"advise", life_, "--board", "breadboard"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"advise", life_, "--board", "u250", "--dram", "core-memory"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"advise", "none.yaml", "--board", "u250"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"advise", life_, "--board", "u250", "--measured", "none.json"}).exit_code, 3);
  write_file(at("bad.json"), "{}");
  const auto bad = rtlgen({"advise", life_, "--board", "u250", "--measured", "bad.json"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.errors.find("RG0808"), std::string::npos) << bad.errors;
}

TEST_F(Advise, AKernelOfWorkItems) {
  const auto result = rtlgen({"advise", "--kernel", source("examples/kernels/algorithm1.yaml"), "--json", "k.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("B_balance  0.875 (22)"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("the largest is B_balance"), std::string::npos) << result.output;
  const auto json = nlohmann::json::parse(read_file(at("k.json")));
  EXPECT_EQ(json["reading"], "consistent");
  EXPECT_EQ(json["blocks"].size(), 4U);
  const auto printed = rtlgen(
      {"advise", "--kernel", source("examples/kernels/vecadd_simd16.yaml"), "--reading", "printed", "--json", "-"});
  EXPECT_NEAR(nlohmann::json::parse(printed.output)["potentials"]["memory"].get<double>(), 0.734, 5e-4);
  write_file(at("bad.yaml"), "name: bad\nkernel: []\n");
  const auto bad = rtlgen({"advise", "--kernel", "bad.yaml"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.errors.find("bad.yaml:2:9: error[RG0221]: 'kernel' has no part"), std::string::npos) << bad.errors;
  EXPECT_EQ(rtlgen({"advise", "--kernel", "none.yaml"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"advise", life_, "--kernel", "bad.yaml"}).exit_code, 2) << "one of the two";
  EXPECT_EQ(rtlgen({"advise", "--kernel", source("examples/kernels/km.yaml"), "--board", "u250"}).exit_code, 2)
      << "a kernel file has its own device";
  EXPECT_EQ(rtlgen({"advise", life_, "--reading", "printed"}).exit_code, 2) << "of a kernel";
}

TEST_F(Advise, HelpTeaches) {
  const std::string help = rtlgen({"advise", "--help"}).output;
  for (const char* part :
       {"rtlgen advise hotspot2d --board kcu105", "--measured sim.json", "--kernel", "docs/advice.md"})
    EXPECT_NE(help.find(part), std::string::npos) << part;
  EXPECT_NE(rtlgen({"--help"}).output.find("rtlgen advise"), std::string::npos);
}

TEST_F(Advise, BesideASimulation) {
  const std::vector<std::string> run = {"--extents", "256,64", "--iterations", "8"};
  std::vector<std::string> sim = {"sim",         heat_,
                                  "--memory",    "ddr",
                                  "--operators", "native",
                                  "--json",      "sim.json",
                                  "--set",       "hardware.board=u250",
                                  "--set",       "hardware.device=xcup"};
  sim.insert(sim.end(), run.begin(), run.end());
  const auto simulated = rtlgen(sim);
  ASSERT_EQ(simulated.exit_code, 0) << simulated.errors;
  std::vector<std::string> call = {"advise", heat_, "--board", "u250", "--measured", "sim.json", "--json", "a.json"};
  call.insert(call.end(), run.begin(), run.end());
  const auto result = rtlgen(call);
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("largest difference: "), std::string::npos) << result.output;
  const auto measured = nlohmann::json::parse(read_file(at("a.json")))["measured"];
  for (const auto& figure : measured["figures"]) {
    const bool exact = figure["unit"] == "" && figure["what"].get<std::string>().find("share of") == std::string::npos;
    EXPECT_LE(figure["off"].get<double>(), exact ? 0 : 0.05) << figure;
  }
  // Another grid than that of the simulation is refused, and so is one counter that is wrong named.
  EXPECT_EQ(rtlgen({"advise", heat_, "--board", "u250", "--measured", "sim.json"}).exit_code, 2);
  auto json = nlohmann::json::parse(read_file(at("sim.json")));
  json["card"]["channels"][0]["beats_written"] = 3;
  write_file(at("sim.json"), json.dump());
  EXPECT_NE(rtlgen(call).output.find("largest difference: beats written to channel 0, "), std::string::npos);
}

}  // namespace
}  // namespace rtlgen::test
