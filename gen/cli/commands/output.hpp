// The output of a command: text, JSON, progress, exit status.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "support/errors.hpp"

namespace rtlgen::driver {
struct SimReport;
}  // namespace rtlgen::driver

namespace rtlgen::cli {

struct SimFacts;

constexpr int status(ExitStatus s) { return static_cast<int>(s); }

/// The value of --json, and the JSON to write.
struct Output {
  std::string json;                              ///< FILE or -; "": no JSON
  std::optional<nlohmann::ordered_json> result;  ///< the argument of `put_json`

  /// Prints text for people: on standard output, or on standard error if JSON uses standard output.
  void say(const std::string& text) const;
  /// Keeps the result until the command ends; then it is written with the status and diagnostics.
  void put_json(nlohmann::ordered_json value);
};

/// Writes to a file, completely or not at all, or to standard output for "-".
void write_json(const std::string& place, const nlohmann::ordered_json& json);
void print_progress(const std::string& line);
/// Prints the result of a run; returns the exit status.
int put_sim(Output& output, const driver::SimReport& report, const SimFacts& facts);

}  // namespace rtlgen::cli
