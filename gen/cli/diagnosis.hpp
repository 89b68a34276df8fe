// Reports of diagnose.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/diagnose/diagnose.hpp"

namespace rtlgen::cli {

/// A step and its outcome, with causes and the next command if it failed.
std::string step_text(const driver::Step& step);
/// The last lines, after all steps.
std::string end_text(const driver::Diagnosis& diagnosis);
/// `device`: the card's name; empty in simulation.
nlohmann::ordered_json diagnosis_json(const driver::Diagnosis& diagnosis, const std::string& config,
                                      const std::string& backend, const std::string& device);

}  // namespace rtlgen::cli
