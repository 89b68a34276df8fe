// The table of numbers that define a memory channel, their valid ranges, and their plain form.
#include "dram/timings.hpp"

#include <algorithm>
#include <istream>
#include <ostream>
#include <stdexcept>

namespace rtlgen::dram {

const std::vector<TimingField>& timing_fields() {
  using T = Timings;
  static const std::vector<TimingField> table = {
      {"mega_transfers", &T::mega_transfers, 100, 20000, false},
      {"data_bits", &T::data_bits, 8, 1024, true},
      {"burst_length", &T::burst_length, 2, 32, true},
      {"bank_groups", &T::bank_groups, 1, 16, true},
      {"banks", &T::banks, 1, 64, true},
      {"rows", &T::rows, 2, 1 << 24, true},
      {"columns", &T::columns, 2, 1 << 16, true},
      {"CL", &T::cl, 1, 200, false},
      {"CWL", &T::cwl, 1, 200, false},
      {"tRCD", &T::rcd, 1, 1000, false},
      {"tRP", &T::rp, 1, 1000, false},
      {"tRAS", &T::ras, 1, 1000, false},
      {"tRC", &T::rc, 1, 2000, false},
      {"tRRD_S", &T::rrd_s, 1, 1000, false},
      {"tRRD_L", &T::rrd_l, 1, 1000, false},
      {"tFAW", &T::faw, 1, 1000, false},
      {"tCCD_S", &T::ccd_s, 1, 100, false},
      {"tCCD_L", &T::ccd_l, 1, 100, false},
      {"tWTR_S", &T::wtr_s, 1, 1000, false},
      {"tWTR_L", &T::wtr_l, 1, 1000, false},
      {"tRTW_gap", &T::rtw_gap, 0, 100, false},
      {"tRTP", &T::rtp, 1, 1000, false},
      {"tWR", &T::wr, 1, 1000, false},
      {"tRFC", &T::rfc, 1, 10000, false},
      {"tREFI", &T::refi, 100, 1000000, false},
      {"read_queue", &T::read_queue, 1, 1024, false},
      {"write_queue", &T::write_queue, 1, 1024, false},
      {"write_high", &T::write_high, 1, 1024, false},
      {"write_low", &T::write_low, 0, 1023, false},
      {"group", &T::group, 1, 1024, false},
      {"latency", &T::latency, 0, 10000, false},
  };
  return table;
}

std::uint64_t Timings::capacity() const {
  return static_cast<std::uint64_t>(data_bits / 8) * static_cast<std::uint64_t>(columns) *
         static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(all_banks());
}

std::uint64_t Timings::bank_round() const {
  // Everything below the highest field that selects a bank.
  std::uint64_t bytes = static_cast<std::uint64_t>(burst_bytes()), round = bytes;
  std::string rest = map;
  while (!rest.empty()) {
    const std::size_t colon = rest.rfind(':');
    const std::string field = rest.substr(colon == std::string::npos ? 0 : colon + 1);
    rest = rest.substr(0, colon == std::string::npos ? 0 : colon);
    const bool is_bank = field == "bank" || field == "bankgroup";
    const int count = field == "bank"        ? banks
                      : field == "bankgroup" ? bank_groups
                      : field == "column"    ? columns / burst_length
                                             : rows;
    bytes *= static_cast<std::uint64_t>(count);
    if (is_bank && count > 1) round = bytes;
  }
  return round;
}

namespace {

void check_map(const Timings& t, std::vector<std::string>& found) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  for (std::size_t colon = 0; colon != std::string::npos; at = colon + 1) {
    colon = t.map.find(':', at);
    parts.push_back(t.map.substr(at, colon == std::string::npos ? colon : colon - at));
  }
  std::sort(parts.begin(), parts.end());
  if (parts != std::vector<std::string>{"bank", "bankgroup", "column", "row"})
    found.push_back("map is '" + t.map +
                    "', but it must name row, bank, column and bankgroup once, separated by colons");
}

}  // namespace

std::vector<std::string> faults(const Timings& t) {
  std::vector<std::string> found;
  for (const TimingField& f : timing_fields()) {
    const int value = t.*f.member;
    const std::string fault = std::string(f.key) + " is " + std::to_string(value) + "; wanted: ";
    if (value < f.least || value > f.most)
      found.push_back(fault + std::to_string(f.least) + " to " + std::to_string(f.most));
    else if (f.power_of_two && (value & (value - 1)) != 0)
      found.push_back(fault + "a power of two");
  }
  check_map(t, found);
  if (!found.empty()) return found;
  const auto require = [&](bool good, const char* text) {
    if (!good) found.emplace_back(text);
  };
  require(t.columns >= t.burst_length, "columns is less than burst_length");
  require(t.rc >= t.ras + t.rp, "tRC is less than tRAS + tRP");
  require(t.rrd_l >= t.rrd_s, "tRRD_L is less than tRRD_S");
  require(t.ccd_l >= t.ccd_s, "tCCD_L is less than tCCD_S");
  require(t.ccd_s >= t.data_clocks(), "tCCD_S is less than a burst takes on the data pins");
  require(t.wtr_l >= t.wtr_s, "tWTR_L is less than tWTR_S");
  require(t.refi > t.rfc + t.rp + t.ras, "tREFI leaves no time between refreshes");
  require(t.write_high <= t.write_queue, "write_high is more than write_queue");
  require(t.write_low < t.write_high, "write_low is not less than write_high");
  return found;
}

void write_plain(std::ostream& to, const Timings& t) {
  to << "name " << t.name << "\nmap " << t.map << "\n";
  for (const TimingField& f : timing_fields()) to << f.key << " " << t.*f.member << "\n";
}

Timings read_plain(std::istream& from) {
  Timings t;
  std::string key;
  const auto expect = [&](const std::string& wanted) {
    if (!(from >> key) || key != wanted) throw std::runtime_error("memory channel: expected '" + wanted + "'");
  };
  expect("name");
  std::getline(from >> std::ws, t.name);
  expect("map");
  from >> t.map;
  for (const TimingField& f : timing_fields()) {
    expect(f.key);
    if (!(from >> t.*f.member)) throw std::runtime_error(std::string("memory channel: no number for ") + f.key);
  }
  const std::vector<std::string> found = faults(t);
  if (!found.empty()) throw std::runtime_error("memory channel " + t.name + ": " + found.front());
  return t;
}

}  // namespace rtlgen::dram
