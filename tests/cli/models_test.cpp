// model, explore, synth and calibrate as a user calls them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

class Models : public Program {
 protected:
  const std::string life_ = test::source_folder() + "/configs/life.yaml";
};

TEST_F(Models, ADesignOnABoard) {
  const auto result = rtlgen({"model", life_, "--board", "arty_a7_35", "--modules", "--json", "m.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("of 20,800?"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("life_executor"), std::string::npos);
  const auto json = nlohmann::json::parse(read_file(at("m.json")));
  EXPECT_EQ(json["board"], "arty_a7_35");
  EXPECT_EQ(json["fits"], true);
  EXPECT_GT(json["area"]["luts"], 1000);
  EXPECT_GT(json["ideal"]["cycles"], 100);
  EXPECT_EQ(json["ideal"]["exact"], true);
  EXPECT_TRUE(json["clock"]["typical_mhz"].is_null()) << "nothing says what a 7 series reaches";
  EXPECT_GT(json["clock"]["predicted_mhz"], 50) << "a hint";
  EXPECT_NE(result.output.find("from the delays of xc7-1 (derived, not compared with place and route)"),
            std::string::npos)
      << result.output;
}

/// Nothing can be said about fitting without a board.
TEST_F(Models, ADesignWithoutABoard) {
  const auto result = rtlgen({"model", life_, "--json", "m.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(nlohmann::json::parse(read_file(at("m.json")))["fits"].is_null());
}

/// Their periods are no whole numbers of picoseconds.
TEST_F(Models, TimesAreThoseOfTheRequestedClock) {
  for (const char* mhz : {"315", "337.5"}) {
    const auto result =
        rtlgen({"model", life_, "--board", "de10_agilex", "--set", std::string("hardware.clock_mhz=") + mhz});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    const std::string message = std::string("times assume ") + mhz + (mhz == std::string("315") ? ".0 MHz," : " MHz,");
    EXPECT_NE(result.output.find(message), std::string::npos) << result.output;
  }
}

TEST_F(Models, WhatDoesNotFitIsACheckThatFails) {
  const auto result = rtlgen({"model", life_, "--board", "arty_a7_35", "--set", "hardware.steps=80"});
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_NE(result.output.find("DOES NOT FIT"), std::string::npos) << result.output;
}

/// A question mark in a name or a note is no mark of a figure.
TEST_F(Models, UnverifiedFiguresAreExplained) {
  const std::string board = read_file(test::source_folder() + "/boards/arty_a7_35/board.yaml");
  const auto write_board = [&](const std::string& from, const std::string& to) {
    std::string text = board;
    std::size_t replaced = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()), ++replaced)
      text.replace(at, from.size(), to);
    EXPECT_GT(replaced, 0U) << from;
    fs::create_directories(at("mine"));
    write_file(at("mine/board.yaml"), text);
  };
  const char* const kLegend = "? = not confirmed";
  write_board("name: ", "name: Which? ");
  const auto marked = rtlgen({"model", life_, "--board", "./mine"});
  EXPECT_NE(marked.output.find(kLegend), std::string::npos) << marked.output << marked.errors;
  // `explore` prints figures of IP, which a board without a wiring lacks.
  const auto explored = [&](const std::string& name) {
    return rtlgen({"explore", life_, "--board", name, "--cells-per-cycle", "4", "--steps", "2"}).output;
  };
  EXPECT_NE(explored("arty_a7_100").find(kLegend), std::string::npos) << explored("arty_a7_100");
  EXPECT_EQ(explored("./mine").find(kLegend), std::string::npos) << explored("./mine");
  write_board("unverified: true", "unverified: false");
  const auto verified = rtlgen({"model", life_, "--board", "./mine"});
  EXPECT_EQ(verified.output.find(kLegend), std::string::npos) << verified.output << verified.errors;
  const auto none = rtlgen({"model", life_});
  EXPECT_EQ(none.output.find(kLegend), std::string::npos) << none.output;
}

TEST_F(Models, AnUnknownFigureIsSaid) {
  const auto result = rtlgen({"model", life_, "--board", "s10_mx2100"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("of an unknown number"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("the board file of s10_mx2100 does not give the number of ALM"), std::string::npos)
      << result.output;
}

TEST_F(Models, ChannelsThatAreReadAndWrittenHaveARangeOfTimes) {
  const std::string heat = test::source_folder() + "/bench/memory/heat.yaml";
  const auto memory = [&](const std::string& set, bool ranges) {
    const auto result = rtlgen({"model", heat, "--dram", "ddr4-2400", "--set", set, "--json", "m.json"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.output.find("depending on how the memory controller groups") != std::string::npos, ranges)
        << result.output;
    return nlohmann::json::parse(read_file(at("m.json")))["memory"];
  };
  const auto both = memory("hardware.memory.t=0", true);
  for (const std::string of : {"seconds", "cycles"}) {
    ASSERT_EQ(both[of + "_range"].size(), 2U);
    EXPECT_LT(both[of + "_range"][0], both[of]);
    EXPECT_GT(both[of + "_range"][1], both[of]);
  }
  EXPECT_FALSE(memory("hardware.memory.t=[0, 1]", false).contains("seconds_range"));
}

/// The text is compared whole: times are the model's, and change with it alone.
TEST_F(Models, SeveralCards) {
  const std::string heat = test::source_folder() + "/bench/cards/heat.yaml";
  const std::vector<std::string> call = {"model",  heat,        "--board",   "kcu105",       "--clock",
                                         "200",    "--extents", "1024,2000", "--iterations", "400",
                                         "--json", "m.json",    "--cards"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), call.begin(), call.end());
    const auto result = rtlgen(more);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return result.output.substr(std::min(result.output.size(), result.output.find("  1024 x 2000 over")));
  };
  EXPECT_EQ(with({"6"}), R"(  1024 x 2000 over 6 cards, each with ddr4-2400-x16 and pcie3x8, 400 steps in 100 passes
    per pass 541 us: 541 us of computing on a card, 270 us of transfers in parallel
    slabs    3 per card, one computed while the others are exchanged: predicted 55.5 ms with 1 slab, 54.8 ms with 2 slabs, 54.1 ms with 3 slabs, 59.4 ms with 4 slabs
      cards |               strong: 1024 x 2000 |         weak: 1024 x 2000 x cards
            | slabs          time    efficiency | slabs          time    efficiency
          1 |     1        256 ms       100.0 % |     1        256 ms       100.0 %
          2 |     1        136 ms        94.3 % |     1        264 ms        97.1 %
          4 |     3       75.6 ms        84.7 % |     3        268 ms        95.7 %
          6 |     3       54.1 ms        78.9 % |     3        268 ms        95.7 %
)");
  const auto json = nlohmann::json::parse(read_file(at("m.json")))["cards"];
  EXPECT_EQ(json["cards"], 6);
  EXPECT_EQ(json["considered_seconds"].size(), 4U);
  ASSERT_EQ(json["scaling"].size(), 4U);
  EXPECT_EQ(json["scaling"][0]["strong"]["efficiency"], 1);
  EXPECT_EQ(json["scaling"][3]["strong"]["seconds"], json["seconds"]);
  EXPECT_LT(json["scaling"][3]["strong"]["efficiency"], json["scaling"][3]["weak"]["efficiency"]);
  EXPECT_EQ(with({"4", "--speeds", "2,1,1,1", "--slabs", "2"}),
            R"(  1024 x 2000 over 4 cards, each with ddr4-2400-x16 and pcie3x8, 400 steps in 100 passes
    per pass 1.18 ms: 1.13 ms of computing on a card, 180 us of transfers in parallel
    slabs    2 per card, one computed while the others are exchanged, as requested
      cards |               strong: 1024 x 2000 |         weak: 1024 x 2000 x cards
            | slabs          time    efficiency | slabs          time    efficiency
          1 |     1        256 ms       100.0 % |     1        256 ms       100.0 %
          2 |     2        185 ms        92.4 % |     2        356 ms        95.9 %
          4 |     2        118 ms        87.0 % |     2        425 ms        96.4 %
)");
  EXPECT_EQ(nlohmann::json::parse(read_file(at("m.json")))["cards"]["worth"], 2.5);
  // The time of a slow network is hidden too, between cards by two slabs already.
  const auto predicted = [&](std::vector<std::string> more) {
    (void)with(std::move(more));
    return nlohmann::json::parse(read_file(at("m.json")))["cards"]["considered_seconds"].get<std::vector<double>>();
  };
  const auto near = predicted({"4"}), far = predicted({"4", "--network", "50,0.1"});
  EXPECT_GT(far[0], 1.2 * near[0]);
  EXPECT_LT(far[1], 1.001 * near[1]);
  // In a circle of two each slab would be longer than the grid: a row of the table says so, and the call succeeds.
  write_file(at("short.yaml"),
             "name: short\ngrid: [16, 6]\nfields:\n  u: {boundary: wrap}\nupdate:\n  - u: u[0,-1] + "
             "u[0,1]\niterations: 8\nhardware: {steps: 2, bus: 64}\n");
  const auto few = rtlgen({"model", "short.yaml", "--cards", "3"});
  EXPECT_EQ(few.exit_code, 0) << few.errors;
  EXPECT_NE(few.output.find("          2 |                      not possible |     1 "), std::string::npos)
      << few.output;
  EXPECT_NE(few.output.find("not possible with 2 slabs"), std::string::npos) << few.output;
}

TEST_F(Models, Batches) {
  const std::string heat = test::source_folder() + "/bench/cards/heat.yaml";
  const auto result =
      rtlgen({"model", heat, "--board", "kcu105", "--clock", "200", "--extents", "1024,1000", "--iterations", "4",
              "--set", "hardware.cells_per_cycle=16", "--batch", "64", "--json", "m.json"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(read_file(at("m.json")))["batch"];
  EXPECT_EQ(json["grids"], 64);
  EXPECT_EQ(json["link"], "pcie3x8");
  EXPECT_EQ(json["sets"], 2);
  EXPECT_EQ(json["longest"], "upload");
  EXPECT_NEAR(json["upload_seconds"].get<double>(), 20e-6 + 4096e3 / 6.5e9, 1e-9);
  EXPECT_EQ(json["grid_seconds"], json["upload_seconds"]);
  EXPECT_GT(json["alone_seconds"].get<double>(), 2 * json["seconds"].get<double>());
  EXPECT_NE(result.output.find("  batch of 64 grids over pcie3x8: 650 us per grid, as long as the upload\n"),
            std::string::npos)
      << result.output;
  EXPECT_EQ(rtlgen({"model", life_, "--batch", "2"}).exit_code, 2) << "there is no memory";
  EXPECT_EQ(rtlgen({"model", heat, "--batch", "0"}).exit_code, 2);
}

TEST_F(Models, WhatSeveralCardsRefuse) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "model");
    const auto result = rtlgen(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.output;
    EXPECT_EQ(result.output, "") << "nothing is printed unless all of it can be";
    return result.errors;
  };
  const std::string heat = test::source_folder() + "/bench/cards/heat.yaml";
  EXPECT_NE(refusal({life_, "--cards", "2"}).find("--cards: error[RG0805]: the description has no hardware.bus"),
            std::string::npos);
  EXPECT_NE(refusal({heat, "--cards", "2", "--speeds", "1"}).find("error[RG0816]"), std::string::npos);
  const std::pair<const char*, const char*> several[] = {{"--slabs", "2"}, {"--speeds", "1"}, {"--network", "5,1"}};
  for (const auto& [option, value] : several)
    EXPECT_NE(refusal({heat, option, value}).find(std::string("model: ") + option + " needs --cards 2 or more"),
              std::string::npos);
  EXPECT_NE(refusal({heat, "--cards", "4", "--slabs", "4", "--extents", "1024,60"}).find("error[RG0815]"),
            std::string::npos);
  const std::string link = refusal({heat, "--cards", "2", "--link", "string"});
  EXPECT_NE(link.find("--link string: error[RG0806]: 'string' is neither a host link nor a file"), std::string::npos)
      << link;
  EXPECT_NE(link.find("pcie3x8"), std::string::npos) << link;
  EXPECT_NE(refusal({heat, "--cards", "2", "--slabs", "5"}).find("--slabs"), std::string::npos);
  EXPECT_NE(refusal({heat, "--cards", "2", "--network", "5"}).find("--network"), std::string::npos);
}

TEST_F(Models, FaultsOfOptions) {
  EXPECT_EQ(rtlgen({"model", life_, "--board", "breadboard"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"model", life_, "--extents", "7"}).exit_code, 2);
  EXPECT_EQ(rtlgen({"model", life_, "--clock", "0"}).exit_code, 2);
  const auto dram = rtlgen({"model", life_, "--dram", "core-memory"});
  EXPECT_EQ(dram.exit_code, 2);
  EXPECT_NE(dram.errors.find("--dram core-memory: error[RG0806]: there is no DRAM model 'core-memory'"),
            std::string::npos)
      << dram.errors;
  EXPECT_NE(dram.errors.find("ddr4-2400"), std::string::npos) << dram.errors;
  EXPECT_NE(rtlgen({"model", life_, "--dram", "ddr4-2401"}).errors.find("did you mean 'ddr4-2400'?"),
            std::string::npos);
  write_file(at("bad.json"), "{}");
  const auto table = rtlgen({"model", life_, "--calibration", "bad.json"});
  EXPECT_EQ(table.exit_code, 2);
  EXPECT_NE(table.errors.find("bad.json: error[RG0807]: this is not a calibration file of `rtlgen calibrate`: key "
                              "'fabric' not found\n"),
            std::string::npos)
      << table.errors;
  write_file(at("bad.json"), "{\n  x");
  const auto broken = rtlgen({"model", life_, "--calibration", "bad.json"});
  EXPECT_NE(broken.errors.find("rtlgen calibrate`: line 2, column 3: invalid literal"), std::string::npos)
      << broken.errors;
  EXPECT_EQ(broken.errors.find("json.exception"), std::string::npos) << broken.errors;
  write_file(at("other.json"), R"({"fabric": "cyclone10gx", "tool": "t", "kinds": {}})");
  EXPECT_NE(rtlgen({"model", life_, "--calibration", "other.json"}).errors.find("this calibration is for cyclone10gx"),
            std::string::npos);
}

TEST_F(Models, AllPointsOfASearchAreInItsJson) {
  const auto result =
      rtlgen({"explore", life_, "--board", "arty_a7_35", "--cells-per-cycle", "4", "--all-points", "--json", "e.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto found = nlohmann::json::parse(read_file(at("e.json")))["cases"][0];
  EXPECT_GT(found["all"].size(), found["front"].size());
  EXPECT_EQ(found["all"][0]["seconds"], found["best"]["seconds"]);
  const auto alone = rtlgen({"explore", life_, "--board", "arty_a7_35", "--all-points"});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_NE(alone.errors.find("--json"), std::string::npos) << alone.errors;
}

TEST_F(Models, TheBestOfABoard) {
  const auto result =
      rtlgen({"explore", life_, "--board", "arty_a7_35", "--json", "e.json", "--cells-per-cycle", "4,16"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("best"), std::string::npos);
  EXPECT_NE(result.output.find("not best P "), std::string::npos) << result.output;
  const auto json = nlohmann::json::parse(read_file(at("e.json")));
  ASSERT_EQ(json["cases"].size(), 1U);
  const auto& found = json["cases"][0];
  EXPECT_EQ(found["proven"], true);
  EXPECT_LE(found["best"]["luts"], 20800);
  // The figures that it names are those of model.
  std::vector<std::string> call = {"model", life_, "--board", "arty_a7_35", "--json", "m.json", "--clock", "200"};
  for (const char* key : {"cells_per_cycle", "steps", "block"}) {
    call.emplace_back("--set");
    call.push_back(std::string("hardware.") + key + "=" + found["best"][key].dump());
  }
  call.emplace_back("--set");
  call.push_back("hardware.ram=" + found["best"]["ram"].get<std::string>());
  EXPECT_EQ(rtlgen(call).exit_code, 0);
  const auto model = nlohmann::json::parse(read_file(at("m.json")));
  EXPECT_EQ(model["area"]["luts"], found["best"]["luts"]);
}

TEST_F(Models, ClocksOfABoard) {
  const auto search = [&](std::vector<std::string> more, int status = 0) {
    std::vector<std::string> call = {"explore",           life_, "--board", "hx8k_breakout",
                                     "--cells-per-cycle", "2,8", "--json",  "e.json"};
    call.insert(call.end(), more.begin(), more.end());
    const auto result = rtlgen(call);
    EXPECT_EQ(result.exit_code, status) << result.errors << result.output;
    return result.output;
  };
  const std::string text = search({});
  EXPECT_NE(text.find("clock predicted for the best: "), std::string::npos) << text;
  EXPECT_NE(text.find("--set 'hardware.clock_mhz="), std::string::npos) << text;
  auto json = nlohmann::json::parse(read_file(at("e.json")))["cases"][0];
  EXPECT_EQ(json["clocks_mhz"].size(), 5U) << "the family's, of which the file's is one";
  EXPECT_LE(json["best"]["clock_mhz"], json["best"]["predicted_mhz"]);
  EXPECT_EQ(json["undefended"].back()["clock_mhz"], 90);
  search({"--clocks", "30"});
  const double slower = nlohmann::json::parse(read_file(at("e.json")))["cases"][0]["best"]["seconds"];
  EXPECT_GT(slower, json["best"]["seconds"].get<double>());
  EXPECT_NE(search({"--clocks", "140"}, 1).find("no clock of the search is reached"), std::string::npos);
  search({"--clocks", "30", "--clock", "60"}, 2);
  EXPECT_NE(text.find("go in and out over the 1000000-baud serial line"), std::string::npos) << text;
  const auto of_model = rtlgen({"model", life_, "--board", "icebreaker", "--set", "hardware.steps=2"});
  EXPECT_NE(of_model.output.find("the core is the limit, and the bridge to the serial line reaches 55.0 MHz"),
            std::string::npos)
      << of_model.output;
  EXPECT_NE(of_model.output.find("speeds are for whole runs"), std::string::npos) << of_model.output;
  const auto unknown = rtlgen({"explore", life_, "--board", "arty_a7_35", "--cells-per-cycle", "4", "--steps", "2"});
  EXPECT_NE(unknown.output.find("all at hardware.clock_mhz"), std::string::npos) << unknown.output;
  EXPECT_EQ(unknown.output.find("baud"), std::string::npos) << "it has memory: " << unknown.output;
}

TEST_F(Models, HowFullADeviceMayBe) {
  const auto model = [&](const std::string& fill) {
    std::vector<std::string> call = {"model", life_, "--board", "arty_a7_35", "--json", "m.json"};
    if (!fill.empty()) call.insert(call.end(), {"--fill", fill});
    return rtlgen(call);
  };
  EXPECT_EQ(model("").exit_code, 0);
  const auto json = nlohmann::json::parse(read_file(at("m.json")));
  const auto& luts = json["uses"][0];
  EXPECT_EQ(luts["most"], 16640) << "80 % of 20800";
  EXPECT_GT(luts["around"], 5000) << "the memory controller and the serial line";
  ASSERT_EQ(json["around"].size(), 3U) << json["around"];
  EXPECT_EQ(json["around"][0]["what"], "shell");
  EXPECT_EQ(json["around"][2]["what"], "mig_7series");
  EXPECT_EQ(json["around"][2]["unverified"], true);
  const auto full = model("20");
  EXPECT_EQ(full.exit_code, 1) << full.output;
  EXPECT_NE(full.output.find("at most 20 %  DOES NOT FIT"), std::string::npos) << full.output;
  EXPECT_EQ(model("100,30,1").exit_code, 0) << "no DSP is in use";
  EXPECT_EQ(model("80,90").exit_code, 2);
  EXPECT_EQ(model("0").exit_code, 2);
  const auto unknown = rtlgen({"model", life_, "--board", "de5net"});
  EXPECT_NE(unknown.output.find("the resources of altera_pcie_256_hip_avmm are unknown and not counted"),
            std::string::npos)
      << unknown.output;
}

TEST_F(Models, TargetsThatCannotBe) {
  const auto target = rtlgen({"explore", life_, "--board", "arty_a7_35", "--objective", "smallest", "--target", "1e15",
                              "--cells-per-cycle", "1,16"});
  EXPECT_EQ(target.exit_code, 1);
  EXPECT_NE(target.output.find("no design that fits reaches"), std::string::npos) << target.output;
  const auto nowhere = rtlgen({"explore", life_});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.errors.find("--all-boards"), std::string::npos) << nowhere.errors;
  EXPECT_EQ(rtlgen({"explore", life_, "--board", "arty_a7_35", "--types", "uint33x"}).exit_code, 2);
  const auto fused = rtlgen({"explore", life_, "--board", "arty_a7_35", "--arithmetic", "fused"});
  EXPECT_EQ(fused.exit_code, 2);
  EXPECT_NE(fused.errors.find("RG0325"), std::string::npos) << fused.errors;
  EXPECT_EQ(rtlgen({"explore", life_, "--board", "arty_a7_35", "--arithmetic", "hard"}).exit_code, 2);
  const auto huge = rtlgen({"explore", test::source_folder() + "/configs/lbm2d.yaml", "--board", "arty_a7_35"});
  EXPECT_EQ(huge.exit_code, 1) << huge.output;
  EXPECT_NE(huge.output.find("no design of this stencil fits: the smallest"), std::string::npos) << huge.output;
}

TEST_F(Models, ArithmeticIsSearched) {
  const std::string heat = test::source_folder() + "/configs/jacobi2d.yaml";
  const auto result = rtlgen({"explore", heat, "--board", "arty_a7_100", "--cells-per-cycle", "1,2", "--arithmetic",
                              "ieee,fused", "--write", "best.yaml", "--json", "e.json"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("arty_a7_100, fused,"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("--set arithmetic=fused"), std::string::npos) << result.output;
  const auto json = nlohmann::json::parse(read_file(at("e.json")));
  ASSERT_EQ(json["cases"].size(), 2U);
  EXPECT_EQ(json["cases"][0]["arithmetic"], "ieee");
  EXPECT_EQ(json["cases"][1]["arithmetic"], "fused");
  EXPECT_EQ(json["best"], 1);
  EXPECT_LT(json["cases"][1]["best"]["seconds"], json["cases"][0]["best"]["seconds"]);
  EXPECT_NE(read_file(at("best.yaml")).find("arithmetic: fused"), std::string::npos);
}

TEST_F(Models, TheBestInACopyOfTheFile) {
  write_file(at("mine.yaml"), "# of mine\n" + std::string(kLife) + "# the end\n");
  const std::vector<std::string> search = {"explore", "mine.yaml", "--board",       "arty_a7_35", "--cells-per-cycle",
                                           "1,4",     "--set",     "grid=[24, 12]", "--types",    "uint<1>,uint<2>",
                                           "--write", "best.yaml", "--json",        "e.json"};
  const auto result = rtlgen(search);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("wrote best.yaml"), std::string::npos) << result.output;
  const auto explored = nlohmann::json::parse(read_file(at("e.json")));
  EXPECT_EQ(explored["written"], "best.yaml");
  const auto& best = explored["cases"][explored["best"].get<std::size_t>()];
  const std::string text = read_file(at("best.yaml"));
  EXPECT_TRUE(text.starts_with("# of mine\nname: small\ngrid: [24, 12]\n")) << text;
  EXPECT_TRUE(text.ends_with("# the end\n")) << text;
  EXPECT_NE(text.find("board: arty_a7_35"), std::string::npos) << text;
  EXPECT_EQ(rtlgen({"check", "best.yaml"}).exit_code, 0);
  // The prediction is that of model for the copy.
  EXPECT_EQ(rtlgen({"model", "best.yaml", "--clock", "100", "--json", "m.json"}).exit_code, 0);
  const auto model = nlohmann::json::parse(read_file(at("m.json")));
  EXPECT_EQ(model["board"], best["board"]);
  for (const char* key : {"luts", "flip_flops", "rams", "dsps"})
    EXPECT_EQ(model["area"][key], best["best"][key]) << key;
  EXPECT_EQ(model["steps"], best["best"]["steps"]);
  EXPECT_EQ(model["cells_per_cycle"], best["best"]["cells_per_cycle"]);
  EXPECT_DOUBLE_EQ(model["memory"]["seconds"].get<double>(), best["best"]["seconds"].get<double>());
  // It is not replaced but by force.
  const auto again = rtlgen(search);
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_NE(again.errors.find("use --force"), std::string::npos) << again.errors;
  auto forced = search;
  forced.emplace_back("--force");
  EXPECT_EQ(rtlgen(forced).exit_code, 0);
  EXPECT_EQ(read_file(at("best.yaml")), text);
}

TEST_F(Models, AShorterChainHasFewerHops) {
  std::string chain = kLife;
  write_file(at("far.yaml"), chain.replace(chain.find("steps: 2"), 8, "steps: 2, hops: 1"));
  const auto result = rtlgen(
      {"explore", "far.yaml", "--board", "u250", "--cells-per-cycle", "1", "--steps", "1", "--write", "near.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("hardware.hops=0"), std::string::npos) << result.output;
  EXPECT_NE(read_file(at("near.yaml")).find("hops: 0"), std::string::npos);
  EXPECT_EQ(rtlgen({"check", "near.yaml"}).exit_code, 0);
}

TEST_F(Models, CopiesThatCannotBe) {
  const std::vector<std::string> small = {"--board", "kcu105", "--cells-per-cycle", "1", "--steps", "2", "--write"};
  const auto write = [&](const std::string& file, const std::string& copy) {
    std::vector<std::string> call = {"explore", file};
    call.insert(call.end(), small.begin(), small.end());
    call.push_back(copy);
    return rtlgen(call);
  };
  // Data by relative paths lie beside the original.
  const auto elsewhere = write(test::source_folder() + "/configs/hotspot2d.yaml", "copy.yaml");
  EXPECT_EQ(elsewhere.exit_code, 2);
  EXPECT_NE(elsewhere.errors.find("error[RG0809]"), std::string::npos) << elsewhere.errors;
  // So do the files of tables, and what is included.
  fs::create_directories(at("other"));
  write_file(at("curve.csv"), "0 1\n");
  write_file(at("lib.yaml"), "params: {rate: 2}\n");
  write_file(at("curved.yaml"),
             "name: curved\ngrid: [64]\nfields: {t: {}}\ntables: {curve: {file: curve.csv}}\nupdate:\n"
             "  - t: t[1] + curve[x]\niterations: 2\nhardware: {steps: 1}\n");
  write_file(at("includes.yaml"),
             "name: includes\ninclude: lib.yaml\ngrid: [64]\nfields: {t: {}}\nupdate:\n"
             "  - t: rate*t[1]\niterations: 2\nhardware: {steps: 1}\n");
  for (const std::string file : {"curved.yaml", "includes.yaml"}) {
    const auto apart = write(file, "other/copy.yaml");
    EXPECT_EQ(apart.exit_code, 2) << apart.output;
    EXPECT_NE(apart.errors.find("error[RG0809]"), std::string::npos) << apart.errors;
    EXPECT_FALSE(fs::exists(at("other/copy.yaml")));
    EXPECT_EQ(write(file, "copy_of_" + file).exit_code, 0);
  }
  // Included text cannot be changed in the file's text; reported before the search.
  const auto included =
      rtlgen({"explore", "includes.yaml", "--board", "arty_a7_35", "--set", "params.rate=3", "--write", "copy.yaml"});
  EXPECT_EQ(included.exit_code, 2);
  EXPECT_NE(included.errors.find("params.rate=3: it is defined in the included file lib.yaml"), std::string::npos)
      << included.errors;
  write_file(at("list.yaml"),
             std::string(kLife).substr(0, std::string(kLife).find("hardware:")) + "hardware:\n  block:\n    - 8\n");
  const auto list = write("list.yaml", "copy.yaml");
  EXPECT_EQ(list.exit_code, 2);
  EXPECT_NE(list.errors.find("hardware.block=[]: its value is written on separate lines"), std::string::npos)
      << list.errors;
  EXPECT_EQ(write("small.yaml", "nowhere/copy.yaml").exit_code, 3);
  EXPECT_FALSE(fs::exists(at("copy.yaml")));
}

TEST_F(Models, ATargetIsForTheSmallest) {
  const auto result = rtlgen({"explore", life_, "--board", "arty_a7_35", "--target", "1e9"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("error[RG0805]"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("--objective smallest"), std::string::npos) << result.errors;
}

TEST_F(Models, KindsOfRam) {
  const auto search = [&](const std::string& ram) {
    std::vector<std::string> call = {"explore", life_,     "--board", "arty_a7_35", "--cells-per-cycle",
                                     "4",       "--steps", "2",       "--json",     "e.json"};
    if (!ram.empty()) call.insert(call.end(), {"--ram", ram});
    EXPECT_EQ(rtlgen(call).exit_code, 0);
    return nlohmann::json::parse(read_file(at("e.json")))["cases"][0];
  };
  EXPECT_EQ(search("block")["best"]["ram"], "block");
  EXPECT_GT(search("block")["best"]["rams"], 0);
  EXPECT_EQ(search("distributed")["best"]["rams"], 0);
  EXPECT_EQ(search("")["points"], search("auto,block,distributed")["points"]);
  EXPECT_EQ(rtlgen({"explore", life_, "--board", "arty_a7_35", "--ram", "ultra"}).exit_code, 2);
}

TEST_F(Models, HelpTeaches) {
  EXPECT_NE(rtlgen({"model", "--help"}).output.find("rtlgen model hotspot2d --board de5net"), std::string::npos);
  EXPECT_NE(rtlgen({"explore", "--help"}).output.find("--all-boards"), std::string::npos);
  EXPECT_NE(rtlgen({"synth", "--help"}).output.find("rtlgen calibrate"), std::string::npos);
}

}  // namespace
}  // namespace rtlgen::test
