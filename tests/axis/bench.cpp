// Runs of a <name>_axis, one after the other, with stalls of its own on every stream.
//
// The outside keeps the arrays: two copies of every state field, which change places from pass to pass. Each stream
// goes at its own pace, as far as what it reads has been written. Checked: every word and tlast that comes out, that
// what is offered stays, that nothing is taken or offered between runs, registers and counters.
//
// Usage: bench TOP MUTANT JOBFILE:HOW ...; HOW is one of
//   ok            the run ends well
//   cancel=N      software ends it N clocks after the start
//   reset=N       aresetn falls for a clock
//   stop=S,N      the tlast of word N of stream S is wrong, and ends the run
//   ignore=S,N    the same, and does not
//   refuse        the frame is too small for the core
//   none          there are no passes
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "harness/job.hpp"
#include "link.hpp"

namespace axis_test {

int mutant = 0;

namespace {

using bench::Job;
using bench::Words;

struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void expect(bool good, const std::string& otherwise) {
  if (!good) throw Fault(otherwise);
}

struct How {
  std::string kind;
  std::uint64_t stream = 0, number = 0;
};

constexpr std::uint64_t kLastStall = 0xf0000000;  ///< a run that does not wait for its last word would end

/// A stream that the bench fills or empties.
struct Side {
  Ports* ports;
  int input = -1, held = -1, output = -1;  ///< which array of the job
  int state = -1;                          ///< the input array that an output is the next pass's
  std::uint64_t done = 0, total = 0;
  bool holding = false;  ///< offered and not taken
  bool held_last = false;
  bool taken = false;  ///< in this clock
  std::vector<std::uint8_t> kept;
};

class Bench {
 public:
  Bench(Device& device, Link& link, const Job& job, const How& how, std::string folder)
      : d_(device), link_(link), job_(job), how_(how), folder_(std::move(folder)), random_(job.seed) {
    frame_ = job.frame_words();
    pass_ = job.pass_words();
    for (Ports& p : d_.streams) sides_.push_back(side(p));
    for (const bench::PortJob& p : job.inputs)
      memory_[0].push_back(bench::load_port(job, p, ports_of(p.name, false).bytes, random_));
    memory_[1] = memory_[0];
    for (const bench::HeldJob& h : job.held)
      held_.push_back(bench::load_held(h, ports_of(h.port.name, false).bytes, random_));
    for (const bench::PortJob& p : job.outputs) results_.emplace_back(pass_, ports_of(p.name, true).bytes);
    find_sources();
  }

  void run() {
    configure();
    expect(link_.read(0) >> 2 & 1, "not idle before a run");
    link_.write(0x00, 1);
    stream();
    if (how_.kind == "reset") return reset();
    look_at_registers();
    quiet();
    if (how_.kind == "ok" || how_.kind == "ignore" || late_cancel_) compare();
  }

 private:
  Ports& ports_of(const std::string& field, bool out) {
    for (Ports& p : d_.streams) {
      if (p.field == field && p.is_out == out) return p;
    }
    throw Fault("no stream of " + field);
  }

  Side side(Ports& p) {
    Side s{&p};
    const auto find = [&](const std::vector<bench::PortJob>& list) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].name == p.field) return static_cast<int>(i);
      }
      return -1;
    };
    s.kept.resize(p.bytes);
    s.total = pass_ * job_.passes;
    if (p.is_out) {
      s.output = find(job_.outputs);
      s.state = find(job_.inputs);
    } else if (p.is_held) {
      for (std::size_t i = 0; i < job_.held.size(); ++i) {
        if (job_.held[i].port.name == p.field) s.held = static_cast<int>(i);
      }
      s.total = job_.held.at(static_cast<std::size_t>(s.held)).words();
    } else {
      s.input = find(job_.inputs);
    }
    return s;
  }

  void find_sources() {
    const auto lanes = static_cast<std::uint64_t>(job_.lanes);
    source_.resize(pass_ * lanes);
    needed_.assign(pass_, 0);
    for (std::uint64_t place = 0; place < source_.size(); ++place) {
      source_[place] = place;
      const std::int64_t cell = job_.cell_at(place);
      if (cell < 0) continue;
      const auto nx = static_cast<std::int64_t>(job_.grid[0]), ny = static_cast<std::int64_t>(job_.grid[1]);
      source_[place] = job_.home(cell % nx, cell / nx % ny, cell / nx / ny);
      needed_[place / lanes] = std::max(needed_[place / lanes], source_[place] / lanes + 1);
    }
  }

  void configure() {
    for (const auto& [port, name] : d_.numbers) link_.write(name, job_.settings.at(port));
    if (d_.registers.contains("frame_words")) link_.write("frame_words", frame_);
    if (how_.kind == "refuse") link_.write("row_words", 0);
    if (how_.kind == "none") link_.write("passes", 0);
    for (const bench::HeldJob& h : job_.held) link_.write("words_of_" + h.port.name, h.words());
    link_.write("watchdog", 20000);
    link_.write("check_last", how_.kind == "ignore" ? 0 : 1);
    link_.write(0x04, 1);
    link_.write(0x08, 1);
  }

  /// May word n of an input be offered? Later passes read what earlier ones have given.
  [[nodiscard]] bool there(const Side& s) const {
    if (s.done >= s.total) return false;
    if (s.held >= 0 || s.done < pass_) return true;
    for (const Side& o : sides_) {
      if (o.output >= 0 && o.state == s.input) return o.done >= (s.done / pass_ - 1) * pass_ + needed_[s.done % pass_];
    }
    return true;
  }

  bool is_last(const Side& s) const { return (s.done + 1) % (s.held >= 0 ? s.total : frame_) == 0; }

  /// Puts the next word of an input on its port.
  void put(Side& s, std::uint64_t number) {
    Ports& p = *s.ports;
    std::memset(p.data, 0, p.bytes);
    if (s.held >= 0) {
      std::memcpy(p.data, held_[static_cast<std::size_t>(s.held)].at(s.done), p.bytes);
    } else {
      const auto lanes = static_cast<std::uint64_t>(job_.lanes);
      const auto which = static_cast<std::size_t>(s.input);
      bool state = false;
      for (const Side& o : sides_) state = state || (o.output >= 0 && o.state == s.input);
      const Words& from = memory_[state ? s.done / pass_ % 2 : 0][which];
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        const std::uint64_t cell = source_[s.done % pass_ * lanes + lane];
        bench::copy_lane(job_.inputs[which], from.at(cell / lanes), cell % lanes, p.data, lane);
      }
    }
    if (p.data_bits > p.word_bits)
      bench::write_bits(p.data, static_cast<std::size_t>(p.word_bits), p.data_bits - p.word_bits, random_.next());
    const bool wrong = (how_.kind == "stop" || how_.kind == "ignore") && number == how_.stream && s.done == how_.number;
    *p.last = is_last(s) != wrong;
  }

  void take(Side& s) {
    const Ports& p = *s.ports;
    expect(*p.last == is_last(s), "tlast of " + p.field + " is wrong at word " + std::to_string(s.done));
    expect(p.data_bits == p.word_bits ||
               bench::read_bits(p.data, static_cast<std::size_t>(p.word_bits), p.data_bits - p.word_bits) == 0,
           "padding is not 0");
    Words& to = s.state < 0 ? results_[static_cast<std::size_t>(s.output)]
                            : memory_[(s.done / pass_ + 1) % 2][static_cast<std::size_t>(s.state)];
    std::memcpy(to.at(s.done % pass_), p.data, p.bytes);
  }

  /// An offered word stays until it is taken.
  void check_stable(Side& s) {
    const Ports& p = *s.ports;
    if (s.holding)
      expect(*p.valid && *p.last == s.held_last && std::memcmp(p.data, s.kept.data(), p.bytes) == 0,
             "a word on offer at " + p.field + " has changed");
    s.holding = *p.valid && !*p.ready;
    s.held_last = *p.last;
    std::memcpy(s.kept.data(), p.data, p.bytes);
  }

  /// One clock of all streams; the answer: has a word moved?
  bool step() {
    std::uint64_t number = 0;
    for (Side& s : sides_) {
      Ports& p = *s.ports;
      const std::uint64_t stall = (number % 4 * 3 + 1) << 28;  // every stream has a pace of its own
      if (p.is_out) {
        *p.ready = !random_.chance(s.done + 1 == s.total || cancelled_ ? kLastStall : stall);
      } else if (!*p.valid && there(s) && !random_.chance(stall)) {
        put(s, number);
        *p.valid = 1;
      }
      ++number;
    }
    link_.settle();
    bool moved = false;
    for (Side& s : sides_) {
      Ports& p = *s.ports;
      if (p.is_out) check_stable(s);
      s.taken = *p.valid && *p.ready;
      if (!s.taken) continue;
      moved = true;
      expect(s.done < s.total, "a word too many of " + p.field);
      if (p.is_out) take(s);
      ++s.done;
    }
    link_.edge();
    for (Side& s : sides_) {
      if (s.taken && !s.ports->is_out) *s.ports->valid = 0;
    }
    return moved;
  }

  /// Until the interrupt comes.
  void stream() {
    const std::uint64_t begin = link_.cycle();
    std::uint64_t quiet_since = begin;
    for (;;) {
      if (step()) quiet_since = link_.cycle();
      const std::uint64_t now = link_.cycle();
      if (how_.kind == "reset" && now - begin >= how_.number) return;
      if (*d_.irq) break;
      if (how_.kind == "cancel" && now - begin == how_.number) cancel();
      expect(now - quiet_since < 3000, "no progress");
      expect(how_.kind != "cancel" || now - begin < how_.number + 1500, "a run goes on that was cancelled");
    }
    for (Side& s : sides_) {
      if (s.ports->is_out) *s.ports->ready = 0;
    }
    link_.write(0x0C, 1);
  }

  /// The write of the bit goes on beside the streams.
  void cancel() {
    cancelled_ = true;
    Lite& l = d_.lite;
    *l.awaddr = 0;
    *l.wdata = 0x100;
    *l.wstrb = 15;
    *l.awvalid = *l.wvalid = *l.bready = 1;
    while (*l.bready) {
      link_.settle();
      const bool aw = *l.awvalid && *l.awready, w = *l.wvalid && *l.wready, b = *l.bvalid;
      step();
      if (aw) *l.awvalid = 0;
      if (w) *l.wvalid = 0;
      if (b) *l.bready = 0;
    }
  }

  void reset() {
    for (Side& s : sides_) *s.ports->valid = s.ports->is_out ? *s.ports->valid : 0;
    *d_.aresetn = 0;
    link_.clock();
    *d_.aresetn = 1;
    quiet();
  }

  /// Whatever is offered and wanted, nothing moves between runs.
  void quiet() {
    for (Side& s : sides_) *(s.ports->is_out ? s.ports->ready : s.ports->valid) = 1;
    for (int i = 0; i < 40; ++i) {
      link_.settle();
      for (Side& s : sides_)
        expect(!(*s.ports->valid && *s.ports->ready), "a word of " + s.ports->field + " moves between runs");
      link_.edge();
    }
    for (Side& s : sides_) *(s.ports->is_out ? s.ports->ready : s.ports->valid) = 0;
  }

  void look_at_registers() {
    const std::uint64_t errors = link_.read("errors");
    const std::map<std::string, std::uint64_t> kErrors = {{"ok", 0},     {"ignore", 0}, {"cancel", 0x20},
                                                          {"refuse", 8}, {"none", 8},   {"stop", 1 | how_.stream << 8}};
    const bool came_late = how_.kind == "cancel" && errors == 0;  // the run was over
    if (came_late) late_cancel_ = true;
    expect(came_late || errors == kErrors.at(how_.kind), "errors are " + std::to_string(errors));
    const bool wrong = how_.kind == "stop" || how_.kind == "ignore";
    expect(link_.read("wrong_last") == (wrong ? 1U << how_.stream : 0U),
           "wrong_last is " + std::to_string(link_.read("wrong_last")));
    if (how_.kind == "refuse" || how_.kind == "none")
      expect(sides_.back().done == 0, "words came out of a run that was refused");
    if (errors != 0) return;
    for (const Side& s : sides_)
      expect(s.done == s.total,
             "words of " + s.ports->field + ": " + std::to_string(s.done) + " of " + std::to_string(s.total));
    expect(link_.read("words_in") == pass_ * job_.passes && link_.read("words_out") == pass_ * job_.passes,
           "counters of words are wrong");
    expect(link_.read("cycles_busy") >= pass_ * job_.passes + link_.read("input_waits"), "cycles_busy is wrong");
    expect(link_.read("output_waits") > 0 && link_.read("input_waits") > 0, "counters of waits are wrong");
    std::ifstream file(folder_ + "/monitors");
    std::string name;
    for (std::uint64_t value = 0; file >> name >> value;) {
      expect(link_.read("monitors_shown") == job_.passes, "monitors_shown is wrong");
      expect(link_.read("mon_" + name) == value,
             "monitor " + name + " is " + std::to_string(link_.read("mon_" + name)) + ", not " + std::to_string(value));
    }
  }

  void compare() {
    for (std::size_t i = 0; i < job_.outputs.size(); ++i) {
      const bench::PortJob& port = job_.outputs[i];
      int state = -1;
      for (const Side& s : sides_) {
        if (s.output == static_cast<int>(i)) state = s.state;
      }
      bench::store_port(job_, port,
                        state < 0 ? results_[i] : memory_[job_.passes % 2][static_cast<std::size_t>(state)]);
      const auto text = [](const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
      };
      for (const bench::ArrayJob& a : port.arrays) {
        const std::string expected = text(folder_ + "/expected_" + a.name);
        expect(!expected.empty() && text(a.path) == expected, "wrong cells of " + a.name);
      }
    }
  }

  Device& d_;
  Link& link_;
  const Job& job_;
  const How& how_;
  std::string folder_;
  bench::Random random_;
  std::uint64_t frame_ = 0, pass_ = 0;
  bool cancelled_ = false, late_cancel_ = false;
  std::vector<Side> sides_;
  std::vector<Words> memory_[2], held_, results_;
  std::vector<std::uint64_t> source_,
      needed_;  ///< by place: the place it shows; by word: words of the pass before that it takes
};

How how_of(const std::string& text) {
  How how;
  how.kind = text.substr(0, text.find('='));
  unsigned long long a = 0, b = 0;
  const int count = std::sscanf(text.c_str() + std::min(text.size(), how.kind.size() + 1), "%llu,%llu", &a, &b);
  how.stream = count == 2 ? a : 0;
  how.number = count == 2 ? b : a;
  return how;
}

int run_all(int argc, char** argv) {
  mutant = std::atoi(argv[2]);
  Device d = device(std::atoi(argv[1]));
  Link link(d);
  *d.aresetn = 0;
  for (int i = 0; i < 3; ++i) link.clock();
  *d.aresetn = 1;
  for (int i = 3; i < argc; ++i) {
    const std::string what = argv[i];
    const std::size_t colon = what.rfind(':');
    const std::string path = what.substr(0, colon);
    const Job job = bench::read_job(path);
    const How how = how_of(what.substr(colon + 1));
    try {
      Bench(d, link, job, how, path.substr(0, path.rfind('/'))).run();
    } catch (const std::exception& fault) {
      std::printf("run %d (%s): %s\n", i - 2, how.kind.c_str(), fault.what());
      return 1;
    }
  }
  std::printf("ok %d runs, %llu clocks\n", argc - 3, static_cast<unsigned long long>(link.cycle()));
  return 0;
}

}  // namespace
}  // namespace axis_test

int main(int argc, char** argv) { return axis_test::run_all(argc, argv); }
