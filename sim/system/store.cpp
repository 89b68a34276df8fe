// The bytes of a memory, stored sparsely.
#include "system/store.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rtlgen::system {

void Store::check(std::uint64_t address, std::uint64_t bytes) const {
  if (!holds(address, bytes))
    throw std::out_of_range("memory of " + std::to_string(capacity_) + " bytes from " + std::to_string(base_) +
                            " does not hold " + std::to_string(bytes) + " bytes from " + std::to_string(address));
}

std::uint8_t* Store::page(std::uint64_t number) {
  if (number == last_) return last_page_;
  std::unique_ptr<std::uint8_t[]>& bytes = pages_[number];
  if (!bytes) {
    bytes = std::make_unique<std::uint8_t[]>(kPage);
    std::uint64_t noise = number * 0x9e3779b97f4a7c15ULL + 1;
    for (std::uint64_t i = 0; i < kPage; i += sizeof noise) {
      noise = (noise ^ (noise >> 29)) * 0xbf58476d1ce4e5b9ULL;
      std::memcpy(bytes.get() + i, &noise, sizeof noise);
    }
  }
  last_ = number;
  last_page_ = bytes.get();
  return last_page_;
}

void Store::write(std::uint64_t address, const void* data, std::size_t bytes) {
  check(address, bytes);
  const auto* from = static_cast<const std::uint8_t*>(data);
  while (bytes > 0) {
    const std::size_t part = std::min<std::size_t>(bytes, kPage - address % kPage);
    std::memcpy(page(address / kPage) + address % kPage, from, part);
    address += part, from += part, bytes -= part;
  }
}

void Store::read(std::uint64_t address, void* data, std::size_t bytes) {
  check(address, bytes);
  auto* to = static_cast<std::uint8_t*>(data);
  while (bytes > 0) {
    const std::size_t part = std::min<std::size_t>(bytes, kPage - address % kPage);
    std::memcpy(to, page(address / kPage) + address % kPage, part);
    address += part, to += part, bytes -= part;
  }
}

}  // namespace rtlgen::system
