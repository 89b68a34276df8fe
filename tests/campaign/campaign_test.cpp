// The campaign proves itself: faults put into the hardware are found and shrink to a line; and a slice runs.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <string>

#include "constructs.hpp"
#include "frontend/frontend.hpp"
#include "generate.hpp"
#include "hw/ir.hpp"
#include "run_case.hpp"
#include "runner/sources.hpp"
#include "same_program.hpp"
#include "short_forms.hpp"
#include "shrink.hpp"
#include "spec/boundary.hpp"
#include "spec/operations.hpp"
#include "start_values.hpp"
#include "vector_forms.hpp"
#include "work.hpp"

namespace rtlgen::test {
namespace {

/// Every expression of one kind becomes another in the modules whose name holds `part`.
Faults swap_in(const std::string& part, hw::ExprKind from, hw::ExprKind to) {
  Faults faults;
  faults.design = [=](hw::Design& design) {
    for (hw::Module& m : design.modules) {
      if (m.name.find(part) == std::string::npos) continue;
      for (hw::Expr& e : m.exprs) e.kind = e.kind == from ? to : e.kind;
    }
  };
  return faults;
}

/// The first program of `seeds` that fails with the faults, cut down; a program without lines if none does.
Program found(const Faults& faults, Tier tier, int seeds) {
  for (int seed = 1; seed <= seeds; ++seed) {
    Program program = generate_program(static_cast<std::uint64_t>(seed));
    if (finish_program(program).status != Verdict::Status::kClean) continue;
    const Verdict verdict = run_isolated(program, tier, 60, faults);
    if (!verdict.failed()) continue;
    EXPECT_FALSE(run_isolated(program, tier, 60).failed()) << "without the fault";
    return shrink(
        program,
        [&](const Program& p) {
          const Verdict again = run_isolated(p, tier, 60, faults);
          return again.failed() && again.kind == verdict.kind;
        },
        150);
  }
  return {};
}

void expect_small(const Program& program, std::size_t longest) {
  const std::string text = to_yaml(program);
  ASSERT_GE(program.lines.size(), 1U) << "nothing found";
  EXPECT_LE(program.lines.size(), 2U) << text;
  for (const Line& line : program.lines) EXPECT_LE(to_text(line.expr).size(), longest) << text;
  EXPECT_LE(program.lanes * program.steps * program.iterations, 2) << text;
  // One may stay: with a literal in its place the frontend could compute the faulty operation.
  EXPECT_LE(program.params.size(), 1U) << text;
}

TEST(Faults, OfKernelsAreFoundAndShrunk) {
  expect_small(found(swap_in("_kernel_", hw::ExprKind::kSub, hw::ExprKind::kAdd), Tier::kInterpreter, 40), 40);
}

TEST(Faults, OfBoundariesAreFoundAndShrunk) {
  expect_small(found(swap_in("_position_", hw::ExprKind::kEq, hw::ExprKind::kNe), Tier::kInterpreter, 40), 40);
}

TEST(Faults, OfPrintedVerilogAreFoundAndShrunk) {
  Faults faults;
  faults.sources = [](runner::Sources& sources) {
    for (runner::SourceFile& file : sources.files) {
      if (file.path.find("_kernel_") == std::string::npos) continue;
      for (std::size_t at = 0; (at = file.text.find(" - ", at)) != std::string::npos;) file.text[at + 1] = '+';
    }
  };
  expect_small(found(faults, Tier::kIcarus, 40), 40);
}

TEST(Programs, AreTheSameFromTheSameSeed) {
  for (std::uint64_t seed = 1; seed < 50; ++seed)
    ASSERT_EQ(to_yaml(generate_program(seed)), to_yaml(generate_program(seed)));
}

TEST(ShortForms, MeanTheProgram) {
  std::string all;
  int accepted = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Program program = generate_program(seed);
    const auto other = short_form_difference(program);
    ASSERT_EQ(other.value_or(""), "") << seed;
    if (!other) continue;
    ++accepted;
    all += to_short_yaml(program);
  }
  EXPECT_GE(accepted, 100);
  for (const char* part : {"add(v in", "product(v in", "max(v in", "fn1(", "let:", "repeat: 1", "repeat: 2",
                           "repeat: v in", "q1: [", "]["})
    EXPECT_NE(all.find(part), std::string::npos) << part;
  // Functions that call others, and whose parameters have names of params and fields.
  int calls = 0, params = 0, fields = 0;
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  fn")) continue;
    const std::string signature = line.substr(0, line.find("):"));
    calls += line.find("fn", signature.size()) != std::string::npos ? 1 : 0;
    params += signature.find_first_of('k') != std::string::npos ? 1 : 0;
    fields += signature.find_first_of("sho") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(calls, 5);
  EXPECT_GT(params, 5);
  EXPECT_GT(fields, 5);
}

TEST(ShortForms, AnotherProgramIsFound) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string text = to_short_yaml(generate_program(seed));
    // The reads of a function's body move with its argument.
    const std::size_t at = text.find("fn1(", text.find("update:"));
    const std::size_t open = at == std::string::npos ? at : text.find('[', at);
    if (open == std::string::npos) continue;
    std::string other = text;
    other.insert(open + 1, "1 + ");
    const auto one = program_facts(text, Sameness::kMeaning), two = program_facts(other, Sameness::kMeaning);
    if (one && two && *one != *two) ++found;
  }
  EXPECT_GT(found, 10);
}

TEST(StartValues, AreWhatALineGives) {
  std::string all;
  int tried = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const Program program = generate_program(seed);
    const std::string lines = start_lines(program);
    ASSERT_EQ(start_value_difference(program, lines).value_or(""), "") << seed << "\n" << lines;
    tried += lines.empty() ? 0 : 1;
    all += lines;
  }
  EXPECT_GE(tried, 60);
  for (const char* part : {"random_s1(", "random_h(", "x", "nz", "runtime: true"})
    EXPECT_NE(all.find(part), std::string::npos) << part;
}

TEST(StartValues, OthersAreFound) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Program program = generate_program(seed);
    std::string lines = start_lines(program);
    const std::size_t at = lines.find("bf58476d1ce4e5b9");
    if (at == std::string::npos) continue;
    lines[at + 15] = '7';
    if (start_value_difference(program, lines).value_or("").find(" starts with ") != std::string::npos) ++found;
  }
  EXPECT_GT(found, 3);
}

TEST(VectorForms, MeanTheProgram) {
  constexpr int kLeast = 60;
  std::set<std::string> missing = {"  - vv: \"",
                                   "  - vv: {each: ek",
                                   "vv.ek[",
                                   "expr: [\"",
                                   "vv.b[",
                                   "vv[",
                                   "vv.a[",
                                   "of: vv.a",
                                   "field: vv.a",
                                   "region:",
                                   "where:",
                                   "border: keep",
                                   "  - vt1: {each: ek",
                                   "vt1.0",
                                   "vt1[",
                                   "add(v",
                                   "product(v",
                                   "min(v",
                                   "max(v",
                                   "sum(v",
                                   "any(v",
                                   "all(v"};
  int accepted = 0;
  // Rare forms take a few hundred programs.
  for (std::uint64_t seed = 1; seed <= 1000 && (accepted < kLeast || !missing.empty()); ++seed) {
    const Program program = generate_program(seed);
    const auto other = vector_form_difference(program);
    ASSERT_EQ(other.value_or(""), "") << seed << "\n" << vector_forms(program)->vector;
    if (!other) continue;
    ++accepted;
    const std::string text = vector_forms(program)->vector;
    std::erase_if(missing, [&](const std::string& part) { return text.find(part) != std::string::npos; });
  }
  EXPECT_GE(accepted, kLeast);
  EXPECT_THAT(missing, ::testing::IsEmpty());
}

TEST(VectorForms, AnotherFoldIsFound) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto forms = vector_forms(generate_program(seed));
    const std::size_t at = forms ? forms->vector.find("min(v") : std::string::npos;
    if (at == std::string::npos) continue;
    std::string other = forms->vector;
    other.replace(at, 3, "max");
    const auto one = program_facts(forms->fields, Sameness::kMeaning), two = program_facts(other, Sameness::kMeaning);
    if (one && two && *one != *two) ++found;
  }
  EXPECT_GT(found, 1);
}

TEST(VectorForms, AnotherProgramIsFound) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto forms = vector_forms(generate_program(seed));
    if (!forms) continue;
    // Every component reads the first one.
    std::string other = forms->vector;
    const std::size_t at = other.find("vv[", other.find("update:"));
    if (at == std::string::npos) continue;
    other.insert(at + 2, ".a");
    const auto one = program_facts(forms->fields, Sameness::kMeaning), two = program_facts(other, Sameness::kMeaning);
    if (one && two && *one != *two) ++found;
  }
  EXPECT_GT(found, 10);
}

/// Parts of the language, as YAML has them.
constexpr const char* kParts[] = {"float16",
                                  "bfloat16",
                                  "float32",
                                  "float64",
                                  "float<",
                                  "uint<",
                                  "int<",
                                  "fixed<",
                                  "ufixed<",
                                  "axes: [",
                                  "runtime: true",
                                  "values: [",
                                  "tables:",
                                  "sources:",
                                  "(step)",
                                  "; constant(",
                                  "; wrap",
                                  "x=",
                                  "border: keep",
                                  "border: ignore",
                                  "border: {keep: ",
                                  "boundary: [",
                                  "region: interior",
                                  "region: rest",
                                  "region: {x: [",
                                  "where: ",
                                  "order: forward y",
                                  "order: forward z",
                                  "arithmetic: fused",
                                  "arithmetic: hard",
                                  "guard_bits: ",
                                  " % ",
                                  " << ",
                                  " >> ",
                                  " & ",
                                  " | ",
                                  " ^ ",
                                  "~",
                                  " ? ",
                                  " && ",
                                  " || ",
                                  "!",
                                  "reduce: max_change",
                                  "reduce: sum",
                                  "reduce: sum_squares",
                                  "reduce: min",
                                  "reduce: max",
                                  "until:",
                                  "next:",
                                  "reassociate: true",
                                  "rounding: truncate",
                                  "overflow: saturate",
                                  "subnormals: flush",
                                  "extents: fixed",
                                  "device:",
                                  "ram: block",
                                  "arithmetic: aligned",
                                  "arithmetic: auto",
                                  "dsp_limit: 0",
                                  "dsp_sums: ",
                                  "cells_per_cycle: 8",
                                  "steps: 4",
                                  "grid: [1,"};

bool has_call(const std::string& text, const std::string& call) {
  for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
    if (at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0) return true;
  }
  return false;
}

/// All programs together hold the whole language, so that no part of it is lost without notice.
TEST(Programs, HoldTheWholeLanguage) {
  std::string all;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) all += to_yaml(generate_program(seed));
  for (const char* part : kParts) {
    EXPECT_NE(all.find(part), std::string::npos) << part;
  }
  for (const spec::RuleWord& rule : spec::rule_words()) {
    const std::string word = rule.rule.kind == spec::BoundaryKind::kConstant ? "{constant:" : std::string(rule.word);
    EXPECT_NE(all.find(": " + word), std::string::npos) << word;
  }
  for (const spec::Operation& row : spec::operations()) {
    if (row.form != spec::Form::kFunction) continue;
    EXPECT_TRUE(has_call(all, std::string(row.symbol) + "(")) << row.symbol;
  }
}

TEST(Programs, WorkIsThatOfCellsAndLogic) {
  Program program = generate_program(1);
  const std::int64_t work = work_of(program);
  program.iterations *= 3;
  EXPECT_EQ(work_of(program), 3 * work);
  program.lines.clear();
  EXPECT_LT(work_of(program), 3 * work);
}

/// Every construct that the campaign counts occurs in a few hundred programs.
TEST(Programs, HaveEveryConstruct) {
  std::vector<int> with(construct_names().size(), 0);
  for (std::uint64_t seed = 1; seed <= 800; ++seed) {
    const std::vector<bool> has = constructs_of(generate_program(seed));
    for (std::size_t i = 0; i < has.size(); ++i) with[i] += has[i] ? 1 : 0;
  }
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_GE(with[i], 3) << construct_names()[i];
}

/// A monitor beside cells that do not matter is accepted where none of these reach it.
TEST(Programs, MonitorBesideIgnoredBorders) {
  int both = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Program program = generate_program(seed);
    const bool ignores =
        std::any_of(program.lines.begin(), program.lines.end(), [](const Line& l) { return l.border == "ignore"; });
    if (!ignores || program.monitors.empty()) continue;
    ++both;
    const Verdict finished = finish_program(program);
    EXPECT_FALSE(finished.kind.starts_with("RG0362")) << finished.detail;
  }
  EXPECT_GE(both, 8);
}

/// In process; `scripts/campaign.sh` runs thousands, in the simulators. Programs that take minutes are left out: a word
/// that is added to the language changes what a seed gives.
TEST(Programs, RunClean) {
  constexpr std::int64_t kMostWork = 300000;
  int interpreted = 0, invalid = 0, large = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Program program = generate_program(seed);
    const Verdict finished = finish_program(program);
    if (finished.status == Verdict::Status::kInvalid) {
      ++invalid;
      continue;
    }
    if (work_of(program) > kMostWork) {
      ++large;
      continue;
    }
    const Verdict verdict = run_isolated(program, Tier::kInterpreter, 40);
    EXPECT_EQ(verdict.status, Verdict::Status::kClean) << verdict.kind << "\n"
                                                       << verdict.detail << "\n"
                                                       << to_yaml(program);
    interpreted += verdict.status == Verdict::Status::kClean && !verdict.skipped ? 1 : 0;
  }
  EXPECT_LE(invalid, 5);
  EXPECT_LE(large, 5);
  EXPECT_GE(interpreted, 20);
}

}  // namespace
}  // namespace rtlgen::test
