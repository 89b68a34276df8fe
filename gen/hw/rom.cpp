// Turns the output of a finished module into a wire, and gives the output a new driver.
#include "hw/rom.hpp"

#include <algorithm>

#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

namespace {

/// For each bit, its index among the stored bits, or -1 if it is the same in all words.
std::vector<int> stored_places(const std::vector<Bits>& words) {
  std::vector<int> places;
  int stored = 0;
  for (int bit = 0; bit < words.front().width; ++bit) {
    const bool same = std::all_of(words.begin(), words.end(),
                                  [&](const Bits& word) { return word.bit(bit) == words.front().bit(bit); });
    places.push_back(same ? -1 : stored++);
  }
  RTLGEN_CHECK(stored > 0, "all words of a ROM are the same");
  return places;
}

std::vector<Bits> stored_bits(const std::vector<Bits>& words, const std::vector<int>& places) {
  const int width = *std::max_element(places.begin(), places.end()) + 1;
  std::vector<Bits> out;
  for (const Bits& word : words) {
    Bits kept = Bits::zero(width);
    for (int bit = 0; bit < word.width; ++bit)
      if (places[at(bit)] >= 0) kept.set_bit(places[at(bit)], word.bit(bit));
    out.push_back(std::move(kept));
  }
  return out;
}

ExprId add_expr(Module& m, ExprKind kind, int width, std::vector<ExprId> args) {
  Expr e;
  e.kind = kind;
  e.width = width;
  e.args = std::move(args);
  return m.exprs.push_back(std::move(e));
}

ExprId read_of(Module& m, SignalId signal) {
  const ExprId id = add_expr(m, ExprKind::kSignal, m.signals[signal].width, {});
  m.exprs[id].signal = signal;
  return id;
}

/// Joins the whole word from runs of stored bits and of bits that are the same in all words.
ExprId whole_word(Module& m, ExprId stored, const Bits& any_word, const std::vector<int>& places) {
  std::vector<ExprId> high_first;
  for (int low = 0; low < any_word.width;) {
    const bool is_stored = places[at(low)] >= 0;
    int high = low;
    while (high < any_word.width && (places[at(high)] >= 0) == is_stored) ++high;
    ExprId part;
    if (is_stored) {
      part = add_expr(m, ExprKind::kSlice, high - low, {stored});
      m.exprs[part].low = places[at(low)];
    } else {
      part = add_expr(m, ExprKind::kConst, high - low, {});
      m.exprs[part].bits = Bits::zero(high - low);
      for (int bit = low; bit < high; ++bit) m.exprs[part].bits.set_bit(bit - low, any_word.bit(bit));
    }
    high_first.insert(high_first.begin(), part);
    low = high;
  }
  if (high_first.size() == 1 && m.exprs[high_first[0]].width == m.exprs[stored].width) return stored;
  return high_first.size() == 1 ? high_first[0] : add_expr(m, ExprKind::kConcat, any_word.width, high_first);
}

}  // namespace

Module behind_rom(Module m, const std::vector<Bits>& words) {
  const std::vector<int> places = stored_places(words);
  const std::vector<Bits> contents = stored_bits(words, places);
  const auto add_wire = [&](const char* name, int width) {
    return m.signals.push_back({name, width, SignalKind::kWire, "", false});
  };
  SignalId output;
  for (const SignalId id : m.signals.ids())
    if (m.signals[id].kind == SignalKind::kOutput) output = id;
  const SignalId address = add_wire("rom_address", m.signals[output].width);
  for (Item& item : m.items) {
    if (auto* a = std::get_if<Assign>(&item); a != nullptr && a->target == output) a->target = address;
  }
  m.signals[output].width = words.front().width;
  const int width = contents.front().width;
  const SignalId read = add_wire("word", width), held = add_wire("word_out", width);
  Memory rom;
  rom.name = "words";
  rom.depth = static_cast<int>(words.size());
  rom.width = width;
  rom.style = MemoryStyle::kBlock;
  rom.q = read;
  rom.address = read_of(m, address);
  rom.contents = contents;
  m.items.emplace_back(Section{"ROM"});
  m.items.emplace_back(std::move(rom));
  m.items.emplace_back(Section{"its output register"});
  m.items.emplace_back(Register{held, read_of(m, read), {}, std::nullopt});
  m.items.emplace_back(Assign{output, whole_word(m, read_of(m, held), words.front(), places)});
  m.uses_clock = true;
  verify(m);
  return m;
}

}  // namespace rtlgen::hw
