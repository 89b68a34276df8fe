// `rtlgen docs`: lists and prints the installed pages of the documentation.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/shipped.hpp"
#include "frontend/schema/suggest.hpp"
#include "runner/folder.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"

namespace rtlgen::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDocsExamples = R"(Examples:
  rtlgen docs                                    list the pages
  rtlgen docs tutorial | less                    read one
  rtlgen docs evidence/timing | less             read a page of evidence
  rtlgen docs --open                             open them in a browser
  rtlgen docs --folder                           print their folder
)";

std::vector<std::string> pages(const fs::path& folder) {
  std::vector<std::string> names;
  for (const char* part : {"", "evidence"}) {
    if (!fs::is_directory(folder / part)) continue;
    for (const auto& entry : fs::directory_iterator(folder / part)) {
      if (entry.path().extension() == ".md" && entry.path().stem() != "README")
        names.push_back((fs::path(part) / entry.path().stem()).string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The first line, without its heading mark.
std::string title(const fs::path& page) {
  const std::string text = runner::read_file(page);
  const std::size_t begin = text.find_first_not_of("# ");
  return begin == std::string::npos ? "" : text.substr(begin, text.find('\n', begin) - begin);
}

/// Opens the web site in the user's browser, at `page` or its first page.
void open_site(const std::string& page, const Output& output) {
  const fs::path site = site_folder();
  if (site.empty())
    throw EnvironmentError(
        "the web site is not installed with this program; in the source tree, scripts/docs.sh builds it");
  const std::string file = (site / ((page.empty() ? "index" : page) + ".html")).string();
  for (const char* opener : {"xdg-open", "open"}) {
    if (!find_program(opener)) continue;
    output.say("opening " + file + "\n");
    if (run_process({opener, file}, {}).ok()) return;
  }
  throw EnvironmentError("no browser could be started; open this file in one: " + file);
}

class Docs final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand("docs", "list the pages of the documentation, or print one");
    app->add_option("PAGE", page_, "page to print, as in docs/PAGE.md");
    app->add_flag("--open", open_, "open the page, or the first one, in a browser");
    app->add_flag("--folder", folder_, "print the folder of the pages");
    add_json(*app, output);
    app->footer(kDocsExamples);
    return app;
  }

  int run(Diagnostics& diagnostics) override {
    const fs::path folder = docs_folder();
    if (folder.empty())
      throw EnvironmentError("the documentation is not installed with this program; the package rtlgen-doc has it");
    if (folder_) output.say(folder.string() + "\n");
    const std::vector<std::string> names = pages(folder);
    if (!page_.empty()) {
      if (std::find(names.begin(), names.end(), page_) == names.end()) {
        diagnostics.error(Code::kOptionConflict, {"PAGE " + page_}, fmt::format("there is no page '{}'", page_),
                          {"rtlgen docs lists the pages"}, frontend::nearest_fix(page_, names));
        return status(ExitStatus::kInvalidInput);
      }
      if (!open_) output.say(runner::read_file(folder / (page_ + ".md")));
    }
    if (open_) open_site(page_, output);
    auto list = nlohmann::ordered_json::array();
    for (const std::string& name : names) {
      if (page_.empty() && !folder_ && !open_)
        output.say(fmt::format("{:<20}{}\n", name, title(folder / (name + ".md"))));
      list.push_back({{"page", name}, {"title", title(folder / (name + ".md"))}});
    }
    output.put_json({{"folder", folder.string()}, {"pages", list}});
    return status(ExitStatus::kSuccess);
  }

 private:
  std::string page_;
  bool folder_ = false, open_ = false;
};

}  // namespace

std::unique_ptr<Command> docs_command() { return std::make_unique<Docs>(); }

}  // namespace rtlgen::cli
