// One grid over several cards: the checks, the split, the run, the comparison.
#include "driver/cards/cards.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <map>
#include <numeric>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "driver/data/arrays.hpp"
#include "driver/design/hdl.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/simulate/card.hpp"
#include "driver/simulate/given_manifest.hpp"
#include "golden/cells.hpp"
#include "golden/engine.hpp"
#include "host/simulated_card.hpp"
#include "runner/digest.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

/// The outcome of one process's part.
struct Verdict {
  enum class Kind : char { kReady, kRefused, kEnvironment } kind = Kind::kReady;
  std::string text{};  ///< reason for a failure; if ready, the value that must be equal in all processes
};

/// The verdicts of all processes, in their order.
std::vector<Verdict> verdicts_of(cards::Transport& transport, const Verdict& own) {
  std::vector<Verdict> all;
  for (const std::string& words : transport.share(static_cast<char>(own.kind) + own.text))
    all.push_back({static_cast<Verdict::Kind>(words.at(0)), words.substr(1)});
  return all;
}

/// Ends the run in every process; process 0 reports why.
[[noreturn]] void end_all(const cards::Transport& transport, const std::string& why) {
  if (transport.is_root()) throw EnvironmentError(why);
  throw ReportedElsewhere();
}

/// Runs `action` in every process with `runs`; if it lacks a tool, a disk or a card, all processes end.
void agreed(cards::Transport& transport, bool runs, const std::function<void()>& action) {
  Verdict own;
  try {
    if (runs) action();
  } catch (const EnvironmentError& e) {
    own = {Verdict::Kind::kEnvironment, e.what()};
  } catch (const host::Error& e) {
    own = {Verdict::Kind::kEnvironment, e.what()};
  }
  const std::vector<Verdict> all = verdicts_of(transport, own);
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (all[p].kind == Verdict::Kind::kEnvironment)
      end_all(transport, p == 0 ? all[p].text : fmt::format("process {}: {}", p, all[p].text));
  }
}

class CardsRun {
 public:
  CardsRun(const CardsOptions& options, cards::Transport& transport)
      : options_(options), sim_(options.card.run), transport_(transport) {
    sim_.memory = Memory::kBoard;
  }

  Result<CardsReport> run(Diagnostics& diagnostics) {
    report_.is_simulated = options_.card.backend == CardBackend::kSimulation;
    if (!prepare_all(diagnostics)) return Failure{};
    report_.is_root = transport_.is_root();
    report_.processes = transport_.processes();
    std::vector<cards::Card> cards = open(diagnostics);
    if (diagnostics.has_errors()) return Failure{};
    if (!self_test(cards)) return std::move(report_);
    try {
      compute(std::move(cards));
    } catch (const cards::CardFault& fault) {
      if (fault.is_device) end_all(transport_, fault.what());
      report_.failure = fault.what();
      return std::move(report_);
    }
    agreed(transport_, transport_.is_root(), [&] { judge(); });
    using enum Verdict::Kind;
    const std::vector<Verdict> verdicts = verdicts_of(transport_, {report_.match() ? kReady : kRefused});
    if (verdicts.front().kind != kReady && !report_.is_root) report_.mismatches = 1;
    return std::move(report_);
  }

 private:
  /// Reads, checks and splits in every process; all must have read the same texts.
  bool prepare_all(Diagnostics& diagnostics) {
    using enum Verdict::Kind;
    Diagnostics own;
    Verdict own_verdict;
    try {
      own_verdict = prepare_here(own) ? Verdict{kReady, fingerprint()} : Verdict{kRefused, own.render()};
    } catch (const EnvironmentError& fault) {
      own_verdict = {kEnvironment, fault.what()};
    }
    const std::vector<Verdict> all = verdicts_of(transport_, own_verdict);
    bool any_failed = false;
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (all[p].kind == kEnvironment) end_all(transport_, all[p].text);
      // Only process 0 prints, because the launcher may end other processes before they print anything.
      if (all[p].kind == kRefused && !any_failed && transport_.is_root()) {
        if (p == 0)
          diagnostics = own;
        else
          diagnostics.error(Code::kOptionConflict, {options_.card.run.run.source.file},
                            fmt::format("process {} cannot use this", p), {all[p].text});
      }
      any_failed = any_failed || all[p].kind == kRefused;
    }
    if (any_failed) return false;
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (all[p].text != all.front().text)
        end_all(transport_, fmt::format("process {} was started with another description, run or number of cards than "
                                        "process 0: start all with the same FILE and options",
                                        p));
    }
    return true;
  }

  bool prepare_here(Diagnostics& diagnostics) {
    auto prepared = prepare_for(sim_, diagnostics);
    if (!prepared) return false;
    report_.prepared = *std::move(prepared);
    if (!check_for_cards(*report_.prepared, diagnostics)) return false;
    const auto described = describe_card(sim_, *report_.prepared, diagnostics);
    if (!described) return false;
    described_ = *described;
    if (report_.is_simulated && !memory_options(sim_, *report_.prepared, diagnostics)) return false;
    if (!sim_.run.probes.empty()) {
      diagnostics.error(Code::kProbesUnavailable, {"--probes"}, "a run on several cards cannot write probes",
                        {"leave out --probes, or run on one card"});
      return false;
    }
    if (sim_.run.every > 0) {
      diagnostics.error(Code::kSnapshotsUnavailable, {"--every"}, "a run on several cards cannot write snapshots",
                        {"leave out --every, or run on one card"});
      return false;
    }
    return choose(diagnostics) && load(diagnostics);
  }

  /// The slabs, before any data are read or made: what does not fit is refused at once.
  bool choose(Diagnostics& diagnostics) {
    const RunOptions& run = sim_.run;
    if (run.iterations && !check_number(kIterationsRange, *run.iterations, diagnostics)) return false;
    const auto extents = chosen_extents(*report_.prepared, run.extents, diagnostics);
    if (!extents) return false;
    report_.extents = *extents;
    report_.iterations = run.iterations.value_or(report_.prepared->stencil().iterations);
    report_.cell_updates = report_.extents[0] * report_.extents[1] * report_.extents[2] * report_.iterations;
    if (report_.is_simulated) {
      memory_ = *memory_options(sim_, *report_.prepared, diagnostics);
      report_.dram = simulated_dram(sim_, *report_.prepared);
    }
    const cards::SplitInput split =
        split_input(*report_.prepared, report_.extents, transport_.cards(), options_.speeds);
    auto choice = choose_slabs(split, options_.slabs, figures(), diagnostics);
    if (!choice) return false;
    report_.choice = *std::move(choice);
    return check_slab_memory(*report_.prepared, report_.extents, report_.choice.slabs, diagnostics);
  }

  bool load(Diagnostics& diagnostics) {
    auto data = load_run(*report_.prepared, sim_.run, diagnostics);
    if (!data) return false;
    data_ = *std::move(data);
    const contract::CoreInterface& core = report_.prepared->plan.core;
    return contract::run_settings(core, data_.extents, data_.iterations, diagnostics).ok();
  }

  /// A digest of everything that processes must agree on.
  std::string fingerprint() {
    std::string text =
        described_.manifest + fmt::format("{} {} {} {}", fmt::join(data_.extents, ","), data_.iterations,
                                          transport_.local(), options_.card.backend == CardBackend::kSimulation);
    for (const cards::Slab& s : report_.choice.slabs) text += fmt::format(" {}", s.count);
    runner::Digest digest;
    digest.add(text);
    for (const auto& [array, grid] : data_.inputs)
      digest.add(std::string_view(reinterpret_cast<const char*>(grid.bytes.data()), grid.bytes.size()));
    return digest.finish();
  }

  std::vector<cards::Card> open(Diagnostics& diagnostics) {
    const Prepared& prepared = *report_.prepared;
    report_.kernel_mhz = described_.kernel_mhz;
    if (report_.is_simulated && !options_.open_backend) {
      const auto build = [&] {
        program_ = build_card(prepared, {sim_.hdl, sim_.native_operators, sim_.use_cache, sim_.edit_sources});
      };
      // Process 0 compiles; the others find the result in the cache.
      agreed(transport_, transport_.is_root(), build);
      agreed(transport_, !transport_.is_root(), build);
      report_.from_cache = program_.from_cache;
      report_.build_seconds = program_.seconds;
      report_.kernel_mhz = memory_.kernel_mhz;
    }
    std::vector<cards::Card> cards;
    Diagnostics own;
    agreed(transport_, true, [&] {
      for (int local = 0; local < transport_.local(); ++local) cards.push_back(open_card(local, own));
    });
    if (own.has_errors() && transport_.is_root()) diagnostics = own;
    if (own.has_errors() && !transport_.is_root()) throw ReportedElsewhere();
    return cards;
  }

  /// Tests every card before any transfer; the result is the same in every process.
  bool self_test(std::vector<cards::Card>& cards) {
    if (!sim_.self_test || report_.prepared->plan.shell->self_test.blocks.empty()) return true;
    using enum Verdict::Kind;
    Verdict own;
    agreed(transport_, true, [&] {
      for (std::size_t i = 0; i < cards.size() && own.kind == kReady; ++i) {
        report_.self_test = cards[i].slabs->slab(0).self_test();
        if (report_.self_test->failures.empty()) continue;
        own = {kRefused, fmt::format("card {}: self-test: {}", transport_.first() + static_cast<int>(i),
                                     report_.self_test->text())};
      }
    });
    for (const Verdict& verdict : verdicts_of(transport_, own)) {
      if (verdict.kind != kReady && report_.failure.empty()) report_.failure = verdict.text;
    }
    return report_.failure.empty();
  }

  cards::Card open_card(int local, Diagnostics& diagnostics) {
    const std::string& text = described_.manifest;
    cards::Card card;
    card.now_ns = [] { return std::chrono::duration<double, std::nano>(Clock::now().time_since_epoch()).count(); };
    std::unique_ptr<host::Backend> backend;
    if (options_.open_backend) {
      backend = options_.open_backend(transport_.first() + local, *report_.prepared, text);
    } else if (report_.is_simulated) {
      auto simulated = std::make_unique<host::SimulatedCard>(program_.path, memory_);
      card.now_ns = [&simulation = *simulated] { return simulation.statistics().time_ns; };
      card.sleep_until = [&simulation = *simulated](double ns) {
        simulation.pass(ns - simulation.statistics().time_ns);
      };
      backend = std::move(simulated);
    } else {
      CardOptions one = options_.card;
      if (transport_.local() > 1) one.device = fmt::format("{}", first_device() + local);
      auto opened = open_real(one, *report_.prepared, text, diagnostics);
      if (!opened) return card;
      backend = *std::move(opened);
    }
    card.slabs = std::make_unique<cards::SharedCard>(text, std::move(backend), report_.choice.each());
    return card;
  }

  [[nodiscard]] int first_device() const {
    const std::string& device = options_.card.device;
    int number = 0;
    std::from_chars(device.data(), device.data() + device.size(), number);
    return number;
  }

  void compute(std::vector<cards::Card> cards) {
    const spec::Stencil& stencil = report_.prepared->stencil();
    const contract::CoreInterface& core = report_.prepared->plan.core;
    const auto axis = static_cast<std::size_t>(stencil.axes - 1);
    std::vector<std::string> state;
    for (const contract::Port& port : core.ports_of(contract::PortRole::kOutData)) {
      if (stencil.arrays[spec::ArrayId(port.index)].role == spec::Role::kState) state.push_back(port.field);
    }
    cards::Group group(transport_, report_.choice.slabs, data_.extents[axis], std::move(cards), state);
    group.everywhere([&](int local, cards::Card& card) {
      const int each = card.slabs->slabs();
      std::vector<std::vector<std::uint64_t>> extents;
      for (int i = 0; i < each; ++i) {
        extents.emplace_back(data_.extents.begin(), data_.extents.begin() + stencil.axes);
        extents.back().back() = static_cast<std::uint64_t>(
            report_.choice
                .slabs[static_cast<std::size_t>(transport_.first() + local) * static_cast<std::size_t>(each) +
                       static_cast<std::size_t>(i)]
                .rows());
      }
      card.slabs->set_extents(extents);
      for (const spec::ParamId p : stencil.params.ids()) {
        for (int i = 0; i < each && stencil.params[p].by_step.empty(); ++i)
          card.slabs->slab(i).set_param(stencil.params[p].name, data_.params[static_cast<std::size_t>(p.index())]);
      }
    });
    for (const contract::PortRole role : {contract::PortRole::kInData, contract::PortRole::kLoadData}) {
      for (const contract::Port& port : core.ports_of(role)) {
        std::vector<const golden::Grid*> grids;
        for (const int a : port.arrays) grids.push_back(&data_.inputs.at(a));
        group.load(port.field, golden::side_by_side(grids), stencil.arrays[spec::ArrayId(port.index)].spans[axis]);
      }
    }
    group.run(passes());
    note_times(group);
    for (const contract::Port& port : core.ports_of(contract::PortRole::kOutData)) gather(group, port);
  }

  /// Collects the results of a port's arrays in the root process.
  void gather(cards::Group& group, const contract::Port& port) {
    std::vector<golden::Grid*> grids;
    std::vector<std::uint8_t> cells;
    for (const int a : port.arrays) {
      golden::Grid& grid = results_[a];
      if (transport_.is_root()) {
        grid = golden::Grid(report_.prepared->stencil().arrays[spec::ArrayId(a)].type, data_.extents);
        cells.resize(cells.size() + grid.bytes.size());
      }
      grids.push_back(&grid);
    }
    group.gather(port.field, cells);
    golden::take_apart(cells, grids);
  }

  /// The steps of each pass; all at once if nothing is exchanged. The first pass is the short one, as on one card.
  std::vector<std::uint64_t> passes() {
    const auto steps = static_cast<std::uint64_t>(report_.prepared->plan.core.steps),
               iterations = static_cast<std::uint64_t>(data_.iterations);
    report_.passes = (iterations + steps - 1) / steps;
    if (!has_ghosts(report_.choice.slabs)) return {iterations};
    std::vector<std::uint64_t> list(report_.passes, steps);
    list.front() -= report_.passes * steps - iterations;
    return list;
  }

  void note_times(cards::Group& group) {
    report_.times = group.times();
    const auto sum = [](const std::vector<double>& list) { return std::accumulate(list.begin(), list.end(), 0.0); };
    for (const cards::CardTimes& t : report_.times)
      report_.run_ns = std::max(report_.run_ns, sum(t.run_ns) + sum(t.exchange_ns));
  }

  /// Figures for the time model: known for a simulation, unknown for real memories and links.
  std::optional<CardFigures> figures() {
    if (!report_.is_simulated || options_.open_backend) return std::nullopt;
    Diagnostics unused;
    CardFigures figures;
    model::TimeInput& time = figures.time;
    time.plan = &report_.prepared->plan;
    time.extents = report_.extents;
    time.iterations = report_.iterations;
    time.kernel_mhz = memory_.kernel_mhz;
    time.bus_mhz = memory_.bus_mhz;
    time.link = link_of(sim_.link, unused);
    time.drams = model::find_drams(simulated_drams(sim_, report_.prepared->requested));
    if (time.drams.empty() || !time.link) return std::nullopt;
    return figures;
  }

  void judge() {
    const Prepared& prepared = *report_.prepared;
    report_.checked = sim_.check;
    if (sim_.check) {
      const auto begin = Clock::now();
      const auto expected =
          golden::run(prepared.reference(), data_.extents, data_.inputs, data_.iterations, data_.params);
      report_.golden_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      const golden::Masks ignored = golden::ignored(prepared.reference(), data_.extents, data_.iterations);
      report_.ignored = golden::count(ignored);
      const runner::Comparison found = runner::compare(expected, results_, prepared.plan.core.cells_per_cycle, ignored);
      report_.mismatches = found.mismatches;
      report_.first_mismatch = found.first;
    }
    report_.fields = count_fields(prepared.stencil(), results_);
    if (report_.match()) report_.written = write_outputs(prepared.stencil(), data_, results_);
  }

  const CardsOptions& options_;
  SimOptions sim_;
  cards::Transport& transport_;
  CardsReport report_;
  CardDescription described_;
  RunData data_;
  runner::CardProgram program_;
  host::SimulatedOptions memory_;
  std::map<int, golden::Grid> results_;
};

}  // namespace

Result<CardsReport> run_on_cards(const CardsOptions& options, cards::Transport& transport, Diagnostics& diagnostics) {
  const bool is_path = options.card.device.find_first_not_of("0123456789") != std::string::npos;
  if (transport.local() > 1 && is_path)
    return diagnostics.error(
        Code::kOptionConflict, {"--device"},
        fmt::format("'{}' is one card, but --cards requests {}", options.card.device, transport.local()),
        {"with --cards, --device is the number of the first card"});
  try {
    return CardsRun(options, transport).run(diagnostics);
  } catch (const EnvironmentError&) {
    throw;
  } catch (const std::exception& fault) {
    // A bug in rtlgen: the other processes are not aware of it, and would wait for this one.
    if (transport.processes() > 1)
      std::fputs(fmt::format("rtlgen: process {}: {}\n", transport.process(), fault.what()).c_str(), stderr);
    transport.end_all(static_cast<int>(ExitStatus::kInternalError));
    throw;
  }
}

}  // namespace rtlgen::driver
