// Random typed expressions, valid by construction: literals always meet something that is not constant.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program.hpp"
#include "random_stencil.hpp"

namespace rtlgen::test {

/// The values that a line can read.
struct Scope {
  struct Readable {
    std::string name;
    spec::Type type;
    std::vector<int> axes;
  };
  std::vector<Readable> arrays;
  std::vector<Readable> params;     ///< neither constant nor zero-dimensional: typed values
  std::vector<Readable> constants;  ///< typed constants, not zero
  int axes = 1;
  bool coordinates = true;           ///< x, y, z: not in parameters by step
  bool step = true;                  ///< not in start data
  std::optional<spec::Type> random;  ///< the type of random(seed) there
  std::set<std::string> unused;      ///< names that something has still to read
};

/// `word`, or the rule without its sign if `type` has no negative values.
std::string fitting_rule(const spec::Type& type, const std::string& word);

class Expressions {
 public:
  Expressions(Random& random, std::vector<spec::Type> types) : random_(random), types_(std::move(types)) {}

  /// An expression of exactly `type` that reads at least one thing that is not constant.
  Expr make(const spec::Type& type, int depth, Scope& scope);
  /// A weighted sum of many reads, which sharing has something to do with.
  Expr box(const spec::Type& type, const Scope::Readable& array, Scope& scope);
  /// A literal of `type`, now and then awkward, never zero.
  std::string literal(const spec::Type& type);
  /// A boundary rule in YAML, and one of a single read.
  std::string boundary(const spec::Type& type, const std::vector<int>& axes);
  Expr tap(const Scope::Readable& array, Scope& scope);
  static Expr cast(const spec::Type& type, Expr value);
  static Expr infix(const spec::Type& type, const std::string& op, Expr a, Expr b);
  static Expr text(const spec::Type& type, const std::string& text);

 private:
  std::string rule(const spec::Type& type, const std::string& constant_form);
  Expr leaf(const spec::Type& type, Scope& scope);
  Expr condition(int depth, Scope& scope);
  Expr operation(const spec::Type& type, int depth, Scope& scope);
  Expr other(const spec::Type& type, int depth, Scope& scope);
  Expr fused_call(const spec::Type& type, int depth, Scope& scope);
  Expr call(const spec::Type& type, const std::string& name, std::vector<Expr> args);
  Expr operand(const spec::Type& type, int depth, Scope& scope);
  int offset();

  Random& random_;
  std::vector<spec::Type> types_;
};

}  // namespace rtlgen::test
