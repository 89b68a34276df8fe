// `rtlgen doctor`: reports what works on this machine, and what to install for the rest.
#include "driver/doctor/doctor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kDoctorExamples = R"(Examples:
  rtlgen doctor                                  tools, versions, what works, what to install
  rtlgen doctor --json -                         the same for programs
Exit status: 0 Verilog simulations work; 3 a tool for them is missing or broken. docs/environment.md lists the versions.
)";

std::string tool_line(const driver::FoundTool& tool) {
  std::string versions;
  if (!tool.least.empty()) versions = fmt::format(" (needs {}, tried up to {})", tool.least, tool.tried);
  std::string text = fmt::format("  {:<15} {:<8} {:<34}", tool.program, word_of(tool.state), tool.purpose);
  if (tool.works())
    text += fmt::format(" {}{}{}", tool.path, tool.version.empty() ? "" : ": ", tool.version);
  else if (!tool.package.empty())
    text += fmt::format(" package {}", tool.package);
  if (!tool.least.empty()) text += versions;
  while (text.ends_with(' ')) text.pop_back();
  text += "\n";
  if (!tool.fault.empty()) text += fmt::format("                  {}\n", tool.fault);
  return text;
}

std::string bytes_text(std::int64_t bytes) {
  constexpr double kMega = 1e6, kGiga = 1e9;
  const auto number = static_cast<double>(bytes);
  return number >= kGiga ? fmt::format("{:.1f} GB", number / kGiga) : fmt::format("{:.1f} MB", number / kMega);
}

std::string report_text(const driver::DoctorReport& report) {
  std::string text =
      fmt::format("rtlgen {}{}{}\n\nTools\n", report.version, report.system.empty() ? "" : " on ", report.system);
  for (const driver::FoundTool& tool : report.tools) text += tool_line(tool);
  text += "\nWhat works\n";
  for (const driver::Ability& ability : report.abilities) {
    text += fmt::format("  {:<4} {}{}\n", ability.works() ? "yes" : "no", ability.what,
                        ability.works() ? "" : fmt::format(": needs {}", fmt::join(ability.missing, ", ")));
  }
  const driver::PythonState& python = report.python;
  text += fmt::format("\nPython package: {}\n",
                      python.version.empty() ? fmt::format("no ({}); to install it, see docs/python.md", python.fault)
                                             : fmt::format("{}, in {}", python.version, python.interpreter));
  const driver::CacheState& cache = report.cache;
  text += fmt::format("Cache: {}, {}, {} {}, {}{}\n", cache.folder,
                      cache.is_writable ? "writable" : fmt::format("not writable ({})", cache.fault), cache.entries,
                      cache.entries == 1 ? "entry" : "entries", cache.is_larger ? "more than " : "",
                      bytes_text(cache.bytes));
  if (const auto packages = report.packages(); !packages.empty() && !report.install.empty())
    text += fmt::format("\nPackages of missing tools: {} {}\n", report.install, fmt::join(packages, " "));
  text += report.is_ready() ? "\nReady: rtlgen new heat && rtlgen sim heat.yaml\n"
                            : "\nNot ready: simulations need the tools above.\n";
  return text;
}

nlohmann::ordered_json report_json(const driver::DoctorReport& report) {
  nlohmann::ordered_json json = {{"version", report.version}, {"system", report.system}, {"ready", report.is_ready()}};
  auto& tools = json["tools"] = nlohmann::ordered_json::array();
  for (const driver::FoundTool& tool : report.tools) {
    tools.push_back({{"program", tool.program},
                     {"state", word_of(tool.state)},
                     {"path", tool.path},
                     {"version", tool.version},
                     {"least", tool.least},
                     {"tested", tool.tried},
                     {"purpose", tool.purpose},
                     {"package", tool.package},
                     {"fault", tool.fault}});
  }
  auto& works = json["works"] = nlohmann::ordered_json::array();
  for (const driver::Ability& ability : report.abilities) {
    works.push_back({{"what", ability.what},
                     {"works", ability.works()},
                     {"missing", ability.missing},
                     {"basic", ability.is_basic}});
  }
  json["python"] = {
      {"interpreter", report.python.interpreter}, {"version", report.python.version}, {"fault", report.python.fault}};
  json["cache"] = {{"folder", report.cache.folder}, {"writable", report.cache.is_writable},
                   {"fault", report.cache.fault},   {"entries", report.cache.entries},
                   {"bytes", report.cache.bytes},   {"larger", report.cache.is_larger}};
  json["install"] = {{"command", report.install}, {"packages", report.packages()}};
  return json;
}

class Doctor final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app =
        program.add_subcommand("doctor", "list the installed tools, what works with them, and what to install");
    add_json(*app, output);
    app->footer(kDoctorExamples);
    return app;
  }

  int run(Diagnostics& /*diagnostics*/) override {
    const driver::DoctorReport report = driver::examine();
    output.say(report_text(report));
    output.put_json(report_json(report));
    return status(report.is_ready() ? ExitStatus::kSuccess : ExitStatus::kEnvironment);
  }
};

}  // namespace

std::unique_ptr<Command> doctor_command() { return std::make_unique<Doctor>(); }

}  // namespace rtlgen::cli
