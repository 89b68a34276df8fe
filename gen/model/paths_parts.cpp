// Divides a graph into parts, and finds equal ones by all that path lengths depend on.
#include "model/paths_parts.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace rtlgen::model {

namespace {

using Key = std::vector<std::int64_t>;

struct HashKey {
  std::size_t operator()(const Key& key) const {
    std::size_t hash = key.size();
    for (const std::int64_t value : key) hash = (hash ^ static_cast<std::size_t>(value)) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32U);
  }
};

class Divider {
 public:
  Divider(const PathGraph& graph, const std::vector<int>& loads, const std::set<Place>& global)
      : graph_(graph),
        loads_(loads),
        global_(global),
        root_(graph.nodes.size(), kNone),
        local_(graph.nodes.size(), kNone),
        cell_(graph.cells.size(), kNone),
        local_cell_(graph.cells.size(), kNone) {}

  std::vector<PathPart> run() {
    join();
    std::vector<PathPart> parts;
    std::vector<PlaceList> members;
    PlaceList part_of(graph_.nodes.size(), kNone);
    for (Place p = 0; at(p) < graph_.nodes.size(); ++p) {
      if (root_[at(p)] == kNone) continue;
      Place& own = part_of[at(root_of(p))];
      if (own == kNone) {
        own = static_cast<Place>(members.size());
        members.emplace_back();
      }
      members[at(own)].push_back(p);
    }
    parts.resize(members.size());
    for (std::size_t e = 0; e < graph_.ends.size(); ++e) {
      const Place from = source_of(graph_, graph_.ends[e].from);
      if (is_logic(from)) parts[at(part_of[at(root_of(from))])].ends.push_back(e);
    }
    std::unordered_map<Key, std::size_t, HashKey> known;
    for (std::size_t i = 0; i < parts.size(); ++i)
      parts[i].same_as = known.try_emplace(key_of(members[i], parts[i]), i).first->second;
    return parts;
  }

 private:
  static constexpr Place kNone = -1;
  static std::size_t at(Place p) { return static_cast<std::size_t>(p); }

  [[nodiscard]] bool is_logic(Place p) const {
    return graph_[p].kind == PathNode::Kind::kGate || graph_[p].kind == PathNode::Kind::kCell;
  }

  template <class Visit>
  void for_each_operand(Place p, Visit visit) const {
    const PathNode& n = graph_[p];
    if (n.kind == PathNode::Kind::kGate) {
      visit(source_of(graph_, n.a));
      visit(source_of(graph_, n.b));
    } else if (n.kind == PathNode::Kind::kCell) {
      for (const Place q : graph_.cells[at(n.a)].in) visit(source_of(graph_, q));
    }
  }

  /// Joins what the ends need with its operands, and the bits of a cell.
  void join() {
    PlaceList work;
    const auto reach = [&](Place p) {
      if (!is_logic(p) || root_[at(p)] != kNone) return;
      root_[at(p)] = p;
      work.push_back(p);
    };
    for (const PathEnd& e : graph_.ends) reach(source_of(graph_, e.from));
    while (!work.empty()) {
      const Place p = work.back();
      work.pop_back();
      if (graph_[p].kind == PathNode::Kind::kCell) {
        Place& first = cell_[at(graph_[p].a)];
        const bool is_first = first == kNone;
        if (is_first) first = p;
        unite(p, first);
        if (!is_first) continue;
      }
      for_each_operand(p, [&](Place q) {
        reach(q);
        if (is_logic(q)) unite(p, q);
      });
    }
  }

  Place root_of(Place p) {
    while (root_[at(p)] != p) p = root_[at(p)] = root_[at(root_[at(p)])];
    return p;
  }

  void unite(Place p, Place q) { root_[at(root_of(p))] = root_of(q); }

  /// `members`: the gates and cells of a part. What else they read follows in the key, in the order in which it is
  /// read.
  Key key_of(const PlaceList& members, const PathPart& part) {
    for (std::size_t i = 0; i < members.size(); ++i) local_[at(members[i])] = static_cast<Place>(i);
    PlaceList starts;
    const auto local = [&](Place q) {
      q = source_of(graph_, q);
      Place& own = local_[at(q)];
      if (own == kNone && q != 0) {
        own = static_cast<Place>(members.size() + starts.size());
        starts.push_back(q);
      }
      return own;
    };
    Key key{static_cast<std::int64_t>(members.size())};
    key.reserve(4 * members.size() + 3 * part.ends.size());
    Place cells = 0;
    for (const Place p : members) {
      const PathNode& n = graph_[p];
      key.insert(key.end(), {static_cast<std::int64_t>(n.kind) + (global_.contains(p) ? 16 : 0), loads_[at(p)]});
      if (n.kind == PathNode::Kind::kGate) {
        const Place a = local(n.a), b = local(n.b);
        key.insert(key.end(), {a, b});
        continue;
      }
      Place& number = local_cell_[at(n.a)];
      const bool is_new = number == kNone;
      if (is_new) number = cells++;
      key.insert(key.end(), {number, n.b});
      if (is_new) add_cell(key, graph_.cells[at(n.a)], local);
    }
    for (const Place q : starts) key.insert(key.end(), {graph_[q].start, loads_[at(q)]});
    for (const std::size_t e : part.ends) {
      const PathEnd& end = graph_.ends[e];
      key.insert(key.end(), {static_cast<std::int64_t>(end.kind), local(end.from), end.after_route});
    }
    for (const Place q : starts) local_[at(q)] = kNone;
    return key;
  }

  template <class Local>
  static void add_cell(Key& key, const PathCell& c, const Local& local) {
    key.insert(key.end(), {static_cast<std::int64_t>(c.kind), c.is_one_bit ? 1 : 0, static_cast<std::int64_t>(c.tiles),
                           static_cast<std::int64_t>(c.in.size())});
    for (const Place q : c.in) key.push_back(local(q));
  }

  const PathGraph& graph_;
  const std::vector<int>& loads_;
  const std::set<Place>& global_;
  PlaceList root_;        ///< gates and cells that an end needs, towards the root of their part
  PlaceList local_;       ///< number within the part
  PlaceList cell_;        ///< its first node that was reached
  PlaceList local_cell_;  ///< number within the part
};

}  // namespace

Place source_of(const PathGraph& graph, Place p) {
  while (graph[p].kind == PathNode::Kind::kSame) p = graph[p].a;
  return p;
}

std::vector<PathPart> parts_of(const PathGraph& graph, const std::vector<int>& loads, const std::set<Place>& global) {
  return Divider(graph, loads, global).run();
}

}  // namespace rtlgen::model
