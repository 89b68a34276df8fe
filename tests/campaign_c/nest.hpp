// Statements of a loop nest: what a cell computes and assigns.
#pragma once

#include <string>
#include <vector>

#include "dice.hpp"
#include "expressions.hpp"
#include "piece.hpp"

namespace rtlgen::test::random_c {

/// The names that statements of a nest can use besides the scope of expressions.
struct Cell {
  Scope scope;
  std::vector<Name> targets;      ///< elements of the cell that the nest assigns
  std::vector<Name> locals;       ///< that can be assigned
  std::vector<Name> loops;        ///< slowest first
  std::vector<std::string> ends;  ///< ends of the loops
  std::vector<Type> types;        ///< for locals
};

class Nest {
 public:
  /// `names`: the next number of a local variable; `helpers`: definitions that statements need are added there.
  Nest(Dice& dice, Cell cell, int& names, std::vector<Piece>& helpers)
      : dice_(dice), cell_(std::move(cell)), names_(names), helpers_(helpers) {}

  /// The statements. `odd`: one of them is a construct that the importer need not accept, whose name is added.
  std::vector<Piece> statements(bool with_odd, std::vector<std::string>& odd);

 private:
  Expressions make() { return {dice_, cell_.scope}; }
  std::string fresh() { return "v" + std::to_string(names_++); }
  std::vector<Piece> some(int count, int depth);
  Piece one(int depth);
  Piece declare();
  Piece assign(const Name& to);
  Piece compound(const Name& to);
  Piece step(const Name& to);
  Piece chain();
  Piece old_value();
  Piece conditional(int depth);
  Piece turns();
  Piece table();
  Piece by_pointer();
  Piece odd_statement(std::string& name);
  const Name& target() { return dice_.pick(cell_.targets); }
  const Name& assignable() {
    return cell_.locals.empty() || dice_.chance(50) ? dice_.pick(cell_.targets) : dice_.pick(cell_.locals);
  }

  Dice& dice_;
  Cell cell_;
  int& names_;
  std::vector<Piece>& helpers_;
};

}  // namespace rtlgen::test::random_c
