// Moves the grids of a batch from stage to stage.
#include "host/batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contract/shell.hpp"

namespace rtlgen::host {

namespace {

/// Reads of a register before a run is waited for by its interrupt: a millisecond or so, which finds the ends of short
/// runs soon.
constexpr int kMostPolls = 1000;
constexpr std::size_t kMostUnfinished = 4;  ///< one in each stage, and one that is uploaded next

/// Throws what `fault` is, with the number of the job.
[[noreturn]] void rethrow(Ticket ticket, const std::exception_ptr& fault) {
  try {
    std::rethrow_exception(fault);
  } catch (const DeviceError& error) {
    throw DeviceError(fmt::format("ticket {}: {}", ticket, error.what()));
  } catch (const Error& error) {
    throw Error(fmt::format("ticket {}: {}", ticket, error.what()));
  }
}

std::shared_ptr<Transfer> transfer(bool to_card, int channel, std::uint64_t address, std::vector<std::uint8_t> bytes) {
  auto made = std::make_shared<Transfer>();
  made->to_card = to_card;
  made->channel = channel;
  made->address = address;
  made->bytes = std::move(bytes);
  return made;
}

}  // namespace

void check_job(const Design& design, const FieldPlaces& places, const Job& job) {
  std::set<std::string> loads, reads;
  const auto check = [&](const std::string& field, const void* cells, std::uint64_t bytes, bool load) {
    const auto found = places.find(field);
    if (found == places.end()) {
      std::vector<std::string> known;
      for (const auto& [name, place] : places) known.push_back(name);
      throw Error(fmt::format("there is no field '{}'; available: {}", field, fmt::join(known, ", ")));
    }
    const FieldPlace& place = found->second;
    if (load && !place.is_input) throw Error(fmt::format("'{}' is an output: it cannot be loaded", field));
    if (!load && !place.is_output) throw Error(fmt::format("'{}' is an input: a job cannot read it", field));
    if (!(load ? loads : reads).insert(field).second) throw Error(fmt::format("the job names '{}' twice", field));
    check_cells(design.shell.streams[place.stream], {place.placement, 0}, cells, bytes);
  };
  for (const Job::Load& l : job.loads) check(l.field, l.cells, l.bytes, true);
  for (const Job::Read& r : job.reads) check(r.field, r.cells, r.bytes, false);
  for (const auto& [name, bits] : job.params) check_param(design, name, bits);
}

Batch::Stage Batch::stage_of(Ticket ticket) const {
  const auto found = grids_.find(ticket);
  return found == grids_.end() ? Stage::kDone : found->second.stage;
}

Batch::Stage Batch::before_in_set(Ticket ticket) const {
  return ticket <= sets_.size() ? Stage::kDone : stage_of(ticket - sets_.size());
}

std::size_t Batch::unfinished() const {
  return static_cast<std::size_t>(
      std::count_if(grids_.begin(), grids_.end(), [](const auto& g) { return g.second.stage != Stage::kDone; }));
}

void Batch::submit(Ticket ticket, const Job& job, RunRequest run) {
  Grid grid;
  grid.set = ticket % sets_.size();
  grid.run = std::move(run);
  grid.reads = job.reads;
  grid.restarts = registers_.restarts();
  grid.unrequested = registers_.unrequested();
  for (const Job::Load& load : job.loads) {
    const FieldPlace& place = sets_[grid.set].at(load.field);
    Moved moved{load.field, {}};
    for (auto& bytes : to_beats(design_, design_.shell.streams[place.stream], place.placement,
                                static_cast<const std::uint8_t*>(load.cells)))
      moved.stripes.push_back(transfer(true, 0, 0, std::move(bytes)));
    grid.moved.push_back(std::move(moved));
  }
  work_until([&] { return unfinished() < kMostUnfinished; });
  grids_.emplace(ticket, std::move(grid));
  while (advance()) {
  }
}

Finished Batch::wait(Ticket ticket) {
  const auto found = grids_.find(ticket);
  if (found == grids_.end())
    throw Error(fmt::format("there is no ticket {}: it has been waited for, or no job has it", ticket));
  work_until([&] { return found->second.stage == Stage::kDone; });
  const Grid grid = std::move(found->second);
  grids_.erase(found);
  if (grid.fault) rethrow(ticket, grid.fault);
  return {ticket, grid.monitors};
}

void Batch::abandon() {
  const auto is_moving = [&] {
    return std::any_of(grids_.begin(), grids_.end(), [](const auto& g) {
      const Grid& grid = g.second;
      return (grid.stage == Stage::kUpload || grid.stage == Stage::kDownload) &&
             std::any_of(grid.moved.begin(), grid.moved.end(), [](const Moved& moved) {
               return std::any_of(moved.stripes.begin(), moved.stripes.end(), [](const auto& t) { return !t->ended; });
             });
    });
  };
  try {
    while (running_ != nullptr || is_moving()) {
      if (backend_.wait_any(running_ != nullptr) != Backend::Event::kTransfer) running_ = nullptr;
    }
  } catch (const Error&) {  // the work in progress no longer matters
  }
  grids_.clear();
}

template <typename Done>
void Batch::work_until(const Done& done) {
  for (;;) {
    while (advance()) {
    }
    if (done()) return;
    pause();
  }
}

/// Whether the run in progress was polled.
bool Batch::poll_run() {
  if (running_ == nullptr || polls_ > kMostPolls) return false;
  const bool has_ended = polls_++ < kMostPolls ? registers_.is_idle() : registers_.ask_for_interrupt();
  if (has_ended) {
    end_run([this] { registers_.check_errors(); });
    if (polls_ > kMostPolls) registers_.silence();
  }
  backend_.poll();
  return true;
}

Backend::Event Batch::wait_any() {
  try {
    return backend_.wait_any(running_ != nullptr);
  } catch (const DeviceError& fault) {
    registers_.rethrow(fault);
  }
}

/// Until something in progress has ended, or for a moment.
void Batch::pause() {
  try {
    if (poll_run()) return;
    const Backend::Event event = wait_any();
    if (event == Backend::Event::kTransfer) return;
    end_run([&] { registers_.end(event == Backend::Event::kInterrupt); });
    registers_.silence();
  } catch (...) {
    if (running_ != nullptr) return fail(*running_);
    // Transfers will not be seen to end.
    for (auto& [ticket, grid] : grids_) {
      if (grid.stage != Stage::kDone) fail(grid);
    }
  }
}

/// Begins whatever can begin; whether anything has changed. Runs come first: transfers may take until they have ended.
bool Batch::advance() {
  for (auto& [ticket, grid] : grids_) {
    if (settle(grid)) return true;
  }
  for (auto& [ticket, grid] : grids_) {
    if (grid.stage > Stage::kRun) continue;
    if (grid.stage != Stage::kReady || before_in_set(ticket) != Stage::kDone) break;
    start(grid);
    return true;
  }
  for (auto& [ticket, grid] : grids_) {
    if (grid.stage != Stage::kComputed) continue;
    download(grid);
    return true;
  }
  for (auto& [ticket, grid] : grids_) {
    if (grid.stage != Stage::kWaiting || before_in_set(ticket) < Stage::kDownload) continue;
    upload(grid);
    return true;
  }
  return false;
}

/// Takes a grid out of a stage of transfers that have all ended.
bool Batch::settle(Grid& grid) {
  if (grid.stage != Stage::kUpload && grid.stage != Stage::kDownload) return false;
  for (const Moved& moved : grid.moved) {
    for (const auto& t : moved.stripes) {
      if (!t->ended) return false;
    }
  }
  if (!grid.fault) grid.fault = transfer_fault(grid);
  if (grid.stage == Stage::kDownload && !grid.fault) deliver(grid);
  grid.stage = grid.stage == Stage::kUpload && !grid.fault ? Stage::kReady : Stage::kDone;
  grid.moved.clear();
  return true;
}

std::exception_ptr Batch::transfer_fault(const Grid& grid) const {
  std::exception_ptr fault;
  for (const Moved& moved : grid.moved) {
    for (const auto& t : moved.stripes) {
      if (t->fault && !fault) fault = t->fault;
    }
  }
  try {
    if (fault) std::rethrow_exception(fault);
    registers_.check_no_restart(grid.restarts);
    registers_.check_responses(grid.unrequested);
    return nullptr;
  } catch (const Error& error) {
    const std::string refusal = registers_.refusal();
    return refusal.empty() ? std::current_exception() : std::make_exception_ptr(DeviceError(error.what() + refusal));
  }
}

/// Puts the results into the caller's arrays.
void Batch::deliver(Grid& grid) {
  for (std::size_t i = 0; i < grid.reads.size(); ++i) {
    const FieldPlace& place = sets_[grid.set].at(grid.reads[i].field);
    std::vector<std::vector<std::uint8_t>> beats;
    for (const auto& t : grid.moved[i].stripes) beats.push_back(std::move(t->bytes));
    from_beats(design_, design_.shell.streams[place.stream], place.placement, beats,
               static_cast<std::uint8_t*>(grid.reads[i].cells));
  }
}

void Batch::upload(Grid& grid) {
  grid.stage = Stage::kUpload;
  grid.run.first_buffer = next_buffer_[grid.set];
  for (const Moved& moved : grid.moved) {
    const Buffer buffer = buffer_of(design_, sets_[grid.set].at(moved.field), grid.run.first_buffer);
    for (std::size_t stripe = 0; stripe < moved.stripes.size(); ++stripe) {
      moved.stripes[stripe]->channel = buffer.channels[stripe];
      moved.stripes[stripe]->address = buffer.base;
      backend_.queue(moved.stripes[stripe]);
    }
  }
}

/// Reads a grid from buffers that the next grid of the set does not overwrite.
void Batch::download(Grid& grid) {
  grid.stage = Stage::kDownload;
  const int result = (grid.run.first_buffer + static_cast<int>(grid.run.settings.passes % 2)) % 2;
  next_buffer_[grid.set] = 1 - result;
  for (const Job::Read& read : grid.reads) {
    const FieldPlace& place = sets_[grid.set].at(read.field);
    const Buffer buffer = buffer_of(design_, place, result);
    const auto bytes = static_cast<std::size_t>(place.placement.beats * design_.shell.bus_bits / 8);
    Moved moved{read.field, {}};
    for (const int channel : buffer.channels)
      moved.stripes.push_back(transfer(false, channel, buffer.base, std::vector<std::uint8_t>(bytes)));
    grid.moved.push_back(std::move(moved));
  }
  for (const Moved& moved : grid.moved) {
    for (const auto& t : moved.stripes) backend_.queue(t);
  }
}

void Batch::start(Grid& grid) {
  try {
    if (written_.empty()) registers_.check_idle();
    auto numbers = run_registers(design_, sets_[grid.set], grid.run, backend_);
    registers_.write_changes(numbers, written_);
    if (written_.empty()) registers_.silence();
    registers_.start_silent();
    written_ = std::move(numbers);
    running_ = &grid;
    polls_ = 0;
    grid.stage = Stage::kRun;
  } catch (...) {
    fail(grid);
  }
}

/// Ends the run in progress; `check` throws if it failed.
void Batch::end_run(const std::function<void()>& check) {
  Grid& grid = *running_;
  check();
  for (const contract::BusRegister& r : design_.shell.map.registers) {
    if (r.is_status && r.name.starts_with("mon_")) grid.monitors[r.name.substr(4)] = registers_.read(r.name);
  }
  running_ = nullptr;
  grid.stage = Stage::kComputed;
}

/// With the exception in progress.
void Batch::fail(Grid& grid) {
  grid.fault = std::current_exception();
  grid.stage = Stage::kDone;
  grid.moved.clear();
  if (running_ == &grid) running_ = nullptr;
  written_.clear();
}

}  // namespace rtlgen::host
