// The scheduler. Legality of commands is kept as "first clock" numbers, which every command updates; rules.hpp, which
// shares nothing with this file, checks the rules from outside.
#include "dram/controller.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace rtlgen::dram {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLongAgo = -1'000'000;
constexpr int kPatience = 256;  // columns that may overtake a request

int log2_of(std::uint64_t value) {
  int bits = 0;
  while ((std::uint64_t{1} << bits) < value) ++bits;
  return bits;
}

void push_back(std::int64_t& clock, std::int64_t to) { clock = std::max(clock, to); }

}  // namespace

AddressMap::AddressMap(const Timings& t) {
  int shift = log2_of(static_cast<std::uint64_t>(t.burst_bytes()));
  std::string rest = t.map;
  while (!rest.empty()) {
    const std::size_t colon = rest.rfind(':');
    const std::string name = colon == std::string::npos ? rest : rest.substr(colon + 1);
    rest = colon == std::string::npos ? "" : rest.substr(0, colon);
    int DramAddress::*member = &DramAddress::row;
    int count = t.rows;
    if (name == "bank") member = &DramAddress::bank, count = t.banks;
    if (name == "bankgroup") member = &DramAddress::group, count = t.bank_groups;
    if (name == "column") member = &DramAddress::column, count = t.columns / t.burst_length;
    fields_.push_back({member, shift, static_cast<std::uint64_t>(count) - 1});
    shift += log2_of(static_cast<std::uint64_t>(count));
  }
}

DramAddress AddressMap::place(std::uint64_t address) const {
  DramAddress place;
  for (const Field& f : fields_) place.*f.member = static_cast<int>((address >> f.shift) & f.mask);
  return place;
}

std::int64_t refresh_phase(const Timings& timings, int channel) {
  // Multiples of the golden ratio, modulo 1, are far apart for any number of channels.
  constexpr std::uint32_t kGolden = 0x9e3779b9;
  const std::uint32_t part = static_cast<std::uint32_t>(channel) * kGolden;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(timings.refi) * part >> 32);
}

Controller::Controller(const Timings& timings, int channel)
    : timings_(timings),
      map_(timings),
      banks_(static_cast<std::size_t>(timings.all_banks())),
      group_activate_(static_cast<std::size_t>(timings.bank_groups), 0),
      group_read_(group_activate_),
      group_write_(group_activate_),
      activates_{kLongAgo, kLongAgo, kLongAgo, kLongAgo},
      refresh_at_(timings.refi - refresh_phase(timings, channel)),
      bank_wanted_(banks_.size()),
      bank_seen_(banks_.size()) {
  reads_.reserve(static_cast<std::size_t>(timings_.read_queue));
  writes_.reserve(static_cast<std::size_t>(timings_.write_queue));
}

bool Controller::accept(const Request& request) {
  if (request.address >= timings_.capacity())
    throw std::out_of_range("DRAM " + timings_.name + ": an address beyond its capacity");
  std::vector<Waiting>& queue = request.write ? writes_ : reads_;
  if (static_cast<int>(queue.size()) >= (request.write ? timings_.write_queue : timings_.read_queue)) return false;
  const DramAddress place = map_.place(request.address);
  queue.push_back({request, place, place.group * timings_.banks + place.bank});
  try_at_ = clock_;
  return true;
}

std::optional<Completion> Controller::done() {
  for (std::deque<Finished>* list : {&finished_, &written_}) {
    if (list->empty() || list->front().due > clock_) continue;
    const Completion what = list->front().what;
    list->pop_front();
    return what;
  }
  return std::nullopt;
}

void Controller::tick() {
  ++clock_;
  ++statistics_.clocks;
  if (clock_ >= refresh_at_) refreshing_ = true;
  if (refreshing_) {
    refresh();
    return;
  }
  if (clock_ < try_at_) {
    if (try_at_ > refresh_at_) try_at_ = refresh_at_;
    return;
  }
  try_at_ = kNever;
  choose_direction();
  if (column_command() || row_command(write_phase_ ? writes_ : reads_, false) ||
      row_command(write_phase_ ? reads_ : writes_, true))
    try_at_ = clock_ + 1;
}

/// Closes all banks, then refreshes; the banks' numbers then block all other commands.
void Controller::refresh() {
  std::int64_t ready = refreshed_;
  for (int b = 0; b < timings_.all_banks(); ++b) {
    Bank& bank = banks_[static_cast<std::size_t>(b)];
    ready = std::max(ready, bank.activate);
    if (bank.row < 0) continue;
    if (bank.precharge > clock_) {
      ready = kNever;
      continue;
    }
    issue(Op::kPrecharge, {b / timings_.banks, b % timings_.banks, 0, 0});
    return;
  }
  if (ready <= clock_) issue(Op::kRefresh, {});
}

void Controller::choose_direction() {
  const int reads = static_cast<int>(reads_.size()), writes = static_cast<int>(writes_.size());
  bool change = false;
  if (write_phase_)
    change = reads > 0 && (writes <= timings_.write_low || served_ >= timings_.group);
  else if (writes >= timings_.write_high)
    change = reads == 0 || served_ >= timings_.group;
  else
    change = reads == 0 && writes > 0;
  if (!change) return;
  write_phase_ = !write_phase_;
  served_ = 0;
}

std::int64_t Controller::column_time(const Waiting& w, bool write) const {
  const auto g = static_cast<std::size_t>(w.place.group);
  const std::int64_t common = write ? std::max(any_write_, group_write_[g]) : std::max(any_read_, group_read_[g]);
  return std::max(common, banks_[static_cast<std::size_t>(w.bank)].column);
}

std::int64_t Controller::activate_time(const Waiting& w) const {
  const std::int64_t common = std::max({any_activate_, group_activate_[static_cast<std::size_t>(w.place.group)],
                                        activates_[oldest_activate_] + timings_.faw});
  return std::max(common, banks_[static_cast<std::size_t>(w.bank)].activate);
}

/// Issues the column command for the oldest request of this phase whose row is open, if it is legal now.
bool Controller::column_command() {
  std::vector<Waiting>& queue = write_phase_ ? writes_ : reads_;
  int& overtaken = overtaken_[write_phase_ ? 1 : 0];
  const std::size_t end = overtaken < kPatience ? queue.size() : std::min<std::size_t>(queue.size(), 1);
  std::fill(bank_wanted_.begin(), bank_wanted_.end(), 0);
  for (std::size_t i = 0; i < end; ++i) {
    Waiting& w = queue[i];
    if (banks_[static_cast<std::size_t>(w.bank)].row != w.place.row) continue;
    bank_wanted_[static_cast<std::size_t>(w.bank)] = 1;
    const std::int64_t at = column_time(w, write_phase_);
    if (at > clock_) {
      later(at);
      continue;
    }
    if (!w.opened) ++statistics_.row_hits;
    const Waiting taken = w;
    overtaken = i == 0 ? 0 : overtaken + 1;
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(i));
    issue(write_phase_ ? Op::kWrite : Op::kRead, taken.place);
    const std::int64_t data_end = clock_ + (write_phase_ ? timings_.cwl : timings_.cl) + timings_.data_clocks();
    if (write_phase_)
      written_.push_back({data_end, {taken.request.tag, true}});
    else
      finished_.push_back({data_end + timings_.latency, {taken.request.tag, false}});
    ++served_;
    return true;
  }
  return false;
}

/// Opens the row of the oldest request of each bank, or closes a conflicting one that no request needs.
bool Controller::row_command(std::vector<Waiting>& queue, bool other) {
  if (!other) std::fill(bank_seen_.begin(), bank_seen_.end(), 0);
  for (Waiting& w : queue) {
    const auto b = static_cast<std::size_t>(w.bank);
    Bank& bank = banks_[b];
    if (bank_seen_[b] || bank_wanted_[b]) continue;
    bank_seen_[b] = 1;
    if (bank.row == w.place.row) continue;  // opened ahead
    const bool is_open = bank.row >= 0;
    const std::int64_t at = is_open ? bank.precharge : activate_time(w);
    if (at > clock_) {
      later(at);
      continue;
    }
    if (!is_open) w.opened = true, ++statistics_.row_misses;
    issue(is_open ? Op::kPrecharge : Op::kActivate, w.place);
    return true;
  }
  return false;
}

void Controller::issue(Op op, const DramAddress& p) {
  if (trace_) trace_->push_back({clock_, op, p.group, p.bank, p.row, p.column});
  const auto g = static_cast<std::size_t>(p.group);
  Bank& bank = banks_[static_cast<std::size_t>(p.group * timings_.banks + p.bank)];
  switch (op) {
    case Op::kActivate:
      bank.row = p.row;
      bank.column = clock_ + timings_.rcd;
      bank.precharge = clock_ + timings_.ras;
      bank.activate = clock_ + timings_.rc;
      any_activate_ = clock_ + timings_.rrd_s;
      group_activate_[g] = clock_ + timings_.rrd_l;
      activates_[oldest_activate_] = clock_;
      oldest_activate_ = (oldest_activate_ + 1) % 4;
      break;
    case Op::kPrecharge:
      bank.row = -1;
      push_back(bank.activate, clock_ + timings_.rp);
      break;
    case Op::kRead:
    case Op::kWrite:
      after_column(op == Op::kWrite, p);
      break;
    case Op::kRefresh:
      for (Bank& b : banks_) b.activate = clock_ + timings_.rfc;
      refreshed_ = clock_ + timings_.rfc;
      refresh_at_ += timings_.refi;
      refreshing_ = false;
      try_at_ = clock_ + 1;
      ++statistics_.refreshes;
      break;
  }
}

void Controller::after_column(bool write, const DramAddress& p) {
  const auto g = static_cast<std::size_t>(p.group);
  Bank& bank = banks_[static_cast<std::size_t>(p.group * timings_.banks + p.bank)];
  statistics_.data_clocks += timings_.data_clocks();
  ++(write ? statistics_.writes : statistics_.reads);
  if (any_column_ && write != last_was_write_) ++statistics_.turnarounds;
  last_was_write_ = write;
  any_column_ = true;
  if (write) {
    any_write_ = clock_ + timings_.ccd_s;
    group_write_[g] = clock_ + timings_.ccd_l;
    const std::int64_t data_end = clock_ + timings_.cwl + timings_.data_clocks();
    push_back(any_read_, data_end + timings_.wtr_s);
    push_back(group_read_[g], data_end + timings_.wtr_l);
    push_back(bank.precharge, data_end + timings_.wr);
  } else {
    any_read_ = clock_ + timings_.ccd_s;
    group_read_[g] = clock_ + timings_.ccd_l;
    push_back(any_write_, clock_ + timings_.cl + timings_.data_clocks() + timings_.rtw_gap - timings_.cwl);
    push_back(bank.precharge, clock_ + timings_.rtp);
  }
}

}  // namespace rtlgen::dram
