// Tests registers of a card that may be broken.
#include "host/bring_up.hpp"

#include <fmt/format.h>

#include <utility>

#include "contract/card_map.hpp"
#include "contract/manifest.hpp"
#include "contract/register_map.hpp"
#include "contract/shell.hpp"
#include "host/card_block.hpp"
#include "host/registers.hpp"
#include "host/waiting.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

constexpr int kWordBits = 32;

const std::vector<std::string> kNoResponse = {
    "the card is not programmed, or has lost its bitstream",
    "the card was programmed after the last scan of the bus, so its BARs are not mapped",
    "the kernel clock has not locked and keeps the registers in reset"};

/// A word of the register map that a run writes.
struct Word {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t mask = 0;
};

std::vector<Word> written_words(const Design& design) {
  std::vector<Word> words;
  for (const contract::BusRegister& r : design.shell.map.registers) {
    for (int w = 0; w < r.words() && !r.is_status; ++w) {
      const int bits = std::min(kWordBits, r.bits - kWordBits * w);
      const std::uint32_t mask = bits >= kWordBits ? kAllOnes : (std::uint32_t{1} << bits) - 1U;
      words.push_back({r.name, r.offset + 4U * static_cast<std::uint32_t>(w), mask});
    }
  }
  return words;
}

std::string place_of(const Word& word) { return fmt::format("{} (offset {:#05x})", word.name, word.offset); }

/// "bits 3, 5".
std::string bits_text(std::uint32_t mask) {
  std::string text;
  int count = 0;
  for (int b = 0; b < kWordBits; ++b) {
    if ((mask >> b & 1U) == 0) continue;
    text += fmt::format("{}{}", count++ > 0 ? ", " : "", b);
  }
  return fmt::format("{} {}", count == 1 ? "bit" : "bits", text);
}

/// Writes each bit alone, to find bits that are never 1, and bits that are 1 without being written.
Finding walk_bits(const Word& word, Backend& backend) {
  std::uint32_t low = 0, high = 0;
  std::string first;
  for (int b = 0; b < kWordBits; ++b) {
    const std::uint32_t wrote = std::uint32_t{1} << b;
    if ((wrote & word.mask) == 0) continue;
    backend.write_register(word.offset, wrote);
    const std::uint32_t read = backend.read_register(word.offset) & word.mask;
    low |= wrote & ~read;
    high |= read & ~wrote;
    if (read != wrote && first.empty()) first = fmt::format("wrote {:#010x}, read {:#010x}", wrote, read);
  }
  Finding finding{true, "", "every bit reads back what was written", {}};
  if (first.empty()) return finding;
  finding.holds = false;
  std::string faults;
  if (low != 0) faults += fmt::format(", {} read as 0", bits_text(low));
  if (high != 0) faults += fmt::format(", {} read as 1 without being written", bits_text(high));
  finding.seen = fmt::format("register {}: {}{}", place_of(word), first, faults);
  finding.causes = {"the bitstream has a different register map (--manifest)",
                    "timing of the bus clock is violated: see the timing report of the build"};
  return finding;
}

/// Writes a different value to each word, to find wrong addresses.
Finding write_all(const std::vector<Word>& words, Backend& backend) {
  const auto value = [&](std::size_t i) { return (0x9e3779b9U * static_cast<std::uint32_t>(i + 1)) & words[i].mask; };
  for (std::size_t i = 0; i < words.size(); ++i) backend.write_register(words[i].offset, value(i));
  Finding finding{true, "", "every register reads back what was written", {}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t read = backend.read_register(words[i].offset);
    if ((read & words[i].mask) == value(i)) continue;
    finding.holds = false;
    finding.seen = fmt::format("register {}: wrote {:#010x}, read {:#010x} after all others were written",
                               place_of(words[i]), value(i), read);
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (k != i && read == value(k) && read != 0)
        finding.seen += fmt::format("; that is the value of {}, so an address bit is lost", place_of(words[k]));
    }
    finding.causes = {
        "register addresses are decoded wrongly: the kernel has another offset in the BAR or another register map "
        "(--manifest, --kernel)",
        "another program writes to the same card"};
    return finding;
  }
  finding.seen = fmt::format("{} {} different values; walking bits in {}", counted(words.size(), "register"),
                             by_number(words.size(), "holds", "hold"), place_of(words.front()));
  return finding;
}

/// The kind of refusal if a firewall gave this value instead of a register; 0: none did. A host may see all ones, as
/// the access ends with an error.
std::uint32_t refusal_kind(const Design& design, Backend& backend, std::uint32_t value) {
  constexpr std::uint32_t kKind = 0xff;
  if (value != kAllOnes) return is_refusal(value) ? value & kKind : 0;
  if (!design.card_block || !backend.has_card_block()) return 0;
  const CardBlock card(*design.card_block, backend);
  return card.responds() ? card.read("refusal", "register_kind") : 0;
}

}  // namespace

Finding found_by(const std::function<Finding()>& check) {
  try {
    return check();
  } catch (const Error& fault) {
    return {false, fault.what(), "no driver error", {"the driver or the card refuses the access: see `dmesg`"}};
  }
}

Finding check_response(const Design& design, Backend& backend) {
  const std::uint32_t offset = design.shell.map.find("identity").offset;
  const std::uint32_t seen = backend.read_register(offset);
  Finding finding{seen == contract::kShellIdentity,
                  fmt::format("identity {:#010x} (offset {:#05x})", seen, offset),
                  fmt::format("{:#010x}, \"RTLG\"", contract::kShellIdentity),
                  {}};
  if (finding.holds) return finding;
  if (const std::uint32_t kind = refusal_kind(design, backend, seen); kind != 0) {
    finding.seen = fmt::format("the firewall of the registers refuses the access: {}", contract::card_refusal(kind));
    finding.causes = {
        "the accelerator is in reset or does not respond: its clock, or another design than the manifest's",
        "no rtlgen accelerator is at these registers: wrong bitstream or offset (--manifest, --kernel)"};
    return finding;
  }
  if (seen == kAllOnes) {
    finding.seen = "the card does not respond: its registers read as all ones";
    finding.causes = kNoResponse;
    return finding;
  }
  finding.causes = {
      "no rtlgen accelerator responds at these registers: wrong bitstream, BAR or offset (--manifest, --kernel)"};
  if (seen == 0)
    finding.causes.insert(finding.causes.begin(), "the accelerator is held in reset: its clock is missing");
  return finding;
}

bool is_busy(Backend& backend) { return (backend.read_register(kControl) & kIdle) == 0; }

Finding check_writes(const Design& design, Backend& backend) {
  const std::vector<Word> words = written_words(design);
  std::vector<std::uint32_t> before;
  before.reserve(words.size());
  for (const Word& word : words) before.push_back(backend.read_register(word.offset));
  // The widest register: all of its bits are tested.
  std::size_t widest = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].mask > words[widest].mask) widest = i;
  }
  Finding finding = walk_bits(words.at(widest), backend);
  if (finding.holds) {
    std::vector<Word> all = words;
    std::swap(all.front(), all[widest]);
    finding = write_all(all, backend);
  }
  for (std::size_t i = 0; i < words.size(); ++i) backend.write_register(words[i].offset, before[i] & words[i].mask);
  return finding;
}

Finding check_design(const Design& design, Backend& backend) {
  const std::uint32_t version = backend.read_register(design.shell.map.find("version").offset);
  const int contract = static_cast<int>(version >> contract::kContractShift);
  const std::string made_by =
      fmt::format("made by rtlgen {}.{}.{}", version >> 16 & 0xffU, version >> 8 & 0xffU, version & 0xffU);
  if (contract != design.contract) {
    return {false,
            fmt::format("version {} of the contract between host and card ({})", contract, made_by),
            fmt::format("version {}, as in the manifest", design.contract),
            {"the bitstream was made by an rtlgen version with another contract"}};
  }
  const std::uint32_t digest = backend.read_register(design.shell.map.find("digest").offset);
  Finding finding{digest == design.digest,
                  fmt::format("digest {:#010x}, contract {}, {}", digest, contract, made_by),
                  fmt::format("digest {:#010x}, contract {}, as in the manifest", design.digest, design.contract),
                  {}};
  if (!finding.holds)
    finding.causes = {"the bitstream was built from another description, with other --set values or for another board",
                      "the bitstream was made by another rtlgen version: use the manifest.json of its project"};
  return finding;
}

Finding check_idle(const Design& design, Backend& backend, bool sees_clocks) {
  const std::uint32_t control = backend.read_register(kControl);
  const std::uint32_t errors = backend.read_register(design.shell.map.find("errors").offset);
  Finding finding{(control & kIdle) != 0 && control != kAllOnes,
                  fmt::format("control {:#05x}, errors of the last run {:#x}{}", control, errors,
                              sees_clocks ? "" : "; no register shows clocks or calibration"),
                  "idle (bit 2 of control)",
                  {}};
  if (!finding.holds)
    finding.causes = {"a run of another program is active",
                      "a killed program left behind a run that does not end: memory or the "
                      "kernel clock has stopped"};
  return finding;
}

}  // namespace rtlgen::host
