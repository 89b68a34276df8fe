// Sends the cases of a self-test through the hard blocks of a card's shell.
#pragma once

#include "contract/self_test.hpp"
#include "host/host.hpp"
#include "host/registers.hpp"

namespace rtlgen::host {

/// Tests every case of every assumption. Throws DeviceError if the card's blocks differ from the manifest, or if its
/// registers do not keep written values; Error if it is busy.
SelfTest run_self_test(const contract::SelfTest& test, const Registers& registers);

}  // namespace rtlgen::host
