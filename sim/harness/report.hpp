// Reports of a simulation: its progress while it runs, and its statistics after it has ended.
//
// Compiled with every Verilated core, so it includes nothing of rtlgen.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "job.hpp"

namespace bench {

using Clock = std::chrono::steady_clock;

struct Stats {
  /// ok, hang, early_input, extra_output, extra_input, unread_input, unstable, config_error, not_done
  std::string outcome = "ok";
  std::string detail;
  std::uint64_t cycles = 0;       ///< clock edges from the end of reset to that of the last word
  std::uint64_t load_cycles = 0;  ///< clock edges before these, for loading held arrays
  std::uint64_t words_in = 0;
  std::uint64_t words_out = 0;
  std::uint64_t first_output = 0;   ///< edge at which the first output word was taken
  std::uint64_t refused = 0;        ///< cycles in which an offered word was not taken
  std::uint64_t waiting = 0;        ///< cycles without an offer, because the memory did not have the word yet
  std::uint64_t input_stalls = 0;   ///< cycles in which the test bench held a word back
  std::uint64_t output_stalls = 0;  ///< cycles in which the test bench refused a word
  std::vector<std::vector<std::uint64_t>> monitors;  ///< by pass
  double seconds = 0;                                ///< time of the clocked part only
  double cpu_seconds = 0;
};

/// Prints the number of words done on standard error: a bar on a terminal, occasional lines elsewhere.
class Progress {
 public:
  Progress(std::string style, std::uint64_t total) : style_(std::move(style)), total_(total) {}
  void show(std::uint64_t done, std::uint64_t cycles) {
    if (style_ == "none") return;
    const auto now = Clock::now();
    const auto wait = style_ == "bar" ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000);
    if (now - begin_ < std::chrono::seconds(2) || (has_reported_ && now - last_ < wait)) return;
    has_reported_ = true;
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
  bool has_reported_ = false;
  bool drawn_ = false;
};

inline void write_stats(const Job& job, const Stats& s) {
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

}  // namespace bench
