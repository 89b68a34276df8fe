// And-gates with structural hashing.
#include "model/area/logic.hpp"

namespace rtlgen::model {

namespace {

/// How many levels below a choice are searched for its condition.
constexpr int kLevels = 4;

template <typename Join>
Literal tree(std::vector<Literal> terms, Literal empty, Join join) {
  if (terms.empty()) return empty;
  while (terms.size() > 1) {
    std::vector<Literal> next;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) next.push_back(join(terms[i], terms[i + 1]));
    if (terms.size() % 2 != 0) next.push_back(terms.back());
    terms = std::move(next);
  }
  return terms.front();
}

}  // namespace

Literal Logic::input() {
  nodes_.push_back({});
  return static_cast<Literal>(2 * (nodes_.size() - 1));
}

Literal Logic::both(Literal a, Literal b) {
  if (a > b) std::swap(a, b);
  if (a == kFalse || a == invert(b)) return kFalse;
  if (a == kTrue || a == b) return b;
  const std::uint64_t key = (static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint32_t>(b);
  const std::size_t node = shared_.find_or_add(
      mixed(key), nodes_.size(), [&](std::size_t known) { return nodes_[known].a == a && nodes_[known].b == b; });
  if (node == nodes_.size()) nodes_.push_back({a, b});
  return static_cast<Literal>(2 * node);
}

Literal Logic::exclusive(Literal a, Literal b) {
  if (is_constant(a)) return a == kTrue ? invert(b) : b;
  if (is_constant(b)) return b == kTrue ? invert(a) : a;
  if (a == b) return kFalse;
  if (a == invert(b)) return kTrue;
  // Inversions move to the output, so that equal gates are found.
  const Literal outside = (a & 1) ^ (b & 1);
  a &= ~1;
  b &= ~1;
  return either(both(a, invert(b)), both(invert(a), b)) ^ outside;
}

Literal Logic::choose(Literal condition, Literal if_true, Literal if_false) {
  if (condition == kTrue || if_true == if_false) return if_true;
  if (condition == kFalse) return if_false;
  if (if_true == invert(if_false)) return exclusive(condition, if_false);
  return either(both(condition, if_true), both(invert(condition), if_false));
}

Literal Logic::choose_knowing(Literal condition, Literal if_true, Literal if_false) {
  if (is_constant(condition)) return choose(condition, if_true, if_false);
  return choose(condition, assuming(if_true, condition, kLevels), assuming(if_false, invert(condition), kLevels));
}

Literal Logic::assuming(Literal a, Literal known, int levels) {
  if (a == known) return kTrue;
  if (a == invert(known)) return kFalse;
  const Node n = nodes_[static_cast<std::size_t>(a >> 1)];
  if (levels == 0 || !n.is_gate()) return a;
  const Literal left = assuming(n.a, known, levels - 1), right = assuming(n.b, known, levels - 1);
  if (left == n.a && right == n.b) return a;
  return both(left, right) ^ (a & 1);
}

Literal Logic::all(std::vector<Literal> terms) {
  return tree(std::move(terms), kTrue, [this](Literal a, Literal b) { return both(a, b); });
}

Literal Logic::any(std::vector<Literal> terms) {
  return tree(std::move(terms), kFalse, [this](Literal a, Literal b) { return either(a, b); });
}

Literal Logic::parity(std::vector<Literal> terms) {
  return tree(std::move(terms), kFalse, [this](Literal a, Literal b) { return exclusive(a, b); });
}

}  // namespace rtlgen::model
