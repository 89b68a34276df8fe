// The logic of a module as an and-inverter graph, the input of a technology mapper.
//
// Registers, memories, multipliers, carry chains and instances are cut out: their outputs are inputs of the graph and
// their inputs are outputs of it. Nodes are hashed by structure, so equal logic exists once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "support/hash_index.hpp"

namespace rtlgen::model {

/// An edge: twice the node, plus one if it is inverted. Node 0 is the constant false.
using Literal = std::int32_t;

inline constexpr Literal kFalse = 0, kTrue = 1;

inline Literal invert(Literal a) { return a ^ 1; }
inline bool is_constant(Literal a) { return a < 2; }

class Logic {
 public:
  struct Node {
    Literal a = -1, b = -1;  ///< inputs of an and-gate; -1: an input or the constant
    [[nodiscard]] bool is_gate() const { return a >= 0; }
  };

  Logic() : nodes_(1) {}

  Literal input();
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }
  Literal both(Literal a, Literal b);
  Literal either(Literal a, Literal b) { return invert(both(invert(a), invert(b))); }
  Literal exclusive(Literal a, Literal b);
  Literal choose(Literal condition, Literal if_true, Literal if_false);
  /// The same, simplified: each arm may assume the value of the condition.
  Literal choose_knowing(Literal condition, Literal if_true, Literal if_false);
  /// A literal that equals `a` whenever `known` is true, and is often simpler.
  Literal assuming(Literal a, Literal known, int levels);
  /// The conjunction of all terms, as a balanced tree.
  Literal all(std::vector<Literal> terms);
  Literal any(std::vector<Literal> terms);
  Literal parity(std::vector<Literal> terms);

  /// Marks `a` as read by something that is not logic.
  void output(Literal a) {
    if (!is_constant(a)) outputs_.push_back(a);
  }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Literal>& outputs() const { return outputs_; }
  [[nodiscard]] bool is_gate(Literal a) const { return nodes_[static_cast<std::size_t>(a >> 1)].is_gate(); }

 private:
  std::vector<Node> nodes_;
  std::vector<Literal> outputs_;
  HashIndex shared_;  ///< index of the gates
};

}  // namespace rtlgen::model
