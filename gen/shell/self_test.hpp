// The self-test of hard floating-point blocks: instances between registers of the host.
#pragma once

#include "netlist/netlist.hpp"

namespace rtlgen::contract {
struct SelfTest;
}

namespace rtlgen::shell {

/// One block per kind of operation, in the clock domain of the bus. rtlgen_fp_dsp itself is a file of the core, in the
/// language of the core and, in a project, around the vendor's cell; a copy in the shell would duplicate it.
netlist::Part self_test_part(const contract::SelfTest& test);

}  // namespace rtlgen::shell
