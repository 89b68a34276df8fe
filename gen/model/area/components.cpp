// Joins gates to components, and finds equal ones by their gates.
#include "model/area/components.hpp"

#include <unordered_map>
#include <utility>

namespace rtlgen::model {

namespace {

struct HashGates {
  std::size_t operator()(const Component& component) const {
    std::size_t hash = component.nodes;
    const auto add = [&](std::int32_t value) {
      hash = (hash ^ static_cast<std::size_t>(static_cast<std::uint32_t>(value))) * 0x9e3779b97f4a7c15U;
    };
    for (const Gate& g : component.gates) {
      add(g.a);
      add(g.b);
      add(g.outputs);
    }
    return hash ^ (hash >> 32U);
  }
};

class Components {
 public:
  explicit Components(const Logic& logic) : nodes_(logic.nodes()), number_(nodes_.size(), kNone) {
    find_gates(logic);
    join();
    std::vector<std::vector<std::int32_t>> members;
    std::vector<std::int32_t> place(gates_.size(), kNone);  // place of a root in `members`
    for (std::int32_t g = 0; at(g) < gates_.size(); ++g) {
      std::int32_t& own = place[at(root_of(g))];
      if (own == kNone) {
        own = static_cast<std::int32_t>(members.size());
        members.emplace_back();
      }
      members[at(own)].push_back(g);
    }
    local_.assign(gates_.size(), kNone);
    other_.assign(nodes_.size(), kNone);
    for (const std::vector<std::int32_t>& each : members) add(each);
  }

  std::vector<Counted> take() { return std::move(all_); }

 private:
  static constexpr std::int32_t kNone = -1;
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
  static std::size_t node(Literal l) { return static_cast<std::size_t>(l >> 1); }

  /// Numbers the gates that outputs need: most nodes are registers that only pass values on.
  void find_gates(const Logic& logic) {
    std::vector<char> needed(nodes_.size(), 0);
    for (const Literal o : logic.outputs()) needed[node(o)] = 1;
    for (std::size_t n = nodes_.size(); n-- > 1;) {
      if (needed[n] != 0 && nodes_[n].is_gate()) needed[node(nodes_[n].a)] = needed[node(nodes_[n].b)] = 1;
    }
    for (std::size_t n = 1; n < nodes_.size(); ++n) {
      if (needed[n] == 0 || !nodes_[n].is_gate()) continue;
      number_[n] = static_cast<std::int32_t>(gates_.size());
      gates_.push_back(n);
    }
    outputs_.assign(gates_.size(), 0);
    for (const Literal o : logic.outputs()) {
      if (number_[node(o)] != kNone) ++outputs_[at(number_[node(o)])];
    }
  }

  /// Joins gates with those that they read.
  void join() {
    for (std::int32_t g = 0; at(g) < gates_.size(); ++g) root_.push_back(g);
    for (std::int32_t g = 0; at(g) < gates_.size(); ++g) {
      for (const Literal l : {nodes_[gates_[at(g)]].a, nodes_[gates_[at(g)]].b}) {
        if (number_[node(l)] != kNone) root_[at(root_of(number_[node(l)]))] = root_of(g);
      }
    }
  }

  std::int32_t root_of(std::int32_t g) {
    while (root_[at(g)] != g) g = root_[at(g)] = root_[at(root_[at(g)])];
    return g;
  }

  void add(const std::vector<std::int32_t>& members) {
    const auto count = static_cast<std::int32_t>(members.size());
    for (std::int32_t i = 0; i < count; ++i) local_[at(members[at(i)])] = i;
    std::vector<std::size_t> others;
    const auto local = [&](Literal l) {
      if (const std::int32_t g = number_[node(l)]; g != kNone) return local_[at(g)];
      std::int32_t& own = other_[node(l)];
      if (own == kNone) {
        own = count + static_cast<std::int32_t>(others.size());
        others.push_back(node(l));
      }
      return own;
    };
    Component own;
    own.gates.reserve(members.size());
    for (const std::int32_t g : members) {
      const Logic::Node& gate = nodes_[gates_[at(g)]];
      const std::int32_t a = local(gate.a), b = local(gate.b);
      own.gates.push_back({a, b, outputs_[at(g)]});
    }
    own.nodes = members.size() + others.size();
    for (const std::size_t n : others) other_[n] = kNone;
    const auto [known, fresh] = known_.try_emplace(std::move(own), all_.size());
    if (fresh) all_.push_back({known->first, 0});
    ++all_[known->second].times;
  }

  const std::vector<Logic::Node>& nodes_;
  std::vector<std::int32_t> number_;  ///< number of a node that is a gate that an output needs
  std::vector<std::size_t> gates_;    ///< their nodes
  std::vector<int> outputs_;          ///< outputs of the graph that take them
  std::vector<std::int32_t> root_;    ///< towards the root of their component
  std::vector<std::int32_t> local_;   ///< number within their component
  std::vector<std::int32_t> other_;   ///< number of a node that is no such gate, within the component that is added
  std::unordered_map<Component, std::size_t, HashGates> known_;
  std::vector<Counted> all_;
};

}  // namespace

std::vector<Counted> components_of(const Logic& logic) { return Components(logic).take(); }

}  // namespace rtlgen::model
