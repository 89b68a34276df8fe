// Checks a folder before it is replaced, writes next to it, renames.
#include "driver/design/out_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "driver/prepare/source.hpp"
#include "support/errors.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

/// Names in `folder` that the command would not have written; at most a few.
std::vector<std::string> foreign(const fs::path& folder, const FolderRules& rules) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> names;
  for (auto it = fs::recursive_directory_iterator(folder); it != fs::recursive_directory_iterator(); ++it) {
    const fs::path path = fs::relative(it->path(), folder);
    if (!rules.is_known(path, it->is_directory()) && names.size() < kShown) names.push_back(path.string());
  }
  return names;
}

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

void check_folder(const fs::path& folder, const FolderRules& rules, const Source& source, bool force) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw EnvironmentError(fmt::format("{} exists and is not a folder", folder.string()));
  const bool empty = fs::is_empty(folder, error);
  if (error) throw EnvironmentError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  check_not_needed(folder, source);
  if (empty || force) return;
  const char* const remedy = "nothing was changed. Name another folder, or use --force to replace it";
  if (!rules.is_ours(folder))
    throw EnvironmentError(fmt::format("{} holds files that rtlgen did not write; {}", folder.string(), remedy));
  const auto names = foreign(folder, rules);
  if (names.empty()) return;
  throw EnvironmentError(fmt::format("{} holds files that rtlgen did not write ({}); {}", folder.string(),
                                     fmt::join(names, ", "), remedy));
}

OutFolder::OutFolder(fs::path folder) : folder_(std::move(folder)), made_(folder_.parent_path()) {}

OutFolder::~OutFolder() = default;

void OutFolder::put(const fs::path& path, const std::string& text) {
  runner::write_file(made_.path() / path, text);
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
