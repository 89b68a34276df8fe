// Reads and writes a card's registers.
#include "host/registers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contract/register_map.hpp"
#include "contract/shell.hpp"
#include "host/waiting.hpp"

namespace rtlgen::host {

namespace {

constexpr std::uint32_t kGlobalInterrupt = 0x04, kInterruptEnable = 0x08, kInterruptStatus = 0x0c;
constexpr std::uint32_t kStart = 1, kCancel = 256;  ///< bits of kControl

std::string error_text(std::uint32_t errors, const contract::Shell& shell) {
  static const char* const kKinds[] = {"memory responded to a read with an error",
                                       "memory responded to a write with an error",
                                       "an access outside its buffer",
                                       "the core refused the extents or the passes",
                                       "no data moved within the time of the watchdog",
                                       "the run was cancelled"};
  std::vector<std::string> found;
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    if ((errors >> i & 1U) != 0) found.emplace_back(kKinds[i]);
  }
  if (found.empty()) found.push_back(fmt::format("error word {:#010x}", errors));
  // The sequencer has a reader even if no stream reads.
  const std::uint32_t first = (errors >> 8 & 0xffU) - (shell.readers() > 0 ? 0U : 1U);
  const bool has_stream = (errors & 7U) != 0 && first < shell.streams.size();
  return fmt::format("the run failed: {}{}", fmt::join(found, ", "),
                     has_stream ? fmt::format(" (field '{}')", shell.streams[first].name) : "");
}

/// Throws if a register would lose bits of its number: the hardware would run with another number, or wait forever.
void check_width(const contract::BusRegister& r, std::uint64_t number) {
  if (r.bits >= 64) return;
  const auto sign = static_cast<std::int64_t>(number) >> (r.bits - 1);  // negative numbers are two's complement
  if (number >> r.bits == 0 || sign == -1) return;
  throw Error(
      fmt::format("{} does not fit the register '{}' of {}: the manifest is damaged, or this is a fault of rtlgen",
                  number, r.name, counted(static_cast<std::uint64_t>(r.bits), "bit")));
}

}  // namespace

Registers::Registers(const Design& design, Backend* backend, const CardBlock* card)
    : design_(design), backend_(backend), card_(card) {
  if (backend_ == nullptr) throw Error("an accelerator needs a back end");
}

void Registers::use_probes(int kernel, NameAccess name) {
  if (card_ == nullptr) return;
  probes_.emplace(design_, *card_, kernel);
  if (!probes_->exist()) return probes_.reset();
  name_ = std::move(name);
}

const contract::BusRegister& Registers::find(const std::string& name) const {
  if (!design_.shell.map.has(name)) throw Error(fmt::format("the manifest has no register '{}'", name));
  return design_.shell.map.find(name);
}

void Registers::check_card() const {
  const auto check = [&](const char* name, std::uint32_t expected, const char* meaning) {
    const std::uint32_t seen = backend_->read_register(find(name).offset);
    if (seen == expected) return;
    if (is_refusal(seen) && !card_trouble().empty())
      throw DeviceError("the accelerator does not respond: " + card_trouble());
    if (seen == kAllOnes)
      throw DeviceError(
          "the card does not respond: its registers read as all ones. Program it, then rescan the bus or restart the "
          "machine");
    throw DeviceError(fmt::format("the card does not match the manifest: its {} is {:#010x}, not {:#010x}. {}", name,
                                  seen, expected, meaning));
  };
  check("identity", contract::kShellIdentity, "It has no rtlgen accelerator at these registers");
  check_contract();
  check("digest", design_.digest,
        "Its bitstream was built from another description, with other --set values, or by another rtlgen version. "
        "Rebuild it, or use the manifest.json of its own project (rtlgen run --manifest)");
}

void Registers::check_contract() const {
  const std::uint32_t version = backend_->read_register(find("version").offset);
  const int seen = static_cast<int>(version >> contract::kContractShift);
  if (seen == design_.contract) return;
  throw DeviceError(
      fmt::format("the card does not match the manifest: it follows version {} of the contract between host and card "
                  "(made by rtlgen {}.{}.{}), but the manifest follows version {}. Rebuild its bitstream, or use the "
                  "manifest.json of its own project (rtlgen run --manifest)",
                  seen, version >> 16 & 0xffU, version >> 8 & 0xffU, version & 0xffU, design_.contract));
}

std::uint32_t Registers::read_alive(std::uint32_t offset) const {
  const std::uint32_t value = backend_->read_register(offset);
  if (is_refusal(value) && !card_trouble().empty())
    throw DeviceError("the accelerator no longer responds: " + card_trouble());
  if (value == kAllOnes)
    throw DeviceError(
        "the card no longer responds: its registers read as all ones. Arrays on it are lost; program or reset "
        "it");
  return value;
}

void Registers::check_idle() const {
  if (!is_idle()) throw Error("the card is busy with a run of another program");
}

std::uint64_t Registers::read(const std::string& name) const {
  const contract::BusRegister& r = find(name);
  std::uint64_t value = 0;
  for (int w = 0; w < r.words(); ++w)
    value |= std::uint64_t{backend_->read_register(r.offset + 4U * static_cast<std::uint32_t>(w))} << (32 * w);
  return value;
}

void Registers::write(const std::string& name, std::uint32_t value) const {
  backend_->write_register(find(name).offset, value);
}

void Registers::write_changes(const std::map<std::string, std::uint64_t>& numbers,
                              const std::map<std::string, std::uint64_t>& before) const {
  for (const contract::BusRegister& r : design_.shell.map.registers) {
    if (r.is_status) continue;
    const auto found = numbers.find(r.name);
    if (found == numbers.end()) throw Error(fmt::format("this library does not support the register '{}'", r.name));
    check_width(r, found->second);
    const auto old = before.find(r.name);
    for (int w = 0; w < r.words(); ++w) {
      const auto value = static_cast<std::uint32_t>(found->second >> (32 * w));
      if (old != before.end() && static_cast<std::uint32_t>(old->second >> (32 * w)) == value) continue;
      backend_->write_register(r.offset + 4U * static_cast<std::uint32_t>(w), value);
    }
  }
}

/// The enables are written each time: a reset of the bus clears them.
void Registers::start() const {
  backend_->write_register(kGlobalInterrupt, 1);
  backend_->write_register(kInterruptEnable, 1);
  clear_interrupt();
  start_silent();
}

std::string Registers::card_trouble() const {
  if (card_ == nullptr || !card_->responds()) return "";
  const std::string trouble = card_->trouble();
  return trouble.empty() ? "it was in reset" : trouble;
}

void Registers::check_survived() const {
  if (card_ == nullptr) return;
  // A reset of the bus clears what start() or silence() has written.
  const std::uint32_t enabled = backend_->read_register(kGlobalInterrupt);
  if (enabled == 1) return;
  card_->check_responds();
  if (card_->read("state", "registers_closed") != 0)
    throw DeviceError("the accelerator no longer responds: " + card_->trouble());
  throw_reset();
}

CardBlock::Restarts Registers::restarts() const { return card_ != nullptr ? card_->restarts() : CardBlock::Restarts(); }

void Registers::check_no_restart(const CardBlock::Restarts& since) const {
  if (restarts() != since) throw_reset();
}

std::string Registers::refusal() const {
  const std::string refused = card_ != nullptr && card_->responds() ? card_->refused_transfer() : "";
  if (refused.empty()) return "";
  card_->clear_event("transfer_refused");
  const std::string trouble = card_->trouble();
  return fmt::format("; {}{}", refused, trouble.empty() ? "" : "; now " + trouble);
}

void Registers::throw_reset() const {
  const std::string trouble = card_->trouble();
  std::string reason;
  if (card_->read("events", "kernel_lost") != 0) reason = ": the kernel clock lost its lock";
  if (card_->read("events", "memory_lost") != 0) reason = ": memory lost its calibration or its clock";
  throw DeviceError(
      fmt::format("a reset of the card has ended the run{}{}", reason, trouble.empty() ? "" : "; now " + trouble));
}

void Registers::silence() const {
  backend_->write_register(kGlobalInterrupt, 1);
  backend_->write_register(kInterruptEnable, 0);
  clear_interrupt();
}

void Registers::start_silent() const {
  if (probes_) probes_->clear();
  backend_->write_register(kControl, kStart);
}

bool Registers::is_idle() const { return (read_alive(kControl) & kIdle) != 0; }

bool Registers::ask_for_interrupt() const {
  backend_->write_register(kInterruptEnable, 1);
  return is_idle();
}

void Registers::wait() const {
  bool ended = false;
  try {
    ended = backend_->wait_interrupt();
  } catch (const DeviceError& fault) {
    rethrow(fault);
  }
  end(ended);
}

void Registers::rethrow(const DeviceError& fault) const {
  const std::string reason = card_trouble();
  throw DeviceError(reason.empty() ? fault.what() : fmt::format("{}; {}", fault.what(), reason));
}

void Registers::end(bool ended) const {
  if (!ended) backend_->write_register(kControl, kCancel);
  const bool cancelled = !ended && backend_->wait_interrupt();
  clear_interrupt();
  if (cancelled) throw Error("the run did not end within the time limit of the back end and was cancelled");
  if (ended) return check_errors();
  check_survived();
  if (card_ == nullptr)
    throw Error("the run does not end, not even when cancelled: memory or a clock has stopped. Reset the card");
  const std::string trouble = card_->trouble(), seen = probes_ ? probes_->last_run(name_) : "";
  if (!seen.empty()) probes_->clear();
  card_->reset();
  throw Error(fmt::format("the run did not end, not even when cancelled: {}{}{}. The card was reset",
                          trouble.empty() && seen.empty() ? "memory or a clock had stopped" : trouble,
                          trouble.empty() || seen.empty() ? "" : "; ", seen));
}

std::string Registers::unrequested_responses(std::size_t since) const {
  std::string now = probes_ ? card_->unrequested_responses(probes_->channels()) : "";
  if (!now.empty()) {
    ++unrequested_;
    last_unrequested_ = std::move(now);
  }
  return unrequested_ != since ? last_unrequested_ : "";
}

void Registers::check_responses(std::size_t since) const {
  if (card_ != nullptr && !backend_->sees_refusals()) {
    // This waits until the DMA's writes have been accepted or refused: they are posted (rtlgen_avalon_registers).
    card_->write("events", 0);
    if (card_->read("events", "transfer_refused") == 1)
      throw DeviceError("the card has refused a transfer" + refusal());
  }
  const std::string unrequested = unrequested_responses(since);
  if (!unrequested.empty()) throw DeviceError("memory is not to be trusted: " + unrequested);
}

void Registers::check_errors() const {
  check_survived();
  const std::uint32_t errors = read_alive(find("errors").offset);
  std::string seen = probes_ ? probes_->errors(name_) : "";
  if (!seen.empty()) probes_->clear();
  if (const std::string unrequested = unrequested_responses(unrequested_); !unrequested.empty())
    seen += (seen.empty() ? "" : "; ") + unrequested;
  if (errors != 0)
    throw Error(fmt::format("{}{}{}", error_text(errors, design_.shell), seen.empty() ? "" : "; ", seen));
  // The accelerator ignores what it has not requested, but such a memory is not to be trusted.
  if (!seen.empty()) throw Error("the run failed: " + seen);
}

void Registers::clear_interrupt() const {
  const std::uint32_t pending = backend_->read_register(kInterruptStatus);
  if (pending != 0) backend_->write_register(kInterruptStatus, pending);
}

}  // namespace rtlgen::host
