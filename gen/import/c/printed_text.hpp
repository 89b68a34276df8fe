// The tokens of a declaration printed by libclang, without macros.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::importer::c {

/// Thrown if the text does not match the tree that is read together with it.
struct Mismatch {};

/// Throws Mismatch unless the text `matches`.
void need(bool matches);

class PrintedText {
 public:
  explicit PrintedText(const std::string& text);

  /// The token `ahead` places from the current one; empty after the last one.
  [[nodiscard]] const std::string& peek(std::size_t ahead = 0) const;
  std::string take();
  void expect(const std::string& token);
  bool accept(const std::string& token);

  [[nodiscard]] std::size_t at() const { return at_; }
  void back_to(std::size_t at) { at_ = at; }

  /// Skips from an opening bracket past the one that closes it.
  void skip_group();
  /// Skips to the first of `tokens` outside brackets. Returns the positions after the square brackets that open on the
  /// way, except those in attributes and braces.
  std::vector<std::size_t> skip_to(const std::vector<std::string>& tokens);
  /// Skips a whole statement of any kind.
  void skip_statement();
  /// Skips attributes at the current place, [[...]] and __attribute__((...)).
  void skip_attributes();
  /// Names of the attributes between two positions.
  [[nodiscard]] std::vector<std::string> attributes(std::size_t begin, std::size_t end) const;

 private:
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

}  // namespace rtlgen::importer::c
