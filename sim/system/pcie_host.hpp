// PcieHost: a host behind a PCIe link, driven by a program that reads like a driver's.
//
//   PcieHost<12> host("host", bus_clk, bus_rst, irq, wires, link, [&](PcieHost<12>& h) {
//     h.write_buffer(memory.store(), address, data, bytes);
//     h.write_register(0x00, 1);
//     if (!h.wait_irq(1, SC_MS)) ...
//   });
//   sc_start();
//   host.check();
//
// The program runs in a thread of the simulation; each call takes the time of the link. The simulation ends when the
// program returns or throws; check() rethrows. Registers are accessed over AXI4-Lite, one at a time, in the bus clock's
// domain. Buffers are transferred to and from a memory without using its port: a transfer takes latency + bytes /
// bandwidth and does not slow down the card's own use of that memory. Queued transfers run beside the program, one
// after the other in each direction.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <systemc>

#include "system/link.hpp"
#include "system/pins.hpp"
#include "system/store.hpp"

namespace rtlgen::system {

/// A register does not respond, or responds with an error.
class RegisterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <int ADDRESS_BITS>
class PcieHost : public sc_core::sc_module {
 public:
  using Wires = AxiLiteWires<ADDRESS_BITS>;
  using Program = std::function<void(PcieHost&)>;
  SC_HAS_PROCESS(PcieHost);

  /// The host drives `rst`: it is asserted for 16 clocks before the program begins.
  PcieHost(sc_core::sc_module_name name, sc_core::sc_signal<bool>& clk, sc_core::sc_signal<bool>& rst,
           sc_core::sc_signal<bool>& irq, Wires& wires, Link link, Program program)
      : sc_module(name),
        clk_(clk),
        rst_(rst),
        irq_(irq),
        wires_(wires),
        link_(std::move(link)),
        program_(std::move(program)) {
    SC_THREAD(run);
    SC_THREAD(send_queued);
    SC_THREAD(receive_queued);
  }

  void set(const Link& link) { link_ = link; }
  /// Rethrows the program's exception, if there was one.
  void check() const {
    if (fault_) std::rethrow_exception(fault_);
  }
  [[nodiscard]] bool finished() const { return finished_; }

  // Functions for the program.
  void write_buffer(Store& memory, std::uint64_t address, const void* data, std::size_t bytes) {
    pass(link_.dma_latency_ns + static_cast<double>(bytes) / link_.write_gbs);
    memory.write(address, data, bytes);
  }
  void read_buffer(Store& memory, std::uint64_t address, void* data, std::size_t bytes) {
    memory.read(address, data, bytes);
    pass(link_.dma_latency_ns + static_cast<double>(bytes) / link_.read_gbs);
  }
  /// `data` must stay until the transfer has ended.
  void queue_write(Store& memory, std::uint64_t address, const void* data, std::size_t bytes) {
    queue(kToCard, memory, address, bytes, [this, &memory, address, data, bytes] {
      pass(link_.dma_latency_ns + static_cast<double>(bytes) / link_.write_gbs);
      memory.write(address, data, bytes);
    });
  }
  void queue_read(Store& memory, std::uint64_t address, void* data, std::size_t bytes) {
    queue(kFromCard, memory, address, bytes, [this, &memory, address, data, bytes] {
      memory.read(address, data, bytes);
      pass(link_.dma_latency_ns + static_cast<double>(bytes) / link_.read_gbs);
    });
  }
  /// Queued transfers that have ended, to the card and from it.
  [[nodiscard]] std::array<std::int64_t, 2> ended() const { return {queues_[0].ended, queues_[1].ended}; }
  /// Until a queued transfer has ended since the last call or, with `run`, the interrupt is up, which is returned.
  bool wait_any(bool run, double most, sc_core::sc_time_unit unit) {
    const auto is_up = [&] { return run && irq_.read(); };
    if (!is_up() && seen_ == ended()) {
      if (run)
        wait(sc_core::sc_time(most, unit), irq_.posedge_event() | transfer_ended_);
      else
        wait(sc_core::sc_time(most, unit), transfer_ended_);
    }
    seen_ = ended();
    if (!is_up()) return false;
    pass(link_.interrupt_ns);
    return true;
  }
  /// The response; kOkay is 0.
  int try_write(std::uint32_t address, std::uint32_t value) {
    pass(link_.register_write_ns);
    edge();
    wires_.awaddr.write(static_cast<Pins<ADDRESS_BITS>>(address));
    wires_.wdata.write(value);
    wires_.wstrb.write(0xF);
    wires_.awvalid.write(true);
    wires_.wvalid.write(true);
    wires_.bready.write(true);
    bool address_open = true, data_open = true;
    for (int clocks = 0;; ++clocks) {
      edge();
      if (address_open && wires_.awready.read()) address_open = false, wires_.awvalid.write(false);
      if (data_open && wires_.wready.read()) data_open = false, wires_.wvalid.write(false);
      if (wires_.bvalid.read()) break;
      give_up(clocks, "write", address);
    }
    wires_.bready.write(false);
    return static_cast<int>(wires_.bresp.read());
  }
  int try_read(std::uint32_t address, std::uint32_t& value) {
    pass(link_.register_read_ns / 2);
    edge();
    wires_.araddr.write(static_cast<Pins<ADDRESS_BITS>>(address));
    wires_.arvalid.write(true);
    wires_.rready.write(true);
    bool address_open = true;
    for (int clocks = 0;; ++clocks) {
      edge();
      if (address_open && wires_.arready.read()) address_open = false, wires_.arvalid.write(false);
      if (wires_.rvalid.read()) break;
      give_up(clocks, "read", address);
    }
    wires_.rready.write(false);
    value = wires_.rdata.read();
    const int response = static_cast<int>(wires_.rresp.read());
    pass(link_.register_read_ns / 2);
    return response;
  }
  void write_register(std::uint32_t address, std::uint32_t value) {
    if (try_write(address, value) != 0)
      throw RegisterError("error response to a write to register " + std::to_string(address));
  }
  std::uint32_t read_register(std::uint32_t address) {
    std::uint32_t value = 0;
    if (try_read(address, value) != 0)
      throw RegisterError("error response to a read of register " + std::to_string(address));
    return value;
  }
  /// False if it did not arrive in time.
  bool wait_irq(double most, sc_core::sc_time_unit unit) {
    if (!irq_.read()) wait(sc_core::sc_time(most, unit), irq_.posedge_event());
    if (!irq_.read()) return false;
    pass(link_.interrupt_ns);
    return true;
  }
  void pass(double ns) {
    if (ns > 0) wait(ns, sc_core::SC_NS);
  }
  void clocks(int count) {
    for (int i = 0; i < count; ++i) edge();
  }
  /// Holds the bus in reset for some clocks.
  void reset(int count = 16) {
    edge();
    rst_.write(true);
    for (auto* wire : {&wires_.awvalid, &wires_.wvalid, &wires_.bready, &wires_.arvalid, &wires_.rready})
      wire->write(false);
    clocks(count);
    rst_.write(false);
    clocks(2);
  }

 private:
  static constexpr int kPatience = 100000;
  enum Direction : std::uint8_t { kToCard, kFromCard };

  struct Queue {
    std::deque<std::function<void()>> transfers;
    sc_core::sc_event added;
    std::int64_t ended = 0;
  };

  void queue(Direction direction, const Store& memory, std::uint64_t address, std::size_t bytes,
             std::function<void()> transfer) {
    if (!memory.holds(address, bytes))
      throw std::out_of_range("the memory does not hold " + std::to_string(bytes) + " bytes from " +
                              std::to_string(address));
    queues_[direction].transfers.push_back(std::move(transfer));
    queues_[direction].added.notify(sc_core::SC_ZERO_TIME);
  }
  void send_queued() { work(queues_[kToCard]); }
  void receive_queued() { work(queues_[kFromCard]); }
  void work(Queue& queue) {
    for (;;) {
      while (queue.transfers.empty()) wait(queue.added);
      queue.transfers.front()();
      queue.transfers.pop_front();
      ++queue.ended;
      transfer_ended_.notify();
    }
  }

  void edge() { wait(clk_.posedge_event()); }
  void give_up(int clocks, const char* what, std::uint32_t address) const {
    if (clocks == kPatience)
      throw RegisterError(std::string("no response to a ") + what + " of register " + std::to_string(address));
  }
  void run() {
    try {
      reset();
      program_(*this);
      finished_ = true;
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (...) {
      fault_ = std::current_exception();
    }
    sc_core::sc_stop();
  }

  sc_core::sc_signal<bool>&clk_, &rst_, &irq_;
  Wires& wires_;
  Link link_;
  Program program_;
  std::array<Queue, 2> queues_;
  std::array<std::int64_t, 2> seen_{};
  sc_core::sc_event transfer_ended_;
  std::exception_ptr fault_;
  bool finished_ = false;
};

}  // namespace rtlgen::system
