// campaign: random programs by seed, run and compared in both languages; a failing one shrinks itself.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "constructs.hpp"
#include "generate.hpp"
#include "run_case.hpp"
#include "runner/text_run.hpp"
#include "shrink.hpp"
#include "vector_forms.hpp"
#include "work.hpp"

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
  std::int64_t most_work = 0;  ///< work of a program that is simulated; 0: all are
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
  std::ofstream(base + "_whole.yaml") << program_text(program);
  const Program small = shrink(
      program,
      [&](const Program& p) {
        const Verdict v = run_isolated(p, tier, o.seconds);
        return v.failed() && v.kind == verdict.kind;
      },
      o.tries);
  std::ofstream(base + ".yaml") << program_text(small);
  const char* const how[] = {"",
                             "",
                             "--simulator icarus ",
                             "--simulator ghdl --hdl vhdl ",
                             "",
                             "--hdl vhdl ",
                             "--memory ddr --operators native ",
                             "--memory ddr --hdl vhdl "};
  std::printf("%s\nreproduce: rtlgen sim %s.yaml %s%s\n", program_text(small).c_str(), base.c_str(),
              how[static_cast<std::size_t>(tier)], run_options(small).c_str());
}

/// Programs by verdict, and of the clean ones those with each construct.
struct Counts {
  int clean = 0, failed = 0, invalid = 0, large = 0;
  std::array<int, 64> with{};

  [[nodiscard]] int all() const { return clean + failed + invalid + large; }
  void count(char verdict, const Program& program) {
    ++(verdict == '.' ? clean : verdict == 'F' ? failed : verdict == 'l' ? large : invalid);
    if (verdict != '.') return;
    const std::vector<bool> has = constructs_of(program);
    for (std::size_t i = 0; i < has.size(); ++i) with.at(i) += has[i] ? 1 : 0;
  }
  void add(const Counts& other) {
    clean += other.clean;
    failed += other.failed;
    invalid += other.invalid;
    large += other.large;
    for (std::size_t i = 0; i < with.size(); ++i) with[i] += other.with[i];
  }
};

/// One seed: a letter, and for all but clean ones a line that says why.
char run_seed(const Options& o, std::uint64_t seed, Program& program) {
  program = generate_program(seed);
  if (o.cards) add_shell(program);
  const Verdict finished = finish_program(program);
  if (o.print) std::printf("%s", program_text(program).c_str());
  if (finished.status == Verdict::Status::kInvalid) {
    std::printf("seed %llu invalid: %s\n", static_cast<unsigned long long>(seed), finished.kind.c_str());
    std::ofstream(fmt::format("{}/{}_invalid.yaml", o.keep, program.name))
        << program_text(program) << "# " << finished.detail;
    return 'i';
  }
  if (o.most_work > 0 && work_of(program) > o.most_work) return 'l';
  for (const Tier tier : tiers(o, seed)) {
    const Verdict verdict = run_isolated(program, tier, o.seconds);
    if (verdict.status == Verdict::Status::kClean) continue;
    const bool invalid = verdict.status == Verdict::Status::kInvalid;
    std::printf("seed %llu %s in %s: %s\n%s\n", static_cast<unsigned long long>(seed), invalid ? "invalid" : "FAILED",
                tier_name(tier), verdict.kind.c_str(), verdict.detail.c_str());
    if (verdict.kind == "timeout")
      std::ofstream(fmt::format("{}/{}_timeout.yaml", o.keep, program.name)) << program_text(program);
    else if (!invalid)
      keep_failure(o, program, tier, verdict);
    return invalid ? 'i' : 'F';
  }
  return '.';
}

/// Seeds that are `job` modulo the number of jobs; the counts through `out`.
void run_job(const Options& o, std::uint64_t first, std::uint64_t last, int job, int out) {
  Counts counts;
  const std::uint64_t jobs = static_cast<std::uint64_t>(o.jobs);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    if (seed % jobs != static_cast<std::uint64_t>(job)) continue;
    Program program;
    const char verdict = run_seed(o, seed, program);
    counts.count(verdict, program);
    if (counts.all() % 20 == 0)
      std::printf("job %d: %d done, at seed %llu: %d failed, %d invalid\n", job, counts.all(),
                  static_cast<unsigned long long>(seed), counts.failed, counts.invalid);
    std::fflush(stdout);
  }
  if (write(out, &counts, sizeof counts) != sizeof counts) std::abort();
}

void print_constructs(const Counts& counts) {
  std::printf("clean programs with\n");
  for (std::size_t i = 0; i < construct_names().size(); ++i)
    std::printf("%6d  %s\n", counts.with.at(i), construct_names()[i].c_str());
}

/// Processes of the cases inherit the versions of the tools, instead of asking for them each.
void ask_versions(const Options& o) {
  if (o.quick || o.cards) return;
  if (o.language != "vhdl") runner::require_text_simulator(runner::Simulator::kIcarus);
  if (o.language != "verilog") runner::require_text_simulator(runner::Simulator::kGhdl);
}

int run(const Options& o, std::uint64_t first, std::uint64_t last) {
  ask_versions(o);
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
  Counts sum, counts;
  while (read(ends[0], &counts, sizeof counts) == sizeof counts) sum.add(counts);
  while (wait(nullptr) > 0) {
  }
  const bool all = static_cast<std::uint64_t>(sum.all()) == last - first + 1;
  print_constructs(sum);
  std::printf("seeds %llu..%llu, %s: %d clean, %d failed, %d invalid, %d too large%s\n",
              static_cast<unsigned long long>(first), static_cast<unsigned long long>(last), o.language.c_str(),
              sum.clean, sum.failed, sum.invalid, sum.large, all ? "" : " (a job was lost)");
  // Programs that are refused prove nothing: more than one in ten is a fault of the generator.
  const bool mostly_run = 10 * sum.invalid <= sum.all();
  if (!mostly_run) std::printf("too many are invalid\n");
  return sum.failed > 0 || !all || !mostly_run ? 1 : 0;
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
  app.add_option("--most-work", o.most_work,
                 "leave larger programs out, and count them: cell updates times hundreds of LUTs; 100000 is some 10 s");
  app.add_option("--keep", o.keep, "folder for programs that fail or are refused");
  app.add_flag("--print", o.print, "prints every program");
  CLI11_PARSE(app, argc, argv);
  const std::size_t dots = o.seeds.find("..");
  const std::uint64_t first = std::stoull(o.seeds.substr(0, dots));
  const std::uint64_t last = dots == std::string::npos ? first : std::stoull(o.seeds.substr(dots + 2));
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return rtlgen::test::run(o, first, last);
}
