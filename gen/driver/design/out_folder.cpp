// Checks a folder before it is replaced, writes next to it, renames.
#include "driver/design/out_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "driver/design/file_list.hpp"
#include "driver/prepare/source.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// The first few of `names`.
std::string some_of(std::vector<std::string> names) {
  constexpr std::size_t kShown = 3;
  names.resize(std::min(names.size(), kShown));
  return fmt::format("{}", fmt::join(names, ", "));
}

constexpr const char* kForeign = "holds files that rtlgen did not write";

/// Whether `inner` is `outer` or inside it.
bool lies_in(const fs::path& inner, const fs::path& outer) {
  const auto [o, i] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return o == outer.end();
}

/// Replacing a folder removes all of its contents. The paths checked here must survive with any options.
void check_not_needed(const fs::path& folder, const Source& source) {
  const auto refuse = [&](const char* what) {
    throw EnvironmentError(
        fmt::format("replacing {} would remove {}; nothing was changed. Name another folder", folder.string(), what));
  };
  if (lies_in(fs::current_path(), folder)) refuse("the folder you are in");
  if (lies_in(fs::weakly_canonical(source.file), folder)) refuse("the stencil file");
}

}  // namespace

fs::path target_folder(const std::string& name) {
  if (name.empty()) throw EnvironmentError("the output folder has no name");
  fs::path folder = fs::weakly_canonical(fs::absolute(name)).lexically_normal();
  if (fs::is_symlink(folder)) folder = (folder.parent_path() / fs::read_symlink(folder)).lexically_normal();
  if (folder.filename().empty()) folder = folder.parent_path();
  return folder;
}

Objection objection_by_name(Marker is_ours, KnownName is_known) {
  return [is_ours = std::move(is_ours), is_known = std::move(is_known)](const fs::path& folder) -> std::string {
    if (!is_ours(folder)) return kForeign;
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const fs::path path = fs::relative(entry.path(), folder);
      if (!is_known(path, entry.is_directory())) names.push_back(path.string());
    }
    return names.empty() ? "" : fmt::format("{} ({})", kForeign, some_of(names));
  };
}

Objection objection_by_list(Marker is_ours) {
  return [is_ours = std::move(is_ours)](const fs::path& folder) -> std::string {
    if (!is_ours(folder)) return kForeign;
    if (!fs::is_regular_file(folder / kFileList))
      return fmt::format("has no {}, without which rtlgen cannot tell its files from yours: an older rtlgen wrote it",
                         kFileList);
    const Changes changes = changes_of(folder);
    if (!changes.added.empty()) return fmt::format("{} ({})", kForeign, some_of(changes.added));
    if (changes.changed.empty()) return "";
    return fmt::format("holds files that were changed after rtlgen wrote them ({})", some_of(changes.changed));
  };
}

void check_folder(const fs::path& folder, const Objection& objection, const Source& source, bool force) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw EnvironmentError(fmt::format("{} exists and is not a folder", folder.string()));
  const bool empty = fs::is_empty(folder, error);
  if (error) throw EnvironmentError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  check_not_needed(folder, source);
  if (empty || force) return;
  const std::string why = objection(folder);
  if (why.empty()) return;
  throw EnvironmentError(fmt::format("{} {}; nothing was changed. Name another folder, or use --force to replace it",
                                     folder.string(), why));
}

OutFolder::OutFolder(fs::path folder) : folder_(std::move(folder)), made_(folder_.parent_path()) {}

OutFolder::~OutFolder() = default;

void OutFolder::put(const fs::path& path, const std::string& text) {
  write_hidden_file(made_.path() / path, text, folder_ / path);
  files_.push_back(path.string());
  bytes_ += static_cast<std::int64_t>(text.size());
}

void OutFolder::finish() {
  std::error_code error;
  fs::permissions(made_.path(), fs::perms(0755), error);
  if (fs::exists(folder_)) {
    // The old folder is moved aside, so that it is intact if the rename fails.
    runner::TemporaryFolder old(folder_.parent_path());
    fs::rename(folder_, old.path() / kTakenAway, error);
    if (error) throw EnvironmentError(fmt::format("cannot replace {}: {}", folder_.string(), error.message()));
    fs::rename(made_.path(), folder_, error);
    if (error) {
      std::error_code ignored;
      fs::rename(old.path() / kTakenAway, folder_, ignored);
    }
  } else {
    fs::rename(made_.path(), folder_, error);
  }
  if (error) throw EnvironmentError(fmt::format("cannot write {}: {}", folder_.string(), error.message()));
  made_.release();
}

}  // namespace rtlgen::driver
