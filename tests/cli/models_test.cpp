// model, explore, synth and calibrate as a user calls them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace rtlgen::test {
namespace {

class Models : public Program {
 protected:
  const std::string life_ = std::string(RTLGEN_SOURCE_DIR) + "/configs/life.yaml";
};

TEST_F(Models, ADesignOnABoard) {
  const auto result = rtlgen({"model", life_, "--board", "arty_a7_35", "--modules", "--json", "m.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("of 20800?"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("life_executor"), std::string::npos);
  const auto json = nlohmann::json::parse(read_file(at("m.json")));
  EXPECT_EQ(json["board"], "arty_a7_35");
  EXPECT_EQ(json["fits"], true);
  EXPECT_GT(json["area"]["luts"], 1000);
  EXPECT_GT(json["ideal"]["cycles"], 100);
  EXPECT_EQ(json["ideal"]["exact"], true);
  EXPECT_LE(json["clock"]["low_mhz"], json["clock"]["high_mhz"]);
}

TEST_F(Models, WhatDoesNotFitIsACheckThatFails) {
  const auto result = rtlgen({"model", life_, "--board", "arty_a7_35", "--set", "hardware.steps=80"});
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_NE(result.output.find("DOES NOT FIT"), std::string::npos) << result.output;
}

TEST_F(Models, AnUnknownFigureIsSaid) {
  const auto result = rtlgen({"model", life_, "--board", "s10_mx2100"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("of an unknown number"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("s10_mx2100 does not say how many ALM there are"), std::string::npos) << result.output;
}

TEST_F(Models, FaultsOfOptions) {
  EXPECT_EQ(rtlgen({"model", life_, "--board", "breadboard"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"model", life_, "--extents", "7"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"model", life_, "--clock", "0"}).exit_code, 2);
  const auto dram = rtlgen({"model", life_, "--dram", "core-memory"});
  EXPECT_EQ(dram.exit_code, 2);
  EXPECT_NE(dram.errors.find("ddr4-2400"), std::string::npos) << dram.errors;
  write_file(at("bad.json"), "{}");
  const auto table = rtlgen({"model", life_, "--calibration", "bad.json"});
  EXPECT_EQ(table.exit_code, 2);
  EXPECT_NE(table.errors.find("RG0807"), std::string::npos) << table.errors;
  write_file(at("other.json"), R"({"fabric": "cyclone10gx", "tool": "t", "kinds": {}})");
  EXPECT_NE(rtlgen({"model", life_, "--calibration", "other.json"}).errors.find("this calibration is for cyclone10gx"), std::string::npos);
}

TEST_F(Models, TheBestOfABoard) {
  const auto result = rtlgen({"explore", life_, "--board", "arty_a7_35", "--json", "e.json", "--cells-per-cycle", "4,16"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("best"), std::string::npos);
  EXPECT_NE(result.output.find("not P "), std::string::npos) << result.output;
  const auto json = nlohmann::json::parse(read_file(at("e.json")));
  ASSERT_EQ(json["cases"].size(), 1U);
  const auto& found = json["cases"][0];
  EXPECT_EQ(found["proven"], true);
  EXPECT_LE(found["best"]["luts"], 20800);
  // What it names is what model says of it.
  std::vector<std::string> call = {"model", life_, "--board", "arty_a7_35", "--json", "m.json", "--clock", "200"};
  for (const char* key : {"cells_per_cycle", "steps", "block"}) {
    call.emplace_back("--set");
    call.push_back(std::string("hardware.") + key + "=" + found["best"][key].dump());
  }
  EXPECT_EQ(rtlgen(call).exit_code, 0);
  const auto model = nlohmann::json::parse(read_file(at("m.json")));
  EXPECT_EQ(model["area"]["luts"], found["best"]["luts"]);
}

TEST_F(Models, TargetsThatCannotBe) {
  const auto target = rtlgen({"explore", life_, "--board", "arty_a7_35", "--objective", "smallest", "--target", "1e15", "--cells-per-cycle", "1,16"});
  EXPECT_EQ(target.exit_code, 1);
  EXPECT_NE(target.output.find("no design that fits makes"), std::string::npos) << target.output;
  const auto nowhere = rtlgen({"explore", life_});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.errors.find("--all-boards"), std::string::npos) << nowhere.errors;
  EXPECT_EQ(rtlgen({"explore", life_, "--board", "arty_a7_35", "--types", "uint33x"}).exit_code, 2);
  const auto huge = rtlgen({"explore", std::string(RTLGEN_SOURCE_DIR) + "/configs/lbm2d.yaml", "--board", "arty_a7_35"});
  EXPECT_EQ(huge.exit_code, 1) << huge.output;
  EXPECT_NE(huge.output.find("no design of this stencil fits: the smallest"), std::string::npos) << huge.output;
}

TEST_F(Models, HelpTeaches) {
  EXPECT_NE(rtlgen({"model", "--help"}).output.find("rtlgen model configs/hotspot2d.yaml --board de5net"), std::string::npos);
  EXPECT_NE(rtlgen({"explore", "--help"}).output.find("--all-boards"), std::string::npos);
  EXPECT_NE(rtlgen({"synth", "--help"}).output.find("rtlgen calibrate"), std::string::npos);
}

}  // namespace
}  // namespace rtlgen::test
