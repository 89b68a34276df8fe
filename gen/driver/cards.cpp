// One grid over several cards: what is refused, who gets what, the run, the comparison.
#include "driver/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "analysis/windows.hpp"
#include "driver/arrays.hpp"
#include "driver/card.hpp"
#include "driver/hdl.hpp"
#include "driver/model_parts.hpp"
#include "golden/engine.hpp"
#include "host/simulated_card.hpp"
#include "runner/digest.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

std::size_t last_axis(const spec::Stencil& stencil) { return static_cast<std::size_t>(stencil.axes - 1); }

/// Where wrap makes the first and the last card neighbours, no card has an end of the grid that other rules could answer at.
bool check_ends(const spec::Stencil& stencil, std::size_t axis, Diagnostics& diagnostics) {
  const spec::Node* wraps = nullptr;
  const spec::Node* ends = nullptr;
  for (std::size_t i = 0; i < stencil.stages.size(); ++i) {
    for (const spec::NodeId id : analysis::collect_reads(stencil, static_cast<int>(i)).nodes) {
      const spec::Node& node = stencil.nodes[static_cast<std::size_t>(id)];
      if (node.op != spec::Op::kTap || node.offset[axis] == 0) continue;
      const bool is_round = node.boundary[axis].kind == spec::BoundaryKind::kWrap && stencil.stages[i].border == spec::Border::kCompute;
      if (node.boundary[axis].kind == spec::BoundaryKind::kWrap) wraps = &node;
      if (!is_round) ends = &node;
    }
  }
  if (wraps == nullptr || ends == nullptr) return true;
  diagnostics.error("RG0814", ends->where, fmt::format("along {} this read ends where the grid does, and another one wraps", "xyz"[axis]),
                    {fmt::format("cards at the ends are neighbours then, and see no end: let all reads wrap along {}, or none", "xyz"[axis])});
  return false;
}

/// What a slab cannot answer as the whole grid does.
bool check_description(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  const std::size_t axis = last_axis(stencil);
  const SourceLocation file{stencil.file, 0, 0, 1};
  if (stencil.axes < 2) diagnostics.error("RG0814", file, "a grid of one axis cannot be split over cards", {"rows of the last of two or three axes are; cells along x lie together in beats of the memory"});
  if (stencil.hardware.extents == spec::ExtentMode::kFixed) {
    diagnostics.error("RG0814", file, "with fixed extents a card runs on the whole grid alone", {"leave out `hardware.extents: fixed`: each card then gets the extents of its slab"});
  }
  if (!stencil.monitors.empty()) {
    diagnostics.error("RG0813", stencil.monitors.front().where, fmt::format("monitor '{}' would count the ghosts of each card's slab", stencil.monitors.front().name), {"leave out `monitor` and `until`, or run on one card"});
  }
  check_ends(stencil, axis, diagnostics);
  for (std::size_t i = 0; i < stencil.stages.size(); ++i) {
    for (const spec::NodeId id : analysis::collect_reads(stencil, static_cast<int>(i)).nodes) {
      const spec::Node& node = stencil.nodes[static_cast<std::size_t>(id)];
      if ((node.op != spec::Op::kCoordinate && node.op != spec::Op::kExtent) || node.index != static_cast<int>(axis)) continue;
      const char letter = "xyz"[axis];
      diagnostics.error("RG0812", node.where, fmt::format("{} is counted from each card's first row, and not from the grid's", node.op == spec::Op::kExtent ? fmt::format("n{}", letter) : std::string(1, letter)),
                        {fmt::format("put what depends on it into an input field, such as {{axes: [{}]}}, or run on one card", letter)});
      return false;
    }
  }
  return !diagnostics.has_errors();
}

bool wraps_along(const spec::Stencil& stencil, std::size_t axis) {
  return std::any_of(stencil.nodes.begin(), stencil.nodes.end(), [&](const spec::Node& n) {
    return n.op == spec::Op::kTap && n.offset[axis] != 0 && n.boundary[axis].kind == spec::BoundaryKind::kWrap;
  });
}

/// Runs `action` in every process that `runs`; what it throws for want of a tool, a disk or a card all throw, process 0 with the text.
void agreed(cards::Transport& transport, bool runs, const std::function<void()>& action) {
  std::string fault;
  try {
    if (runs) action();
  } catch (const EnvironmentError& e) {
    fault = fmt::format("{} ", e.what());
  } catch (const host::Error& e) {
    fault = fmt::format("{} ", e.what());
  }
  const std::vector<std::string> faults = transport.share(fault);
  for (std::size_t p = 0; p < faults.size(); ++p) {
    if (faults[p].empty()) continue;
    const std::string text = faults[p].substr(0, faults[p].size() - 1);
    throw EnvironmentError(!transport.is_root() ? "" : p == 0 ? text : fmt::format("process {}: {}", p, text));
  }
}

class CardsRun {
 public:
  CardsRun(const CardsOptions& options, cards::Transport& transport) : options_(options), sim_(options.card.run), transport_(transport) { sim_.memory = Memory::kBoard; }

  Result<CardsReport> run(Diagnostics& diagnostics) {
    if (!prepare_all(diagnostics)) return Failure{};
    report_.is_root = transport_.is_root();
    report_.processes = transport_.processes();
    report_.is_simulated = options_.card.backend == CardBackend::kSimulation;
    std::vector<cards::Card> cards = open(diagnostics);
    if (diagnostics.has_errors()) return Failure{};
    predict();
    try {
      compute(std::move(cards));
    } catch (const cards::CardFault& fault) {
      if (fault.is_device) throw EnvironmentError(transport_.is_root() ? fault.what() : "");
      report_.failure = fault.what();
      return std::move(report_);
    }
    agreed(transport_, transport_.is_root(), [&] { judge(); });
    const auto verdicts = transport_.share(report_.match() ? "" : "differ");
    if (!verdicts.front().empty() && !report_.is_root) report_.mismatches = 1;
    return std::move(report_);
  }

 private:
  /// Reads, checks and splits in every process; they must have read the same.
  bool prepare_all(Diagnostics& diagnostics) {
    Diagnostics own;
    std::string said;
    try {
      said = prepare_here(own) ? fingerprint() : "!" + own.render();
    } catch (const EnvironmentError& fault) {
      said = fmt::format("?{}", fault.what());
    }
    const std::vector<std::string> all = transport_.share(said);
    bool any_failed = false;
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (all[p].front() == '?') throw EnvironmentError(!transport_.is_root() ? "" : all[p].substr(1));
      // Process 0 speaks for all: the launcher may end another one before it has printed anything.
      if (all[p].front() == '!' && !any_failed && transport_.is_root()) {
        if (p == 0) diagnostics = own;
        else diagnostics.error("RG0805", {options_.card.run.run.source.file, 0, 0, 1}, fmt::format("process {} cannot use this", p), {all[p].substr(1)});
      }
      any_failed = any_failed || all[p].front() == '!';
    }
    if (any_failed) return false;
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (all[p] != all.front()) {
        throw EnvironmentError(transport_.is_root() ? fmt::format("process {} was started with another description, run or number of cards than process 0: give all the same FILE and options", p) : "");
      }
    }
    return true;
  }

  bool prepare_here(Diagnostics& diagnostics) {
    auto prepared = prepare_for(sim_, diagnostics);
    if (!prepared) return false;
    report_.prepared = *std::move(prepared);
    const spec::Stencil& stencil = report_.prepared->stencil;
    if (!check_description(report_.prepared->reference, diagnostics)) return false;
    if (options_.card.backend == CardBackend::kSimulation && !memory_options(sim_, report_.prepared->plan, diagnostics)) return false;
    auto data = load_run(stencil, sim_.run, diagnostics);
    if (!data) return false;
    data_ = *std::move(data);
    const plan::CoreInterface& core = report_.prepared->plan.core;
    if (!plan::run_settings(core, data_.extents, data_.iterations, diagnostics)) return false;
    report_.extents = data_.extents;
    report_.iterations = data_.iterations;
    report_.cell_updates = data_.extents[0] * data_.extents[1] * data_.extents[2] * data_.iterations;
    const std::size_t axis = last_axis(stencil);
    const analysis::Ghosts zone = analysis::block_zone(stencil);
    cards::SplitInput split;
    split.rows = data_.extents[axis];
    split.cards = transport_.cards();
    split.reach_low = zone.low[axis];
    split.reach_high = zone.high[axis];
    split.wraps = wraps_along(stencil, axis);
    split.minimum = core.minimum[axis];
    split.maximum = core.maximum[axis];
    split.speeds = options_.speeds;
    auto slabs = cards::split(split, diagnostics);
    if (!slabs) return false;
    report_.slabs = *std::move(slabs);
    return true;
  }

  /// Of what processes must agree on.
  std::string fingerprint() {
    std::string text = manifest(*report_.prepared, sim_.run.source) + fmt::format("{} {} {} {}", fmt::join(data_.extents, ","), data_.iterations, transport_.local(), options_.card.backend == CardBackend::kSimulation);
    for (const cards::Slab& s : report_.slabs) text += fmt::format(" {}", s.count);
    runner::Digest digest;
    digest.add(text);
    for (const auto& [array, grid] : data_.inputs) digest.add(std::string_view(reinterpret_cast<const char*>(grid.bytes.data()), grid.bytes.size()));
    return digest.finish();
  }

  std::vector<cards::Card> open(Diagnostics& diagnostics) {
    const Prepared& prepared = *report_.prepared;
    const std::string text = manifest(prepared, sim_.run.source);
    report_.kernel_mhz = 1e6 / prepared.plan.period_ps;
    if (report_.is_simulated && !options_.open_backend) {
      const auto build = [&] { program_ = build_card(prepared, sim_.run.source, {sim_.hdl, sim_.native_operators, sim_.use_cache, sim_.log, sim_.edit_sources}); };
      // Process 0 compiles, the others find it in the cache.
      agreed(transport_, transport_.is_root(), build);
      agreed(transport_, !transport_.is_root(), build);
      report_.from_cache = program_.from_cache;
      report_.build_seconds = program_.seconds;
      memory_ = *memory_options(sim_, prepared.plan, diagnostics);
      report_.kernel_mhz = memory_.kernel_mhz;
    }
    std::vector<cards::Card> cards;
    Diagnostics own;
    agreed(transport_, true, [&] {
      for (int local = 0; local < transport_.local(); ++local) cards.push_back(open_card(local, text, own));
    });
    if (own.has_errors() && transport_.is_root()) diagnostics = own;
    if (own.has_errors() && !transport_.is_root()) throw EnvironmentError("");
    return cards;
  }

  cards::Card open_card(int local, const std::string& text, Diagnostics& diagnostics) {
    const Prepared& prepared = *report_.prepared;
    cards::Card card;
    card.now_ns = [] { return std::chrono::duration<double, std::nano>(Clock::now().time_since_epoch()).count(); };
    std::unique_ptr<host::Backend> backend;
    if (options_.open_backend) {
      backend = options_.open_backend(transport_.first() + local, prepared, text);
    } else if (report_.is_simulated) {
      auto simulated = std::make_unique<host::SimulatedCard>(program_.path, memory_);
      card.now_ns = [&simulation = *simulated] { return simulation.statistics().time_ns; };
      backend = std::move(simulated);
    } else {
      CardOptions one = options_.card;
      if (transport_.local() > 1) one.device = fmt::format("{}", first_device() + local);
      auto opened = open_real(one, prepared, text, diagnostics);
      if (!opened) return card;
      backend = *std::move(opened);
    }
    card.accelerator = std::make_unique<host::Accelerator>(text, std::move(backend));
    return card;
  }

  [[nodiscard]] int first_device() const {
    const std::string& device = options_.card.device;
    int number = 0;
    std::from_chars(device.data(), device.data() + device.size(), number);
    return number;
  }

  void compute(std::vector<cards::Card> cards) {
    const spec::Stencil& stencil = report_.prepared->stencil;
    const plan::CoreInterface& core = report_.prepared->plan.core;
    const std::size_t axis = last_axis(stencil);
    const auto name = [&](int a) { return stencil.arrays[static_cast<std::size_t>(a)].name; };
    std::vector<std::string> state;
    for (const int a : core.output_arrays) {
      if (stencil.arrays[static_cast<std::size_t>(a)].role == spec::Role::kState) state.push_back(name(a));
    }
    cards::Group group(transport_, report_.slabs, data_.extents[axis], std::move(cards), state);
    group.everywhere([&](int local, cards::Card& card) {
      std::vector<std::uint64_t> extents(data_.extents.begin(), data_.extents.begin() + stencil.axes);
      extents.back() = static_cast<std::uint64_t>(report_.slabs[static_cast<std::size_t>(transport_.first() + local)].rows());
      card.accelerator->set_extents(extents);
      for (std::size_t i = 0; i < stencil.params.size(); ++i) {
        if (stencil.params[i].by_step.empty()) card.accelerator->set_param(stencil.params[i].name, data_.params[i]);
      }
    });
    const auto load = [&](int a) { group.load(name(a), data_.inputs.at(a).bytes, stencil.arrays[static_cast<std::size_t>(a)].spans[axis]); };
    for (const int a : core.input_arrays) load(a);
    for (const int a : core.held_arrays) load(a);
    group.run(passes());
    note_times(group);
    for (const int a : core.output_arrays) {
      golden::Grid grid;
      if (transport_.is_root()) grid = golden::Grid(stencil.arrays[static_cast<std::size_t>(a)].type, data_.extents);
      group.gather(name(a), grid.bytes);
      results_.emplace(a, std::move(grid));
    }
  }

  /// Steps of each; all at once where nothing is exchanged. The first pass is the short one, as on one card.
  std::vector<std::uint64_t> passes() {
    const auto steps = static_cast<std::uint64_t>(report_.prepared->plan.core.steps), iterations = static_cast<std::uint64_t>(data_.iterations);
    report_.passes = (iterations + steps - 1) / steps;
    const bool exchanges = std::any_of(report_.slabs.begin(), report_.slabs.end(), [](const cards::Slab& s) { return s.low + s.high > 0; });
    if (!exchanges) return {iterations};
    std::vector<std::uint64_t> list(report_.passes, steps);
    list.front() -= report_.passes * steps - iterations;
    return list;
  }

  void note_times(cards::Group& group) {
    report_.times = group.times();
    for (std::size_t pass = 0; pass < report_.times.front().run_ns.size(); ++pass) {
      double slowest = 0;
      for (const cards::CardTimes& t : report_.times) slowest = std::max(slowest, t.run_ns[pass] + (pass < t.exchange_ns.size() ? t.exchange_ns[pass] : 0));
      report_.run_ns += slowest;
    }
  }

  /// Only where simulated: times of real memories and links are not known.
  void predict() {
    if (!report_.is_simulated || options_.open_backend) return;
    Diagnostics unused;
    model::CardsInput in;
    in.time.plan = &report_.prepared->plan;
    in.time.extents = report_.extents;
    in.time.iterations = report_.iterations;
    in.time.kernel_mhz = report_.kernel_mhz;
    in.time.bus_mhz = memory_.bus_mhz;
    in.time.link = link_of(sim_.link, unused);
    const model::Channel* const channel = model::find_channel(sim_.dram);
    if (channel == nullptr || !in.time.link) return;
    in.time.channel = *channel;
    const auto& slabs = report_.slabs;
    for (const cards::Slab& s : slabs) {
      in.parts.push_back({s.rows(), s.low, s.high, s.below < 0 ? 0 : slabs[static_cast<std::size_t>(s.below)].high, s.above < 0 ? 0 : slabs[static_cast<std::size_t>(s.above)].low});
    }
    if (const auto time = model::cards_time(in, unused)) report_.predicted = *time;
  }

  void judge() {
    const Prepared& prepared = *report_.prepared;
    report_.checked = sim_.check;
    if (sim_.check) {
      const auto begin = Clock::now();
      const auto expected = golden::run(prepared.reference, data_.extents, data_.inputs, data_.iterations, data_.params);
      report_.golden_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      const golden::Masks ignored = golden::ignored(prepared.reference, data_.extents, data_.iterations);
      report_.ignored = golden::count(ignored);
      const runner::Comparison found = runner::compare(expected, results_, prepared.plan.core.cells_per_cycle, ignored);
      report_.mismatches = found.mismatches;
      report_.first_mismatch = found.first;
    }
    if (report_.match()) report_.written = write_outputs(prepared.stencil, data_, results_);
  }

  const CardsOptions& options_;
  SimOptions sim_;
  cards::Transport& transport_;
  CardsReport report_;
  RunData data_;
  runner::CardProgram program_;
  host::SimulatedOptions memory_;
  std::map<int, golden::Grid> results_;
};

}  // namespace

Result<CardsReport> run_on_cards(const CardsOptions& options, cards::Transport& transport, Diagnostics& diagnostics) {
  const bool is_path = options.card.device.find_first_not_of("0123456789") != std::string::npos;
  if (transport.local() > 1 && is_path) {
    diagnostics.error("RG0805", {"--device", 0, 0, 1}, fmt::format("'{}' is one card, and --cards asks for {}", options.card.device, transport.local()), {"with --cards, --device is the number of the first"});
    return Failure{};
  }
  try {
    return CardsRun(options, transport).run(diagnostics);
  } catch (const EnvironmentError&) {
    throw;
  } catch (const std::exception& fault) {
    // A bug: the other processes do not know, and would wait for this one.
    if (transport.processes() > 1) std::fputs(fmt::format("rtlgen: process {}: {}\n", transport.process(), fault.what()).c_str(), stderr);
    transport.end_all(static_cast<int>(ExitStatus::kInternalError));
    throw;
  }
}

}  // namespace rtlgen::driver
