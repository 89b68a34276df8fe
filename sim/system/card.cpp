// A complete simulated card: a generated shell in SystemC, a memory behind each channel, a host behind a link.
//
// Compiled with card_adapter.hpp, which names the Verilated class and its channels, to a shared object with the
// functions of host/card_abi.h. Every card has its own simulation context, which each function makes the current one.
#include <sstream>
#include <vector>

#include "card_adapter.hpp"
#include "host/card_abi.h"
#include "system/axi_memory.hpp"
#include "system/channel_dram.hpp"
#include "system/clock.hpp"
#include "system/pcie_host.hpp"

namespace {

using namespace rtlgen::system;
using Host = PcieHost<kAddressBits>;

constexpr std::uint64_t kCapacity = std::uint64_t{1} << 40;
std::string last_error;

/// `channel`: index in kChannels.
MemoryOptions options_of(const rtlgen_card_memory& memory, int channel) {
  MemoryOptions options;
  options.dram = dram_of(memory, kChannels[channel]);
  options.channel = channel;
  options.latency_least = memory.latency_least;
  options.latency_most = memory.latency_most;
  options.ready_percent = memory.ready_percent;
  options.error_percent = memory.error_percent;
  options.seed = memory.seed + static_cast<std::uint64_t>(channel);
  if (channel == 0 && memory.bad_read >= 0) options.errors.push_back({false, memory.bad_read, 0, kSlaveError});
  if (channel == 0 && memory.bad_write >= 0) options.errors.push_back({true, memory.bad_write, 0, kSlaveError});
  return options;
}

Link link_of(const rtlgen_card_options& options) {
  if (options.link == nullptr) return {};
  std::istringstream text(options.link);
  return read_plain_link(text);
}

}  // namespace

struct rtlgen_card {
  explicit rtlgen_card(const rtlgen_card_options& options)
      : bus("bus", options.bus_ns),
        kernel("kernel", options.kernel_ns),
        host("host", bus.out, bus_rst, irq, registers, link_of(options), [this](Host& h) { serve(h); }) {
    top.bus_clk(bus.out);
    top.kernel_clk(kernel.out);
    top.bus_rst(bus_rst);
    top.irq(irq);
    top.violation(violation);
    RTLGEN_CONNECT_AXIL(top, s_axil, registers);
    connect_channels(top, axi);
    for (int c = 0; c < kChannelCount; ++c) {
      const std::string name = "memory" + std::to_string(kChannels[c]);
      const auto memory = options_of(options.memory, c);
      const std::uint64_t capacity = memory.dram ? memory.dram->capacity() : kCapacity;
      memories.push_back(
          std::make_unique<AxiMemory<kBusBits>>(name.c_str(), bus.out, bus_rst, axi[c], 0, capacity, memory));
    }
  }

  /// The host's program: does one job, then holds the simulation until the next one.
  void serve(Host& h) {
    for (;;) {
      while (job == nullptr) {
        sc_core::sc_pause();
        sc_core::wait(sc_core::SC_ZERO_TIME);
      }
      try {
        (*job)(h);
      } catch (const sc_core::sc_unwind_exception&) {
        throw;
      } catch (const std::exception& e) {
        fault = e.what();
      }
      job = nullptr;
    }
  }

  Store& store(int channel) {
    for (int c = 0; c < kChannelCount; ++c) {
      if (kChannels[c] == channel) return memories[static_cast<std::size_t>(c)]->store();
    }
    throw std::runtime_error("the card has no memory channel " + std::to_string(channel));
  }

  sc_core::sc_simcontext* context = sc_core::sc_curr_simcontext;
  std::function<void(Host&)>* job = nullptr;
  std::string fault;
  Clock bus, kernel;
  sc_core::sc_signal<bool> bus_rst, irq;
  sc_core::sc_signal<std::uint32_t> violation;
  AxiLiteWires<kAddressBits> registers;
  AxiWires<kBusBits> axi[kChannelCount];
  Top top{"top"};
  std::vector<std::unique_ptr<AxiMemory<kBusBits>>> memories;
  Host host;
};

namespace {

/// Runs `job` in the host's thread until it ends.
int in_simulation(rtlgen_card* card, std::function<void(Host&)> job) {
  sc_core::sc_curr_simcontext = card->context;
  card->fault.clear();
  card->job = &job;
  try {
    while (card->job != nullptr) sc_core::sc_start();
  } catch (const std::exception& e) {
    card->fault = e.what();
    card->job = nullptr;
  }
  if (card->fault.empty()) return 0;
  last_error = card->fault;
  return 1;
}

template <typename Action>
int outside(rtlgen_card* card, const Action& action) {
  sc_core::sc_curr_simcontext = card->context;
  try {
    action();
  } catch (const std::exception& e) {
    last_error = e.what();
    return 1;
  }
  return 0;
}

}  // namespace

int sc_main(int, char**) { return 0; }

extern "C" {

rtlgen_card* rtlgen_card_open(const rtlgen_card_options* options) {
  try {
    sc_core::sc_curr_simcontext = new sc_core::sc_simcontext;
    sc_core::sc_default_global_context = sc_core::sc_curr_simcontext;
    return new rtlgen_card(*options);
  } catch (const std::exception& e) {
    last_error = e.what();
    return nullptr;
  }
}

void rtlgen_card_close(rtlgen_card* card) {
  sc_core::sc_curr_simcontext = card->context;
  delete card;
}

const char* rtlgen_card_error(void) { return last_error.c_str(); }

int rtlgen_card_capacity(rtlgen_card* card, int channel, std::uint64_t* bytes) {
  return outside(card, [&] { *bytes = card->store(channel).capacity(); });
}

int rtlgen_card_set_memory(rtlgen_card* card, const rtlgen_card_memory* memory) {
  return outside(card, [&] {
    for (int c = 0; c < kChannelCount; ++c)
      card->memories[static_cast<std::size_t>(c)]->engine().set(options_of(*memory, c));
  });
}

int rtlgen_card_write_memory(rtlgen_card* card, int channel, std::uint64_t address, const void* data,
                             std::uint64_t bytes) {
  return in_simulation(card, [=](Host& h) { h.write_buffer(card->store(channel), address, data, bytes); });
}

int rtlgen_card_read_memory(rtlgen_card* card, int channel, std::uint64_t address, void* data, std::uint64_t bytes) {
  return in_simulation(card, [=](Host& h) { h.read_buffer(card->store(channel), address, data, bytes); });
}

int rtlgen_card_queue(rtlgen_card* card, int to_card, int channel, std::uint64_t address, void* data,
                      std::uint64_t bytes) {
  return in_simulation(card, [=](Host& h) {
    if (to_card != 0)
      h.queue_write(card->store(channel), address, data, bytes);
    else
      h.queue_read(card->store(channel), address, data, bytes);
  });
}

int rtlgen_card_wait_any(rtlgen_card* card, int run, double most_ns, rtlgen_card_event* event) {
  return in_simulation(card, [=](Host& h) {
    event->interrupt = h.wait_any(run != 0, most_ns, sc_core::SC_NS) ? 1 : 0;
    event->to_card = h.ended()[0];
    event->from_card = h.ended()[1];
  });
}

int rtlgen_card_write_register(rtlgen_card* card, std::uint32_t offset, std::uint32_t value) {
  return in_simulation(card, [=](Host& h) { h.write_register(offset, value); });
}

int rtlgen_card_read_register(rtlgen_card* card, std::uint32_t offset, std::uint32_t* value) {
  return in_simulation(card, [=](Host& h) { *value = h.read_register(offset); });
}

int rtlgen_card_wait_interrupt(rtlgen_card* card, double most_ns, int* came) {
  return in_simulation(card, [=](Host& h) { *came = h.wait_irq(most_ns, sc_core::SC_NS) ? 1 : 0; });
}

int rtlgen_card_pass(rtlgen_card* card, double ns) {
  return in_simulation(card, [=](Host& h) { h.pass(ns); });
}

int rtlgen_card_reset(rtlgen_card* card) {
  return in_simulation(card, [](Host& h) { h.reset(); });
}

int rtlgen_card_get_statistics(rtlgen_card* card, rtlgen_card_statistics* statistics) {
  return outside(card, [&] {
    *statistics = {};
    statistics->time_ns = sc_core::sc_time_stamp().to_seconds() * 1e9;
    statistics->violation = card->violation.read();
    std::int64_t busy = 0, clocks = 0;
    for (const auto& memory : card->memories) {
      statistics->read_beats += memory->engine().counts().read_beats;
      statistics->write_beats += memory->engine().counts().write_beats;
      if (const auto* dram = memory->engine().dram_statistics()) busy += dram->data_clocks, clocks += dram->clocks;
    }
    statistics->dram_busy = clocks > 0 ? static_cast<double>(busy) / static_cast<double>(clocks) : 0;
  });
}

}  // extern "C"
