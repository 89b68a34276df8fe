// Steps that need a card block: clocks, calibration, memory at the speed of the bus.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "driver/diagnose/device.hpp"
#include "host/bring_up.hpp"
#include "host/card_check.hpp"
#include "host/channel_probe.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kNoBlock = "this card has no card block";

/// A step on the card block; skipped if none exists.
template <typename Check>
Judged on_block(const Device& device, const Check& check) {
  const std::optional<host::CardBlock> card = device.card_block();
  if (!card) return skipped(kNoBlock);
  return judged(host::found_by([&] { return check(*card); }));
}

/// For the channels of the kernel that is diagnosed; as many bytes as take a second or so.
host::OnCardTest on_card_test(const Device& device, const host::CardBlock& card) {
  constexpr double kTesterPatience = 6;  // it shows no progress
  constexpr std::uint64_t kSimulated = std::uint64_t{64} << 10, kReal = std::uint64_t{4} << 30;
  const int kernels = std::max(1, static_cast<int>(card.read("format", "kernels")));
  host::OnCardTest test;
  test.channels = card.channels() / kernels;
  test.first_channel = std::atoi(device.options.card.kernel.c_str()) * test.channels;
  test.channel_bytes = device.backend->capacity(0);
  test.bytes = std::min(test.channel_bytes, device.is_real() ? kReal : kSimulated);
  test.seed = static_cast<std::uint32_t>(device.run.run.seed);
  test.patience_seconds = kTesterPatience * device.options.card.patience_seconds;
  return test;
}

/// Puts what the block shows before a step's own causes.
void add_reason(const std::string& seen, std::vector<std::string> causes, Judged& step) {
  step.seen += "; " + seen;
  step.causes.insert(step.causes.begin(), std::make_move_iterator(causes.begin()),
                     std::make_move_iterator(causes.end()));
}

/// Puts the causes of a firewall that has closed first, whatever the driver makes of it.
void add_causes(std::uint32_t refusal, Judged& step) {
  constexpr std::uint32_t kNoResponse = 4, kBroken = 5;
  const std::string who = "the controller of that channel, or its clock crossing, ";
  if (refusal == kNoResponse)
    step.causes.insert(step.causes.begin(), who + "has stopped, or has lost a request or a response");
  if (refusal == kBroken) step.causes.insert(step.causes.begin(), who + "was reset alone, or repeats responses");
}

void add_reasons(const Device& device, const host::CardBlock& card, Judged& step) {
  const host::Finding clocks = host::check_clocks(*device.design, card);
  const std::string trouble = card.trouble();
  if (!clocks.holds)
    add_reason(clocks.seen, clocks.causes, step);
  else if (!trouble.empty() && step.seen.find(trouble) == std::string::npos)
    add_reason("now " + trouble, {}, step);
  if (card.read("events", "transfer_refused") == 0) return;
  const std::string refused = card.refused_transfer();
  if (!refused.empty() && step.seen.find(refused) == std::string::npos) step.seen += "; " + refused;
  add_causes(card.read("refusal", "transfer_kind"), step);
}

/// Why the bus was reset, from the events since a program has opened the card.
std::string restart_text(const host::CardBlock& card) {
  if (card.read("events", "kernel_lost") != 0) return "the kernel clock lost its lock";
  if (card.read("events", "memory_lost") != 0) return "memory lost its calibration or its clock";
  return "a program requested it";
}

}  // namespace

void note_block(Device& device) {
  device.noted.reset();
  try {
    const std::optional<host::CardBlock> card = device.card_block();
    if (!card) return;
    card->clear_event("transfer_refused");
    card->clear_event("unrequested");
    device.noted = card->restarts();
  } catch (const host::Error&) {  // the step itself will say so
  }
}

void check_unrequested(const Device& device, Judged& step) {
  try {
    const std::optional<host::CardBlock> card = device.card_block();
    if (!card || !device.noted) return;
    const std::string unrequested = card->unrequested_responses(~0U);
    if (unrequested.empty()) return;
    const std::vector<std::string> causes = {
        "the controller of that channel, or its clock crossing, was reset alone, or repeats responses"};
    if (step.outcome == StepOutcome::kFailed)
      add_reason(unrequested, causes, step);
    else
      step = failed(unrequested, "responses to what the host has requested, and no others", causes);
  } catch (const host::Error&) {  // the next step reports it
  }
}

void explain_by_block(const Device& device, Judged& step) {
  try {
    const std::optional<host::CardBlock> card = device.card_block();
    if (!card || !device.noted) return;
    add_reasons(device, *card, step);
    if (card->restarts() == *device.noted || step.seen.find("reset") != std::string::npos) return;
    add_reason("the card was reset during this step: " + restart_text(*card),
               {"another program resets the card, or a clock or memory fails now and then"}, step);
  } catch (const host::Error& fault) {
    step.seen += fmt::format("; the card block cannot be read: {}", fault.what());
  }
}

std::optional<host::CardBlock> Device::card_block() const {
  if (!backend || !design || !design->card_block || !backend->has_card_block()) return std::nullopt;
  return host::CardBlock(*design->card_block, *backend);
}

Judged climb_card(Device& device) {
  return on_block(device, [&](const host::CardBlock& card) {
    host::Finding finding = host::check_card(*device.design, card);
    if (!finding.holds || card.read("state", "run_busy") != 0) return finding;
    const host::ChannelProbes probes(*device.design, card, device.backend->kernel());
    const std::string last = probes.exist() ? probes.last_run({}) : "";
    if (!last.empty()) finding.seen += "; the last run on it: " + last;
    return finding;
  });
}

Judged climb_clocks(Device& device) {
  return on_block(device, [&](const host::CardBlock& card) { return host::check_clocks(*device.design, card); });
}

Judged climb_calibration(Device& device) { return on_block(device, host::check_calibration); }

Judged climb_tester(Device& device) {
  return on_block(device, [&](const host::CardBlock& card) {
    return host::check_on_card(on_card_test(device, card), *device.design, card);
  });
}

}  // namespace rtlgen::driver
