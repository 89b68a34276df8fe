// The self-test of hard floating-point blocks: instances between registers of the host.
#pragma once

#include "netlist/netlist.hpp"

namespace rtlgen::contract {
struct SelfTest;
}

namespace rtlgen::shell {

/// A block for each kind of operation, on the clock of the bus. rtlgen_fp_dsp itself is a file of the core, in the
/// language of the core and, in a project, around the vendor's cell: a shell with a copy would have it twice.
netlist::Part self_test_part(const contract::SelfTest& test);

}  // namespace rtlgen::shell
