// Writes a core's HDL: beside the wanted folder first, then renamed into place.
#include <fmt/format.h>

#include <csignal>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "driver/card.hpp"
#include "driver/driver.hpp"
#include "driver/hdl.hpp"
#include "runner/folder.hpp"
#include "shell/axis.hpp"
#include "shell/constraints.hpp"
#include "shell/shell.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest.json";
constexpr const char* kCard = "card.so";
constexpr const char* kModels = "models";

/// Is this a folder that an earlier `generate` wrote?
bool is_ours(const fs::path& folder) {
  if (!fs::is_regular_file(folder / kManifest)) return false;
  return runner::read_file(folder / kManifest).find("\"generator\": \"rtlgen") != std::string::npos;
}

/// Holds back signals that end the program, so that they come when nothing is half written.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&held, s);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

/// Everything in `folder` that `generate` would not have written, at most a few names.
std::vector<std::string> foreign(const fs::path& folder) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> names;
  for (auto it = fs::recursive_directory_iterator(folder); it != fs::recursive_directory_iterator(); ++it) {
    const fs::path path = fs::relative(it->path(), folder);
    const std::string top = path.begin()->string();
    const std::string extension = path.extension().string();
    const bool language = top == "verilog" || top == "vhdl" || top == "shell";
    const bool model = top == kModels;
    const bool known = it->is_directory() ? (language || model) && it.depth() == 0
                                          : path == kManifest || path == kCard || (model && it.depth() == 1 && extension == ".txt") || (language && it.depth() == 1 &&
                                                                  (extension == ".v" || extension == ".vhd" || extension == ".f" ||
                                                                  extension == ".xdc" || extension == ".sdc" || path.filename() == "files.txt"));
    if (!known && names.size() < kShown) names.push_back(path.string());
  }
  return names;
}

/// Is `inner` `outer` itself or somewhere below it?
bool lies_in(const fs::path& inner, const fs::path& outer) {
  const auto [o, i] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return o == outer.end();
}

/// Replacing a folder removes all that is in it. These must survive whatever the options say.
void check_not_needed(const fs::path& folder, const Source& source) {
  const auto refuse = [&](const char* what) {
    throw EnvironmentError(fmt::format("{} holds {}, which replacing it would remove; nothing was changed. Name another folder",
                                       folder.string(), what));
  };
  if (lies_in(fs::current_path(), folder)) refuse("the folder you are in");
  if (lies_in(fs::weakly_canonical(source.file), folder)) refuse("the stencil file");
}

void check_folder(const fs::path& folder, const GenerateOptions& options) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw EnvironmentError(fmt::format("{} is there and is no folder", folder.string()));
  const bool empty = fs::is_empty(folder, error);
  if (error) throw EnvironmentError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  check_not_needed(folder, options.source);
  if (empty || options.force) return;
  const char* const remedy = "nothing was changed. Name another folder, or use --force to replace it";
  if (!is_ours(folder)) throw EnvironmentError(fmt::format("{} holds files that rtlgen did not write; {}", folder.string(), remedy));
  const auto names = foreign(folder);
  if (names.empty()) return;
  throw EnvironmentError(fmt::format("{} holds files that rtlgen did not write ({}); {}", folder.string(), fmt::join(names, ", "), remedy));
}

void move_into_place(runner::TemporaryFolder& made, const fs::path& folder) {
  std::error_code error;
  fs::permissions(made.path(), fs::perms(0755), error);
  if (fs::exists(folder)) {
    // The old folder steps aside, so that a failing rename leaves it whole.
    runner::TemporaryFolder old(folder.parent_path());
    fs::rename(folder, old.path() / "old", error);
    if (error) throw EnvironmentError(fmt::format("cannot replace {}: {}", folder.string(), error.message()));
    fs::rename(made.path(), folder, error);
    if (error) {
      std::error_code ignored;
      fs::rename(old.path() / "old", folder, ignored);
    }
  } else {
    fs::rename(made.path(), folder, error);
  }
  if (error) throw EnvironmentError(fmt::format("cannot write {}: {}", folder.string(), error.message()));
  made.release();
}

bool check_card(const GenerateOptions& options, const Prepared& prepared, Diagnostics& diagnostics) {
  if (options.native_operators && (!options.card || options.hdl == HdlChoice::kVhdl)) {
    diagnostics.error("RG0805", {"--operators native", 0, 0, 1}, "native operators are those of a --card made from Verilog");
  }
  if (options.card && !prepared.plan.shell) {
    diagnostics.error("RG0805", {"--card", 0, 0, 1}, "a card is a core with memory, and the description has no bus to it",
                      {"add `bus: 512` to its hardware, or --set hardware.bus=512"});
  }
  return !diagnostics.has_errors();
}

/// The simulated card, compiled; nothing if none is asked for.
std::optional<runner::CardProgram> compiled_card(const GenerateOptions& options, const Prepared& prepared) {
  if (!options.card) return std::nullopt;
  CardSource card;
  card.hdl = options.hdl == HdlChoice::kVhdl ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  card.native_operators = options.native_operators;
  card.use_cache = options.use_cache;
  card.log = options.log;
  if (options.log) options.log("compiling a simulated card: that takes a minute or so, longer for large cores");
  runner::CardProgram program = build_card(prepared, options.source, card);
  if (options.log) options.log(program.from_cache ? "the card was there: it has been compiled before" : fmt::format("compiled in {:.0f} s", program.seconds));
  return program;
}

/// What stands around the core: a shell, streams, or both, with each module of rtl/ once.
std::vector<emit::File> tops_around(const plan::Plan& plan, const emit::Banner& banner) {
  std::vector<emit::File> files;
  if (plan.shell) {
    files = shell::shell_files(plan, banner);
    for (emit::File& file : shell::constraint_files(plan, banner)) files.push_back(std::move(file));
  }
  if (!plan.stream_top) return files;
  for (emit::File& file : shell::axis_files(plan, banner)) {
    const auto same = [&](const emit::File& other) { return other.path == file.path; };
    if (std::none_of(files.begin(), files.end(), same)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

Result<GenerateReport> generate(const GenerateOptions& options, Diagnostics& diagnostics) {
  auto prepared = prepare(options.source, diagnostics);
  if (!prepared) return Failure{};
  if (!check_card(options, **prepared, diagnostics)) return Failure{};
  GenerateReport report;
  report.prepared = *std::move(prepared);
  if (options.folder.empty()) throw EnvironmentError("the output folder has no name");
  // Through symbolic links: they stay, and what they point at is written.
  fs::path folder = fs::weakly_canonical(fs::absolute(options.folder)).lexically_normal();
  if (fs::is_symlink(folder)) folder = (folder.parent_path() / fs::read_symlink(folder)).lexically_normal();
  if (folder.filename().empty()) folder = folder.parent_path();
  check_folder(folder, options);
  const emit::Banner banner = banner_of(options.source);
  const hw::Design design = elaborate::elaborate(report.prepared->plan);
  const auto card = compiled_card(options, *report.prepared);

  const SignalsHeld held;
  runner::TemporaryFolder made(folder.parent_path());
  const auto put = [&](const fs::path& path, const std::string& text) {
    runner::write_file(made.path() / path, text);
    report.files.push_back(path.string());
    report.bytes += static_cast<std::int64_t>(text.size());
  };
  const auto put_language = [&](emit::Language language, const char* name) {
    for (const emit::File& file : emit::emit_design(design, language, banner)) put(fs::path(name) / file.path, file.text);
  };
  if (options.hdl != HdlChoice::kVhdl) put_language(emit::Language::kVerilog, "verilog");
  if (options.hdl != HdlChoice::kVerilog) put_language(emit::Language::kVhdl, "vhdl");
  const auto tops = tops_around(report.prepared->plan, banner);
  std::string list;
  for (const emit::File& file : tops) {
    put(fs::path("shell") / file.path, file.text);
    if (file.path.ends_with(".v")) list += file.path + "\n";
  }
  if (!tops.empty()) put("shell/files.f", list);
  if (card) {
    put(kCard, runner::read_file(card->path));
    for (const auto& [name, text] : plain_models()) put(fs::path(kModels) / name, text);
  }
  put(kManifest, manifest(*report.prepared, options.source));
  move_into_place(made, folder);
  return report;
}

}  // namespace rtlgen::driver
