// Quick fixes of every bad input of the frontend's tests: where a diagnostic names the word that was meant, the editor
// offers it, and the text with it no longer has that diagnostic.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "lsp/document.hpp"
#include "lsp/edits.hpp"
#include "test_paths.hpp"

namespace rtlgen::lsp {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

TEST(Fixes, AreOfferedForWhatTheFrontendProposes) {
  int proposed = 0, offered = 0;
  std::set<std::string> without;
  for (const auto& entry : fs::directory_iterator(test::source_folder() + "/tests/frontend/bad")) {
    if (entry.path().extension() != ".yaml") continue;
    Document document(entry.path().string(), bytes_of(entry.path()), 1);
    if (document.kind() != TextKind::kStencil) continue;
    const std::vector<Diagnostic> all = document.analysis().diagnostics.all();
    for (const Diagnostic& diagnostic : all) {
      const bool is_here = diagnostic.where.file == document.path() && diagnostic.where.line > 0;
      const std::vector<QuickFix> fixes = fixes_of(document, diagnostic);
      if (diagnostic.fix && is_here) {
        ++proposed;
        offered += fixes.empty() ? 0 : 1;
        if (fixes.empty()) without.insert(entry.path().filename().string() + ": " + diagnostic.message);
      }
      for (const QuickFix& fix : fixes) {
        const Analysis after = analyse(applied(document.text(), fix.edits), document.path(), document.kind());
        for (const Diagnostic& left : after.diagnostics.all())
          EXPECT_FALSE(left.message == diagnostic.message && left.where == diagnostic.where)
              << entry.path() << left.message;
      }
    }
  }
  std::string list;
  for (const std::string& text : without) list += text + "\n";
  std::printf("%d of %d proposals are offered\n%s", offered, proposed, list.c_str());
  EXPECT_GT(proposed, 15);
  EXPECT_EQ(offered, proposed) << list;
}

}  // namespace
}  // namespace rtlgen::lsp
