// Sends the cases of a self-test through the hard blocks of a card's shell.
#pragma once

#include "contract/self_test.hpp"
#include "host/host.hpp"
#include "host/registers.hpp"

namespace rtlgen::host {

/// Every case of every assumption. A DeviceError where the card has other blocks than the manifest, or its registers do
/// not hold what was written; an Error where it is busy.
SelfTest run_self_test(const contract::SelfTest& test, const Registers& registers);

}  // namespace rtlgen::host
