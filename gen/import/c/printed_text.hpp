// The tokens of a declaration that libclang has printed, in which no macro is left.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::importer::c {

/// Thrown if the text is not that of the tree that is read beside it.
struct Mismatch {};

class PrintedText {
 public:
  explicit PrintedText(const std::string& text);

  /// A token from here on; empty behind the last one.
  [[nodiscard]] const std::string& peek(std::size_t ahead = 0) const;
  std::string take();
  void expect(const std::string& token);
  bool accept(const std::string& token);

  [[nodiscard]] std::size_t at() const { return at_; }
  void back_to(std::size_t at) { at_ = at; }

  /// From an opening bracket to behind the one that closes it.
  void skip_group();
  /// To the first of the tokens outside of brackets. The places behind the square brackets that open on the way, but
  /// for those in attributes and braces.
  std::vector<std::size_t> skip_to(const std::vector<std::string>& tokens);
  /// A whole statement, whatever it is.
  void skip_statement();
  /// The attributes, [[...]] and __attribute__((...)), that stand here.
  void skip_attributes();
  /// Names of the attributes between two places.
  [[nodiscard]] std::vector<std::string> attributes(std::size_t begin, std::size_t end) const;

 private:
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

}  // namespace rtlgen::importer::c
