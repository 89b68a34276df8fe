// The test bench around a Verilated core: ideal memory, stalls, watchdog, statistics.
//
// Compiled once with every core; adapter.hpp, generated from the plan, maps the core's ports.
// Usage: bench JOBFILE. Exit status 0: the run ended (its outcome is in the stats file).
#include <verilated.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <memory>

#include "adapter.hpp"
#include "job.hpp"
#include "memory.hpp"
#include "report.hpp"
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
using bench::Clock;
using bench::Job;
using bench::Progress;
using bench::Stats;

class Bench {
 public:
  Bench(const Job& job, VerilatedContext& context)
      : job_(job), model_(std::make_unique<Model>(&context)), random_(job.seed), memory_(job, random_) {
    watchdog_limit_ = job.watchdog;
#if VM_TRACE
    if (!job.trace.empty()) {
      context.traceEverOn(true);
      trace_ = std::make_unique<Waves>();
      // Separate blocks (--hierarchical) are created by the first evaluation.
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

  void store() const { memory_.store(); }

  void finish() {
    model_->final();
#if VM_TRACE
    if (trace_) trace_->close();
#endif
  }

 private:
  /// Settles inputs with the clock low, so that outputs can be sampled; then comes the edge.
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

  /// The position of a run.
  struct Position {
    std::uint64_t in = 0, out = 0;              ///< words taken so far
    std::uint64_t in_index = 0, out_index = 0;  ///< within the pass
    unsigned in_side = 0, out_side = 1;         ///< sides of the memory
    std::uint64_t idle = 0;                     ///< cycles since a word moved
    std::uint64_t cycle = 0;
    bool there = false;     ///< the memory has the next word
    bool offering = false;  ///< an offered word stays offered
    bool loaded = false;    ///< it is on the ports
  };

  void load();
  template <bool kStalls>
  bool offer_input(Position& p);
  template <bool kStalls>
  void stream();
  void take_output(Position& p);
  void go_on(Position& p);
  bool must_end(const Position& p, Progress& progress);
  void check_all_read(std::uint64_t in);
  void offer_late();
  bool take_late();
  void look_at_monitors() {
    if (adapter::kMonitors && adapter::monitors_valid(*model_)) stats_.monitors.push_back(adapter::monitors(*model_));
  }
  void check_stable(bool stalled);
  void drain();
  void fail(const char* outcome, const std::string& detail) {
    stats_.outcome = outcome;
    stats_.detail = detail;
  }

  /// An input with its own handshake: words taken so far, and whether the next one is offered.
  struct Late {
    std::uint64_t taken = 0;
    std::uint64_t index = 0;  ///< index of the next word within the pass
    bool offering = false;
  };

  const Job& job_;
  const std::uint64_t frame_ = job_.pass_words();
  const std::uint64_t total_ = frame_ * job_.passes;
  const std::uint64_t threshold_in_ = static_cast<std::uint64_t>(job_.stall_in * 4294967296.0);
  const std::uint64_t threshold_out_ = static_cast<std::uint64_t>(job_.stall_out * 4294967296.0);
  std::unique_ptr<Model> model_;
  std::vector<Late> late_{adapter::kLateCount};
#if VM_TRACE
  std::unique_ptr<Waves> trace_;
  std::uint64_t time_ = 0;
#endif
  bench::Random random_;
  bench::Memory memory_;
  std::uint64_t watchdog_limit_ = 0;
  adapter::OutputWord held_{};
  bool holding_ = false;
  Stats stats_;
};

/// Offers the next word of every late input, independently of the others.
void Bench::offer_late() {
  for (std::size_t i = 0; i < late_.size(); ++i) {
    Late& late = late_[i];
    if (!late.offering && late.taken < total_) {
      late.offering = threshold_in_ == 0 || !random_.chance(threshold_in_);
      if (late.offering) adapter::put_late(*model_, i, memory_.late(i, late.index));
    }
    adapter::offer_late(*model_, i, late.offering);
  }
}

bool Bench::take_late() {
  bool any = false;
  for (std::size_t i = 0; i < late_.size(); ++i) {
    Late& late = late_[i];
    if (!late.offering || !adapter::late_ready(*model_, i)) continue;
    any = true;
    ++late.taken;
    late.offering = false;
    if (++late.index == frame_) late.index = 0;
  }
  return any;
}

/// Checks that a word that was offered and not taken is offered unchanged.
void Bench::check_stable(bool stalled) {
  const bool valid = model_->out_valid != 0;
  if (holding_) {
    adapter::OutputWord now{};
    adapter::copy_outputs(*model_, now);
    if (!valid || std::memcmp(&now, &held_, sizeof now) != 0) {
      fail("unstable", "output word " + std::to_string(stats_.words_out) + " changed before it was accepted");
    }
  }
  holding_ = valid && stalled;
  if (holding_) adapter::copy_outputs(*model_, held_);
}

/// Loads the held arrays one after the other, with stalls like those of the input. Input words are offered the whole
/// time: none may be taken before the last array is loaded.
void Bench::load() {
  for (std::size_t i = 0; i < job_.held.size(); ++i) {
    const std::uint64_t words = job_.held[i].words();
    for (std::uint64_t word = 0; word < words;) {
      const bool offer = threshold_in_ == 0 || !random_.chance(threshold_in_);
      adapter::load_held(*model_, i, offer ? memory_.held(i, word) : nullptr, word + 1 == words);
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

/// Decides what to offer in this cycle, and drives the ports. Returns whether an output word would be taken.
template <bool kStalls>
bool Bench::offer_input(Position& p) {
  // Words of the previous pass that must be out: those up to the same index, or more.
  p.there = p.in < total_ && p.in + memory_.ahead(p.in_index) <= p.out + frame_;
  bool ready = true;
  if (kStalls) {
    if (p.there && !p.offering) {
      p.offering = !random_.chance(threshold_in_);
      if (!p.offering) ++stats_.input_stalls;
    }
    ready = !random_.chance(threshold_out_);
  } else {
    p.offering = p.there;
  }
  if (p.offering && !p.loaded) {
    memory_.put_inputs(*model_, p.in_index, p.in_side);
    p.loaded = true;
  }
  model_->in_valid = p.offering;
  model_->out_ready = ready;
  offer_late();
  return ready;
}

/// Stores the core's output word.
void Bench::take_output(Position& p) {
  memory_.take_outputs(*model_, p.out_index, p.out_side);
  if (p.out == 0) stats_.first_output = p.cycle;
  ++p.out;
  p.idle = 0;
  if (++p.out_index == frame_) {
    p.out_index = 0;
    p.out_side ^= 1;
  }
}

/// Called when the core has taken the offered word.
void Bench::go_on(Position& p) {
  ++p.in;
  p.idle = 0;
  p.offering = false;
  p.loaded = false;
  if (++p.in_index == frame_) {
    p.in_index = 0;
    p.in_side ^= 1;
  }
}

/// Called at intervals: shows the progress of the run, and returns whether it has to end.
bool Bench::must_end(const Position& p, Progress& progress) {
  progress.show(p.out, p.cycle);
  stats_.words_out = p.out;
  if (stats_.outcome != "ok") return true;
  if (model_->config_error) {
    fail("config_error", "the core refused its configuration");
  } else if (p.idle > watchdog_limit_) {
    fail("hang", "no word moved for " + std::to_string(p.idle) + " cycles: " + std::to_string(p.in) + " words in, " +
                     std::to_string(p.out) + " of " + std::to_string(total_) + " out");
  }
  return stats_.outcome != "ok";
}

template <bool kStalls>
void Bench::stream() {
  Progress progress(job_.progress, total_);
  Position p;
  while (p.out < total_) {
    const bool ready = offer_input<kStalls>(p);
    settle();
    look_at_monitors();
    const bool takes = p.offering && model_->in_ready;
    const bool gives = ready && model_->out_valid;
    if (kStalls) check_stable(!ready);
    ++p.cycle;
    ++p.idle;
    if (take_late()) p.idle = 0;
    if (gives) {
      take_output(p);
    } else if (kStalls && model_->out_valid) {
      ++stats_.output_stalls;
    }
    if (takes) {
      go_on(p);
    } else if (p.offering) {
      ++stats_.refused;
    } else if (!p.there && p.in < total_) {
      ++stats_.waiting;
    }
    edge();
    if ((p.cycle & 0xff) == 0 && must_end(p, progress)) break;
  }
  stats_.cycles = p.cycle;
  stats_.words_in = p.in;
  stats_.words_out = p.out;
  if (stats_.outcome == "ok") check_all_read(p.in);
}

/// All words are out, so all must have gone in.
void Bench::check_all_read(std::uint64_t in) {
  if (in < total_) {
    fail("extra_output",
         "all words came out after only " + std::to_string(in) + " of " + std::to_string(total_) + " went in");
  }
  for (std::size_t i = 0; i < late_.size() && stats_.outcome == "ok"; ++i) {
    if (late_[i].taken == total_) continue;
    fail("unread_input", "of " + job_.inputs[adapter::kLate[i]].name + " only " + std::to_string(late_[i].taken) +
                             " of " + std::to_string(total_) + " words went in");
  }
}

/// After the last word, nothing more may arrive or be taken, and `done` must be set.
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s JOBFILE\n", argv[0]);
    return 2;
  }
  try {
    const Job job = bench::read_job(argv[1]);
    VerilatedContext context;
    // Every register starts with random bits, to reveal a missing reset.
    context.randReset(2);
    context.randSeed(static_cast<int>(job.seed & 0x7fffffff));
    Bench bench(job, context);
    const Stats stats = bench.run();
    bench.store();
    bench.finish();
    bench::write_stats(job, stats);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simulation: %s\n", error.what());
    return 3;
  }
}
