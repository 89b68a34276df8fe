// A single scan over the text; every number is a signed literal of the language.
#include "frontend/yaml/number_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

constexpr std::string_view kHow = "decimal numbers, separated by commas, spaces or line breaks; '#' starts a comment";
constexpr char kDigit = '0';  ///< represents any number
constexpr std::string_view kNumpy = "\x93NUMPY";

bool parts_numbers(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ','; }

/// The beginning of an arbitrary word, made safe for a terminal.
std::string shown_word(std::string_view word) {
  constexpr std::size_t kShown = 20;
  std::string out(word.substr(0, kShown));
  for (char& c : out) c = c >= ' ' && c <= '~' ? c : '?';
  return word.size() > kShown ? out + "..." : out;
}

class NumberReader {
 public:
  NumberReader(const std::string& text, std::string path, Diagnostics& diagnostics)
      : text_(text), path_(std::move(path)), diagnostics_(diagnostics) {}

  /// The next number; none at the end, or after a fault.
  std::optional<PlacedNumber> next() {
    if (!skip() || at_ == text_.size()) return std::nullopt;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !parts_numbers(text_[at_]) && text_[at_] != '#') ++at_;
    const std::string word = text_.substr(begin, at_ - begin);
    last_ = kDigit;
    const SourceLocation where = place(begin, word.size());
    if (const auto value = signed_number(word)) return PlacedNumber{*value, where};
    refuse(where, fmt::format("'{}' is not a number", shown_word(word)), fmt::format("the file must contain {}", kHow));
    return std::nullopt;
  }

  [[nodiscard]] bool failed() const { return failed_; }

 private:
  /// Moves to the next number or the end. If a comma has no number before or after it on its line, one is missing, and
  /// all later ones would be shifted.
  bool skip() {
    for (; at_ < text_.size() && (parts_numbers(text_[at_]) || text_[at_] == '#'); ++at_) {
      const char c = text_[at_];
      if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
      if (c == ',' && last_ != kDigit) return missing(at_);
      if (c == '\n' && last_ == ',') return missing(comma_);
      if (c == ',') comma_ = at_;
      if (c == ',' || c == '\n') last_ = c;
      if (c != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
    return at_ < text_.size() || last_ != ',' || missing(comma_);
  }

  bool missing(std::size_t comma) {
    refuse(place(comma, 1), "a value is missing", "a comma must separate two numbers of a line");
    return false;
  }

  void refuse(const SourceLocation& where, const std::string& message, const std::string& note) {
    failed_ = true;
    diagnostics_.error(Code::kInvalidNumberFile, where, message, {note});
  }

  /// The location of `length` characters in the current line.
  [[nodiscard]] SourceLocation place(std::size_t begin, std::size_t length) const {
    return {path_, line_, static_cast<int>(begin - line_begin_) + 1, static_cast<int>(length)};
  }

  const std::string& text_;
  std::string path_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, line_begin_ = 0, comma_ = 0;
  char last_ = '\n';  ///< last item on this line so far: a number, a comma, or neither
  int line_ = 1;
  bool failed_ = false;
};

}  // namespace

Result<std::vector<PlacedNumber>> read_number_file(const YamlValue& key, const std::string& filename, std::size_t most,
                                                   Texts& texts, Diagnostics& diagnostics) {
  const std::string path = data_path(filename, key.text);
  const auto refuse = [&](const std::string& message, const std::string& note) {
    return diagnostics.error(Code::kInvalidNumberFile, key.where, message, {note});
  };
  const auto bytes = texts.read(path, diagnostics);
  if (!bytes) return Failure{};
  if (bytes->starts_with(kNumpy))
    return refuse("the file is in NumPy's binary format", "write it as text: numpy.savetxt(\"values.csv\", values)");
  const auto text = normalized_source(*bytes, path, diagnostics);
  if (!text) return Failure{};
  diagnostics.add_source(path, *text);
  std::vector<PlacedNumber> numbers;
  NumberReader reader(*text, path, diagnostics);
  while (auto number = reader.next()) {
    if (numbers.size() == most)
      return refuse(fmt::format("the file has more than {} numbers", most), "a list cannot have more");
    numbers.push_back(*std::move(number));
  }
  if (reader.failed()) return Failure{};
  if (numbers.empty()) return refuse("the file has no numbers", fmt::format("it must contain {}", kHow));
  return numbers;
}

}  // namespace rtlgen::frontend
