// The resource model against Yosys on whole cores, and the reader of Yosys' statistics.
#include <gtest/gtest.h>

#include <stdexcept>

#include "driver/synth/synth.hpp"
#include "hw/builder.hpp"
#include "hw/ir.hpp"
#include "model/area/design.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"
#include "support/result.hpp"
#include "synthesis/counts.hpp"
#include "synthesis/statistics.hpp"
#include "synthesis/yosys.hpp"
#include "test_paths.hpp"

namespace rtlgen::synthesis {
namespace {

/// The fault of a prediction: RAM and DSP have to be right, flip-flops within 2 %, LUTs or ALMs within 15 %; "":
/// nothing.
std::string judged(const model::Area& predicted, const model::Area& counted, const std::string& fabric) {
  const auto beyond = [](std::int64_t p, std::int64_t c, double part) {
    return std::abs(static_cast<double>(p - c)) > part * static_cast<double>(c);
  };
  if (predicted.rams != counted.rams) return "block RAM";
  if (predicted.ultra_rams != counted.ultra_rams) return "UltraRAM";
  if (predicted.dsps != counted.dsps) return "DSP";
  if (beyond(predicted.flip_flops, counted.flip_flops, 0.02)) return "flip-flops";
  const model::Fabric& f = model::fabric_of(fabric);
  if (beyond(f.logic(predicted), f.logic(counted), 0.15)) return f.logic_word();
  return "";
}

struct Case {
  const char* file;
  const char* device;
};

/// False for a family that newer versions of Yosys do not map, which `synth` must say.
bool is_mapped(const driver::SynthOptions& options) {
  if (options.device != "cyclone10gx") return true;
  const ProcessResult help = run_process({"yosys", "-p", "help synth_intel_alm"}, {});
  if (help.output.find("\"cyclone10gx\"") != std::string::npos) return true;
  Diagnostics diagnostics;
  try {
    static_cast<void>(driver::synthesise(options, diagnostics));
    ADD_FAILURE() << "a family that Yosys does not map is counted";
  } catch (const EnvironmentError& error) {
    EXPECT_NE(std::string(error.what()).find("maps for Cyclone V only"), std::string::npos) << error.what();
  }
  return false;
}

class Prediction : public testing::TestWithParam<Case> {};

TEST_P(Prediction, IsWhatYosysCounts) {
  driver::SynthOptions options;
  options.source = {test::source_folder() + "/configs/" + GetParam().file, {}};
  options.device = GetParam().device;
  if (!is_mapped(options)) return;
  Diagnostics diagnostics;
  const auto report = driver::synthesise(options, diagnostics);
  ASSERT_TRUE(report) << diagnostics.render();
  const model::Area &p = report->predicted.total, &c = report->counted.total;
  EXPECT_EQ(judged(p, c, report->fabric), "")
      << "LUT " << p.luts() << "/" << c.luts() << " ALM " << p.alms() << "/" << c.alms() << " FF " << p.flip_flops
      << "/" << c.flip_flops << " RAM " << p.rams << "/" << c.rams << " DSP " << p.dsps << "/" << c.dsps;
  EXPECT_GT(c.luts(), 100);
  EXPECT_GT(c.flip_flops, 100);
}

INSTANTIATE_TEST_SUITE_P(Cores, Prediction,
                         testing::Values(Case{"life.yaml", "xc7"}, Case{"life.yaml", "xc5v"},
                                         Case{"life.yaml", "cyclone10gx"}, Case{"jacobi2d.yaml", "xc7"},
                                         Case{"jacobi_fixed.yaml", "cyclone10gx"}),
                         [](const auto& c) {
                           return std::string(c.param.file).substr(0, std::string(c.param.file).find('.')) + "_" +
                                  c.param.device;
                         });

TEST(UltraRam, IsWhatYosysCounts) {
  driver::SynthOptions options;
  options.source = {test::source_folder() + "/configs/life.yaml",
                    {"grid=[20000,100]", "hardware.ram=ultra", "hardware.device=xcu"}};
  Diagnostics diagnostics;
  const auto report = driver::synthesise(options, diagnostics);
  ASSERT_TRUE(report) << diagnostics.render();
  const model::Area &p = report->predicted.total, &c = report->counted.total;
  EXPECT_EQ(judged(p, c, report->fabric), "")
      << "LUT " << p.luts() << "/" << c.luts() << " ALM " << p.alms() << "/" << c.alms() << " FF " << p.flip_flops
      << "/" << c.flip_flops << " UltraRAM " << p.ultra_rams << "/" << c.ultra_rams;
  EXPECT_GT(c.ultra_rams, 0);
}

/// A row buffer of 600 words of 16 bits in each family that Yosys maps: a block RAM, of which there are as many as
/// predicted.
class RamAuto : public testing::TestWithParam<const char*> {};

TEST_P(RamAuto, IsABlockRam) {
  driver::SynthOptions options;
  options.source = {test::source_folder() + "/tests/bitstream/heat.yaml",
                    {"grid=[600,20]", "hardware.ram=auto", "hardware.extents=fixed"}};
  options.device = GetParam();
  if (!is_mapped(options)) return;
  Diagnostics diagnostics;
  const auto report = driver::synthesise(options, diagnostics);
  ASSERT_TRUE(report) << diagnostics.render();
  EXPECT_GT(report->counted.total.rams, 0);
  EXPECT_EQ(report->predicted.total.rams, report->counted.total.rams);
}

INSTANTIATE_TEST_SUITE_P(Families, RamAuto,
                         testing::Values("ice40hx", "ice40up", "ecp5", "xc5v", "xc7", "xcu", "xcup", "cyclone10gx"),
                         [](const auto& family) { return std::string(family.param); });

/// A memory alone.
hw::Design memory_of(hw::MemoryStyle style) {
  hw::Builder b("memory");
  b.output("q", b.memory("ram", 512, style, b.input("a", 9), b.input("d", 16), {}, "", b.input("write", 1),
                         b.input("from", 9)));
  hw::Design design;
  design.top = "memory";
  design.modules.push_back(b.finish());
  return design;
}

/// iCE40 has no memories of LUTs: Yosys does not map one, and the same in a block RAM it does.
TEST(RamStyle, OneThatAFamilyHasNotIsAFault) {
  for (const std::string family : {"ice40hx", "ice40up"}) {
    const model::Fabric& fabric = model::fabric_of(family);
    EXPECT_THROW(count(memory_of(hw::MemoryStyle::kDistributed), fabric, {}), EnvironmentError) << family;
    EXPECT_EQ(count(memory_of(hw::MemoryStyle::kBlock), fabric, {}).total.rams, 2) << family;
  }
}

/// Wires alone: nothing is left that could be counted.
TEST(Count, NoCellAtAllIsAFault) {
  hw::Builder b("wires");
  b.output("q", b.input("a", 8));
  hw::Design design;
  design.top = "wires";
  design.modules.push_back(b.finish());
  EXPECT_THROW(count(design, model::fabric_of("xc7"), {}), EnvironmentError);
}

TEST(Judge, FindsEachFault) {
  const model::Area right{800, 100, 100, 2000, 10, 4, 0};
  EXPECT_EQ(judged(right, right, "xc7"), "");
  model::Area wrong = right;
  wrong.rams = 11;
  EXPECT_EQ(judged(wrong, right, "xc7"), "block RAM");
  wrong = right;
  wrong.ultra_rams = 1;
  EXPECT_EQ(judged(wrong, right, "xc7"), "UltraRAM");
  wrong = right;
  wrong.dsps = 0;
  EXPECT_EQ(judged(wrong, right, "xc7"), "DSP");
  wrong = right;
  wrong.flip_flops = 2041;
  EXPECT_EQ(judged(wrong, right, "xc7"), "flip-flops");
  wrong = right;
  wrong.logic_luts = 640;
  EXPECT_EQ(judged(wrong, right, "xc7"), "LUT");
  wrong = right;
  wrong.wide_luts = 200;
  EXPECT_EQ(judged(wrong, right, "xc7"), "");
  EXPECT_EQ(judged(wrong, right, "cyclone10gx"), "ALM");
}

const char* const kStat = R"({"modules": {
  "\\child": {"num_cells": 99, "num_cells_by_type": {"LUT6": 99}},
  "\\m": {"num_cells": 15, "num_cells_by_type": {"CARRY4": 2, "FDRE": 5, "LUT3": 4, "RAMB36E1": 1, "child": 3}}},
  "design": {"num_cells": 1000, "num_cells_by_type": {"LUT6": 1000}}})";

std::string with(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

/// Output of three versions for one netlist: 0.66 counts instances of modules apart from cells.
TEST(Statistics, EachVersionIsRead) {
  const auto none = [](const std::string&) { return false; };
  for (const char* version : {"0.23", "0.52", "0.66"}) {
    const std::string text =
        runner::read_file(test::source_folder() + "/tests/synthesis/stat/yosys_" + version + ".json");
    ASSERT_NE(text.find(std::string("Yosys ") + version), std::string::npos) << version;
    const CellTable table = parse_stat(text);
    ASSERT_EQ(table.size(), 3) << version;
    EXPECT_EQ(table.at("leaf").at("FDRE"), 8) << version;
    EXPECT_EQ(table.at("m").at("leaf"), 2) << version;
    const model::Area all = cells_below(table, "m", model::fabric_of("xc7"), none);
    EXPECT_EQ(all.flip_flops, 16) << version;
    EXPECT_EQ(all.dsps, 1) << version;
    EXPECT_GT(all.luts(), 0) << version;
  }
}

/// None of them may read as a netlist of fewer cells, or of none.
TEST(Statistics, WhatCannotBeReadIsAFault) {
  EXPECT_THROW(parse_stat(""), std::runtime_error);
  EXPECT_THROW(parse_stat("{}"), std::runtime_error);
  EXPECT_THROW(parse_stat(R"({"modules": {}})"), std::runtime_error);
  EXPECT_THROW(parse_stat("=== m ===\n     4   LUT3\n"), std::runtime_error) << "the text for people";
  EXPECT_NO_THROW(parse_stat(kStat));
  for (const auto& [from, to] :
       {std::pair("\"num_cells_by_type\"", "\"cells_by_type\""), std::pair("\"num_cells\": 99, ", ""),
        std::pair("99}", "{\"count\": 99}}"), std::pair("99}", "-99}"), std::pair("99}", "98}"),
        std::pair("99}", "\"99\"}"), std::pair("\"LUT6\": 99", ""), std::pair("99}", "99000000000000}")})
    EXPECT_THROW(parse_stat(with(kStat, from, to)), std::runtime_error) << from << " -> " << to;
}

TEST(Statistics, OneModuleIsRead) {
  const auto child = [](const std::string& type) { return type == "child"; };
  EXPECT_EQ(cells_of(parse_stat(kStat), "m", model::fabric_of("xc7"), child), (model::Area{4, 0, 0, 5, 2, 0, 0}));
}

/// 512 words of 36 bits are a block RAM of ECP5, which Yosys names by its version.
TEST(Statistics, WideMemoriesOfEcp5AreCounted) {
  hw::Builder b("wide");
  b.output("q", b.memory("ram", 512, hw::MemoryStyle::kBlock, b.input("a", 9), b.input("d", 36), {}, "",
                         b.input("write", 1), b.input("from", 9)));
  hw::Design design;
  design.top = "wide";
  design.modules.push_back(b.finish());
  const model::Area ram{0, 0, 0, 0, 1, 0, 0};
  EXPECT_EQ(count(design, model::fabric_of("ecp5"), {}).total, ram);
  const auto none = [](const std::string&) { return false; };
  for (const char* cell : {"DP16KD", "PDPW16KD"})
    EXPECT_EQ(cells_of({{"m", {{cell, 1}}}}, "m", model::fabric_of("ecp5"), none), ram) << cell;
}

TEST(Statistics, WhatIsNotKnownIsAFault) {
  const auto none = [](const std::string&) { return false; };
  EXPECT_THROW(cells_of(parse_stat(kStat), "m", model::fabric_of("xc7"), none), std::runtime_error);
  EXPECT_THROW(cells_of(parse_stat(kStat), "other", model::fabric_of("xc7"), none), std::runtime_error);
  EXPECT_THROW(cells_of(parse_stat(kStat), "m", model::fabric_of("cyclone10gx"), none), std::runtime_error);
  EXPECT_THROW(parse_stat("ERROR: no such file"), std::runtime_error);
}

}  // namespace
}  // namespace rtlgen::synthesis
