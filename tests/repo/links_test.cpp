// Links of the documentation: every file that a page points to is there, and so is the heading.
#include <gtest/gtest.h>

#include <cctype>
#include <regex>
#include <set>

#include "test_paths.hpp"
#include "tree.hpp"

namespace rtlgen::repo {
namespace {

namespace fs = std::filesystem;

/// The text without fenced code, in which nothing is a link.
std::string prose(const std::string& text) {
  std::string out;
  bool fenced = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      fenced = !fenced;
    else if (!fenced)
      out += line + "\n";
  }
  return out;
}

/// Anchors of a page's headings, as GitHub makes them.
std::set<std::string> anchors(const std::string& text) {
  std::set<std::string> out;
  std::istringstream lines(prose(text));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#")) continue;
    std::string anchor;
    for (const char c : line.substr(std::min(line.size(), line.find_first_not_of("# ")))) {
      if (c == ' ')
        anchor += '-';
      else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
        anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    out.insert(anchor);
  }
  return out;
}

/// Links of `page` that lead nowhere.
std::vector<std::string> broken(const SourceText& page) {
  static const std::regex link(R"re(\]\(([^)\s]+)\)|(?:src|href)="([^"]+)")re");
  std::vector<std::string> out;
  const std::string text = prose(page.text);
  const fs::path root = test::source_folder();
  for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
    const std::string target = (*at)[1].matched ? (*at)[1] : (*at)[2];
    if (target.find("://") != std::string::npos || target.starts_with("mailto:")) continue;
    const std::size_t hash = target.find('#');
    const std::string file = target.substr(0, hash);
    const fs::path path = (root / page.path).parent_path() / file;
    if (!file.empty() && !fs::exists(path)) {
      out.push_back(page.path + ": there is no " + target);
    } else if (hash != std::string::npos &&
               !anchors(file.empty() ? page.text : read(path)).contains(target.substr(hash + 1))) {
      out.push_back(page.path + ": no heading " + target);
    }
  }
  return out;
}

TEST(Links, LeadSomewhere) {
  std::size_t links = 0;
  for (const SourceText& page : files({".md"})) {
    links += page.text.find("](") != std::string::npos ? 1 : 0;
    for (const std::string& fault : broken(page)) ADD_FAILURE() << fault;
  }
  EXPECT_GT(links, 10U) << "pages with links";
}

/// Every page of docs/ is reached from docs/README.md.
TEST(Links, EveryPageIsListed) {
  const fs::path docs = fs::path(test::source_folder()) / "docs";
  const std::string index = read(docs / "README.md");
  for (const auto& entry : fs::directory_iterator(docs)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".md" || name == "README.md") continue;
    EXPECT_NE(index.find("(" + name + ")"), std::string::npos) << "docs/README.md does not list " << name;
  }
}

TEST(Links, BrokenOnesAreFound) {
  EXPECT_EQ(broken({"docs/a.md", "[x](nowhere.md)"}).size(), 1U);
  EXPECT_EQ(broken({"docs/a.md", "[x](README.md#no-such-heading)"}).size(), 1U);
  EXPECT_EQ(broken({"docs/a.md", "<img src=\"images/none.png\">"}).size(), 1U);
  EXPECT_EQ(broken({"docs/a.md", "# One, two\n[x](#one-two) [y](#two)"}).size(), 1U);
  EXPECT_TRUE(broken({"docs/a.md", "[x](README.md#documentation) [y](https://a.b/c)\n```\n[z](none)\n```\n"}).empty());
}

}  // namespace
}  // namespace rtlgen::repo
