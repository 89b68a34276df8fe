// The output of advise.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/advise/advise.hpp"

namespace rtlgen::cli {

std::string advise_text(const driver::AdviseReport& report);
nlohmann::ordered_json advise_json(const driver::AdviseReport& report, const std::string& config);

std::string kernel_text(const driver::KernelReport& report);
nlohmann::ordered_json kernel_json(const driver::KernelReport& report, const std::string& file);

/// The roofline in ASCII: both axes in powers of ten, a rising line for memory, a flat one for arithmetic, `*` for the
/// design.
std::string roofline_text(const model::Roof& roof);

}  // namespace rtlgen::cli
