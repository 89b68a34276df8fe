// Documentation is short: paragraphs, sentences, pages and the sum of all. CONTRIBUTING.md, "How we write", has the
// rules; english_test.cpp rejects words and phrases.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tree.hpp"

namespace rtlgen::repo {
namespace {

constexpr std::size_t kParagraph = 120, kSentence = 45, kPage = 3000;
/// Limits for all pages: running text, and all words of pages that no program writes, tables and code included.
constexpr std::size_t kRunning = 67500, kWritten = 80000;

/// Programs write these pages, and readers look things up in them.
bool is_generated(const std::string& path) {
  static const std::set<std::string> pages = {"docs/boards.md",      "docs/card_block.md", "docs/config.md",
                                              "docs/diagnostics.md", "docs/gallery.md",    "docs/python_api.md",
                                              "docs/reference.md",   "docs/structure.md"};
  return pages.contains(path) || path.starts_with("docs/evidence/");
}

bool is_documentation(const std::string& path) {
  return path == "README.md" || path == "CONTRIBUTING.md" || path.starts_with("docs/");
}

std::size_t count_words(const std::string& text) {
  std::istringstream words(text);
  std::size_t count = 0;
  for (std::string word; words >> word;) {
    // Bars of tables and dashes of lists are none.
    if (std::ranges::any_of(word, [](unsigned char c) { return std::isalnum(c) != 0; })) ++count;
  }
  return count;
}

struct Paragraph {
  std::size_t line = 0;  ///< its first
  std::string text;
};

/// Running text: no code, tables, headings or HTML; an item of a list is a paragraph.
std::vector<Paragraph> paragraphs(const std::string& page) {
  static const std::regex other("^(#|\\||<|    ).*"), item("^ *([-*]|[0-9]+\\.) .*");
  std::vector<Paragraph> found(1);
  bool code = false;
  std::size_t number = 0;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const bool fence = line.starts_with("```");
    if (fence) code = !code;
    const bool indented = line.starts_with("    ") && !found.back().text.empty();
    if (code || fence || line.empty() || (std::regex_match(line, other) && !indented)) {
      if (!found.back().text.empty()) found.emplace_back();
      continue;
    }
    if (std::regex_match(line, item) && !found.back().text.empty()) found.emplace_back();
    if (found.back().text.empty()) found.back().line = number;
    found.back().text += line + " ";
  }
  if (found.back().text.empty()) found.pop_back();
  return found;
}

/// Words of the longest sentence. A colon or semicolon ends one here too: what follows could stand alone.
std::size_t longest_sentence(const std::string& paragraph) {
  static const std::regex end("[.!?:;]\\)? ");
  std::size_t longest = 0;
  for (std::sregex_token_iterator at(paragraph.begin(), paragraph.end(), end, -1), last; at != last; ++at)
    longest = std::max(longest, count_words(at->str()));
  return longest;
}

/// Rows of tables with more or fewer cells than the row above, because of a `|` that is no border: a browser drops the
/// rest. Lines, from 1.
std::vector<std::size_t> broken_rows(const std::string& text) {
  std::vector<std::size_t> found;
  std::istringstream lines(text);
  std::size_t number = 0, before = 0;
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) code = !code;
    std::size_t cells = 0;
    for (std::size_t i = 0; !code && line.starts_with("|") && i < line.size(); ++i)
      cells += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    if (cells > 0 && before > 0 && cells != before) found.push_back(number);
    before = cells;
  }
  return found;
}

std::vector<std::string> faults_of(const SourceText& page) {
  std::vector<std::string> found;
  const auto add = [&](std::size_t line, const std::string& what) {
    found.push_back(page.path + ":" + std::to_string(line) + ": " + what);
  };
  for (const Paragraph& p : paragraphs(page.text)) {
    if (count_words(p.text) > kParagraph)
      add(p.line, "a paragraph of " + std::to_string(count_words(p.text)) + " words");
    const std::size_t sentence = longest_sentence(p.text);
    if (sentence > kSentence) add(p.line, "a sentence of " + std::to_string(sentence) + " words");
  }
  for (const std::size_t line : broken_rows(page.text)) add(line, "a row with more or fewer cells than the one above");
  const std::size_t words = count_words(page.text);
  if (words > kPage && page.path.starts_with("docs/") && !is_generated(page.path))
    add(1, "a page of " + std::to_string(words) + " words");
  return found;
}

struct Words {
  std::size_t running = 0, written = 0;
};

Words words_of(const std::vector<SourceText>& pages) {
  Words all;
  for (const SourceText& page : pages) {
    for (const Paragraph& p : paragraphs(page.text)) all.running += count_words(p.text);
    if (!is_generated(page.path)) all.written += count_words(page.text);
  }
  return all;
}

std::vector<std::string> faults_of_all(const std::vector<SourceText>& pages) {
  const Words all = words_of(pages);
  std::vector<std::string> found;
  if (all.running > kRunning) found.push_back(std::to_string(all.running) + " words of running text");
  if (all.written > kWritten) found.push_back(std::to_string(all.written) + " words that no program writes");
  return found;
}

TEST(Prose, IsShortAndPlain) {
  std::vector<SourceText> pages = files({".md"});
  std::erase_if(pages, [](const SourceText& page) { return !is_documentation(page.path); });
  for (const SourceText& page : pages) {
    for (const std::string& fault : faults_of(page)) ADD_FAILURE() << fault;
  }
  const Words all = words_of(pages);
  std::printf("%zu pages, %zu words of running text, %zu words that no program writes\n", pages.size(), all.running,
              all.written);
  EXPECT_GT(pages.size(), 80U);
  for (const std::string& fault : faults_of_all(pages)) ADD_FAILURE() << fault;
}

TEST(Prose, TooManyWordsAreFound) {
  const auto found = [](const std::string& path, const std::string& line, std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i) text += line;
    return faults_of_all({{path, text}, {"docs/b.md", "Two words.\n"}}).size();
  };
  EXPECT_EQ(found("docs/config.md", "Word.\n\n", kRunning - 2), 0U);
  EXPECT_EQ(found("docs/config.md", "Word.\n\n", kRunning - 1), 1U) << "running text of a page that a program writes";
  EXPECT_EQ(found("docs/a.md", "| word |\n", kWritten - 2), 0U);
  EXPECT_EQ(found("docs/a.md", "| word |\n", kWritten - 1), 1U) << "a table";
  EXPECT_EQ(found("docs/evidence/a.md", "| word |\n", kWritten), 0U) << "a table that a program writes";
}

TEST(Prose, FaultsAreFound) {
  const auto count = [](const std::string& text, const std::string& path = "docs/a.md") {
    return faults_of({path, text}).size();
  };
  std::string sentence;
  for (std::size_t i = 0; i <= kSentence; ++i) sentence += "word ";
  EXPECT_EQ(count(sentence + ".\n"), 1U);
  EXPECT_EQ(count("Before. " + sentence + ".\n"), 1U);
  std::string paragraph;
  for (std::size_t i = 0; i <= kParagraph / 2; ++i) paragraph += "Two words.\n";
  EXPECT_EQ(count(paragraph), 1U);
  std::string page;
  for (std::size_t i = 0; i <= kPage / 2; ++i) page += "Two words.\n\n";
  EXPECT_EQ(count(page), 1U);
  EXPECT_EQ(count(page, "docs/config.md"), 0U);
  EXPECT_EQ(count("```\n" + paragraph + "```\n| " + sentence + " |\n"), 0U) << "code and tables";
  EXPECT_EQ(count("| a | b |\n|---|---|\n| |c| | d |\n"), 1U);
  EXPECT_EQ(count("| a | b |\n|---|---|\n| \\|c\\| | d |\n\n| e |\n|---|\n\n```\n| a |\n| a | b |\n```\n"), 0U);
  EXPECT_EQ(count("- one\n- two\n\nA short text. It matches bit for bit.\n"), 0U);
}

}  // namespace
}  // namespace rtlgen::repo
