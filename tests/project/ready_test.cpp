// The ready projects of fpga_projects: `blur` for every board that `project` supports, byte for byte what rtlgen
// writes today. One a vendor's flow is in the tree, where a file that is the tree's own too is a link to it; of the
// others, and of component.xml, which no build reads, there are digests.
//
// scripts/projects.sh writes them again, with those of boards that have become supported.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "frontend/board/board_file.hpp"
#include "project.hpp"
#include "runner/digest.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

/// A small one: the card and the tool's files are most of its projects.
constexpr const char* kStencil = "blur";
/// One with floating point, whose operators have the longest lines.
constexpr const char* kFloatStencil = "hotspot2d";
const std::set<std::string> kKept = {"kcu105", "de5net", "u250"};
/// The other ready projects link to its files if theirs are the same.
constexpr const char* kReference = "kcu105";
const fs::path kTree = fs::path(test::source_folder()) / "fpga_projects";

std::string name_of(const std::string& board) { return std::string(kStencil) + "_" + board; }
fs::path folder_of(const std::string& board) { return kTree / name_of(board); }

/// The reference first, so that links to it find new files when all are written again.
std::vector<std::string> supported() {
  std::vector<std::string> boards;
  for (const std::string& id : frontend::board_names()) {
    Diagnostics diagnostics;
    const auto board = frontend::load_board(id, diagnostics);
    // The design of the ready projects has no place on boards of open tools.
    if (!board || board->tool == "open") continue;
    if (std::find(board->works.begin(), board->works.end(), "project") != board->works.end())
      boards.insert(id == kReference ? boards.begin() : boards.end(), id);
  }
  return boards;
}

/// Is the file itself in the tree, and not its digest?
bool is_whole(const std::string& board, const std::string& path) {
  return kKept.contains(board) && path != "component.xml";
}

/// Files of the ready project to which the others link, by path.
const std::map<std::string, std::string>& reference_files() {
  static const std::map<std::string, std::string> files = [] {
    std::map<std::string, std::string> texts;
    for (const emit::File& file : planned(kStencil, kReference).files()) texts[file.path] = file.text;
    return texts;
  }();
  return files;
}

/// The file of that name and text, below the root, that is the tree's own or of the reference project; "" if none
/// exists.
std::string original_of(const std::string& board, const emit::File& file) {
  for (const char* folder :
       {"rtl", "fpga_projects/shared", "fpga_projects/vivado", "fpga_projects/vitis", "fpga_projects/quartus"}) {
    const fs::path path = fs::path(folder) / fs::path(file.path).filename();
    const fs::path full = fs::path(test::source_folder()) / path;
    if (fs::is_regular_file(full) && read_text(full.string()) == file.text) return path.string();
  }
  if (board == kReference) return "";
  const auto same = reference_files().find(file.path);
  if (same == reference_files().end() || same->second != file.text) return "";
  return "fpga_projects/" + name_of(kReference) + "/" + file.path;
}

/// Lines of fpga_projects/digests, as sha256sum writes them, by path.
std::map<std::string, std::string> digests() {
  std::map<std::string, std::string> lines;
  if (!fs::exists(kTree / "digests")) return lines;
  std::istringstream text(read_text((kTree / "digests").string()));
  for (std::string line; std::getline(text, line);) lines[line.substr(line.find("  ") + 2)] = line;
  return lines;
}

std::map<std::string, std::string> of_board(std::map<std::string, std::string> lines, const std::string& board) {
  std::erase_if(lines, [&](const auto& line) { return !line.first.starts_with(name_of(board) + "/"); });
  return lines;
}

std::map<std::string, std::string> digests_of(const std::string& board, const std::vector<emit::File>& files) {
  std::map<std::string, std::string> lines;
  for (const emit::File& file : files) {
    const std::string path = name_of(board) + "/" + file.path;
    if (!is_whole(board, file.path)) lines[path] = runner::sha256(file.text) + "  " + path;
  }
  return lines;
}

std::vector<emit::File> whole_of(const std::string& board, std::vector<emit::File> files) {
  std::erase_if(files, [&](const emit::File& file) { return !is_whole(board, file.path); });
  return files;
}

void write_anew(const std::string& board, const std::vector<emit::File>& files) {
  std::map<std::string, std::string> lines = digests();
  std::erase_if(lines, [&](const auto& line) { return line.first.starts_with(name_of(board) + "/"); });
  lines.merge(digests_of(board, files));
  std::string text;
  for (const auto& [path, line] : lines) text += line + "\n";
  runner::write_file(kTree / "digests", text);
  fs::remove_all(folder_of(board));
  for (const emit::File& file : whole_of(board, files)) {
    const fs::path path = folder_of(board) / file.path;
    const std::string original = original_of(board, file);
    runner::write_file(path, file.text);
    if (original.empty()) continue;
    fs::remove(path);
    fs::create_symlink(fs::relative(fs::path(test::source_folder()) / original, path.parent_path()), path);
  }
}

/// Paths that a folder has otherwise than `files`, or not, or too much.
std::vector<std::string> differences(const fs::path& folder, const std::vector<emit::File>& files) {
  std::set<std::string> there, different;
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) there.insert(entry.path().lexically_relative(folder).string());
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
  const auto project = planned(kStencil, GetParam());
  EXPECT_TRUE(project.model.fits());
  const std::vector<emit::File> files = project.files();
  const char* const update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") write_anew(GetParam(), files);
  EXPECT_EQ(of_board(digests(), GetParam()), digests_of(GetParam(), files)) << "scripts/projects.sh writes them again";
  EXPECT_THAT(differences(folder_of(GetParam()), whole_of(GetParam(), files)), IsEmpty());
  for (const emit::File& file : whole_of(GetParam(), files)) {
    EXPECT_EQ(fs::is_symlink(folder_of(GetParam()) / file.path), !original_of(GetParam(), file).empty()) << file.path;
  }
}

/// From a checkout alone, where it is in the tree: make finds all that it names.
TEST_P(Ready, CanBeBuilt) {
  RTLGEN_NEED_TOOLS();
  ProcessOptions options;
  options.working_directory = folder_of(GetParam()).string();
  options.merge_stderr = true;
  if (!kKept.contains(GetParam())) {
    options.working_directory = fresh_folder("ready_" + GetParam());
    put_files(options.working_directory, planned(kStencil, GetParam()).files());
  }
  const ProcessResult dry = run_process({"make", "-n", "-B"}, options);
  EXPECT_TRUE(dry.ok()) << dry.output;
  EXPECT_THAT(dry.output, HasSubstr("build"));
}

INSTANTIATE_TEST_SUITE_P(Boards, Ready, ::testing::ValuesIn(supported()),
                         [](const auto& board) { return board.param; });

/// No folder and no digest is left of a board that is not supported any more.
TEST(ReadyList, HasTheBoardsThatThereAre) {
  std::set<std::string> names;
  for (const std::string& board : supported()) names.insert(name_of(board));
  EXPECT_THAT(names, Contains(name_of(kReference)));
  for (const auto& entry : fs::directory_iterator(kTree)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(std::string(kStencil) + "_")) {
      EXPECT_THAT(names, Contains(name));
    }
  }
  for (const auto& [path, line] : digests()) EXPECT_THAT(names, Contains(path.substr(0, path.find('/')))) << line;
}

/// The generated text in the tree stays short, as every change of the generator rewrites it.
TEST(ReadyList, IsShort) {
  constexpr std::ptrdiff_t kMost = 13500;
  std::ptrdiff_t lines = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kTree)) {
    if (entry.is_symlink() || !entry.is_regular_file()) continue;
    const std::string text = read_text(entry.path().string());
    lines += std::count(text.begin(), text.end(), '\n');
  }
  EXPECT_LT(lines, kMost);
}

/// Lines of generated HDL that no window shows whole; modules of rtl/ are written by hand.
std::vector<std::string> long_lines(const std::vector<emit::File>& files) {
  constexpr std::size_t kMost = 132;
  std::vector<std::string> found;
  for (const emit::File& file : files) {
    const std::string extension = fs::path(file.path).extension().string();
    if ((extension != ".v" && extension != ".vhd") || !original_of(kReference, file).empty()) continue;
    std::istringstream text(file.text);
    for (std::string line; std::getline(text, line);) {
      if (line.size() > kMost) found.push_back(file.path + ": " + line);
    }
  }
  return found;
}

TEST_P(Ready, HasNoLongLine) {
  for (const auto hdl : {driver::HdlChoice::kVerilog, driver::HdlChoice::kVhdl})
    EXPECT_THAT(long_lines(planned(kFloatStencil, GetParam(), {}, hdl).files()), IsEmpty());
}

TEST(ReadyLines, LongOnesAreFound) {
  const std::string most(132, 'x');
  EXPECT_THAT(long_lines({{"a.v", most + "\n"}, {"a.vhd", most + "\n"}, {"a.tcl", most + "x\n"}}), IsEmpty());
  EXPECT_THAT(long_lines({{"a.v", "y\n" + most + "x\n"}, {"a.vhd", most + "z"}}),
              ElementsAre("a.v: " + most + "x", "a.vhd: " + most + "z"));
}

TEST(ReadyDifferences, AreFound) {
  const std::string folder = fresh_folder("ready_differences");
  const std::vector<emit::File> files = {{"a/b.v", "one\n"}, {"c.tcl", "two\n"}, {"d.txt", "three\n"}};
  put_files(folder, files);
  EXPECT_THAT(differences(folder, files), IsEmpty());
  put_files(folder, {{"a/b.v", "other\n"}, {"e.v", "more\n"}});
  fs::remove(folder + "/c.tcl");
  EXPECT_THAT(differences(folder, files), ElementsAre("a/b.v", "c.tcl", "e.v"));
  std::map<std::string, std::string> seen = digests_of("vcu118", files);
  EXPECT_EQ(seen.at(name_of("vcu118") + "/a/b.v").substr(0, 66), runner::sha256("one\n") + "  ");
  EXPECT_NE(seen, digests_of("vcu118", {{"a/b.v", "other\n"}, files[1], files[2]}));
}

}  // namespace
}  // namespace rtlgen::test
