// Temporary folders: their location, their names, and the removal of those left behind by killed programs.
#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "support/errors.hpp"
#include "support/interruption.hpp"

namespace rtlgen {

namespace {

namespace fs = std::filesystem;

/// Hidden, because a folder may be next to a user's results for a moment. Contains the name of the machine, so that
/// each machine removes only its own leftovers: on shared file systems a lock may be visible on one machine only.
std::string prefix() {
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  std::string name = ".rtlgen.tmp.";
  for (const char* c = host; *c != '\0'; ++c) name += std::isalnum(static_cast<unsigned char>(*c)) != 0 ? *c : '-';
  return name + ".";
}

/// Whether make can handle the path: makefiles cannot quote all characters; letters beyond ASCII are fine.
bool make_can_read(const fs::path& path) {
  const std::string text = path.string();
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || std::strchr("/._-+,@", c) != nullptr;
  });
}

bool is_writable_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) && access(path.c_str(), W_OK | X_OK) == 0;
}

/// The variable that sets the location, and the location.
std::pair<std::string, fs::path> requested_place() {
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') return {name, fs::absolute(value)};
  }
  return {"", "/tmp"};
}

/// Opens `folder` and takes its lock; -1 if it is taken, or if the file system has no locks.
int take_lock(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  if (descriptor >= 0) close(descriptor);
  return -1;
}

/// Whether the folder is a leftover. A new folder looks like one until it is locked, so a leftover must have a minimum
/// age.
bool is_left(const fs::path& folder) {
  constexpr std::time_t kYoung = 60;
  struct stat found {};
  return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         found.st_mtime + kYoung < std::time(nullptr);
}

}  // namespace

void remove_stale_folders(const fs::path& place) {
  static std::mutex mutex;
  static std::set<fs::path> done;
  {
    const std::lock_guard lock(mutex);
    if (!done.insert(place).second) return;
  }
  const std::string own = prefix();
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    if (!path.filename().string().starts_with(own) || !is_left(path)) continue;
    std::error_code ignored;
    if (fs::exists(path / kTakenAway, ignored))
      continue;  // it holds a user's files, which new output was about to replace
    const int lock = take_lock(path);
    if (lock < 0) continue;
    fs::remove_all(path, ignored);
    close(lock);
  }
}

fs::path temporary_place() {
  const auto [variable, place] = requested_place();
  const std::string remedy = "; set TMPDIR to a writable folder";
  std::error_code error;
  if (!fs::is_directory(place, error)) {
    throw EnvironmentError(fmt::format("{} {}, which {}{}",
                                       variable.empty() ? "temporary files go to" : variable + " is", place.string(),
                                       fs::exists(place, error) ? "is not a folder" : "does not exist", remedy));
  }
  if (make_can_read(place)) {
    if (!is_writable_folder(place))
      throw EnvironmentError(
          fmt::format("cannot create a folder in {}: {}{}", place.string(), std::strerror(errno), remedy));
    return place;
  }
  for (const char* other : {"/tmp", "/var/tmp", "/dev/shm"}) {
    if (is_writable_folder(other)) return other;
  }
  throw EnvironmentError(
      fmt::format("{} is {}, a name that make cannot handle, and /tmp and /var/tmp are not writable{}", variable,
                  place.string(), remedy));
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
  std::error_code error;
  const fs::path base = parent.empty() ? temporary_place() : parent;
  if (!parent.empty()) fs::create_directories(parent, error);
  remove_stale_folders(base);
  std::string name = (base / (prefix() + "XXXXXX")).string();
  const interruption::Held until_registered;
  if (error || mkdtemp(name.data()) == nullptr) {
    throw EnvironmentError(fmt::format("cannot create a folder in {}: {}{}", base.string(),
                                       error ? error.message() : std::strerror(errno),
                                       parent.empty() ? "; set TMPDIR to a writable folder" : ""));
  }
  path_ = name;
  interruption::add_folder(path_);
  lock_ = take_lock(path_);
}

void TemporaryFolder::release() {
  if (!path_.empty()) interruption::forget_folder(path_);
  path_.clear();
  if (lock_ >= 0) close(lock_);
  lock_ = -1;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  release();
}

}  // namespace rtlgen
