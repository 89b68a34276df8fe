// The definition of a memory channel: sizes and timing rules of its DRAM, and the controller's queues.
//
// Read from a YAML file in sim/dram/parts, in which every number has a source. Faults are reported with file:line, all
// of them at once, by std::runtime_error. Times are clocks of the DRAM's command clock.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace rtlgen::dram {

struct Timings {
  std::string name;
  /// From the highest address bits to the lowest, "row:bank:column:bankgroup".
  std::string map;

  int mega_transfers = 0;  ///< per second on a data pin; the clock is half of it
  int data_bits = 0;
  int burst_length = 0;  ///< beats on the data pins, two per clock
  int bank_groups = 0;
  int banks = 0;  ///< per group
  int rows = 0;
  int columns = 0;  ///< beats in an open row

  int cl = 0, cwl = 0;
  int rcd = 0, rp = 0, ras = 0, rc = 0;
  int rrd_s = 0, rrd_l = 0, faw = 0;  ///< _s: to a different bank group, _l: within one
  int ccd_s = 0, ccd_l = 0;
  int wtr_s = 0, wtr_l = 0;
  int rtw_gap = 0;  ///< clocks without data between those of a read and of a write
  int rtp = 0, wr = 0;
  int rfc = 0, refi = 0;

  int read_queue = 0, write_queue = 0;  ///< requests of one DRAM burst each
  int write_high = 0, write_low = 0;    ///< waiting writes at which a drain begins and ends
  int group = 0;                        ///< bursts in one direction before the other may interrupt
  int latency = 0;                      ///< clocks in controller and PHY, added to each read

  [[nodiscard]] int data_clocks() const { return burst_length / 2; }
  [[nodiscard]] int burst_bytes() const { return data_bits / 8 * burst_length; }
  [[nodiscard]] int all_banks() const { return bank_groups * banks; }
  [[nodiscard]] std::int64_t clock_fs() const { return 2'000'000'000LL / mega_transfers; }
  [[nodiscard]] double peak_gbs() const { return mega_transfers * (data_bits / 8) / 1000.0; }
  [[nodiscard]] std::uint64_t capacity() const;    ///< bytes
  [[nodiscard]] std::uint64_t bank_round() const;  ///< bytes after which a linear stream reaches the same bank again
};

/// A number of Timings: its YAML key, and its valid range.
struct TimingField {
  const char* key;
  int Timings::*member;
  int least, most;
  bool power_of_two;
};
const std::vector<TimingField>& timing_fields();

/// A list of inconsistencies; no entry is empty.
std::vector<std::string> faults(const Timings& timings);

/// Writes lines `key value`, for a simulation without a YAML library.
void write_plain(std::ostream& to, const Timings& timings);
Timings read_plain(std::istream& from);

}  // namespace rtlgen::dram
