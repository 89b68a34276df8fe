// Man pages and completions for bash, zsh and fish, generated from the parser's own tables, so that they cannot drift.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace rtlgen::cli {

/// Values of an option that are not in the parser's table, by option ("--board") or positional ("BOARD").
using KnownWords = std::map<std::string, std::vector<std::string>>;

std::string bash_completion(const CLI::App& app, const KnownWords& known);
std::string zsh_completion(const CLI::App& app, const KnownWords& known);
std::string fish_completion(const CLI::App& app, const KnownWords& known);

/// Man pages by file name: rtlgen.1, and one per command. `version` is printed in their footer.
std::map<std::string, std::string> man_pages(const CLI::App& app, const std::string& version);

/// Writes `folder`/rtlgen.bash, _rtlgen, rtlgen.fish and man/*.1.
void write_shell_files(const CLI::App& app, const KnownWords& known, const std::string& version,
                       const std::string& folder);

}  // namespace rtlgen::cli
