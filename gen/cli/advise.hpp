// What advise prints.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/advise/advise.hpp"

namespace rtlgen::cli {

std::string advise_text(const driver::AdviseReport& report);
nlohmann::ordered_json advise_json(const driver::AdviseReport& report, const std::string& config);

std::string kernel_text(const driver::KernelReport& report);
nlohmann::ordered_json kernel_json(const driver::KernelReport& report, const std::string& file);

/// The roofline in letters: both axes by powers of ten, memory rising, arithmetic flat, `*` where the design is.
std::string roofline_text(const model::Roof& roof);

}  // namespace rtlgen::cli
