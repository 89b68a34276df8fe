// What stands around a core and is ours: the shell, and the modules of a serial line.
//
// Hand-written Verilog, which Yosys has counted at a few parameters (bench_shell, rtl/README.md); what lies between is
// interpolated. Registers of the sequencer and small glue are in. LUTs are those of 7 series; of `uart_stream_area`
// those of iCE40 or ECP5.
#pragma once

#include "model/area/cells.hpp"

namespace rtlgen::contract {
struct LineTop;
struct Shell;
}  // namespace rtlgen::contract

namespace rtlgen::model {

/// Streams, channels and registers of a shell.
Area shell_area(const contract::Shell& shell, const Fabric& fabric);

/// rtlgen_uart_host, of cards with a serial line and memory.
Area uart_host_area();

/// rtlgen_uart_stream, of boards without memory.
Area uart_stream_area(const contract::LineTop& line, const Fabric& fabric);

}  // namespace rtlgen::model
