// Drives the cards of one process, in step with the others.
#include "cards/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "support/diagnostics.hpp"

namespace rtlgen::cards {

namespace {

/// Of messages: what goes to the card above, to the card below, and to process 0 at the end.
enum Tag : int { kUp = 0, kDown = 1, kResult = 2 };

/// The first letter of a shared fault.
constexpr char kDevice = 'D', kRun = 'R';

std::size_t at(int i) { return static_cast<std::size_t>(i); }

const host::Field field_of(const host::Accelerator& accelerator, const std::string& name) {
  for (host::Field& field : accelerator.fields()) {
    if (field.name == name) return field;
  }
  RTLGEN_CHECK(false, "a field that the accelerator has not");
  return {};
}

}  // namespace

Group::Group(Transport& transport, std::vector<Slab> slabs, std::int64_t rows, std::vector<Card> cards, std::vector<std::string> state)
    : transport_(transport), slabs_(std::move(slabs)), rows_(rows), cards_(std::move(cards)), state_(std::move(state)), times_(cards_.size()) {
  RTLGEN_CHECK(static_cast<int>(slabs_.size()) == transport_.cards() && static_cast<int>(cards_.size()) == transport_.local(), "as many slabs as cards");
}

void Group::note_one(int local, const std::function<void(Card&)>& action) {
  std::string text;
  char kind = kRun;
  try {
    action(cards_[at(local)]);
  } catch (const host::DeviceError& fault) {
    kind = kDevice;
    text = fault.what();
  } catch (const host::Error& fault) {
    text = fault.what();
  }
  if (text.empty() || !fault_.empty()) return;
  fault_ = fmt::format("{}card {}{}: {}", kind, transport_.first() + local, transport_.processes() > 1 ? fmt::format(" (process {})", transport_.process()) : "", text);
}

void Group::note(const std::function<void(int card, Card&)>& action) {
  for (int local = 0; local < transport_.local(); ++local) {
    note_one(local, [&](Card& card) { action(local, card); });
  }
}

void Group::agree() {
  const std::vector<std::string> faults = transport_.share(fault_);
  fault_.clear();
  for (const std::string& fault : faults) {
    if (!fault.empty()) throw CardFault(fault.substr(1), fault.front() == kDevice);
  }
}

void Group::everywhere(const std::function<void(int card, Card&)>& action) {
  note(action);
  agree();
}

std::uint64_t Group::row_bytes(Card& card, const std::string& field) const {
  const host::Field f = field_of(*card.accelerator, field);
  return f.cells() / f.extents.back() * static_cast<std::uint64_t>(f.cell_bytes);
}

void Group::load(const std::string& field, std::span<const std::uint8_t> cells, bool by_rows) {
  everywhere([&](int local, Card& card) {
    if (!by_rows) return card.accelerator->load(field, cells.data(), cells.size());
    const Slab& s = slab(local);
    const std::uint64_t row = row_bytes(card, field);
    std::vector<std::uint8_t> own(static_cast<std::size_t>(s.rows()) * row);
    for (std::int64_t r = 0; r < s.rows(); ++r) {
      const std::int64_t from = (s.first - s.low + r + rows_) % rows_;
      std::memcpy(own.data() + static_cast<std::uint64_t>(r) * row, cells.data() + static_cast<std::uint64_t>(from) * row, row);
    }
    card.accelerator->load(field, own.data(), own.size());
  });
}

void Group::send_edges(int local, Card& card, const std::string& field) {
  const Slab& s = slab(local);
  const int me = transport_.first() + local;
  const std::uint64_t row = row_bytes(card, field);
  const auto send = [&](std::int64_t first, std::int64_t count, int to, Tag tag) {
    std::vector<std::uint8_t> bytes(static_cast<std::uint64_t>(count) * row);
    // A neighbour waits for the message even if this card has none to give.
    try {
      card.accelerator->read_rows(field, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count), bytes.data(), bytes.size());
    } catch (...) {
      transport_.post(me, to, tag, std::move(bytes));
      throw;
    }
    transport_.post(me, to, tag, std::move(bytes));
  };
  const std::int64_t for_below = s.below < 0 ? 0 : slabs_[at(s.below)].high, for_above = s.above < 0 ? 0 : slabs_[at(s.above)].low;
  std::exception_ptr first_fault;
  const auto guarded = [&](auto&&... arguments) {
    try {
      send(arguments...);
    } catch (...) {
      if (!first_fault) first_fault = std::current_exception();
    }
  };
  if (for_below > 0) guarded(s.low, for_below, s.below, kDown);
  if (for_above > 0) guarded(s.low + s.count - for_above, for_above, s.above, kUp);
  if (first_fault) std::rethrow_exception(first_fault);
}

void Group::receive_ghosts(int local, Card& card, const std::string& field) {
  const Slab& s = slab(local);
  const int me = transport_.first() + local;
  const std::uint64_t row = row_bytes(card, field);
  const auto message = [&](std::int64_t count, int from, Tag tag) {
    return count > 0 ? transport_.take(from, me, tag, static_cast<std::uint64_t>(count) * row) : std::vector<std::uint8_t>();
  };
  // Both are taken before a card may refuse one.
  const std::vector<std::uint8_t> low = message(s.low, s.below, kUp), high = message(s.high, s.above, kDown);
  const auto load = [&](std::int64_t first, const std::vector<std::uint8_t>& rows) {
    if (!rows.empty()) card.accelerator->load_rows(field, static_cast<std::uint64_t>(first), rows.size() / row, rows.data(), rows.size());
  };
  load(0, low);
  load(s.low + s.count, high);
}

void Group::run(const std::vector<std::uint64_t>& passes) {
  std::vector<double> begun(cards_.size());
  const auto since = [&](int local) {
    const double now = cards_[at(local)].now_ns(), before = begun[at(local)];
    begun[at(local)] = now;
    return now - before;
  };
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    const bool last = pass + 1 == passes.size();
    note([&](int local, Card& card) {
      begun[at(local)] = card.now_ns();
      card.accelerator->start(passes[pass]);
    });
    // A card's rows leave as soon as it has ended, while others compute. One that has failed sends rows too, as its neighbours wait for them.
    for (int local = 0; local < transport_.local(); ++local) {
      note_one(local, [&](Card& card) {
        card.accelerator->wait();
        times_[at(local)].run_ns.push_back(since(local));
      });
      for (std::size_t f = 0; f < state_.size() && !last; ++f) note_one(local, [&](Card& card) { send_edges(local, card, state_[f]); });
    }
    for (std::size_t f = 0; f < state_.size() && !last; ++f) note([&](int local, Card& card) { receive_ghosts(local, card, state_[f]); });
    for (int local = 0; local < transport_.local() && !last; ++local) times_[at(local)].exchange_ns.push_back(since(local));
    agree();
  }
}

void Group::gather(const std::string& field, std::span<std::uint8_t> cells) {
  std::vector<std::vector<std::uint8_t>> owned(cards_.size());
  everywhere([&](int local, Card& card) {
    const Slab& s = slab(local);
    owned[at(local)].resize(static_cast<std::uint64_t>(s.count) * row_bytes(card, field));
    card.accelerator->read_rows(field, static_cast<std::uint64_t>(s.low), static_cast<std::uint64_t>(s.count), owned[at(local)].data(), owned[at(local)].size());
  });
  for (int local = 0; local < transport_.local(); ++local) transport_.post(transport_.first() + local, 0, kResult, std::move(owned[at(local)]));
  if (!transport_.is_root()) return;
  const std::uint64_t row = row_bytes(cards_.front(), field);
  for (std::size_t c = 0; c < slabs_.size(); ++c) {
    const auto own = transport_.take(static_cast<int>(c), 0, kResult, static_cast<std::uint64_t>(slabs_[c].count) * row);
    std::memcpy(cells.data() + static_cast<std::uint64_t>(slabs_[c].first) * row, own.data(), own.size());
  }
}

std::vector<CardTimes> Group::times() {
  std::ostringstream mine;
  mine.precision(17);
  for (const CardTimes& card : times_) {
    for (const std::vector<double>* list : {&card.run_ns, &card.exchange_ns}) {
      mine << list->size();
      for (const double ns : *list) mine << ' ' << ns;
      mine << '\n';
    }
  }
  std::vector<CardTimes> all;
  for (const std::string& text : transport_.share(mine.str())) {
    std::istringstream stream(text);
    for (int local = 0; local < transport_.local(); ++local) {
      CardTimes card;
      for (std::vector<double>* list : {&card.run_ns, &card.exchange_ns}) {
        std::size_t count = 0;
        stream >> count;
        list->resize(count);
        for (double& ns : *list) stream >> ns;
      }
      all.push_back(std::move(card));
    }
  }
  return all;
}

}  // namespace rtlgen::cards
