// Private words, and phrases that readers stumbled over, are nowhere in what users read: documentation, comments of
// public headers and of HDL, the Python package, `--help`, messages and explanations. Every comment begins with a noun
// or a verb.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

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
     "(cycle|clock|second|pass|lane|row|beat|cell|byte)(?! (is|has|line|operator|costs))",
     "per"},
    {"([Aa]|[Oo]ne) (file|row|line|folder|module|number|register|part|task) an? "
     "(operator|operation|function|module|variant|family|card|channel|stripe|bank|board|level|language|diagnostic)",
     "one X per Y"},
    {"(that|which) the \\w+ (has|have) not(?=[.,;:)]|$)", "lacks"},
};

/// Phrases of private English, in lower case, and how the field says it.
struct Phrase {
  std::string_view text;
  const char* instead;
};

constexpr Phrase kPhrases[] = {
    {"in place of", "instead of"},
    {"in every bit", "bit for bit"},
    {"is not there", "does not exist, is missing"},
    {"are not there", "do not exist, are missing"},
    {"is there twice", "is duplicated"},
    {"are there twice", "are duplicated"},
    {"engine is idle", "no run is active"},
    {"is at work", "is running"},
    {"another thing", "different"},
    {"told apart", "distinguished"},
    {"no account of", "ignores"},
    {"worth a look", "say why"},
    {"comes to nothing", "has no effect"},
    {"come to nothing", "have no effect"},
    {"as it were", "leave it out"},
    {"was looked at", "was searched, checked or tried"},
    {"were looked at", "were searched, checked or tried"},
    {"is looked at", "is searched, checked or tried"},
    {"are looked at", "are searched, checked or tried"},
    {"a router has", "place and route reached"},
    {"limited by the kernel", "compute-bound"},
    {"limits the kernel", "makes the run memory-bound"},
    {"limits nothing", "is assumed unlimited"},
    {"in the mean", "on average"},
    {"come out right", "match"},
    {"untold", "omitted"},
    {"hardly meant", "probably unintended"},
    {"says itself", "names its"},
    {"they part most", "largest difference"},
    {"by the end of the name", "by file extension"},
    {"who needs them", "their users"},
    {"which is none of", "that is not one of"},
    {"is no name for", "cannot name"},
    {"what is short", "the scarce resource"},
    {"where blocks run out", "when blocks run out"},
    {"at all the same", "anyway"},
    {"cycles enough", "enough cycles"},
    {"waits for the last", "waits for the previous"},
    {"half to a third", "one third to one half"},
    {"judged by them", "evaluated with them, or ignored"},
    {"what it is given", "its operand"},
    {"has as many of them", "has the same number"},
    {"begin nothing", "stop"},
    {"nothing needs saying", "no declaration needed"},
    {"none of another's", "unshared"},
    {"over so many", "over N"},
    {"does not respond any more", "no longer responds"},
    {"what is behind", "name it, such as the memory side"},
    {"makes one operator of", "fuses into one operator"},
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A text in lower case, in which one blank stands for line breaks marks of comments and quotation marks; and the line
/// of each byte.
struct Flat {
  std::string text;
  std::vector<std::size_t> lines;
};

Flat flat(const std::string& text) {
  Flat plain;
  std::size_t line = 1;
  bool starts = true;  // only blanks and marks of comments so far in this line
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      starts = true;
    }
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0 || c == '"' ||
                       (starts && std::string_view("/-#*<!").find(c) != std::string_view::npos);
    if (!blank) starts = false;
    if (blank && (plain.text.empty() || plain.text.back() == ' ')) continue;
    plain.text += blank ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    plain.lines.push_back(line);
  }
  return plain;
}

std::vector<std::string> phrases(const SourceText& s) {
  const Flat plain = flat(s.text);
  std::vector<std::string> found;
  for (const Phrase& phrase : kPhrases) {
    for (std::size_t at = plain.text.find(phrase.text); at != std::string::npos;
         at = plain.text.find(phrase.text, at + 1)) {
      const std::size_t end = at + phrase.text.size();
      if ((at > 0 && is_word(plain.text[at - 1])) || (end < plain.text.size() && is_word(plain.text[end]))) continue;
      found.push_back(s.path + ":" + std::to_string(plain.lines[at]) + ": \"" + std::string(phrase.text) +
                      "\"; write: " + phrase.instead);
    }
  }
  return found;
}

std::vector<std::string> private_words(const SourceText& s) {
  std::vector<std::string> found = phrases(s);
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
    if (s.path == "CHANGELOG.md") continue;  // quotes old texts
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

/// Its docstrings, line by line; the code between them becomes empty lines.
SourceText docstrings_of(const SourceText& s) {
  SourceText docstrings{s.path, ""};
  bool inside = false;
  for (std::size_t at = 0; at < s.text.size(); ++at) {
    if (s.text.compare(at, 3, "\"\"\"") == 0) {
      inside = !inside;
      at += 2;
    } else if (inside || s.text[at] == '\n') {
      docstrings.text += s.text[at];
    }
  }
  return docstrings;
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

/// `--help`, messages, pages, projects and everything else that is printed; and comments.
TEST(English, TextsOfTheProgramHaveNoPrivateWords) {
  std::size_t sources = 0;
  for (const SourceText& s : files({".cpp"})) {
    if (!s.path.starts_with("gen/") && !s.path.starts_with("runtime/") && !s.path.starts_with("sim/")) continue;
    ++sources;
    for (const std::string& f : private_words(strings_of(s))) ADD_FAILURE() << f;
    for (const std::string& f : private_words(comments_of(s))) ADD_FAILURE() << f;
  }
  EXPECT_GT(sources, 300U);
}

/// Rows from which keys, functions and diagnostics are described, and the texts of `rtlgen explain`.
TEST(English, TablesAndExplanationsHaveNoPrivateWords) {
  std::size_t tables = 0;
  for (const SourceText& s : files({".inc", ".txt"})) {
    const bool is_explanation = s.path.starts_with("gen/cli/explain/");
    if (!s.path.starts_with("gen/") || (s.path.ends_with(".txt") && !is_explanation)) continue;
    ++tables;
    for (const std::string& f : private_words(is_explanation ? s : strings_of(s))) ADD_FAILURE() << f;
  }
  EXPECT_GT(tables, 6U);
}

TEST(English, PythonPackageHasNoPrivateWords) {
  std::size_t modules = 0;
  for (const SourceText& s : files({".py"})) {
    if (!s.path.starts_with("gen/python/")) continue;
    ++modules;
    for (const std::string& f : private_words(docstrings_of(s))) ADD_FAILURE() << f;
  }
  EXPECT_GT(modules, 10U);
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

/// The mark of comments in a file; "" if none is known.
std::string mark_of(const std::string& path) {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> marks = {
      {"//", {".cpp", ".hpp", ".h", ".inc", ".v", ".sv"}}, {"--", {".vhd"}}, {"#", {".py", ".tcl", ".sh", ".cmake"}}};
  for (const auto& [mark, extensions] : marks) {
    for (const std::string& extension : extensions)
      if (path.ends_with(extension)) return mark;
  }
  return "";
}

/// The place of the comment in a line, outside string literals; npos if none exists.
std::size_t comment_in(const std::string& line, const std::string& mark) {
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (quoted && line[at] == '\\') {
      ++at;
    } else if (line[at] == '"') {
      quoted = !quoted;
    } else if (!quoted && line.compare(at, mark.size(), mark) == 0) {
      if (mark != "#" || at == 0 || std::isspace(static_cast<unsigned char>(line[at - 1])) != 0) return at;
    }
  }
  return std::string::npos;
}

/// Comments that begin with "of", "what" or "where": fragments whose subject the reader has to guess.
std::vector<std::string> fragments(const SourceText& s) {
  static const std::regex first("[-/#!<*\\s]*(of|what|where)\\b.*", std::regex::icase);
  const std::string mark = mark_of(s.path);
  std::vector<std::string> found;
  std::istringstream stream(s.text);
  std::size_t number = 0;
  bool continues = false;  // the line before is a comment and nothing else
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const std::size_t at = comment_in(line, mark);
    const bool whole = at != std::string::npos && line.find_first_not_of(" \t") == at;
    if (at != std::string::npos && !(whole && continues) && std::regex_match(line.substr(at), first))
      found.push_back(s.path + ":" + std::to_string(number) + ": begin with a noun or a verb: " + line.substr(at));
    continues = whole;
  }
  return found;
}

TEST(English, CommentsBeginWithANounOrAVerb) {
  static const std::string checked[] = {"gen", "runtime", "sim",   "tests",   "bench",
                                        "rtl", "scripts", "cmake", "examples"};
  std::size_t sources = 0;
  for (const SourceText& s :
       files({".cpp", ".hpp", ".h", ".inc", ".v", ".sv", ".vhd", ".py", ".tcl", ".sh", ".cmake"})) {
    const std::string top = s.path.substr(0, s.path.find('/'));
    if (std::find(std::begin(checked), std::end(checked), top) == std::end(checked)) continue;
    ++sources;
    for (const std::string& f : fragments(s)) ADD_FAILURE() << f;
  }
  EXPECT_GT(sources, 1000U);
}

TEST(English, FragmentsAreFound) {
  for (const auto& [path, text] :
       std::vector<std::pair<std::string, std::string>>{{"gen/a.cpp", "\n/// What a line reads.\n"},
                                                        {"gen/a.hpp", "\nint width;  ///< of the field\n"},
                                                        {"gen/a.inc", "\nROW(a)  // where it begins\n"},
                                                        {"rtl/a.v", "\nreg a;  // Of the next word\n"},
                                                        {"rtl/a.v", "\n// ---- What is reported ----\n"},
                                                        {"sim/a.vhd", "\nsignal a : natural;  -- of a word\n"},
                                                        {"gen/a.py", "\na = 1  # of the grid\n"},
                                                        {"scripts/a.sh", "\n# Where results go.\n"}}) {
    const auto found = fragments({path, text});
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_EQ(found[0].rfind(path + ":2: ", 0), 0U) << found[0];
  }
  for (const auto& [path, text] : std::vector<std::pair<std::string, std::string>>{
           {"gen/a.cpp", "// The number\n// of the field, and\n// what it holds.\n"},
           {"gen/a.cpp", "a = \"// of\";  // Whether it is so, whatever follows.\n"},
           {"gen/a.py", "a = \"x # of\"  # Often.\n"},
           {"gen/a.sh", "a=${b#of }\n"},
           {"sim/a.vhd", "a <= b;  -- Offset of the word.\n"}}) {
    EXPECT_TRUE(fragments({path, text}).empty()) << text;
  }
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

TEST(English, PhrasesAreFound) {
  for (const Phrase& phrase : kPhrases) {
    const std::string text(phrase.text);
    ASSERT_EQ(phrases({"docs/a.md", "Here " + text + " now."}).size(), 1U) << text;
    const std::size_t blank = text.find(' ');
    if (blank == std::string::npos) continue;
    // Over the ends of lines, in comments too, and at the start of a sentence.
    std::string broken = text;
    broken.replace(blank, 1, "\n/// ");
    broken[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(broken[0])));
    const auto found = phrases({"gen/a.hpp", "\n/// " + broken + "\n"});
    ASSERT_EQ(found.size(), 1U) << broken;
    EXPECT_EQ(found[0].rfind("gen/a.hpp:2: ", 0), 0U) << found[0];
    EXPECT_TRUE(phrases({"docs/a.md", "x" + text + " " + text + "s\n"}).empty()) << "parts of words";
  }
  EXPECT_EQ(private_words(docstrings_of({"gen/python/a.py", "answer = 1\n\"\"\"It answers.\"\"\"\n"})).size(), 1U);
}

}  // namespace
}  // namespace rtlgen::repo
