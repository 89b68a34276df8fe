// A fake card whose host has DMA queues. A seed decides what ends first, and when within a transfer bytes move.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <random>
#include <stdexcept>

#include "fake_card.hpp"

namespace rtlgen::test {

class QueueCard : public FakeCard {
 public:
  using FakeCard::FakeCard;

  std::mt19937 random{1};
  std::function<void(int run)> before_run;  ///< runs are numbered from 0
  /// When its bytes move; of those of its direction, from 0.
  std::function<void(host::Transfer&, int number)> before_transfer;
  std::array<int, 2> most{};                   ///< transfers that were queued at a time, to the card and from it
  int beside_runs = 0, beside_each_other = 0;  ///< transfers that ended while there was also such work
  std::vector<std::uint32_t> written;          ///< offsets of registers, since the last start
  std::vector<std::size_t> words;              ///< that were written before each start
  int polls = 20;                              ///< polls of a run, at most, until it has ended

  void queue(const std::shared_ptr<host::Transfer>& transfer) override {
    const std::size_t d = transfer->to_card ? 0 : 1;
    queues_[d].push_back({transfer, numbers_[d]++, random() % 2 == 0});
    most[d] = std::max(most[d], static_cast<int>(queues_[d].size()));
    if (queues_[d].back().early) move(queues_[d].back());
  }

  void poll() override {
    if (random() % 2 == 0) end_one();
  }

  Event wait_any(bool run) override {
    if (end_one()) return Event::kTransfer;
    if (!run) throw std::logic_error("there is nothing to wait for");
    return wait_interrupt() ? Event::kInterrupt : Event::kTimeout;
  }

  void write_register(std::uint32_t offset, std::uint32_t value) override {
    if (offset == 0 && (value & 1U) != 0) {
      words.push_back(written.size());
      written.clear();
      if (before_run) before_run(runs);
      polls_left_ = static_cast<int>(random() % static_cast<unsigned>(polls));
    } else {
      written.push_back(offset);
    }
    FakeCard::write_register(offset, value);
  }

  std::uint32_t read_register(std::uint32_t offset) override {
    if (offset == 0 && polls_left_ > 0) {
      --polls_left_;
      return 1;
    }
    return FakeCard::read_register(offset);
  }

 private:
  struct Queued {
    std::shared_ptr<host::Transfer> transfer;
    int number;
    bool early;
  };

  /// Ends the oldest transfer of either direction.
  bool end_one() {
    const bool both = !queues_[0].empty() && !queues_[1].empty();
    if (queues_[0].empty() && queues_[1].empty()) return false;
    auto& queue = queues_[both ? random() % 2 : queues_[0].empty() ? 1 : 0];
    beside_each_other += both ? 1 : 0;
    beside_runs += polls_left_ > 0 ? 1 : 0;
    const Queued queued = queue.front();
    queue.pop_front();
    if (!queued.early) move(queued);
    queued.transfer->ended = true;
    return true;
  }

  void move(const Queued& queued) {
    host::Transfer& t = *queued.transfer;
    try {
      if (before_transfer) before_transfer(t, queued.number);
      if (t.to_card)
        write_memory(t.channel, t.address, t.bytes.data(), t.bytes.size());
      else
        read_memory(t.channel, t.address, t.bytes.data(), t.bytes.size());
    } catch (...) {
      t.fault = std::current_exception();
    }
  }

  std::array<std::deque<Queued>, 2> queues_;
  std::array<int, 2> numbers_{};
  int polls_left_ = 0;
};

}  // namespace rtlgen::test
