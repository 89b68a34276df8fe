// Loads, runs and reads an accelerator through its registers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "contract/placement.hpp"
#include "contract/register_map.hpp"
#include "contract/shell.hpp"
#include "host/batch.hpp"
#include "host/card_block.hpp"
#include "host/channel_probe.hpp"
#include "host/field_places.hpp"
#include "host/host.hpp"
#include "host/kernel_clock.hpp"
#include "host/parts.hpp"
#include "host/registers.hpp"
#include "host/run_registers.hpp"
#include "host/self_test.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

std::vector<std::uint64_t> numbers_of(const contract::Extents& extents, int axes) {
  std::vector<std::uint64_t> list;
  list.reserve(static_cast<std::size_t>(axes));
  for (int a = 0; a < axes; ++a) list.push_back(static_cast<std::uint64_t>(extents[static_cast<std::size_t>(a)]));
  return list;
}

}  // namespace

std::uint64_t Field::cells() const {
  std::uint64_t count = 1;
  for (const std::uint64_t n : extents) count *= n;
  return count;
}

class Accelerator::Impl {
 public:
  Impl(const std::string& manifest, std::unique_ptr<Backend> backend)
      : design_(read_design(manifest)),
        backend_(std::move(backend)),
        card_(block_of(design_, backend_.get())),
        registers_(design_, backend_.get(), card_ ? &*card_ : nullptr) {
    if (card_) card_->open();
    registers_.check_card();
    registers_.use_probes(backend_->kernel(), [this](const Access& access) { return named(access); });
    losses_ = registers_.restarts().memory;
    place(design_.core.maximum);
  }

  SelfTest self_test() {
    check_idle();
    return run_self_test(shell().self_test, registers_);
  }

  void set_extents(const std::vector<std::uint64_t>& given) {
    check_idle();
    if (static_cast<int>(given.size()) != design_.core.axes) {
      throw Error(fmt::format("the grid has {}, but there {} {}", counted(design_.core.axes, "axis", "axes"),
                              by_number(given.size(), "is", "are"), counted(given.size(), "extent")));
    }
    contract::Extents extents{1, 1, 1};
    for (std::size_t a = 0; a < given.size(); ++a) {
      extents[a] =
          static_cast<std::int64_t>(std::min<std::uint64_t>(given[a], std::numeric_limits<std::int64_t>::max()));
    }
    settings_of(design_, extents, 1);
    place(extents);
    check_memory();
  }

  void place(const contract::Extents& extents) {
    contract::Places memory(shell());
    places_ = place_fields(design_, extents, settings_of(design_, extents, 1).total_lag, memory);
    memory_ = std::move(memory);
    memory_fault_ = memory_fault(design_, places_, *backend_);
    extents_ = extents;
    holds_.clear();
    first_buffer_ = 0;
    step_ = 0;
    if (memory_fault_.empty()) reserve(0);
  }

  [[nodiscard]] Grid grid() const {
    const int axes = design_.core.axes;
    return {numbers_of(extents_, axes), numbers_of(design_.core.minimum, axes), numbers_of(design_.core.maximum, axes)};
  }
  Backend& backend() { return *backend_; }
  void set_step(std::uint64_t step) {
    check_step(step);
    step_ = step;
  }
  void set_watchdog(std::uint32_t clocks) { watchdog_ = clocks; }

  void set_param(const std::string& name, std::uint64_t bits) {
    check_param(design_, name, bits);
    for (Design::Param& p : design_.params) {
      if (p.name == name) p.value = bits;
    }
  }

  std::vector<Param> params() const {
    std::vector<Param> list;
    for (const Design::Param& p : design_.params) list.push_back({p.name, p.bits, p.value});
    return list;
  }

  std::vector<Field> fields() const {
    std::vector<Field> list;
    for (const auto& [name, place] : places_) {
      const contract::ShellStream& s = shell().streams[place.stream];
      Field field{name, s.cell_bits, bytes_of_cell(s), place.is_input, place.is_output, {}, s.components};
      for (int own = 0; own < s.axes && s.grid_axis[0] >= 0; ++own)
        field.extents.push_back(place.placement.cells[static_cast<std::size_t>(own)]);
      list.push_back(std::move(field));
    }
    return list;
  }

  void load(const std::string& name, const void* cells, std::uint64_t bytes) {
    const FieldPlace& place = find(name);
    check_cells(shell().streams[place.stream], whole(place), cells, bytes);
    check_input(name, place);
    check_memory();
    holds_.erase(name);
    write(place, whole(place), cells);
    holds_.insert(name);
  }

  void read(const std::string& name, void* cells, std::uint64_t bytes) {
    const FieldPlace& place = find(name);
    check_cells(shell().streams[place.stream], whole(place), cells, bytes);
    check_holds(name, place);
    read(place, whole(place), cells);
  }

  void load_rows(const std::string& name, std::uint64_t first, std::uint64_t count, const void* cells,
                 std::uint64_t bytes) {
    const FieldPlace& place = find(name);
    const FieldPart part = rows(place, first, count);
    check_cells(shell().streams[place.stream], part, cells, bytes);
    check_input(name, place);
    check_holds(name, place);
    holds_.erase(name);
    write(place, part, cells);
    holds_.insert(name);
  }

  void read_rows(const std::string& name, std::uint64_t first, std::uint64_t count, void* cells, std::uint64_t bytes) {
    const FieldPlace& place = find(name);
    const FieldPart part = rows(place, first, count);
    check_cells(shell().streams[place.stream], part, cells, bytes);
    check_holds(name, place);
    read(place, part, cells);
  }

  void start(std::uint64_t steps) {
    check_idle();
    for (const auto& [name, place] : places_) {
      if (place.is_input) check_loaded(name);
    }
    check_steps(step_, steps);
    const RunRequest run = request(step_, steps, {});
    check_memory();
    check_contents();
    registers_.check_idle();
    registers_.write(run_registers(design_, places_, run, *backend_));
    // A run that fails leaves arbitrary contents in its buffers.
    drop_outputs();
    registers_.start();
    running_ = Running{steps, run.settings.passes};
  }

  Finished wait() {
    if (batch_ && !batch_->is_empty()) return wait(batch_->earliest());
    if (!running_) throw Error("there is no run to wait for: start one");
    const Running run = *running_;
    running_.reset();
    registers_.wait();
    for (const auto& [name, place] : places_) holds_.insert(name);
    if (run.passes % 2 == 1) first_buffer_ = 1 - first_buffer_;
    step_ += run.steps;
    return {};
  }

  Ticket submit(const Job& job) {
    check_run();
    check_memory();
    check_job(design_, places_, job);
    check_steps(job.first_step, job.steps);
    std::set<std::string> loads;
    for (const Job::Load& load : job.loads) loads.insert(load.field);
    RunRequest run = request(job.first_step, job.steps, job.params);
    check_contents();
    if (batch_ && loads != loads_)
      throw Error(fmt::format("all jobs of a batch load the same fields: this one loads {}, earlier ones {}",
                              fmt::join(loads, ", "), fmt::join(loads_, ", ")));
    check_other_inputs(loads);
    if (!batch_) open_batch(loads);
    batch_->submit(tickets_ + 1, job, std::move(run));
    return ++tickets_;
  }

  Finished wait(Ticket ticket) {
    if (!batch_ || !batch_->has(ticket))
      throw Error(fmt::format("there is no ticket {}: it has been waited for, or no job has it", ticket));
    struct Close {
      Impl& impl;
      ~Close() {
        if (impl.batch_->is_empty()) impl.batch_.reset();
      }
    } close{*this};
    return batch_->wait(ticket);
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes = backend_->notes();
    if (!batch_note_.empty()) notes.push_back(batch_note_);
    if (card_) {
      if (std::string note = clock_note(design_, *card_); !note.empty()) notes.push_back(std::move(note));
    }
    return notes;
  }

  void reset() {
    if (!card_) throw Error("this card has no reset by its host");
    holds_.clear();
    running_.reset();
    card_->reset();
    losses_ = registers_.restarts().memory;
    if (batch_) batch_->abandon();
    batch_.reset();
  }

  double set_clock(double mhz) {
    if (!card_) throw Error("the kernel clock of this card is made by its bitstream: build it for another clock");
    check_idle();
    return change_kernel_clock(design_, *card_, mhz);
  }
  [[nodiscard]] double kernel_mhz() const {
    const double mhz = card_ ? expected_kernel_mhz(*card_) : 0;
    return card_ && mhz != card_->facts().kernel_mhz ? mhz : 0;
  }

  std::uint64_t read_value(const std::string& name) { return registers_.read(name); }
  [[nodiscard]] const contract::Shell& shell() const { return design_.shell; }

 private:
  /// Throws if this program has started a run and not waited for it.
  void check_run() const {
    if (running_) throw Error("a run is in progress: wait for its end first");
  }
  void check_idle() const {
    check_run();
    if (batch_) throw Error("a batch is in progress: wait for all its tickets first");
  }

  void check_memory() const {
    if (!memory_fault_.empty()) throw Error(memory_fault_);
  }

  const FieldPlace& find(const std::string& name) const {
    check_idle();
    const auto found = places_.find(name);
    if (found != places_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [field, place] : places_) known.push_back(field);
    throw Error(fmt::format("there is no field '{}'; available: {}", name, fmt::join(known, ", ")));
  }

  [[nodiscard]] static FieldPart whole(const FieldPlace& place) { return {place.placement, 0}; }
  [[nodiscard]] FieldPart rows(const FieldPlace& place, std::uint64_t first, std::uint64_t count) const {
    return rows_of(design_, shell().streams[place.stream], place.placement, first, count);
  }

  static void check_input(const std::string& name, const FieldPlace& place) {
    if (!place.is_input) throw Error(fmt::format("'{}' is an output: it cannot be loaded", name));
  }

  void check_holds(const std::string& name, const FieldPlace& place) const {
    if (holds_.contains(name)) return;
    throw Error(
        fmt::format("'{}' holds no data: {}", name,
                    place.is_input ? "it has not been loaded, or a run has failed since" : "no run has written it"));
  }
  void check_loaded(const std::string& name) const {
    if (!holds_.contains(name))
      throw Error(fmt::format("'{}' has not been loaded at these extents, or a run has failed since", name));
  }

  /// Checks a batch whose jobs load `loads`.
  void check_other_inputs(const std::set<std::string>& loads) const {
    for (const auto& [name, place] : places_) {
      if (!place.is_input || loads.contains(name)) continue;
      if (place.is_state()) throw Error(fmt::format("'{}' is state: every job of a batch must load it", name));
      check_loaded(name);
    }
  }

  /// The meaning of an access of the last run.
  [[nodiscard]] std::string named(const Access& access) const {
    const auto value = [&](const char* name, std::int64_t none) {
      return shell().map.has(name) ? static_cast<std::int64_t>(registers_.read(name)) : none;
    };
    const Progress progress{value("passes", 1), value("passes_done", 0), static_cast<int>(value("first_buffer", 0))};
    for (const FieldPlaces& places : batch_ ? batch_->sets() : std::vector<FieldPlaces>{places_}) {
      std::string text = access_text(design_, places, progress, access);
      if (!text.empty()) return text;
    }
    return "";
  }

  /// A memory that has lost its calibration has lost the arrays.
  void check_contents() {
    const std::uint32_t losses = registers_.restarts().memory;
    if (losses == losses_) return;
    losses_ = losses;
    holds_.clear();
    throw DeviceError("the card's memory has lost its calibration, and with it all arrays: load them again");
  }

  static std::optional<CardBlock> block_of(const Design& design, Backend* backend) {
    if (!design.card_block || backend == nullptr || !backend->has_card_block()) return std::nullopt;
    return CardBlock(*design.card_block, *backend);
  }

  /// Adds the card's reason to the error of a transfer.
  template <typename Move>
  void transfer(const Move& move) {
    try {
      move();
    } catch (const Error& fault) {
      const std::string refusal = registers_.refusal();
      if (refusal.empty()) throw;
      throw DeviceError(fault.what() + refusal);
    }
    registers_.check_responses(registers_.unrequested());
  }

  void drop_outputs() {
    for (const auto& [name, place] : places_) {
      if (place.is_output) holds_.erase(name);
    }
  }

  void write(const FieldPlace& place, const FieldPart& part, const void* cells) {
    transfer([&] {
      write_part(design_, shell().streams[place.stream], part, buffer_of(design_, place, first_buffer_),
                 static_cast<const std::uint8_t*>(cells), *backend_);
    });
  }
  void read(const FieldPlace& place, const FieldPart& part, void* cells) {
    transfer([&] {
      read_part(design_, shell().streams[place.stream], part, buffer_of(design_, place, first_buffer_),
                static_cast<std::uint8_t*>(cells), *backend_);
    });
    check_contents();
  }

  /// Without the buffer of a run in a batch.
  [[nodiscard]] RunRequest request(std::uint64_t first_step, std::uint64_t steps,
                                   const std::map<std::string, std::uint64_t>& params) const {
    RunRequest run{extents_, settings_of(design_, extents_, steps), first_step, first_buffer_, watchdog_, params};
    for (const Design::Param& p : design_.params) run.params.emplace(p.name, p.value);
    return run;
  }

  /// Room for the buffers from `first` on too.
  void reserve(std::uint64_t first) {
    for (const contract::ShellChannel& channel : shell().channels)
      backend_->reserve(channel.number, first + memory_.end(channel.number));
  }

  /// With two sets of buffers if the memory has room for them. Fields that jobs do not load have one buffer for all.
  void open_batch(const std::set<std::string>& loads) {
    std::uint64_t first = 0;
    FieldPlaces second = places_;
    for (const auto& [name, place] : places_) first = std::max(first, end_of(design_, place));
    const std::uint64_t round = memory_.round();
    first = (first + round - 1) / round * round;
    for (auto& [name, place] : second) {
      if (place.is_input && !loads.contains(name)) continue;
      for (std::uint64_t& base : place.base) base += first;
    }
    std::vector<FieldPlaces> sets = {places_};
    const std::string fault = memory_fault(design_, second, *backend_);
    batch_note_.clear();
    if (fault.empty()) {
      reserve(first);
      sets.push_back(std::move(second));
    } else {
      batch_note_ =
          "the memory has no room for two sets of buffers, so transfers of a batch do not overlap with runs: " + fault;
    }
    drop_outputs();
    for (const std::string& name : loads) holds_.erase(name);
    loads_ = loads;
    first_buffer_ = 0;
    batch_ = std::make_unique<Batch>(design_, registers_, *backend_, std::move(sets));
  }

  Design design_;
  std::unique_ptr<Backend> backend_;
  std::optional<CardBlock> card_;
  Registers registers_;
  contract::Extents extents_{1, 1, 1};
  contract::Places memory_{design_.shell};
  FieldPlaces places_;
  std::set<std::string> holds_;  ///< fields of which the buffer that is read next has been loaded or written
  std::uint32_t losses_ = 0;     ///< losses of the contents of memory so far
  std::string memory_fault_;     ///< why the arrays do not fit in memory; empty if they do
  int first_buffer_ = 0;
  std::uint64_t step_ = 0;
  std::uint32_t watchdog_ = 1U << 24;
  struct Running {
    std::uint64_t steps = 0;
    std::int64_t passes = 0;
  };
  std::optional<Running> running_;
  Ticket tickets_ = 0;           ///< that were given
  std::set<std::string> loads_;  ///< fields that the jobs of the batch load
  std::string batch_note_;
  std::unique_ptr<Batch> batch_;  ///< while there are tickets
};

Accelerator::Accelerator(const std::string& manifest, std::unique_ptr<Backend> backend)
    : impl_(std::make_unique<Impl>(manifest, std::move(backend))) {}

Accelerator::~Accelerator() = default;

SelfTest Accelerator::self_test() { return impl_->self_test(); }
void Accelerator::set_extents(const std::vector<std::uint64_t>& extents) { impl_->set_extents(extents); }
Grid Accelerator::grid() const { return impl_->grid(); }
std::vector<Param> Accelerator::params() const { return impl_->params(); }
void Accelerator::set_param(const std::string& name, std::uint64_t bits) { impl_->set_param(name, bits); }
std::vector<Field> Accelerator::fields() const { return impl_->fields(); }
void Accelerator::load(const std::string& field, const void* cells, std::uint64_t bytes) {
  impl_->load(field, cells, bytes);
}
void Accelerator::read(const std::string& field, void* cells, std::uint64_t bytes) { impl_->read(field, cells, bytes); }
void Accelerator::load_rows(const std::string& field, std::uint64_t first, std::uint64_t count, const void* cells,
                            std::uint64_t bytes) {
  impl_->load_rows(field, first, count, cells, bytes);
}
void Accelerator::read_rows(const std::string& field, std::uint64_t first, std::uint64_t count, void* cells,
                            std::uint64_t bytes) {
  impl_->read_rows(field, first, count, cells, bytes);
}
void Accelerator::run(std::uint64_t steps) {
  impl_->start(steps);
  impl_->wait();
}
void Accelerator::start(std::uint64_t steps) { impl_->start(steps); }
Finished Accelerator::wait() { return impl_->wait(); }
Ticket Accelerator::submit(const Job& job) { return impl_->submit(job); }
Finished Accelerator::wait(Ticket ticket) { return impl_->wait(ticket); }
std::vector<std::string> Accelerator::notes() { return impl_->notes(); }
void Accelerator::set_step(std::uint64_t step) { impl_->set_step(step); }
void Accelerator::set_watchdog(std::uint32_t clocks) { impl_->set_watchdog(clocks); }
void Accelerator::reset() { impl_->reset(); }
double Accelerator::set_clock(double mhz) { return impl_->set_clock(mhz); }
double Accelerator::kernel_mhz() { return impl_->kernel_mhz(); }
Backend& Accelerator::backend() { return impl_->backend(); }

Counters Accelerator::counters() {
  Counters c;
  c.cycles_busy = impl_->read_value("cycles_busy");
  c.cycles_stalled = impl_->read_value("cycles_stalled");
  c.input_waits = impl_->read_value("input_waits");
  c.output_waits = impl_->read_value("output_waits");
  c.passes = impl_->read_value("passes_done");
  for (const contract::ShellChannel& channel : impl_->shell().channels) {
    c.beats[channel.number] = {impl_->read_value(fmt::format("beats_read_{}", channel.number)),
                               impl_->read_value(fmt::format("beats_written_{}", channel.number))};
  }
  return c;
}

std::map<std::string, std::uint64_t> Accelerator::monitors() {
  std::map<std::string, std::uint64_t> values;
  for (const contract::BusRegister& r : impl_->shell().map.registers) {
    if (r.is_status && r.name.starts_with("mon_")) values[r.name.substr(4)] = impl_->read_value(r.name);
  }
  return values;
}

}  // namespace rtlgen::host
