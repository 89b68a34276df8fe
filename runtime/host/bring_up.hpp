// Checks of a card's registers, from "does it respond" to "is it idle". They change only what a run writes anyway.
// Faults of a device are Findings, never exceptions.
#pragma once

#include <functional>

#include "host/design.hpp"
#include "host/finding.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

/// Runs `check` and converts an exception caused by the device to a Finding that does not hold.
Finding found_by(const std::function<Finding()>& check);

/// Checks that registers are not all ones, and that the identity is that of an accelerator of rtlgen.
Finding check_response(const Design& design, Backend& backend);
/// Whether a run is active, which the checks below must not disturb.
bool is_busy(Backend& backend);
/// Writes walking bits to the first register that a run writes, then a different value to each, and reads them back;
/// restores the previous values. The map has no scratch register.
Finding check_writes(const Design& design, Backend& backend);
/// Compares contract version and digest with the manifest.
Finding check_design(const Design& design, Backend& backend);
/// Checks that no run is active. `sees_clocks`: a card block has shown clocks and calibration.
Finding check_idle(const Design& design, Backend& backend, bool sees_clocks);

}  // namespace rtlgen::host
