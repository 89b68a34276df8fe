// The page as text: well-formed, alone, the same each time, honest about unknown figures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "../driver/scratch.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/report/report.hpp"
#include "html_check.hpp"
#include "report/assets.hpp"
#include "report/markup.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string kConfigs = test::source_folder() + "/configs/";

driver::PageReport written(driver::PageOptions options, const std::string& folder) {
  options.folder = folder;
  if (options.simulate == driver::PageRun::kIdeal) options.simulate = driver::PageRun::kNone;
  Diagnostics diagnostics;
  auto page = driver::write_page(options, diagnostics);
  EXPECT_TRUE(page) << diagnostics.render();
  return *std::move(page);
}

driver::PageOptions of(const std::string& file, std::vector<std::string> sets = {}) {
  driver::PageOptions options;
  options.run.source = {file, std::move(sets)};
  return options;
}

struct Page {
  runner::TemporaryFolder folder;
  driver::PageReport report;
  std::string html;

  explicit Page(const driver::PageOptions& options)
      : report(written(options, (folder.path() / "page").string())),
        html(runner::read_file(folder.path() / "page" / "index.html")) {}
};

/// The requested clock never stands alone.
TEST(Page, TheClockHasWhatIsKnownOfIt) {
  const auto known = [](const char* device) {
    const std::string html = Page(of(kConfigs + "life.yaml", {std::string("hardware.device=") + device})).html;
    const std::size_t tile = html.find("<dt>kernel clock</dt>"), at = html.find("<p class=\"note\" id=\"clock\">");
    EXPECT_THAT(html.substr(tile, html.find("</div>", tile) - tile), HasSubstr("requested; <a href=\"#clock\">"));
    return html.substr(at, html.find("</p>", at) - at);
  };
  EXPECT_THAT(known("ice40hx"), HasSubstr("(27 routed cores: mean error 6 %, worst 17 %)"));
  EXPECT_THAT(known("stratixv"), HasSubstr("this one has not been routed"));
  EXPECT_THAT(known("agilex"), HasSubstr("the clock that this design reaches is unknown."));
}

TEST(Page, AChannelThatIsReadAndWrittenHasARangeOfTimes) {
  const std::string heat = test::source_folder() + "/bench/memory/heat.yaml";
  const char* const range = "depending on how the memory controller groups reads and writes";
  EXPECT_THAT(Page(of(heat)).html, HasSubstr(range));
  EXPECT_THAT(Page(of(heat, {"hardware.memory.t=[0, 1]"})).html, Not(HasSubstr(range)));
}

/// Signed fields have symmetric colours with 0 in the middle; a field with one value has no picture.
TEST(Page, PicturesSuitTheirValues) {
  const std::string wave = Page(of(kConfigs + "wave2d.yaml")).html;
  EXPECT_THAT(wave, HasSubstr("Without a picture: <strong>p</strong>, at the start: every cell 0; "));
  EXPECT_THAT(wave, ContainsRegex("<div class=\"ramp signed\" aria-hidden=\"true\"></div><div class=\"ticks\" "
                                  "aria-hidden=\"true\"><span>-([0-9.]+)</span><span>0</span><span>[0-9.]+</span>"));
  EXPECT_THAT(wave, Not(HasSubstr("class=\"ramp colour\"")));
  const std::string heat = Page(of(kConfigs + "hotspot2d.yaml")).html;
  EXPECT_THAT(heat, HasSubstr("class=\"ramp colour\""));
  EXPECT_THAT(heat, Not(HasSubstr("class=\"ramp signed\"")));
  EXPECT_THAT(heat, Not(HasSubstr("Without a picture")));
  EXPECT_THAT(Page(of(kConfigs + "life.yaml")).html, HasSubstr("class=\"ramp grey\""));
}

TEST(Page, IsWellFormedAndAlone) {
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {"hotspot2d.yaml", {"hardware.board=de5net", "hardware.bus=512"}},
      {"hotspot2d.yaml", {}},
      {"canny.yaml", {}},
      {"heat1d.yaml", {}},
      {"jacobi3d.yaml", {"hardware.board=u280", "hardware.bus=512"}},
      {"heat_until.yaml", {}},
      {"life.yaml", {}},
      {"lbm2d.yaml", {}},
      {"hdiff.yaml", {}}};
  for (const auto& [file, sets] : cases) {
    const Page page(of(kConfigs + file, sets));
    EXPECT_THAT(tag_faults(page.html), testing::IsEmpty()) << file;
    EXPECT_THAT(outside_references(page.html), testing::IsEmpty()) << file;
    for (const char* part : {"id=\"architecture\"", "id=\"kernels\"", "id=\"resources\"", "id=\"roofline\"",
                             "id=\"pictures\"", "id=\"files\""})
      EXPECT_THAT(page.html, HasSubstr(part)) << file;
    EXPECT_THAT(page.html, Not(HasSubstr("id=\"pareto\""))) << "nothing was explored";
  }
}

TEST(Page, FaultsOfAPageAreSeen) {
  EXPECT_THAT(tag_faults("<!DOCTYPE html><p>a</p>"), testing::IsEmpty());
  EXPECT_EQ(tag_faults("<!DOCTYPE html><p>a").size(), 1U);
  EXPECT_EQ(tag_faults("<!DOCTYPE html><b><i>a</b></i>").size(), 2U);
  EXPECT_EQ(tag_faults("<!DOCTYPE html><p>a < b</p>").size(), 2U);
  EXPECT_EQ(tag_faults("<!DOCTYPE html><p class=x>a</p>").size(), 1U);
  EXPECT_THAT(outside_references("<a href=\"#x\"></a><img src=\"data:image/png;base64,\">/*! https://a.b */"),
              testing::IsEmpty());
  EXPECT_EQ(outside_references("<img src=\"x.png\">").size(), 1U);
  EXPECT_EQ(outside_references("<style>a { background: url(x.png) }</style>").size(), 1U);
  EXPECT_EQ(outside_references("<script>fetch('https://a.b')</script>").size(), 1U);
}

TEST(Page, TextOfOthersIsEscaped) {
  const Scratch scratch(
      "name: small\ndescription: \"</title><script>alert(1)</script> & 'quotes' \\\"\"\ngrid: [16, 8]\ntype: "
      "int16\nfields:\n  a: {}\n"
      "update:\n  - a: \"a[-1,0] < a[1,0] ? a & 3 : a[0,-1] >> 1\"\niterations: 2\n");
  const Page page(of(scratch.file()));
  EXPECT_THAT(tag_faults(page.html), testing::IsEmpty());
  EXPECT_THAT(page.html, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;quotes&#39; &quot;"));
  EXPECT_THAT(page.html, HasSubstr("a[-1,0] &lt; a[1,0] ? a &amp; 3 : a[0,-1] &gt;&gt; 1"));
  EXPECT_THAT(page.html, Not(HasSubstr("<script>alert")));
}

TEST(Page, IsTheSameEachTimeAndElsewhere) {
  const Page once(of(kConfigs + "hotspot2d.yaml")), again(of(kConfigs + "hotspot2d.yaml"));
  EXPECT_EQ(once.html, again.html);
  EXPECT_THAT(once.html, Not(HasSubstr(test::source_folder() + "/"))) << "no path of this machine";
}

TEST(Page, WhatNobodyKnowsIsSaid) {
  const Scratch board(
      "name: Bench\nvendor: nobody\nfamily: xc7\ngeneration: series7\npart: {value: xc7k325t, source: us}\ntool: "
      "vivado\nresources:\n  lut: {value: 203800, source: the vendor, unverified: true}\n  dsp_kind: dsp48e1\n"
      "pins: yours\npins_note: none\nworks: [core]\n");
  std::filesystem::rename(board.file(), board.at("board.yaml"));
  const Page page(of(kConfigs + "hotspot2d.yaml", {"hardware.board=" + board.at("board.yaml")}));
  EXPECT_THAT(page.html, HasSubstr("not known for Bench"));
  EXPECT_THAT(page.html, HasSubstr("<span title=\"the vendor, not yet verified in a document\">203,800</span>"));
  EXPECT_THAT(page.html, HasSubstr("LUTs: the vendor, not yet verified"));
  EXPECT_THAT(page.html, HasSubstr("no model of the board&#39;s memory"));
  const Page none(of(kConfigs + "hotspot2d.yaml"));
  EXPECT_THAT(none.html, HasSubstr("no board named"));
  EXPECT_THAT(none.html, HasSubstr("ideal memory assumed"));
}

TEST(Page, WorkIsFlopsOrCellUpdates) {
  EXPECT_THAT(Page(of(kConfigs + "hotspot2d.yaml")).html, HasSubstr("<th scope=\"row\">flop per cell update</th>"));
  const Page life(of(kConfigs + "life.yaml"));
  EXPECT_THAT(life.html, HasSubstr("<th scope=\"row\">unit of work</th>"));
  EXPECT_THAT(life.html, Not(HasSubstr("per cell update<")));
}

TEST(Page, ABoardsResourcesAreThoseOfItsFabric) {
  const Page ice(of(kConfigs + "life.yaml", {"hardware.board=icebreaker"}));
  EXPECT_THAT(ice.html, HasSubstr("<th scope=\"row\">LUTs</th>"));
  EXPECT_THAT(ice.html, HasSubstr("<th scope=\"row\">4-kbit block RAMs</th>"));
  EXPECT_THAT(ice.html, HasSubstr("5,280"));
  EXPECT_THAT(ice.html, testing::AllOf(Not(HasSubstr("ALM")), Not(HasSubstr("M20K"))));
  const Page intel(of(kConfigs + "life.yaml", {"hardware.board=de5net"}));
  EXPECT_THAT(intel.html, HasSubstr("<th scope=\"row\">ALMs</th>"));
  EXPECT_THAT(intel.html, HasSubstr("<th scope=\"row\">M20K</th>"));
}

TEST(Page, ExplorationAndAFailedRunAreShown) {
  Page page(of(kConfigs + "hotspot2d.yaml", {"hardware.board=de5net"}));
  page.report.data.pareto = {{"P 1, I 8", 1.5e9, 0.2, false}, {"P 4, I 8", 5.6e9, 0.7, true}};
  report::Run& run = page.report.data.run.emplace();
  run.failure = "3 cells differ from the golden engine";
  run.rows.push_back({"clock cycles", "", 110, 100, false});
  const std::string html = report::page_html(page.report.data);
  EXPECT_THAT(tag_faults(html), testing::IsEmpty());
  EXPECT_THAT(html, HasSubstr("<tr class=\"chosen\"><th scope=\"row\">P 4, I 8</th><td class=\"n\">5.60 "
                              "Gcell/s</td><td class=\"n\">70.0 %</td>"));
  EXPECT_THAT(html, HasSubstr("<p class=\"verdict bad\">Wrong in simulation: <a href=\"#run\">"));
  EXPECT_THAT(html, HasSubstr("The simulated hardware is wrong:</strong> 3 cells differ"));
  EXPECT_THAT(html, HasSubstr("<td class=\"n\">110</td><td class=\"n\">100</td><td class=\"n\">+10.00 %</td>"));
  // Whose arithmetic it was.
  const char* const native = "Float arithmetic of the simulation is the CPU's";
  EXPECT_THAT(html, testing::Not(HasSubstr(native)));
  run.native_operators = true;
  run.match = true;
  const std::string matched = report::page_html(page.report.data);
  EXPECT_THAT(matched, HasSubstr(native));
  EXPECT_LT(matched.find("<p class=\"verdict good\">Bit-exact in simulation"), matched.find("class=\"tiles\""));
}

TEST(Page, FolderIsItsOwnOrStays) {
  runner::TemporaryFolder folder;
  const std::string out = (folder.path() / "page").string();
  driver::PageOptions options = of(kConfigs + "life.yaml");
  options.with_hdl = true;
  const driver::PageReport first = written(options, out);
  EXPECT_TRUE(std::filesystem::exists(out + "/hdl/manifest.json"));
  const std::string html = runner::read_file(out + "/index.html");
  EXPECT_THAT(html, HasSubstr("<a href=\"hdl/verilog/"));
  EXPECT_THAT(outside_references(html), testing::IsEmpty());
  options.with_hdl = false;
  EXPECT_EQ(written(options, out).files, std::vector<std::string>{"index.html"});
  EXPECT_FALSE(std::filesystem::exists(out + "/hdl")) << "replaced as a whole";
  runner::write_file(out + "/notes.txt", "mine");
  Diagnostics diagnostics;
  options.folder = out;
  options.simulate = driver::PageRun::kNone;
  EXPECT_THROW((void)driver::write_page(options, diagnostics), EnvironmentError);
  EXPECT_EQ(runner::read_file(out + "/notes.txt"), "mine");
}

TEST(SmallRuns, ShrinkWhatTakesLong) {
  Diagnostics diagnostics;
  const auto small = driver::prepare({kConfigs + "hotspot2d.yaml", {}}, diagnostics);
  ASSERT_TRUE(small);
  EXPECT_EQ(driver::small_run(**small, {}, false).why, "") << "the file's own";
  const auto large =
      driver::prepare({kConfigs + "jacobi3d.yaml", {"grid=[512,512,256]", "iterations=1000"}}, diagnostics);
  ASSERT_TRUE(large);
  const driver::SmallRun run = driver::small_run(**large, {}, false);
  ASSERT_EQ(run.extents.size(), 3U);
  EXPECT_LE(static_cast<double>(run.extents[0] * run.extents[1] * run.extents[2] * *run.iterations), 2e6);
  EXPECT_EQ(*run.iterations, 6) << "two passes";
  EXPECT_NE(run.why, "");
}

TEST(Base64, HasItsPadding) {
  EXPECT_EQ(report::base64("Man"), "TWFu");
  EXPECT_EQ(report::base64("Ma"), "TWE=");
  EXPECT_EQ(report::base64("M"), "TQ==");
}

/// Nothing is fetched when rtlgen is configured: the library is a file of the system, and its licence comes along.
TEST(Library, IsAFileOfTheSystem) {
  const std::string recipe = runner::read_file(test::source_folder() + "/gen/report/CMakeLists.txt");
  for (const char* fetch : {"execute_process", "DOWNLOAD", "FetchContent", "ExternalProject", "://"})
    EXPECT_THAT(recipe, Not(HasSubstr(fetch)));
  if (!report::has_charts()) GTEST_SKIP() << "built without Chart.js";
  EXPECT_THAT(report::chart_library(), HasSubstr("Chart.js v"));
  EXPECT_THAT(report::chart_licence(), HasSubstr("Permission is hereby granted, free of charge"));
}

}  // namespace
}  // namespace rtlgen::test
