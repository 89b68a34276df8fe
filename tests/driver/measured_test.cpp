// The JSON of a simulation beside the prediction: equal counters agree, a spoiled one is named, another run is refused.
#include "driver/advise/measured.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "driver/prepare/prepare.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

using Json = nlohmann::json;

class Measured : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    options_.source = {test::source_folder() + "/bench/memory/heat.yaml", {"hardware.memory={t: 0}"}};
    options_.board = "u250";
    auto now = model_design(options_, diagnostics);
    ASSERT_TRUE(now) << diagnostics.render();
    report_.now = *std::move(now);
    // Just what the model says of the run, at the clocks of a simulation.
    model::TimeInput input;
    input.plan = &report_.now.prepared->plan;
    input.extents = report_.now.extents;
    input.iterations = report_.now.iterations;
    input.kernel_mhz = 299.94;
    input.bus_mhz = 299.94;
    input.drams = {*model::find_channel("ddr4-2400")};
    const auto time = model::run_time(input, diagnostics);
    ASSERT_TRUE(time);
    const double beat = 64, bytes = time->channels[0].read_bytes + time->channels[0].written_bytes;
    json_ = {{"match", true},
             {"config", "heat.yaml"},
             {"plan", plan_digest(report_.now.prepared->plan)},
             {"name", "heat"},
             {"memory", "ddr"},
             {"dram", "ddr4-2400"},
             {"extents", {1024, 256}},
             {"iterations", 10},
             {"cycles", time->cycles},
             {"ideal_cells_per_cycle", 16},
             {"total_latency", report_.now.prepared->plan.core.total_latency}};
    json_["card"] = {{"kernel_mhz", 299.94},
                     {"bus_mhz", 299.94},
                     {"passes", 10},
                     {"input_waits", time->spent.memory + time->spent.waiting + time->spent.edges},
                     {"output_waits", 0},
                     {"time_ns", time->seconds * 1e9},
                     {"dram_busy", bytes / (time->seconds * 19.2e9)},
                     {"channels",
                      {{{"channel", 0},
                        {"beats_read", time->channels[0].read_bytes / beat},
                        {"beats_written", time->channels[0].written_bytes / beat}}}}};
    ASSERT_NEAR(model::find_channel("ddr4-2400")->peak_gbs, 19.2, 1e-9);
  }

  Result<MeasuredReport> compared(const Json& json, std::string* errors = nullptr) {
    return compared_text(json.dump(), errors);
  }

  Result<MeasuredReport> compared_text(const std::string& text, std::string* errors = nullptr) {
    const std::string file = (folder_.path() / "sim.json").string();
    runner::write_file(file, text);
    Diagnostics diagnostics;
    auto measured = compare_measured(file, report_, options_, diagnostics);
    EXPECT_EQ(static_cast<bool>(measured), !diagnostics.has_errors());
    for (const Diagnostic& d : diagnostics.all()) EXPECT_EQ(to_string(d.code), "RG0808");
    if (errors != nullptr) *errors = diagnostics.render();
    return measured;
  }

  void expect_refused(const Json& json, const std::string& message) {
    std::string errors;
    EXPECT_FALSE(compared(json, &errors)) << message;
    EXPECT_NE(errors.find(message), std::string::npos) << errors;
  }

  ModelOptions options_;
  AdviseReport report_;
  Json json_;
  runner::TemporaryFolder folder_;
};

TEST_F(Measured, WhatIsPredictedAgrees) {
  const auto m = compared(json_);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->figures.size(), 6U);
  EXPECT_EQ(m->largest, -1);
}

TEST_F(Measured, ASpoiledCounterIsNamed) {
  const auto named = [&](const Json& json, const std::string& what) {
    const auto m = compared(json);
    ASSERT_TRUE(m);
    ASSERT_GE(m->largest, 0) << what;
    EXPECT_EQ(m->figures[static_cast<std::size_t>(m->largest)].what, what);
  };
  Json json = json_;
  json["card"]["channels"][0]["beats_read"] = 7;
  named(json, "beats read from channel 0");
  json = json_;
  json["card"]["channels"][0]["beats_written"] = json["card"]["channels"][0]["beats_written"].get<double>() + 1;
  named(json, "beats written to channel 0");
  json = json_;
  json["card"]["channels"][0]["channel"] = 5;
  named(json, "beats read from channel 0");
  json = json_;
  json["card"]["passes"] = 11;
  named(json, "passes");
  json = json_;
  json["cycles"] = 2 * json["cycles"].get<double>();
  named(json, "cycles of the kernel's clock");
  json = json_;
  json["card"]["output_waits"] = 50000;
  named(json, "cycles in which the core waits for memory or a pass");
  json = json_;
  json["card"]["dram_busy"] = 0.2;
  named(json, "share of DRAM cycles in which data move");
}

TEST_F(Measured, AHostsTransfersToo) {
  Json json = json_;
  json["link"] = "pcie3x8";
  const auto m = compared(json);
  ASSERT_TRUE(m);
  ASSERT_GE(m->largest, 0);
  EXPECT_EQ(m->figures[static_cast<std::size_t>(m->largest)].unit, "us") << "the time has none in it";
}

TEST_F(Measured, PassByPassOnlyCycles) {
  Json json = json_;
  json["pass_by_pass"] = true;
  json["card"]["channels"][0]["beats_read"] = 7;
  const auto m = compared(json);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->figures.size(), 1U);
  EXPECT_EQ(m->notes.size(), 1U);
}

TEST_F(Measured, AnotherRunIsRefused) {
  Json json = json_;
  json["extents"] = {512, 256};
  expect_refused(json, "this run had a grid of 512 x 256, not of 1024 x 256");
  json = json_;
  json["extents"] = {1024, 256, 1, 1, 1};
  expect_refused(json, "this run had a grid of");
  json = json_;
  json["iterations"] = 20;
  expect_refused(json, "this run had 20 iterations, not 10");
  json = json_;
  json["plan"] = "0123456789abcdef";
  expect_refused(json, "blocks, bus, places of fields or boundaries differ");
  json["ideal_cells_per_cycle"] = 32;
  expect_refused(json, "P x I is 32, not 16");
  json["name"] = "cold";
  expect_refused(json, "'cold', not 'heat'");
  json = json_;
  json["match"] = false;
  expect_refused(json, "differs from the golden engine");
}

TEST_F(Measured, WithoutCountersItIsRefused) {
  Json json = json_;
  json.erase("card");
  json["memory"] = "ideal";
  expect_refused(json, "this is a run with memory 'ideal', which has no counters");
  std::string errors;
  EXPECT_FALSE(compared(json, &errors));
  for (const char* option : {"--memory ddr", "--json sim.json", "--board u250", "--set 'hardware.memory={t: 0}'"})
    EXPECT_NE(errors.find(option), std::string::npos) << "the run that would do: " << errors;
}

TEST_F(Measured, WhatIsNoSuchFileIsRefused) {
  std::string errors;
  for (const char* text : {"", "{", "12", "[]", "{}", R"({"cycles": 1})", "\xff\xfe"})
    EXPECT_FALSE(compared_text(text, &errors)) << text;
  for (const auto& [key, value] : json_.items()) {
    if (key == "memory" || key == "total_latency" || key == "ideal_cells_per_cycle" || key == "name") continue;
    Json json = json_;
    json.erase(key);
    EXPECT_FALSE(compared(json)) << key;
    if (key == "config") continue;
    json[key] = Json::array({"no"});
    EXPECT_FALSE(compared(json)) << key;
  }
  for (const auto& [key, value] : json_["card"].items()) {
    if (key == "time_ns") continue;
    Json json = json_;
    json["card"].erase(key);
    EXPECT_FALSE(compared(json)) << key;
    json["card"][key] = "no";
    EXPECT_FALSE(compared(json)) << key;
  }
  for (const char* key : {"kernel_mhz", "bus_mhz"}) {
    Json json = json_;
    json["card"][key] = 0;
    EXPECT_FALSE(compared(json)) << key;
  }
  Json json = json_;
  json["dram"] = "core-memory";
  expect_refused(json, "the time model has no memory 'core-memory', which this run used");
}

}  // namespace
}  // namespace rtlgen::driver
