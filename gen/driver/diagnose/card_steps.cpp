// Steps that need a card block: clocks, calibration, memory at the speed of the bus.
#include <algorithm>
#include <cstdlib>

#include "driver/diagnose/device.hpp"
#include "host/bring_up.hpp"
#include "host/card_check.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kNoBlock = "this card has no card block";

/// A step on the card block; skipped if there is none.
template <typename Check>
Judged on_block(const Device& device, const Check& check) {
  const std::optional<host::CardBlock> card = device.card_block();
  if (!card) return skipped(kNoBlock);
  return judged(host::found_by([&] { return check(*card); }));
}

/// For the channels of the kernel that is diagnosed; as many bytes as take a second or so.
host::OnCardTest on_card_test(const Device& device, const host::CardBlock& card) {
  constexpr std::uint64_t kSimulated = std::uint64_t{64} << 10, kReal = std::uint64_t{4} << 30;
  const int kernels = std::max(1, static_cast<int>(card.read("format", "kernels")));
  host::OnCardTest test;
  test.channels = card.channels() / kernels;
  test.first_channel = std::atoi(device.options.card.kernel.c_str()) * test.channels;
  test.channel_bytes = device.backend->capacity(0);
  test.bytes = std::min(test.channel_bytes, device.is_real() ? kReal : kSimulated);
  test.seed = static_cast<std::uint32_t>(device.run.run.seed);
  return test;
}

}  // namespace

std::optional<host::CardBlock> Device::card_block() const {
  if (!backend || !design || !design->card_block || !backend->has_card_block()) return std::nullopt;
  return host::CardBlock(*design->card_block, *backend);
}

Judged climb_card(Device& device) {
  return on_block(device, [&](const host::CardBlock& card) { return host::check_card(*device.design, card); });
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
