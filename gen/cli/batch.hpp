// Prints batches: runs, and predictions.
#pragma once

#include <string>

#include "cli/report.hpp"
#include "driver/batch/batch.hpp"
#include "driver/model/batch.hpp"

namespace rtlgen::cli {

/// `memory`: what stands behind the card.
std::string batch_text(const driver::BatchReport& report, const std::string& memory);
Json batch_json(const driver::BatchReport& report, const std::string& config, const std::string& backend);

std::string forecast_text(const driver::BatchForecast& forecast);
Json forecast_json(const driver::BatchForecast& forecast);

}  // namespace rtlgen::cli
