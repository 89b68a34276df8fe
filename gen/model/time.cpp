// Time of a run; see time.hpp.
#include "model/time.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "model/cycles.hpp"
#include "model/line.hpp"
#include "model/one_row.hpp"
#include "model/places.hpp"
#include "model/traffic.hpp"
#include "plan/plan.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::model {

namespace {

// Clocks of a run that are not spent on words, measured on simulated cards with a bus of 75 to 600 MHz
// (docs/time_model.md).
constexpr double kEdgeBus = 45;  ///< resets and first address, path of the last burst, interrupt
constexpr double kEdgeKernel =
    23;  ///< resets, paths to and from the FIFOs between the clock domains, entrance, output FIFO
/// From the last word of a row leaving the core to the first word that waits for it, without its last burst and the
/// latency of the memory.
constexpr double kBackBus = 28;
constexpr double kBackKernel = 7;
constexpr double kWalkClocks = 2;  ///< bus clocks per piece of a row
/// Register accesses of the host library besides the configuration. Writes: interrupts on, start, pending; reads: idle,
/// pending twice, errors.
constexpr int kRegisterWrites = 4, kRegisterReads = 4;

/// Cost of a token while these passes are read and written.
struct Pace {
  double cycles = 1;
  Bound bound = Bound::kKernel;
  int channel = -1;

  void at_least(double other, Bound what, int number) {
    if (other <= cycles) return;
    cycles = other;
    bound = what;
    channel = number;
  }
};

/// Tokens of a run during which passes of the same parity are read and written; kNone: nothing.
struct Section {
  double tokens = 0;
  int read = kNone, write = kNone;
  bool seam = false;  ///< the end of the previous pass is written
};

/// The sections of a run, all but the last while words enter.
struct Sections {
  Section start, bodies[2], seams[2], end;
};

constexpr double kNoPart = 1e-3;  ///< a smaller share of a pass makes no difference

/// Times that differ by less are one figure.
constexpr double kSame = 1.02;

class Runner {
 public:
  Runner(const TimeInput& input, const contract::RunSettings& run)
      : in_(input),
        plan_(*input.plan),
        run_(run),
        tokens_(static_cast<double>(pass_tokens(plan_.core, run).value())),
        cycle_ns_(1000 / input.kernel_mhz) {
    if (in_.drams.empty()) return;
    traffic_ = stream_traffic(plan_, in_.extents);
    channels_ = channel_streams(*plan_.shell);
    std::map<int, std::uint64_t> rounds;
    for (const ChannelStreams& c : channels_) {
      const Channel& dram = of_kind(in_.drams, spec::kind_of_channel(plan_.stencil->hardware, c.number));
      drams_[c.number] = &dram, rounds[c.number] = static_cast<std::uint64_t>(dram.bank_round);
      latency_ns_ = std::max(latency_ns_, dram.latency_ns);
    }
    places_.emplace(plan_, run_, traffic_, rounds);
    bus_cycles_ = in_.kernel_mhz / in_.bus_mhz;
    for (const StreamTraffic& t : traffic_) {
      if (plan_.shell->streams[static_cast<std::size_t>(t.stream)].is_held) continue;
      // A word of several beats takes as many cycles only if it is on the grid.
      const double inside = static_cast<double>(t.pass_beats) / static_cast<double>(t.word_beats);
      kernel_ = std::max(kernel_, 1 + inside * static_cast<double>(t.word_beats - 1) / tokens_);
    }
  }

  Time time();

 private:
  [[nodiscard]] const Channel& dram_of(int channel) const { return *drams_.at(channel); }

  struct Moved {
    double read = 0, written = 0;  ///< bytes per pass
    double ns = 0;                 ///< channel time
  };
  [[nodiscard]] double beats(const std::vector<int>& streams) const {
    double sum = 0;
    for (const int s : streams) sum += static_cast<double>(traffic_[static_cast<std::size_t>(s)].pass_beats);
    return sum;
  }
  [[nodiscard]] double grid_cells() const {
    return static_cast<double>(in_.extents[0] * in_.extents[1] * in_.extents[2]);
  }
  /// Bytes per cell and pass in one stripe.
  [[nodiscard]] double cell_bytes(const contract::ShellStream& s) const {
    return grid_cells() * s.cell_bits / 8.0 / s.stripes();
  }
  [[nodiscard]] double beat_bytes() const { return plan_.shell->bus_bits / 8.0; }
  [[nodiscard]] Moved moved(const ChannelStreams& c, const Section& s) const;
  [[nodiscard]] Moved moved_through_fifos(const ChannelStreams& c, const Section& s) const;
  [[nodiscard]] double part_in_fifos(const std::vector<int>& readers) const;
  Pace add_section(double runs, const Section& s, Time& time) const;
  [[nodiscard]] double lag() const { return static_cast<double>(run_.total_lag + plan_.core.total_latency); }
  [[nodiscard]] double last_gap() const { return static_cast<double>(run_.gap * run_.slice(plan_.core.axes)); }
  [[nodiscard]] Sections sections(std::int64_t passes, int first) const;
  [[nodiscard]] double way() const;
  [[nodiscard]] OneRowPass one_row_pass(int parity) const;
  void add_one_rows(double runs, std::int64_t passes, int first, Time& time) const;
  void add_runs(double runs, std::int64_t passes, int first, Time& time) const;
  void add_bytes(std::int64_t count, Time& time) const;
  void add_channels(std::int64_t runs, Time& time) const;
  void note_spent(std::int64_t runs, Time& time) const;
  [[nodiscard]] double last_burst() const;
  [[nodiscard]] static double busy_since(const std::vector<ChannelTime>& before, const Time& time);
  [[nodiscard]] double read_ahead(const Section& start, int limit) const;
  [[nodiscard]] double held_edges() const;
  [[nodiscard]] double edges() const;
  [[nodiscard]] double host_seconds(std::int64_t runs) const;

  const TimeInput& in_;
  const plan::Plan& plan_;
  const contract::RunSettings& run_;
  double tokens_, cycle_ns_;
  double kernel_ = 1;      ///< cycles per token
  double latency_ns_ = 0;  ///< latency of the slowest DRAM
  double bus_cycles_ = 0;  ///< kernel cycles per bus cycle
  std::vector<StreamTraffic> traffic_;
  std::vector<ChannelStreams> channels_;
  std::map<int, const Channel*> drams_;  ///< by channel
  std::optional<Places> places_;
};

/// The traffic of channel `c` in a pass that is all like this section.
Runner::Moved Runner::moved(const ChannelStreams& c, const Section& s) const {
  static const std::vector<int> nothing;
  const std::vector<int>& readers = s.read == kNone ? nothing : c.readers[static_cast<std::size_t>(s.read)];
  const std::vector<int>& writers = s.write == kNone ? nothing : c.writers[static_cast<std::size_t>(s.write)];
  Moved m{beats(readers) * beat_bytes(), beats(writers) * beat_bytes(), 0};
  if (m.read + m.written == 0) return m;
  const Flight flight{
      static_cast<double>(plan_.core.total_latency) * cycle_ns_,
      m.written / static_cast<double>(std::max<std::size_t>(1, writers.size())) / (tokens_ * cycle_ns_)};
  const Channel& dram = dram_of(c.number);
  m.ns = (m.read + m.written) / (dram.peak_gbs * places_->part_of_peak(dram, c, s.read, s.write, s.seam, flight));
  return m;
}

/// The traffic of a section, shorter if FIFOs hold much of a pass: then it is read ahead while nothing is written, and
/// written while nothing is read.
Runner::Moved Runner::moved_through_fifos(const ChannelStreams& c, const Section& s) const {
  Moved m = moved(c, s);
  if (m.read == 0 || m.written == 0) return m;
  const double part = part_in_fifos(c.readers[static_cast<std::size_t>(s.read)]);
  if (part < kNoPart) return m;
  const double apart = moved(c, {s.tokens, s.read, kNone, s.seam}).ns + moved(c, {s.tokens, kNone, s.write, s.seam}).ns;
  // A kernel that is hardly faster than the channel spreads its traffic over the pass.
  const double load = std::min(1.0, kernel_ * tokens_ * cycle_ns_ / apart);
  m.ns += part * (1 - load * load / 2) * std::min(0.0, apart - m.ns);
  return m;
}

/// The share of a pass that FIFOs keep apart, as measured (docs/time_model.md): all of an array twice their size, and
/// less by the third power of larger ones. Several readers take turns.
double Runner::part_in_fifos(const std::vector<int>& readers) const {
  const double fifos = std::exp2(plan_.shell->fifo_log2) * std::sqrt(static_cast<double>(readers.size()));
  return std::min(1.0, std::pow(2 * fifos / beats(readers), 3));
}

/// The cost of a token in a section of `runs` runs. Adds what channels and buses do in it to the time.
Pace Runner::add_section(double runs, const Section& s, Time& time) const {
  Pace p{kernel_, Bound::kKernel, -1};
  // A chain longer than a pass holds no more than its words.
  const double part = runs * (s.read == kNone ? std::min(s.tokens, tokens_) : s.tokens) / tokens_;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const Moved m = moved_through_fifos(channels_[i], s);
    const double busy = m.ns / cycle_ns_, bus = std::max(m.read, m.written) / beat_bytes() * bus_cycles_;
    p.at_least(busy / tokens_, Bound::kChannel, channels_[i].number);
    p.at_least(bus / tokens_, Bound::kBus, channels_[i].number);
    time.channels[i].busy += part * busy;
    time.channels[i].bus_busy += part * bus;
  }
  for (const StreamTraffic& t : traffic_)
    p.at_least(kWalkClocks * static_cast<double>(t.rows) * bus_cycles_ / tokens_, Bound::kBus, -1);
  return p;
}

/// Cycles of the longest burst at the end of a row, because a burst is requested only when all its beats are ready.
double Runner::last_burst() const {
  std::int64_t most = 0;
  for (const StreamTraffic& t : traffic_) {
    const contract::ShellStream& s = plan_.shell->streams[static_cast<std::size_t>(t.stream)];
    if (s.is_out && s.ping_pong) most = std::max(most, (t.pass_beats / t.rows - 1) % plan_.shell->burst_beats + 1);
  }
  const double burst_bytes = static_cast<double>(plan_.shell->burst_beats) * beat_bytes();
  double gbs = std::numeric_limits<double>::infinity();  // bandwidth of the slowest channel that is written
  for (const ChannelStreams& c : channels_) {
    if (c.writers[0].empty() && c.writers[1].empty()) continue;
    const Channel& dram = dram_of(c.number);
    gbs = std::min(gbs, dram.peak_gbs * dram.on_bus(plan_.shell->bus_bits, burst_bytes).part(0, 1));
  }
  return static_cast<double>(most) * std::max(bus_cycles_, beat_bytes() / gbs / cycle_ns_);
}

/// The sections of a run of `passes` passes whose first one reads buffer `first`.
Sections Runner::sections(std::int64_t passes, int first) const {
  const double seam = std::min(lag(), tokens_), rest = tokens_ - seam;
  const std::int64_t half = passes / 2;
  const auto other = static_cast<double>(half), same = static_cast<double>(passes - half);
  const int next = 1 - first, last = passes % 2 == 1 ? first : next;
  return {{seam, first, kNone, false},
          {{same * rest, first, first, false}, {other * rest, next, next, false}},
          {{(same - 1) * seam, first, next, true}, {other * seam, next, first, true}},
          {lag() - last_gap(), kNone, last, false}};
}

double Runner::way() const {
  return static_cast<double>(plan_.core.total_latency) + kBackKernel + kBackBus * bus_cycles_ + last_burst() +
         latency_ns_ / cycle_ns_;
}

/// A pass of one row that reads buffer `parity`.
OneRowPass Runner::one_row_pass(int parity) const {
  const auto p = static_cast<std::size_t>(parity);
  const auto words = static_cast<double>(run_.pass_words());
  OneRowPass pass{words,
                  kernel_ * tokens_ / words,
                  static_cast<double>(run_.total_lag),
                  static_cast<double>(plan_.core.total_latency),
                  way(),
                  last_burst(),
                  {}};
  const auto words_in = [&](int stream, double beats) {
    const StreamTraffic& t = traffic_[static_cast<std::size_t>(stream)];
    return beats * static_cast<double>(t.beat_words) / static_cast<double>(t.word_beats);
  };
  for (const ChannelStreams& c : channels_) {
    const auto per_word = [&](int read, int write) {
      const Moved m = moved(c, {tokens_, read, write, false});
      return std::max(m.ns / cycle_ns_, std::max(m.read, m.written) / beat_bytes() * bus_cycles_) / words;
    };
    OneRowChannel channel{per_word(parity, kNone), per_word(parity, parity), per_word(kNone, parity), words, 0};
    for (const int s : c.readers[p])
      channel.fifo = std::min(channel.fifo, words_in(s, std::exp2(plan_.shell->fifo_log2)));
    for (const int s : c.writers[p]) channel.burst = std::max(channel.burst, words_in(s, plan_.shell->burst_beats));
    pass.channels.push_back(channel);
  }
  return pass;
}

/// Adds the cycles of `runs` runs whose passes are one row each.
void Runner::add_one_rows(double runs, std::int64_t passes, int first, Time& time) const {
  const double chain = lag() - last_gap();
  double entered = 0, waiting = 0, end = 0;
  for (const int parity : {first, 1 - first}) {
    const bool is_first = parity == first, is_last = (passes % 2 == 1) == is_first;
    const auto count = static_cast<double>(is_first ? passes - passes / 2 : passes / 2);
    const OneRowTime row = one_row(one_row_pass(parity));
    entered += count * row.enter;
    waiting += (is_last ? count - 1 : count) * std::max(0.0, row.drain - static_cast<double>(run_.slack));
    if (is_last) end = std::max(chain, row.write);
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const Moved m = moved(channels_[i], {tokens_, parity, parity, false});
      time.channels[i].busy += runs * count * row.busy[i];
      time.channels[i].bus_busy += runs * count * std::max(m.read, m.written) / beat_bytes() * bus_cycles_;
    }
  }
  time.bound = Bound::kWaiting;
  time.bound_channel = -1;
  time.spent.waiting += runs * waiting;
  time.spent.memory += runs * (entered + end - static_cast<double>(passes) * tokens_ - chain);
  time.cycles += runs * (edges() + entered + waiting + end);
}

/// Cycles of the busiest channel, or of its bus, since `before`.
double Runner::busy_since(const std::vector<ChannelTime>& before, const Time& time) {
  double most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const ChannelTime& now = time.channels[i];
    most = std::max({most, now.busy - before[i].busy, now.bus_busy - before[i].bus_busy});
  }
  return most;
}

/// Cycles that a run saves if channel `limit` decides: in the run's first section, it reads ahead of the core while
/// that starts and is slower than the channel. Channels that work in one direction at a time gain nothing.
double Runner::read_ahead(const Section& start, int limit) const {
  const auto c = std::find_if(channels_.begin(), channels_.end(), [&](const auto& at) { return at.number == limit; });
  if (c == channels_.end() || c->readers[0].empty() || c->writers[0].empty()) return 0;
  const Moved m = moved(*c, start);
  const double token = std::max(m.ns / cycle_ns_, m.read / beat_bytes() * bus_cycles_) / tokens_;
  const auto readers = static_cast<double>(c->readers[static_cast<std::size_t>(start.read)].size());
  const double fifos_ns = readers * std::exp2(plan_.shell->fifo_log2) * beat_bytes() / dram_of(limit).peak_gbs;
  return std::min(fifos_ns / cycle_ns_, kEdgeKernel + start.tokens * std::max(0.0, kernel_ - token));
}

/// Adds the cycles of `runs` runs of `passes` passes.
void Runner::add_runs(double runs, std::int64_t passes, int first, Time& time) const {
  const std::vector<ChannelTime> before = time.channels;
  const bool is_one_row = run_.frames() == 1 && run_.frame.rows * run_.frame.planes == 1;
  if (is_one_row && passes > 1 && static_cast<double>(run_.slack) < way())
    return add_one_rows(runs, passes, first, time);
  const Sections all = sections(passes, first);
  const auto cycles = [&](const Section& s) { return s.tokens * add_section(runs, s, time).cycles; };
  const Pace body[2] = {add_section(runs, all.bodies[0], time), add_section(runs, all.bodies[1], time)};
  const double bodies = all.bodies[0].tokens * body[0].cycles + all.bodies[1].tokens * body[1].cycles;
  const double seams = cycles(all.seams[0]) + cycles(all.seams[1]);
  const double streamed = cycles(all.start) + seams + bodies, end = cycles(all.end);
  const Pace& most = body[body[1].cycles > body[0].cycles && passes > 1 ? 1 : 0];
  time.bound = most.bound;
  time.bound_channel = most.channel;
  time.seam += runs * (seams - (all.seams[0].tokens + all.seams[1].tokens) * kernel_);
  const double whole = edges() + streamed + end;
  const double memory = streamed + end - static_cast<double>(passes) * tokens_ - all.end.tokens;
  time.spent.memory += runs * memory;
  time.cycles += runs * whole;
  const double token = streamed / static_cast<double>(passes) / tokens_;
  if (passes == 1 || static_cast<double>(run_.slack) * token >= way()) {
    const double idle = held_edges() + kEdgeBus * bus_cycles_ + latency_ns_ / cycle_ns_;
    const double most_saved = std::max(0.0, whole - idle - busy_since(before, time) / runs);
    const double saved = std::min({memory, most_saved, read_ahead(all.start, most.channel)});
    time.spent.memory -= runs * saved;
    time.cycles -= runs * saved;
    return;
  }
  const Paced waits = paced(row_entrances(plan_.core, run_), pass_tokens(plan_.core, run_), passes, token, way());
  time.bound = Bound::kWaiting;
  time.bound_channel = -1;
  const double waiting = runs * (waits.before_last + waits.last - streamed);
  time.spent.waiting += waiting;
  time.cycles += waiting;
}

/// Cycles of loading held arrays.
double Runner::held_edges() const {
  double held = 0;
  for (const StreamTraffic& t : traffic_) {
    if (plan_.shell->streams[static_cast<std::size_t>(t.stream)].is_held)
      held = std::max(held, static_cast<double>(t.pass_beats) * std::max(1.0, bus_cycles_));
  }
  return held;
}

/// Cycles of a run's start and end, and of loading held arrays.
double Runner::edges() const { return held_edges() + kEdgeKernel + kEdgeBus * bus_cycles_ + latency_ns_ / cycle_ns_; }

/// Adds the bytes of `count` passes.
void Runner::add_bytes(std::int64_t count, Time& time) const {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const ChannelStreams& c = channels_[i];
    ChannelTime& at = time.channels[i];
    for (int parity = 0; parity < 2; ++parity) {
      const auto times = static_cast<double>(parity == 0 ? count - count / 2 : count / 2);
      const auto p = static_cast<std::size_t>(parity);
      at.read_bytes += times * beats(c.readers[p]) * beat_bytes();
      at.written_bytes += times * beats(c.writers[p]) * beat_bytes();
      for (const auto* streams : {&c.readers, &c.writers}) {
        for (const int s : (*streams)[p])
          at.cell_bytes += times * cell_bytes(plan_.shell->streams[static_cast<std::size_t>(s)]);
      }
    }
  }
}

/// The cycles of `runs` runs, with what the channels do in them. Odd ones begin with the other buffers.
void Runner::add_channels(std::int64_t runs, Time& time) const {
  for (const ChannelStreams& c : channels_) {
    time.channels.emplace_back();
    time.channels.back().number = c.number;
    time.channels.back().peak_gbs = dram_of(c.number).peak_gbs;
  }
  add_runs(static_cast<double>(runs - runs / 2), run_.passes / runs, 0, time);
  if (runs > 1) add_runs(static_cast<double>(runs / 2), run_.passes / runs, 1, time);
  add_bytes(run_.passes, time);
  for (ChannelTime& c : time.channels) {
    c.busy /= time.cycles;
    c.bus_busy /= time.cycles;
  }
}

/// Assigns the cycles that are known at this point: all except memory and waiting.
void Runner::note_spent(std::int64_t runs, Time& time) const {
  Spent& spent = time.spent;
  const contract::CoreInterface& core = plan_.core;
  const double passes = static_cast<double>(run_.passes), lanes = core.cells_per_cycle;
  const double cells = grid_cells(), rows = static_cast<double>(in_.extents[1] * in_.extents[2]);
  const double row_words = std::ceil(static_cast<double>(in_.extents[0]) / lanes);
  spent.useful = cells * static_cast<double>(in_.iterations) / (lanes * core.steps);
  spent.remainder = passes * cells / lanes - spent.useful;
  spent.tails = passes * (rows * row_words - cells / lanes);
  spent.ghosts = passes * (static_cast<double>(run_.pass_words()) - rows * row_words);
  spent.gaps = passes * (tokens_ - static_cast<double>(run_.pass_words()));
  const auto slice = static_cast<double>(run_.gap * run_.slice(core.axes));
  spent.ends = static_cast<double>(runs) * (static_cast<double>(run_.total_lag + core.total_latency) - slice);
  spent.edges = time.cycles - (passes * tokens_ + spent.ends + spent.waiting + spent.memory);
}

double Runner::host_seconds(std::int64_t runs) const {
  if (in_.line_baud > 0) {
    const LinePass pass = line_pass(plan_.core, held_words(plan_, in_.extents), run_);
    return static_cast<double>(runs) * (line_seconds(static_cast<double>(pass.bytes), in_.line_baud) +
                                        static_cast<double>(pass.rest_cycles) * cycle_ns_ * 1e-9);
  }
  if (!in_.link || traffic_.empty()) return 0;
  const HostLink& link = *in_.link;
  const double writes = kRegisterWrites + plan_.shell->map.words(false);
  double ns = static_cast<double>(runs) *
              (link.interrupt_ns + writes * link.register_write_ns + kRegisterReads * link.register_read_ns);
  for (const StreamTraffic& t : traffic_) {
    const contract::ShellStream& s = plan_.shell->streams[static_cast<std::size_t>(t.stream)];
    const double bytes = static_cast<double>(t.array_beats) * beat_bytes();
    ns += s.stripes() * (link.dma_latency_ns + bytes / (s.is_out ? link.read_gbs : link.write_gbs));
  }
  return ns * 1e-9;
}

Time Runner::time() {
  Time time;
  const bool pass_by_pass = plan_.stencil->decides_between_passes() || in_.line_baud > 0;
  const IdealCycles ideal = ideal_cycles(plan_, in_.extents, run_, pass_by_pass);
  time.ideal_cycles = ideal.cycles;
  time.exact = ideal.exact;
  time.passes = run_.passes;
  time.words = run_.pass_words();
  const std::int64_t runs = pass_by_pass ? run_.passes : 1;
  if (!in_.drams.empty()) {
    add_channels(runs, time);
  } else {
    time.cycles = static_cast<double>(ideal.cycles);
    time.spent.waiting = static_cast<double>(ideal.waiting);
    if (ideal.waiting > 0) time.bound = Bound::kWaiting;
  }
  note_spent(runs, time);
  time.seconds = time.cycles * cycle_ns_ * 1e-9;
  time.host_seconds = host_seconds(runs);
  if (in_.line_baud > 0 && time.host_seconds > time.seconds) time.bound = Bound::kLine;
  const double seconds = time.seconds + (in_.line_baud > 0 ? time.host_seconds : 0);
  time.cell_updates_per_s = grid_cells() * static_cast<double>(in_.iterations) / seconds;
  time.gflops = time.cell_updates_per_s * in_.flops * 1e-9;
  return time;
}

}  // namespace

const char* word_of(Bound bound) {
  static const char* const kWord[] = {"compute", "memory", "bus", "passes", "line", "link"};
  return kWord[static_cast<int>(bound)];
}

const char* pace_of(Bound bound) {
  static const char* const kPace[] = {"compute-bound",
                                      "memory-bound",
                                      "bus-bound",
                                      "passes wait for each other",
                                      "limited by the serial line",
                                      "limited by the host's link"};
  return kPace[static_cast<int>(bound)];
}

Result<Time> run_time(const TimeInput& input, Diagnostics& diagnostics) {
  const auto run = contract::run_settings(input.plan->core, input.extents, input.iterations, diagnostics);
  if (!run) return Failure{};
  return Runner(input, *run).time();
}

std::optional<CycleRange> cycle_range(const TimeInput& input, const Time& time) {
  if (input.drams.empty()) return std::nullopt;
  const auto cycles = [&](double Channel::*factor) {
    TimeInput other = input;
    for (Channel& dram : other.drams) dram = grouped(dram, dram.*factor);
    Diagnostics ignored;  // `time` is of the same run
    const auto found = run_time(other, ignored);
    return found ? found->cycles : time.cycles;
  };
  const CycleRange range{cycles(&Channel::most_group), cycles(&Channel::least_group)};
  return range.most > kSame * range.fewest ? std::optional(range) : std::nullopt;
}

}  // namespace rtlgen::model
