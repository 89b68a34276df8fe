// Files that an addition to the language touches (ADR 18, CONTRIBUTING): those of gen, runtime and sim that name an
// operation or a boundary rule. One more is a list that has come to stand beside the table.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tree.hpp"

namespace rtlgen::repo {
namespace {

using Paths = std::set<std::string>;

/// An operation or a rule that is there, and where it may be named.
struct Addition {
  std::string word;        ///< word of the language
  std::string enumerator;  ///< enumerator of spec::Op or spec::BoundaryKind
  Paths needed;            ///< without these there is no such word
  Paths optional = {};     ///< machine arithmetic that is faster, an analysis that knows it, words of other tools
};

/// Enumerator, word as a string or in a comment as code, pieces named after it, includes of its files.
std::regex names_of(const Addition& a) {
  return std::regex("\\b" + a.enumerator + "\\b|[\"`]" + a.word + "[\"`]|\\b(float_)?" + a.word +
                    "_(sizes|bits|of)\\b|\\bfloat_" + a.word + "\\b|(functions|operators)/" + a.word + "\\.");
}

/// gen/import has the names of C and Python, and the report's charts have axes that are "log".
bool counts(const std::string& path) {
  if (path == "tests/spec/naive_fold.cpp") return true;  // does not compile without every rule
  return (path.starts_with("gen/") || path.starts_with("runtime/") || path.starts_with("sim/")) &&
         !path.starts_with("gen/import/") && !path.starts_with("gen/report/");
}

Paths named_in(const std::vector<SourceText>& sources, const Addition& a) {
  const std::regex names = names_of(a);
  Paths found;
  for (const SourceText& s : sources) {
    if (!counts(s.path)) continue;
    // Line by line, and only those that have the word at all: an expression over whole files takes half a minute.
    std::istringstream lines(s.text);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(a.word) == std::string::npos && line.find(a.enumerator) == std::string::npos) continue;
      if (std::regex_search(line, names)) found.insert(s.path);
    }
  }
  return found;
}

/// Files that name it and may not, and files that should and do not.
std::vector<std::string> faults(const std::vector<SourceText>& sources, const Addition& a) {
  std::vector<std::string> out;
  const Paths found = named_in(sources, a);
  for (const std::string& path : found) {
    if (!a.needed.contains(path) && !a.optional.contains(path)) out.push_back(path + " names " + a.word);
  }
  for (const std::string& path : a.needed) {
    if (!found.contains(path)) out.push_back(path + " does not name " + a.word);
  }
  return out;
}

const std::string kTable = "gen/spec/operations.inc";

Paths by_tables(const std::string& definition, const std::string& op) {
  return {kTable, "gen/spec/functions/" + definition + ".cpp", "gen/ops/operators/" + op + ".cpp"};
}

const std::vector<SourceText>& sources() {
  static const std::vector<SourceText> all = files({".hpp", ".cpp", ".h", ".inc", ".txt"});
  return all;
}

TEST(Additions, AUnaryFunctionTouchesTwoFiles) {
  const Addition root{"sqrt", "kSqrt", {kTable, "gen/ops/operators/sqrt.cpp"}, {"runtime/golden/float_rows.cpp"}};
  EXPECT_EQ(root.needed.size(), 2U);
  for (const std::string& f : faults(sources(), root)) ADD_FAILURE() << f;
}

TEST(Additions, ARoundingTouchesTwoFilesOfFixedPointToo) {
  for (const auto& [word, enumerator] : {std::pair{"ceil", "kCeil"}, {"trunc", "kTrunc"}, {"rint", "kRint"}}) {
    const Addition a{word,
                     enumerator,
                     {kTable, "gen/ops/operators/round.cpp"},
                     {"gen/frontend/expr/hint_words.cpp", "runtime/golden/float_rows.cpp"}};
    for (const std::string& f : faults(sources(), a)) ADD_FAILURE() << f;
  }
  const Addition length{"hypot", "kHypot", {kTable, "gen/ops/operators/hypot.cpp"}};
  for (const std::string& f : faults(sources(), length)) ADD_FAILURE() << f;
}

/// Their bits are no nearest number but an algorithm, which has to stand apart from the hardware that it is compared
/// with; header and source of it.
TEST(Additions, AFunctionByTablesTouchesFourFiles) {
  for (const auto& [word, enumerator, file] : {std::tuple{"exp", "kExp", "exp"},
                                               {"log", "kLog", "log"},
                                               {"exp2", "kExp2", "exp"},
                                               {"log10", "kLog10", "log"},
                                               {"tanh", "kTanh", "tanh"},
                                               {"cbrt", "kCbrt", "cbrt"},
                                               {"atan", "kAtan", "atan"},
                                               {"atan2", "kAtan2", "atan"},
                                               {"tan", "kTan", "sin_cos"},
                                               {"sin", "kSin", "sin_cos"},
                                               {"cos", "kCos", "sin_cos"}}) {
    const Addition a{word, enumerator, by_tables(file, file), {"gen/spec/functions/" + std::string(file) + ".hpp"}};
    EXPECT_EQ(a.needed.size() + a.optional.size(), 4U);
    for (const std::string& f : faults(sources(), a)) ADD_FAILURE() << f;
  }
}

TEST(Additions, AnOperatorOfThreeOperandsTouchesAtMostFourFiles) {
  const Addition fma{"fma",
                     "kFma",
                     {kTable, "gen/ops/operators/fma.cpp"},
                     {"gen/analysis/meaning/linear.cpp", "runtime/golden/float_rows.cpp"}};
  EXPECT_EQ(fma.needed.size() + fma.optional.size(), 4U);
  for (const std::string& f : faults(sources(), fma)) ADD_FAILURE() << f;
}

/// A node with data of its own: how its operands are combined. Analyses that look into it come on top.
TEST(Additions, AFusedSumTouchesTheseFiles) {
  const Addition sum{"dot",
                     "kFused",
                     {kTable, "gen/spec/program.hpp", "gen/frontend/expr/fuse.cpp", "gen/ops/operators/fused_sum.cpp",
                      "runtime/golden/row_ops.cpp", "runtime/golden/ignored.cpp", "runtime/golden/exact_run.cpp"},
                     {"gen/model/flops.cpp", "gen/analysis/meaning/linear.cpp", "gen/analysis/sharing/cost.cpp",
                      "gen/frontend/expr/expand.cpp", "gen/analysis/meaning/fused_lines.cpp", "gen/spec/fused_sum.hpp",
                      "gen/frontend/schema/words.cpp"}};
  for (const std::string& f : faults(sources(), sum)) ADD_FAILURE() << f;
}

/// One more than others, as verify shares no code with what it proves.
TEST(Additions, AFoldingRuleTouchesAtMostFourFiles) {
  for (const auto& [word, enumerator] : {std::pair{"reflect", "kReflect"}, {"symmetric", "kSymmetric"}}) {
    const Addition rule{
        word,
        enumerator,
        {"gen/spec/axes.hpp", "gen/spec/boundary.cpp", "gen/plan/verify/rules.cpp", "tests/spec/naive_fold.cpp"},
        {"gen/frontend/expr/hint_words.cpp"}};
    EXPECT_EQ(rule.needed.size(), 4U);
    for (const std::string& f : faults(sources(), rule)) ADD_FAILURE() << f;
  }
}

TEST(Additions, OneFileMoreIsFound) {
  const Addition a{"sqrt", "kSqrt", {kTable}};
  const SourceText table{kTable, "RTLGEN_OPERATION(kSqrt, .symbol = \"sqrt\")"};
  EXPECT_TRUE(faults({table}, a).empty());
  for (const char* text :
       {"case Op::kSqrt:", "{\"sqrt\", 1}", "float_sqrt(b, x)", "sqrt_sizes(t)", "operators/sqrt.cpp"})
    EXPECT_EQ(faults({table, {"gen/plan/x.cpp", text}}, a).size(), 1U) << text;
  EXPECT_TRUE(faults({table, {"gen/plan/x.cpp", "std::sqrt(x) + kSqrtOfTwo"}}, a).empty());
  EXPECT_TRUE(faults({table, {"gen/import/x.cpp", "{\"sqrt\"}"}}, a).empty());
  EXPECT_EQ(faults({}, a).size(), 1U);
}

}  // namespace
}  // namespace rtlgen::repo
