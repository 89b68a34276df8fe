// Channels of the kernels of a card: how kinds of memory number them, and how kernels share them.
#pragma once

#include <cstddef>
#include <vector>

namespace rtlgen::spec {

struct ChannelKind;
struct Hardware;

/// The largest number of a channel in a description: a limit of the language, beyond the channels of any board.
inline constexpr int kMostChannelNumber = 63;

/// The channels of one kind that each kernel has.
struct KernelChannels {
  const ChannelKind* kind = nullptr;
  int first = 0;       ///< number of the first in a kernel
  int count = 0;       ///< 0: the card has fewer than kernels
  int first_card = 0;  ///< number on the card of the first of kernel 0; kernel k has the k-th `count` from there on
};

/// The channels of each kernel, by kind: every kernel has the same number of each kind, in the order of the card. Empty
/// if the board is not known.
std::vector<KernelChannels> channels_by_kind(const Hardware& hardware);

/// The number of channels of each kernel; at least 1.
int channels_of_kernel(const Hardware& hardware);

/// The index of the kind of a kernel's channel; 0 if the board has fewer channels.
std::size_t kind_of_channel(const Hardware& hardware, int channel);

/// The number on the card of a kernel's channel.
int card_channel(const Hardware& hardware, int kernel, int channel);

}  // namespace rtlgen::spec
