// Frames as in rtl/rtlgen_uart_stream.v and runtime/host/uart_stream.cpp.
#include "model/line.hpp"

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/line_top.hpp"
#include "contract/run_settings.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::model {

namespace {

constexpr int kBitsOfByte = 10;

/// Bytes of a request and its response, without their payload.
constexpr std::int64_t kFrameBytes = contract::kLineRequestBytes + contract::kLineResponseBytes;

}  // namespace

LinePass line_pass(const contract::CoreInterface& core, const std::vector<std::int64_t>& held_words,
                   const contract::RunSettings& run) {
  const contract::LineTop line = contract::line_top(core);
  const std::int64_t words = run.pass_words();
  const std::int64_t sent = ceil_div(words * line.in_bytes, contract::kLineFrameBytes);
  const std::int64_t places =
      std::max<std::int64_t>(1, (contract::kLineFrameBytes - contract::kLineTakenBytes) / line.out_bytes);
  const std::int64_t received = ceil_div(words, places);
  LinePass pass;
  pass.frames = std::max(sent, received);
  // A full response does not wait for another word.
  pass.rest_cycles = (received > sent ? 1 : pass.frames) << contract::kLineRestLog2;
  pass.bytes = 2 * kFrameBytes + line.settings_bytes + line.status_bytes + words * (line.in_bytes + line.out_bytes) +
               pass.frames * (kFrameBytes + contract::kLineTakenBytes);
  for (const std::int64_t held : held_words) {
    const std::int64_t carried = held * line.in_bytes;
    pass.bytes += carried + ceil_div(carried, contract::kLineFrameBytes) * kFrameBytes;
  }
  return pass;
}

double line_seconds(double bytes, int baud) { return bytes * kBitsOfByte / baud; }

}  // namespace rtlgen::model
