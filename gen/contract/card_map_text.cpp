// The table of the card block as a page of documentation, a C header and a Python module.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "contract/card_map.hpp"

namespace rtlgen::contract {

namespace {

struct GroupText {
  CardGroup group;
  const char* title;
  const char* rule;
};

constexpr std::array<GroupText, 4> kGroups = {{
    {CardGroup::kStatus, "Status", "Read only."},
    {CardGroup::kEvents, "Events",
     "A bit is set when its event occurs, and stays set until a 1 is written to it. An event wins over a clear at the "
     "same time."},
    {CardGroup::kSettings, "Settings", "Read and write, byte by byte; 0 after the loss of the host."},
    {CardGroup::kRequests, "Requests",
     "Write 0xC0DE in the upper half: each 1 of the lower half is then a request. Reads give 0."},
}};

std::string upper(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

std::string bits_text(const CardField& field) {
  const std::string range =
      field.bits == 1 ? fmt::format("{}", field.bit) : fmt::format("{} to {}", field.bit, field.bit + field.bits - 1);
  return field.per_channel ? range + " (a bit for each channel)" : range;
}

std::string group_page(const GroupText& text) {
  std::string page = fmt::format("\n## {}\n\n{}\n\n| offset | word | bits | field | meaning |\n|---|---|---|---|---|\n",
                                 text.title, text.rule);
  for (const CardWord& word : card_map()) {
    if (word.group != text.group) continue;
    page += fmt::format("| 0x{:03X} | `{}` | | | {} |\n", word.offset(), word.name, word.meaning);
    for (const CardField& field : word.fields)
      page += fmt::format("| | | {} | `{}` | {} |\n", bits_text(field), field.name, field.meaning);
  }
  return page;
}

/// Calls `put` with name, value and meaning of every constant. Masks of fields are not shifted to bit 0.
template <typename Put>
void for_each_constant(const Put& put) {
  put("BLOCK_OFFSET", kCardBegin, "begin of the block in each kernel's registers");
  put("EXPECTED_MAGIC", kCardMagic, "value of the word `magic`");
  put("TABLE_VERSION", static_cast<std::uint32_t>(kCardFormat), "version of this table");
  put("REQUEST_KEY", kCardKey << 16U, "upper half of every write to a request");
  put("REFUSED_READ", kCardRefusal << 8U, "a read that a firewall refused gives this, plus the kind");
  put("METER_WINDOW", kCardWindow, "clocks of the bus in which edges are counted");
  for (const CardWord& word : card_map()) {
    put(upper(word.name), word.offset(), word.meaning);
    for (const CardField& field : word.fields) put(upper(word.name + "_" + field.name), field.mask(), field.meaning);
  }
}

}  // namespace

std::string card_map_page() {
  std::string page = fmt::format(R"(# Card block

Generated from gen/contract/card_map.cpp; do not edit.

This page is for authors of host programs. Except under XRT, a PCIe card has a block of registers that always responds,
whatever the kernel clock, memory and accelerators do. It is at offset 0x{:X} of each kernel's registers, and has {}
bytes. [ADR 50](adr/0050-card-block.md) gives the reasons for the design; [diagnose](diagnose.md) reads the block.

`rtlgen_card.h` (installed with the host library) and `rtlgen.card_map` (Python) have these offsets and masks as
constants. The first word is 0x{:08X} (`RTCD`), version {} of this table. Later versions of rtlgen add words to the end
of a group; words keep their offsets.

The firewalls respond for whatever does not: with SLVERR or DECERR. A read of a register then gives 0x{:06X}00
plus the kind of the refusal, as in the word `refusal`. Transfers get {} clocks of the bus by default, registers {}.
)",
                                 kCardBegin, kCardBytes, kCardMagic, kCardFormat, kCardRefusal, kCardTransferLimit,
                                 1 << kCardRegisterLimitLog2);
  for (const GroupText& group : kGroups) page += group_page(group);
  return page;
}

std::string card_map_header() {
  std::string text =
      "/* Registers of the card block: offsets from its beginning, and masks of fields.\n *\n"
      " * Generated from gen/contract/card_map.cpp; do not edit. docs/card_block.md has the table. */\n"
      "/* clang-format off */\n#ifndef RTLGEN_CARD_H\n#define RTLGEN_CARD_H\n\n";
  for_each_constant([&](const std::string& name, std::uint32_t value, const std::string& meaning) {
    text += fmt::format("#define RTLGEN_CARD_{} 0x{:08x}u /* {} */\n", name, value, meaning);
  });
  return text + "\n#endif\n";
}

std::string card_map_python() {
  std::string text =
      "\"\"\"Registers of the card block: offsets from its beginning, and masks of fields.\n\n"
      "Generated from gen/contract/card_map.cpp; do not edit. docs/card_block.md has the table.\n\"\"\"\n\n";
  for_each_constant([&](const std::string& name, std::uint32_t value, const std::string& meaning) {
    text += fmt::format("{} = 0x{:08X}  # {}\n", name, value, meaning);
  });
  return text;
}

}  // namespace rtlgen::contract
