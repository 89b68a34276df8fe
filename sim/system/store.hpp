// Bytes of a memory, in pages that are allocated on first use; unwritten bytes are noise, as in a DRAM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace rtlgen::system {

class Store {
 public:
  /// Addresses from `base` to `base + capacity - 1`.
  Store(std::uint64_t base, std::uint64_t capacity) : base_(base), capacity_(capacity) {}

  [[nodiscard]] std::uint64_t base() const { return base_; }
  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return address >= base_ && bytes <= capacity_ && address - base_ <= capacity_ - bytes;
  }
  /// Throws std::out_of_range if a byte is outside the memory.
  void write(std::uint64_t address, const void* data, std::size_t bytes);
  void read(std::uint64_t address, void* data, std::size_t bytes);
  /// Size of all allocated pages, in bytes.
  [[nodiscard]] std::uint64_t touched() const { return pages_.size() * kPage; }

 private:
  static constexpr std::uint64_t kPage = 4096;
  std::uint8_t* page(std::uint64_t number);
  void check(std::uint64_t address, std::uint64_t bytes) const;

  std::uint64_t base_, capacity_;
  std::unordered_map<std::uint64_t, std::unique_ptr<std::uint8_t[]>> pages_;
  std::uint64_t last_ = ~std::uint64_t{0};
  std::uint8_t* last_page_ = nullptr;
};

}  // namespace rtlgen::system
