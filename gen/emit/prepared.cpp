// Queries about a prepared module, for the printers: atoms, tables, addresses, unread bits.
#include <algorithm>

#include "emit/canonical.hpp"
#include "emit/prepare.hpp"
#include "support/index.hpp"
#include "support/widths.hpp"

namespace rtlgen::emit {

using hw::Expr;
using hw::ExprId;
using hw::ExprKind;
using hw::SignalId;

bool is_atom(const hw::Module& module, ExprId id) {
  const Expr& e = module.exprs[id];
  switch (e.kind) {
    case ExprKind::kConst:
    case ExprKind::kSignal:
      return true;
    case ExprKind::kSlice:
      return module.exprs[e.args[0]].kind == ExprKind::kSignal;
    default:
      return false;
  }
}

const Expr* assigned_table(const hw::Module& prepared, const hw::Assign& assign) {
  const Expr& e = prepared.exprs[assign.value];
  return e.kind == ExprKind::kTable ? &e : nullptr;
}

std::vector<hw::Bits> table_words(const Expr& table) {
  std::vector<hw::Bits> words;
  for (int first = 0; first < table.bits.width; first += table.width) {
    hw::Bits word(table.width, 0);
    for (int i = 0; i < table.width; ++i) word.set_bit(i, table.bits.bit(first + i));
    words.push_back(std::move(word));
  }
  return words;
}

int address_bits(int depth) { return bits_for(depth - 1); }

std::vector<BitRange> unread_bits(const hw::Module& prepared) {
  const auto& exprs = prepared.exprs;
  IndexVector<SignalId, std::vector<bool>> read;
  for (const hw::Signal& s : prepared.signals) read.push_back(std::vector<bool>(at(s.width), false));
  IndexVector<ExprId, bool> seen(exprs.size(), false);
  const auto visit = [&](ExprId start) {
    std::vector<ExprId> stack{start};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      const Expr& e = exprs[id];
      const bool slice = e.kind == ExprKind::kSlice;
      if (slice || e.kind == ExprKind::kSignal) {
        const SignalId s = slice ? exprs[e.args[0]].signal : e.signal;
        auto& bits = read[s];
        std::fill_n(bits.begin() + (slice ? e.low : 0), e.width, true);
      } else {
        stack.insert(stack.end(), e.args.begin(), e.args.end());
      }
    }
  };
  for_each_use(prepared, visit);
  std::vector<BitRange> result;
  for (const SignalId id : read.ids()) {
    if (prepared.signals[id].kind == hw::SignalKind::kOutput) continue;
    for (int high = prepared.signals[id].width - 1; high >= 0;) {
      if (read[id][at(high)]) {
        --high;
        continue;
      }
      int low = high;
      while (low > 0 && !read[id][at(low - 1)]) --low;
      result.push_back({id, high, low});
      high = low - 1;
    }
  }
  return result;
}

}  // namespace rtlgen::emit
