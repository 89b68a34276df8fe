// `rtlgen explain`: explains a diagnostic, with an example and its fix.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/examples.hpp"
#include "frontend/schema/suggest.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kExplainExamples = R"(Examples:
  rtlgen explain RG0309                          what it means, an example that causes it, and the fix
  rtlgen explain narrow-wrap                     the same for a warning, by its name
  rtlgen explain                                 list all codes
  rtlgen explain RG0309 --json -                 for programs
)";

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += line.empty() ? "\n" : "    " + line + "\n";
  return out;
}

std::string change_text(const Change& change) {
  std::string out;
  std::istringstream was(change.was), now(change.now);
  for (std::string line; std::getline(was, line);) out += "    - " + line + "\n";
  for (std::string line; std::getline(now, line);) out += "    + " + line + "\n";
  return out;
}

std::string explanation_text(const DiagnosticCode& row, const Example& example) {
  std::string text =
      fmt::format("{}{}{}: {}\n", row.code, *row.name == 0 ? "" : ", warning ", row.name, row.explanation);
  for (const auto& [name, content] : example.session.files)
    text += fmt::format("\nExample, {}:\n\n{}", name, indented(content));
  text += fmt::format("\n    $ {}\n\nFix: {}\n\n", example.session.command, example.fix);
  for (const Change& change : example.changes) text += change_text(change);
  if (*row.name != 0)
    text += fmt::format("\nTo accept it: --no-warn {0}, or no_warn: [{0}] in the description (docs/warnings.md).\n",
                        row.name);
  return text;
}

nlohmann::ordered_json session_json(const Session& session) {
  auto files = nlohmann::ordered_json::array();
  for (const auto& [name, text] : session.files) files.push_back({{"name", name}, {"text", text}});
  return {{"files", files}, {"command", session.command}};
}

nlohmann::ordered_json explanation_json(const DiagnosticCode& row, const Example& example) {
  nlohmann::ordered_json json = {{"code", row.code}, {"layer", row.layer}, {"meaning", row.explanation}};
  if (*row.name != 0) json["warning"] = row.name;
  json["example"] = session_json(example.session);
  json["fix"] = example.fix;
  json["fixed"] = session_json(example.fixed());
  return json;
}

/// "RG0309" for "rg309" and for "RG0309]"; for the name of a warning, its code.
std::string code_named(const std::string& word) {
  if (const auto warning = warning_code(word)) return to_string(*warning);
  std::string digits;
  for (const char c : word) {
    if (c >= '0' && c <= '9') digits += c;
  }
  constexpr std::size_t kDigits = 4;
  const bool is_code = word.find_first_not_of("RGrg0123456789[]:") == std::string::npos;
  return is_code && !digits.empty() && digits.size() <= kDigits
             ? "RG" + std::string(kDigits - digits.size(), '0') + digits
             : "";
}

class Explain final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app =
        program.add_subcommand("explain", "explain a diagnostic, with an example that causes it and the fix");
    app->add_option("CODE", code_, "code of a message, such as RG0309, or name of a warning (default: list all)");
    add_json(*app, output);
    app->footer(kExplainExamples);
    return app;
  }

  int run(Diagnostics& diagnostics) override {
    if (code_.empty()) return list();
    const std::string wanted = code_named(code_);
    const auto row = std::find_if(kDiagnosticCodes.begin(), kDiagnosticCodes.end(),
                                  [&](const DiagnosticCode& c) { return wanted == c.code; });
    if (row == kDiagnosticCodes.end()) return refuse(wanted, diagnostics);
    const Example& example = examples().at(row->code);
    output.say(explanation_text(*row, example));
    output.put_json(explanation_json(*row, example));
    return status(ExitStatus::kSuccess);
  }

 private:
  int list() {
    auto all = nlohmann::ordered_json::array();
    for (const DiagnosticCode& row : kDiagnosticCodes) {
      output.say(fmt::format("{}  {}{}{}\n", row.code, *row.name == 0 ? "" : row.name, *row.name == 0 ? "" : ": ",
                             row.explanation));
      all.push_back(explanation_json(row, examples().at(row.code)));
    }
    output.put_json(std::move(all));
    return status(ExitStatus::kSuccess);
  }

  int refuse(const std::string& wanted, Diagnostics& diagnostics) const {
    std::vector<std::string> known = warning_names();
    for (const DiagnosticCode& row : kDiagnosticCodes) known.emplace_back(row.code);
    // A number that does not exist resembles many that do.
    const bool is_code = wanted.starts_with("RG") && wanted.find_first_not_of("0123456789", 2) == std::string::npos;
    auto fix = is_code ? std::nullopt : frontend::nearest_fix(wanted.empty() ? code_ : wanted, known);
    if (fix) fix->replace = code_;
    diagnostics.error(Code::kOptionConflict, {}, fmt::format("no diagnostic has the code '{}'", code_),
                      {"rtlgen explain lists all codes"}, fix);
    return status(ExitStatus::kInvalidInput);
  }

  std::string code_;
};

}  // namespace

std::unique_ptr<Command> explain_command() { return std::make_unique<Explain>(); }

}  // namespace rtlgen::cli
