// Trees of texts put together and cut.
#include "piece.hpp"

#include <cctype>

namespace rtlgen::test::random_c {

namespace {

void print_piece(const Piece& piece, const std::string& prefix, std::string& out) {
  for (std::size_t i = 0; i < piece.pattern.size(); ++i) {
    const char c = piece.pattern[i];
    if (c == '@') {
      out += prefix;
    } else if (c != '$') {
      out += c;
    } else if (const char which = piece.pattern[++i]; which == '*') {
      for (const Piece& part : piece.parts) print_piece(part, prefix, out);
    } else {
      print_piece(piece.parts.at(static_cast<std::size_t>(which - '0')), prefix, out);
    }
  }
}

}  // namespace

std::string text_of(const Piece& piece, const std::string& prefix) {
  std::string out;
  print_piece(piece, prefix, out);
  return out;
}

int size_of(const Piece& piece) {
  int size = 1;
  for (const Piece& part : piece.parts) size += size_of(part);
  return size;
}

}  // namespace rtlgen::test::random_c
