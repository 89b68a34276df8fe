// Sums of three or more words: compressors as in Yosys' maccmap, and the adder for the last two.
#include <algorithm>
#include <utility>

#include "model/area/blaster.hpp"

namespace rtlgen::model {

namespace {

/// Moves the tallest of the low columns into the `places` free places of a tree of adders: the lowest bit of each carry
/// word and the carry-in. A bit of column i takes 2^i of them. Returns whether one fitted.
bool fill_slots(std::vector<std::vector<Literal>>& columns, std::size_t places, std::vector<Literal>& slots) {
  constexpr std::size_t kHighest = 4;
  std::size_t height = 0, last = 0, needed = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].size() < height) continue;
    height = columns[i].size();
    last = i;
  }
  if (height == 0 || last > kHighest) return false;
  const auto tall = [&](std::size_t i) { return columns[i].size() == height; };
  for (std::size_t i = 0; i <= last; ++i) needed += tall(i) ? std::size_t{1} << i : 0;
  if (needed + slots.size() > places) return false;
  for (std::size_t i = 0; i <= last; ++i) {
    if (!tall(i)) continue;
    slots.insert(slots.end(), std::size_t{1} << i, columns[i].front());
    columns[i].erase(columns[i].begin());
  }
  return true;
}

/// The sum of three words as two: sum bits, and carries after a carry-in.
std::pair<Word, Word> carry_save(Logic& logic, const Word& x, const Word& y, const Word& z, Literal carry_in) {
  Word bits, carries{carry_in};
  for (std::size_t k = 0; k < x.size(); ++k) {
    Literal a = x[k], b = y[k], c = z[k];
    // Equal or opposite bits, such as those of two signs, come first, because their sum is a constant.
    if (b >> 1 == c >> 1) std::swap(a, c);
    if (a >> 1 == c >> 1) std::swap(b, c);
    const Literal half = logic.exclusive(a, b);
    bits.push_back(logic.exclusive(half, c));
    if (k + 1 < x.size()) carries.push_back(logic.either(logic.both(a, b), logic.both(half, c)));
  }
  return {std::move(bits), std::move(carries)};
}

}  // namespace

/// Reduces three words to two (Yosys' maccmap) until two are left, which a chain adds. Subtracted words first pass
/// inverters, which hide constants from maccmap; it replaces two equal bits of a column by one in the next.
Word Blaster::compressed(const std::vector<Term>& list, std::size_t width) {
  std::vector<std::vector<Literal>> columns(width);
  const auto put = [&](Literal l, std::size_t i) {
    for (; i < width; ++i) {
      const auto same = std::find(columns[i].begin(), columns[i].end(), l);
      if (same == columns[i].end()) return columns[i].push_back(l);
      columns[i].erase(same);
    }
  };
  for (const Term& t : list) {
    for (std::size_t i = 0; i < width && !t.negative; ++i) {
      if (t.word[i] != kFalse) put(t.word[i], i);
    }
    if (t.negative) put(kTrue, 0);
  }
  for (const Term& t : list) {
    for (std::size_t i = 0; i < width && t.negative; ++i) columns[i].push_back(invert(t.word[i]));
  }
  std::vector<Word> words;
  std::vector<Literal> slots;
  while (std::any_of(columns.begin(), columns.end(), [](const auto& column) { return !column.empty(); })) {
    Word word(width, kFalse);
    for (std::size_t i = 0; i < width; ++i) {
      if (columns[i].empty()) continue;
      word[i] = columns[i].front();
      columns[i].erase(columns[i].begin());
    }
    words.push_back(std::move(word));
    while (fill_slots(columns, words.size() - 1, slots)) continue;
  }
  const auto slot = [&] {
    if (slots.empty()) return kFalse;
    const Literal l = slots.back();
    slots.pop_back();
    return l;
  };
  while (words.size() > 2) {
    std::vector<Word> fewer;
    std::size_t i = 0;
    for (; i + 2 < words.size(); i += 3) {
      auto [bits, carries] = carry_save(logic(), words[i], words[i + 1], words[i + 2], slot());
      fewer.push_back(std::move(bits));
      fewer.push_back(std::move(carries));
    }
    for (; i < words.size(); ++i) fewer.push_back(words[i]);
    words = std::move(fewer);
  }
  words.resize(2, Word(width, kFalse));
  const Literal carry = slot();
  return fabric_.counts_luts() ? chain(words[0], words[1], carry, false) : in_gates(words[0], words[1], carry);
}

/// A prefix adder (Brent and Kung) for the last step of a long sum in ALMs, whose chains are used up before.
Word Blaster::in_gates(const Word& a, const Word& b, Literal carry) {
  const std::size_t width = a.size();
  Word g, p, half;
  for (std::size_t i = 0; i < width; ++i) {
    half.push_back(logic().exclusive(a[i], b[i]));
    g.push_back(logic().both(a[i], b[i]));
  }
  p = half;
  g[0] = logic().either(g[0], logic().both(half[0], carry));
  const auto join = [&](std::size_t i, std::size_t from) {
    g[i] = logic().either(g[i], logic().both(p[i], g[from]));
    p[i] = logic().both(p[i], p[from]);
  };
  std::size_t step = 1;
  for (; step < width; step *= 2) {
    for (std::size_t i = 2 * step - 1; i < width; i += 2 * step) join(i, i - step);
  }
  for (; step > 0; step /= 2) {
    for (std::size_t i = 3 * step - 1; i < width; i += 2 * step) join(i, i - step);
  }
  Word result;
  for (std::size_t i = 0; i < width; ++i) result.push_back(logic().exclusive(half[i], i == 0 ? carry : g[i - 1]));
  return result;
}

}  // namespace rtlgen::model
