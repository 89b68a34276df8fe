// The cards of a run, each on its slab: loads, passes with an exchange after each, and what comes back.
//
// All processes call the same functions in the same order. What fails on one card ends the run on all, with that card's text.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "cards/slabs.hpp"
#include "cards/transport.hpp"
#include "host/host.hpp"

namespace rtlgen::cards {

/// A card failed, here or in another process: thrown by all processes alike.
class CardFault : public std::runtime_error {
 public:
  CardFault(const std::string& text, bool device) : std::runtime_error(text), is_device(device) {}
  bool is_device;  ///< card or driver are at fault, not what was asked of them
};

struct Card {
  std::unique_ptr<host::Accelerator> accelerator;
  std::function<double()> now_ns;  ///< the card's time: simulated, or the machine's
};

/// Of one card, pass by pass.
struct CardTimes {
  std::vector<double> run_ns;       ///< registers, computation and interrupt
  std::vector<double> exchange_ns;  ///< its transfers of ghosts; not what messages take between processes
};

class Group {
 public:
  /// `cards`: those of this process. `rows`: of the grid, along its last axis. `state`: fields that are exchanged.
  Group(Transport& transport, std::vector<Slab> slabs, std::int64_t rows, std::vector<Card> cards, std::vector<std::string> state);

  /// Does on every card of this process what may fail, and agrees with the others on how it went.
  void everywhere(const std::function<void(int card, Card&)>& action);

  /// Cells of the whole grid; `by_rows`: the field has the last axis. Every card gets its rows and ghosts.
  void load(const std::string& field, std::span<const std::uint8_t> cells, bool by_rows);
  /// Passes of so many steps each, one after the other; at the end ghosts are not exchanged.
  void run(const std::vector<std::uint64_t>& passes);
  /// The rows that cards own, of a field of all axes; at process 0 into `cells`, of the whole grid, elsewhere that is not touched.
  void gather(const std::string& field, std::span<std::uint8_t> cells);

  /// Of all cards, in every process.
  [[nodiscard]] std::vector<CardTimes> times();

 private:
  [[nodiscard]] const Slab& slab(int local) const { return slabs_[static_cast<std::size_t>(transport_.first() + local)]; }
  [[nodiscard]] std::uint64_t row_bytes(Card& card, const std::string& field) const;
  /// As everywhere(), but goes on with the next card, and leaves agreeing for later.
  void note(const std::function<void(int card, Card&)>& action);
  void note_one(int local, const std::function<void(Card&)>& action);
  void agree();
  void send_edges(int local, Card& card, const std::string& field);
  void receive_ghosts(int local, Card& card, const std::string& field);

  Transport& transport_;
  std::vector<Slab> slabs_;
  std::int64_t rows_;
  std::vector<Card> cards_;
  std::vector<std::string> state_;
  std::vector<CardTimes> times_;
  std::string fault_;  ///< the first of this process that the others have not heard of
};

}  // namespace rtlgen::cards
