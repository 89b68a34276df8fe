// The output of the commands that predict.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "driver/synth/synth.hpp"

namespace rtlgen::driver {
struct Infrastructure;
struct ModelReport;
}  // namespace rtlgen::driver
namespace rtlgen::model {
struct Use;
}

namespace rtlgen::cli {

using Json = nlohmann::ordered_json;

/// "hbm2 behind each channel, on a bus of 512 bits at 300 MHz"
std::string memory_text(const std::string& part, int bus_bits, double bus_mhz);

/// A line that explains the "?" of numbers, if `has_unverified`; else "".
std::string legend_of_unverified(bool has_unverified);
/// Whether share_of_device() marks the available number of any with "?".
bool has_unverified(const std::vector<model::Use>& uses);
/// Whether any counted one has unverified figures.
bool has_unverified(const std::vector<driver::Infrastructure>& infrastructure);
/// Text after the number that the cores use: " + 10,355 around the cores = 80.6 % of 126,800?, at most 80 %  DOES NOT
/// FIT"; " of an unknown number".
std::string share_of_device(const model::Use& use);

/// `modules`: also list the area of each module.
std::string model_text(const driver::ModelReport& report, bool modules);
Json model_json(const driver::ModelReport& report, const std::string& config);

std::string synth_text(const driver::SynthReport& report);
Json synth_json(const driver::SynthReport& report, const std::string& config);

std::string calibrate_text(const driver::CalibrateReport& report, const std::string& out);
Json calibrate_json(const driver::CalibrateReport& report);

}  // namespace rtlgen::cli
