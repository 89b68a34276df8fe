// The area of the modules that rtlgen puts around a core: the shell, the card block, and the modules of a serial line.
//
// They are hand-written Verilog, which Yosys has counted for some parameters (bench_shell, rtl/README.md); values in
// between are interpolated. Registers of the sequencer and small glue are included. LUTs are those of the 7 series; for
// `uart_stream_area` those of iCE40 or ECP5.
#pragma once

#include "model/area/cells.hpp"

namespace rtlgen::contract {
struct LineTop;
struct Shell;
}  // namespace rtlgen::contract

namespace rtlgen::model {

/// Streams, channels and registers of a shell.
Area shell_area(const contract::Shell& shell, const Fabric& fabric);

/// The card block of a card with `channels` memory channels, its resets, firewalls and memory test. `probes`: channels
/// that accelerators use. `host_bits`: width of the host's transfers.
Area card_block_area(int channels, int probes, int host_bits, int bus_bits);

/// rtlgen_uart_host, for cards with a serial line and memory.
Area uart_host_area();

/// rtlgen_uart_stream, for boards without memory.
Area uart_stream_area(const contract::LineTop& line, const Fabric& fabric);

}  // namespace rtlgen::model
