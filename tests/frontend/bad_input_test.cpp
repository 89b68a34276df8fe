// Every kind of bad input against the diagnostic it must give.
//
// bad/<CODE>_<what>.yaml is read (with the overrides that its `# --set` comments name) and what is
// reported compared with the .diag file beside it; bad_boards/ is the same for board files, bad_kernels/ for kernel
// files. RTLGEN_UPDATE_GOLDEN=1 writes the files again; look at the difference before you keep it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/kernel_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "frontend/frontend.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::frontend {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = test::source_folder();
const fs::path kBoards = kSource / "tests/frontend/bad_boards";
const fs::path kKernels = kSource / "tests/frontend/bad_kernels";
const fs::path kWirings = kSource / "tests/frontend/bad_wirings";

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

std::vector<fs::path> cases() {
  std::vector<fs::path> out;
  for (const fs::path& folder : {kSource / "tests/frontend/bad", kBoards, kKernels, kWirings}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".yaml") out.push_back(entry.path());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

struct Outcome {
  bool ok = false;
  Diagnostics diagnostics;
};

Outcome load(const fs::path& path) {
  const std::string text = read_text(path);
  std::vector<std::string> sets;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# --set ")) sets.push_back(line.substr(8));
  }
  Outcome out;
  if (path.parent_path() == kBoards) {
    out.ok = load_board_text(text, path.filename().string(), out.diagnostics).ok();
    return out;
  }
  if (path.parent_path() == kKernels) {
    out.ok = load_kernel_text(text, path.filename().string(), out.diagnostics).ok();
    return out;
  }
  if (path.parent_path() == kWirings) {
    out.ok = load_wiring_text(text, path.filename().string(), wiring_texts(), out.diagnostics).ok();
    return out;
  }
  const fs::path before = fs::current_path();
  fs::current_path(path.parent_path());  // for what it includes
  out.ok = load_text(text, path.filename().string(), sets, out.diagnostics).ok();
  fs::current_path(before);
  return out;
}

class BadInput : public testing::TestWithParam<fs::path> {};

TEST_P(BadInput, GivesItsDiagnostic) {
  const fs::path path = GetParam();
  const Outcome outcome = load(path);
  const std::string code = path.filename().string().substr(0, 6);
  EXPECT_EQ(outcome.ok, !outcome.diagnostics.has_errors());
  bool found = false;
  for (const Diagnostic& d : outcome.diagnostics.all()) {
    found = found || to_string(d.code) == code;
    const bool is_placed = d.where.line > 0 || d.code == Code::kMissingKey || d.code == Code::kNoDocument;
    EXPECT_TRUE(path.parent_path() != kKernels || is_placed) << "only what is missing has no place: " << d.message;
    const bool known = d.where.file.starts_with("--set") || d.where.file.starts_with("included");
    EXPECT_TRUE(known || d.where.file == path.filename()) << d.where.file;
  }
  EXPECT_TRUE(found) << "the file's name promises " << code << ", reported was\n" << outcome.diagnostics.render();
  fs::path golden = path;
  golden.replace_extension(".diag");
  const char* update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(golden, std::ios::binary) << outcome.diagnostics.render();
  }
  EXPECT_EQ(outcome.diagnostics.render(), read_text(golden));
}

INSTANTIATE_TEST_SUITE_P(Frontend, BadInput, testing::ValuesIn(cases()), [](const auto& tested) {
  return tested.param.stem().string() + (tested.param.parent_path() == kBoards    ? "_board"
                                         : tested.param.parent_path() == kKernels ? "_kernel"
                                         : tested.param.parent_path() == kWirings ? "_wiring"
                                                                                  : "");
});

TEST(BadFiles, MissingFileAndFolder) {
  for (const std::string& path : std::vector<std::string>{"no/such/file.yaml", test::source_folder()}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(load_file(path, {}, diagnostics).ok());
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0101");
    EXPECT_EQ(diagnostics.all()[0].where.file, path);
  }
}

TEST(BadFiles, TooLarge) {
  const std::string good = "name: demo\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: t + 1\n#";
  Diagnostics fits;
  EXPECT_TRUE(load_text(good + std::string(kMaxFileBytes - good.size(), 'x'), "f", {}, fits).ok());
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(good + std::string(kMaxFileBytes, 'x'), "f", {}, diagnostics).ok());
  EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0103");
}

/// A fault that is reported already is not reported again, but is a fault all the same.
TEST(BadFiles, AreFaultyEachTime) {
  Diagnostics diagnostics;
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(load_text("name: demo\nname: demo\n", "a.yaml", {}, diagnostics).ok());
    EXPECT_FALSE(load_board_text("name: demo\n", "b.yaml", diagnostics).ok());
    EXPECT_FALSE(load_kernel_text("kernel: demo\n", "k.yaml", diagnostics).ok());
    EXPECT_FALSE(load_wiring_text("demo: 1\n", "w.yaml", wiring_texts(), diagnostics).ok());
  }
  const Diagnostics once = diagnostics;
  diagnostics.append(once);
  EXPECT_EQ(diagnostics.all().size(), once.all().size());
}

TEST(BadFiles, ErrorsStopAtAHundred) {
  std::string text = "name: demo\n";
  for (int i = 0; i < 5000; ++i) text += "key" + std::to_string(i) + ": 1\n";
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(text, "f", {}, diagnostics).ok());
  EXPECT_GE(diagnostics.error_count(), 100);
  EXPECT_LT(diagnostics.error_count(), 110);
}

// ---------------------------------------------------------------- the table of codes

TEST(DiagnosticCodes, AreExplainedAndReadBack) {
  for (const DiagnosticCode& code : kDiagnosticCodes) {
    EXPECT_TRUE(std::regex_match(code.code, std::regex("RG[0-9]{4}"))) << code.code;
    EXPECT_GT(std::string(code.explanation).size(), 10U);
    EXPECT_EQ(to_string(code.id), code.code);
    EXPECT_EQ(code_of(code.code), code.id);
  }
  EXPECT_EQ(code_of("RG9999"), std::nullopt);
}

TEST(DiagnosticCodes, OfTheTableAreDistinct) {
  std::vector<DiagnosticCode> rows(kDiagnosticCodes.begin(), kDiagnosticCodes.end());
  EXPECT_TRUE(are_distinct(rows));
  rows[1].code = rows[0].code;
  EXPECT_FALSE(are_distinct(rows)) << "a duplicate code";
  rows = {{Code::kZeroDivisor, "RG0001", "frontend", "", "same"}, {Code::kTruthSum, "RG0002", "frontend", "", "same"}};
  EXPECT_FALSE(are_distinct(rows)) << "two warnings with one name";
}

TEST(DiagnosticCodes, EveryFrontendCodeIsProvoked) {
  std::set<std::string> provoked = {"RG0101", "RG0103"};  // by the tests above
  for (const fs::path& path : cases()) {
    const Outcome outcome = load(path);
    for (const Diagnostic& d : outcome.diagnostics.all()) provoked.insert(to_string(d.code));
  }
  for (const DiagnosticCode& code : kDiagnosticCodes) {
    if (std::string(code.layer) != "frontend") continue;
    EXPECT_TRUE(provoked.contains(code.code)) << code.code << " has no case in tests/frontend/bad";
  }
}

/// Names of codes, and codes as text, in a source without its comments.
std::pair<std::set<std::string>, std::set<std::string>> codes_in(const std::string& source) {
  const std::string text = std::regex_replace(source, std::regex("//[^\n]*"), "");
  std::pair<std::set<std::string>, std::set<std::string>> found;
  const auto collect = [&](const char* pattern, std::set<std::string>& into) {
    const std::regex wanted(pattern);
    for (std::sregex_iterator i(text.begin(), text.end(), wanted), end; i != end; ++i) into.insert((*i)[1]);
  };
  collect("\\bCode::(k\\w+)", found.first);
  collect("\"(RG[0-9]{4})\"", found.second);
  return found;
}

TEST(DiagnosticCodes, SourcesNameEveryCodeAndWriteNoneAsText) {
  std::set<std::string> used;
  for (const char* folder : {"gen", "runtime", "sim"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      const auto [names, texts] = codes_in(read_text(entry.path()));
      used.insert(names.begin(), names.end());
      EXPECT_TRUE(texts.empty()) << *texts.begin() << " in " << entry.path();
    }
  }
  // The Python package reports its codes itself.
  const std::string table = read_text(kSource / "gen/support/diagnostic_codes.inc");
  const std::regex row("RTLGEN_(?:ERROR|WARNING)\\((RG[0-9]{4}), (k\\w+), \"(\\w+)\"");
  std::size_t rows = 0;
  for (std::sregex_iterator i(table.begin(), table.end(), row), end; i != end; ++i, ++rows) {
    const bool is_python = (*i)[3] == "python";
    EXPECT_TRUE(is_python || used.contains((*i)[2])) << (*i)[1] << " is never reported";
  }
  EXPECT_EQ(rows, kDiagnosticCodes.size()) << "the search itself must find rows";
  EXPECT_EQ(codes_in("report(\"RG0101\"); report(Code::kTag);  // \"RG0102\""),
            (std::pair<std::set<std::string>, std::set<std::string>>{{"kTag"}, {"RG0101"}}));
}

}  // namespace
}  // namespace rtlgen::frontend
