// docs/tutorial.md and README.md as a user follows them: their files are written and their commands run, in order, in
// one folder. Other pages whose console blocks show figures are run too.
//
// Blocks of a page: "yaml NAME" is a file, "yaml add NAME" is added at the end of one, "console" holds commands
// after "$ ", each followed by everything it prints, "console fails" commands that must fail. "verilog NAME" quotes
// lines of a file that a command wrote. Python is run by tests/python. There are no others.
// What a page leaves out of an output it marks: a line "..." stands for any lines, "..." in a line for any text.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "runner/folder.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

struct Block {
  std::string info;  ///< text behind the fence
  std::string text;
  int line = 0;
};

std::vector<Block> blocks(const std::string& page) {
  std::vector<Block> out;
  bool inside = false;
  int number = 0;
  std::istringstream lines(page);
  std::size_t indent = 0;  // columns before a block in an item of a list
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (line.substr(begin).starts_with("```")) {
      inside = !inside;
      indent = begin;
      if (inside) out.push_back({line.substr(begin + 3), "", number});
    } else if (inside) {
      out.back().text += line.substr(std::min(indent, begin)) + "\n";
    }
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out.push_back(line);
  return out;
}

/// Without the lines of progress, which come and go with the machine's speed.
std::vector<std::string> without_progress(std::vector<std::string> lines) {
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("... "); });
  return lines;
}

constexpr const char* kCut = "...";

/// Is `text` the `shown` line, in which "..." stands for any text?
bool matches(const std::string& shown, const std::string& text) {
  std::size_t from = 0;
  std::size_t at = 0;
  while (true) {
    const std::size_t cut = shown.find(kCut, at);
    const std::string part = shown.substr(at, cut == std::string::npos ? cut : cut - at);
    if (cut == std::string::npos) {
      if (at == 0) return text == part;
      return text.size() >= from + part.size() && text.ends_with(part);
    }
    const std::size_t found = at == 0 ? (text.starts_with(part) ? 0 : std::string::npos) : text.find(part, from);
    if (found == std::string::npos) return false;
    from = found + part.size();
    at = cut + 3;
  }
}

/// Are `lines` the `shown` ones from `i` and `j` on, in which a line "..." stands for any number of lines?
bool matches(const std::vector<std::string>& shown, const std::vector<std::string>& lines, std::size_t i = 0,
             std::size_t j = 0) {
  if (i == shown.size()) return j == lines.size();
  if (shown[i] == kCut) {
    for (std::size_t skip = j; skip <= lines.size(); ++skip) {
      if (matches(shown, lines, i + 1, skip)) return true;
    }
    return false;
  }
  return j < lines.size() && matches(shown[i], lines[j]) && matches(shown, lines, i + 1, j + 1);
}

class Follower {
 public:
  /// Everything in which the page is not true.
  std::vector<std::string> follow(const std::string& page) {
    for (const Block& block : blocks(page)) follow(block);
    return std::move(faults_);
  }
  /// The same of its console blocks alone.
  std::vector<std::string> follow_commands(const std::string& page) {
    for (const Block& block : blocks(page)) {
      if (block.info == "console") follow(block);
    }
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
    } else if (kind == "verilog" && !how.empty()) {
      if (!fs::exists(at(how)) || runner::read_file(at(how)).find(block.text) == std::string::npos)
        fault(block, "'" + how + "' has no such lines");
    } else if (kind == "python") {
      return;
    } else if (kind == "console" && (how.empty() || how == "fails")) {
      run(block, how == "fails");
    } else {
      fault(block, "'" + block.info + "' is no kind of block");
    }
  }

  void run(const Block& block, bool fails) {
    const std::vector<std::string> shown = lines_of(block.text);
    for (std::size_t i = 0; i < shown.size();) {
      if (!shown[i].starts_with("$ ")) {
        fault(block, "'" + shown[i] + "' belongs to no command");
        return;
      }
      const std::string command = shown[i++].substr(2);
      std::vector<std::string> expected;
      while (i < shown.size() && !shown[i].starts_with("$ ")) expected.push_back(shown[i++]);
      run_command(block, command, expected, fails);
    }
  }

  void run_command(const Block& block, const std::string& command, const std::vector<std::string>& expected,
                   bool fails) {
    ++commands_;
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.merge_stderr = true;
    const char* const cache = std::getenv("RTLGEN_CACHE");
    options.environment = {{"PATH", fs::path(test::program()).parent_path().string() + ":" + std::getenv("PATH")},
                           {"RTLGEN_CACHE", cache != nullptr ? cache : at("cache").string()}};
    const ProcessResult result = run_process({"sh", "-c", command}, options);
    if (result.ok() == fails) {
      fault(block, "'" + command + "' ends with status " + std::to_string(result.exit_code) + "\n" + result.output);
    } else if (!matches(expected, without_progress(lines_of(result.output)))) {
      fault(block, "'" + command + "' prints something else:\n" + result.output);
    }
  }

  runner::TemporaryFolder folder_;
  std::vector<std::string> faults_;
  int commands_ = 0;
};

TEST(Tutorial, EveryCommandDoesWhatThePageSays) {
  Follower follower;
  for (const std::string& fault :
       follower.follow(runner::read_file(fs::path(test::source_folder()) / "docs/tutorial.md"))) {
    ADD_FAILURE() << fault;
  }
  EXPECT_GE(follower.commands(), 10);
  for (const char* file :
       {"hot.png", "hardware.npy", "plate.fst", "plate_hdl/verilog/plate_core.v", "plate_hdl/vhdl/plate_core.vhd"}) {
    EXPECT_TRUE(fs::exists(follower.at(file))) << file;
  }
}

TEST(Readme, EveryCommandDoesWhatThePageSays) {
  Follower follower;
  for (const std::string& fault : follower.follow(runner::read_file(fs::path(test::source_folder()) / "README.md"))) {
    ADD_FAILURE() << fault;
  }
  EXPECT_GE(follower.commands(), 2);
}

/// Their commands need shipped stencils only.
TEST(Pages, ConsoleBlocksShowWhatTheCommandsPrint) {
  for (const char* page : {"area_model.md", "projects.md", "sharing.md"}) {
    Follower follower;
    const std::string text = runner::read_file(fs::path(test::source_folder()) / "docs" / page);
    for (const std::string& fault : follower.follow_commands(text)) ADD_FAILURE() << page << ", " << fault;
    EXPECT_GE(follower.commands(), 1) << page;
  }
}

TEST(Tutorial, UntruePagesAreFound) {
  const auto faults = [](const std::string& page) { return Follower().follow(page).size(); };
  EXPECT_EQ(faults("```console\n$ false\n```\n"), 1U);
  EXPECT_EQ(faults("```console fails\n$ true\n```\n"), 1U);
  EXPECT_EQ(faults("```console\n$ echo one\ntwo\n```\n"), 1U);
  EXPECT_EQ(faults("- a list\n\n  ```console\n  $ echo one\n  two\n  ```\n"), 1U);
  EXPECT_EQ(faults("- a list\n\n  ```console\n  $ echo one\n  one\n  ```\n"), 0U);
  EXPECT_EQ(faults("```console\n$ echo one\n```\n"), 1U) << "a command's output is left out without a mark";
  EXPECT_EQ(faults("```console\nstray\n$ true\n```\n"), 1U);
  EXPECT_EQ(faults("```console\n$ printf 'a 1 b\\nc\\nd\\n'\na ... b\n...\nd\n```\n"), 0U);
  EXPECT_EQ(faults("```console\n$ printf 'a 1 b\\nc\\nd\\n'\na ... b\n...\ne\n```\n"), 1U);
  EXPECT_EQ(faults("```console\n$ printf 'a 1 b\\nc\\n'\na ... x\nc\n```\n"), 1U);
  EXPECT_EQ(faults("```yaml a.yaml\nx\n```\n```yaml add b.yaml\ny\n```\n"), 1U);
  EXPECT_EQ(faults("```ruby\nx\n```\n"), 1U);
  EXPECT_EQ(faults("```verilog a.v\nx\n```\n"), 1U);
  EXPECT_EQ(faults("```yaml a.v\nx\ny\n```\n```verilog a.v\ny\n```\n"), 0U);
  EXPECT_EQ(faults("```yaml a.v\nx\ny\n```\n```verilog a.v\nz\n```\n"), 1U);
  EXPECT_EQ(faults("```yaml a\nx\n```\n```yaml add a\ny\n```\n```console\n$ cat a\nx\ny\n```\n"), 0U);
}

}  // namespace
}  // namespace rtlgen::test
