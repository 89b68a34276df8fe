// The record of the last run by the probes of memory channels (docs/adr/0053-channel-probes.md), in words.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/card_block.hpp"
#include "host/field_places.hpp"

namespace rtlgen::host {

/// The words of one probe; addresses in bytes from the beginning of the channel.
struct ChannelProbe {
  std::uint64_t read_at = 0, write_at = 0;          ///< bursts that were accepted last
  std::uint64_t oldest_read = 0, oldest_write = 0;  ///< bursts that wait for a response, if any do
  std::uint64_t error_at = 0;
  unsigned reads = 0, writes = 0;  ///< outstanding bursts
  unsigned most_reads = 0, most_writes = 0;
  unsigned longest_read = 0, longest_write = 0;  ///< waits, in clocks of the bus; 65535: or longer
  std::uint32_t flags = 0;                       ///< the word `probe_flags`

  [[nodiscard]] bool has(const char* flag) const;
};

/// The access of a run to a channel.
struct Access {
  int channel = 0;  ///< number among the accelerator's channels
  std::uint64_t address = 0;
  bool is_write = false;
  bool is_last = true;  ///< the accelerator has done no pass since
};

/// Names what an access reads or writes ("row 812 of 'u', pass 3"); "" if that is not known.
using NameAccess = std::function<std::string(const Access& access)>;

/// How far a run has come, by the accelerator's registers.
struct Progress {
  std::int64_t passes = 1, passes_done = 0;
  int first_buffer = 0;  ///< which the first pass reads of state
};

/// The meaning of an access in the arrays of a run. Reads may be a pass ahead of what has been written: if the address
/// does not tell the pass, the text names two; without `is_last` none.
std::string access_text(const Design& design, const FieldPlaces& places, const Progress& progress,
                        const Access& access);

/// The probes of the channels of one accelerator. The card must outlive the object.
class ChannelProbes {
 public:
  /// `kernel`: the number of the accelerator on the card.
  ChannelProbes(const Design& design, const CardBlock& card, int kernel);

  /// Whether this bitstream has probes.
  [[nodiscard]] bool exist() const { return exist_; }
  /// The accelerator's channels, as bits by their numbers on the card.
  [[nodiscard]] std::uint32_t channels() const;
  /// The record of the accelerator's channel `channel`.
  [[nodiscard]] ChannelProbe read(int channel) const;
  /// Clears the errors of all channels of the accelerator, so that the next run is recorded.
  void clear() const;
  /// The first error in each channel that has recorded one, for people: "memory channel 0: an error response to the
  /// read at row 812 of 'u', pass 3, address 0x1fc0"; "" if none exist.
  [[nodiscard]] std::string errors(const NameAccess& name) const;
  /// Bursts that memory has not responded to, if the run no longer moves; "" if none exist.
  [[nodiscard]] std::string outstanding(const NameAccess& name) const;
  /// Both for the last run of any program, also if that has cleared its errors. A run that is in progress may have
  /// outstanding bursts.
  [[nodiscard]] std::string last_run(const NameAccess& name) const;

 private:
  /// The bits of the accelerator's channels in the word `events`.
  [[nodiscard]] std::uint32_t events() const;
  [[nodiscard]] std::string errors_in(std::uint32_t events, const NameAccess& name) const;

  const Design& design_;
  const CardBlock& card_;
  bool exist_ = false;
  int first_channel_ = 0;  ///< the accelerator's channel 0
};

}  // namespace rtlgen::host
