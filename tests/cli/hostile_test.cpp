// Everything that rtlgen writes or prints, with names and texts that would run something: nothing runs, nothing breaks,
// what is printed can be pasted. Each judge is shown a text that was not made safe.
#include "hostile.hpp"

#include <gmock/gmock.h>

#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kPlainName = "plain.yaml";
constexpr const char* kStencil = R"(name: small
description: "DESCRIPTION"
grid: [16, 8]
type: uint<8>
fields:
  c: {boundary: edge}
update:
  - c: (c[-1,0] >> 1) + (c[1,0] >> 2)
iterations: 4
hardware: {cells_per_cycle: 1, steps: 1}
)";

class HostileNames : public Hostile {
 protected:
  void SetUp() override {
    Hostile::SetUp();
    fs::create_directories(plain_);
    fs::create_directories(nasty_);
    write_file(plain_ / kPlainName, kStencil);
    write_file(nasty_ / kNastyName, kStencil);
  }

  /// A command in both folders, each with its file; both must work.
  void both(const std::string& command, const std::vector<std::string>& more) const {
    for (const auto& [folder, file] : {std::pair{plain_, std::string(kPlainName)}, {nasty_, kNastyName}}) {
      std::vector<std::string> line = {command, file};
      line.insert(line.end(), more.begin(), more.end());
      const ProcessResult result = rtlgen_in(folder, line);
      ASSERT_EQ(result.exit_code, 0) << result.errors;
    }
  }

  const fs::path plain_ = folder_.path() / "plain", nasty_ = folder_.path() / kNastyFolder;
};

TEST_F(HostileNames, Generate) {
  both("generate", {"-o", "hdl", "--set", "hardware.bus=64", "--set", "hardware.streams=true", "--json", "r.json"});
  EXPECT_EQ(differences(plain_ / "hdl", nasty_ / "hdl", kPlainName), "");
  EXPECT_EQ(judged(nasty_ / "hdl"), "");
  EXPECT_EQ(judged(nasty_, "r.json"), "");
  std::vector<std::string> line = {"verilator", "--lint-only", "-Wall", "--top-module", "small_core"};
  for (const std::string& file : lines_of(read_file(nasty_ / "hdl/verilog/files.f"))) line.push_back(file);
  const ProcessResult lint = run_in(nasty_ / "hdl/verilog", line);
  EXPECT_EQ(lint.exit_code, 0) << lint.errors;
}

/// Texts of the description: nothing of it is printed but in the manifest, and that is JSON.
TEST_F(HostileNames, GenerateWithTexts) {
  for (const std::string& set : {"description=" + kNastyYaml, "source=" + kNastyYaml}) {
    const ProcessResult result = rtlgen_in(nasty_, {"generate", kNastyName, "-o", "texts", "--set", set});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(judged(nasty_ / "texts"), "");
    EXPECT_EQ(nlohmann::json::parse(read_file(nasty_ / "texts/manifest.json")).at("sets").at(0), set);
    const ProcessResult check = rtlgen_in(nasty_, {"check", kNastyName, "--set", set});
    EXPECT_EQ(check.exit_code, 0) << check.errors;
    EXPECT_EQ(check.output.find('\x1b'), std::string::npos);
  }
}

class HostileProject : public HostileNames, public ::testing::WithParamInterface<const char*> {};

TEST_P(HostileProject, IsAsWithPlainNames) {
  const std::string board = GetParam();
  both("project", {"--board", board, "-o", "p", "--set", "description=" + kNastyYaml});
  const fs::path project = nasty_ / "p";
  EXPECT_EQ(differences(plain_ / "p", project, kPlainName), "");
  EXPECT_EQ(judged(project), "");
  // Commands of the README can be pasted.
  int commands = 0;
  for (const std::string& line : lines_of(read_file(project / "README.md"))) {
    const std::size_t code = line.find("` rtlgen project ");
    if (!line.starts_with("    rtlgen run ") && (code == std::string::npos || !line.starts_with("Generated"))) continue;
    ++commands;
    const std::string command = line.starts_with("    ") ? line : line.substr(code + 2);
    const auto words = words_of("rtlgen", command.substr(0, command.find_last_not_of("` ") + 1));
    ASSERT_GE(words.size(), 2U) << line;
    EXPECT_EQ(words[1], kNastyName);
    EXPECT_THAT(words, Contains("description=" + kNastyYaml));
  }
  EXPECT_GE(commands, 1) << read_file(project / "README.md");
}

INSTANTIATE_TEST_SUITE_P(Flows, HostileProject,
                         ::testing::Values("kcu105", "u250", "de5net", "de10_agilex", "p395_d8", "xupv5",
                                           "nexys_video"),
                         [](const auto& one) { return std::string(one.param); });

/// Other names, one trouble each.
TEST_F(HostileNames, OneTroubleEach) {
  const std::vector<std::string> names = {"tail\\",
                                          "-o",
                                          "$(shell touch PWNED)",
                                          "a -- b-->c-",
                                          "x\nendmodule\n`include \"PWNED\"",
                                          "caf\xe9.yaml",
                                          "\xc3\xbcml\xc3\xa4ut.yaml",
                                          std::string(240, 'n') + ".yaml",
                                          "#",
                                          "~",
                                          "!",
                                          "%",
                                          "{",
                                          "}",
                                          "\"",
                                          "'",
                                          "module",
                                          "end"};
  both("project", {"--board", "p395_d8", "-o", "p"});
  for (const std::string& name : names) {
    const fs::path folder = at("one");
    fs::remove_all(folder);
    fs::create_directories(folder);
    write_file(folder / name, kStencil);
    const ProcessResult result = rtlgen_in(folder, {"project", "--board", "p395_d8", "-o", "p", "--", name});
    ASSERT_EQ(result.exit_code, 0) << name << "\n" << result.errors;
    EXPECT_EQ(differences(plain_ / "p", folder / "p", kPlainName), "") << name;
    for (const char* file :
         {"Makefile", "build.tcl", "constraints/clocks.sdc", "rtl/ring/small_p395_d8.v", "rtl/core/small_core.v"})
      EXPECT_EQ(judged(folder / "p", file), "") << name;
  }
}

/// Boards of one's own: every text and the folder's name.
TEST_F(HostileNames, BoardsOfOnesOwn) {
  for (const std::string id : {"p395_d8", "kcu105"}) {
    std::string board = read_file(fs::path(test::source_folder()) / "boards" / id / "board.yaml");
    std::string hostile;
    for (const std::string& line : lines_of(board)) {
      const bool text = line.starts_with("name:") || line.starts_with("vendor:") || line.starts_with("pins_note:");
      hostile += text                        ? line.substr(0, line.find(':')) + ": " + kNastyYaml + "\n"
                 : line.starts_with("part:") ? line.substr(0, line.find("source:")) + "source: " + kNastyYaml + "}\n"
                                             : line + "\n";
    }
    // The folder of a board that has a wiring is its name; of the other it is as bad as can be.
    std::string place = id == "kcu105" ? "own/kcu105" : "b $(touch PWNED)`touch PWNED`;'\"#: [x] \\ \xc3\xbc";
    write_file(nasty_ / place / "board.yaml", hostile);
    const ProcessResult result = rtlgen_in(nasty_, {"project", kNastyName, "--board", "./" + place, "-o", id});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(judged(nasty_ / id), "");
    EXPECT_EQ(result.output.find('\x1b'), std::string::npos);
    const ProcessResult boards = rtlgen_in(nasty_, {"boards", "./" + place, "--json", "b.json"});
    EXPECT_EQ(boards.exit_code, 0) << boards.errors;
    EXPECT_EQ(boards.output.find('\x1b'), std::string::npos);
    EXPECT_EQ(judged(nasty_, "b.json"), "");
  }
}

/// A part that is not a part number is refused, not put into scripts.
TEST_F(HostileNames, PartsAreNumbers) {
  std::string board = read_file(fs::path(test::source_folder()) / "boards/kcu105/board.yaml");
  const std::size_t part = board.find("part:");
  board.replace(part, board.find('\n', part) - part, "part: {value: \"x; exec touch PWNED\", source: nobody}");
  write_file(at("own/kcu105/board.yaml"), board);
  const ProcessResult result =
      rtlgen_in(plain_, {"project", kPlainName, "--board", at("own/kcu105").string(), "-o", "p"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("RG0810"));
  EXPECT_THAT(result.errors, HasSubstr("is not a part number"));
}

TEST_F(HostileNames, Sweep) {
  const std::vector<std::string> sweep = {
      "sweep", kNastyName,       "--over", "hardware.steps=1,2", "--set", "description=" + kNastyYaml,
      "-o",    kNastyName + " s"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> line = sweep;
    line.insert(line.end(), more.begin(), more.end());
    return rtlgen_in(nasty_, line);
  };
  const ProcessResult slurm = with({"--slurm", "j " + kNastyName, "--", "--board", "kcu105"});
  ASSERT_EQ(slurm.exit_code, 0) << slurm.errors;
  const fs::path jobs = nasty_ / ("j " + kNastyName);
  EXPECT_EQ(judged(jobs), "");
  const std::string command = lines_of(slurm.output).back();
  EXPECT_THAT(words_of("sbatch", "sbatch() { printf '%s\\0' \"$@\" >&2; }; exec 2>&1; " + command),
              Contains(HasSubstr("sweep.sbatch")));
  const std::vector<std::string> words = words_of("sbatch", command.substr(command.find("&& ") + 3));
  EXPECT_EQ(words.back(), "j " + kNastyName + "/collect.sbatch");
  // The work of the job, without Slurm.
  const ProcessResult collected = run_in(nasty_, {"bash", "j " + kNastyName + "/collect.sbatch"});
  EXPECT_EQ(collected.exit_code, 0) << collected.output << collected.errors;
  EXPECT_EQ(judged(nasty_ / (kNastyName + " s")), "");
}

TEST_F(HostileNames, ReportPage) {
  const ProcessResult first =
      rtlgen_in(plain_, {"report", kPlainName, "-o", "page", "--simulate", "none", "--set", "description=harmless"});
  if (first.exit_code == 3 && !RTLGEN_TOOLS_REQUIRED &&
      first.errors.find("built without Chart.js") != std::string::npos)
    GTEST_SKIP() << first.errors;
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  const ProcessResult result = rtlgen_in(
      nasty_, {"report", kNastyName, "-o", "page", "--simulate", "none", "--set", "description=" + kNastyYaml});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto tags = [](const std::string& page) { return std::count(page.begin(), page.end(), '<'); };
  const std::string page = read_file(nasty_ / "page/index.html");
  EXPECT_EQ(tags(page), tags(read_file(plain_ / "page/index.html")));
  EXPECT_EQ(page.find('\xff'), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
}

TEST_F(HostileNames, Import) {
  fs::copy_file(fs::path(test::source_folder()) / "tests/import/programs/blur.soda", nasty_ / (kNastyName + ".soda"));
  const ProcessResult result = rtlgen_in(nasty_, {"import", kNastyName + ".soda", "-o", "new.yaml"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(judged(nasty_, "new.yaml"), "");
  EXPECT_EQ(rtlgen_in(nasty_, {"check", "new.yaml"}).exit_code, 0);
}

TEST_F(HostileNames, ExploreAndAdvise) {
  const ProcessResult found = rtlgen_in(nasty_, {"explore", kNastyName, "--board", "kcu105", "--cells-per-cycle", "1,2",
                                                 "--steps", "1,2", "--write", kNastyName + "2"});
  ASSERT_EQ(found.exit_code, 0) << found.errors;
  EXPECT_EQ(rtlgen_in(nasty_, {"check", kNastyName + "2"}).exit_code, 0);
  int taken = 0;
  for (const std::string& line : lines_of(found.output)) {
    if (!line.starts_with("use it with: ")) continue;
    ++taken;
    const auto words = words_of("rtlgen", "rtlgen " + line.substr(line.find(": ") + 2));
    EXPECT_EQ(words.front(), "--board");
    EXPECT_EQ(words.at(1), "kcu105");
  }
  EXPECT_EQ(taken, 1) << found.output;
  const ProcessResult advice =
      rtlgen_in(nasty_, {"advise", kNastyName, "--board", "kcu105", "--set", "description=" + kNastyYaml});
  ASSERT_EQ(advice.exit_code, 0) << advice.errors;
  int commands = 0;
  for (const std::string& line : lines_of(advice.output)) {
    const std::size_t at = line.find("rtlgen model ");
    if (at == std::string::npos) continue;
    ++commands;
    const auto words = words_of("rtlgen", line.substr(at));
    ASSERT_GE(words.size(), 2U) << line;
    EXPECT_EQ(words[1], kNastyName);
    std::vector<std::string> again(words.begin(), words.end());
    EXPECT_EQ(rtlgen_in(nasty_, again).exit_code, 0) << line;
  }
  EXPECT_GE(commands, 1) << advice.output;
}

/// Messages name the file and steer no terminal.
TEST_F(HostileNames, Messages) {
  write_file(nasty_ / kNastyName, "nonsense: 1\n");
  for (const std::vector<std::string>& line : {std::vector<std::string>{"check", kNastyName},
                                               {"check", kNastyName + "none"},
                                               {"generate", kNastyName, "-o", kNastyName}}) {
    const ProcessResult result = rtlgen_in(nasty_, line);
    EXPECT_THAT(result.exit_code, ::testing::AnyOf(2, 3)) << result.errors;
    EXPECT_THAT(result.errors, HasSubstr("touch PWNED"));
    EXPECT_EQ(result.errors.find('\x1b'), std::string::npos);
    EXPECT_EQ(result.errors.find('\xff'), std::string::npos);
  }
}

/// A name that one printer would not have made safe is found, by each judge.
TEST_F(HostileNames, AMutantIsFound) {
  both("project", {"--board", "kcu105", "-o", "p"});
  both("generate", {"-o", "hdl"});
  const fs::path kept = folder_.path() / "kept";
  fs::copy(plain_, kept, fs::copy_options::recursive);
  const auto spoilt = [&](const std::string& path, const std::string& name) {
    const fs::path folder = plain_ / path.substr(0, path.find('/')), file = plain_ / path;
    const std::string before = read_file(file);
    std::string text = before;
    const std::size_t at = text.find(kPlainName);
    EXPECT_NE(at, std::string::npos) << path;
    text.replace(at, std::string(kPlainName).size(), name);
    write_file(file, text);
    bool ran = false;
    const std::string fault_text =
        path.ends_with(".vhd") ? judged(folder) : judged(folder, path.substr(path.find('/') + 1));
    for (const auto& entry : fs::recursive_directory_iterator(plain_)) ran = ran || entry.path().filename() == "PWNED";
    fs::remove(folder / "PWNED");
    fs::remove(folder / "vhdl/PWNED");
    const bool other = !differences(kept / folder.filename(), folder, "Generated by").empty();
    write_file(file, before);
    EXPECT_EQ(differences(kept / folder.filename(), folder, "Generated by"), "") << path;
    return std::pair{ran || !fault_text.empty(), other};
  };
  // The first is what the tool does with the name, the second that lines are not those of a plain name.
  for (const char* path : {"p/Makefile", "p/build.tcl", "p/ip.tcl", "p/constraints/timing.xdc",
                           "p/rtl/shell/small_shell.xdc", "p/component.xml", "p/small_kcu105.core",
                           "p/rtl/card/small_kcu105.v", "p/rtl/core/small_core.v", "hdl/vhdl/small_core.vhd"}) {
    const std::string name =
        std::string(path) == "p/component.xml" ? "a --> b" : "a\n$(shell touch PWNED)\nexec touch PWNED; : [";
    const auto [noticed, other] = spoilt(path, name);
    EXPECT_TRUE(noticed) << path;
    EXPECT_TRUE(other || name.find('\n') == std::string::npos) << path;
  }
}

}  // namespace
}  // namespace rtlgen::test
