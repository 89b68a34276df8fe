// Explains errors of a command line. The parser does not say which word was wrong, so the words are searched again.
#include "cli/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <limits>

#include "frontend/schema/suggest.hpp"

namespace rtlgen::cli {

namespace {

/// "; did you mean 'x'?" or nothing.
std::string meant(const std::optional<Fix>& fix) { return fix ? fmt::format("; did you mean '{}'?", fix->with) : ""; }

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); }))
    names.push_back(command->get_name());
  return names;
}

/// All spellings of a command's options: "--out", "-o".
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// Whether the word has the form of an option. Numbers with a sign do not.
bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-' && word != "--" &&
         std::isdigit(static_cast<unsigned char>(word[1])) == 0 && word[1] != '.';
}

/// The name without "=value"; "-o" for "-ofile".
std::string option_part(const std::string& word, const std::vector<std::string>& known) {
  const std::string name = word.substr(0, word.find('='));
  const bool is_joined =
      name.size() > 2 && name[1] != '-' && std::find(known.begin(), known.end(), name.substr(0, 2)) != known.end();
  return is_joined && std::none_of(known.begin(), known.end(), [&](const std::string& k) { return k == "-" + name; })
             ? name.substr(0, 2)
             : name;
}

/// The first word that looks like an option but is not one of `command`; empty if none exists.
std::string unknown_option(const CLI::App& command, const std::vector<std::string>& words) {
  const std::vector<std::string> known = option_names(command);
  for (const std::string& word : words) {
    if (word == "--") break;
    if (!looks_like_option(word)) continue;
    std::string name = option_part(word, known);
    if (std::find(known.begin(), known.end(), name) == known.end()) return name;
  }
  return "";
}

/// The options to use instead of one that only other programs have; "" if none is known.
std::string option_instead(const CLI::App& command, const std::string& option) {
  struct Known {
    std::string_view theirs, option, text;
  };
  static constexpr auto kKnown = std::to_array<Known>({
      {"--param", "--set", "--set params.NAME=VALUE"},
      {"--params", "--set", "--set params.NAME=VALUE"},
      {"--grid", "--extents", "--extents"},
      {"--size", "--extents", "--extents"},
      {"--grid", "--set", "--set grid=[64,64]"},
      {"--size", "--set", "--set grid=[64,64]"},
  });
  const std::vector<std::string> names = option_names(command);
  for (const Known& known : kKnown) {
    if (option == known.theirs && std::ranges::find(names, known.option) != names.end() &&
        std::ranges::find(names, option) == names.end())
      return std::string(known.text);
  }
  return "";
}

UsageFault option_fault(const CLI::App& app, const CLI::App& command, const std::string& option) {
  UsageFault fault;
  fault.message = fmt::format("{} has no option '{}'", command.get_name(), option);
  const std::string instead = option_instead(command, option);
  if (!instead.empty()) {
    fault.message += "; use " + instead;
    return fault;
  }
  if (option.starts_with("--")) fault.fix = frontend::nearest_fix(option, option_names(command));
  std::vector<std::string> others;
  for (const std::string& name : command_names(app)) {
    const std::vector<std::string> known = option_names(*app.get_subcommand(name));
    if (std::find(known.begin(), known.end(), option) != known.end()) others.push_back(name);
  }
  if (command.get_name() == "new" && (option == "-o" || option == "--out")) {
    fault.message += "; it writes NAME.yaml: rtlgen new mine --from life";
    return fault;
  }
  if (!others.empty())
    fault.message += fmt::format("; {} {} it", fmt::join(others, ", "), others.size() == 1 ? "has" : "have");
  fault.message += meant(fault.fix);
  return fault;
}

/// The command here for a word known from other programs; "" for other words.
std::string known_elsewhere(const std::string& word) {
  if (word == "init" || word == "create") return "; rtlgen new NAME writes a stencil to start from";
  if (word == "build" || word == "make" || word == "compile")
    return "; generate writes HDL, project a project from which make builds a bitstream";
  if (word == "simulate" || word == "test" || word == "verify") return "; sim simulates and compares every bit";
  if (word == "synthesize" || word == "synthesise") return "; synth runs Yosys";
  return "";
}

/// The first word is not a command.
UsageFault command_fault(const CLI::App& app, const std::string& word) {
  UsageFault fault;
  if (looks_like_option(word)) {
    fault.fix = frontend::nearest_fix(word, option_names(app));
    fault.message =
        fault.fix ? fmt::format("there is no option '{}'{}", word, meant(fault.fix))
                  : fmt::format("'{0}' comes before the command; write options after it: rtlgen check FILE {0}", word);
  } else if (word.ends_with(".yaml") || word.ends_with(".yml")) {
    fault.message = fmt::format("'{0}' is a file; a command comes first: rtlgen check {0}", word);
  } else {
    fault.fix = frontend::nearest_fix(word, command_names(app));
    fault.message =
        fmt::format("there is no command '{}'{}", word, fault.fix ? meant(fault.fix) : known_elsewhere(word));
  }
  return fault;
}

/// The name of its value without the range or the list that the help adds: "DIR", "US,GB/S".
std::string value_name(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  return name.substr(0, std::min(name.find(":["), name.find(":{")));
}

/// "--out DIR".
std::string option_call(const CLI::Option& option) {
  const std::string name = option.get_positional() ? option.get_name(true) : option.get_name();
  return option.get_positional()
             ? name
             : fmt::format("{}{}{}", name, value_name(option).empty() ? "" : " ", value_name(option));
}

/// The option at the start of a message of the parser: "--json: At Most 1 ...", "--out is required".
const CLI::Option* option_of(const CLI::App& command, const std::string& message) {
  const std::string name = message.substr(0, message.find_first_of(": "));
  return command.get_option_no_throw(name);
}

std::string other_fault(const CLI::App& command, const CLI::ParseError& error) {
  std::string message = error.what();
  const CLI::Option* const option = option_of(command, message);
  const std::string kind = error.get_name();
  const std::string by = command.get_name() + ": ";
  if (kind == "RequiredError" && option != nullptr)
    return by + fmt::format("{} is missing: {}{}", option_call(*option), option->get_description(),
                            value_name(*option) == "DIR" ? ", such as build/heat" : "");
  if (kind == "ArgumentMismatch" && option != nullptr) {
    const int values = option->get_items_expected_min();
    if (values > 1)
      return by + fmt::format("{} takes {} values, separated by commas: {}", option_call(*option), values,
                              option->get_description());
    return by + (option->count() > 1
                     ? fmt::format("{} is given more than once", option->get_name())
                     : fmt::format("{} needs a value: {}", option_call(*option), option->get_description()));
  }
  if (kind == "ExcludesError" && message.find(" excludes ") != std::string::npos) {
    const std::size_t at = message.find(" excludes ");
    return by + fmt::format("{} cannot be used with {}", message.substr(0, at), message.substr(at + 10));
  }
  if (kind == "RequiresError" && message.find(" requires ") != std::string::npos) {
    const std::size_t at = message.find(" requires ");
    return by + fmt::format("{} needs {}", message.substr(0, at), message.substr(at + 10));
  }
  if (kind == "ConversionError" && message.starts_with("Could not convert: ")) {
    const std::size_t equals = message.find(" = ");
    return by + fmt::format("{}: '{}' is not a number", message.substr(19, equals - 19),
                            equals == std::string::npos ? "" : message.substr(equals + 3));
  }
  return by + message;
}

/// Too many files, or a value where none is expected.
std::string extra_fault(const CLI::App& command) {
  const std::vector<std::string> extra = command.remaining();
  if (extra.empty()) return command.get_name() + ": too many arguments";
  const CLI::Option* const file = command.get_option_no_throw("FILE");
  const std::string taken =
      file != nullptr && file->count() > 0 ? fmt::format("; FILE is '{}'", file->results().front()) : "";
  const bool is_number = extra.front().find_first_not_of("0123456789") == std::string::npos;
  return fmt::format("{}: unexpected argument '{}'{}{}", command.get_name(), extra.front(), taken,
                     is_number ? "; separate the numbers of an option with commas: 64,48" : "");
}

}  // namespace

std::vector<std::string> with_plain_words(std::vector<std::string> words) {
  if (words.empty()) return words;
  if (words.front() == "version" && words.size() == 1) return {"--version"};
  if (words.front() != "help") return words;
  if (words.size() == 1) return {"--help"};
  return {words[1], "--help"};
}

UsageFault usage_fault(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (words.empty()) return {"a command is missing", command_list(app), std::nullopt};
  const std::string& first = words.front();
  const std::vector<std::string> names = command_names(app);
  if (std::find(names.begin(), names.end(), first) == names.end()) {
    UsageFault fault = command_fault(app, first);
    fault.more = fmt::format("  commands: {}\n  rtlgen --help describes each\n", fmt::join(names, ", "));
    return fault;
  }
  const CLI::App& command = *app.get_subcommand(first);
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  const std::string unknown = unknown_option(command, rest);
  UsageFault fault;
  if (!unknown.empty())
    fault = option_fault(app, command, unknown);
  else if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
    fault.message = extra_fault(command);
  else
    fault.message = other_fault(command, error);
  fault.more = fmt::format("  rtlgen {} --help lists its options, with examples\n", first);
  return fault;
}

std::string command_list(const CLI::App& app) {
  std::string text = "Usage: rtlgen COMMAND [FILE] [OPTIONS]\n";
  for (const std::string& name : command_names(app))
    text += fmt::format("  {:<10} {}\n", name, app.get_subcommand(name)->get_description());
  return text + "rtlgen COMMAND --help lists a command's options, with examples; rtlgen --help has more examples.\n";
}

std::string not_among(const std::string& word, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return "";
  return fmt::format("'{}' is not one of {}{}", word, fmt::join(words, ", "),
                     meant(frontend::nearest_fix(word, words)));
}

std::vector<std::int64_t> parse_extents(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) plain += c == 'x' || c == 'X' || c == '*' ? ',' : c;
  }
  if (plain.size() >= 2 && plain.front() == '[' && plain.back() == ']') plain = plain.substr(1, plain.size() - 2);
  std::vector<std::int64_t> extents;
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t end = std::min(plain.find(',', at), plain.size());
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(plain.data() + at, plain.data() + end, value);
    if (error != std::errc() || stop != plain.data() + end || value < 1 ||
        value > std::numeric_limits<std::int32_t>::max()) {
      const std::string part = plain.substr(at, end - at);
      throw CLI::ValidationError(
          "--extents",
          fmt::format("'{}'{} is not a number of cells; write NX,NY,NZ, such as 64,48 or 64x48, each from 1 "
                      "to the description's grid",
                      part, part == text ? "" : fmt::format(" in '{}'", text)));
    }
    extents.push_back(value);
    at = end + 1;
  }
  return extents;
}

}  // namespace rtlgen::cli
