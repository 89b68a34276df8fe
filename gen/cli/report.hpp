// Texts that the program prints: reports for people, and the same facts as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "driver/generate/generate.hpp"
#include "driver/report/report.hpp"

namespace rtlgen::driver {
struct AccuracyReport;
struct Prepared;
struct FieldCounts;
struct GoldenReport;
struct SimReport;
}  // namespace rtlgen::driver

namespace rtlgen::spec {
struct Program;
struct Stage;
}  // namespace rtlgen::spec

namespace rtlgen::cli {

using Json = nlohmann::ordered_json;

/// Options that the reports repeat.
struct SimFacts {
  std::string config, hdl, simulator, operators, stalls, memory;
  std::string dram, link;  ///< with simulated memory; with a simulated host
  std::uint64_t seed = 1;
  std::string backend, device;  ///< for `run`; device: of a real card
};

std::string check_text(const driver::Prepared& prepared);
Json check_json(const driver::Prepared& prepared, const std::string& config);

/// The same for a program in which `line` has an order that hardware does not support.
std::string check_text(const spec::Program& program, const spec::Stage& line);
Json check_json(const spec::Stage& line, const std::string& config);

std::string generate_text(const driver::GenerateReport& report, const std::string& folder);
Json generate_json(const driver::GenerateReport& report, const std::string& config, const std::string& folder);

std::string golden_text(const driver::GoldenReport& report);
Json golden_json(const driver::GoldenReport& report, const std::string& config);

std::string accuracy_text(const driver::AccuracyReport& report);
Json accuracy_json(const driver::AccuracyReport& report, const std::string& config);

/// One line per field with NaN, infinite or saturated cells; JSON has the counts of all fields.
std::string fields_text(const std::vector<driver::FieldCounts>& fields);
Json fields_json(const std::vector<driver::FieldCounts>& fields);

std::string sim_text(const driver::SimReport& report, const SimFacts& facts);
Json sim_json(const driver::SimReport& report, const SimFacts& facts);

std::string page_text(const driver::PageReport& report, const std::string& folder);
Json page_json(const driver::PageReport& report, const std::string& config, const std::string& folder);

}  // namespace rtlgen::cli
