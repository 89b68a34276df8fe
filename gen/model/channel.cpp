// The table of memory channels.
#include "model/channel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rtlgen::model {

double Channel::gbs(int readers, int writers) const {
  const auto most = [](int n) { return static_cast<std::size_t>(std::clamp(n, 0, kMostStreams)); };
  return peak_gbs * part_of_peak[most(readers)][most(writers)];
}

Channel scaled(const Channel& like, double peak_gbs) {
  Channel channel = like;
  channel.part = fmt::format("{} scaled to {:.3g} GB/s", like.part, peak_gbs);
  channel.peak_gbs = peak_gbs;
  return channel;
}

const std::vector<Channel>& channels() {
  static const std::vector<Channel> table = {
#include "model/channel_table.inc"
  };
  return table;
}

const Channel* find_channel(std::string_view part) {
  for (const Channel& channel : channels()) {
    if (channel.part == part) return &channel;
  }
  return nullptr;
}

}  // namespace rtlgen::model
