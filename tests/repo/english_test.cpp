// The words that docs/glossary.md excludes are nowhere in what users read: documentation, comments of public headers
// and of HDL, `--help` and messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tree.hpp"

namespace rtlgen::repo {
namespace {

/// The private words, and what to write instead.
struct PrivateWord {
  const char* pattern;
  const char* instead;
};

constexpr PrivateWord kPrivateWords[] = {
    {"[Ll]amps?", "status LED"},
    {"[Tt]wins?", "mutant, counterpart"},
    {"[Aa]nswer(s|ed|ing)?", "return, give, respond; result, response"},
    {"(is|are|was|were|be|been|being) told", "receives, is given"},
    {"[Ww]ish(es|ed)?", "settings, requests"},
    {"[Mm]end(s|ed|ing)?", "fix"},
    {"[Aa]new", "again"},
    {"[Ll]et pass", "accepted"},
    {"([Nn]o|[Aa]ny|[Ss]ome)body", "nothing, or name what is missing"},
    {"(knows|know) (of|nothing|no)", "is independent of"},
    {"[Pp]aced by|paces it", "limited by, limits"},
    {"[Aa]sked for", "requested"},
    {"[Bb]ugs? of", "bug in"},
    {"(cells?|updates|words?|beats?|bytes|bits?|steps?|flop|rows|operators|[0-9]) an? "
     "(cycle|clock|second|pass|lane|row|beat|cell)(?! (is|has|line|operator|costs))",
     "per"},
    {"([Aa]|[Oo]ne) (file|row|line|folder|module|number|register|part|task) an? "
     "(operator|operation|function|module|variant|family|card|channel|stripe|bank|board|level|language|diagnostic)",
     "one X per Y"},
    {"(that|which) the \\w+ (has|have) not(?=[.,;:)]|$)", "lacks"},
};

std::vector<std::string> private_words(const SourceText& s) {
  std::vector<std::string> found;
  for (const PrivateWord& w : kPrivateWords) {
    const std::regex pattern("\\b" + std::string(w.pattern) + "\\b");
    for (std::sregex_iterator at(s.text.begin(), s.text.end(), pattern), end; at != end; ++at) {
      const auto line = 1 + std::count(s.text.begin(), s.text.begin() + at->position(), '\n');
      found.push_back(s.path + ":" + std::to_string(line) + ": \"" + at->str() + "\"; write: " + w.instead);
    }
  }
  return found;
}

TEST(English, DocumentationHasNoPrivateWords) {
  std::size_t pages = 0;
  for (const SourceText& s : files({".md"})) {
    // The glossary lists them, and the log of changes quotes old texts.
    if (s.path == "docs/glossary.md" || s.path == "CHANGELOG.md") continue;
    ++pages;
    for (const std::string& f : private_words(s)) ADD_FAILURE() << f;
  }
  EXPECT_GT(pages, 50U);
}

/// Its comments, line by line; the code between them becomes empty lines.
SourceText comments_of(const SourceText& s) {
  const std::string mark = s.path.ends_with(".vhd") ? "--" : "//";
  std::istringstream stream(s.text);
  SourceText comments{s.path, ""};
  for (std::string line; std::getline(stream, line); comments.text += "\n") {
    const std::size_t at = line.find(mark);
    if (at != std::string::npos) comments.text += line.substr(at);
  }
  return comments;
}

/// Its string literals, line by line: what the program prints, names and formats among it.
SourceText strings_of(const SourceText& s) {
  static const std::regex literal("\"(?:[^\"\\\\]|\\\\.)*\"");
  std::istringstream stream(s.text);
  SourceText strings{s.path, ""};
  for (std::string line; std::getline(stream, line); strings.text += "\n") {
    if (line.starts_with("#include")) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), literal), end; at != end; ++at) strings.text += at->str();
  }
  return strings;
}

/// Headers of the generator, the simulations and the host library say in comments how they are used.
TEST(English, PublicHeadersHaveNoPrivateWords) {
  std::size_t headers = 0;
  for (const SourceText& s : files({".hpp", ".h"})) {
    if (!s.path.starts_with("gen/") && !s.path.starts_with("runtime/") && !s.path.starts_with("sim/")) continue;
    ++headers;
    for (const std::string& f : private_words(comments_of(s))) ADD_FAILURE() << f;
  }
  EXPECT_GT(headers, 200U);
}

/// `--help`, messages, pages, projects and everything else that is printed.
TEST(English, TextsOfTheProgramHaveNoPrivateWords) {
  std::size_t sources = 0;
  for (const SourceText& s : files({".cpp"})) {
    if (!s.path.starts_with("gen/") && !s.path.starts_with("runtime/") && !s.path.starts_with("sim/")) continue;
    ++sources;
    for (const std::string& f : private_words(strings_of(s))) ADD_FAILURE() << f;
  }
  EXPECT_GT(sources, 300U);
}

TEST(English, CommentsOfHdlHaveNoPrivateWords) {
  std::size_t modules = 0;
  for (const SourceText& s : files({".v", ".vhd"})) {
    if (!s.path.starts_with("rtl/") && !s.path.starts_with("sim/")) continue;
    ++modules;
    for (const std::string& f : private_words(comments_of(s))) ADD_FAILURE() << f;
  }
  EXPECT_GT(modules, 40U);
}

TEST(English, PrivateWordsAreFound) {
  for (const char* text :
       {"The lamp is lit.", "A Twin of the core.", "what the bus answers", "The host is told so.",
        "wishes about hardware", "The fault is mended.", "written\nanew", "it is let pass", "nobody reads it",
        "It knows nothing of blocks.", "4 cells a cycle", "one file a module", "memory paces it", "clocks as asked for",
        "a bug of rtlgen", "a clock that the board has not"}) {
    EXPECT_EQ(private_words({"docs/a.md", text}).size(), 1U) << text;
  }
  const SourceText module = comments_of({"rtl/a.v", "wire answered;\nwire b;  // a lamp\n"});
  ASSERT_EQ(private_words(module).size(), 1U);
  EXPECT_EQ(private_words(module)[0].rfind("rtl/a.v:2: ", 0), 0U);
  EXPECT_EQ(private_words(strings_of({"gen/a.cpp", "int answer = f(\"what it answers\");  // answers\n"})).size(), 1U);
  EXPECT_TRUE(private_words({"docs/a.md", "The core returns a response. It amends the report."}).empty());
}

}  // namespace
}  // namespace rtlgen::repo
