// The cache of compiled simulations: lookup, one builder at a time, and inserts that are atomic by rename.
#include "runner/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "support/errors.hpp"
#include "support/interruption.hpp"
#include "support/progress.hpp"

namespace rtlgen::runner {

namespace {

namespace fs = std::filesystem;

/// The lock of one entry: a file next to it that its holder removes. The system releases the lock if the holder dies.
class EntryLock {
 public:
  /// Waits for another holder. Holds nothing without write permission, or on file systems without locks.
  explicit EntryLock(fs::path path) : path_(std::move(path)) {
    std::optional<Progress> waiting;
    while (!try_lock()) {
      if (descriptor_ < 0) return;
      close(descriptor_);
      descriptor_ = -1;
      if (!waiting) {
        say_line("another rtlgen is compiling the same model: waiting");
        waiting.emplace("waiting for another rtlgen to compile the same model");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    interruption::add_folder(path_);
  }
  EntryLock(const EntryLock&) = delete;
  EntryLock& operator=(const EntryLock&) = delete;
  ~EntryLock() {
    if (descriptor_ < 0) return;
    unlink(path_.c_str());
    interruption::forget_folder(path_);
    close(descriptor_);
  }

 private:
  /// False with a descriptor: another process has the lock. False without one: there are no locks here.
  bool try_lock() {
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) return false;
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return false;
      close(descriptor_);
      descriptor_ = -1;
      return false;
    }
    // The previous holder may have removed the file in the meantime.
    struct stat mine {};
    struct stat there {};
    if (fstat(descriptor_, &mine) == 0 && stat(path_.c_str(), &there) == 0 && mine.st_ino == there.st_ino) return true;
    close(descriptor_);
    return try_lock();
  }

  fs::path path_;
  int descriptor_ = -1;
};

/// In each entry: the digest of the names, sizes, first and last bytes of its other files.
constexpr const char* kContents = ".contents";

/// Computes that digest. It detects files that a power failure, a full quota or a network file system has truncated or
/// filled with zeros. Only the ends are read, because precompiled headers have a hundred megabytes. Throws
/// std::system_error.
std::string contents_of(const fs::path& folder) {
  constexpr std::int64_t kEnd = 4096;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != kContents) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Digest digest;
  for (const fs::path& path : files) {
    const auto size = static_cast<std::int64_t>(fs::file_size(path));
    digest.add(path.lexically_relative(folder).string());
    digest.add(std::to_string(size));
    std::ifstream file(path, std::ios::binary);
    for (const std::int64_t from : {std::int64_t{0}, std::max<std::int64_t>(0, size - kEnd)}) {
      std::string bytes(static_cast<std::size_t>(std::min(kEnd, size)), '\0');
      file.seekg(from);
      if (!bytes.empty() && !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
        throw std::system_error(std::make_error_code(std::errc::io_error), path.string());
      digest.add(bytes);
    }
  }
  return digest.finish();
}

enum class Entry { kMissing, kWhole, kDamaged, kUnreadable };

/// Entries of an older version have no digest, and count as complete.
Entry state_of(const fs::path& entry) {
  try {
    if (!fs::exists(entry)) return Entry::kMissing;
    if (!fs::exists(entry / kContents)) return Entry::kWhole;
    std::ifstream file(entry / kContents);
    std::string kept;
    if (!file) return Entry::kUnreadable;
    return std::getline(file, kept) && kept == contents_of(entry) ? Entry::kWhole : Entry::kDamaged;
  } catch (const std::system_error&) {
    return Entry::kUnreadable;  // too many open files, or another user's entry
  }
}

bool is_whole(const fs::path& entry) { return state_of(entry) == Entry::kWhole; }

/// Moves the contents of `made` to `entry`; returns the reason if that fails.
std::error_code keep(const fs::path& made, const fs::path& entry) {
  std::error_code error;
  try {
    write_file(made / kContents, contents_of(made) + "\n");
  } catch (const std::system_error& failure) {
    return failure.code();
  } catch (const EnvironmentError&) {
    return std::make_error_code(std::errc::no_space_on_device);
  }
  fs::rename(made, entry, error);
  if (!error || is_whole(entry)) return {};
  if (error != std::errc::cross_device_link) return error;
  try {
    TemporaryFolder copy(entry.parent_path());
    fs::copy(made, copy.path(), fs::copy_options::recursive, error);
    if (error) return error;
    fs::rename(copy.path(), entry, error);
    if (!error) copy.release();
    return error && is_whole(entry) ? std::error_code() : error;
  } catch (const EnvironmentError&) {
    return {errno, std::generic_category()};
  }
}

/// Removes a damaged entry and prints a note. The entry is removed at once, by a rename, so that no half of it can be
/// taken for an old entry. The caller holds its lock.
void remove_damaged(const fs::path& entry) {
  if (state_of(entry) != Entry::kDamaged) return;
  say_line(fmt::format("note: {} was damaged; removed and rebuilt", entry.string()));
  try {
    const TemporaryFolder away(entry.parent_path());
    fs::rename(entry, away.path() / "entry");
  } catch (const std::exception&) {
    // It stays; this run uses what it builds.
  }
}

/// Whether another user has created a folder of that name in a place where everyone may write: programs from there are
/// not run.
bool is_foreign(const fs::path& root) {
  struct stat parent {};
  struct stat found {};
  const bool all_may_write = stat(root.parent_path().c_str(), &parent) == 0 && (parent.st_mode & S_IWOTH) != 0;
  return all_may_write && lstat(root.c_str(), &found) == 0 && (found.st_uid != geteuid() || !S_ISDIR(found.st_mode));
}

}  // namespace

fs::path cache_root() {
  const auto variable = [](const char* name) -> fs::path {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (const auto own = variable("RTLGEN_CACHE"); !own.empty()) return fs::absolute(own);
  if (const auto xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return fs::absolute(xdg / "rtlgen");
  if (const auto home = variable("HOME"); !home.empty()) return fs::absolute(home / ".cache" / "rtlgen");
  const passwd* const user = getpwuid(geteuid());
  if (user != nullptr && user->pw_dir != nullptr && fs::is_directory(user->pw_dir))
    return fs::path(user->pw_dir) / ".cache" / "rtlgen";
  return temporary_place() / fmt::format("rtlgen-cache-{}", geteuid());
}

CacheEntry uncached(const std::function<void(const fs::path&)>& make) {
  const auto folder = std::make_shared<TemporaryFolder>();
  make(folder->path());
  return {folder->path(), false, folder};
}

bool is_cached(const std::string& key) { return !is_foreign(cache_root()) && is_whole(cache_root() / key); }

CacheEntry cached(const std::string& key, const std::function<void(const fs::path&)>& make) {
  const fs::path root = cache_root();
  const fs::path entry = root / key;
  std::error_code error;
  const auto keep_or_warn = [&](CacheEntry made) {
    if (!error) error = keep(made.folder, entry);
    if (!error) {
      if (!fs::exists(made.folder)) std::static_pointer_cast<TemporaryFolder>(made.keep_alive)->release();
      return CacheEntry{entry, false, nullptr};
    }
    say_line(fmt::format(
        "note: the compiled simulation cannot be cached in {} ({}); this run uses it, the next one compiles again",
        root.string(), error.message()));
    return made;
  };
  if (is_foreign(root)) {
    error = std::make_error_code(std::errc::operation_not_permitted);
    return keep_or_warn(uncached(make));
  }
  if (is_whole(entry)) return {entry, true, nullptr};
  fs::create_directories(root, error);
  if (error) return keep_or_warn(uncached(make));
  remove_stale_folders(root);
  const EntryLock lock(root / (key + ".lock"));
  if (is_whole(entry)) return {entry, true, nullptr};
  remove_damaged(entry);
  return keep_or_warn(uncached(make));
}

}  // namespace rtlgen::runner
