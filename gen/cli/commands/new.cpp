// `rtlgen new`: writes a description to start from: a commented starter, or a copy of a shipped stencil.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/commands/places.hpp"
#include "cli/shipped.hpp"
#include "driver/prepare/command_text.hpp"
#include "frontend/schema/json_schema.hpp"
#include "frontend/schema/names.hpp"
#include "frontend/schema/relocate.hpp"
#include "frontend/schema/suggest.hpp"
#include "runner/folder.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNewExamples = R"(Examples:
  rtlgen new heat                                write heat.yaml, a commented description that runs unchanged
  rtlgen new mine --from hotspot2d               copy a shipped stencil, with its data
  rtlgen new --list                              list the shipped stencils
An existing file is never overwritten. Language of descriptions: rtlgen docs language; keys: rtlgen docs config.
)";

constexpr const char* kStarter =
    R"(# {0}: heat spreading over a plate. Change it to your stencil; "rtlgen check {1}" shows how rtlgen reads it.
name: {0}
grid: [64, 48]                  # cells: x, y (and z)
type: float32                   # or float16, float64, fixed<16,8>; integers, such as int16, need integer constants

fields:                         # arrays with a value in every cell
  u: {{boundary: edge}}           # outside the grid: the value at the edge; or wrap, reflect, symmetric, {{constant: 0}}

params:                         # numbers; "{{value: 0.2, runtime: true}}" makes one a register
  r: 0.2

update:                         # the next value of each field; u[0, 1] is the neighbour at y + 1
  - u: u + r*(u[-1,0] + u[1,0] + u[0,-1] + u[0,1] - 4.0*u)

iterations: 16                  # time steps
# inputs: {{u: start.png}}        # .npy, .png, .pgm, .raw or text; without it the cells are random
hardware: {{cells_per_cycle: 2, steps: 4}}   # cells per clock cycle; time steps per pass
)";

/// A first line that lets editors complete and check the file; empty if the schema is not installed with the stencils.
std::string modeline(const fs::path& shipped) {
  std::error_code error;
  const fs::path schema = (shipped / "../docs/schema/rtlgen.schema.json").lexically_normal();
  if (!shipped.empty() && fs::is_regular_file(schema, error)) return frontend::kModeline + schema.string() + "\n";
  return "";
}

/// The value of the top-level "key: value" in `text`; empty if none exists on that line.
std::string value_of(const std::string& text, const std::string& key) {
  std::size_t at = text.starts_with(key + ":") ? 0 : text.find("\n" + key + ":");
  if (at == std::string::npos) return "";
  at = text.find(':', at) + 1;
  std::string value = text.substr(at, text.find('\n', at) - at);
  value.erase(0, value.find_first_not_of(' ') == std::string::npos ? value.size() : value.find_first_not_of(' '));
  return value;
}

/// `text` without the line that names the schema; the copy gets its own.
std::string without_modeline(std::string text) {
  const std::size_t begin = text.find(frontend::kModeline);
  if (begin != std::string::npos) text.erase(begin, text.find('\n', begin) - begin + 1);
  return text;
}

int refuse(Diagnostics& diagnostics, const std::string& option, const std::string& what, const std::string& note,
           const std::optional<Fix>& fix = std::nullopt) {
  diagnostics.error(Code::kOptionConflict, {option}, what, {note}, fix);
  return status(ExitStatus::kInvalidInput);
}

/// Writes `text` to a file that must not exist.
void write_new(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "wx");
  if (file == nullptr && errno == EEXIST)
    throw EnvironmentError(path + " already exists and was not overwritten; choose another name or remove it");
  if (file == nullptr) throw EnvironmentError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) == 0 && written) return;
  const std::string reason = std::strerror(errno);
  std::remove(path.c_str());
  throw EnvironmentError(fmt::format("cannot write {}: {}", path, reason));
}

class New final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand(
        "new", "write a description to start from: a commented starter or a copy of a shipped one");
    CLI::Option* const name = app->add_option("NAME", name_, "name of the stencil; writes NAME.yaml");
    CLI::Option* const from =
        app->add_option("--from", from_, "shipped stencil or file to copy, instead of the starter")
            ->type_name("CONFIG");
    app->add_flag("--list", list_, "list the shipped stencils")->excludes(name)->excludes(from);
    add_json(*app, output);
    app->footer(kNewExamples);
    return app;
  }

  void add_places(Places& places) const override {
    places.read_named("--from", from_);
    if (!name_.empty()) places.write_result("NAME " + new_file(name_), new_file(name_));
  }

  int run(Diagnostics& diagnostics) override;

 private:
  int list_shipped(const fs::path& folder);

  std::string name_, from_;
  bool list_ = false;
};

int New::list_shipped(const fs::path& folder) {
  if (folder.empty())
    throw EnvironmentError("the shipped stencils are not installed with this program; install rtlgen's package");
  std::string text;
  auto list = nlohmann::ordered_json::array();
  for (const std::string& name : shipped_names()) {
    const std::string description = value_of(runner::read_file(folder / (name + ".yaml")), "description");
    text += fmt::format("{:<18}{}\n", name, description);
    list.push_back({{"name", name}, {"description", description}});
  }
  output.say(text);
  output.put_json({{"stencils", list}});
  return status(ExitStatus::kSuccess);
}

int New::run(Diagnostics& diagnostics) {
  const fs::path shipped = shipped_folder();
  if (list_) return list_shipped(shipped);
  if (name_.empty()) return refuse(diagnostics, "NAME", "a name is missing", "rtlgen new heat writes heat.yaml");
  const fs::path path = new_file(name_);
  const std::string name = path.stem().string();
  if (!frontend::check_identifier(name, {"NAME " + name_}, diagnostics)) return status(ExitStatus::kInvalidInput);

  std::string text = fmt::format(kStarter, name, path.filename().string());
  if (!from_.empty()) {
    fs::path source = from_;
    std::error_code error;
    if (!fs::is_regular_file(source, error)) source = shipped / (from_ + ".yaml");
    if (!fs::is_regular_file(source, error)) {
      return refuse(diagnostics, "--from " + from_, fmt::format("'{}' is neither a file nor a shipped stencil", from_),
                    "rtlgen new --list lists the shipped stencils", frontend::nearest_fix(from_, shipped_names()));
    }
    const auto copy =
        frontend::relocated(without_modeline(runner::read_file(source)), source.string(), name, diagnostics);
    if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
    if (copy.text.empty()) {
      return refuse(diagnostics, "--from " + from_, fmt::format("the copy cannot be written: {}", copy.in_the_way),
                    fmt::format("copy {} by hand", source.string()));
    }
    text = copy.text;
  }
  write_new(path.string(), modeline(shipped) + text);
  const std::string word = driver::file_word(path.string());
  output.say(
      fmt::format("wrote {0}. Next:\n  rtlgen check {1}                 validate it, and show the resulting "
                  "hardware\n"
                  "  rtlgen sim {1}                   simulate the hardware, compare every bit\n"
                  "  rtlgen model {1} --board kcu105  resources and speed on a board\n",
                  path.string(), word));
  output.put_json({{"name", name}, {"written", path.string()}});
  return status(ExitStatus::kSuccess);
}

}  // namespace

std::unique_ptr<Command> new_command() { return std::make_unique<New>(); }

}  // namespace rtlgen::cli
