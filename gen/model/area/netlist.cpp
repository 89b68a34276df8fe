// Items, wiring, selections and tables.
#include "model/area/netlist.hpp"

#include "model/area/blaster.hpp"
#include "model/area/cells.hpp"

namespace rtlgen::model {

Word Blaster::wiring(const hw::Expr& e) {
  const auto arg = [&](std::size_t i) -> const Word& { return value(e.args[i]); };
  Word word;
  switch (e.kind) {
    case hw::ExprKind::kConst:
      return constant(e.bits, e.width);
    case hw::ExprKind::kSignal:
      return wire(e.signal);
    case hw::ExprKind::kSlice: {
      const Word& from = arg(0);
      return Word(from.begin() + e.low, from.begin() + e.low + e.width);
    }
    case hw::ExprKind::kConcat:
      word.reserve(index(e.width));
      for (std::size_t i = e.args.size(); i-- > 0;) append(word, arg(i));
      return word;
    case hw::ExprKind::kRepeat:
      word.reserve(index(e.width));
      while (word.size() < index(e.width)) append(word, arg(0));
      return word;
    case hw::ExprKind::kZext:
      return extended(arg(0), e.width, kFalse);
    case hw::ExprKind::kSext:
      return extended(arg(0), e.width, arg(0).back());
    default:
      return {};
  }
}

Word Blaster::make(const hw::Expr& e) {
  const auto arg = [&](std::size_t i) -> const Word& { return value(e.args[i]); };
  switch (e.kind) {
    case hw::ExprKind::kNot:
      return inverted(arg(0));
    case hw::ExprKind::kAnd:
      return bitwise(arg(0), arg(1), &Logic::both);
    case hw::ExprKind::kOr:
      return bitwise(arg(0), arg(1), &Logic::either);
    case hw::ExprKind::kXor:
      return bitwise(arg(0), arg(1), &Logic::exclusive);
    case hw::ExprKind::kReduceAnd:
      return {logic().all(arg(0))};
    case hw::ExprKind::kReduceOr:
      return {logic().any(arg(0))};
    case hw::ExprKind::kReduceXor:
      return {logic().parity(arg(0))};
    case hw::ExprKind::kEq:
      return {invert(logic().any(bitwise(arg(0), arg(1), &Logic::exclusive)))};
    case hw::ExprKind::kNe:
      return {logic().any(bitwise(arg(0), arg(1), &Logic::exclusive))};
    case hw::ExprKind::kMux: {
      Word word = chosen(arg(0).front(), arg(1), arg(2));
      for (std::size_t i = 0; i < word.size(); ++i) {
        if (logic().is_gate(word[i])) net_.choices.add(word[i], {arg(0).front(), arg(1)[i], arg(2)[i]});
      }
      return word;
    }
    case hw::ExprKind::kTable:
      return looked_up(e);
    case hw::ExprKind::kShl:
    case hw::ExprKind::kShr:
    case hw::ExprKind::kSar:
      return shifted(arg(0), arg(1), e.kind);
    case hw::ExprKind::kAdd:
    case hw::ExprKind::kSub:
    case hw::ExprKind::kAddCarry:
    case hw::ExprKind::kMul:
    case hw::ExprKind::kMulSigned:
    case hw::ExprKind::kUlt:
    case hw::ExprKind::kUle:
    case hw::ExprKind::kSlt:
    case hw::ExprKind::kSle:
      return arithmetic(e);
    default:
      return wiring(e);
  }
}

Word Blaster::shifted(const Word& a, const Word& amount, hw::ExprKind kind) {
  const Literal fill = kind == hw::ExprKind::kSar ? a.back() : kFalse;
  Word word = a;
  Word beyond;
  for (std::size_t stage = 0; stage < amount.size(); ++stage) {
    const std::size_t by = stage < 31 ? std::size_t{1} << stage : word.size();
    if (by >= word.size()) {
      beyond.push_back(amount[stage]);
      continue;
    }
    Word moved(word.size(), fill);
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (kind == hw::ExprKind::kShl && i >= by) moved[i] = word[i - by];
      if (kind != hw::ExprKind::kShl && i + by < word.size()) moved[i] = word[i + by];
    }
    word = chosen(amount[stage], moved, word);
  }
  return chosen(logic().any(beyond), Word(word.size(), fill), word);
}

Word Blaster::looked_up(const hw::Expr& e) {
  const Word at = value(e.args[0]);
  const std::size_t words = std::size_t{1} << at.size();
  Word result;
  for (int bit = 0; bit < e.width; ++bit) {
    Word column;
    for (std::size_t w = 0; w < words; ++w)
      column.push_back(e.bits.bit(static_cast<int>(w) * e.width + bit) ? kTrue : kFalse);
    for (const Literal select : at) {
      Word half;
      for (std::size_t w = 0; w + 1 < column.size(); w += 2)
        half.push_back(logic().choose(select, column[w + 1], column[w]));
      column = std::move(half);
    }
    result.push_back(column.front());
  }
  return result;
}

Netlist netlist_of(const hw::Module& module, const Fabric& fabric) { return Blaster(module, fabric).run(); }

}  // namespace rtlgen::model
