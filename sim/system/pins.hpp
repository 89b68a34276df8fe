// Bundles of signals with the port types of `verilator --sc`, and the macros that connect a Verilated module.
//
// A port of 1 bit is bool, up to 32 bits uint32_t, up to 64 uint64_t, wider ones sc_bv<W>.
#pragma once

#include <cstdint>
#include <systemc>
#include <type_traits>

namespace rtlgen::system {

template <int W>
using Pins = std::conditional_t<
    W == 1, bool,
    std::conditional_t<W <= 32, std::uint32_t, std::conditional_t<W <= 64, std::uint64_t, sc_dt::sc_bv<W>>>>;

/// The value of a port as words of 32 bits, lowest first; and back.
template <int W>
void to_words(const Pins<W>& value, std::uint32_t* words) {
  if constexpr (W <= 64) {
    words[0] = static_cast<std::uint32_t>(value);
    if constexpr (W > 32) words[1] = static_cast<std::uint32_t>(value >> 32);
  } else {
    for (int i = 0; i < W / 32; ++i) words[i] = value.get_word(i);
  }
}
template <int W>
Pins<W> from_words(const std::uint32_t* words) {
  if constexpr (W <= 32) {
    return static_cast<Pins<W>>(words[0]);
  } else if constexpr (W <= 64) {
    return static_cast<std::uint64_t>(words[1]) << 32 | words[0];
  } else {
    Pins<W> value;
    for (int i = 0; i < W / 32; ++i) value.set_word(i, words[i]);
    return value;
  }
}

/// The wires of an AXI4 channel; some exist only to be connected, and no model reads them.
template <int BUS_BITS, int ADDR_BITS = 64, int ID_BITS = 1>
struct AxiWires {
  template <int W>
  using Wire = sc_core::sc_signal<Pins<W>>;
  Wire<1> awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready, rlast, awlock,
      arlock;
  Wire<ID_BITS> awid, bid, arid, rid;
  Wire<ADDR_BITS> awaddr, araddr;
  Wire<8> awlen, arlen;
  Wire<4> awcache, awqos, arcache, arqos;
  Wire<3> awsize, awprot, arsize, arprot;
  Wire<2> awburst, bresp, arburst, rresp;
  Wire<BUS_BITS> wdata, rdata;
  Wire<BUS_BITS / 8> wstrb;
};

/// The wires of an AXI4-Lite slave.
template <int ADDRESS_BITS>
struct AxiLiteWires {
  template <int W>
  using Wire = sc_core::sc_signal<Pins<W>>;
  Wire<1> awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  Wire<ADDRESS_BITS> awaddr, araddr;
  Wire<32> wdata, rdata;
  Wire<4> wstrb;
  Wire<2> bresp, rresp;
};

}  // namespace rtlgen::system

/// RTLGEN_CONNECT_AXI(top, m_axi_0, wires): the ports m_axi_0_* of a Verilated module.
#define RTLGEN_CONNECT_AXI(top, prefix, wires) \
  do {                                         \
    RTLGEN_WIRE_(top, prefix, wires, awvalid); \
    RTLGEN_WIRE_(top, prefix, wires, awready); \
    RTLGEN_WIRE_(top, prefix, wires, awid);    \
    RTLGEN_WIRE_(top, prefix, wires, awaddr);  \
    RTLGEN_WIRE_(top, prefix, wires, awlen);   \
    RTLGEN_WIRE_(top, prefix, wires, awsize);  \
    RTLGEN_WIRE_(top, prefix, wires, awburst); \
    RTLGEN_WIRE_(top, prefix, wires, awlock);  \
    RTLGEN_WIRE_(top, prefix, wires, awcache); \
    RTLGEN_WIRE_(top, prefix, wires, awprot);  \
    RTLGEN_WIRE_(top, prefix, wires, awqos);   \
    RTLGEN_WIRE_(top, prefix, wires, wvalid);  \
    RTLGEN_WIRE_(top, prefix, wires, wready);  \
    RTLGEN_WIRE_(top, prefix, wires, wdata);   \
    RTLGEN_WIRE_(top, prefix, wires, wstrb);   \
    RTLGEN_WIRE_(top, prefix, wires, wlast);   \
    RTLGEN_WIRE_(top, prefix, wires, bvalid);  \
    RTLGEN_WIRE_(top, prefix, wires, bready);  \
    RTLGEN_WIRE_(top, prefix, wires, bid);     \
    RTLGEN_WIRE_(top, prefix, wires, bresp);   \
    RTLGEN_WIRE_(top, prefix, wires, arvalid); \
    RTLGEN_WIRE_(top, prefix, wires, arready); \
    RTLGEN_WIRE_(top, prefix, wires, arid);    \
    RTLGEN_WIRE_(top, prefix, wires, araddr);  \
    RTLGEN_WIRE_(top, prefix, wires, arlen);   \
    RTLGEN_WIRE_(top, prefix, wires, arsize);  \
    RTLGEN_WIRE_(top, prefix, wires, arburst); \
    RTLGEN_WIRE_(top, prefix, wires, arlock);  \
    RTLGEN_WIRE_(top, prefix, wires, arcache); \
    RTLGEN_WIRE_(top, prefix, wires, arprot);  \
    RTLGEN_WIRE_(top, prefix, wires, arqos);   \
    RTLGEN_WIRE_(top, prefix, wires, rvalid);  \
    RTLGEN_WIRE_(top, prefix, wires, rready);  \
    RTLGEN_WIRE_(top, prefix, wires, rid);     \
    RTLGEN_WIRE_(top, prefix, wires, rdata);   \
    RTLGEN_WIRE_(top, prefix, wires, rresp);   \
    RTLGEN_WIRE_(top, prefix, wires, rlast);   \
  } while (false)

/// RTLGEN_CONNECT_AXIL(top, s_axil, wires): the ports s_axil_* of a Verilated module.
#define RTLGEN_CONNECT_AXIL(top, prefix, wires) \
  do {                                          \
    RTLGEN_WIRE_(top, prefix, wires, awvalid);  \
    RTLGEN_WIRE_(top, prefix, wires, awready);  \
    RTLGEN_WIRE_(top, prefix, wires, awaddr);   \
    RTLGEN_WIRE_(top, prefix, wires, wvalid);   \
    RTLGEN_WIRE_(top, prefix, wires, wready);   \
    RTLGEN_WIRE_(top, prefix, wires, wdata);    \
    RTLGEN_WIRE_(top, prefix, wires, wstrb);    \
    RTLGEN_WIRE_(top, prefix, wires, bvalid);   \
    RTLGEN_WIRE_(top, prefix, wires, bready);   \
    RTLGEN_WIRE_(top, prefix, wires, bresp);    \
    RTLGEN_WIRE_(top, prefix, wires, arvalid);  \
    RTLGEN_WIRE_(top, prefix, wires, arready);  \
    RTLGEN_WIRE_(top, prefix, wires, araddr);   \
    RTLGEN_WIRE_(top, prefix, wires, rvalid);   \
    RTLGEN_WIRE_(top, prefix, wires, rready);   \
    RTLGEN_WIRE_(top, prefix, wires, rdata);    \
    RTLGEN_WIRE_(top, prefix, wires, rresp);    \
  } while (false)

#define RTLGEN_WIRE_(top, prefix, wires, name) (top).prefix##_##name((wires).name)
