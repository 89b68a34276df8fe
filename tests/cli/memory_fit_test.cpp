// Arrays that do not fit a board's memory: every command that knows the board refuses them, in the same words.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "program.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

/// One bit per cell: 65536 x 40000 take 313 MiB per buffer.
std::string description(const std::string& grid) {
  return "name: small\ngrid: " + grid + R"(
type: uint<1>
fields:
  c: {boundary: {constant: 0}}
update:
  - c: c[-1,0] ^ c[1,0]
iterations: 3
hardware: {cells_per_cycle: 2, steps: 2}
)";
}

/// The error with its notes, as the command prints it; "" if none exists.
std::string verdict(const std::string& printed) {
  const std::size_t line = printed.find("error[RG0832]");
  if (line == std::string::npos) return "";
  const std::size_t before = printed.rfind('\n', line), begin = before == std::string::npos ? 0 : before + 1;
  std::size_t end = printed.find('\n', begin);
  // The quoted line, the caret and the notes are indented.
  while (end != std::string::npos && end + 1 < printed.size() && printed[end + 1] == ' ')
    end = printed.find('\n', end + 1);
  return printed.substr(begin, end - begin);
}

using Verdicts = std::vector<std::pair<std::string, std::string>>;

/// Commands that do not refuse, or not as the first one does.
std::vector<std::string> different(const Verdicts& verdicts) {
  std::vector<std::string> names;
  for (const auto& [command, text] : verdicts) {
    if (text.empty() || text != verdicts.front().second) names.push_back(command);
  }
  return names;
}

class MemoryFit : public Program {
 protected:
  /// Runs a line of words without quotes.
  [[nodiscard]] ProcessResult run(const std::string& line) const {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      words.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    return rtlgen(words);
  }

  [[nodiscard]] Verdicts verdicts_of(const std::vector<std::string>& lines) const {
    Verdicts verdicts;
    for (const std::string& line : lines) {
      const ProcessResult result = run(line);
      EXPECT_EQ(result.exit_code, 2) << line << "\n" << result.output << result.errors;
      verdicts.emplace_back(line, verdict(result.output + result.errors));
    }
    return verdicts;
  }
};

TEST_F(MemoryFit, EveryCommandSaysTheSame) {
  write_file(file_, description("[65536, 40000]"));
  const Verdicts verdicts = verdicts_of({
      "check small.yaml --board arty_a7_100",
      "generate small.yaml --board arty_a7_100 -o hdl",
      "generate small.yaml --board arty_a7_100 -o hdl --tb --extents 64x64",
      "model small.yaml --board arty_a7_100",
      "explore small.yaml --board arty_a7_100",
      "advise small.yaml --board arty_a7_100",
      "report small.yaml --board arty_a7_100 -o page",
      "sim small.yaml --board arty_a7_100",
      "sim small.yaml --board arty_a7_100 --memory ddr",
      "sim small.yaml --board arty_a7_100 --memory board",
      "run small.yaml --board arty_a7_100",
      "run small.yaml --board arty_a7_100 --batch 4",
      "run small.yaml --board arty_a7_100 --backend xdma",
      "diagnose small.yaml --board arty_a7_100",
      "project small.yaml --board arty_a7_100 -o project",
      "synth small.yaml --set hardware.board=arty_a7_100 --device xc7",
  });
  EXPECT_EQ(different(verdicts), std::vector<std::string>()) << fmt::format("{}", fmt::join(verdicts, "\n"));
  const std::string& message = verdicts.front().second;
  EXPECT_THAT(message, HasSubstr("small.yaml:2:7: error[RG0832]: the arrays need 625 MiB and do not fit the memory of "
                                 "arty_a7_100: channel 0 needs 625 MiB and has 256 MiB"));
  EXPECT_THAT(message, HasSubstr("the largest grid of this width that fits is 65536 x 16"));
}

TEST_F(MemoryFit, EveryCommandSaysTheSameOfManyChannels) {
  write_file(file_, description("[65536, 4194304]"));
  const Verdicts verdicts = verdicts_of({
      "check small.yaml --board u280",
      "model small.yaml --board u280",
      "explore small.yaml --board u280",
      "advise small.yaml --board u280",
      "sim small.yaml --board u280 --memory board",
      "project small.yaml --board u280 -o project",
  });
  EXPECT_EQ(different(verdicts), std::vector<std::string>()) << fmt::format("{}", fmt::join(verdicts, "\n"));
  EXPECT_THAT(verdicts.front().second, HasSubstr("DDR4 channels 32 to 33 need 32.0 GiB each and have 16.0 GiB"));
}

TEST_F(MemoryFit, ADifferentVerdictIsFound) {
  write_file(file_, description("[65536, 40000]"));
  const std::string refused = "check small.yaml --board arty_a7_100", fits = refused + " --set grid=[64,64]";
  const std::string text = verdict(run(refused).errors);
  EXPECT_NE(text, "");
  const ProcessResult good = run(fits);
  EXPECT_EQ(good.exit_code, 0) << good.errors;
  EXPECT_EQ(verdict(good.output + good.errors), "");
  EXPECT_EQ(different({{"a", text}, {"b", text}}), std::vector<std::string>());
  EXPECT_EQ(different({{"a", text}, {"b", text + "!"}}), std::vector<std::string>{"b"});
  EXPECT_EQ(different({{"a", text}, {"b", ""}}), std::vector<std::string>{"b"});
}

TEST_F(MemoryFit, VariantsOfASweepAndCardsAreRefused) {
  write_file(file_, description("[65536, 40000]"));
  const ProcessResult sweep =
      run("sweep small.yaml --set hardware.board=arty_a7_100 --over hardware.steps=1,2 -o sweep");
  EXPECT_EQ(sweep.exit_code, 1);
  EXPECT_THAT(read_file(at("sweep") / "table.csv"), HasSubstr("RG0832"));
  // Each of two cards holds half, which is still too much.
  const ProcessResult cards = run("run small.yaml --board arty_a7_100 --cards 2");
  EXPECT_EQ(cards.exit_code, 2);
  EXPECT_THAT(cards.errors, HasSubstr("RG0832"));
  EXPECT_THAT(cards.errors, HasSubstr("card 0: the arrays need"));
}

TEST_F(MemoryFit, CardsAreJudgedByTheirSlabs) {
  write_file(file_, description("[65536, 40000]"));
  // 625 MiB and ghosts in 256 MiB per card: two are too few, three are enough.
  const auto with = [](const std::string& command, int cards) {
    return fmt::format("{} small.yaml --board arty_a7_100 --cards {}", command, cards);
  };
  const std::vector<std::string> commands = {"check", "model", "generate -o hdl", "project -o project"};
  for (const std::string& command : commands) {
    const ProcessResult few = run(with(command, 2)), enough = run(with(command, 3));
    EXPECT_EQ(few.exit_code, 2) << command;
    EXPECT_THAT(few.errors, HasSubstr("card 0: the arrays need 313 MiB")) << command;
    EXPECT_EQ(enough.exit_code, 0) << command << enough.output << enough.errors;
    EXPECT_THAT(run(with(command, 1)).errors, HasSubstr("several cards can share a grid: check, generate, model, "
                                                        "explore, advise, project and run take --cards N"))
        << command;
  }
  for (const char* command : {"explore", "advise"}) {
    const ProcessResult few = run(with(command, 2)), enough = run(with(command, 3));
    EXPECT_EQ(few.exit_code, 2) << command;
    EXPECT_THAT(few.errors, HasSubstr("the arrays need 313 MiB")) << command;
    EXPECT_EQ(enough.exit_code, 0) << command << enough.output << enough.errors;
  }
  EXPECT_THAT(run(with("advise", 3)).output, HasSubstr("--cards 3"));
  const std::string scaling = run(with("model", 4)).output;
  EXPECT_THAT(scaling, HasSubstr("the grid fits 4 cards, but not one"));
  EXPECT_THAT(scaling, testing::ContainsRegex("\n +1 \\| +not possible \\| +not possible\n"));
  EXPECT_THAT(scaling, testing::ContainsRegex("\n +2 \\| +not possible \\| +not possible\n"));
  EXPECT_THAT(scaling, testing::ContainsRegex("\n +4 \\| +[1-4] +[0-9]"));
  EXPECT_THAT(read_file(at("project") / "README.md"), HasSubstr("--cards 3"));
  EXPECT_THAT(run("check small.yaml --board arty_a7_100 --set grid=[65536] --cards 3").errors, HasSubstr("error"));
}

TEST_F(MemoryFit, SmallerExtentsAndIdealMemoryAreNot) {
  write_file(file_, description("[65536, 40000]"));
  for (const char* line : {"model small.yaml --board arty_a7_100 --extents 65536x16000",
                           "model small.yaml --board arty_a7_100 --dram ideal",
                           "sim small.yaml --board arty_a7_100 --extents 64x16", "check small.yaml --board b520n"}) {
    const ProcessResult result = run(line);
    EXPECT_EQ(result.exit_code, 0) << line << "\n" << result.errors;
  }
  const ProcessResult longer = run("model small.yaml --board arty_a7_100 --extents 65536x20000");
  EXPECT_EQ(longer.exit_code, 2);
  EXPECT_THAT(longer.errors, HasSubstr("RG0832"));
}

TEST_F(MemoryFit, TheLargestGridThatIsNamedFits) {
  write_file(file_, description("[65536, 40000]"));
  const std::string command = "check small.yaml --board arty_a7_100";
  const std::string text = verdict(run(command).errors), mark = "that fits is 65536 x ";
  ASSERT_THAT(text, HasSubstr(mark));
  const int rows = std::stoi(text.substr(text.find(mark) + mark.size()));
  EXPECT_EQ(run(fmt::format("{} --set grid=[65536,{}]", command, rows)).exit_code, 0);
  EXPECT_EQ(run(fmt::format("{} --set grid=[65536,{}]", command, rows + 1)).exit_code, 2);
}

TEST_F(MemoryFit, APlacementByHandIsReportedAtItsPlace) {
  write_file(file_, description("[65536, 65536]") + "# end\n");
  const std::string by_hand = "check small.yaml --board u280 --set hardware.memory.c=[0,0]";
  const ProcessResult result = run(by_hand);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(verdict(result.errors), HasSubstr("--set hardware.memory.c"));
  EXPECT_THAT(verdict(result.errors), HasSubstr("they fit with 'hardware.memory: auto'"));
  EXPECT_EQ(run("check small.yaml --board u280 --set hardware.memory=auto").exit_code, 0);
}

TEST_F(MemoryFit, ARunWithASlowPlacementSaysSo) {
  write_file(file_, R"(name: small
grid: [1024, 256]
type: uint<32>
fields: {a: {}}
update:
  - a: a[1,0] ^ a[-1,0]
iterations: 2
hardware: {cells_per_cycle: 32, steps: 1, board: u280, memory: {a: 0}}
)");
  const char* const note = "note: with 'hardware.memory: auto' instead of the given placement";
  const ProcessResult slow = run("run small.yaml --no-check");
  EXPECT_EQ(slow.exit_code, 0) << slow.errors;
  EXPECT_THAT(slow.output, HasSubstr(note));
  const ProcessResult other = run("run small.yaml --no-check --set hardware.memory.a=[0,1]");
  EXPECT_EQ(other.exit_code, 0) << other.errors;
  EXPECT_THAT(other.output, testing::Not(HasSubstr(note)));
}

}  // namespace
}  // namespace rtlgen::test
