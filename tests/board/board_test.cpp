// The boards that are shipped, and what follows from their figures.
#include "board/board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "board/clock.hpp"
#include "board/fill.hpp"
#include "board/wiring.hpp"
#include "dram/part_file.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "hw/delay_model.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"
#include "test_paths.hpp"

namespace rtlgen::board {
namespace {

Board shipped(const std::string& name) {
  Diagnostics diagnostics;
  auto board = frontend::load_board(name, diagnostics);
  EXPECT_TRUE(board.ok()) << diagnostics.render();
  return board.ok() ? *std::move(board) : Board{};
}

template <class T>
std::vector<Figure> figures(const T& values, std::span<const Field<T>> fields) {
  std::vector<Figure> out;
  for (const auto& field : fields) {
    if (values.*field.member) out.push_back(*(values.*field.member));
  }
  return out;
}

std::vector<Figure> all_figures(const Board& b) {
  std::vector<Figure> out = figures(b.resources, resource_fields());
  const auto add = [&](const std::vector<Figure>& more) { out.insert(out.end(), more.begin(), more.end()); };
  for (const Memory& m : b.memory) add(figures(m, memory_fields()));
  add(figures(b.pcie, pcie_fields()));
  out.push_back({0, b.part.source, b.part.unverified});
  return out;
}

TEST(ShippedBoards, AreTheFoldersAndHaveNoFaults) {
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/boards")) {
    if (entry.is_directory() && entry.path().filename() != "ip") folders.push_back(entry.path().filename().string());
  }
  std::sort(folders.begin(), folders.end());
  EXPECT_EQ(frontend::board_names(), folders);
  EXPECT_GE(folders.size(), 17U);
  for (const std::string& name : folders) {
    const Board b = shipped(name);
    EXPECT_EQ(b.id, name);
    // Boards of open tools have no memory that a design could use.
    EXPECT_EQ(b.memory.empty(), b.tool == "open") << name;
    EXPECT_EQ(b.peak_gbs().has_value(), b.tool != "open") << name;
    EXPECT_TRUE(b.ram_blocks()) << name;
    EXPECT_TRUE(b.resources.dsp) << name;
    EXPECT_NE(std::find(b.works.begin(), b.works.end(), "core"), b.works.end()) << name;
    Diagnostics diagnostics;
    const auto again = frontend::load_board(test::source_folder() + "/boards/" + name, diagnostics);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again->id, name);
  }
}

/// Remembered figures say so and are marked; no others are.
TEST(ShippedBoards, EveryFigureHasASourceOrIsMarked) {
  int unverified = 0, verified = 0;
  for (const std::string& name : frontend::board_names()) {
    for (const Figure& f : all_figures(shipped(name))) {
      EXPECT_FALSE(f.source.empty()) << name;
      EXPECT_EQ(f.unverified, safe::terminal(f.source).starts_with("own knowledge"))
          << name << ": " << safe::terminal(f.source);
      ++(f.unverified ? unverified : verified);
    }
  }
  EXPECT_GT(unverified, 50);
  EXPECT_GT(verified, 100);
}

TEST(ShippedBoards, FiguresOfThePapers) {
  const Board de5 = shipped("de5net");
  EXPECT_EQ(de5.family, "stratixv");
  EXPECT_EQ(de5.resources.alm->count(), 234720);
  EXPECT_EQ(de5.resources.dsp->count(), 256);
  EXPECT_DOUBLE_EQ(*de5.peak_gbs(), 25.6);
  EXPECT_DOUBLE_EQ(*de5.memory[0].total_gigabytes(), 4);
  EXPECT_EQ(de5.memory[0].dram, "ddr3-1600");
  // Zohouri 2018 needs the product, not the rounded 34.1.
  EXPECT_DOUBLE_EQ(*shipped("n385a").peak_gbs(), 34.128);
  EXPECT_NEAR(*shipped("p395_d8").peak_gbs(), 34.1, 0.05);
  EXPECT_DOUBLE_EQ(*shipped("b520n").peak_gbs(), 76.8);
  EXPECT_EQ(*shipped("xupv5").ram_blocks(), 296);
}

TEST(ShippedBoards, TwoKindsOfMemory) {
  const Board u280 = shipped("u280");
  ASSERT_EQ(u280.memory.size(), 2U);
  EXPECT_EQ(u280.memory[0].channels->count(), 32);
  EXPECT_DOUBLE_EQ(*u280.memory[0].peak_gbs_each(), 460.0 / 32);
  EXPECT_DOUBLE_EQ(*u280.memory[0].total_gigabytes(), 8);
  EXPECT_DOUBLE_EQ(*u280.peak_gbs(), 460 + 38.4);
  EXPECT_EQ(u280.generation, "ultrascale_plus");
  EXPECT_EQ(shipped("adm_pcie_ku3").generation, "ultrascale");
  EXPECT_EQ(shipped("adm_pcie_ku3").family, u280.family);
}

// ---------------------------------------------------------------- unknown figures

TEST(Figures, ThatAreMissingAreNotInvented) {
  Memory m;
  EXPECT_FALSE(m.peak_gbs_each() || m.peak_gbs() || m.total_gigabytes());
  m.gbs_total = Figure{460, OutsideText("s")};
  EXPECT_FALSE(m.peak_gbs_each());
  EXPECT_DOUBLE_EQ(*m.peak_gbs(), 460);
  m.channels = Figure{32, OutsideText("s")};
  EXPECT_DOUBLE_EQ(*m.peak_gbs_each(), 14.375);
  m.gbs_each = Figure{14, OutsideText("s")};
  EXPECT_DOUBLE_EQ(*m.peak_gbs_each(), 14);
  m.mega_transfers = Figure{1800, OutsideText("s")};
  m.data_bits = Figure{64, OutsideText("s")};
  EXPECT_DOUBLE_EQ(*m.peak_gbs_each(), 14.4);
  EXPECT_FALSE(m.total_gigabytes());
  Board b;
  EXPECT_FALSE(b.peak_gbs() || b.ram_blocks());
  b.memory = {m, Memory{}};
  EXPECT_FALSE(b.peak_gbs()) << "one of two kinds is unknown";
  EXPECT_FALSE(shipped("s10_mx2100").resources.alm) << "the paper does not say";
  EXPECT_FALSE(shipped("nexys_video").pcie.lanes);
}

// ---------------------------------------------------------------- tables

TEST(ShippedBoards, DevicesAreRowsOfDelaysByTheirGrade) {
  for (const std::string& name : frontend::board_names()) {
    const std::string device = device_of(shipped(name));
    ASSERT_NE(hw::DelayModel::find(device), nullptr) << name << ": " << device;
    EXPECT_EQ(hw::family_of(device), shipped(name).family) << name;
  }
  EXPECT_EQ(device_of(shipped("nexys_video")), "xc7-1");
  EXPECT_EQ(device_of(shipped("arty_a7_35")), "xc7-1");
  EXPECT_EQ(device_of(shipped("kcu105")), "xcu");
  EXPECT_EQ(device_of(shipped("u250")), "xcup");
  EXPECT_EQ(device_of(shipped("de5net")), "stratixv");
  EXPECT_TRUE(is_device_of(shipped("kcu105"), "xcu-3"));
  EXPECT_FALSE(is_device_of(shipped("kcu105"), "xcup")) << "faster than UltraScale";
  EXPECT_TRUE(is_device_of(shipped("u250"), "xcu")) << "the family";
  EXPECT_FALSE(is_device_of(shipped("u250"), "xc7-1"));
}

TEST(Words, DramModelsAreThoseOfTheSimulation) {
  std::vector<std::string> words, parts;
  for (const Term& t : dram_models()) words.emplace_back(t.word);
  for (const auto& [name, text] : dram::part_texts()) {
    if (name.starts_with("parts/")) parts.push_back(name.substr(6));
  }
  std::sort(words.begin(), words.end());
  EXPECT_EQ(words, parts);
}

TEST(Words, BankRoundsAreThoseOfTheSimulation) {
  for (const Term& t : dram_models())
    EXPECT_EQ(bank_round_of(t.word), dram::read_timings("parts/" + std::string(t.word)).bank_round()) << t.word;
  EXPECT_EQ(bank_round_of("sdram"), 0);
}

TEST(Words, GenerationsAreDistinct) {
  for (const Generation& g : generations()) EXPECT_EQ(find_generation(g.word), &g);
  EXPECT_EQ(find_generation("spartan6"), nullptr);
}

// ---------------------------------------------------------------- names and paths

TEST(Names, UnknownOnesGetTheNearestAndAll) {
  Diagnostics diagnostics;
  const std::string known = frontend::board_names().front();
  EXPECT_FALSE(frontend::load_board(known + "x", diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0217");
  EXPECT_NE(diagnostics.render().find("did you mean '" + known + "'?"), std::string::npos);
  for (const std::string& name : frontend::board_names())
    EXPECT_NE(diagnostics.render().find(name), std::string::npos) << name;
  Diagnostics far;
  EXPECT_FALSE(frontend::load_board("breadboard", far).ok());
  EXPECT_EQ(far.render().find("did you mean"), std::string::npos);
}

TEST(Names, PathsThatLeadNowhere) {
  for (const std::string& path :
       std::vector<std::string>{"./nowhere", "nowhere.yaml", test::source_folder() + "/boards"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(frontend::load_board(path, diagnostics).ok());
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0101") << path;
  }
}

TEST(Fill, EachGenerationHasLimitsAndTheirSource) {
  EXPECT_EQ(fill_limits().size(), generations().size());
  for (const Generation& g : generations()) {
    const FillLimit& limit = fill_of(g.word);
    EXPECT_FALSE(limit.source.empty()) << g.word;
    for (const double part : {limit.fill.logic, limit.fill.ram, limit.fill.dsp}) {
      EXPECT_GT(part, 0) << g.word;
      EXPECT_LE(part, 1) << g.word;
    }
  }
}

TEST(Infrastructure, WhatIpAndPlatformsTakeHasASourceAndFits) {
  int known = 0;
  for (const auto& [name, text] : frontend::wiring_texts()) {
    if (name.starts_with("ip/")) continue;
    Diagnostics diagnostics;
    const auto wiring = frontend::load_wiring(name, diagnostics);
    ASSERT_TRUE(wiring) << diagnostics.render();
    std::vector<const Resources*> all = {
        wiring->pcie.takes(), wiring->platform && wiring->platform->left ? &*wiring->platform->left : nullptr};
    for (const WiredMemory& channel : wiring->memory) all.push_back(channel.use.takes());
    const Board b = shipped(name);
    for (const Resources* takes : all) {
      if (takes == nullptr) continue;
      ++known;
      for (const Figure& f : figures(*takes, resource_fields())) EXPECT_FALSE(safe::utf8(f.source).empty()) << name;
      for (const auto& field : resource_fields()) {
        if (!(takes->*field.member)) continue;
        EXPECT_LE((takes->*field.member)->value, (b.resources.*field.member)->value) << name;
      }
    }
  }
  EXPECT_GE(known, 10);
  IpUse use;
  use.ip.areas = {{{{"lanes", 8}}, {}}};
  EXPECT_EQ(use.takes(), nullptr) << "no such size";
  use.sizes["lanes"] = 16;
  EXPECT_EQ(use.takes(), nullptr) << "another size";
  use.sizes["lanes"] = 8;
  EXPECT_NE(use.takes(), nullptr);
}

TEST(Names, TheIdIsTheFolders) {
  const std::string text = frontend::board_texts().at("u250");
  const auto id = [&](const std::string& file) {
    Diagnostics diagnostics;
    return frontend::load_board_text(text, file, diagnostics)->id;
  };
  EXPECT_EQ(id("a/mine/board.yaml"), "mine");
  EXPECT_EQ(id("a/b/../mine/board.yaml"), "mine");
  EXPECT_EQ(id("a/mine.yaml"), "mine");
}

}  // namespace
}  // namespace rtlgen::board
