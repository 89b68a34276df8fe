// The page in a browser, narrow and wide, light and dark; and pages that are broken on purpose, which the check must
// reject.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "runner/folder.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

const fs::path kScreens = test::build_folder() + "/tests/report/screens";

bool has_tools() {
  for (const char* tool : {"chromium", "node", "verilator"}) {
    if (!find_program(tool)) {
      EXPECT_FALSE(RTLGEN_TOOLS_REQUIRED) << tool << " is missing";
      return false;
    }
  }
  return true;
}

ProcessResult browse(const fs::path& page, const std::string& shots = "") {
  std::vector<std::string> command = {"node", test::source_folder() + "/tests/report/browser.mjs",
                                      *find_program("chromium"), page.string()};
  if (!shots.empty()) command.push_back((kScreens / shots).string());
  ProcessOptions options;
  options.merge_stderr = true;
  options.timeout_seconds = 300;
  return run_process(command, options);
}

fs::path report(const fs::path& folder, const std::string& config, const std::vector<std::string>& more) {
  std::vector<std::string> command = {test::program(), "report", test::source_folder() + "/configs/" + config, "-o",
                                      folder.string()};
  command.insert(command.end(), more.begin(), more.end());
  ProcessOptions options;
  options.merge_stderr = true;
  const ProcessResult result = run_process(command, options);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  return folder / "index.html";
}

TEST(Browser, ShowsThePage) {
  if (!has_tools()) GTEST_SKIP();
  fs::create_directories(kScreens);
  const runner::TemporaryFolder folder;
  const fs::path page = report(folder.path() / "hotspot2d", "hotspot2d.yaml",
                               {"--set", "hardware.board=de5net", "--set", "hardware.bus=512"});
  const ProcessResult seen = browse(page, "hotspot2d_");
  EXPECT_EQ(seen.exit_code, 0) << seen.output;
  for (const char* shot : {"390_light", "390_dark", "1400_light", "1400_dark"})
    EXPECT_GT(fs::file_size(kScreens / ("hotspot2d_" + std::string(shot) + ".png")), 50000U) << shot;
  for (const char* config : {"canny.yaml", "heat1d.yaml", "jacobi3d.yaml"}) {
    const ProcessResult other = browse(report(folder.path() / config, config, {"--simulate", "none"}));
    EXPECT_EQ(other.exit_code, 0) << config << ": " << other.output;
  }
}

TEST(Browser, RejectsBrokenPages) {
  if (!has_tools()) GTEST_SKIP();
  const runner::TemporaryFolder folder;
  const std::string good = runner::read_file(report(folder.path() / "page", "heat1d.yaml", {"--simulate", "none"}));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    EXPECT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
    const fs::path page = folder.path() / "broken.html";
    runner::write_file(page, text);
    const ProcessResult result = browse(page);
    EXPECT_EQ(result.exit_code, 1) << result.output;
    return result.output;
  };
  EXPECT_NE(with("\"chart-roofline\":", "\"gone\":").find("no data for chart chart-roofline"), std::string::npos);
  EXPECT_NE(
      with("<main id=\"main\">", "<main id=\"main\"><div style=\"width:3000px\">x</div>").find("wider than the window"),
      std::string::npos);
  EXPECT_NE(with("<main id=\"main\">",
                 "<main id=\"main\"><div style=\"overflow-x:auto\"><p style=\"width:3000px\">x</p></div>")
                .find("scrolls without a sign"),
            std::string::npos);
  EXPECT_NE(with("</head>", "<script src=\"https://localhost:9/x.js\"></script></head>").find("asks for"),
            std::string::npos);
  EXPECT_NE(with("<main id=\"main\">", "<main id=\"main\"><canvas id=\"blank\"></canvas>").find("chart blank is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace rtlgen::test
