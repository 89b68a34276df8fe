// Reads and writes the words of contract::card_map.
#include "host/card_block.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <chrono>
#include <thread>
#include <vector>

#include "contract/card_map.hpp"
#include "host/kernel_clock.hpp"
#include "host/waiting.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

constexpr unsigned kKindBits = 8, kKeyShift = 16;

/// "memory channels 0, 2"; "" if no bit is set.
std::string channels_text(std::uint32_t bits) {
  std::vector<int> numbers;
  for (int k = 0; k < contract::kCardChannels; ++k) {
    if ((bits >> k & 1U) != 0) numbers.push_back(k);
  }
  if (numbers.empty()) return "";
  return fmt::format("{} {}", by_number(numbers.size(), "memory channel", "memory channels"), fmt::join(numbers, ", "));
}

}  // namespace

bool is_refusal(std::uint32_t value) { return value == kAllOnes || value >> kKindBits == contract::kCardRefusal; }

std::uint32_t CardBlock::read(const std::string& word) const {
  return backend_.read_register(facts_.offset + contract::card_word(word).offset());
}

std::uint32_t CardBlock::read(const std::string& word, const std::string& field) const {
  const contract::CardField& f = contract::card_word(word).field(field);
  return (read(word) & f.mask()) >> f.bit;
}

void CardBlock::write(const std::string& word, std::uint32_t value) const {
  backend_.write_register(facts_.offset + contract::card_word(word).offset(), value);
}

void CardBlock::request(const std::string& word, const std::string& field, std::uint32_t bits) const {
  write(word, contract::kCardKey << kKeyShift | bits << contract::card_word(word).field(field).bit);
}

bool CardBlock::responds() const { return read("magic") == contract::kCardMagic; }

void CardBlock::check_responds() const {
  if (!responds())
    throw DeviceError(
        "the card no longer responds: its registers read as all ones. Arrays on it are lost; program or reset "
        "it");
}

std::string CardBlock::trouble() const {
  const contract::CardWord& word = contract::card_word("state");
  const std::uint32_t state = read("state");
  const auto field = [&](const char* name) { return (state & word.field(name).mask()) >> word.field(name).bit; };
  const std::uint32_t all = (1U << channels()) - 1U, calibrated = field("calibrated"), failed = field("cal_failed");
  std::vector<std::string> found;
  const auto add = [&](std::uint32_t bits, const char* one, const char* many) {
    if (bits != 0)
      found.push_back(fmt::format("{} {}", channels_text(bits), by_number(std::popcount(bits), one, many)));
  };
  if (field("kernel_locked") == 0)
    found.emplace_back(read("clock", "busy") != 0 ? "the kernel clock has not locked since it was changed"
                                                  : "the kernel clock is not locked");
  add(failed, "has failed its calibration", "have failed their calibration");
  add(all & ~calibrated & ~failed, "is not calibrated", "are not calibrated");
  if (field("kernel_locked") != 0 && field("in_reset") == 0)
    add(all & calibrated & ~field("ready"), "is calibrated, but its clock does not run",
        "are calibrated, but their clocks do not run");
  if (field("transfers_closed") != 0) found.emplace_back("the firewall of the transfers is closed");
  if (field("registers_closed") != 0) found.emplace_back("the firewall of the registers is closed");
  if (found.empty() && field("in_reset") != 0) found.emplace_back("the accelerator is in reset");
  return fmt::format("{}", fmt::join(found, "; "));
}

std::string CardBlock::refused_transfer() const {
  const std::uint32_t kind = read("refusal", "transfer_kind");
  if (kind == 0) return "";
  const std::uint64_t address = std::uint64_t{read("refused_high")} << 32U | read("refused_low");
  return fmt::format("{} at card address {:#x} was refused: {}",
                     read("refusal", "transfer_write") != 0 ? "a write" : "a read", address,
                     contract::card_refusal(kind));
}

std::string CardBlock::unrequested_responses(std::uint32_t channels) const {
  const std::uint32_t events = read("events");
  const contract::CardField& field = contract::card_word("events").field("unrequested");
  const std::uint32_t seen = events == kAllOnes ? 0 : (events & field.mask()) >> field.bit & channels;
  if (seen == 0) return "";
  std::vector<std::string> found;
  for (int k = 0; k < this->channels(); ++k) {
    if ((seen >> k & 1U) == 0) continue;
    write("probe_channel", static_cast<std::uint32_t>(k));
    const std::uint32_t beats = read("probe_flags", "unrequested_reads"),
                        responses = read("probe_flags", "unrequested_writes");
    std::vector<std::string> counts;
    if (beats != 0) counts.push_back(counted(beats, "beat") + " of data");
    if (responses != 0) counts.push_back(counted(responses, "response") + " to writes");
    found.push_back(fmt::format("memory channel {} sent what the host had not requested{}{}", k,
                                counts.empty() ? "" : ": ", fmt::join(counts, " and ")));
  }
  write("events", seen << field.bit);
  return fmt::format("{}", fmt::join(found, "; "));
}

void CardBlock::clear_event(const std::string& event) const {
  write("events", contract::card_word("events").field(event).mask());
}

CardBlock::Restarts CardBlock::restarts() const {
  const contract::CardWord& word = contract::card_word("restarts");
  const std::uint32_t value = read("restarts");
  if (value == kAllOnes) check_responds();
  return {value & word.field("bus").mask(), value & word.field("memory").mask()};
}

bool CardBlock::wait_ready() const {
  // In a simulation, time passes with accesses. Else their number limits the time, with a pause after each.
  constexpr int kPolls = 3000, kPauses = 2000;
  const contract::CardWord& word = contract::card_word("state");
  const std::uint32_t ready = ((1U << channels()) - 1U) << word.field("ready").bit;
  for (int polls = 0; polls < kPolls + kPauses; ++polls) {
    const std::uint32_t state = read("state");
    if ((state & (ready | word.field("in_reset").mask())) == ready && state != kAllOnes) return true;
    if (polls >= kPolls) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void CardBlock::reset() const {
  request("reset", "bus");
  if (!wait_ready()) throw DeviceError("the card does not come out of its reset: " + trouble());
}

void CardBlock::open() const {
  const std::uint32_t magic = read("magic");
  if (magic == kAllOnes)
    throw DeviceError(
        "the card does not respond: its registers read as all ones. Program it, then rescan the bus or restart the "
        "machine");
  if (magic != contract::kCardMagic)
    throw DeviceError(
        fmt::format("the card does not match the manifest: its card block begins with {:#010x}, not {:#010x}", magic,
                    contract::kCardMagic));
  if (read("state", "transfers_closed") != 0 || read("state", "registers_closed") != 0) request("reset", "bus");
  // A program may have been killed after it requested a clock that does not lock.
  const bool ready = wait_ready() || (read("clock", "busy") != 0 && restore_kernel_clock(*this).empty());
  if (!ready) throw DeviceError("the card is not ready: " + trouble());
  write("events", ~0U);
}

}  // namespace rtlgen::host
