// Divides the channels of each kind among kernels.
#include "spec/channels.hpp"

#include <algorithm>

#include "spec/hardware.hpp"

namespace rtlgen::spec {

std::vector<KernelChannels> channels_by_kind(const Hardware& hardware) {
  const int kernels = std::max(1, hardware.kernels);
  std::vector<KernelChannels> list;
  int first = 0, card = 0;
  for (const ChannelKind& kind : hardware.channels.kinds) {
    const int count = kind.count / kernels;
    list.push_back({&kind, first, count, card});
    first += count;
    card += kind.count;
  }
  return list;
}

int channels_of_kernel(const Hardware& hardware) {
  const std::vector<KernelChannels> kinds = channels_by_kind(hardware);
  return std::max(1, kinds.empty() ? 0 : kinds.back().first + kinds.back().count);
}

std::size_t kind_of_channel(const Hardware& hardware, int channel) {
  const std::vector<KernelChannels> kinds = channels_by_kind(hardware);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (channel >= kinds[k].first && channel < kinds[k].first + kinds[k].count) return k;
  }
  return 0;
}

int card_channel(const Hardware& hardware, int kernel, int channel) {
  const std::vector<KernelChannels> kinds = channels_by_kind(hardware);
  if (kinds.empty()) return kernel * channels_of_kernel(hardware) + channel;
  const KernelChannels& own = kinds[kind_of_channel(hardware, channel)];
  return own.first_card + kernel * std::max(1, own.count) + channel - own.first;
}

}  // namespace rtlgen::spec
