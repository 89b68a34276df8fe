// Weights of operators, and sums of them.
#include "work.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "expressions.hpp"
#include "spec/operations.hpp"

namespace rtlgen::test {

bool is_by_tables(const std::string& word) {
  static const std::set<std::string_view> words = [] {
    std::set<std::string_view> all;
    for (const spec::Operation& row : spec::operations()) {
      if (row.bits != nullptr) all.insert(row.symbol);
    }
    return all;
  }();
  return words.contains(word);
}

int weight(const Expr& e) {
  int sum = 0;
  for (const Expr& a : e.args) sum += weight(a);
  const bool wide = e.type.width > 32;
  if (e.kind == Expr::Kind::kText || e.kind == Expr::Kind::kTap) return sum;
  if (e.text == "pow" || e.text == "tan" || e.text == "atan2") return sum + (wide ? 200 : 60);
  if (is_by_tables(e.text)) return sum + (wide ? 100 : 25);
  if (e.text == "/" || e.text == "%" || e.text == "sqrt" || e.text == "hypot") return sum + (wide ? 25 : 8);
  if (e.text == "fma") return sum + (wide ? 12 : 4);
  return sum + (e.type.is_float() ? 2 : 1) * (wide ? 2 : 1);
}

std::int64_t work_of(const Program& program) {
  std::int64_t work = program.iterations * (program.vectors ? 2 : 1);
  for (const std::int64_t extent : program.grid) work *= extent;
  int logic = 1;
  for (const Line& l : program.lines) logic += weight(l.expr);
  return work * logic;
}

std::optional<int> products_of(const Expr& e) {
  static const std::set<std::string> kTakeBlocks = {"fma", "hypot", "/", "%", "sqrt"};
  if (kTakeBlocks.contains(e.text) || is_by_tables(e.text)) return std::nullopt;
  int products = e.kind == Expr::Kind::kInfix && e.text == "*" ? 1 : 0;
  for (const Expr& a : e.args) {
    const auto its = products_of(a);
    if (!its) return std::nullopt;
    products += *its;
  }
  return products;
}

}  // namespace rtlgen::test
