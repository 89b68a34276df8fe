// AxiMemory<BUS_BITS>: an AXI4 slave with a memory behind it, in the bus clock's domain.
//
//   AxiWires<512> wires;
//   AxiMemory<512> memory("memory", bus_clk, bus_rst, wires, base, capacity, options);
//   RTLGEN_CONNECT_AXI(top, m_axi_0, wires);
//
// AxiEngine has the behaviour; this class adds the pins. A host accesses the bytes through store() without a clock.
// INCR bursts of whole beats, one ID: responses have the ID 0. Everything is sampled at the rising edge of clk; rst is
// active high.
#pragma once

#include <systemc>

#include "system/axi_engine.hpp"
#include "system/pins.hpp"

namespace rtlgen::system {

template <int BUS_BITS, int ADDR_BITS = 64, int ID_BITS = 1>
class AxiMemory : public sc_core::sc_module {
 public:
  using Wires = AxiWires<BUS_BITS, ADDR_BITS, ID_BITS>;
  SC_HAS_PROCESS(AxiMemory);

  AxiMemory(sc_core::sc_module_name name, sc_core::sc_signal<bool>& clk, sc_core::sc_signal<bool>& rst, Wires& wires,
            std::uint64_t base, std::uint64_t capacity, const MemoryOptions& options)
      : sc_module(name), store_(base, capacity), engine_(BUS_BITS, store_, options), rst_(rst), wires_(wires) {
    SC_METHOD(edge);
    sensitive << clk.posedge_event();
    dont_initialize();
  }

  Store& store() { return store_; }
  AxiEngine& engine() { return engine_; }

 private:
  void edge() {
    if (rst_.read()) {
      engine_.reset();
      drive();
      return;
    }
    if (engine_.bvalid && wires_.bready.read()) engine_.take_response();
    if (engine_.rvalid && wires_.rready.read()) engine_.take_read_data();
    // A beat belongs to a burst whose address was taken at an earlier edge.
    if (engine_.wready && wires_.wvalid.read()) {
      to_words<BUS_BITS>(wires_.wdata.read(), data_);
      to_words<BUS_BITS / 8>(wires_.wstrb.read(), strobe_);
      engine_.take_write_data(data_, strobe_);
    }
    if (engine_.awready && wires_.awvalid.read())
      engine_.take_write_address(static_cast<std::uint64_t>(wires_.awaddr.read()),
                                 static_cast<int>(wires_.awlen.read()) + 1);
    if (engine_.arready && wires_.arvalid.read())
      engine_.take_read_address(static_cast<std::uint64_t>(wires_.araddr.read()),
                                static_cast<int>(wires_.arlen.read()) + 1);
    engine_.step(static_cast<std::int64_t>(sc_core::sc_time_stamp().to_seconds() * 1e15));
    drive();
  }

  void drive() {
    wires_.awready.write(engine_.awready);
    wires_.wready.write(engine_.wready);
    wires_.arready.write(engine_.arready);
    wires_.bvalid.write(engine_.bvalid);
    wires_.rvalid.write(engine_.rvalid);
    if (engine_.bvalid) wires_.bresp.write(static_cast<std::uint32_t>(engine_.bresp));
    if (!engine_.rvalid) return;
    wires_.rdata.write(from_words<BUS_BITS>(engine_.rdata()));
    wires_.rresp.write(static_cast<std::uint32_t>(engine_.rresp));
    wires_.rlast.write(engine_.rlast);
  }

  Store store_;
  AxiEngine engine_;
  sc_core::sc_signal<bool>& rst_;
  Wires& wires_;
  std::uint32_t data_[BUS_BITS / 32], strobe_[BUS_BITS / 8 < 32 ? 1 : BUS_BITS / 8 / 32];
};

}  // namespace rtlgen::system
