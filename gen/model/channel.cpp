// The table of memory channels.
#include "model/channel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rtlgen::model {

double Efficiency::part(int readers, int writers) const {
  const auto most = [](int n) { return static_cast<std::size_t>(std::clamp(n, 0, kMostStreams)); };
  return part_of_peak[most(readers)][most(writers)];
}

double Efficiency::part_apart(double rounds, bool striped) const {
  const std::array<double, kPlaces>& at = apart[striped ? 1 : 0];
  const double place = (rounds - std::floor(rounds)) * static_cast<double>(kPlaces);
  const auto low = static_cast<std::size_t>(place) % kPlaces;
  const double rest = place - std::floor(place);
  return (1 - rest) * at[low] + rest * at[(low + 1) % kPlaces];
}

const Efficiency& Channel::on_bus(int bits, double burst_bytes) const {
  const double doublings = std::round(std::log2(std::max(burst_bytes, 1.0) / 512));
  const double size = std::clamp(doublings, 0.0, static_cast<double>(kBurstSizes - 1));
  return streams[bits >= 512 ? 1 : 0][static_cast<std::size_t>(size)];
}

const Channel& of_kind(const Drams& drams, std::size_t kind) {
  return drams.size() == 1 ? drams.front() : drams.at(kind);
}

Channel scaled(const Channel& like, double peak_gbs) {
  Channel channel = like;
  channel.part = fmt::format("{} scaled to {:.3g} GB/s", like.part, peak_gbs);
  channel.peak_gbs = peak_gbs;
  return channel;
}

Channel grouped(const Channel& like, double factor) {
  Channel channel = like;
  for (auto& sizes : channel.streams) {
    for (Efficiency& e : sizes) {
      const auto scale = [&](double& part) { part = std::min(part * factor, e.part(1, 0)); };
      for (std::size_t readers = 1; readers <= kMostStreams; ++readers)
        std::for_each(e.part_of_peak[readers].begin() + 1, e.part_of_peak[readers].end(), scale);
      for (auto& places : e.apart) std::for_each(places.begin(), places.end(), scale);
    }
  }
  return channel;
}

const std::vector<Channel>& channels() {
  static const std::vector<Channel> table = {
#include "model/channel_table.inc"
  };
  return table;
}

Drams find_drams(const std::vector<std::string>& parts) {
  Drams drams;
  for (const std::string& part : parts) {
    const Channel* const channel = find_channel(part);
    if (channel == nullptr) return {};
    drams.push_back(*channel);
  }
  return drams;
}

const Channel* find_channel(std::string_view part) {
  for (const Channel& channel : channels()) {
    if (channel.part == part) return &channel;
  }
  return nullptr;
}

}  // namespace rtlgen::model
