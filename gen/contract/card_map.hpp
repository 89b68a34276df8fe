// The registers of a card block (docs/adr/0050-card-block.md): one table, from which the generator wires the top, hosts
// read the words, and the page, the C header and the Python module are printed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::contract {

/// Words with the same kind of access; bits 11 to 8 of their offsets are its number.
enum class CardGroup : std::uint8_t { kStatus, kEvents, kSettings, kRequests };

struct CardField {
  std::string name;
  int bit = 0, bits = 1;
  std::string meaning;
  bool per_channel = false;  ///< bit `bit` + k belongs to memory channel k

  [[nodiscard]] std::uint32_t mask() const;
};

struct CardWord {
  CardGroup group = CardGroup::kStatus;
  int index = 0;  ///< within its group
  std::string name;
  std::string meaning;
  std::vector<CardField> fields = {};  ///< none: the word is one number
  int channel = -1;                    ///< memory channel; -1: none

  /// In bytes, from the beginning of the block.
  [[nodiscard]] std::uint32_t offset() const;
  /// The field of that name; there must be one.
  [[nodiscard]] const CardField& field(std::string_view field) const;
};

/// Begin and size of the block in each kernel's registers.
inline constexpr std::uint32_t kCardBegin = 0x8000, kCardBytes = 0x1000;
/// The value of the first word: "RTCD".
inline constexpr std::uint32_t kCardMagic = 0x52544344;
/// Increased when an offset or a meaning changes; not when words are added.
inline constexpr int kCardFormat = 1;
/// The upper half of every write to a request.
inline constexpr std::uint32_t kCardKey = 0xc0de;
/// The maximum number of memory channels.
inline constexpr int kCardChannels = 8;
/// The upper 24 bits of a value that a firewall returns instead of a register; the lowest 8 are the kind of refusal.
inline constexpr std::uint32_t kCardRefusal = 0xfa11ed;
/// Field `mark` of the word `met` if its field `tenths` is valid: "MH".
inline constexpr std::uint32_t kCardMetMark = 0x4d48;
/// Clocks of the bus in which the block counts edges of other clocks.
inline constexpr std::uint32_t kCardWindow = 1U << 16;
/// Clocks that a transfer may take if the setting is 0; clocks that a register access may take.
inline constexpr int kCardTransferLimit = 1 << 16, kCardRegisterLimitLog2 = 12;

/// By offset.
const std::vector<CardWord>& card_map();
/// The word of that name; there must be one.
const CardWord& card_word(std::string_view name);
/// The number of words in a group.
int card_words(CardGroup group);

/// Why a firewall refused an access, for people; "" for 0 and unknown kinds.
const char* card_refusal(std::uint32_t kind);

/// The texts of docs/card_block.md, runtime/host/rtlgen_card.h and gen/python/rtlgen/card_map.py.
std::string card_map_page();
std::string card_map_header();
std::string card_map_python();

}  // namespace rtlgen::contract
