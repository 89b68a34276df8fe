// Drives the cards of one process, in step with the others.
#include "cards/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::cards {

namespace {

/// The first letter of a shared fault gives its kind.
constexpr char kDevice = 'D', kRun = 'R';

std::string text_of(double number) { return fmt::format("{:.17g}", number); }

}  // namespace

Group::Group(Transport& transport, std::vector<Slab> slabs, std::int64_t rows, std::vector<Card> cards,
             std::vector<std::string> state)
    : transport_(transport),
      slabs_(std::move(slabs)),
      each_(static_cast<int>(slabs_.size()) / transport.cards()),
      rows_(rows),
      cards_(std::move(cards)),
      state_(std::move(state)),
      times_(cards_.size()),
      failed_(cards_.size()) {
  RTLGEN_CHECK(static_cast<int>(slabs_.size()) == each_ * transport_.cards() &&
                   static_cast<int>(cards_.size()) == transport_.local(),
               "all cards have the same number of slabs");
}

void Group::note(int local, const std::function<void(Card&)>& action) {
  if (failed_[at(local)]) return;
  std::string text;
  char kind = kRun;
  try {
    action(cards_[at(local)]);
    return;
  } catch (const host::DeviceError& fault) {
    kind = kDevice;
    text = fault.what();
  } catch (const host::Error& fault) {
    text = fault.what();
  }
  failed_[at(local)] = true;
  if (!fault_.empty()) return;
  fault_ = fmt::format("{}card {}{}: {}", kind, transport_.first() + local,
                       transport_.processes() > 1 ? fmt::format(" (process {})", transport_.process()) : "", text);
}

std::vector<std::string> Group::shared_faults() {
  std::vector<std::string> faults = transport_.share(fault_);
  fault_.clear();
  return faults;
}

void Group::check(const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) {
    if (!fault.empty()) throw CardFault(fault.substr(1), fault.front() == kDevice);
  }
}

void Group::everywhere(const std::function<void(int card, Card&)>& action) {
  for (int local = 0; local < transport_.local(); ++local) {
    note(local, [&](Card& card) { action(local, card); });
  }
  check(shared_faults());
}

std::uint64_t Group::row_bytes(const std::string& field) {
  for (const host::Field& f : cards_.front().slabs->slab(0).fields()) {
    if (f.name == field) return f.cells() / f.extents.back() * static_cast<std::uint64_t>(f.cell_bytes);
  }
  RTLGEN_CHECK(false, "a field that the accelerator lacks");
  return 0;
}

void Group::load(const std::string& field, std::span<const std::uint8_t> cells, bool by_rows) {
  everywhere([&](int local, Card&) {
    for (int number = first_of(local); number < first_of(local) + each_; ++number) {
      if (!by_rows) {
        accelerator(number).load(field, cells.data(), cells.size());
        continue;
      }
      const Slab& s = slab(number);
      const std::uint64_t row = row_bytes(field);
      std::vector<std::uint8_t> own(static_cast<std::size_t>(s.rows()) * row);
      for (std::int64_t r = 0; r < s.rows(); ++r) {
        const std::int64_t from = (s.first - s.low + r + rows_) % rows_;
        std::memcpy(own.data() + static_cast<std::uint64_t>(r) * row,
                    cells.data() + static_cast<std::uint64_t>(from) * row, row);
      }
      accelerator(number).load(field, own.data(), own.size());
    }
  });
}

/// Sends rows to a neighbour. The neighbour waits for them, so a message is sent even if this card has failed. Messages
/// end with the time at which the rows were read.
void Group::send(int from, int to, Tag tag, std::int64_t first, std::int64_t count, const std::string& field) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(count) * row_bytes(field);
  std::vector<std::uint8_t> message(bytes + sizeof(double));
  note(slab(from).card - transport_.first(), [&](Card& card) {
    accelerator(from).read_rows(field, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count),
                                message.data(), bytes);
    const double now = card.now_ns();
    std::memcpy(message.data() + bytes, &now, sizeof now);
  });
  if (slab(from).card == slab(to).card)
    waiting_[{from, to, tag}].push_back(std::move(message));
  else
    transport_.post(slab(from).card, slab(to).card, tag, std::move(message));
}

/// Receives rows from another card.
void Group::fetch(int from, int to, Tag tag, std::int64_t count, const std::string& field) {
  if (slab(from).card == slab(to).card) return;
  const std::uint64_t bytes = static_cast<std::uint64_t>(count) * row_bytes(field);
  waiting_[{from, to, tag}].push_back(transport_.take(slab(from).card, slab(to).card, tag, bytes + sizeof(double)));
}

/// Writes received rows into the ghosts.
void Group::put(int from, int to, Tag tag, std::int64_t first, std::int64_t count, const std::string& field) {
  auto& queue = waiting_[{from, to, tag}];
  RTLGEN_CHECK(!queue.empty(), "rows are written before they were read");
  const std::vector<std::uint8_t> message = std::move(queue.front());
  queue.pop_front();
  note(slab(to).card - transport_.first(), [&](Card& card) {
    const std::uint64_t bytes = message.size() - sizeof(double);
    double sent = 0;
    std::memcpy(&sent, message.data() + bytes, sizeof sent);
    if (card.sleep_until) card.sleep_until(sent);
    accelerator(to).load_rows(field, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count),
                              message.data(), bytes);
  });
}

/// Exchanges rows in a slot: reads and sends rows of the previous slot's slab, and writes ghosts between slabs that
/// have both ended. `exposed`: before this slot's run, which waits for them; otherwise during the run. Messages are
/// received in the slot in which they are sent, so none is ever left over.
void Group::exchange(int slot_now, bool exposed) {
  const int before = (slot_now + each_ - 1) % each_;
  const auto each = [&](const auto& action) {
    for (int number = first_of(0); number < first_of(transport_.local()); ++number) {
      for (const std::string& field : state_) action(number, slab(number), field);
    }
  };
  const auto is_now = [&](int from, int to) {
    return from >= 0 && to >= 0 && is_exposed(slab(from).slot, slab(to).slot, each_) == exposed;
  };
  const auto has_ended = [&](int from, int to) { return is_now(from, to) && slab(from).slot == before; };
  const auto is_due = [&](int from, int to) {
    return is_now(from, to) && std::max(slab(from).slot, slab(to).slot) == before;
  };
  // All cards send before any receives: none waits for a message that this process has yet to send.
  each([&](int number, const Slab& s, const std::string& field) {
    if (has_ended(number, s.below) && slab(s.below).high > 0)
      send(number, s.below, kDown, s.low, slab(s.below).high, field);
    if (has_ended(number, s.above) && slab(s.above).low > 0)
      send(number, s.above, kUp, s.low + s.count - slab(s.above).low, slab(s.above).low, field);
  });
  each([&](int number, const Slab& s, const std::string& field) {
    if (has_ended(s.below, number) && s.low > 0) fetch(s.below, number, kUp, s.low, field);
    if (has_ended(s.above, number) && s.high > 0) fetch(s.above, number, kDown, s.high, field);
  });
  each([&](int number, const Slab& s, const std::string& field) {
    if (is_due(s.below, number) && s.low > 0) put(s.below, number, kUp, 0, s.low, field);
    if (is_due(s.above, number) && s.high > 0) put(s.above, number, kDown, s.low + s.count, s.high, field);
  });
}

/// `exchanges`: the results of the previous slot are needed again. `is_end`: the last slot of a pass.
void Group::run_slot(int number, std::uint64_t steps, bool exchanges, bool is_end) {
  const auto each = [&](const auto& action) {
    for (int local = 0; local < transport_.local(); ++local) {
      note(local, [&](Card& card) { action(local, card); });
    }
  };
  const auto timed = [&](std::vector<double> CardTimes::*list, const auto& action) {
    std::vector<double> begun(cards_.size());
    each([&](int local, Card& card) { begun[at(local)] = card.now_ns(); });
    action();
    each([&](int local, Card& card) { (times_[at(local)].*list).back() += card.now_ns() - begun[at(local)]; });
  };
  const auto running = [&](int local) -> host::Accelerator& {
    int s = first_of(local);
    while (slab(s).slot != number) ++s;
    return accelerator(s);
  };
  if (number == 0) {
    for (CardTimes& times : times_) times.run_ns.push_back(0);
  }
  if (number == 0 && exchanges) {
    for (CardTimes& times : times_) times.exchange_ns.push_back(0);
    timed(&CardTimes::exchange_ns, [&] { exchange(number, true); });
  }
  std::vector<std::string> faults;
  timed(&CardTimes::run_ns, [&] {
    each([&](int local, Card&) { running(local).start(steps); });
    if (exchanges) exchange(number, false);
    if (is_end) faults = shared_faults();
    // Cards without a fault finish their runs before anything is thrown.
    each([&](int local, Card&) { running(local).wait(); });
  });
  check(faults);
}

/// Simulated cards begin at the same time, so that their times can be compared.
void Group::align_clocks() {
  double latest = 0;
  for (const Card& card : cards_) latest = std::max(latest, card.now_ns());
  for (const std::string& text : transport_.share(text_of(latest))) latest = std::max(latest, std::stod(text));
  for (const Card& card : cards_) {
    if (card.sleep_until) card.sleep_until(latest);
  }
}

void Group::run(const std::vector<std::uint64_t>& passes) {
  align_clocks();
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    const bool last = pass + 1 == passes.size();
    for (int s = 0; s < each_; ++s) run_slot(s, passes[pass], s == 0 ? pass > 0 : !last, s + 1 == each_);
  }
  check(shared_faults());
}

void Group::gather(const std::string& field, std::span<std::uint8_t> cells) {
  const std::uint64_t row = row_bytes(field);
  std::vector<std::vector<std::uint8_t>> owned(cards_.size());
  everywhere([&](int local, Card&) {
    std::vector<std::uint8_t>& own = owned[at(local)];
    for (int number = first_of(local); number < first_of(local) + each_; ++number) {
      const Slab& s = slab(number);
      const std::size_t before = own.size();
      own.resize(before + static_cast<std::uint64_t>(s.count) * row);
      accelerator(number).read_rows(field, static_cast<std::uint64_t>(s.low), static_cast<std::uint64_t>(s.count),
                                    own.data() + before, own.size() - before);
    }
  });
  for (int local = 0; local < transport_.local(); ++local)
    transport_.post(transport_.first() + local, 0, kResult, std::move(owned[at(local)]));
  if (!transport_.is_root()) return;
  for (int c = 0; c < transport_.cards(); ++c) {
    std::int64_t rows = 0;
    for (int number = c * each_; number < (c + 1) * each_; ++number) rows += slab(number).count;
    const auto own = transport_.take(c, 0, kResult, static_cast<std::uint64_t>(rows) * row);
    std::memcpy(cells.data() + static_cast<std::uint64_t>(slab(c * each_).first) * row, own.data(), own.size());
  }
}

std::vector<CardTimes> Group::times() {
  std::ostringstream mine;
  for (const CardTimes& card : times_) {
    for (const std::vector<double>* list : {&card.run_ns, &card.exchange_ns}) {
      mine << list->size();
      for (const double ns : *list) mine << ' ' << text_of(ns);
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
