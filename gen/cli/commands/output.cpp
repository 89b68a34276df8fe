// Text for terminals, and JSON for programs.
#include "cli/commands/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "cli/report.hpp"
#include "driver/prepare/json_text.hpp"
#include "driver/simulate/simulate.hpp"
#include "support/interruption.hpp"
#include "support/progress.hpp"
#include "support/safe_text.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::cli {

namespace {

void print(std::FILE* stream, const std::string& text) {
  // The error of a long text appears in fputs, that of a short one in fflush.
  const bool printed = std::fputs(text.c_str(), stream) >= 0;
  if (std::fflush(stream) == 0 && printed) return;
  // A reader that stops early, such as head, ends this program like any other.
  if (errno == EPIPE) interruption::end_by(SIGPIPE);
  throw EnvironmentError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace

// Texts of descriptions, tools and file names must not control the terminal.
void Output::say(const std::string& text) const {
  print(json == "-" ? stderr : stdout, safe::terminal_lines(OutsideText(text)));
}

void Output::put_json(nlohmann::ordered_json value) {
  if (!json.empty()) result = std::move(value);
}

void write_json(const std::string& place, const nlohmann::ordered_json& json) {
  const std::string text = driver::json_text(json);
  if (place == "-")
    print(stdout, text);
  else
    write_whole_file(place, text);
}

void print_progress(const std::string& line) { say_line(safe::terminal_lines(OutsideText(line))); }

int put_sim(Output& output, const driver::SimReport& report, const SimFacts& facts) {
  output.say(sim_text(report, facts));
  output.put_json(sim_json(report, facts));
  return status(report.match() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace rtlgen::cli
