// The test bench around a Verilated core: ideal memory, stalls, watchdog, statistics.
//
// Compiled once with every core; adapter.hpp, generated from the plan, maps the core's ports. The
// memory is two copies of each state array that swap roles from pass to pass: a word of pass n+1
// may be offered once the word of pass n with the same index has been written. Where the frame has
// ghosts, a word is put together from the cells on the grid's other side, when those have been written.
// Usage: bench JOBFILE. Exit status 0: the run ended (its outcome is in the stats file).
#include <verilated.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <memory>

#include "adapter.hpp"
#include "job.hpp"
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#elif VM_TRACE
#include <verilated_vcd_c.h>
#endif

namespace {

#if VM_TRACE_FST
using Waves = VerilatedFstC;
#elif VM_TRACE
using Waves = VerilatedVcdC;
#endif
using bench::Job;
using bench::Words;
using Clock = std::chrono::steady_clock;

struct Stats {
  /// ok, hang, early_input, extra_output, extra_input, unread_input, unstable, config_error, not_done
  std::string outcome = "ok";
  std::string detail;
  std::uint64_t cycles = 0;       ///< clock edges from the end of reset to the last word's
  std::uint64_t load_cycles = 0;  ///< clock edges before these, in which held arrays are loaded
  std::uint64_t words_in = 0;
  std::uint64_t words_out = 0;
  std::uint64_t first_output = 0;                    ///< edge at which the first word was taken
  std::uint64_t refused = 0;                         ///< cycles in which an offered word was not taken
  std::uint64_t waiting = 0;                         ///< cycles without an offer: the memory did not hold it yet
  std::uint64_t input_stalls = 0;                    ///< cycles in which the test bench held a word back
  std::uint64_t output_stalls = 0;                   ///< cycles in which the test bench refused a word
  std::vector<std::vector<std::uint64_t>> monitors;  ///< by pass
  double seconds = 0;                                ///< of the clocked part alone
  double cpu_seconds = 0;
};

/// Words done so far on standard error: a bar on a terminal, now and then a line elsewhere.
class Progress {
 public:
  Progress(std::string style, std::uint64_t total) : style_(std::move(style)), total_(total) {}
  void show(std::uint64_t done, std::uint64_t cycles) {
    if (style_ == "none") return;
    const auto now = Clock::now();
    const auto wait = style_ == "bar" ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000);
    if (now - begin_ < std::chrono::seconds(2) || (said_ && now - last_ < wait)) return;
    said_ = true;
    const int seconds = static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(now - begin_).count());
    last_ = now;
    const int percent = static_cast<int>(100 * done / total_);
    if (style_ == "bar") {
      constexpr int kWidth = 40;
      const int full = percent * kWidth / 100;
      std::fprintf(stderr, "\r[%.*s%*s] %3d%%  %llu cycles, %d s", full, "########################################",
                   kWidth - full, "", percent, static_cast<unsigned long long>(cycles), seconds);
      drawn_ = true;
    } else {
      std::fprintf(stderr, "... simulating: %d%%, %llu cycles, %d s\n", percent,
                   static_cast<unsigned long long>(cycles), seconds);
    }
  }
  ~Progress() {
    if (drawn_) std::fprintf(stderr, "\r%76s\r", "");
  }

 private:
  std::string style_;
  std::uint64_t total_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
  bool said_ = false;
  bool drawn_ = false;
};

class Bench {
 public:
  Bench(const Job& job, VerilatedContext& context)
      : job_(job), model_(std::make_unique<Model>(&context)), random_(job.seed) {
    for (std::size_t i = 0; i < job.inputs.size(); ++i) {
      const Words words = bench::load_array(job, job.inputs[i], adapter::kInputBytes[i], random_);
      memory_[0].push_back(words);
      memory_[1].push_back(words);
    }
    for (std::size_t i = 0; i < job.outputs.size(); ++i) {
      results_.emplace_back(job.pass_words(), adapter::kOutputBytes[i]);
    }
    for (std::size_t i = 0; i < job.held.size(); ++i) {
      const bench::HeldJob& held = job.held[i];
      held_words_.push_back(bench::load_held(held, adapter::kHeldBytes[i], random_));
    }
    watchdog_limit_ = job.watchdog;
    if (!job.in_place()) find_sources();
#if VM_TRACE
    if (!job.trace.empty()) {
      context.traceEverOn(true);
      trace_ = std::make_unique<Waves>();
      // Blocks of their own (--hierarchical) are made by the first evaluation.
      model_->eval();
      model_->trace(trace_.get(), 99);
      trace_->open(job.trace.c_str());
    }
#endif
  }

  Stats run() {
    adapter::configure(*model_, job_.settings);
    adapter::no_input(*model_);
    adapter::load_held(*model_, 0, nullptr, false);
    model_->in_valid = 0;
    model_->out_ready = 0;
    model_->rst = 1;
    for (int i = 0; i < 3; ++i) clock();
    model_->rst = 0;
    load();
    const auto begin = Clock::now();
    const std::clock_t cpu_begin = std::clock();
    const bool stalls = job_.stall_in > 0 || job_.stall_out > 0;
    if (stalls) {
      stream<true>();
    } else {
      stream<false>();
    }
    stats_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    stats_.cpu_seconds = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
    if (stats_.outcome == "ok") drain();
    return stats_;
  }

  void store() const {
    const std::size_t last = job_.passes % 2;
    for (std::size_t i = 0; i < job_.outputs.size(); ++i) {
      const int state = adapter::kOutputState[i];
      bench::store_array(job_, job_.outputs[i],
                         state < 0 ? results_[i] : memory_[last][static_cast<std::size_t>(state)]);
    }
  }

  void finish() {
    model_->final();
#if VM_TRACE
    if (trace_) trace_->close();
#endif
  }

 private:
  /// Inputs are settled with the clock low, so that outputs may be sampled; then the edge.
  void settle() {
    model_->clk = 0;
    model_->eval();
    dump();
  }
  void edge() {
    model_->clk = 1;
    model_->eval();
    dump();
  }
  void clock() {
    settle();
    edge();
  }
  void dump() {
#if VM_TRACE
    if (trace_) trace_->dump(time_++);
#endif
  }

  void load();
  template <bool kStalls>
  void stream();
  void find_sources();
  void put_inputs(std::uint64_t index, unsigned side);
  void offer_late(std::uint64_t total, std::uint64_t threshold);
  bool take_late(std::uint64_t frame);
  void take_output(std::uint64_t index, unsigned side);
  void look_at_monitors() {
    if (adapter::kMonitors && adapter::monitors_valid(*model_)) stats_.monitors.push_back(adapter::monitors(*model_));
  }
  void check_stable(bool stalled);
  void drain();
  void fail(const char* outcome, const std::string& detail) {
    stats_.outcome = outcome;
    stats_.detail = detail;
  }

  /// An input with a handshake of its own: words taken so far, and whether the next one is offered.
  struct Late {
    std::uint64_t taken = 0;
    std::uint64_t index = 0;  ///< of the next word within the pass
    bool offering = false;
  };

  const Job& job_;
  std::unique_ptr<Model> model_;
  std::vector<Late> late_{adapter::kLateCount};
#if VM_TRACE
  std::unique_ptr<Waves> trace_;
  std::uint64_t time_ = 0;
#endif
  bench::Random random_;
  std::vector<Words> memory_[2];
  std::vector<Words> results_;
  /// With ghosts: by word of the pass, the words of the pass before that must have been written, and
  /// by cell, padding included, the cell outside the ghosts that it shows.
  std::vector<std::uint64_t> needed_, source_;
  std::vector<Words> gathered_;  ///< one word an input array, put together
  std::vector<Words> held_words_;
  std::uint64_t watchdog_limit_ = 0;
  adapter::OutputWord held_{};
  bool holding_ = false;
  Stats stats_;
};

void Bench::take_output(std::uint64_t index, unsigned side) {
  adapter::get_outputs(*model_, memory_[side], results_, index);
}

void Bench::find_sources() {
  const auto lanes = static_cast<std::uint64_t>(job_.lanes);
  needed_.assign(job_.pass_words(), 0);
  source_.resize(job_.pass_words() * lanes);
  for (std::uint64_t place = 0; place < source_.size(); ++place) {
    source_[place] = place;
    const std::int64_t cell = job_.cell_at(place);
    if (cell < 0) continue;
    const auto nx = static_cast<std::int64_t>(job_.grid[0]), ny = static_cast<std::int64_t>(job_.grid[1]);
    source_[place] = job_.home(cell % nx, cell / nx % ny, cell / nx / ny);
    needed_[place / lanes] = std::max(needed_[place / lanes], source_[place] / lanes + 1);
  }
  for (std::size_t i = 0; i < job_.inputs.size(); ++i) gathered_.emplace_back(1, adapter::kInputBytes[i]);
}

/// Puts the cells of word `index` of the pass on the input ports.
void Bench::put_inputs(std::uint64_t index, unsigned side) {
  const auto lanes = static_cast<std::uint64_t>(job_.lanes);
  const std::uint64_t first = index * lanes;
  bool in_place = true;
  for (std::uint64_t cell = first; cell < first + lanes && !source_.empty(); ++cell)
    in_place = in_place && source_[cell] == cell;
  if (in_place) return adapter::put_inputs(*model_, memory_[side], index);
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    const int bits = job_.inputs[i].bits;
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t cell = source_[first + lane];
      const std::uint64_t value =
          bench::read_bits(memory_[side][i].at(cell / lanes),
                           static_cast<std::size_t>(cell % lanes) * static_cast<std::size_t>(bits), bits);
      bench::write_bits(gathered_[i].at(0), static_cast<std::size_t>(lane) * static_cast<std::size_t>(bits), bits,
                        value);
    }
  }
  adapter::put_inputs(*model_, gathered_, 0);
}

/// Offers the next word of every late input, on its own whatever the others do.
void Bench::offer_late(std::uint64_t total, std::uint64_t threshold) {
  for (std::size_t i = 0; i < late_.size(); ++i) {
    Late& late = late_[i];
    if (!late.offering && late.taken < total) {
      late.offering = threshold == 0 || !random_.chance(threshold);
      if (late.offering) adapter::put_late(*model_, i, memory_[0][adapter::kLate[i]].at(late.index));
    }
    adapter::offer_late(*model_, i, late.offering);
  }
}

bool Bench::take_late(std::uint64_t frame) {
  bool any = false;
  for (std::size_t i = 0; i < late_.size(); ++i) {
    Late& late = late_[i];
    if (!late.offering || !adapter::late_ready(*model_, i)) continue;
    any = true;
    ++late.taken;
    late.offering = false;
    if (++late.index == frame) late.index = 0;
  }
  return any;
}

/// A word that was offered and not taken must be offered unchanged.
void Bench::check_stable(bool stalled) {
  const bool valid = model_->out_valid != 0;
  if (holding_) {
    adapter::OutputWord now{};
    adapter::copy_outputs(*model_, now);
    if (!valid || std::memcmp(&now, &held_, sizeof now) != 0) {
      fail("unstable", "output word " + std::to_string(stats_.words_out) + " changed while it was not taken");
    }
  }
  holding_ = valid && stalled;
  if (holding_) adapter::copy_outputs(*model_, held_);
}

/// Loads the held arrays one after the other, with stalls like those of the input. Words are offered all
/// the while: none may be taken before the last array is there.
void Bench::load() {
  const auto threshold = static_cast<std::uint64_t>(job_.stall_in * 4294967296.0);
  for (std::size_t i = 0; i < job_.held.size(); ++i) {
    const std::uint64_t words = job_.held[i].words();
    for (std::uint64_t word = 0; word < words;) {
      const bool offer = threshold == 0 || !random_.chance(threshold);
      adapter::load_held(*model_, i, offer ? held_words_[i].at(word) : nullptr, word + 1 == words);
      model_->in_valid = 1;
      settle();
      if (model_->in_ready) fail("early_input", "a word would be taken before the held arrays are loaded");
      edge();
      ++stats_.load_cycles;
      if (offer) ++word;
    }
  }
  adapter::load_held(*model_, 0, nullptr, false);
  model_->in_valid = 0;
}

template <bool kStalls>
void Bench::stream() {
  const std::uint64_t frame = job_.pass_words();
  const std::uint64_t total = frame * job_.passes;
  const auto threshold_in = static_cast<std::uint64_t>(job_.stall_in * 4294967296.0);
  const auto threshold_out = static_cast<std::uint64_t>(job_.stall_out * 4294967296.0);
  Progress progress(job_.progress, total);
  std::uint64_t in = 0, out = 0;              // words taken so far
  std::uint64_t in_index = 0, out_index = 0;  // within the pass
  unsigned in_side = 0, out_side = 1;
  std::uint64_t idle = 0;
  std::uint64_t cycle = 0;
  bool offering = false;  // a word once offered stays offered
  bool loaded = false;
  while (out < total) {
    // The words of the pass before this one's that must be out: those up to the same index, or more.
    const std::uint64_t ahead = needed_.empty() ? 1 : needed_[in_index] - in_index;
    const bool there = in < total && in + ahead <= out + frame;
    bool ready = true;
    if (kStalls) {
      if (there && !offering) {
        offering = !random_.chance(threshold_in);
        if (!offering) ++stats_.input_stalls;
      }
      ready = !random_.chance(threshold_out);
    } else {
      offering = there;
    }
    if (offering && !loaded) {
      put_inputs(in_index, in_side);
      loaded = true;
    }
    model_->in_valid = offering;
    model_->out_ready = ready;
    offer_late(total, threshold_in);
    settle();
    look_at_monitors();
    const bool takes = offering && model_->in_ready;
    const bool gives = ready && model_->out_valid;
    if (kStalls) check_stable(!ready);
    ++cycle;
    ++idle;
    if (take_late(frame)) idle = 0;
    if (gives) {
      take_output(out_index, out_side);
      if (out == 0) stats_.first_output = cycle;
      ++out;
      idle = 0;
      if (++out_index == frame) {
        out_index = 0;
        out_side ^= 1;
      }
    } else if (kStalls && model_->out_valid) {
      ++stats_.output_stalls;
    }
    if (takes) {
      ++in;
      idle = 0;
      offering = false;
      loaded = false;
      if (++in_index == frame) {
        in_index = 0;
        in_side ^= 1;
      }
    } else if (offering) {
      ++stats_.refused;
    } else if (!there && in < total) {
      ++stats_.waiting;
    }
    edge();
    if ((cycle & 0xff) == 0) {
      progress.show(out, cycle);
      stats_.words_out = out;
      if (stats_.outcome != "ok") break;
      if (model_->config_error) {
        fail("config_error", "the core refused its configuration");
        break;
      }
      if (idle > watchdog_limit_) {
        fail("hang", "no word moved for " + std::to_string(idle) + " cycles: " + std::to_string(in) + " words in, " +
                         std::to_string(out) + " of " + std::to_string(total) + " out");
        break;
      }
    }
  }
  stats_.cycles = cycle;
  stats_.words_in = in;
  stats_.words_out = out;
  if (stats_.outcome == "ok" && in < total) {
    fail("extra_output",
         "all words came out after only " + std::to_string(in) + " of " + std::to_string(total) + " went in");
  }
  for (std::size_t i = 0; i < late_.size() && stats_.outcome == "ok"; ++i) {
    if (late_[i].taken == total) continue;
    fail("unread_input", "of " + job_.inputs[adapter::kLate[i]].name + " only " + std::to_string(late_[i].taken) +
                             " of " + std::to_string(total) + " words went in");
  }
}

/// After the last word: nothing more may come or be taken, and `done` must be up.
void Bench::drain() {
  bool done = false;
  for (std::uint64_t i = 0; i < job_.drain && stats_.outcome == "ok"; ++i) {
    model_->in_valid = 1;
    model_->out_ready = 1;
    for (std::size_t late = 0; late < late_.size(); ++late) adapter::offer_late(*model_, late, true);
    settle();
    look_at_monitors();
    if (model_->out_valid) fail("extra_output", "a word after the last one");
    for (std::size_t late = 0; late < late_.size(); ++late) {
      if (adapter::late_ready(*model_, late))
        fail("extra_input", "a word of a late input would be taken after the last one");
    }
    if (model_->in_ready) fail("extra_input", "a word would be taken after the last one");
    edge();
    done = model_->done != 0;
  }
  if (stats_.outcome == "ok" && !done) fail("not_done", "the port done stays low");
}

void write_stats(const Job& job, const Stats& s) {
  std::ofstream file(job.stats);
  const auto number = [&](const char* key, std::uint64_t value) { file << key << ' ' << value << '\n'; };
  file << "outcome " << s.outcome << '\n' << "detail " << s.detail << '\n';
  number("cycles", s.cycles);
  number("load_cycles", s.load_cycles);
  number("words_in", s.words_in);
  number("words_out", s.words_out);
  number("first_output", s.first_output);
  number("refused", s.refused);
  number("waiting", s.waiting);
  number("input_stalls", s.input_stalls);
  number("output_stalls", s.output_stalls);
  for (const auto& pass : s.monitors) {
    file << "monitors";
    for (const std::uint64_t bits : pass) file << ' ' << bits;
    file << '\n';
  }
  file << "seconds " << s.seconds << '\n' << "cpu_seconds " << s.cpu_seconds << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + job.stats + ": " + std::strerror(errno));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s JOBFILE\n", argv[0]);
    return 2;
  }
  try {
    const Job job = bench::read_job(argv[1]);
    VerilatedContext context;
    // Every register starts with random bits, so that a missing reset shows.
    context.randReset(2);
    context.randSeed(static_cast<int>(job.seed & 0x7fffffff));
    Bench bench(job, context);
    const Stats stats = bench.run();
    bench.store();
    bench.finish();
    write_stats(job, stats);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulation: %s\n", error.what());
    return 3;
  }
}
