// Loads, runs and reads an accelerator through its registers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "contract/placement.hpp"
#include "contract/register_map.hpp"
#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "host/host.hpp"
#include "host/numbers.hpp"
#include "host/parts.hpp"
#include "host/registers.hpp"
#include "host/self_test.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::host {

namespace {

constexpr std::uint64_t kMostSteps = std::numeric_limits<std::int32_t>::max();

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
      : design_(read_design(manifest)), backend_(std::move(backend)), registers_(design_, backend_.get()) {
    registers_.check_card();
    place_fields(design_.core.maximum);
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
    settings(extents, 1);
    place_fields(extents);
    check_memory();
  }

  void place_fields(const contract::Extents& extents) {
    memory_fault_.clear();
    std::map<std::string, FieldState> places;
    contract::Places memory;
    const std::int64_t lag_words = settings(extents, 1).total_lag;
    for (std::size_t i = 0; i < shell().streams.size(); ++i) {
      const contract::ShellStream& s = shell().streams[i];
      if (places.contains(s.name)) {
        places[s.name].is_output = true;
        continue;
      }
      FieldState place{i, host::place(design_, s, extents, 1), {}, !s.is_out, s.is_out, false};
      const auto bus_bytes = static_cast<std::uint64_t>(shell().bus_bits / 8);
      const std::uint64_t bytes = static_cast<std::uint64_t>(place.placement.beats) * bus_bytes;
      const std::int64_t lag = lag_words / place.placement.layout.words_of_beat * place.placement.layout.beats_of_word;
      place.base = memory.add(s, bytes, s.is_held ? 0 : static_cast<std::uint64_t>(lag) * bus_bytes);
      for (int b = 0; b < static_cast<int>(place.base.size()); ++b) {
        for (const int c : channels(s, b)) {
          const std::uint64_t capacity = backend_->capacity(c), end = place.base[static_cast<std::size_t>(b)] + bytes;
          if (end <= capacity || !memory_fault_.empty()) continue;
          memory_fault_ = fmt::format(
              "the arrays do not fit in memory at these extents: channel {} has {} bytes, but '{}' would end at {}", c,
              capacity, s.name, end);
        }
      }
      places[s.name] = std::move(place);
    }
    extents_ = extents;
    places_ = std::move(places);
    first_buffer_ = 0;
    step_ = 0;
    if (!memory_fault_.empty()) return;
    for (const contract::ShellChannel& channel : shell().channels)
      backend_->reserve(channel.number, memory.end(channel.number));
  }

  [[nodiscard]] Grid grid() const {
    const int axes = design_.core.axes;
    return {numbers_of(extents_, axes), numbers_of(design_.core.minimum, axes), numbers_of(design_.core.maximum, axes)};
  }
  Backend& backend() { return *backend_; }
  void set_step(std::uint64_t step) {
    if (step > kMostSteps) throw Error(fmt::format("step {} exceeds the maximum, {}", step, kMostSteps));
    step_ = step;
  }
  void set_watchdog(std::uint32_t clocks) { watchdog_ = clocks; }

  void set_param(const std::string& name, std::uint64_t bits) {
    std::vector<std::string> known;
    for (Design::Param& p : design_.params) {
      known.push_back(p.name);
      if (p.name != name) continue;
      if (p.bits < 64 && bits >> p.bits != 0)
        throw Error(fmt::format("parameter '{}' has {}, but {:#x} has more", name, counted(p.bits, "bit"), bits));
      p.value = bits;
      return;
    }
    throw Error(
        fmt::format("there is no run-time parameter '{}'; {}", name,
                    known.empty() ? "the design has none" : fmt::format("available: {}", fmt::join(known, ", "))));
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
    FieldState& place = find(name);
    check_cells(shell().streams[place.stream], whole(place), cells, bytes);
    check_input(name, place);
    check_memory();
    place.holds = false;
    write(place, whole(place), cells);
    place.holds = true;
  }

  void read(const std::string& name, void* cells, std::uint64_t bytes) {
    const FieldState& place = find(name);
    check_cells(shell().streams[place.stream], whole(place), cells, bytes);
    check_holds(name, place);
    read(place, whole(place), cells);
  }

  void load_rows(const std::string& name, std::uint64_t first, std::uint64_t count, const void* cells,
                 std::uint64_t bytes) {
    FieldState& place = find(name);
    const FieldPart part = rows(place, first, count);
    check_cells(shell().streams[place.stream], part, cells, bytes);
    check_input(name, place);
    check_holds(name, place);
    place.holds = false;
    write(place, part, cells);
    place.holds = true;
  }

  void read_rows(const std::string& name, std::uint64_t first, std::uint64_t count, void* cells, std::uint64_t bytes) {
    const FieldState& place = find(name);
    const FieldPart part = rows(place, first, count);
    check_cells(shell().streams[place.stream], part, cells, bytes);
    check_holds(name, place);
    read(place, part, cells);
  }

  void start(std::uint64_t steps) {
    check_idle();
    for (const auto& [name, place] : places_) {
      if (place.is_input && !place.holds)
        throw Error(fmt::format("'{}' has not been loaded at these extents, or a run has failed since", name));
    }
    if (steps > kMostSteps - step_)
      throw Error(fmt::format("{} from step {} on {} the maximum, {}", counted(steps, "step"), step_,
                              by_number(steps, "exceeds", "exceed"), kMostSteps));
    const contract::RunSettings settings = this->settings(extents_, static_cast<std::int64_t>(steps));
    check_memory();
    registers_.check_idle();
    write_numbers(settings);
    // A run that fails leaves arbitrary contents in its buffers.
    for (auto& [name, place] : places_) place.holds = place.holds && !place.is_output;
    registers_.start();
    running_ = Running{steps, settings.passes};
  }

  void wait() {
    if (!running_) throw Error("there is no run to wait for: start one");
    const Running run = *running_;
    running_.reset();
    registers_.wait();
    for (auto& [name, place] : places_) place.holds = true;
    if (run.passes % 2 == 1) first_buffer_ = 1 - first_buffer_;
    step_ += run.steps;
  }

  std::uint64_t read_value(const std::string& name) { return registers_.read(name); }
  [[nodiscard]] const contract::Shell& shell() const { return design_.shell; }

 private:
  struct FieldState {
    std::size_t stream = 0;
    Placement placement;
    std::vector<std::uint64_t> base;  ///< address of each buffer, the same in all of its channels
    bool is_input = false;
    bool is_output = false;
    bool holds = false;  ///< the buffer that is read next has been loaded or written
  };

  /// Throws if this program has started a run and not waited for it.
  void check_idle() const {
    if (running_) throw Error("a run is in progress: wait for its end first");
  }

  void check_memory() const {
    if (!memory_fault_.empty()) throw Error(memory_fault_);
  }

  static const std::vector<int>& channels(const contract::ShellStream& s, int buffer) {
    return s.buffers[std::min<std::size_t>(static_cast<std::size_t>(buffer), s.buffers.size() - 1)];
  }

  FieldState& find(const std::string& name) {
    check_idle();
    const auto found = places_.find(name);
    if (found != places_.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [field, place] : places_) known.push_back(field);
    throw Error(fmt::format("there is no field '{}'; available: {}", name, fmt::join(known, ", ")));
  }

  [[nodiscard]] static FieldPart whole(const FieldState& place) { return {place.placement, 0}; }
  [[nodiscard]] FieldPart rows(const FieldState& place, std::uint64_t first, std::uint64_t count) const {
    return rows_of(design_, shell().streams[place.stream], place.placement, first, count);
  }

  static void check_input(const std::string& name, const FieldState& place) {
    if (!place.is_input) throw Error(fmt::format("'{}' is an output: it cannot be loaded", name));
  }

  static void check_holds(const std::string& name, const FieldState& place) {
    if (place.holds) return;
    throw Error(
        fmt::format("'{}' holds no data: {}", name,
                    place.is_input ? "it has not been loaded, or a run has failed since" : "no run has written it"));
  }

  /// The buffer that is read next.
  [[nodiscard]] Buffer buffer(const FieldState& place) const {
    const contract::ShellStream& s = shell().streams[place.stream];
    const int number = s.ping_pong ? first_buffer_ : 0;
    return {channels(s, number), place.base[static_cast<std::size_t>(number)]};
  }
  void write(const FieldState& place, const FieldPart& part, const void* cells) {
    write_part(design_, shell().streams[place.stream], part, buffer(place), static_cast<const std::uint8_t*>(cells),
               *backend_);
  }
  void read(const FieldState& place, const FieldPart& part, void* cells) {
    read_part(design_, shell().streams[place.stream], part, buffer(place), static_cast<std::uint8_t*>(cells),
              *backend_);
  }

  contract::RunSettings settings(const contract::Extents& extents, std::int64_t steps) const {
    Diagnostics diagnostics;
    auto run = contract::run_settings(design_.core, extents, steps, diagnostics);
    if (run) return *run;
    std::vector<std::string> faults;
    for (const Diagnostic& d : diagnostics.all())
      faults.push_back(fmt::format("{}: {}", d.message, fmt::join(d.notes, ", ")));
    throw Error(fmt::format("{}", fmt::join(faults, "; ")));
  }

  [[nodiscard]] bool has_base(int channel) const {
    const std::vector<contract::BusRegister>& registers = shell().map.registers;
    return std::any_of(registers.begin(), registers.end(), [&](const contract::BusRegister& r) {
      return r.name == contract::ShellChannel::base_of(channel);
    });
  }

  /// Base address of a buffer, whose stripes share one register; 0 if the channels have their own registers.
  std::uint64_t base_of(const std::string& field, const std::vector<int>& channels) {
    if (has_base(channels.front())) return 0;
    const std::uint64_t base = backend_->base(channels.front());
    for (const int c : channels) {
      if (backend_->base(c) == base) continue;
      throw Error(
          fmt::format("'{}' is striped over channels {}, whose base addresses differ on this card: place it without "
                      "stripes (hardware.memory)",
                      field, fmt::join(channels, ", ")));
    }
    return base;
  }

  void write_numbers(const contract::RunSettings& run) {
    std::map<std::string, std::uint64_t> numbers = run_numbers(design_, extents_, run);
    numbers["first_step"] = step_ - static_cast<std::uint64_t>(run.bypass);
    numbers["watchdog"] = watchdog_;
    numbers["first_buffer"] = static_cast<std::uint64_t>(first_buffer_);
    for (const char* operand : contract::kSelfTestOperands) numbers[operand] = 0;
    for (const Design::Param& p : design_.params) numbers["param_" + p.name] = p.value;
    for (const contract::ShellChannel& c : shell().channels) {
      if (has_base(c.number)) numbers[contract::ShellChannel::base_of(c.number)] = backend_->base(c.number);
    }
    for (const auto& [name, place] : places_) {
      const std::uint64_t last = static_cast<std::uint64_t>((place.placement.beats - 1) * shell().bus_bits / 8);
      for (std::size_t b = 0; b < place.base.size(); ++b) {
        const std::uint64_t first =
            place.base[b] + base_of(name, channels(shell().streams[place.stream], static_cast<int>(b)));
        numbers[fmt::format("buffer_{}_first_of_{}", b, name)] = first;
        numbers[fmt::format("buffer_{}_last_of_{}", b, name)] = first + last;
      }
    }
    registers_.write(numbers);
  }

  Design design_;
  std::unique_ptr<Backend> backend_;
  Registers registers_;
  contract::Extents extents_{1, 1, 1};
  std::map<std::string, FieldState> places_;
  std::string memory_fault_;  ///< why the arrays do not fit in memory; empty if they do
  int first_buffer_ = 0;
  std::uint64_t step_ = 0;
  std::uint32_t watchdog_ = 1U << 24;
  struct Running {
    std::uint64_t steps = 0;
    std::int64_t passes = 0;
  };
  std::optional<Running> running_;
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
void Accelerator::wait() { impl_->wait(); }
void Accelerator::set_step(std::uint64_t step) { impl_->set_step(step); }
void Accelerator::set_watchdog(std::uint32_t clocks) { impl_->set_watchdog(clocks); }
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
