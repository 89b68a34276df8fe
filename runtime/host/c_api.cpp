// The C interface, based on the C++ one. No exception leaves a function.
#include <fmt/format.h>

#include <optional>

#include "host/avalon_dma.hpp"
#include "host/host.hpp"
#include "host/rtlgen_host.h"
#include "host/simulated_card.hpp"
#include "host/uart.hpp"
#include "host/xdma.hpp"

using namespace rtlgen::host;

struct rtlgen_host {
  rtlgen_host(const std::string& manifest, std::unique_ptr<Backend> backend)
      : accelerator(manifest, std::move(backend)) {
    for (const Field& field : accelerator.fields()) names.push_back(field.name);
  }

  Accelerator accelerator;
  std::vector<std::string> names;  ///< names of the fields; callers may keep pointers to them until the end
  std::optional<Finished> job;     ///< that was waited for, unless there was a run since
};

namespace {

std::string& last_error() {
  thread_local std::string text;
  return text;
}

/// Runs `action` and returns whether it failed.
template <typename Action>
int guarded(const char* function, const Action& action) noexcept {
  try {
    try {
      action();
      return 0;
    } catch (const std::exception& fault) {
      last_error() = fmt::format("{}: {}", function, fault.what());
    } catch (...) {
      last_error() = fmt::format("{}: an exception that is not a std::exception", function);
    }
  } catch (...) {
    // No memory even for the text: the previous one stays.
  }
  return 1;
}

template <typename Pointer>
void need(Pointer* pointer, const char* what) {
  if (pointer == nullptr) throw Error(fmt::format("{} is a null pointer", what));
}

/// A back end made from C functions.
class ForeignBackend : public Backend {
 public:
  /// Takes ownership of `close` even if it throws.
  explicit ForeignBackend(const rtlgen_host_backend& f) : functions_(f) {}
  ~ForeignBackend() override {
    if (functions_.close != nullptr) functions_.close(functions_.context);
  }

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    check(functions_.write_memory(functions_.context, channel, address, data, bytes), "write_memory");
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    check(functions_.read_memory(functions_.context, channel, address, data, bytes), "read_memory");
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    check(functions_.write_register(functions_.context, offset, value), "write_register");
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    std::uint32_t value = 0;
    check(functions_.read_register(functions_.context, offset, &value), "read_register");
    return value;
  }
  bool wait_interrupt() override {
    int came = 0;
    check(functions_.wait_interrupt(functions_.context, &came), "wait_interrupt");
    return came != 0;
  }
  std::uint64_t capacity(int channel) override {
    return functions_.capacity != nullptr ? functions_.capacity(functions_.context, channel)
                                          : Backend::capacity(channel);
  }

 private:
  void check(int status, const char* function) const {
    if (status == 0) return;
    const char* const text = functions_.error != nullptr ? functions_.error(functions_.context) : nullptr;
    throw Error(fmt::format("the back end's {} failed: {}", function,
                            text != nullptr ? text : fmt::format("status {}", status)));
  }

  rtlgen_host_backend functions_;
};

void check_functions(const rtlgen_host_backend& f) {
  need(f.write_memory, "backend.write_memory");
  need(f.read_memory, "backend.read_memory");
  need(f.write_register, "backend.write_register");
  need(f.read_register, "backend.read_register");
  need(f.wait_interrupt, "backend.wait_interrupt");
}

SimulatedOptions options_of(const std::string& manifest, const rtlgen_host_simulation* given) {
  SimulatedOptions options = simulated_options(manifest);
  if (given == nullptr) return options;
  if (given->bus_mhz != 0) options.bus_mhz = given->bus_mhz;
  if (given->kernel_mhz != 0) options.kernel_mhz = given->kernel_mhz;
  if (given->dram != nullptr) options.dram = read_text(given->dram);
  if (given->link != nullptr) options.link = read_text(given->link);
  options.seed = given->seed;
  return options;
}

/// Calls `action` for each item of a list of C.
template <typename Item, typename Action>
void each(const Item* items, int count, const char* what, const Action& action) {
  if (count < 0) throw Error(fmt::format("{} items in {}", count, what));
  if (count > 0) need(items, what);
  for (int i = 0; i < count; ++i) action(items[i]);
}

Job job_of(const rtlgen_host_job& given) {
  Job job;
  job.steps = given.steps;
  job.first_step = given.first_step;
  each(given.loads, given.load_count, "job.loads", [&](const rtlgen_host_source& s) {
    need(s.field, "job.loads.field");
    job.loads.push_back({s.field, s.cells, s.bytes});
  });
  each(given.reads, given.read_count, "job.reads", [&](const rtlgen_host_target& t) {
    need(t.field, "job.reads.field");
    job.reads.push_back({t.field, t.cells, t.bytes});
  });
  each(given.params, given.param_count, "job.params", [&](const rtlgen_host_param& p) {
    need(p.name, "job.params.name");
    job.params[p.name] = p.bits;
  });
  return job;
}

}  // namespace

extern "C" {

rtlgen_host* rtlgen_host_open_simulation(const char* manifest, const char* card,
                                         const rtlgen_host_simulation* options) {
  rtlgen_host* host = nullptr;
  guarded(__func__, [&] {
    need(manifest, "manifest");
    need(card, "card");
    const std::string text = read_text(manifest);
    host = new rtlgen_host(text, std::make_unique<SimulatedCard>(card, options_of(text, options)));
  });
  return host;
}

rtlgen_host* rtlgen_host_open_xdma(const char* manifest, const char* device, const uint64_t* channel_bytes,
                                   int channels) {
  rtlgen_host* host = nullptr;
  guarded(__func__, [&] {
    need(manifest, "manifest");
    need(device, "device");
    if (channel_bytes != nullptr && channels < 1)
      throw Error(fmt::format("a card has at least 1 memory channel, not {}", channels));
    const std::string text = read_text(manifest);
    XdmaOptions options = xdma_options(text);
    options.device = device;
    if (channel_bytes != nullptr) options.channels = channels_in_line({channel_bytes, channel_bytes + channels});
    host = new rtlgen_host(text, std::make_unique<XdmaCard>(options));
  });
  return host;
}

rtlgen_host* rtlgen_host_open_xdma_kernel(const char* manifest, const char* device, int kernel) {
  rtlgen_host* host = nullptr;
  guarded(__func__, [&] {
    need(manifest, "manifest");
    need(device, "device");
    const std::string text = read_text(manifest);
    XdmaOptions options = xdma_options(text, kernel);
    options.device = device;
    host = new rtlgen_host(text, std::make_unique<XdmaCard>(options));
  });
  return host;
}

rtlgen_host* rtlgen_host_open_vfio(const char* manifest, const char* device) {
  rtlgen_host* host = nullptr;
  guarded(__func__, [&] {
    need(manifest, "manifest");
    need(device, "device");
    const std::string text = read_text(manifest);
    const AvalonDmaOptions options = avalon_dma_options(text);
    host = new rtlgen_host(text, std::make_unique<AvalonDmaCard>(options, vfio_device(device, options.message)));
  });
  return host;
}

rtlgen_host* rtlgen_host_open_uart(const char* manifest, const char* device) {
  rtlgen_host* host = nullptr;
  guarded(__func__, [&] {
    need(manifest, "manifest");
    need(device, "device");
    const std::string text = read_text(manifest);
    UartOptions options = uart_options(text);
    options.device = device;
    host = new rtlgen_host(text, std::make_unique<UartCard>(options, linux_serial_port(device, options.baud)));
  });
  return host;
}

rtlgen_host* rtlgen_host_open(const char* manifest, const rtlgen_host_backend* backend) {
  rtlgen_host* host = nullptr;
  guarded(__func__, [&] {
    need(backend, "backend");
    auto foreign = std::make_unique<ForeignBackend>(*backend);
    check_functions(*backend);
    need(manifest, "manifest");
    host = new rtlgen_host(read_text(manifest), std::move(foreign));
  });
  return host;
}

void rtlgen_host_close(rtlgen_host* host) {
  guarded(__func__, [&] { delete host; });
}

const char* rtlgen_host_error(void) { return last_error().c_str(); }

int rtlgen_host_self_test(rtlgen_host* host, int* cases) {
  return guarded(__func__, [&] {
    need(host, "host");
    const SelfTest test = host->accelerator.self_test();
    if (cases != nullptr) *cases = test.cases;
    if (!test.failures.empty()) throw Error(test.text());
  });
}

int rtlgen_host_set_extents(rtlgen_host* host, const uint64_t* extents, int axes) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(extents, "extents");
    if (axes < 1 || axes > 3) throw Error(fmt::format("a grid has 1 to 3 axes, not {}", axes));
    host->accelerator.set_extents({extents, extents + axes});
  });
}

int rtlgen_host_set_param(rtlgen_host* host, const char* name, uint64_t bits) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(name, "name");
    host->accelerator.set_param(name, bits);
  });
}

int rtlgen_host_set_step(rtlgen_host* host, uint64_t step) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->accelerator.set_step(step);
  });
}

int rtlgen_host_set_watchdog(rtlgen_host* host, uint32_t clocks) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->accelerator.set_watchdog(clocks);
  });
}

int rtlgen_host_reset(rtlgen_host* host) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->accelerator.reset();
  });
}

int rtlgen_host_set_clock(rtlgen_host* host, double mhz, double* set) {
  return guarded(__func__, [&] {
    need(host, "host");
    const double reached = host->accelerator.set_clock(mhz);
    if (set != nullptr) *set = reached;
  });
}

int rtlgen_host_field_count(rtlgen_host* host) {
  int count = -1;
  guarded(__func__, [&] {
    need(host, "host");
    count = static_cast<int>(host->names.size());
  });
  return count;
}

int rtlgen_host_get_field(rtlgen_host* host, int index, rtlgen_host_field* field) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(field, "field");
    const std::vector<Field> fields = host->accelerator.fields();
    if (index < 0 || static_cast<std::size_t>(index) >= fields.size())
      throw Error(fmt::format("there is no field {}; fields are numbered 0 to {}", index, fields.size() - 1));
    const Field& from = fields[static_cast<std::size_t>(index)];
    *field = {host->names[static_cast<std::size_t>(index)].c_str(),
              from.cell_bits,
              from.cell_bytes,
              from.is_input ? 1 : 0,
              from.is_output ? 1 : 0,
              static_cast<int>(from.extents.size()),
              {1, 1, 1},
              from.cells() * static_cast<std::uint64_t>(from.cell_bytes),
              from.components};
    for (std::size_t a = 0; a < from.extents.size(); ++a) field->extents[a] = from.extents[a];
  });
}

int rtlgen_host_load(rtlgen_host* host, const char* field, const void* cells, uint64_t bytes) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(field, "field");
    host->accelerator.load(field, cells, bytes);
  });
}

int rtlgen_host_read(rtlgen_host* host, const char* field, void* cells, uint64_t bytes) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(field, "field");
    host->accelerator.read(field, cells, bytes);
  });
}

int rtlgen_host_load_rows(rtlgen_host* host, const char* field, uint64_t first, uint64_t count, const void* cells,
                          uint64_t bytes) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(field, "field");
    host->accelerator.load_rows(field, first, count, cells, bytes);
  });
}

int rtlgen_host_read_rows(rtlgen_host* host, const char* field, uint64_t first, uint64_t count, void* cells,
                          uint64_t bytes) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(field, "field");
    host->accelerator.read_rows(field, first, count, cells, bytes);
  });
}

int rtlgen_host_run(rtlgen_host* host, uint64_t steps) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->job.reset();
    host->accelerator.run(steps);
  });
}

int rtlgen_host_start(rtlgen_host* host, uint64_t steps) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->job.reset();
    host->accelerator.start(steps);
  });
}

int rtlgen_host_wait(rtlgen_host* host) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->accelerator.wait();
  });
}

int rtlgen_host_submit(rtlgen_host* host, const rtlgen_host_job* job, uint64_t* ticket) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(job, "job");
    need(ticket, "ticket");
    *ticket = host->accelerator.submit(job_of(*job));
  });
}

int rtlgen_host_wait_ticket(rtlgen_host* host, uint64_t ticket) {
  return guarded(__func__, [&] {
    need(host, "host");
    host->job = ticket == 0 ? host->accelerator.wait() : host->accelerator.wait(ticket);
  });
}

int rtlgen_host_get_counters(rtlgen_host* host, rtlgen_host_counters* counters) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(counters, "counters");
    const Counters c = host->accelerator.counters();
    *counters = {c.cycles_busy, c.cycles_stalled, c.input_waits, c.output_waits, c.passes, 0, 0};
    for (const auto& [channel, beats] : c.beats) {
      counters->beats_read += beats[0];
      counters->beats_written += beats[1];
    }
  });
}

int rtlgen_host_get_monitor(rtlgen_host* host, const char* name, uint64_t* bits) {
  return guarded(__func__, [&] {
    need(host, "host");
    need(name, "name");
    need(bits, "bits");
    const auto monitors = host->job ? host->job->monitors : host->accelerator.monitors();
    const auto found = monitors.find(name);
    if (found == monitors.end()) throw Error(fmt::format("there is no monitor '{}'", name));
    *bits = found->second;
  });
}

}  // extern "C"
