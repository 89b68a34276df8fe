// Completions of bash, zsh and fish, and the folder of everything that a shell reads; the man pages are in
// man_pages.cpp.
#include "cli/shell_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "cli/option_facts.hpp"
#include "runner/folder.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

std::string quoted(const std::string& text) { return safe::shell_quoted(OutsideText(text)); }

std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// What _arguments of zsh reads as text rather than as its own marks.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const OptionFacts& o) {
  const std::string label = zsh_text(o.value.empty() ? "value" : o.value);
  switch (o.kind) {
    case ValueKind::kWords:
      return fmt::format(":{}:({})", label, fmt::join(o.words, " "));
    case ValueKind::kFile:
      return fmt::format(":{}:{}", label,
                         o.value.find('=') == std::string::npos ? "_files" : "{compset -P \"*=\"; _files}");
    case ValueKind::kKeyValue:
      return fmt::format(":{}:_rtlgen_key_value", label);
    case ValueKind::kFieldPath:
      return fmt::format(":{}:_rtlgen_field_path", label);
    case ValueKind::kDescription:
      return fmt::format(":{}:_files -g \"*.(yaml|yml)(-.)\"", label);
    case ValueKind::kFree:
      return fmt::format(":{}: ", label);
    case ValueKind::kNone:
      break;
  }
  return "";
}

std::string bash_values(const OptionFacts& o) {
  switch (o.kind) {
    case ValueKind::kWords:
      return fmt::format("_rtlgen_words {}", quoted(fmt::format("{}", fmt::join(o.words, " "))));
    case ValueKind::kFile:
      return "_rtlgen_files";
    case ValueKind::kDescription:
      return "_rtlgen_descriptions";
    case ValueKind::kKeyValue:
      return "_rtlgen_key_value";
    case ValueKind::kFieldPath:
      return "_rtlgen_field_path";
    default:
      return ":";
  }
}

constexpr const char* kZshHead = R"zsh(#compdef rtlgen
# Completion of rtlgen in zsh. Written by rtlgen; do not edit.
# Asks the program, which reads the description on the line.
_rtlgen_ask() {
  local -a found
  found=(${(f)"$(rtlgen complete "$@" -- $words 2>/dev/null)"})
  compadd -S '' -- $found
}
_rtlgen_key_value() { if compset -P '*='; then _rtlgen_ask value ${${IPREFIX%=}##*=}; else _rtlgen_ask set; fi }
_rtlgen_field_path() { if compset -P '*='; then _files; else _rtlgen_ask field; fi }
)zsh";

constexpr const char* kBashHead = R"bash(# Completion of rtlgen in bash. Written by rtlgen; do not edit.
_rtlgen_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_rtlgen_files() { mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
_rtlgen_descriptions() { mapfile -t COMPREPLY < <(compgen -f -X '!*.yaml' -- "$cur"; compgen -f -X '!*.yml' -- "$cur"; compgen -d -- "$cur"); }
# Asks the program, which reads the description on the line.
_rtlgen_ask() {
  mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" complete "$@" -- "${COMP_WORDS[@]}" 2>/dev/null)" -- "$cur")
  if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
_rtlgen_has_key() { [[ ${COMP_WORDS[at]} == '=' && ${COMP_WORDS[at-1]} != -* ]]; }
_rtlgen_key_value() { if _rtlgen_has_key; then _rtlgen_ask value "${COMP_WORDS[at-1]}"; else _rtlgen_ask set; fi; }
_rtlgen_field_path() { if _rtlgen_has_key; then _rtlgen_files; else _rtlgen_ask field; fi; }
_rtlgen() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  # The line is split at "=" too: --json=FILE, --input FIELD=PATH.
  local at=$((COMP_CWORD - 1))
  if [[ $cur == '=' ]]; then cur='' at=$COMP_CWORD; fi
  if [[ ${COMP_WORDS[at]} == '=' ]]; then
    prev=${COMP_WORDS[at-1]}
    [[ $prev == -* ]] || prev=${COMP_WORDS[at-2]}
  fi
  COMPREPLY=()
)bash";

}  // namespace

std::string bash_completion(const CLI::App& app, const KnownWords& known) {
  std::string names, values = "  case \"$command $prev\" in\n", rest;
  for (const CommandFacts& command : commands_of(app, known)) {
    names += command.name + " ";
    std::string options;
    std::string positional = ":";
    for (const OptionFacts& o : command.options) {
      if (o.names.empty()) {
        if (positional == ":") positional = bash_values(o);
        continue;
      }
      options += fmt::format("{} ", fmt::join(o.names, " "));
      if (o.kind == ValueKind::kNone) continue;
      for (const std::string& name : o.names)
        values += fmt::format("    '{} {}') {}; return ;;\n", command.name, name, bash_values(o));
    }
    rest += fmt::format("    {})\n      if [[ $cur == -* ]]; then _rtlgen_words '{}'; else {}; fi ;;\n", command.name,
                        options, positional);
  }
  return kBashHead + values + "  esac\n  case $command in\n" +
         fmt::format("    '') _rtlgen_words '{}--help --version' ;;\n", names) + rest +
         "  esac\n}\ncomplete -o filenames -F _rtlgen rtlgen\n";
}

std::string zsh_completion(const CLI::App& app, const KnownWords& known) {
  std::string names, rest;
  for (const CommandFacts& command : commands_of(app, known)) {
    names += "    " + quoted(zsh_text(command.name) + ":" + zsh_text(command.description)) + "\n";
    rest += fmt::format("    {})\n      _arguments", command.name);
    for (const OptionFacts& o : command.options) {
      if (o.names.empty()) rest += " \\\n        " + quoted("*" + zsh_action(o));
      for (const std::string& name : o.names) {
        const char* const joined = name.starts_with("--") && o.kind != ValueKind::kNone ? "=" : "";
        rest += " \\\n        " + quoted(fmt::format("{}{}{}[{}]{}", o.repeatable ? "*" : "", name, joined,
                                                     zsh_text(o.description), zsh_action(o)));
      }
    }
    rest += " ;;\n";
  }
  return std::string(kZshHead) + "_rtlgen() {\n  local -a commands\n  commands=(\n" + names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n    _describe command commands\n    _arguments '--help[help]' "
         "'--version[version and commit]'\n    return\n  fi\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n" +
         rest + "  esac\n}\n_rtlgen \"$@\"\n";
}

std::string fish_completion(const CLI::App& app, const KnownWords& known) {
  std::string text =
      "# Completion of rtlgen in fish. Written by rtlgen; do not edit.\ncomplete -c rtlgen -f\n"
      "complete -c rtlgen -n __fish_use_subcommand -l help -d help\ncomplete -c rtlgen -n __fish_use_subcommand -l "
      "version -d 'version and commit'\n";
  for (const CommandFacts& command : commands_of(app, known)) {
    text += fmt::format("complete -c rtlgen -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_quoted(command.description));
    const std::string after = fmt::format("complete -c rtlgen -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionFacts& o : command.options) {
      std::string values;
      if (o.kind == ValueKind::kWords)
        values = fmt::format(" -a '{}'", fmt::join(o.words, " "));
      else if (o.kind == ValueKind::kFile)
        values = " -F";
      else if (o.kind == ValueKind::kKeyValue)
        values = " -f -a '(rtlgen complete assignment -- (commandline -opc) 2>/dev/null)'";
      else if (o.kind == ValueKind::kFieldPath)
        values = " -F -a '(rtlgen complete field -- (commandline -opc) 2>/dev/null)'";
      else if (o.kind == ValueKind::kDescription)
        values = o.names.empty() ? " -a '(__fish_complete_suffix .yaml)'" : " -F";
      std::string line = after;
      for (const std::string& name : o.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (o.names.empty() && values.empty()) continue;
      if (!o.names.empty() && o.kind != ValueKind::kNone) line += " -r";
      if (!o.names.empty()) line += " -d " + fish_quoted(o.description);
      text += line + values + "\n";
    }
  }
  return text;
}

void write_shell_files(const CLI::App& app, const KnownWords& known, const std::string& version,
                       const std::string& folder) {
  namespace fs = std::filesystem;
  runner::write_file((fs::path(folder) / "rtlgen.bash").string(), bash_completion(app, known));
  runner::write_file((fs::path(folder) / "_rtlgen").string(), zsh_completion(app, known));
  runner::write_file((fs::path(folder) / "rtlgen.fish").string(), fish_completion(app, known));
  for (const auto& [name, page] : man_pages(app, version))
    runner::write_file((fs::path(folder) / "man" / name).string(), page);
}

}  // namespace rtlgen::cli
