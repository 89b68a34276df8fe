// campaign_c: random C programs by seed, imported and compared with gcc; a failing one reduces itself.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "compare.hpp"
#include "reduce.hpp"
#include "reference.hpp"

namespace rtlgen::test::random_c {
namespace {

constexpr std::uint64_t kBatch = 50;

struct Options {
  std::string seeds = "1..1000";
  int jobs = 1;
  int tries = 400;
  int reductions = 3;  ///< reductions of one kind
  std::string keep = "campaign_c";
  bool print = false;
};

std::string options_text(const CProgram& program) {
  std::string out;
  for (const auto& [name, text] : program.values) out += fmt::format(" -D {}={}", name, text);
  return out;
}

/// Programs of neighbouring seeds, compiled together. Their comparison may crash, so that it runs in a child.
class Batch {
 public:
  Batch(const Options& options, std::uint64_t first, std::uint64_t last)
      : folder_(std::filesystem::path(options.keep) / fmt::format("build_{}", first)), programs_(made(first, last)) {
    std::filesystem::create_directories(folder_);
    reference_ = std::make_unique<Reference>(programs_, folder_);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  /// Compares from program `begin` on. A line `seed ?` begins each, so that a crash is known; then seed, status, kind.
  void run(std::size_t begin, int out) const {
    for (std::size_t i = begin; i < programs_.size(); ++i) {
      say(out, fmt::format("{} ?\n", programs_[i].seed));
      alarm(60);
      const Verdict verdict = compare(programs_[i], *reference_, i);
      alarm(0);
      say(out, fmt::format("{} {} {} {}\n", programs_[i].seed, static_cast<char>(verdict.status), verdict.cells,
                           verdict.kind));
    }
  }

 private:
  static std::vector<CProgram> made(std::uint64_t first, std::uint64_t last) {
    std::vector<CProgram> out;
    for (std::uint64_t seed = first; seed <= last; ++seed) out.push_back(generate_c(seed));
    return out;
  }
  static void say(int out, const std::string& text) {
    if (write(out, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
  }

  std::filesystem::path folder_;
  std::vector<CProgram> programs_;
  std::unique_ptr<Reference> reference_;
};

struct Result {
  char status = '?';
  std::int64_t cells = 0;
  std::string kind;
};
using Results = std::map<std::uint64_t, Result>;

/// Runs a batch in a process of its own; after a crash the rest in another one.
void run_batch(const Options& options, std::uint64_t first, std::uint64_t last, Results& results) {
  const Batch batch(options, first, last);
  const std::uint64_t begin = first;
  while (first <= last) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      batch.run(static_cast<std::size_t>(first - begin), ends[1]);
      _exit(0);
    }
    close(ends[1]);
    FILE* const lines = fdopen(ends[0], "r");
    char line[1024];
    std::uint64_t at = first;
    while (std::fgets(line, sizeof line, lines) != nullptr) {
      char status = '?', kind[1000] = "";
      long long cells = 0;
      unsigned long long seed = 0;
      if (std::sscanf(line, "%llu %c %lld %999[^\n]", &seed, &status, &cells, kind) < 2) continue;
      at = seed;
      results[at] = {status, cells, kind};
    }
    std::fclose(lines);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
      results[at] = {'c', 0, fmt::format("signal {}", WTERMSIG(status))};
    } else if (WEXITSTATUS(status) != 0 || results[last].status == '?') {
      results[at] = {'c', 0, "no verdict"};
    }
    first = at + 1;
  }
}

/// Keeps a program, and what it reduces to.
void keep_failure(const Options& options, std::uint64_t seed, const Result& result) {
  const CProgram program = generate_c(seed);
  const std::string base = fmt::format("{}/seed_{}", options.keep, seed);
  const std::string folder = base + "_reducing";
  std::filesystem::create_directories(folder);
  std::ofstream(base + "_whole.c") << file_text(program);
  const auto alike = [&](const CProgram& one) {
    const Verdict verdict = compare_alone(one, folder);
    return verdict.failed() && static_cast<char>(verdict.status) == result.status && verdict.kind == result.kind;
  };
  const CProgram small = alike(program) ? reduce(program, alike, options.tries) : program;
  const Verdict verdict = compare_alone(small, folder);
  const std::string first = verdict.detail.substr(0, verdict.detail.find('\n'));
  std::string text =
      fmt::format("/* seed {}: {}. {}\n   rtlgen import FILE{} */\n", seed, result.kind, first, options_text(small));
  text += file_text(small);
  std::ofstream(base + ".c") << text;
  std::ofstream(base + ".log") << verdict.detail;
  std::printf("%s\nreproduce: campaign_c --seeds %llu; %s.c\n", text.c_str(), static_cast<unsigned long long>(seed),
              base.c_str());
  std::filesystem::remove_all(folder);
}

/// Batches whose number is `job` modulo the jobs; lines of results through `out`.
void run_job(const Options& options, std::uint64_t first, std::uint64_t last, int job, FILE* out) {
  std::uint64_t number = 0;
  for (std::uint64_t begin = first; begin <= last; begin += kBatch, ++number) {
    if (number % static_cast<std::uint64_t>(options.jobs) != static_cast<std::uint64_t>(job)) continue;
    Results results;
    run_batch(options, begin, std::min(last, begin + kBatch - 1), results);
    for (const auto& [seed, one] : results)
      std::fprintf(out, "%llu %c %lld %s\n", static_cast<unsigned long long>(seed), one.status,
                   static_cast<long long>(one.cells), one.kind.c_str());
    std::fflush(out);
  }
}

class Summary {
 public:
  explicit Summary(const Options& options) : options_(options) {}

  void add(std::uint64_t seed, const Result& result) {
    ++all_;
    ++by_status_[result.status];
    cells_ += result.cells;
    if (result.status == 'e') return;
    const CProgram program = generate_c(seed);
    if (result.status == 'r') {
      ++refusals_[result.kind.substr(0, 6)];
      if (!program.odd.empty()) ++odd_refused_[result.kind];
      if (program.odd.empty()) plain_refused_[result.kind].push_back(seed);
      return;
    }
    failures_[std::string(1, result.status) + " " + result.kind].push_back({seed, result});
  }
  void progress(std::uint64_t wanted) const {
    std::printf("%llu of %llu programs: %d equal, %d refused, %d different, %d crashed, %d invalid\n",
                static_cast<unsigned long long>(all_), static_cast<unsigned long long>(wanted), count('e'), count('r'),
                count('d'), count('c'), count('i'));
  }
  /// Returns the exit status.
  int finish(std::uint64_t wanted) {
    for (const auto& [kind, list] : failures_) {
      std::printf("FAILED, %zu: %s\n", list.size(), kind.c_str());
      for (std::size_t i = 0; i < list.size() && static_cast<int>(i) < options_.reductions; ++i)
        keep_failure(options_, list[i].first, list[i].second);
    }
    for (const auto& [code, number] : refusals_) std::printf("%6d  refused with %s\n", number, code.c_str());
    int odd = 0;
    for (const auto& [kind, number] : odd_refused_) {
      std::printf("%6d  refused for a construct that may be: %s\n", number, kind.c_str());
      odd += number;
    }
    for (const auto& [kind, seeds] : plain_refused_)
      std::printf("%6zu  refused though promised, seed %llu: %s\n", seeds.size(),
                  static_cast<unsigned long long>(seeds[0]), kind.c_str());
    std::size_t plain = 0;
    for (const auto& [kind, seeds] : plain_refused_) plain += seeds.size();
    progress(wanted);
    std::printf("%lld cells compared; of the refused %d have a construct that may be, %zu have none\n",
                static_cast<long long>(cells_), odd, plain);
    const bool is_whole = all_ == wanted;
    if (!is_whole) std::printf("a job was lost\n");
    return failures_.empty() && is_whole ? 0 : 1;
  }

 private:
  [[nodiscard]] int count(char status) const { return by_status_.contains(status) ? by_status_.at(status) : 0; }

  const Options& options_;
  std::uint64_t all_ = 0;
  std::int64_t cells_ = 0;
  std::map<char, int> by_status_;
  std::map<std::string, int> refusals_;
  std::map<std::string, int> odd_refused_;
  std::map<std::string, std::vector<std::uint64_t>> plain_refused_;
  std::map<std::string, std::vector<std::pair<std::uint64_t, Result>>> failures_;
};

int run(const Options& options, std::uint64_t first, std::uint64_t last) {
  std::filesystem::create_directories(options.keep);
  int ends[2];
  if (pipe(ends) != 0) return 3;
  std::vector<pid_t> jobs;
  for (int job = 0; job < options.jobs; ++job) {
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      FILE* const out = fdopen(ends[1], "w");
      run_job(options, first, last, job, out);
      std::fclose(out);
      _exit(0);
    }
    jobs.push_back(child);
  }
  close(ends[1]);
  FILE* const lines = fdopen(ends[0], "r");
  Summary summary(options);
  char line[1200];
  auto shown = std::chrono::steady_clock::now();
  while (std::fgets(line, sizeof line, lines) != nullptr) {
    char status = '?', kind[1000] = "";
    long long cells = 0;
    unsigned long long seed = 0;
    if (std::sscanf(line, "%llu %c %lld %999[^\n]", &seed, &status, &cells, kind) < 3) continue;
    summary.add(seed, {status, cells, kind});
    const auto now = std::chrono::steady_clock::now();
    if (now - shown < std::chrono::seconds(2)) continue;
    shown = now;
    summary.progress(last - first + 1);
  }
  std::fclose(lines);
  for (const pid_t job : jobs) waitpid(job, nullptr, 0);
  return summary.finish(last - first + 1);
}

}  // namespace
}  // namespace rtlgen::test::random_c

int main(int argc, char** argv) {
  rtlgen::test::random_c::Options options;
  CLI::App app{
      "Random C programs: import, run by the golden engine, compare every bit with gcc -O2 -fwrapv -ffp-contract=off "
      "-frounding-math"};
  app.add_option("--seeds", options.seeds, "A..B or one seed");
  app.add_option("--jobs", options.jobs, "processes")->check(CLI::Range(1, 256));
  app.add_option("--tries", options.tries, "programs tried to reduce a failing one");
  app.add_option("--reductions", options.reductions, "failing programs of one kind that are reduced");
  app.add_option("--keep", options.keep, "folder for programs that fail");
  app.add_flag("--print", options.print, "prints the programs and runs nothing");
  CLI11_PARSE(app, argc, argv);
  const std::size_t dots = options.seeds.find("..");
  const std::uint64_t first = std::stoull(options.seeds.substr(0, dots));
  const std::uint64_t last = dots == std::string::npos ? first : std::stoull(options.seeds.substr(dots + 2));
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (!options.print) return rtlgen::test::random_c::run(options, first, last);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const auto program = rtlgen::test::random_c::generate_c(seed);
    std::printf("%s", rtlgen::test::random_c::file_text(program).c_str());
  }
  return 0;
}
