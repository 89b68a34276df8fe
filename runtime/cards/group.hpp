// The cards of a run, each with its slabs: loading, passes with an exchange of ghosts in between, and reading the
// results.
//
// All processes call the same functions in the same order. A failure on one card ends the run on all, with the text of
// that card.
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

/// A card failed, here or in another process: thrown by all processes.
class CardFault : public std::runtime_error {
 public:
  CardFault(const std::string& text, bool device) : std::runtime_error(text), is_device(device) {}
  bool is_device;  ///< the card or its driver is at fault, not the request
};

struct Card {
  std::unique_ptr<SharedCard> slabs;
  std::function<double()> now_ns;                ///< the card's time: simulated, or that of the machine
  std::function<void(double)> sleep_until = {};  ///< advances simulated time; not needed for real time
};

/// The times of one card, by pass.
struct CardTimes {
  std::vector<double>
      run_ns;  ///< time of computing, from the first register access to the interrupt, including exchanges during a run
  std::vector<double> exchange_ns;  ///< time before a pass in which it does not compute: transfers of ghosts, and
                                    ///< waiting for those of a neighbour
};

class Group {
 public:
  /// `slabs`: of all cards; `cards`: those of this process. `rows`: of the grid, along its last axis. `state`: fields
  /// to exchange.
  Group(Transport& transport, std::vector<Slab> slabs, std::int64_t rows, std::vector<Card> cards,
        std::vector<std::string> state);

  /// Runs a step that may fail on every card of this process, and agrees with the other processes on its outcome.
  void everywhere(const std::function<void(int card, Card&)>& action);

  /// Loads the cells of the whole grid; `by_rows`: the field has the last axis. Every slab gets its rows and ghosts.
  void load(const std::string& field, std::span<const std::uint8_t> cells, bool by_rows);
  /// Runs passes with these numbers of steps, one after the other; after the last, ghosts are not exchanged.
  void run(const std::vector<std::uint64_t>& passes);
  /// Collects the rows that slabs own, of a field with all axes: in process 0 into `cells`, the whole grid; other
  /// processes leave `cells` unchanged.
  void gather(const std::string& field, std::span<std::uint8_t> cells);

  /// The times of all cards, in every process.
  [[nodiscard]] std::vector<CardTimes> times();

 private:
  /// Tags of messages: ghosts for the slab above, ghosts for the slab below, and results for process 0 at the end.
  enum Tag : int { kUp = 0, kDown = 1, kResult = 2 };

  [[nodiscard]] const Slab& slab(int number) const { return slabs_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] int first_of(int local) const { return (transport_.first() + local) * each_; }
  [[nodiscard]] Card& card_of(int number) {
    return cards_[static_cast<std::size_t>(slab(number).card - transport_.first())];
  }
  [[nodiscard]] host::Accelerator& accelerator(int number) { return card_of(number).slabs->slab(number % each_); }
  [[nodiscard]] std::uint64_t row_bytes(const std::string& field);

  /// Records failures; after a failure, a card gets no further calls.
  void note(int local, const std::function<void(Card&)>& action);
  /// The failures that processes have recorded since the last call; the same list in all processes.
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
  int each_;  ///< slabs per card
  std::int64_t rows_;
  std::vector<Card> cards_;
  std::vector<std::string> state_;
  std::vector<CardTimes> times_;
  std::vector<bool> failed_;
  std::string fault_;  ///< this process' first failure that has not been sent to the others
  std::map<std::tuple<int, int, int>, std::deque<std::vector<std::uint8_t>>>
      waiting_;  ///< rows for ghosts that cannot be written yet
};

}  // namespace rtlgen::cards
