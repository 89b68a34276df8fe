// Random expressions of C without undefined behaviour, apart from the overflow that -fwrapv defines.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dice.hpp"
#include "piece.hpp"

namespace rtlgen::test::random_c {

/// Something that an expression can read or a statement can assign.
struct Name {
  std::string text;
  Kind kind = Kind::kS32;
  std::string words{};  ///< its type, where that may be pointed to
};

struct Helper {
  std::string name;
  std::vector<Kind> parameters;
  Kind result = Kind::kS32;
};

/// The names that are visible at a place of the program.
struct Scope {
  std::vector<Name> names;                      ///< locals, parameters, loop variables, enumerators, table elements
  std::vector<std::function<Piece()>> readers;  ///< each an element of an array, somewhere near the cell
  std::vector<Helper> helpers;
  std::vector<std::pair<std::string, Kind>> casts;  ///< words of types of the program
  bool has_macros = false;
};

class Expressions {
 public:
  Expressions(Dice& dice, const Scope& scope) : dice_(dice), scope_(scope) {}

  Piece any(int depth);
  Piece whole(int depth);                  ///< an expression of a whole type
  Piece as(int depth, Kind kind);          ///< one whose conversion to the kind is defined
  Piece converted(Piece made, Kind kind);  ///< the same of an expression
  Piece condition(int depth);
  Piece literal();

 private:
  Piece leaf();
  Piece arithmetic(int depth);
  Piece whole_operator(int depth);
  Piece function(int depth);
  Piece builtin(int depth);
  Piece cast(int depth);
  Piece call(int depth);
  Piece macro(int depth);

  Dice& dice_;
  const Scope& scope_;
};

}  // namespace rtlgen::test::random_c
