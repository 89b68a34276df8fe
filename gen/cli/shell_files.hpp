// Man pages and completions of bash, zsh and fish, printed from the command line's own tables, so that they cannot
// drift.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace rtlgen::cli {

/// Words that an option takes where its own table does not list them: by option ("--board") or positional ("BOARD").
using KnownWords = std::map<std::string, std::vector<std::string>>;

std::string bash_completion(const CLI::App& app, const KnownWords& known);
std::string zsh_completion(const CLI::App& app, const KnownWords& known);
std::string fish_completion(const CLI::App& app, const KnownWords& known);

/// Man pages by file name: rtlgen.1, and one of each command. `version` is printed at their foot.
std::map<std::string, std::string> man_pages(const CLI::App& app, const std::string& version);

/// Writes `folder`/rtlgen.bash, _rtlgen, rtlgen.fish and man/*.1.
void write_shell_files(const CLI::App& app, const KnownWords& known, const std::string& version,
                       const std::string& folder);

}  // namespace rtlgen::cli
