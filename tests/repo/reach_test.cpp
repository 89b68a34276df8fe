// How much of the build a header reaches: a change of it compiles every translation unit that includes it, directly or
// not.
//
// A unit is a source that this build compiles (compile_commands.json; benchmarks and examples do not count), whether by
// itself or as a part of a unity build, which need not be complete. Includes are followed as text: a few that a
// condition leaves out count too.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "test_paths.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

namespace fs = std::filesystem;

/// A source that is compiled, and the folders in which its includes are looked up.
struct Unit {
  std::string source;
  std::vector<std::string> folders;
};

/// The contents of a file; nothing if none exists.
using Read = std::function<std::optional<std::string>(const std::string& path)>;

/// Headers reach at most this many percent of the units, except for those of limits().
constexpr int kLimit = 25;

/// Headers above the limit, in percent, with the most that they may reach, and why it cannot be a quarter. An entry
/// that is no longer needed fails the test as well. Limits are one percent above what was measured.
///
/// All of them are small and hold no functions of a layer. A value needs the types of its members, so each reaches what
/// the values that hold it reach; these alone are needed by so many units: a program (spec/program.hpp) by 29 %, a plan
/// by 22 %, a module of the hardware (hw/ir.hpp) by 18 %, a board by 14 %, a grid of cells by 13 %.
const std::map<std::string, int>& limits() {
  static const std::map<std::string, int> table = {
      // Members of programs and plans, or of programs, plans and modules.
      {"gen/support/id.hpp", 54},
      {"gen/spec/ids.hpp", 40},
      // Members of programs, plans and grids; extents of every core's outside too.
      {"gen/contract/extents.hpp", 53},
      {"gen/spec/axes.hpp", 48},
      {"gen/spec/type.hpp", 54},
      // Members of programs and of what plans and operators request.
      {"gen/spec/fused_terms.hpp", 45},
      {"gen/spec/op.hpp", 48},
      {"gen/spec/value_table.hpp", 43},
      {"gen/ops/request.hpp", 29},
      // Members of programs, boards and banners; places of every diagnostic (24 %) too.
      {"gen/support/outside_text.hpp", 45},
      {"gen/support/source_location.hpp", 46},
      // Every reader of a description or a file, and what tests one, reports faults.
      {"gen/support/diagnostics.hpp", 29},
      // The type of their codes, whose names are in codes.hpp. A program has the codes of warnings that it disables.
      {"gen/support/code.hpp", 49},
      // The texts of a description travel with it (frontend/given.hpp), and reading one has a result. Reporting a fault
      // returns a failure.
      {"gen/support/result.hpp", 37},
      // 16 % name a part of a program, others hold one or look into that of a plan. Its hardware goes with it in a
      // description.
      {"gen/spec/program.hpp", 33},
      {"gen/spec/region.hpp", 33},
      {"gen/spec/sweep.hpp", 34},
      {"gen/spec/hardware.hpp", 29},
      // Programs with their hardware: analyses, plans, and tests that make such programs.
      {"gen/spec/stencil.hpp", 28},
      // Members of plans, of designs that are simulated (6 %) and of manifests that a host reads (4 %).
      {"gen/contract/frame.hpp", 32},
      {"gen/contract/core_interface.hpp", 30},
      {"gen/contract/shell.hpp", 31},
      {"gen/contract/register_map.hpp", 31},
      {"gen/contract/self_test.hpp", 31},
  };
  return table;
}

std::optional<std::string> read_if_there(const std::string& path) {
  if (!fs::is_regular_file(path)) return std::nullopt;
  return read(path);
}

/// Follows includes; a header has one path, whichever folder it was found in.
class Includes {
 public:
  explicit Includes(Read read) : read_(std::move(read)) {}

  /// All headers that `unit` includes, directly or not.
  std::set<std::string> of(const Unit& unit) {
    std::set<std::string> seen;
    std::vector<std::string> open = {unit.source};
    while (!open.empty()) {
      const std::string from = open.back();
      open.pop_back();
      for (const std::string& name : names_in(from)) {
        const std::string found = find(from, name, unit);
        if (!found.empty() && seen.insert(found).second) open.push_back(found);
      }
    }
    return seen;
  }

 private:
  const std::vector<std::string>& names_in(const std::string& path) {
    const auto [entry, is_new] = names_.try_emplace(path);
    if (!is_new) return entry->second;
    static const std::regex include("#include \"([^\"]+)\"");
    std::istringstream text(read_(path).value_or(""));
    std::smatch match;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("#include") && std::regex_search(line, match, include)) entry->second.push_back(match[1]);
    }
    return entry->second;
  }

  std::string find(const std::string& from, const std::string& name, const Unit& unit) {
    std::vector<std::string> folders = {fs::path(from).parent_path().string()};
    folders.insert(folders.end(), unit.folders.begin(), unit.folders.end());
    for (const std::string& folder : folders) {
      const std::string path = (fs::path(folder) / name).lexically_normal().string();
      const auto [entry, is_new] = files_.try_emplace(path);
      if (is_new && read_(path)) entry->second = fs::weakly_canonical(path).string();
      if (!entry->second.empty()) return entry->second;
    }
    return "";
  }

  Read read_;
  std::map<std::string, std::vector<std::string>> names_;  ///< by path
  std::map<std::string, std::string> files_;               ///< path as it was looked for -> where it is
};

/// Percent of `units` that each header below `root` reaches, rounded up.
std::map<std::string, int> reach(const std::vector<Unit>& units, const std::string& root, const Read& read) {
  Includes includes(read);
  std::map<std::string, std::size_t> counts;
  for (const Unit& unit : units) {
    for (const std::string& path : includes.of(unit)) {
      if (path.starts_with(root + "/") && path.ends_with(".hpp")) ++counts[path.substr(root.size() + 1)];
    }
  }
  std::map<std::string, int> percent;
  for (const auto& [path, count] : counts)
    percent[path] = static_cast<int>((100 * count + units.size() - 1) / units.size());
  return percent;
}

/// Violations of the rule, one line per header.
std::vector<std::string> faults(const std::map<std::string, int>& reach, const std::map<std::string, int>& limits) {
  std::vector<std::string> found;
  for (const auto& [header, percent] : reach) {
    const auto limit = limits.find(header);
    const int most = limit == limits.end() ? kLimit : limit->second;
    if (percent > most)
      found.push_back(header + " reaches " + std::to_string(percent) + " % of the units, at most " +
                      std::to_string(most) + " % are allowed");
  }
  for (const auto& [header, most] : limits) {
    const auto now = reach.find(header);
    if (now == reach.end() || now->second <= kLimit)
      found.push_back(header + " needs no limit of " + std::to_string(most) + " %");
  }
  return found;
}

/// The sources that a file of a unity build includes; others are their own source.
std::vector<std::string> sources_of(const std::string& file) {
  if (file.find("/unity/") == std::string::npos) return {file};
  static const std::regex include("#include \"([^\"]+\\.cpp)\"");
  const std::string text = read(file);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
    found.push_back((fs::path(file).parent_path() / (*at)[1].str()).lexically_normal().string());
  return found;
}

/// The units of this build.
std::vector<Unit> units() {
  std::ifstream file(test::build_folder() + "/compile_commands.json");
  std::vector<Unit> found;
  for (const auto& entry : nlohmann::json::parse(file)) {
    const auto source = entry.at("file").get<std::string>();
    const std::string path = fs::path(source).lexically_relative(test::source_folder()).string();
    if (path.starts_with("bench/") || path.find("/bench/") != std::string::npos || path.starts_with("examples/"))
      continue;
    // The source that compiles headers of other projects (rtlgen_precompiled) is not one of ours.
    if (path.find("/precompiled/") != std::string::npos || path.find("cmake_pch") != std::string::npos) continue;
    std::vector<std::string> folders;
    std::istringstream words(entry.at("command").get<std::string>());
    for (std::string word; words >> word;) {
      if (word.starts_with("-I")) folders.push_back(word.substr(2));
    }
    for (const std::string& each : sources_of(source)) found.push_back({each, folders});
  }
  return found;
}

TEST(Reach, NoHeaderReachesMoreThanAQuarterOfTheUnits) {
  const std::vector<Unit> all = units();
  ASSERT_GT(all.size(), 600U);
  const auto reached = reach(all, fs::weakly_canonical(test::source_folder()).string(), read_if_there);
  for (const std::string& fault : faults(reached, limits())) ADD_FAILURE() << fault;
}

/// Control: files that exist nowhere.
TEST(Reach, IncludesAreFollowedAndTooManyAreFound) {
  const std::map<std::string, std::string> tree = {
      {"/t/a.cpp", "#include \"x/hub.hpp\"\n"},      {"/t/b.cpp", "#include \"x/middle.hpp\"\n"},
      {"/t/c.cpp", "#include <x/hub.hpp>\n"},        {"/t/d.cpp", "// nothing\n"},
      {"/t/x/middle.hpp", "#include \"hub.hpp\"\n"}, {"/t/x/hub.hpp", "#include \"middle.hpp\"\n"}};
  const Read read = [&](const std::string& path) -> std::optional<std::string> {
    const auto found = tree.find(path);
    return found == tree.end() ? std::nullopt : std::optional(found->second);
  };
  const auto percent =
      reach({{"/t/a.cpp", {"/t"}}, {"/t/b.cpp", {"/t"}}, {"/t/c.cpp", {"/t"}}, {"/t/d.cpp", {}}}, "/t", read);
  EXPECT_EQ(percent, (std::map<std::string, int>{{"x/hub.hpp", 50}, {"x/middle.hpp", 50}}));
  EXPECT_EQ(faults(percent, {}).size(), 2U) << "both above a quarter";
  EXPECT_EQ(faults(percent, {{"x/hub.hpp", 49}, {"x/middle.hpp", 50}}).size(), 1U);
  EXPECT_TRUE(faults(percent, {{"x/hub.hpp", 50}, {"x/middle.hpp", 50}}).empty());
  EXPECT_EQ(faults({{"x/hub.hpp", 25}}, {{"x/hub.hpp", 30}, {"gone.hpp", 30}}).size(), 2U) << "limits without need";
}

}  // namespace
}  // namespace rtlgen::repo
