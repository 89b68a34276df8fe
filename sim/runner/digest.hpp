// SHA-256, which provides the keys of compiled simulations.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace rtlgen::runner {

/// Digests pieces, each with its length, so that two different lists of pieces never give the same input.
class Digest {
 public:
  void add(std::string_view piece);
  /// Adds only the bytes, as sha256sum would read them.
  void raw(std::string_view bytes);
  /// 64 hexadecimal digits; the object cannot be used afterwards.
  std::string finish();

 private:
  void update(const std::uint8_t* data, std::size_t size);
  void block(const std::uint8_t* data);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> buffer_{};
  std::size_t buffered_ = 0;
  std::uint64_t total_ = 0;
};

/// The digest of these pieces.
std::string digest_of(std::initializer_list<std::string_view> pieces);

/// SHA-256 of one text, as 64 hexadecimal digits, without the length that Digest::add prepends.
std::string sha256(std::string_view text);

}  // namespace rtlgen::runner
