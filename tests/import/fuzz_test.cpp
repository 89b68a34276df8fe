// Mutated programs are imported or refused with a reason, and never crash or hang; what is imported is accepted.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "frontend/frontend.hpp"
#include "import/import.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::importer {
namespace {

namespace fs = std::filesystem;

struct Seed {
  std::string file, text;
};

std::vector<Seed> seeds() {
  std::vector<Seed> found;
  for (const auto& entry : fs::directory_iterator(fs::path(test::source_folder()) / "tests/import/programs")) {
    if (entry.path().extension() == ".md" || entry.file_size() > 2500) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    found.push_back({entry.path().filename(), text.str()});
  }
  std::sort(found.begin(), found.end(), [](const Seed& a, const Seed& b) { return a.file < b.file; });
  return found;
}

const std::vector<std::string> kFragments = {"(",
                                             ")",
                                             "[",
                                             "]",
                                             "{",
                                             "}",
                                             ",",
                                             ":",
                                             ";",
                                             "=",
                                             "\n",
                                             "\"",
                                             "\\",
                                             "\\u00e9",
                                             "#",
                                             "//",
                                             "-",
                                             "+",
                                             "*",
                                             "/",
                                             "%",
                                             "~",
                                             "!",
                                             "<",
                                             "==",
                                             "&&",
                                             "||",
                                             " if ",
                                             " else ",
                                             " and ",
                                             " not ",
                                             "0",
                                             "-1",
                                             "1e999",
                                             "0x",
                                             "0b2",
                                             "99999999999999999999",
                                             "2.0f",
                                             ".5",
                                             "1..2",
                                             "uint16",
                                             "int64",
                                             "float",
                                             "double",
                                             "half",
                                             "int7",
                                             "uint65",
                                             "int8_4",
                                             "int4_9",
                                             "sqrt(",
                                             "min(",
                                             "abs(",
                                             "pow(",
                                             "tan(",
                                             "select(",
                                             "input",
                                             "local",
                                             "output",
                                             "param float: q\n",
                                             "border: preserve\n",
                                             "iterate: 2\n",
                                             "iterate: 0\n",
                                             "null",
                                             "true",
                                             "[]",
                                             "{}",
                                             "[i,j,k]",
                                             "k+1",
                                             "\xC3\xA9",
                                             "\xFF"};

std::string mutated(const std::vector<Seed>& all, std::size_t which, std::mt19937& random) {
  std::string text = all[which].text;
  const std::size_t count = 1 + random() % 4;
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t at = random() % (text.size() + 1);
    const std::size_t length = std::min<std::size_t>(1 + random() % 12, text.size() - at);
    switch (random() % 5) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kFragments[random() % kFragments.size()]);
        break;
      case 2:
        text.replace(at, length, kFragments[random() % kFragments.size()]);
        break;
      case 3:
        text.insert(at, text.substr(random() % (text.size() + 1), 1 + random() % 40));
        break;
      default: {
        const std::string& other = all[random() % all.size()].text;
        text.insert(at, other.substr(random() % (other.size() + 1), 1 + random() % 60));
      }
    }
  }
  return text;
}

/// Whether the importer ends with a reason if it refuses, and with a valid stencil if not.
bool is_imported(const std::string& text, const std::string& file) {
  Diagnostics diagnostics;
  const auto yaml = import_text(text, file, {}, diagnostics);
  if (!yaml) {
    EXPECT_TRUE(diagnostics.has_errors()) << text;
    EXPECT_FALSE(diagnostics.render().empty());
    return false;
  }
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render();
  Diagnostics check;
  EXPECT_TRUE(frontend::load_text(*yaml, file + ".yaml", {}, check).ok()) << check.render() << text;
  return true;
}

TEST(Fuzz, MutatedProgramsAreImportedOrRefused) {
  const std::vector<Seed> all = seeds();
  ASSERT_GE(all.size(), 25U);
  std::mt19937 random(2026);
  constexpr int kCount = 12000;
  int imported = 0;
  for (int n = 0; n < kCount; ++n) {
    const std::size_t which = random() % all.size();
    imported += is_imported(mutated(all, which, random), all[which].file) ? 1 : 0;
  }
  // Both happen often, or the mutations test nothing.
  EXPECT_GT(imported, kCount / 100);
  EXPECT_LT(imported, kCount / 2);
}

TEST(Fuzz, GarbageIsRefused) {
  std::mt19937 random(7);
  for (int n = 0; n < 3000; ++n) {
    std::string text;
    const std::size_t length = random() % 60;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>(random() % 256);
    for (const char* file : {"a.soda", "a.dsl", "a.json"}) EXPECT_FALSE(is_imported(text, file));
  }
}

TEST(Fuzz, LongAndDeepTextsEnd) {
  const auto repeat = [](const std::string& piece, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += piece;
    return out;
  };
  const std::string soda = "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 1\ninput int32: a\n";
  EXPECT_FALSE(is_imported(soda + "output int32: b(0) = " + repeat("(", 200000), "a.soda"));
  EXPECT_FALSE(is_imported(soda + "output int32: b(0) = " + repeat("-", 200000), "a.soda"));
  EXPECT_FALSE(is_imported(soda + "output int32: b(0) = a(0)" + repeat(" + a(0)", 100000), "a.soda"));
  EXPECT_TRUE(is_imported(soda + "output int32: b(0) = a(0)" + repeat(" + a(0)", 900), "a.soda"));
  EXPECT_FALSE(is_imported(repeat("[", 200000), "a.json"));
  EXPECT_FALSE(is_imported(repeat("{\"a\":", 100000), "a.json"));
  std::string chain = soda;
  for (int n = 0; n < 2000; ++n)
    chain +=
        "local int32: l" + std::to_string(n + 1) + "(0) = " + (n == 0 ? "a" : "l" + std::to_string(n)) + "(0) + 1\n";
  EXPECT_TRUE(is_imported(chain + "output int32: b(0) = l2000(0)\n", "a.soda"));
}

}  // namespace
}  // namespace rtlgen::importer
