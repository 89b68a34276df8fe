// campaign: random programs by seed, run and compared in both languages; a failing one shrinks itself.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "generate.hpp"
#include "run_case.hpp"
#include "shrink.hpp"

namespace rtlgen::test {
namespace {

struct Options {
  std::string seeds = "1..100";
  std::string language = "both";
  std::string verilate;  ///< every so many seeds
  int every = 0;
  bool quick = false;
  bool cards = false;
  int jobs = 1;
  int tries = 400;
  int seconds = 300;
  std::string keep = "campaign";
  bool print = false;
};

std::vector<Tier> tiers(const Options& o, std::uint64_t seed) {
  if (o.cards) return {Tier::kPlan, seed % 3 == 0 && o.language != "verilog" ? Tier::kCardVhdl : Tier::kCard};
  std::vector<Tier> list{Tier::kPlan, Tier::kInterpreter};
  if (o.quick) return list;
  if (o.language != "vhdl") list.push_back(Tier::kIcarus);
  if (o.language != "verilog") list.push_back(Tier::kGhdl);
  if (o.every > 0 && seed % static_cast<std::uint64_t>(o.every) == 0) {
    if (o.language != "vhdl") list.push_back(Tier::kVerilator);
    if (o.language != "verilog") list.push_back(Tier::kVerilatorVhdl);
  }
  return list;
}

/// The shrunk program's file; what it says goes to the log.
void keep_failure(const Options& o, const Program& program, Tier tier, const Verdict& verdict) {
  const std::string base = fmt::format("{}/{}_{}", o.keep, program.name, tier_name(tier));
  std::ofstream(base + "_whole.yaml") << to_yaml(program);
  const Program small = shrink(
      program,
      [&](const Program& p) {
        const Verdict v = run_isolated(p, tier, o.seconds);
        return v.failed() && v.kind == verdict.kind;
      },
      o.tries);
  std::ofstream(base + ".yaml") << to_yaml(small);
  const char* const how[] = {"",
                             "",
                             "--simulator icarus ",
                             "--simulator ghdl --hdl vhdl ",
                             "",
                             "--hdl vhdl ",
                             "--memory ddr --operators native ",
                             "--memory ddr --hdl vhdl "};
  std::printf("%s\nreproduce: rtlgen sim %s.yaml %s%s\n", to_yaml(small).c_str(), base.c_str(),
              how[static_cast<std::size_t>(tier)], run_options(small).c_str());
}

/// One seed: a letter, and for all but clean ones a line that says why.
char run_seed(const Options& o, std::uint64_t seed) {
  Program program = generate_program(seed);
  if (o.cards) add_shell(program);
  const Verdict finished = finish_program(program);
  if (o.print) std::printf("%s", to_yaml(program).c_str());
  if (finished.status == Verdict::Status::kInvalid) {
    std::printf("seed %llu invalid: %s\n", static_cast<unsigned long long>(seed), finished.kind.c_str());
    std::ofstream(fmt::format("{}/{}_invalid.yaml", o.keep, program.name))
        << to_yaml(program) << "# " << finished.detail;
    return 'i';
  }
  for (const Tier tier : tiers(o, seed)) {
    const Verdict verdict = run_isolated(program, tier, o.seconds);
    if (verdict.status == Verdict::Status::kClean) continue;
    const bool invalid = verdict.status == Verdict::Status::kInvalid;
    std::printf("seed %llu %s in %s: %s\n%s\n", static_cast<unsigned long long>(seed), invalid ? "invalid" : "FAILED",
                tier_name(tier), verdict.kind.c_str(), verdict.detail.c_str());
    if (verdict.kind == "timeout")
      std::ofstream(fmt::format("{}/{}_timeout.yaml", o.keep, program.name)) << to_yaml(program);
    else if (!invalid)
      keep_failure(o, program, tier, verdict);
    return invalid ? 'i' : 'F';
  }
  return '.';
}

/// Seeds that are `job` modulo the number of jobs; counts of clean, failed and invalid ones through `out`.
void run_job(const Options& o, std::uint64_t first, std::uint64_t last, int job, int out) {
  std::map<char, int> count{{'.', 0}, {'F', 0}, {'i', 0}};
  const std::uint64_t jobs = static_cast<std::uint64_t>(o.jobs);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    if (seed % jobs != static_cast<std::uint64_t>(job)) continue;
    ++count[run_seed(o, seed)];
    const int done = count['.'] + count['F'] + count['i'];
    if (done % 20 == 0)
      std::printf("job %d: %d done, at seed %llu: %d failed, %d invalid\n", job, done,
                  static_cast<unsigned long long>(seed), count['F'], count['i']);
    std::fflush(stdout);
  }
  const int counts[] = {count['.'], count['F'], count['i']};
  if (write(out, counts, sizeof counts) != sizeof counts) std::abort();
}

int run(const Options& o, std::uint64_t first, std::uint64_t last) {
  std::filesystem::create_directories(o.keep);
  int ends[2];
  if (pipe(ends) != 0) return 3;
  for (int job = 0; job < o.jobs; ++job) {
    if (fork() == 0) {
      run_job(o, first, last, job, ends[1]);
      std::fflush(stdout);
      _exit(0);
    }
  }
  close(ends[1]);
  int sum[3] = {0, 0, 0};
  int counts[3];
  while (read(ends[0], counts, sizeof counts) == sizeof counts) {
    for (int i = 0; i < 3; ++i) sum[i] += counts[i];
  }
  while (wait(nullptr) > 0) {
  }
  const bool all = static_cast<std::uint64_t>(sum[0] + sum[1] + sum[2]) == last - first + 1;
  std::printf("seeds %llu..%llu, %s: %d clean, %d failed, %d invalid%s\n", static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(last), o.language.c_str(), sum[0], sum[1], sum[2],
              all ? "" : " (a job was lost)");
  // Programs that are refused prove nothing: more than one in ten is a fault of the generator.
  const bool mostly_run = 10 * sum[2] <= sum[0] + sum[1] + sum[2];
  if (!mostly_run) std::printf("too many are invalid\n");
  return sum[1] > 0 || !all || !mostly_run ? 1 : 0;
}

}  // namespace
}  // namespace rtlgen::test

int main(int argc, char** argv) {
  rtlgen::test::Options o;
  CLI::App app{"Random programs: check, plan, print, simulate, compare every bit with the golden engine"};
  app.add_option("--seeds", o.seeds, "A..B or one seed");
  app.add_option("--language", o.language, "verilog, vhdl or both")->check(CLI::IsMember({"verilog", "vhdl", "both"}));
  app.add_flag("--cards", o.cards, "in shells, from memory to memory (some 20 s each)");
  app.add_flag("--quick", o.quick, "plan and interpreter alone");
  app.add_option("--verilator-every", o.every, "seeds that this divides run in Verilator too");
  app.add_option("--jobs", o.jobs, "processes")->check(CLI::Range(1, 256));
  app.add_option("--tries", o.tries, "programs tried to shrink a failing one");
  app.add_option("--seconds", o.seconds, "of one simulation");
  app.add_option("--keep", o.keep, "folder for programs that fail or are refused");
  app.add_flag("--print", o.print, "prints every program");
  CLI11_PARSE(app, argc, argv);
  const std::size_t dots = o.seeds.find("..");
  const std::uint64_t first = std::stoull(o.seeds.substr(0, dots));
  const std::uint64_t last = dots == std::string::npos ? first : std::stoull(o.seeds.substr(dots + 2));
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return rtlgen::test::run(o, first, last);
}
