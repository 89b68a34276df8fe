// The next command to type.
#include <fmt/format.h>

#include "driver/diagnose/device.hpp"
#include "driver/prepare/command_text.hpp"

namespace rtlgen::driver {

namespace {

const char* backend_word(CardBackend backend) {
  switch (backend) {
    case CardBackend::kXdma:
      return "xdma";
    case CardBackend::kXrt:
      return "xrt";
    case CardBackend::kVfio:
      return "vfio";
    case CardBackend::kUart:
      return "uart";
    default:
      return "sim";
  }
}

std::string with_description(const Device& device, const std::string& command) {
  const Source& source = device.run.run.source;
  return fmt::format("rtlgen {} {}{}", command, file_word(source.file), set_options(recorded_sets(source)));
}

/// The command for the same card again.
std::string on_card_again(const Device& device, const std::string& more) {
  const CardOptions& card = device.options.card;
  return fmt::format("{} --backend {}{}{}{}{}", with_description(device, "diagnose"), backend_word(card.backend),
                     option_text("--device", card.device), option_text("--xclbin", card.xclbin),
                     option_text("--kernel", card.kernel), more);
}

std::string list_cards(const Device& device) {
  switch (device.kind()) {
    case CardBackend::kSimulation:
      return "rtlgen doctor";
    case CardBackend::kUart:
      return "sudo dmesg | grep tty";
    case CardBackend::kVfio:
      return "lspci -vv -d 1172:";
    default:
      return "lspci -vv -d 10ee:";
  }
}

std::string holders(const Device& device) {
  switch (device.kind()) {
    case CardBackend::kXdma:
      return fmt::format("sudo fuser -v {}_*", device_path(device.options.card.device));
    case CardBackend::kXrt:
      return "xbutil examine";
    case CardBackend::kUart:
      return fmt::format("sudo fuser -v {}", file_word(device.options.card.device));
    case CardBackend::kVfio:
      return "sudo fuser -v /dev/vfio/*";
    default:
      return on_card_again(device, "");
  }
}

}  // namespace

std::string next_command(const Device& device, const Step& step) {
  constexpr const char* kKernelLog = "sudo dmesg | tail -n 30";
  if (step.is_endless) return kKernelLog;
  switch (step.number) {
    case kBusStep:
      return step.seen.find("in use by another program") != std::string::npos ? holders(device) : list_cards(device);
    case kCardStep:
    case kResponseStep:
      return device.kind() == CardBackend::kUart || !device.is_real() ? on_card_again(device, "")
                                                                      : "echo 1 | sudo tee /sys/bus/pci/rescan";
    case kRegistersStep:
    case kDesignStep:
      return on_card_again(device, " --manifest PROJECT/manifest.json");
    case kClocksStep:
    case kCalibrationStep:
      return on_card_again(device, "");
    case kIdleStep:
      return holders(device);
    case kCapacityStep:
      return device.board.empty() ? "rtlgen boards" : "rtlgen boards " + file_word(device.board);
    case kInterruptStep:
      return on_card_again(device, " --polling");
    case kMarginStep:
      return on_card_again(device, "");
    case kHardBlocksStep:
      return "rtlgen docs language";
    default:
      return step.is_device && device.is_real() ? kKernelLog : with_description(device, "run");
  }
}

}  // namespace rtlgen::driver
