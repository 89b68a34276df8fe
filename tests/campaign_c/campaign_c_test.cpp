// The campaign finds what is wrong: a changed import, a crash; and reduces what it finds.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "compare.hpp"
#include "reduce.hpp"
#include "reference.hpp"
#include "test_paths.hpp"

namespace rtlgen::test::random_c {
namespace {

std::string folder() {
  const std::filesystem::path path = std::filesystem::path(build_folder()) / "campaign_c_test";
  std::filesystem::create_directories(path);
  return path.string();
}

/// The first programs that are equal without a fault.
std::vector<CProgram> equal_programs(std::size_t wanted) {
  std::vector<CProgram> out;
  for (std::uint64_t seed = 1; out.size() < wanted && seed < 200; ++seed) {
    CProgram program = generate_c(seed);
    if (compare_alone(program, folder()).status == Verdict::Status::kEqual) out.push_back(std::move(program));
  }
  return out;
}

/// A step behind each assignment of the first array: bits of every cell change.
void change_first_line(std::string& yaml) {
  const std::size_t update = yaml.find("\nupdate:");
  const std::size_t line = yaml.find(": ", yaml.find("- ", update));
  const std::size_t end = yaml.find('\n', line);
  // "expression", {expr: "expression", ...} or an expression without quotes
  const std::size_t quote = yaml.find('"', line);
  const bool is_quoted = quote < end;
  const std::size_t begin = is_quoted ? quote : line + 2;
  const std::size_t behind = is_quoted ? yaml.find('"', quote + 1) + 1 : end;
  const std::size_t mark = is_quoted ? 1 : 0;
  const std::string old = yaml.substr(begin + mark, behind - begin - 2 * mark);
  yaml.replace(begin, behind - begin, "\"(" + old + ") == 0 ? 1 : 0\"");
}

TEST(CampaignC, TheSameSeedIsTheSameProgram) {
  for (std::uint64_t seed = 1; seed < 50; ++seed) EXPECT_EQ(file_text(generate_c(seed)), file_text(generate_c(seed)));
  EXPECT_NE(file_text(generate_c(1)), file_text(generate_c(2)));
}

TEST(CampaignC, AnotherMeaningIsFoundAndReduces) {
  const std::vector<CProgram> programs = equal_programs(12);
  ASSERT_EQ(programs.size(), 12U);
  int found = 0;
  const CProgram* first = nullptr;
  for (const CProgram& program : programs) {
    const Verdict verdict = compare_alone(program, folder(), change_first_line);
    if (verdict.status != Verdict::Status::kDifferent || verdict.kind != "other bits") continue;
    ++found;
    if (first == nullptr) first = &program;
  }
  EXPECT_GE(found, 3);
  ASSERT_NE(first, nullptr);
  const auto fails = [](const CProgram& one) {
    const Verdict verdict = compare_alone(one, folder(), change_first_line);
    return verdict.status == Verdict::Status::kDifferent && verdict.kind == "other bits";
  };
  const CProgram small = reduce(*first, fails, 60);
  EXPECT_TRUE(fails(small));
  EXPECT_LT(2 * size_of(small.text), size_of(first->text)) << file_text(small);
}

TEST(CampaignC, ACrashIsFound) {
  const std::vector<CProgram> programs = equal_programs(1);
  ASSERT_EQ(programs.size(), 1U);
  const Verdict verdict = compare_alone(programs[0], folder(), [](std::string&) { raise(SIGKILL); });
  EXPECT_EQ(verdict.status, Verdict::Status::kCrash);
  EXPECT_EQ(verdict.kind, "signal 9");
}

TEST(CampaignC, WhatGccRefusesIsAFaultOfTheGenerator) {
  CProgram program = generate_c(1);
  program.text = fixed("int @kernel(void) { return no_such_name; }\n");
  EXPECT_EQ(compare_alone(program, folder()).status, Verdict::Status::kInvalid);
}

}  // namespace
}  // namespace rtlgen::test::random_c
