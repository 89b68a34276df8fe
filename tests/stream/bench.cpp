// The closed loop; see bench.hpp.
#include "bench.hpp"

#include "verilated.h"

namespace rtlgen::stream_test {

namespace {

constexpr long kPatience = 3000;    // bus cycles without any progress
constexpr long kIdleWithin = 2500;  // bus cycles from a stop to idle

template <class Wide>
std::uint64_t get64(const Wide& wide, int i) {
  return wide[2 * i] | static_cast<std::uint64_t>(wide[2 * i + 1]) << 32;
}

}  // namespace

Bench::Bench(int select, int mutant, const Design& design) : design_(design) {
  dut_.select = static_cast<std::uint8_t>(select);
  dut_.mutant = static_cast<std::uint8_t>(mutant);
  dut_.load = dut_.drive = dut_.bus_clk = dut_.kernel_clk = 0;
}

void Bench::fail(const std::string& why) {
  if (fault_.empty()) fault_ = why + " in bus cycle " + std::to_string(cycles);
}

void Bench::configure() {
  const geometry::WalkInputs r = geometry::read_walk(arrays_->shape, arrays_->layout);
  const geometry::FrameInputs f = geometry::frame_inputs(arrays_->shape);
  const auto set = [](auto& port, std::int64_t value) { port = static_cast<std::uint32_t>(value); };
  set(dut_.passes, r.passes);
  set(dut_.row_beats, r.row_beats);
  set(dut_.row_words, f.length[0]);
  set(dut_.rows, f.length[1]);
  set(dut_.planes, f.length[2]);
  set(dut_.grid_beats, r.grid_x);
  set(dut_.last_word, f.last[0]);
  set(dut_.last_y, f.last[1]);
  set(dut_.last_z, f.last[2]);
  set(dut_.first_beat, r.first_x);
  set(dut_.first_word, f.first[0]);
  set(dut_.first_y, r.first_y);
  set(dut_.first_z, r.first_z);
  set(dut_.low_x, f.low[0]);
  set(dut_.low_y, f.low[1]);
  set(dut_.low_z, f.low[2]);
  set(dut_.stride_beats, r.stride_x);
  set(dut_.stride_words, f.stride[0]);
  set(dut_.stride_y, f.stride[1]);
  set(dut_.own_planes, f.stride[2]);
  set(dut_.blocks_x, r.blocks_x);
  set(dut_.blocks_y, r.blocks_y);
  set(dut_.first_offset, r.first_offset);
  set(dut_.row_pitch, r.row_pitch);
  set(dut_.plane_pitch, r.plane_pitch);
  set(dut_.band_pitch, r.band_pitch);
  set(dut_.turn_row, r.turn_row);
  set(dut_.turn_plane, r.turn_plane);
  set(dut_.turn_band, r.turn_band);
  set(dut_.rows_ahead, r.rows_ahead);
  set(dut_.frames_ahead, r.frames_ahead);
  set(dut_.rows_below, r.rows_below);
  // The one that is written first.
  const auto last = [&](int buffer) {
    const bool is_short = s_.event == kShortBuffer && arrays_->first_buffer != buffer;
    return is_short ? arrays_->middle(buffer) : arrays_->last[static_cast<std::size_t>(buffer)];
  };
  dut_.first_0 = arrays_->first[0];
  dut_.first_1 = arrays_->first[1];
  dut_.first_buffer = arrays_->first_buffer;
  dut_.last_0 = last(0);
  dut_.last_1 = last(1);
  dut_.load = 1;
  dut_.eval();
  dut_.load = 0;
}

void Bench::settle() {
  dut_.drive = 1;
  dut_.eval();
  dut_.drive = 0;
}

void Bench::edge(bool bus, bool kernel) {
  dut_.bus_clk = bus;
  dut_.kernel_clk = kernel;
  dut_.eval();
  dut_.bus_clk = dut_.kernel_clk = 0;
}

/// Both resets for more than four edges of both clocks, numbers loaded meanwhile; then start.
void Bench::reset() {
  dut_.bus_rst = dut_.kernel_rst = 1;
  dut_.start = dut_.stop = dut_.word_ready = dut_.result_valid = 0;
  dut_.awready = dut_.wready = dut_.arready = dut_.bvalid = dut_.rvalid = 0;
  configure();
  for (int i = 0; i < 12; ++i) {
    settle();
    edge(true, true);
    settle();
    edge(false, false);
  }
  dut_.bus_rst = dut_.kernel_rst = 0;
  dut_.start = 1;
  settle();
  edge(true, false);
  dut_.start = 0;
  settle();
  edge(false, false);
  for (int k = 0; k < 2; ++k) {
    // Only the bank that the first pass reads or writes makes an error: that of another would hide it from a mutant.
    bus::Weather weather = s_.weather;
    const bool is_read_first = k == arrays_->first_buffer || design_.banks == 1;
    const bool is_written_first = k != arrays_->first_buffer || design_.banks == 1;
    if (!is_read_first) weather.read_error = -1;
    if (!is_written_first) weather.write_error = -1;
    memory_[k] = std::make_unique<bus::Memory>(weather, random_());
    memory_[k]->step = design_.bus_bits / 8;
    unacknowledged_[k].clear();
  }
  r_taken_ = b_taken_ = {};
  beat_in_burst_ = strobed_ = {};
  word_taken_ = result_taken_ = false;
  stopped_ = cut_ = false;
  errors_ = 0;
  last_progress_ = cycles = 0;
}

void Bench::sample_bank(int k) {
  bus::Memory& m = *memory_[k];
  const int bit = 1 << k;
  if (dut_.arvalid & dut_.arready & bit) {
    const int beats = (dut_.arlen >> (8 * k) & 255) + 1;
    const std::uint64_t addr = get64(dut_.araddr, k);
    for (int i = 0; i < beats && fault_.empty(); ++i) {
      const std::string fault = arrays_->ask_read(k, addr + static_cast<unsigned>(i * m.step));
      if (!fault.empty()) fail(fault);
    }
    m.ask_read(addr, beats);
    if (stopped_ && cycles > stop_cycle_ + kIdleWithin / 2) fail("a read long after the stop");
  }
  if (dut_.awvalid & dut_.awready & bit) {
    m.ask_write(get64(dut_.awaddr, k), (dut_.awlen >> (8 * k) & 255) + 1);
    if (stopped_ && cycles > stop_cycle_ + kIdleWithin / 2) fail("a write long after the stop");
  }
  if (dut_.wvalid & dut_.wready & bit) sample_write_beat(k);
  r_taken_[k] = dut_.rvalid & dut_.rready & bit;
  b_taken_[k] = dut_.bvalid & dut_.bready & bit;
  if (r_taken_[k] || b_taken_[k]) last_progress_ = cycles;
  if (r_taken_[k] && (dut_.rresp >> (2 * k) & 3) != 0) errors_ |= 1;
  if (b_taken_[k] && (dut_.bresp >> (2 * k) & 3) != 0) errors_ |= 2;
  if (b_taken_[k]) {
    arrays_->acknowledge(unacknowledged_[k].front());
    unacknowledged_[k].pop_front();
  }
}

void Bench::sample_write_beat(int k) {
  bus::Memory& m = *memory_[k];
  last_progress_ = cycles;
  if (m.writes.empty()) return fail("a write beat without a burst");
  const bus::Burst burst = m.writes.front();
  if (dut_.wstrb_all & 1 << k) {
    Bits beat(static_cast<std::size_t>(design_.bus_bits / 32));
    for (std::size_t i = 0; i < beat.size(); ++i) beat[i] = dut_.wdata[16 * static_cast<std::size_t>(k) + i];
    const std::string fault = arrays_->write(k, burst.addr + static_cast<unsigned>(beat_in_burst_[k] * m.step), beat);
    if (!fault.empty()) return fail(fault);
    ++strobed_[k];
  } else if (!stopped_ || !(dut_.wstrb_none & 1 << k)) {
    return fail("a write beat without strobes");
  }
  ++beat_in_burst_[k];
  if (!(dut_.wlast & 1 << k)) return;
  m.complete_write(burst.addr);
  m.writes.pop_front();
  unacknowledged_[k].push_back(strobed_[k]);
  beat_in_burst_[k] = strobed_[k] = 0;
}

void Bench::drive_bank(int k) {
  bus::Memory& m = *memory_[k];
  const bool held = m.rvalid && !r_taken_[k];
  m.cycle(r_taken_[k], b_taken_[k]);
  dut_.awready |= m.awready << k;
  dut_.arready |= m.arready << k;
  dut_.wready |= (m.wready && !m.writes.empty() && !(s_.half_duplex && m.rvalid)) << k;
  dut_.bvalid |= m.bvalid << k;
  dut_.bresp |= (m.bvalid ? m.bresp : 0) << (2 * k);
  dut_.rvalid |= m.rvalid << k;
  dut_.rlast |= (m.rvalid && m.rlast) << k;
  dut_.rresp |= (m.rvalid ? m.rresp : 0) << (2 * k);
  if (!m.rvalid || held) return;
  Bits beat;
  const std::string fault = arrays_->read(k, m.raddr, beat);
  if (!fault.empty()) fail(fault);
  for (std::size_t i = 0; i < beat.size(); ++i) dut_.rdata[16 * static_cast<std::size_t>(k) + i] = beat[i];
}

void Bench::bus_drive() {
  dut_.awready = dut_.wready = dut_.arready = dut_.bvalid = dut_.rvalid = dut_.rlast = 0;
  dut_.bresp = dut_.rresp = 0;
  for (int k = 0; k < design_.banks; ++k) drive_bank(k);
}

void Bench::kernel_sample() {
  word_taken_ = dut_.word_valid && dut_.word_ready;
  if (word_taken_) {
    Bits word(20);
    for (std::size_t i = 0; i < word.size(); ++i) word[i] = dut_.word_data[i];
    const std::string fault = core_->take(word);
    if (!fault.empty()) fail(fault);
    last_progress_ = cycles;
  }
  result_taken_ = dut_.result_valid && dut_.result_ready;
  if (result_taken_) core_->leave();
}

void Bench::kernel_drive() {
  const bool goes = luck(s_.kernel_percent);
  core_->cycle(goes && !word_taken_);
  dut_.word_ready = goes && core_->wants();
  const bool held = dut_.result_valid && !result_taken_;
  const bool gives = held || (core_->offers() && luck(s_.kernel_percent));
  if (gives && !held) {
    for (std::size_t i = 0; i < core_->front().size(); ++i) dut_.result_data[i] = core_->front()[i];
  }
  dut_.result_valid = gives;
}

/// The scenario's event, and the sequencer's part: a stop follows every error.
void Bench::happen() {
  const bool error = (dut_.err_bounds | dut_.err_resp) != 0;
  if (!stopped_ && (error || (s_.event == kStop && cycles == s_.when))) {
    stopped_ = cut_ = true;
    stop_cycle_ = cycles;
  }
  dut_.stop = stopped_;
  if (s_.event == kReset && cycles == s_.when) cut_ = true;
}

void Bench::judge() {
  if (dut_.violation)
    fail("AXI rule " + std::to_string(dut_.violation & 255) + " or " + std::to_string(dut_.violation >> 8));
  if (dut_.rows_committed > arrays_->rows_done()) fail("a row is counted that is not committed");
  if (dut_.err_resp && s_.event != kReadError && s_.event != kWriteError) fail("err_resp without a bad answer");
  if (dut_.err_bounds && s_.event != kShortBuffer) fail("err_bounds without a reason");
  if (dut_.out_idle && !stopped_ && cycles > 1 && !arrays_->all_acknowledged()) fail("idle in mid-run");
  if (stopped_ && cycles > stop_cycle_ + kIdleWithin && !(dut_.in_idle && dut_.out_idle)) fail("not idle after a stop");
  if (!stopped_ && cycles - last_progress_ > kPatience) fail("no progress");
}

bool Bench::finished() const {
  if (s_.event == kReset && cut_) return true;
  if (stopped_) return cycles > stop_cycle_ + kIdleWithin + 10;
  return arrays_->all_acknowledged() && dut_.in_idle && dut_.out_idle;
}

std::string Bench::one_run(const Scenario& scenario, std::uint64_t seed) {
  s_ = scenario;
  random_.seed(seed);
  arrays_->load();
  core_ = std::make_unique<CoreModel>(*arrays_, s_.lag, s_.gap, s_.latency);
  reset();
  fault_.clear();
  long bus_next = s_.bus_period, kernel_next = 1 + s_.kernel_period;
  while (fault_.empty() && !finished()) {
    const long now = bus_next < kernel_next ? bus_next : kernel_next;
    const bool bus = now == bus_next, kernel = now == kernel_next;
    settle();
    if (bus)
      for (int k = 0; k < design_.banks; ++k) sample_bank(k);
    if (kernel) kernel_sample();
    edge(bus, kernel);
    if (bus) ++cycles, bus_drive(), happen(), judge(), bus_next += s_.bus_period;
    if (kernel) kernel_drive(), kernel_next += s_.kernel_period;
  }
  return fault_;
}

std::string Bench::run(const Scenario& scenario, Arrays& arrays, std::uint64_t seed) {
  arrays_ = &arrays;
  Scenario last = scenario;
  if (scenario.event != kNone) {
    const std::string fault = one_run(scenario, seed);
    if (!fault.empty()) return fault;
    if (errors_ != dut_.err_resp) return "an error was not reported";
    // The first pass writes all of buffer 1 before anybody reads it.
    if (scenario.event == kShortBuffer && dut_.err_bounds != 2) return "a write outside its buffer was not reported";
    if (cut_) ++events;
    last.event = kNone;
    last.weather.read_error = last.weather.write_error = -1;
  }
  std::string fault = one_run(last, seed + 1);
  if (fault.empty()) fault = arrays.final_fault();
  beats += static_cast<long>(arrays.beats());
  return fault;
}

}  // namespace rtlgen::stream_test
