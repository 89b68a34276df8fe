// A simulated accelerator with a card block in front, as on a board that has one. The simulation is that of the shell
// alone.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "fake_block.hpp"
#include "host/simulated_card.hpp"

namespace rtlgen::test {

class WithBlock : public host::Backend {
 public:
  WithBlock(std::shared_ptr<host::SimulatedCard> card, const contract::Design& design)
      : block(design), card_(std::move(card)) {
    block.on_reset = [this] { card_->reset(); };
  }

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    card_->write_memory(channel, address, data, bytes);
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    card_->read_memory(channel, address, data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    return block.has(offset) ? block.write(offset, value) : card_->write_register(offset, value);
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    return block.has(offset) ? block.read(offset) : card_->read_register(offset);
  }
  bool wait_interrupt() override { return card_->wait_interrupt(); }
  std::uint64_t capacity(int channel) override { return card_->capacity(channel); }
  bool has_card_block() override { return true; }

  FakeBlock block;

 private:
  std::shared_ptr<host::SimulatedCard> card_;
};

}  // namespace rtlgen::test
