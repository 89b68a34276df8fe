// A C program as a tree of texts, which the generator builds and the reducer cuts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ctypes.hpp"

namespace rtlgen::test::random_c {

struct Piece {
  enum class Role {
    kFixed,      ///< stays; its parts may be cut
    kValue,      ///< an expression: one of its parts, or 1, can stand in its place
    kStatement,  ///< can be left out
  };
  /// $0 to $9: parts; $*: all parts. '@' begins every name that the file shares with others.
  std::string pattern;
  std::vector<Piece> parts{};
  Role role = Role::kFixed;
  Kind kind = Kind::kS32;  ///< kind of a value
};

inline Piece value(std::string pattern, Kind kind, std::vector<Piece> parts = {}) {
  return {std::move(pattern), std::move(parts), Piece::Role::kValue, kind};
}
inline Piece statement(std::string pattern, std::vector<Piece> parts = {}) {
  return {std::move(pattern), std::move(parts), Piece::Role::kStatement, Kind::kS32};
}
inline Piece fixed(std::string pattern, std::vector<Piece> parts = {}) {
  return {std::move(pattern), std::move(parts), Piece::Role::kFixed, Kind::kS32};
}

/// The text with every '@' replaced by `prefix`.
std::string text_of(const Piece& piece, const std::string& prefix);
/// The pieces in the tree.
int size_of(const Piece& piece);

}  // namespace rtlgen::test::random_c
