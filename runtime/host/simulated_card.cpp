// Loads a simulated card and calls it.
#include "host/simulated_card.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <pthread.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "contract/clock.hpp"
#include "host/design.hpp"
#include "host/waiting.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::host {

struct SimulatedCard::Functions {
  explicit Functions(const std::string& program) {
    // Otherwise SystemC prints a banner on standard output.
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    // dlopen would search the system's libraries for a name without a slash.
    library = dlopen(std::filesystem::absolute(program).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw Error(fmt::format("cannot load the simulation: {}", dlerror()));
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      if (function == nullptr) throw Error(fmt::format("{} is not a simulated card: it has no {}", program, name));
    };
    find(open, "rtlgen_card_open");
    find(close, "rtlgen_card_close");
    find(error, "rtlgen_card_error");
    find(capacity, "rtlgen_card_capacity");
    find(set_memory, "rtlgen_card_set_memory");
    find(write_memory, "rtlgen_card_write_memory");
    find(read_memory, "rtlgen_card_read_memory");
    find(write_register, "rtlgen_card_write_register");
    find(read_register, "rtlgen_card_read_register");
    find(wait_interrupt, "rtlgen_card_wait_interrupt");
    wait_interrupt_of = reinterpret_cast<decltype(wait_interrupt_of)>(dlsym(library, "rtlgen_card_wait_interrupt_of"));
    pass = reinterpret_cast<decltype(pass)>(dlsym(library, "rtlgen_card_pass"));
    serial = reinterpret_cast<decltype(serial)>(dlsym(library, "rtlgen_card_serial"));
    queue = reinterpret_cast<decltype(queue)>(dlsym(library, "rtlgen_card_queue"));
    wait_any = reinterpret_cast<decltype(wait_any)>(dlsym(library, "rtlgen_card_wait_any"));
    set_fault = reinterpret_cast<decltype(set_fault)>(dlsym(library, "rtlgen_card_set_fault"));
    find(reset, "rtlgen_card_reset");
    find(get_statistics, "rtlgen_card_get_statistics");
  }

  void* library = nullptr;  ///< stays loaded: SystemC cannot be unloaded
  decltype(&rtlgen_card_open) open = nullptr;
  decltype(&rtlgen_card_close) close = nullptr;
  decltype(&rtlgen_card_error) error = nullptr;
  decltype(&rtlgen_card_capacity) capacity = nullptr;
  decltype(&rtlgen_card_set_memory) set_memory = nullptr;
  decltype(&rtlgen_card_write_memory) write_memory = nullptr;
  decltype(&rtlgen_card_read_memory) read_memory = nullptr;
  decltype(&rtlgen_card_write_register) write_register = nullptr;
  decltype(&rtlgen_card_read_register) read_register = nullptr;
  decltype(&rtlgen_card_wait_interrupt) wait_interrupt = nullptr;
  decltype(&rtlgen_card_wait_interrupt_of) wait_interrupt_of = nullptr;  ///< may be missing
  decltype(&rtlgen_card_pass) pass = nullptr;                            ///< may be missing
  decltype(&rtlgen_card_serial) serial = nullptr;                        ///< may be missing
  decltype(&rtlgen_card_queue) queue = nullptr;                          ///< may be missing, and the next one
  decltype(&rtlgen_card_wait_any) wait_any = nullptr;
  decltype(&rtlgen_card_set_fault) set_fault = nullptr;  ///< may be missing
  decltype(&rtlgen_card_reset) reset = nullptr;
  decltype(&rtlgen_card_get_statistics) get_statistics = nullptr;
};

namespace {

/// `drams` holds what the result refers to.
rtlgen_card_memory memory_of(const SimulatedOptions& o, std::vector<const char*>& drams) {
  drams.assign(o.drams.empty() ? 0 : static_cast<std::size_t>(o.drams.rbegin()->first) + 1, nullptr);
  for (const auto& [channel, text] : o.drams) drams[static_cast<std::size_t>(channel)] = text.c_str();
  return {.dram = o.dram.empty() ? nullptr : o.dram.c_str(),
          .latency_least = o.latency_least,
          .latency_most = o.latency_most,
          .ready_percent = o.ready_percent,
          .error_percent = o.error_percent,
          .bad_read = o.bad_read,
          .bad_write = o.bad_write,
          .seed = o.seed,
          .drams = drams.data(),
          .dram_count = static_cast<int>(drams.size())};
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RTLGEN_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define RTLGEN_ADDRESS_SANITIZER
#endif

#ifdef RTLGEN_ADDRESS_SANITIZER
extern "C" void __sanitizer_start_switch_fiber(void** saved, const void* bottom, std::size_t bytes);
extern "C" void __sanitizer_finish_switch_fiber(void* saved, const void** bottom, std::size_t* bytes);

/// When SystemC switches from a process to its caller, it announces that to the address sanitizer without the bounds of
/// the caller's stack, so every later access would seem to be outside any stack. Announces the bounds.
void restore_stack() {
  pthread_attr_t attributes;
  void *bottom = nullptr, *saved = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &bottom, &bytes);
  pthread_attr_destroy(&attributes);
  __sanitizer_start_switch_fiber(&saved, bottom, bytes);
  __sanitizer_finish_switch_fiber(saved, nullptr, nullptr);
}
#else
void restore_stack() {}
#endif

/// Refuses options with which a simulation would silently run forever.
void check_options(const SimulatedOptions& o) {
  const auto expect = [](bool holds, const char* text) {
    if (!holds) throw Error(fmt::format("simulated card: {}", text));
  };
  expect(o.bus_mhz > 0 && o.bus_mhz <= 10000 && o.kernel_mhz > 0 && o.kernel_mhz <= 10000,
         "clocks must be above 0 and at most 10000 MHz");
  expect(o.latency_least >= 0 && o.latency_most >= 0, "latencies must be 0 or more");
  expect(o.ready_percent >= 1 && o.ready_percent <= 100, "ready_percent must be 1 to 100");
  expect(o.drams.empty() || o.drams.begin()->first >= 0, "memory channels are numbered from 0");
  expect(o.error_percent >= 0 && o.error_percent <= 100, "error_percent must be 0 to 100");
}

}  // namespace

SimulatedOptions simulated_options(const std::string& manifest) {
  SimulatedOptions options;
  try {
    const nlohmann::json j = parse_manifest(manifest);
    options.bus_mhz = j.at("shell").at("bus_mhz");
    options.kernel_mhz = contract::mhz_of_period(j.at("period_ps"));
  } catch (const nlohmann::json::exception& fault) {
    throw Error(fmt::format("manifest.json has no clocks: {}", json_fault(fault.what())));
  }
  check_options(options);
  return options;
}

SimulatedCard::SimulatedCard(const std::string& program, const SimulatedOptions& options) : options_(options) {
  check_options(options_);
  functions_ = std::make_unique<Functions>(program);
  std::vector<const char*> drams;
  const rtlgen_card_options given{1000 / options_.bus_mhz, 1000 / options_.kernel_mhz,
                                  options_.link.empty() ? nullptr : options_.link.c_str(), memory_of(options_, drams)};
  card_ = functions_->open(&given);
  restore_stack();
  if (card_ == nullptr) throw Error(fmt::format("the simulation does not start: {}", functions_->error()));
}

SimulatedCard::~SimulatedCard() {
  if (card_ != nullptr) functions_->close(card_);
  restore_stack();
}

void SimulatedCard::check(int status) const {
  restore_stack();
  if (status != 0) throw Error(functions_->error());
}

void SimulatedCard::write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  check(functions_->write_memory(card_, channel, address, data, bytes));
}

void SimulatedCard::read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
  check(functions_->read_memory(card_, channel, address, data, bytes));
}

void SimulatedCard::write_register(std::uint32_t offset, std::uint32_t value) {
  check(functions_->write_register(card_, offset, value));
}

std::uint32_t SimulatedCard::read_register(std::uint32_t offset) {
  std::uint32_t value = 0;
  check(functions_->read_register(card_, offset, &value));
  return value;
}

std::uint64_t SimulatedCard::capacity(int channel) {
  std::uint64_t bytes = 0;
  check(functions_->capacity(card_, channel, &bytes));
  return bytes;
}

bool SimulatedCard::wait(double ns, int interrupt) {
  int came = 0;
  if (interrupt == 0) {
    check(functions_->wait_interrupt(card_, ns, &came));
  } else {
    if (functions_->wait_interrupt_of == nullptr) throw Error("this card has only one interrupt");
    check(functions_->wait_interrupt_of(card_, interrupt, ns, &came));
  }
  return came != 0;
}

void SimulatedCard::pass(double ns) {
  if (ns <= 0) return;
  if (functions_->pass == nullptr)
    throw Error("this card cannot wait for other cards: it was compiled by another version of rtlgen, or to run alone");
  check(functions_->pass(card_, ns));
}

std::uint64_t SimulatedCard::serial(const std::uint8_t* sent, std::uint64_t bytes, std::uint8_t* received,
                                    std::uint64_t most, double ns) {
  if (functions_->serial == nullptr) throw Error("this card has no serial line");
  std::uint64_t came = 0;
  check(functions_->serial(card_, sent, bytes, received, most, ns, &came));
  return came;
}

/// Counts the time in which no beat moves.
class SimulatedCard::Quiet {
 public:
  explicit Quiet(SimulatedCard& card) : card_(card) {}

  [[nodiscard]] double slice_ns() const { return kSliceClocks * 1000 / card_.options_.bus_mhz; }
  /// After a slice without an event: is it time to give up?
  bool is_over() {
    const rtlgen_card_statistics now = card_.statistics();
    const std::int64_t beats = now.read_beats + now.write_beats;
    clocks_ = beats == before_ ? clocks_ + kSliceClocks : 0;
    before_ = beats;
    if (card_.options_.progress) card_.options_.progress(beats);
    return clocks_ >= kPatienceClocks;
  }

 private:
  static constexpr double kSliceClocks = 1 << 14, kPatienceClocks = 1 << 26;
  SimulatedCard& card_;
  double clocks_ = 0;
  std::int64_t before_ = -1;
};

bool SimulatedCard::has_lost_run() {
  return has_card_block() && is_reset([this](std::uint32_t offset) { return read_register(offset); });
}

bool SimulatedCard::wait_interrupt() {
  Quiet quiet(*this);
  do {
    if (wait(quiet.slice_ns()) || has_lost_run()) return true;
  } while (!quiet.is_over());
  return false;
}

void SimulatedCard::queue(const std::shared_ptr<Transfer>& transfer) {
  if (functions_->queue == nullptr) return Backend::queue(transfer);
  Transfer& t = *transfer;
  try {
    check(functions_->queue(card_, t.to_card ? 1 : 0, t.channel, t.address, t.bytes.data(), t.bytes.size()));
    queues_[t.to_card ? 0 : 1].transfers.push_back(transfer);
  } catch (...) {
    t.fault = std::current_exception();
    t.ended = true;
  }
}

/// Whether a transfer has ended.
bool SimulatedCard::take_ended(const rtlgen_card_event& event) {
  bool any = false;
  const std::int64_t ended[] = {event.to_card, event.from_card};
  for (std::size_t d = 0; d < queues_.size(); ++d) {
    for (; queues_[d].ended < ended[d]; ++queues_[d].ended) {
      queues_[d].transfers.front()->ended = true;
      queues_[d].transfers.pop_front();
      any = true;
    }
  }
  return any;
}

void SimulatedCard::poll() {
  if (queues_[0].transfers.empty() && queues_[1].transfers.empty()) return;
  rtlgen_card_event event{};
  check(functions_->wait_any(card_, 0, 0, &event));
  take_ended(event);
}

Backend::Event SimulatedCard::wait_any(bool run) {
  if (functions_->queue == nullptr) return Backend::wait_any(run);
  Quiet quiet(*this);
  do {
    rtlgen_card_event event{};
    check(functions_->wait_any(card_, run ? 1 : 0, quiet.slice_ns(), &event));
    const bool transfer = take_ended(event);
    if (event.interrupt != 0) return Event::kInterrupt;
    if (transfer) return Event::kTransfer;
    if (run && has_lost_run()) return Event::kInterrupt;
  } while (!run || !quiet.is_over());
  return Event::kTimeout;
}

void SimulatedCard::set_memory(const SimulatedOptions& options) {
  check_options(options);
  const double bus_mhz = options_.bus_mhz;
  options_ = options;
  options_.bus_mhz = bus_mhz;
  std::vector<const char*> drams;
  const rtlgen_card_memory memory = memory_of(options_, drams);
  check(functions_->set_memory(card_, &memory));
}

bool SimulatedCard::has_card_block() { return functions_->set_fault != nullptr; }

void SimulatedCard::set_fault(rtlgen_card_fault fault, int channel, int value) {
  if (functions_->set_fault == nullptr) throw Error("this card has no models that can have faults");
  check(functions_->set_fault(card_, fault, channel, value));
}

void SimulatedCard::reset() { check(functions_->reset(card_)); }

rtlgen_card_statistics SimulatedCard::statistics() {
  rtlgen_card_statistics statistics{};
  check(functions_->get_statistics(card_, &statistics));
  return statistics;
}

}  // namespace rtlgen::host
