// Man pages, one for the program and one per command, and the facts that they and the completions take from the
// parser's tables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/option_facts.hpp"
#include "cli/shell_files.hpp"

namespace rtlgen::cli {

namespace {

/// The words of "{a,b,c}" in the type's name, which the parser checks.
std::vector<std::string> member_words(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}', open == std::string::npos ? 0 : open);
  std::vector<std::string> words;
  if (open == std::string::npos || close == std::string::npos) return words;
  std::istringstream list(type.substr(open + 1, close - open - 1));
  for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  return words;
}

/// The type name of descriptions in the commands' options.
constexpr const char* kDescription = "YAML";

bool names_a_path(const std::string& value) {
  for (const char* mark : {"FILE", "PATH", "DIR", "FOLDER"}) {
    if (value.find(mark) != std::string::npos) return true;
  }
  return false;
}

OptionFacts facts_of(const CLI::Option& option, const KnownWords& known) {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.description = option.get_description();
  facts.required = option.get_required();
  const bool positional = facts.names.empty();
  if (!positional && option.get_items_expected_max() == 0) return facts;
  facts.repeatable = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  const std::string type = option.get_type_name();
  facts.words = member_words(type);
  facts.value = type.substr(0, type.find(':'));
  const std::string key = positional ? option.get_name() : facts.names.back();
  if (positional) facts.value = option.get_name();
  if (const auto found = known.find(key); facts.words.empty() && found != known.end()) facts.words = found->second;
  if (!facts.words.empty())
    facts.kind = ValueKind::kWords;
  else if (type == kDescription)
    facts.kind = ValueKind::kDescription;
  else if (facts.value.starts_with("KEY="))
    facts.kind = ValueKind::kKeyValue;
  else if (facts.value.starts_with("FIELD="))
    facts.kind = ValueKind::kFieldPath;
  else
    facts.kind =
        names_a_path(facts.value + key) || key == "--output" || key == "-o" ? ValueKind::kFile : ValueKind::kFree;
  return facts;
}

/// Escapes text so that roff prints it unchanged.
std::string roff(const std::string& text) {
  std::string out;
  bool starts = true;
  for (const char c : text) {
    if (starts && (c == '.' || c == '\'')) out += "\\&";
    starts = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c;
  }
  return out;
}

std::string head(const std::string& name, const std::string& version) {
  return fmt::format(".TH {} 1 \"\" \"rtlgen {}\" \"rtlgen\"\n", roff(name), roff(version));
}

std::string options_text(const std::vector<OptionFacts>& options) {
  std::string text;
  for (const OptionFacts& o : options) {
    std::string term;
    for (const std::string& name : o.names) term += (term.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
    if (o.kind != ValueKind::kNone) {
      term +=
          (term.empty() ? "" : " ") +
          ("\\fI" + roff(o.words.empty() || o.words.size() > 8 ? o.value : fmt::format("{}", fmt::join(o.words, "|"))) +
           "\\fR");
    }
    text += ".TP\n" + term + "\n" + roff(o.description.empty() ? term : o.description) +
            (o.required ? " (required)" : "") + "\n";
  }
  return text;
}

std::string verbatim(const std::string& text) {
  return text.empty() ? ""
                      : ".SH EXAMPLES AND NOTES\n.nf\n" + roff(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

constexpr const char* kStatus =
    ".SH EXIT STATUS\n.TP\n0\nsuccess\n.TP\n1\na check ran and failed\n.TP\n2\ninvalid input\n.TP\n3\na file or a tool "
    "failed or is missing\n.TP\n70\na bug in rtlgen\n";

}  // namespace

std::vector<CommandFacts> commands_of(const CLI::App& app, const KnownWords& known) {
  std::vector<CommandFacts> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); })) {
    CommandFacts facts{command->get_name(), command->get_description(), command->get_footer(), {}};
    for (const CLI::Option* option : command->get_options()) facts.options.push_back(facts_of(*option, known));
    commands.push_back(std::move(facts));
  }
  return commands;
}

std::map<std::string, std::string> man_pages(const CLI::App& app, const std::string& version) {
  std::map<std::string, std::string> pages;
  std::string list, see;
  for (const CommandFacts& command : commands_of(app, {})) {
    const std::string name = "rtlgen-" + command.name;
    list += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(command.name), roff(command.description));
    see += fmt::format("{}.BR {} (1)", see.empty() ? "" : ",\n", roff(name));
    std::string synopsis;
    for (const OptionFacts& o : command.options) {
      if (o.names.empty())
        synopsis += o.required ? " \\fI" + roff(o.value) + "\\fR" : " [\\fI" + roff(o.value) + "\\fR]";
    }
    pages[name + ".1"] = head(name, version) + ".SH NAME\n" + roff(name) + " \\- " + roff(command.description) +
                         "\n.SH SYNOPSIS\n\\fBrtlgen " + roff(command.name) + "\\fR" + synopsis +
                         " [\\fIoptions\\fR]\n.SH OPTIONS\n" + options_text(command.options) + kStatus +
                         verbatim(command.footer) + ".SH SEE ALSO\n.BR rtlgen (1)\n";
  }
  pages["rtlgen.1"] =
      head("rtlgen", version) +
      ".SH NAME\nrtlgen \\- turn a stencil in YAML into a verified streaming accelerator in Verilog and VHDL\n.SH "
      "SYNOPSIS\n\\fBrtlgen\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n" +
      ".SH COMMANDS\n" + list + kStatus + verbatim(app.get_footer()) + ".SH SEE ALSO\n" + see + "\n";
  return pages;
}

}  // namespace rtlgen::cli
