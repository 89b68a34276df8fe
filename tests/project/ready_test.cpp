// The ready projects of fpga_projects: hotspot2d for every board that `project` supports, byte for byte what rtlgen
// writes today.
//
// RTLGEN_UPDATE_GOLDEN=1 writes them anew, and those of boards that have become supported.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "frontend/board_file.hpp"
#include "project.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

constexpr const char* kStencil = "hotspot2d";

/// hotspot2d as it is wants more than small boards have: there it is smaller, with room for shell and controller.
std::vector<std::string> sets_of(const std::string& board) {
  if (board == "nexys_video") return {"hardware.steps=4"};
  if (board == "arty_a7_100") return {"hardware.steps=1"};
  if (board == "arty_a7_35") return {"hardware.cells_per_cycle=1", "hardware.steps=1"};
  return {};
}

std::vector<std::string> supported() {
  std::vector<std::string> boards;
  for (const std::string& id : frontend::board_names()) {
    Diagnostics diagnostics;
    const auto board = frontend::load_board(id, diagnostics);
    if (!board) continue;
    if (std::find(board->works.begin(), board->works.end(), "project") != board->works.end()) boards.push_back(id);
  }
  return boards;
}

std::string folder_of(const std::string& board) {
  return std::string(RTLGEN_SOURCE_DIR) + "/fpga_projects/" + kStencil + "_" + board;
}

/// Paths that a folder has otherwise than `files`, or not, or too much.
std::vector<std::string> differences(const fs::path& folder, const std::vector<emit::File>& files) {
  std::set<std::string> there, different;
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) there.insert(fs::relative(entry.path(), folder).string());
    }
  }
  for (const emit::File& file : files) {
    if (there.erase(file.path) == 0 || read_text((folder / file.path).string()) != file.text)
      different.insert(file.path);
  }
  different.insert(there.begin(), there.end());
  return {different.begin(), different.end()};
}

class Ready : public ::testing::TestWithParam<std::string> {};

TEST_P(Ready, IsWhatRtlgenWritesToday) {
  const auto project = planned(kStencil, GetParam(), sets_of(GetParam()));
  EXPECT_TRUE(sets_of(GetParam()).empty() || project.model.fits()) << "still too large";
  const char* const update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    fs::remove_all(folder_of(GetParam()));
    put_files(folder_of(GetParam()), project.files());
  }
  EXPECT_THAT(differences(folder_of(GetParam()), project.files()), IsEmpty())
      << "RTLGEN_UPDATE_GOLDEN=1 writes it anew";
}

/// From a checkout alone: make finds all that it names.
TEST_P(Ready, CanBeBuilt) {
  RTLGEN_NEED_TOOLS();
  ProcessOptions options;
  options.working_directory = folder_of(GetParam());
  options.merge_stderr = true;
  const ProcessResult dry = run_process({"make", "-n", "-B"}, options);
  EXPECT_TRUE(dry.ok()) << dry.output;
  EXPECT_THAT(dry.output, HasSubstr("build"));
}

INSTANTIATE_TEST_SUITE_P(Boards, Ready, ::testing::ValuesIn(supported()),
                         [](const auto& board) { return board.param; });

TEST(ReadyList, HasTheBoardsThatThereAre) {
  EXPECT_THAT(supported(), Contains("kcu105"));
  // No folder is left of a board that is not supported any more.
  for (const auto& entry : fs::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/fpga_projects")) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(std::string(kStencil) + "_")) continue;
    EXPECT_THAT(supported(), Contains(name.substr(std::string(kStencil).size() + 1)));
  }
}

TEST(ReadyDifferences, AreFound) {
  const std::string folder = fresh_folder("ready_differences");
  const std::vector<emit::File> files = {{"a/b.v", "one\n"}, {"c.tcl", "two\n"}, {"d.txt", "three\n"}};
  put_files(folder, files);
  EXPECT_THAT(differences(folder, files), IsEmpty());
  put_files(folder, {{"a/b.v", "other\n"}, {"e.v", "more\n"}});
  fs::remove(folder + "/c.tcl");
  EXPECT_THAT(differences(folder, files), ElementsAre("a/b.v", "c.tcl", "e.v"));
}

}  // namespace
}  // namespace rtlgen::test
