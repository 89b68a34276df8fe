// Places buffer by buffer, in the order of contract::Places.
#include "plan/memory_use.hpp"

#include <algorithm>

#include "contract/placement.hpp"
#include "plan/executor_plan.hpp"
#include "plan/framing.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

/// The arrays in memory, one per stream, in the order in which the host library places them: inputs and states, held
/// inputs, outputs.
std::vector<spec::ArrayId> placed_arrays(const spec::Stencil& stencil) {
  std::vector<spec::ArrayId> streamed, held, written;
  for (const spec::ArrayId id : stencil.arrays.ids()) {
    const spec::Array& array = stencil.arrays[id];
    if (array.role == spec::Role::kTemporary || stencil.together(id).front() != id) continue;
    (array.held() ? held : array.role == spec::Role::kOutput ? written : streamed).push_back(id);
  }
  streamed.insert(streamed.end(), held.begin(), held.end());
  streamed.insert(streamed.end(), written.begin(), written.end());
  return streamed;
}

/// The last possible end of a buffer of `bytes` behind others that end at `end`: contract::Places aligns it to a round
/// of the DRAM banks, and moves it by up to another one.
std::uint64_t latest_end(std::uint64_t end, std::uint64_t bytes) {
  constexpr std::uint64_t kRound = contract::kBankRounds[0];
  const std::uint64_t rounds = end / kRound + (end % kRound == 0 ? 0 : 1);
  return end == 0 ? bytes : (rounds + 1) * kRound + bytes;
}

/// The channels of each buffer; one entry if all buffers have the same.
std::vector<std::vector<int>> buffers_of(const std::vector<spec::Placement>& places, spec::ArrayId array) {
  for (const spec::Placement& place : places) {
    if (place.array == array) return place.buffers;
  }
  return {{0}};
}

}  // namespace

std::uint64_t buffer_bytes(const spec::Stencil& stencil, spec::ArrayId array, int stripes, const spec::Extents& grid) {
  const spec::Array& own = stencil.arrays[array];
  const std::int64_t bus = stencil.hardware.bus->bits, beat = bus * stripes;
  const std::int64_t lanes = lanes_of(own, stencil.hardware.cells_per_cycle);
  std::int64_t word = word_bits(stencil, array) / stencil.hardware.cells_per_cycle * lanes;
  if (own.held()) word = std::max(word, bus);  // each word takes whole beats
  const std::int64_t words_of_beat = std::max<std::int64_t>(1, beat / word), beats_of_word = ceil_div(word, beat);
  const spec::Extents shape = own.shape(grid);
  const std::int64_t row = ceil_div(ceil_div(shape[0], lanes), words_of_beat) * beats_of_word;
  return static_cast<std::uint64_t>(row * shape[1] * shape[2]) * static_cast<std::uint64_t>(bus / 8);
}

std::map<int, std::uint64_t> memory_use(const spec::Stencil& stencil, const std::vector<spec::Placement>& places,
                                        const spec::Extents& grid) {
  std::map<int, std::uint64_t> ends;
  for (const spec::ArrayId array : placed_arrays(stencil)) {
    const std::vector<std::vector<int>> buffers = buffers_of(places, array);
    const std::uint64_t bytes = buffer_bytes(stencil, array, static_cast<int>(buffers.front().size()), grid);
    const std::size_t count = stencil.arrays[array].role == spec::Role::kState ? 2 : 1;
    for (std::size_t b = 0; b < count; ++b) {
      const std::vector<int>& channels = buffers[std::min(b, buffers.size() - 1)];
      std::uint64_t end = 0;
      for (const int c : channels) end = std::max(end, ends[c]);
      for (const int c : channels) ends[c] = latest_end(end, bytes);
    }
  }
  return ends;
}

std::optional<std::uint64_t> capacity_of(const spec::Hardware& hardware, int channel) {
  const std::vector<std::uint64_t>& bytes = hardware.channels.bytes;
  std::optional<std::uint64_t> least;
  for (int kernel = 0; kernel < std::max(1, hardware.kernels); ++kernel) {
    const std::size_t index = at(spec::card_channel(hardware, kernel, channel));
    if (index >= bytes.size()) return std::nullopt;
    least = std::min(least.value_or(bytes[index]), bytes[index]);
  }
  return least;
}

double fill_of(const spec::Hardware& hardware, const std::map<int, std::uint64_t>& use) {
  double most = 0;
  for (const auto& [channel, bytes] : use) {
    if (const auto capacity = capacity_of(hardware, channel))
      most = std::max(most, static_cast<double>(bytes) / static_cast<double>(*capacity));
  }
  return most;
}

}  // namespace rtlgen::plan
