// Writes a core's HDL: beside the wanted folder first, then renamed into place.
#include <fmt/format.h>

#include <filesystem>

#include "driver/driver.hpp"
#include "driver/hdl.hpp"
#include "runner/folder.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest.json";

/// Is this a folder that an earlier `generate` wrote?
bool is_ours(const fs::path& folder) {
  if (!fs::is_regular_file(folder / kManifest)) return false;
  return runner::read_file(folder / kManifest).find("\"generator\": \"rtlgen") != std::string::npos;
}

void check_folder(const fs::path& folder, bool force) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw EnvironmentError(fmt::format("{} is there and is no folder", folder.string()));
  const bool empty = fs::is_empty(folder, error);
  if (error) throw EnvironmentError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  if (empty || force || is_ours(folder)) return;
  throw EnvironmentError(fmt::format(
      "{} holds files that rtlgen did not write; nothing was changed. Name another folder, or use --force "
      "to replace it",
      folder.string()));
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

}  // namespace

Result<GenerateReport> generate(const GenerateOptions& options, Diagnostics& diagnostics) {
  auto prepared = prepare(options.source, diagnostics);
  if (!prepared) return Failure{};
  GenerateReport report;
  report.prepared = *std::move(prepared);
  fs::path folder = fs::absolute(options.folder).lexically_normal();
  if (folder.filename().empty()) folder = folder.parent_path();
  check_folder(folder, options.force);
  const emit::Banner banner = banner_of(options.source);
  const hw::Design design = elaborate::elaborate(report.prepared->plan);

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
  put(kManifest, manifest(*report.prepared, options.source));
  move_into_place(made, folder);
  return report;
}

}  // namespace rtlgen::driver
