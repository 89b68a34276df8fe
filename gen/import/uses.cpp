// Tree traversals and an iterative depth-first sort (programs may be long chains).
#include "import/uses.hpp"

namespace rtlgen::importer {

void walk(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  visit(expr);
  for (const Expr& argument : expr.args) walk(argument, visit);
}

void walk(const Stage& stage, const std::function<void(const Expr&, const Offset3& store)>& visit) {
  for (const Let& let : stage.lets) {
    walk(let.value, [&](const Expr& node) { visit(node, let.store); });
  }
  walk(stage.value, [&](const Expr& node) { visit(node, stage.store); });
}

Order order(const std::vector<std::vector<std::size_t>>& needs, const std::vector<std::size_t>& roots) {
  enum class Mark { kNew, kOpen, kDone };
  Order out;
  std::vector<Mark> marks(needs.size(), Mark::kNew);
  std::vector<std::pair<std::size_t, std::size_t>> stack;  // node, next of its dependencies
  for (const std::size_t root : roots) {
    if (marks[root] == Mark::kNew) {
      stack.emplace_back(root, 0);
      marks[root] = Mark::kOpen;
    }
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == needs[node].size()) {
        marks[node] = Mark::kDone;
        out.sorted.push_back(node);
        stack.pop_back();
        continue;
      }
      const std::size_t child = needs[node][next++];
      if (marks[child] == Mark::kOpen) {
        out.circle = child;
        return out;
      }
      if (marks[child] == Mark::kNew) {
        marks[child] = Mark::kOpen;
        stack.emplace_back(child, 0);
      }
    }
  }
  return out;
}

}  // namespace rtlgen::importer
