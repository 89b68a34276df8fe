// Windows of a card's memory.
#include "cards/shared_card.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/placement.hpp"

namespace rtlgen::cards {

/// The card, with all memory channels from the same address on.
class SharedCard::Window : public host::Backend {
 public:
  explicit Window(std::shared_ptr<host::Backend> card) : card_(std::move(card)) {}

  /// Sets its first address. Earlier reservations are for the whole grid, which no run needs.
  void place(std::uint64_t first) {
    first_ = end_ = first;
    is_placed_ = true;
  }
  /// The first address after all reservations that maps to the same banks as address 0.
  [[nodiscard]] std::uint64_t end() const {
    return (end_ + contract::kMostBankRound - 1) / contract::kMostBankRound * contract::kMostBankRound;
  }

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    card_->write_memory(channel, first_ + address, data, bytes);
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    card_->read_memory(channel, first_ + address, data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { card_->write_register(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return card_->read_register(offset); }
  bool wait_interrupt() override { return card_->wait_interrupt(); }
  std::uint64_t capacity(int channel) override {
    const std::uint64_t all = card_->capacity(channel);
    return all - std::min(all, first_);
  }
  void reserve(int channel, std::uint64_t bytes) override {
    if (!is_placed_) return;
    end_ = std::max(end_, first_ + bytes);
    card_->reserve(channel, first_ + bytes);
  }
  std::uint64_t base(int channel) override { return card_->base(channel) + first_; }
  std::vector<std::string> notes() override { return card_->notes(); }
  bool has_card_block() override { return card_->has_card_block(); }
  bool sees_refusals() override { return card_->sees_refusals(); }
  int kernel() override { return card_->kernel(); }

 private:
  std::shared_ptr<host::Backend> card_;
  std::uint64_t first_ = 0, end_ = 0;
  bool is_placed_ = false;
};

SharedCard::SharedCard(const std::string& manifest, std::unique_ptr<host::Backend> card, int slabs) {
  const std::shared_ptr<host::Backend> shared = std::move(card);
  for (int s = 0; s < slabs; ++s) {
    auto window = std::make_unique<Window>(shared);
    windows_.push_back(window.get());
    slabs_.push_back(std::make_unique<host::Accelerator>(manifest, std::move(window)));
  }
}

void SharedCard::set_extents(const std::vector<std::vector<std::uint64_t>>& extents) {
  std::uint64_t first = 0;
  for (std::size_t s = 0; s < slabs_.size(); ++s) {
    windows_[s]->place(first);
    try {
      slabs_[s]->set_extents(extents.at(s));
    } catch (const host::DeviceError&) {
      throw;
    } catch (const host::Error& fault) {
      if (slabs_.size() == 1) throw;
      throw host::Error(fmt::format("{}; this is slab {} of {}, after {} bytes of the others: use fewer --slabs",
                                    fault.what(), s, slabs_.size(), first));
    }
    first = windows_[s]->end();
  }
}

}  // namespace rtlgen::cards
