// Finds chains, and contains their loops: one per number of terms, so that a cell's sum stays in a register.
#include "golden/chains.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "golden/row_loops.hpp"
#include "spec/program.hpp"

namespace rtlgen::golden {

using spec::NodeId;
using spec::Op;

namespace {

class ChainFinder {
 public:
  ChainFinder(const spec::Program& s, const spec::Stage& stage)
      : program_(s), uses_(s.nodes.size(), 0), uniform_(uniform_nodes(s)) {
    found_.terms.resize(s.nodes.size());
    found_.inside.assign(s.nodes.size(), false);
    uses_[stage.root] = 1;
    for (const NodeId id : s.nodes.ids_backwards()) {
      if (uses_[id] == 0) continue;
      for (const NodeId a : s.nodes[id].args) ++uses_[a];
    }
  }

  Chains run() {
    for (const NodeId id : program_.nodes.ids_backwards()) {
      if (uses_[id] == 0 || found_.inside[id] || !is_sum(id) || uniform_[id]) continue;
      std::vector<ChainTerm> terms;
      std::vector<NodeId> inside;
      collect(id, terms, inside);
      const bool scales = std::any_of(terms.begin(), terms.end(), [](const ChainTerm& t) { return t.scale.valid(); });
      if (terms.size() < 3 && !scales) continue;
      for (const NodeId n : inside) found_.inside[n] = true;
      found_.terms[id] = std::move(terms);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_sum(NodeId id) const {
    const spec::Node& node = program_.nodes[id];
    const Element element = element_of(node.type);
    return (node.op == Op::kAdd || node.op == Op::kSub) && (element == Element::kF32 || element == Element::kF64);
  }
  [[nodiscard]] bool goes_on(NodeId id) const { return is_sum(id) && uses_[id] == 1 && !uniform_[id]; }

  void collect(NodeId id, std::vector<ChainTerm>& terms, std::vector<NodeId>& inside) const {
    const spec::Node& node = program_.nodes[id];
    const bool subtracts = node.op == Op::kSub;
    // x + (y + z) is (y + z) + x, but x - (y + z) is not such a sum if it is zero.
    const bool right = !subtracts && !goes_on(node.args[0]) && goes_on(node.args[1]);
    const NodeId first = node.args[right ? 1 : 0], second = node.args[right ? 0 : 1];
    if (goes_on(first)) {
      inside.push_back(first);
      collect(first, terms, inside);
    } else {
      terms.push_back(term(first, false, inside));
    }
    terms.push_back(term(second, subtracts, inside));
  }

  [[nodiscard]] ChainTerm term(NodeId id, bool negative, std::vector<NodeId>& inside) const {
    while (program_.nodes[id].op == Op::kNeg && uses_[id] == 1) {
      inside.push_back(id);
      negative = !negative;
      id = program_.nodes[id].args[0];
    }
    const spec::Node& node = program_.nodes[id];
    if (node.op != Op::kMul || uses_[id] != 1) return {id, {}, negative};
    const NodeId a = node.args[0], b = node.args[1];
    if (uniform_[a] == uniform_[b]) return {id, {}, negative};
    inside.push_back(id);
    return {uniform_[a] ? b : a, uniform_[a] ? a : b, negative};
  }

  const spec::Program& program_;
  IndexVector<NodeId, int> uses_;
  IndexVector<NodeId, bool> uniform_;
  Chains found_;
};

constexpr std::size_t kMostTerms = 8;  ///< per loop: the factors and the sum stay in 16 registers

/// `goes_on`: adds to the contents of `out`.
template <class T, std::size_t... K>
void add_terms(const RowTerm* terms, bool goes_on, int n, T* __restrict out, std::index_sequence<K...>) {
  const T* const row[] = {static_cast<const T*>(terms[K].row)...};
  constexpr T kQuiet = std::numeric_limits<T>::quiet_NaN();
  const T scale[] = {static_cast<T>(terms[K].scale)...};
  if (goes_on) {
    for (int i = 0; i < n; ++i) {
      T sum = out[i];
      ((sum += scale[K] * row[K][i]), ...);
      out[i] = sum != sum ? kQuiet : sum;
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    T sum{};
    ((sum = K == 0 ? scale[K] * row[K][i] : sum + scale[K] * row[K][i]), ...);
    out[i] = sum != sum ? kQuiet : sum;
  }
}

/// The loop for `count` terms, one of K + 1.
template <class T, std::size_t... K>
void add_some(const RowTerm* terms, std::size_t count, bool goes_on, int n, T* out, std::index_sequence<K...>) {
  ((count == K + 1 ? add_terms(terms, goes_on, n, out, std::make_index_sequence<K + 1>{}) : void()), ...);
}

template <class T>
void add_all(const std::vector<RowTerm>& terms, int n, T* out) {
  for (std::size_t at = 0; at < terms.size(); at += kMostTerms)
    add_some(&terms[at], std::min(kMostTerms, terms.size() - at), at > 0, n, out,
             std::make_index_sequence<kMostTerms>{});
}

RTLGEN_VECTORISED void add_floats(const std::vector<RowTerm>& terms, int n, float* out) { add_all(terms, n, out); }
RTLGEN_VECTORISED void add_doubles(const std::vector<RowTerm>& terms, int n, double* out) { add_all(terms, n, out); }

}  // namespace

IndexVector<NodeId, bool> uniform_nodes(const spec::Program& s) {
  IndexVector<NodeId, bool> uniform(s.nodes.size(), true);
  for (const NodeId id : s.nodes.ids()) {
    const spec::Node& node = s.nodes[id];
    uniform[id] = !spec::is_of_cell(node.op);
    for (const NodeId a : node.args) uniform[id] = uniform[id] && uniform[a];
  }
  return uniform;
}

Chains find_chains(const spec::Program& s, const spec::Stage& stage) { return ChainFinder(s, stage).run(); }

void chain_rows(bool is_double, const std::vector<RowTerm>& terms, int n, void* out) {
  if (is_double)
    add_doubles(terms, n, static_cast<double*>(out));
  else
    add_floats(terms, n, static_cast<float*>(out));
}

}  // namespace rtlgen::golden
