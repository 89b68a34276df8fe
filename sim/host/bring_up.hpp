// Checks of a card's registers, from "does it respond" to "is it idle". They change nothing that a run does not write
// anyway. What a device does wrong is a Finding, never an exception.
#pragma once

#include <functional>

#include "host/design.hpp"
#include "host/finding.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

/// `check`, with what it throws of the device as a Finding that does not hold.
Finding found_by(const std::function<Finding()>& check);

/// Not all ones, and the identity of an accelerator of rtlgen.
Finding check_response(const Design& design, Backend& backend);
/// Does a run go on? The checks below must not disturb it.
bool is_busy(Backend& backend);
/// Writes walking bits to the first register that a run writes, then a value of its own to each, and reads them back;
/// what they held is restored. The map has no scratch register.
Finding check_writes(const Design& design, Backend& backend);
/// Contract version and digest of the manifest.
Finding check_design(const Design& design, Backend& backend);
Finding check_idle(const Design& design, Backend& backend);

}  // namespace rtlgen::host
