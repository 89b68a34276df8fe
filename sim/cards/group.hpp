// The cards of a run, each on its slabs: loads, passes with an exchange of ghosts in between, and what comes back.
//
// All processes call the same functions in the same order. What fails on one card ends the run on all, with that card's
// text.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "cards/shared_card.hpp"
#include "cards/slabs.hpp"
#include "cards/transport.hpp"

namespace rtlgen::cards {

/// A card failed, here or in another process: thrown by all processes alike.
class CardFault : public std::runtime_error {
 public:
  CardFault(const std::string& text, bool device) : std::runtime_error(text), is_device(device) {}
  bool is_device;  ///< card or driver are at fault, not the request
};

struct Card {
  std::unique_ptr<SharedCard> slabs;
  std::function<double()> now_ns;                ///< the card's time: simulated, or the machine's
  std::function<void(double)> sleep_until = {};  ///< advances simulated time; the machine's advances by itself
};

/// Of one card, pass by pass.
struct CardTimes {
  std::vector<double>
      run_ns;  ///< while it computes, from the first register to the interrupt, and what is exchanged beside that
  std::vector<double>
      exchange_ns;  ///< while it does not, before a pass: transfers of ghosts, and waiting for a neighbour's
};

class Group {
 public:
  /// `slabs`: of all cards; `cards`: those of this process. `rows`: of the grid, along its last axis. `state`: fields
  /// that are exchanged.
  Group(Transport& transport, std::vector<Slab> slabs, std::int64_t rows, std::vector<Card> cards,
        std::vector<std::string> state);

  /// Runs a step that may fail on every card of this process, and agrees with the other processes on its outcome.
  void everywhere(const std::function<void(int card, Card&)>& action);

  /// Cells of the whole grid; `by_rows`: the field has the last axis. Every slab gets its rows and ghosts.
  void load(const std::string& field, std::span<const std::uint8_t> cells, bool by_rows);
  /// Passes of so many steps each, one after the other; at the end ghosts are not exchanged.
  void run(const std::vector<std::uint64_t>& passes);
  /// The rows that slabs own, of a field of all axes; at process 0 into `cells`, of the whole grid, elsewhere that is
  /// not touched.
  void gather(const std::string& field, std::span<std::uint8_t> cells);

  /// Of all cards, in every process.
  [[nodiscard]] std::vector<CardTimes> times();

 private:
  /// Of messages: ghosts of the slab above, of the slab below, and what goes to process 0 at the end.
  enum Tag : int { kUp = 0, kDown = 1, kResult = 2 };

  [[nodiscard]] const Slab& slab(int number) const { return slabs_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] int first_of(int local) const { return (transport_.first() + local) * each_; }
  [[nodiscard]] Card& card_of(int number) {
    return cards_[static_cast<std::size_t>(slab(number).card - transport_.first())];
  }
  [[nodiscard]] host::Accelerator& accelerator(int number) { return card_of(number).slabs->slab(number % each_); }
  [[nodiscard]] std::uint64_t row_bytes(const std::string& field);

  /// Records what fails; a card that has failed gets no further calls.
  void note(int local, const std::function<void(Card&)>& action);
  /// What each process has recorded since; the same in all.
  [[nodiscard]] std::vector<std::string> shared_faults();
  static void check(const std::vector<std::string>& faults);

  void align_clocks();
  void run_slot(int number, std::uint64_t steps, bool exchanges, bool is_end);
  void exchange(int slot, bool exposed);
  void send(int from, int to, Tag tag, std::int64_t first, std::int64_t count, const std::string& field);
  void fetch(int from, int to, Tag tag, std::int64_t count, const std::string& field);
  void put(int from, int to, Tag tag, std::int64_t first, std::int64_t count, const std::string& field);

  Transport& transport_;
  std::vector<Slab> slabs_;
  int each_;  ///< slabs of a card
  std::int64_t rows_;
  std::vector<Card> cards_;
  std::vector<std::string> state_;
  std::vector<CardTimes> times_;
  std::vector<bool> failed_;
  std::string fault_;  ///< the first of this process that has not been sent to the others
  std::map<std::tuple<int, int, int>, std::deque<std::vector<std::uint8_t>>>
      waiting_;  ///< rows for ghosts that cannot be written yet
};

}  // namespace rtlgen::cards
