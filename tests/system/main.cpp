// Cases of the system bench: `bench WHAT MUTANT LINK CHANNEL...`, files in plain form. Says "ok" and some numbers, or
// what went wrong, in one line. WHAT: runs, errors, resets, registers, speed.
#include <cstdio>
#include <fstream>
#include <memory>
#include <random>

#include "bench.hpp"

/// Which of the models' mutants is on; 0: none.
int rtlgen_mutant = 0;

namespace rtlgen::system_test {
namespace {

using Channel = std::shared_ptr<const dram::Timings>;
std::vector<Channel> channels;
Link pcie;

struct Periods {
  double bus, kernel;
};
constexpr Periods kPeriods[] = {{4, 4}, {3.334, 5}, {5, 3.334}, {2, 16}, {16, 2}, {3.1, 3.3}};

void fail(const std::string& what, const Bench& bench, int number) {
  throw std::runtime_error(what + ", case " + std::to_string(number) + ", " + bench.card->name + ", bus " +
                           std::to_string(bench.bus_clock.period_ns()) + " ns, kernel " +
                           std::to_string(bench.kernel_clock.period_ns()) + " ns");
}

/// A memory of kind `number`: ideal, random, DRAMs, DRAMs with stalls.
MemoryOptions memory(int number, std::uint64_t seed) {
  MemoryOptions options;
  options.seed = seed;
  const int kinds = 2 + 2 * static_cast<int>(channels.size());
  const int kind = number % kinds;
  if (kind == 1) options.latency_least = 3, options.latency_most = 90, options.ready_percent = 60;
  if (kind >= 2) options.dram = channels[static_cast<std::size_t>(kind - 2) / 2];
  if (kind >= 2 && kind % 2 == 1) options.ready_percent = 75, options.outstanding = 3;
  return options;
}

class Cases {
 public:
  explicit Cases(const std::string& what)
      : bench_([this, what](Host& host) {
          if (what == "runs")
            runs(host);
          else if (what == "errors")
            errors(host);
          else if (what == "resets")
            resets(host);
          else if (what == "registers")
            registers(host);
          else if (what == "speed")
            speed(host);
          else
            throw std::runtime_error("no such case");
        }) {}
  Bench& bench() { return bench_; }

 private:
  Run random_run() {
    Run run;
    run.seed = ++seed_;
    run.shape = {1 + static_cast<int>(random_() % 90), 1 + static_cast<int>(random_() % 14),
                 1 + static_cast<int>(random_() % 5)};
    for (std::uint64_t& base : run.base) base += random_() % 8 * 4096 + random_() % 8 * 256;
    return run;
  }
  void choose(int number) {
    const Periods& p = kPeriods[random_() % std::size(kPeriods)];
    bench_.bus_clock.set(p.bus);
    bench_.kernel_clock.set(p.kernel);
    bench_.select(bench_.cards[static_cast<std::size_t>(number) % bench_.cards.size()]);
    bench_.set(memory(number / static_cast<int>(bench_.cards.size()), seed_ * 7 + 3));
  }
  void good_run(Host& host, int number) {
    Run run = random_run();
    const std::string fault = bench_.whole(host, run);
    if (!fault.empty()) fail(fault, bench_, number);
    if (run.errors != 0) fail("error word " + std::to_string(run.errors), bench_, number);
  }

  void runs(Host& host) {
    for (int number = 0; number < 60; ++number) {
      choose(number);
      good_run(host, number);
      good_run(host, number);
    }
    std::printf("ok %d runs, %.0f us simulated\n", 120, sc_core::sc_time_stamp().to_seconds() * 1e6);
  }

  std::int64_t error_responses() const {
    std::int64_t sum = 0;
    for (const AxiEngine* engine : bench_.card->engines) sum += engine->counts().errors;
    return sum;
  }

  /// A run with errors of one kind: `exact` at a given burst and beat, random ones, or a buffer beyond the memory.
  void errors(Host& host) {
    int ended = 0;
    for (int number = 0; number < 90; ++number) {
      choose(number);
      Run run = random_run();
      MemoryOptions options = memory(number / 3, seed_);
      const bool write = random_() % 2 == 0, decode = random_() % 2 == 0;
      const int kind = number % 5;
      if (kind < 3)
        options.errors.push_back({write, static_cast<std::int64_t>(random_() % 4), static_cast<int>(random_() % 64),
                                  decode ? kDecodeError : kSlaveError});
      if (kind == 3) options.error_percent = 5;
      if (kind == 4) run.base[write ? 1 : 0] = kCapacity - 4 * 4096 + 8192;
      if (kind == 4) run.shape = {64, 20, 2};
      bench_.set(options);
      const std::int64_t before = error_responses();
      std::string fault;
      if (kind == 4) {
        // The host's own transfer would be refused; the run is started without it.
        bench_.program(host, run);
        bench_.start(host);
        bench_.finish(host, run);
        if (!run.finished) fault = "no interrupt";
        if (!bench_.broken_rules().empty()) fault = bench_.broken_rules();
      } else {
        fault = bench_.whole(host, run);
      }
      if (!fault.empty()) fail(fault, bench_, number);
      const bool has_error_response = error_responses() > before;
      const std::uint32_t expected = kind == 3 ? 3 : (write ? 2 : 1);
      if (has_error_response && (run.errors & expected) == 0) fail("an error is not reported", bench_, number);
      if (!has_error_response && run.errors != 0) fail("an error without a cause", bench_, number);
      if (kind < 3 && (run.errors & 0x3F & ~expected) != 0) fail("a wrong error bit", bench_, number);
      if (kind == 4 && bench_.card->beat_bytes >= 64 && !has_error_response)
        fail("no error beyond the memory", bench_, number);
      ended += has_error_response;
      bench_.set(memory(number / 3, seed_ + 1));
      good_run(host, number);
    }
    std::printf("ok %d runs ended by an error\n", ended);
  }

  void resets(Host& host) {
    int in_run = 0;
    for (int number = 0; number < 60; ++number) {
      choose(number);
      Run run = random_run();
      bench_.load(host, run);
      bench_.program(host, run);
      bench_.start(host);
      host.clocks(20 + static_cast<int>(random_() % 300));
      in_run += (host.read_register(0) & 1) != 0;
      host.reset(1 + static_cast<int>(random_() % 40));
      if (!bench_.broken_rules().empty()) fail(bench_.broken_rules(), bench_, number);
      good_run(host, number);
    }
    std::printf("ok %d resets in a run\n", in_run);
  }

  /// A host sees refusals of the bus; a memory refuses addresses that it does not hold; the link takes its time.
  void registers(Host& host) {
    choose(0);
    std::uint32_t value = 0;
    if (host.try_read(0x100, value) == 0) fail("a register that does not exist responds", bench_, 0);
    if (host.try_write(0x40, 1) == 0) fail("a status register is written", bench_, 0);
    Run run = random_run();
    run.shape = {60, 14, 5};
    bench_.load(host, run);
    bench_.program(host, run);
    bench_.start(host);
    if (host.try_write(0x10, 9) == 0) fail("a config register is written in a run", bench_, 0);
    bench_.finish(host, run);
    if (const std::string fault = bench_.compare(host, run); !fault.empty()) fail(fault, bench_, 0);
    bool refused = false;
    try {
      host.write_buffer(*bench_.card->stores[0], kCapacity - 4, &value, 8);
    } catch (const std::out_of_range&) {
      refused = true;
    }
    if (!refused) fail("a buffer beyond the memory", bench_, 0);
    host.set(pcie);
    const std::vector<std::uint8_t> megabyte(1 << 20);
    const sc_core::sc_time begin = sc_core::sc_time_stamp();
    host.write_buffer(*bench_.card->stores[0], 0, megabyte.data(), megabyte.size());
    const double us = (sc_core::sc_time_stamp() - begin).to_seconds() * 1e6;
    good_run(host, 1);
    std::printf("ok a megabyte in %.1f us\n", us);
  }

  /// Long runs without stalls: GB/s of reads and writes together.
  void speed(Host& host) {
    for (const Card& card : bench_.cards) {
      if (card.beat_bytes == 8) continue;
      for (std::size_t c = 0; c <= channels.size(); ++c) {
        const bool ideal = c == channels.size();
        const double bus = ideal || card.engines.size() > 1 ? 3.334 : 5.0;
        bench_.bus_clock.set(bus);
        bench_.kernel_clock.set(bus * 0.9);
        bench_.select(card);
        MemoryOptions options;
        if (!ideal) options.dram = channels[c];
        bench_.set(options);
        Run run;
        run.shape = {256, 32, 4};
        run.patience_us = 5000;
        // The second buffer starts in the DRAM bank that is half a round of them away.
        const std::uint64_t half_round =
            ideal ? 0
                  : static_cast<std::uint64_t>(channels[c]->data_bits / 8 * channels[c]->columns *
                                               channels[c]->all_banks() / 2);
        run.base = {0x20000, 0x1000000 + 0x20000 + half_round};
        const std::string fault = bench_.whole(host, run);
        if (!fault.empty() || run.errors != 0) fail("speed: " + fault, bench_, static_cast<int>(c));
        const double bytes = 2.0 * run.shape.passes * static_cast<double>(run.shape.beats()) * card.beat_bytes;
        std::printf("ok %zu channels, %s: %.3f GB/s, of the bus %.3f\n", card.engines.size(),
                    ideal ? "ideal" : channels[c]->name.c_str(), bytes / (run.busy * bus), 2 * card.beat_bytes / bus);
      }
    }
  }

  std::mt19937_64 random_{11};
  std::uint64_t seed_ = 0;
  Bench bench_;
};

}  // namespace
}  // namespace rtlgen::system_test

int sc_main(int argc, char** argv) {
  using namespace rtlgen;
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  if (argc < 4) return 2;
  rtlgen_mutant = std::atoi(argv[2]);
  std::ifstream link(argv[3]);
  system_test::pcie = system::read_plain_link(link);
  for (int i = 4; i < argc; ++i) {
    std::ifstream file(argv[i]);
    system_test::channels.push_back(std::make_shared<const dram::Timings>(dram::read_plain(file)));
  }
  system_test::Cases cases(argv[1]);
  sc_core::sc_start();
  try {
    cases.bench().host.check();
    if (!cases.bench().host.finished()) throw std::runtime_error("the host's program did not end");
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
    return 1;
  }
  return 0;
}
