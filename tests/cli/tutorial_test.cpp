// docs/tutorial.md as a user follows it: its files are written and its commands run, in order, in one folder.
//
// Blocks of the page: "yaml NAME" is a file, "yaml add NAME" is added at the end of one, "console" holds
// commands after "$ " and lines that they print, "console fails" commands that must fail. There are no others.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "runner/folder.hpp"
#include "support/process.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

struct Block {
  std::string info;  ///< what stands behind the fence
  std::string text;
  int line = 0;
};

std::vector<Block> blocks(const std::string& page) {
  std::vector<Block> out;
  bool inside = false;
  int number = 0;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) out.push_back({line.substr(3), "", number});
    } else if (inside) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

class Follower {
 public:
  /// Everything in which the page is not true.
  std::vector<std::string> follow(const std::string& page) {
    for (const Block& block : blocks(page)) follow(block);
    return std::move(faults_);
  }
  [[nodiscard]] int commands() const { return commands_; }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

 private:
  void fault(const Block& block, const std::string& what) {
    faults_.push_back("block of line " + std::to_string(block.line) + ": " + what);
  }

  void follow(const Block& block) {
    std::istringstream words(block.info);
    std::string kind, how, name;
    words >> kind >> how >> name;
    if (kind == "yaml" && how == "add" && fs::exists(at(name))) {
      runner::write_file(at(name), runner::read_file(at(name)) + block.text);
    } else if (kind == "yaml" && !how.empty() && name.empty()) {
      runner::write_file(at(how), block.text);
    } else if (kind == "console" && (how.empty() || how == "fails")) {
      run(block, how == "fails");
    } else {
      fault(block, "'" + block.info + "' is no kind of block");
    }
  }

  void run(const Block& block, bool fails) {
    std::istringstream lines(block.text);
    std::string output;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("$ ")) {
        if (output.find(line) == std::string::npos) fault(block, "'" + line + "' is not printed, but\n" + output);
        continue;
      }
      ++commands_;
      ProcessOptions options;
      options.working_directory = folder_.path().string();
      options.merge_stderr = true;
      const char* const cache = std::getenv("RTLGEN_CACHE");
      options.environment = {{"PATH", fs::path(RTLGEN_PROGRAM).parent_path().string() + ":" + std::getenv("PATH")},
                             {"RTLGEN_CACHE", cache != nullptr ? cache : at("cache").string()}};
      const ProcessResult result = run_process({"sh", "-c", line.substr(2)}, options);
      output = result.output;
      if (result.ok() == fails) fault(block, "'" + line + "' ends with status " + std::to_string(result.exit_code) + "\n" + output);
    }
  }

  runner::TemporaryFolder folder_;
  std::vector<std::string> faults_;
  int commands_ = 0;
};

TEST(Tutorial, EveryCommandDoesWhatThePageSays) {
  Follower follower;
  for (const std::string& fault : follower.follow(runner::read_file(fs::path(RTLGEN_SOURCE_DIR) / "docs/tutorial.md"))) {
    ADD_FAILURE() << fault;
  }
  EXPECT_GE(follower.commands(), 10);
  for (const char* file : {"hot.png", "hardware.npy", "plate.fst", "plate_hdl/verilog/plate_core.v", "plate_hdl/vhdl/plate_core.vhd"}) {
    EXPECT_TRUE(fs::exists(follower.at(file))) << file;
  }
}

TEST(Tutorial, UntruePagesAreFound) {
  const auto faults = [](const std::string& page) { return Follower().follow(page).size(); };
  EXPECT_EQ(faults("```console\n$ false\n```\n"), 1U);
  EXPECT_EQ(faults("```console fails\n$ true\n```\n"), 1U);
  EXPECT_EQ(faults("```console\n$ echo one\ntwo\n```\n"), 1U);
  EXPECT_EQ(faults("```yaml a.yaml\nx\n```\n```yaml add b.yaml\ny\n```\n"), 1U);
  EXPECT_EQ(faults("```python\nx\n```\n"), 1U);
  EXPECT_EQ(faults("```yaml a\nx\n```\n```yaml add a\ny\n```\n```console\n$ cat a\nx\ny\n```\n"), 0U);
}

}  // namespace
}  // namespace rtlgen::test
