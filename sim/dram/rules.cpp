// Every rule as a minimum distance between two commands, or as a state that a command needs.
#include "dram/rules.hpp"

#include <algorithm>
#include <map>

namespace rtlgen::dram {

namespace {

enum class Where { kSameBank, kSameGroup, kOtherGroup, kAnywhere };

/// The distance from an earlier `first` to a later `second`.
struct Distance {
  const char* name;
  Op first, second;
  Where where;
  std::int64_t clocks;
};

std::vector<Distance> distances(const Timings& t) {
  using enum Op;
  const int burst = t.burst_length / 2;
  const int read_to_write = t.cl + burst + t.rtw_gap - t.cwl;
  return {
      {"tRCD", kActivate, kRead, Where::kSameBank, t.rcd},
      {"tRCD", kActivate, kWrite, Where::kSameBank, t.rcd},
      {"tRAS", kActivate, kPrecharge, Where::kSameBank, t.ras},
      {"tRC", kActivate, kActivate, Where::kSameBank, t.rc},
      {"tRP", kPrecharge, kActivate, Where::kSameBank, t.rp},
      {"tRRD_L", kActivate, kActivate, Where::kSameGroup, t.rrd_l},
      {"tRRD_S", kActivate, kActivate, Where::kOtherGroup, t.rrd_s},
      {"tCCD_L", kRead, kRead, Where::kSameGroup, t.ccd_l},
      {"tCCD_S", kRead, kRead, Where::kOtherGroup, t.ccd_s},
      {"tCCD_L", kWrite, kWrite, Where::kSameGroup, t.ccd_l},
      {"tCCD_S", kWrite, kWrite, Where::kOtherGroup, t.ccd_s},
      {"tWTR_L", kWrite, kRead, Where::kSameGroup, t.cwl + burst + t.wtr_l},
      {"tWTR_S", kWrite, kRead, Where::kOtherGroup, t.cwl + burst + t.wtr_s},
      {"read to write", kRead, kWrite, Where::kAnywhere, read_to_write},
      {"tRTP", kRead, kPrecharge, Where::kSameBank, t.rtp},
      {"tWR", kWrite, kPrecharge, Where::kSameBank, t.cwl + burst + t.wr},
      {"tRP before a refresh", kPrecharge, kRefresh, Where::kAnywhere, t.rp},
      {"tRC before a refresh", kActivate, kRefresh, Where::kAnywhere, t.rc},
      {"tRFC", kRefresh, kActivate, Where::kAnywhere, t.rfc},
      {"tRFC", kRefresh, kRefresh, Where::kAnywhere, t.rfc},
  };
}

bool meets(Where where, const Command& a, const Command& b) {
  switch (where) {
    case Where::kSameBank:
      return a.group == b.group && a.bank == b.bank;
    case Where::kSameGroup:
      return a.group == b.group;
    case Where::kOtherGroup:
      return a.group != b.group;
    case Where::kAnywhere:
      return true;
  }
  return false;
}

std::string at(const Command& c) {
  static const char* const names[] = {"ACT", "PRE", "RD", "WR", "REF"};
  return std::string(names[static_cast<int>(c.op)]) + " at " + std::to_string(c.clock) + " (" +
         std::to_string(c.group) + "." + std::to_string(c.bank) + " row " + std::to_string(c.row) + ")";
}

/// The open rows, to which column commands must go.
class Rows {
 public:
  std::string next(const Command& c) {
    const std::pair<int, int> bank{c.group, c.bank};
    switch (c.op) {
      case Op::kActivate:
        if (rows_.contains(bank)) return "an open bank is activated";
        rows_[bank] = c.row;
        break;
      case Op::kPrecharge:
        rows_.erase(bank);
        break;
      case Op::kRefresh:
        if (!rows_.empty()) return "a refresh with a bank open";
        break;
      default:
        if (!rows_.contains(bank) || rows_[bank] != c.row) return "a column of a row that is not open";
    }
    return "";
  }

 private:
  std::map<std::pair<int, int>, int> rows_;
};

/// The data pins, on which no two bursts may overlap.
class Pins {
 public:
  std::string next(const Command& c, const Timings& t) {
    if (c.op != Op::kRead && c.op != Op::kWrite) return "";
    const std::int64_t begin = c.clock + (c.op == Op::kRead ? t.cl : t.cwl);
    if (begin < free_) return "data of two bursts at once";
    free_ = begin + t.burst_length / 2;
    return "";
  }

 private:
  std::int64_t free_ = 0;
};

}  // namespace

std::string broken_rule(const std::vector<Command>& commands, const Timings& t, std::int64_t clocks) {
  const std::vector<Distance> rules = distances(t);
  std::int64_t longest = t.faw;
  for (const Distance& d : rules) longest = std::max(longest, d.clocks);
  Rows rows;
  Pins pins;
  std::vector<std::int64_t> activates;
  // A refresh may be late by the time for closing the banks: the rest of a row's tRAS or a write's recovery, and tRP.
  const std::int64_t lateness = t.ras + t.cwl + t.burst_length + t.wr + t.rp + t.rc + 2 * t.all_banks();
  std::int64_t refreshes = 0;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const Command& c = commands[i];
    if (i > 0 && c.clock <= commands[i - 1].clock) return "two commands in a clock: " + at(c);
    for (std::size_t k = i; k-- > 0 && c.clock - commands[k].clock < longest;) {
      const Command& before = commands[k];
      for (const Distance& d : rules) {
        if (before.op == d.first && c.op == d.second && c.clock - before.clock < d.clocks && meets(d.where, before, c))
          return std::string(d.name) + ": " + at(before) + ", " + at(c);
      }
    }
    if (c.op == Op::kActivate) {
      activates.push_back(c.clock);
      if (activates.size() > 4 && c.clock - activates[activates.size() - 5] < t.faw) return "tFAW: " + at(c);
    }
    for (const std::string& fault : {rows.next(c), pins.next(c, t)}) {
      if (!fault.empty()) return fault + ": " + at(c);
    }
    if (c.op == Op::kRefresh && c.clock > ++refreshes * t.refi + lateness) return "tREFI: " + at(c);
  }
  if (clocks > (refreshes + 1) * t.refi + lateness) return "tREFI: no refresh at the end";
  return "";
}

}  // namespace rtlgen::dram
