// What a command puts out: text, JSON, progress, an exit status.
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

/// The option --json, and what goes there.
struct Output {
  std::string json;                              ///< FILE, - or "": no JSON
  std::optional<nlohmann::ordered_json> result;  ///< what `put_json` was given

  /// Text for people: standard output, or standard error while JSON has standard output.
  void say(const std::string& text) const;
  /// Keeps the result until the command has ended: then it is written with its status and diagnostics.
  void put_json(nlohmann::ordered_json value);
};

/// To a file, whole or not at all, or to standard output for "-".
void write_json(const std::string& place, const nlohmann::ordered_json& json);
void print_progress(const std::string& line);
/// The result of a run, and its status.
int put_sim(Output& output, const driver::SimReport& report, const SimFacts& facts);

}  // namespace rtlgen::cli
