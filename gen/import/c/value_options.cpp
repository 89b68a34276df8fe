// Finds pragmas and attributes by which gcc computes other values, such as `optimize("fast-math")`. libclang ignores
// them, so they are searched in the text: in directives, in _Pragma and in macros, except in skipped branches of #if.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "import/c/clang_tree.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Blanks and the marks that continue a line.
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\'; }

/// Position after the string or character literal at `at`.
std::size_t end_of_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// The text with blanks for comments, of the same length.
std::string without_comments(std::string text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    if (text.compare(at, 2, "/*") == 0) {
      end = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (text.compare(at, 2, "//") == 0) {
      end = text.find('\n', at);
      while (end != std::string::npos && text[end - 1 - (text[end - 1] == '\r' ? 1 : 0)] == '\\')
        end = text.find('\n', end + 1);
      end = std::min(end, text.size());
    } else {
      at = text[at] == '"' || text[at] == '\'' ? end_of_literal(text, at) : at + 1;
      continue;
    }
    for (; at < end; ++at) {
      if (text[at] != '\n') text[at] = ' ';
    }
  }
  return text;
}

bool is_one_of(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool starts_with_one_of(std::string_view word, const auto& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view start) { return word.starts_with(start); });
}

std::string_view without(std::string_view word, std::string_view start) {
  return word.starts_with(start) ? word.substr(start.size()) : word;
}

/// Whether gcc computes the same with this option of `optimize`.
bool keeps_values(std::string_view option) {
  static constexpr std::array<std::string_view, 8> kLevels = {"O", "O0", "O1", "O2", "O3", "Os", "Og", "Oz"};
  static constexpr std::array<std::string_view, 13> kOthers = {
      "unroll-",        "peel-loops", "split-loops", "unswitch-loops",     "tree-vectorize",       "tree-loop-",
      "tree-slp-",      "loop-",      "inline",      "omit-frame-pointer", "prefetch-loop-arrays", "strict-aliasing",
      "vect-cost-model"};
  const std::string_view plain = without(option, "-");
  if (is_one_of(plain, kLevels) || plain == "wrapv" || plain == "fwrapv") return true;
  if (std::all_of(plain.begin(), plain.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) return true;
  return starts_with_one_of(without(without(plain, plain == option ? "" : "f"), "no-"), kOthers);
}

/// Whether gcc computes the same with this option of `target`: more instructions change nothing without contraction.
bool keeps_values_on(std::string_view target) {
  static constexpr std::array<std::string_view, 18> kKnown = {"arch=",
                                                              "tune=",
                                                              "avx",
                                                              "sse3",
                                                              "ssse3",
                                                              "sse4",
                                                              "fma",
                                                              "bmi",
                                                              "popcnt",
                                                              "lzcnt",
                                                              "f16c",
                                                              "aes",
                                                              "pclmul",
                                                              "movbe",
                                                              "adx",
                                                              "rdrnd",
                                                              "prefer-vector-width=",
                                                              "default"};
  return starts_with_one_of(target, kKnown);
}

/// The options in the rest of a pragma, or in the parentheses of an attribute, without quotation marks.
std::vector<std::string> options_at(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_blank(text[at]) && text[at] != '\n')) ++at;
  const bool has_parentheses = at < text.size() && text[at] == '(';
  std::vector<std::string> out = {""};
  for (at += has_parentheses ? 1 : 0; at < text.size(); ++at) {
    const char c = text[at];
    if (has_parentheses ? c == ')' : c == '\n' && text[at - 1] != '\\') break;
    if (c == ',') {
      out.emplace_back();
    } else if (c != '"' && !is_blank(c)) {
      out.back() += c;
    }
  }
  out.erase(std::remove(out.begin(), out.end(), ""), out.end());
  return out;
}

class Search {
 public:
  Search(const std::string& text, std::size_t number, const std::vector<Span>& skipped, const Reporter& reporter)
      : text_(without_comments(text)), number_(number), skipped_(skipped), reporter_(reporter) {}

  /// Throws Abandoned at the first fault.
  void run() const {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t begin = at;
      while (at < text_.size() && is_of_word(text_[at])) ++at;
      if (at == begin) {
        ++at;
      } else if (!is_skipped(begin)) {
        check(begin, at);
      }
    }
  }

 private:
  [[nodiscard]] bool is_skipped(std::size_t at) const {
    return std::any_of(skipped_.begin(), skipped_.end(),
                       [&](Span span) { return number_ + at >= span.begin && number_ + at < span.end; });
  }

  [[nodiscard]] std::string word_before(std::size_t at) const {
    while (at > 0 && is_blank(text_[at - 1])) --at;
    const std::size_t end = at;
    while (at > 0 && is_of_word(text_[at - 1])) --at;
    return text_.substr(at, end - at);
  }

  [[nodiscard]] char next(std::size_t at) const {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at < text_.size() ? text_[at] : ' ';
  }

  /// Whether an attribute begins in the same statement.
  [[nodiscard]] bool is_in_attribute(std::size_t at) const {
    const std::size_t statement = text_.find_last_of(";{}", at);
    const std::size_t attribute = text_.rfind("__attribute", at);
    return attribute != std::string::npos && (statement == std::string::npos || statement < attribute);
  }

  void check(std::size_t begin, std::size_t end) const {
    std::string_view word = std::string_view(text_).substr(begin, end - begin);
    if (word.starts_with("__") && word.ends_with("__") && word.size() > 4) word = word.substr(2, word.size() - 4);
    const bool is_decimal = word == "FLOAT_CONST_DECIMAL64" && word_before(begin) == "STDC";
    const std::vector<std::string> options = options_at(text_, end);
    if (is_decimal && !options.empty() && options[0] != "OFF") refuse(begin, end, "STDC FLOAT_CONST_DECIMAL64");
    if (word == "scalar_storage_order" && (next(end) == '(' || word_before(begin) == "pragma"))
      refuse(begin, end, std::string(word));
    const bool is_target = word == "target" || word == "target_clones";
    if (word != "optimize" && !is_target) return;
    const bool is_pragma = word_before(begin) == "GCC";
    const std::size_t bracket = text_.find_first_not_of(" \t\r\n\\", end);
    const bool has_bracket = bracket != std::string::npos && text_[bracket] == '(';
    const bool is_text = has_bracket && next(bracket + 1) == '"';
    if (!is_pragma && !is_text && !(has_bracket && is_in_attribute(begin))) return;
    for (const std::string& option : options) {
      if (!(is_target ? keeps_values_on(option) : keeps_values(option)))
        refuse(begin, end, fmt::format("{} \"{}\"", word, option));
    }
  }

  [[noreturn]] void refuse(std::size_t begin, std::size_t end, const std::string& what) const {
    reporter_.fail(Code::kNotExpressible, {number_ + begin, number_ + end},
                   fmt::format("{} can change what gcc computes", what),
                   {"delete it: the import computes what gcc -O2 -ffp-contract=off computes without it"});
  }

  std::string text_;
  std::size_t number_;  ///< number of the first byte
  const std::vector<Span>& skipped_;
  const Reporter& reporter_;
};

std::vector<Span> skipped_spans(const Parsed& parsed, const Reporter& reporter) {
  std::vector<Span> out;
  CXSourceRangeList* const ranges = clang_getAllSkippedRanges(parsed.unit());
  if (ranges == nullptr) return out;
  for (unsigned i = 0; i < ranges->count; ++i) {
    const auto begin = offset_of(clang_getRangeStart(ranges->ranges[i]), reporter);
    const auto end = offset_of(clang_getRangeEnd(ranges->ranges[i]), reporter);
    if (begin && end) out.push_back({*begin, *end});
  }
  clang_disposeSourceRangeList(ranges);
  return out;
}

}  // namespace

void check_options(const Parsed& parsed, const std::vector<Source>& sources, const Reporter& reporter) {
  const std::vector<Span> skipped = skipped_spans(parsed, reporter);
  Search(reporter.text(), 0, skipped, reporter).run();
  for (const Source& source : sources)
    Search(source.text, reporter.begin_of(source.file).value_or(0), skipped, reporter).run();
}

}  // namespace rtlgen::importer::c
