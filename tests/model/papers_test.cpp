// The papers' models give the papers' tables, and docs/evidence/papers.md says so.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "richter2012.hpp"
#include "rows.hpp"
#include "soda2018.hpp"
#include "test_paths.hpp"
#include "waidyasooriya2017.hpp"
#include "zohouri2018.hpp"

namespace rtlgen::model {
namespace {

const std::string kRoot = test::source_folder();

const std::vector<bench::PaperTable>& tables() {
  static const std::vector<bench::PaperTable> all = bench::paper_tables(kRoot + "/bench/papers/tables.yaml");
  return all;
}

const bench::PaperTable& table(const std::string& title) {
  for (const bench::PaperTable& t : tables()) {
    if (t.title.starts_with(title)) return t;
  }
  throw std::runtime_error("no table " + title);
}

/// Rows that are not the printed digits, as "row column".
std::vector<std::string> others(const std::string& title) {
  std::vector<std::string> list;
  for (const bench::Compared& row : table(title).rows) {
    if (!row.agrees()) list.push_back(row.row + " " + row.column);
  }
  return list;
}

TEST(Papers, ZohouriWithinAHundredthOfAPercent) {
  EXPECT_EQ(table("Zohouri 2018, table 4").rows.size(), 22U);
  EXPECT_EQ(table("Zohouri 2018, table 6").rows.size(), 8U);
  for (const char* title : {"Zohouri 2018, table 4", "Zohouri 2018, table 6"}) {
    for (const bench::Compared& row : table(title).rows) EXPECT_LT(std::abs(row.off_percent()), 0.01) << row.row;
  }
}

TEST(Papers, WaidyasooriyaToThePrintedDigit) {
  EXPECT_EQ(table("Waidyasooriya 2017, table 2").rows.size(), 5U);
  EXPECT_EQ(others("Waidyasooriya 2017, table 2"), std::vector<std::string>{});
}

TEST(Papers, RichterButForTheWrongSpeedup) {
  EXPECT_EQ(table("Richter 2012, table 3").rows.size(), 30U);
  EXPECT_EQ(others("Richter 2012, table 3"), std::vector<std::string>{"P=2,I=4 speedup"});
  EXPECT_EQ(others("Richter 2012, table 2"),
            (std::vector<std::string>{"128^3, P 4, I 1 RAMB36", "256^3, P 1, I 1 FF"}));
}

/// Data that make no difference to a comparison are not compared.
TEST(Papers, ADifferenceIsSeen) {
  EXPECT_TRUE((bench::Compared{"", "", "45.6", 45.649}).agrees());
  EXPECT_FALSE((bench::Compared{"", "", "45.6", 45.651}).agrees());
  EXPECT_FALSE((bench::Compared{"", "", "28", 27.4}).agrees());
  EXPECT_GT(std::abs((bench::Compared{"", "", "540.119", 539.67}).off_percent()), 0.01)
      << "34.1 GB/s instead of 34.128";
}

TEST(Zohouri, EquationsOneToSeven) {
  zohouri2018::Design d;
  d.axes = 3;
  d.reads = 2;
  d.block = {128, 64};
  d.cells_per_cycle = 8;
  d.steps = 16;
  d.grid = {576, 40, 100};
  EXPECT_EQ(zohouri2018::shift_register(d), 2 * 128 * 64 + 8);
  EXPECT_EQ(zohouri2018::halo(d), 16);
  EXPECT_EQ(zohouri2018::own_cells(d, 0), 96);
  EXPECT_EQ(zohouri2018::blocks(d, 0), 6);
  EXPECT_EQ(zohouri2018::blocks(d, 1), 2);
  EXPECT_EQ(zohouri2018::cells_of_pass(d), 6 * 128 * 2 * 64 * 100);
  // Along x the outer ghosts alone lie off the grid, along y what the last block has too much, too.
  EXPECT_EQ(zohouri2018::cells_read(d), 2 * (6 * 128 - 32) * (2 * 64 - (2 * 32 + 32 - 40)) * 100);
  EXPECT_EQ(zohouri2018::cells_written(d), 576 * 40 * 100);
  d.block = {32, 64};
  EXPECT_THROW(static_cast<void>(zohouri2018::own_cells(d, 0)), std::invalid_argument);
}

TEST(Waidyasooriya, EquationsTwoToTwelve) {
  waidyasooriya2017::Design d;
  d.cells_per_cycle = 16;
  d.steps = 10;
  d.row = 4096;
  d.rows = 32768;
  d.iterations = 15360;
  d.clock_hz = 270e6;
  d.bandwidth = waidyasooriya2017::practical_bandwidth(8, 1600e6, 2, 0.8);
  EXPECT_DOUBLE_EQ(d.bandwidth, 20.48e9);
  EXPECT_DOUBLE_EQ(waidyasooriya2017::required_bandwidth(d), 34.56e9);
  EXPECT_FALSE(waidyasooriya2017::is_bound_by_computation(d));
  EXPECT_DOUBLE_EQ(waidyasooriya2017::latency_cells(d), (2 * 4096 + 4) / 2.0 + 16);
  EXPECT_EQ(waidyasooriya2017::shift_registers(d), 2 * 4096 + 4);
  EXPECT_DOUBLE_EQ(waidyasooriya2017::pass_time(d), 8 / 20.48e9 * (10 * (4098.0 + 16) + 4096.0 * 32768));
  EXPECT_DOUBLE_EQ(waidyasooriya2017::proportional_time(d, 1600e6), 15360 * (4096 + 4096.0 * 32768 / 10) / 1600e6);
  const waidyasooriya2017::Resources r{5, 3, 100};
  EXPECT_DOUBLE_EQ(waidyasooriya2017::resources(d, r), 10 * (16 * 5 + 3) + 100);
  EXPECT_TRUE(waidyasooriya2017::fits(d, r, 930));
  EXPECT_FALSE(waidyasooriya2017::fits(d, r, 929));
  EXPECT_DOUBLE_EQ(waidyasooriya2017::effective_percent(119.82, 196), 61.13265306122449);
}

TEST(Richter, EquationsOneToEight) {
  richter2012::Design d;
  d.m = d.n = d.o = 128;
  EXPECT_EQ(richter2012::buffered_cells(d), 33027);
  EXPECT_EQ(richter2012::structure(d).cells(), 33027) << "part by part";
  EXPECT_EQ(richter2012::structure(d).row_fifo_cells, 125);
  EXPECT_EQ(richter2012::structure(d).plane_fifo_cells, 16125);
  EXPECT_EQ(richter2012::own_cells(128, 64, d), (std::array<std::int64_t, 2>{126, 62}));
  EXPECT_EQ(richter2012::blocks(d, 63, 64), 4);
  EXPECT_EQ(richter2012::reads_without_ghosts(4, 63, 64, 128), 4 * 63 * 64 * 128);
  EXPECT_EQ(richter2012::reads(4, 65, 66, 128), 4 * 65 * 66 * 128);
  EXPECT_DOUBLE_EQ(richter2012::blocking_performance(66, 66, d), 64.0 * 64 / (66 * 66));
  EXPECT_DOUBLE_EQ(richter2012::partial_buffering_performance(d), 1.0 / 9);
  for (const auto& [steps, cells] : {std::pair{1, 33027}, {2, 67090}, {4, 138388}}) {
    d.i = steps;
    EXPECT_EQ(richter2012::chain_cells(d, 126, 126), cells);
  }
}

TEST(Soda, ReuseChainsOfThePaper) {
  const soda2018::Reuse reuse = soda2018::reuse({-9, -1, 0, 1, 9}, 3);
  EXPECT_EQ(reuse.distance, 19);
  EXPECT_EQ(reuse.cells, 21);
  EXPECT_EQ(reuse.chains, (std::vector<std::vector<std::int64_t>>{{-9, 0, 3, 9}, {-8, 1, 10}, {-7, -1, 2, 11}}));
  EXPECT_EQ(reuse.intervals, (std::vector<std::vector<std::int64_t>>{{3, 1, 2}, {3, 3}, {2, 1, 3}}));
  for (const int k : {1, 2, 3, 4, 8}) {
    for (const std::int64_t m : {9, 12, 16, 17, 64}) EXPECT_EQ(soda2018::reuse({-m, -1, 0, 1, m}, k).cells, 2 * m + k);
  }
}

TEST(Soda, EquationsTwoToFive) {
  soda2018::Design d;
  d.cells_per_cycle = 4;
  d.steps = 2;
  d.clock_ghz = 0.25;
  d.tile = {100, 50};
  d.window = {3, 5};
  d.bandwidth_gbs = 100;
  EXPECT_DOUBLE_EQ(soda2018::ideal_throughput(d), 2.0 * 0.96 * 0.84);
  EXPECT_DOUBLE_EQ(soda2018::throughput(d), soda2018::ideal_throughput(d));
  d.bandwidth_gbs = 4;
  EXPECT_DOUBLE_EQ(soda2018::throughput(d), soda2018::ideal_throughput(d) / 2);
  d.banks = std::pair{8.0, 1.0};
  EXPECT_DOUBLE_EQ(soda2018::throughput(d), soda2018::ideal_throughput(d) / 4);
  d.ghosts = false;
  EXPECT_DOUBLE_EQ(soda2018::ideal_throughput(d), 2.0);
  EXPECT_DOUBLE_EQ(soda2018::resources(d, 100, 10, 5), 100 + 4 * 2 * 10 + 2 * 5);
}

TEST(Papers, ThePageIsWhatTheModelsGive) {
  const std::string file = kRoot + "/docs/evidence/papers.md";
  const std::string page = bench::paper_page(tables());
  if (std::getenv("RTLGEN_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << page;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), page) << "RTLGEN_UPDATE_GOLDEN=1 writes it again";
}

}  // namespace
}  // namespace rtlgen::model
