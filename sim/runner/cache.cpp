// The cache of compiled simulations: lookup, and an insert that is atomic by rename.
#include "runner/cache.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "runner/folder.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::runner {

std::filesystem::path cache_root() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const auto own = variable("RTLGEN_CACHE"); !own.empty()) return own;
  if (const auto xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg / "rtlgen";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "rtlgen";
  return std::filesystem::temp_directory_path() / "rtlgen-cache";
}

std::filesystem::path cached(const std::string& key,
                             const std::function<void(const std::filesystem::path&)>& make, bool& hit) {
  namespace fs = std::filesystem;
  const fs::path entry = cache_root() / key;
  hit = fs::exists(entry);
  if (hit) return entry;
  TemporaryFolder folder(cache_root());
  make(folder.path());
  std::error_code error;
  fs::rename(folder.path(), entry, error);
  if (!error) {
    folder.release();
  } else if (!fs::exists(entry)) {
    throw EnvironmentError(fmt::format("cannot create {}: {}", entry.string(), error.message()));
  }
  return entry;
}

}  // namespace rtlgen::runner
