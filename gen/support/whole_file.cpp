// Whole-file writes through a temporary folder, and the identity of paths.
#include "support/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/interruption.hpp"

namespace rtlgen {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
  throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), reason));
}

[[noreturn]] void fail(const fs::path& path, int number) { fail(path, std::strerror(number)); }

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 ? std::optional(found) : std::nullopt;
}

/// The errno of the first write, or of the last step, that failed; 0: none failed. Closes `file`.
int put_all(int file, std::string_view bytes) {
  int number = 0;
  while (!bytes.empty() && number == 0) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      number = errno;
  }
  // Some file systems report a full disk only here.
  if (close(file) != 0 && number == 0) number = errno;
  return number;
}

void write_in_place(const fs::path& path, std::string_view bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) fail(path, errno);
  if (const int number = put_all(file, bytes); number != 0) fail(path, number);
}

mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// A new file in `folder`, open for writing, with the mode that `path` will have; `beside` receives its name.
int open_beside(const fs::path& path, const fs::path& folder, std::string& beside) {
  const auto found = status_of(path);
  beside = (folder / real_place(path).filename()).string();
  const int file = open(beside.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) fail(path, errno);
  fchmod(file, found ? found->st_mode & 07777 : usual_mode());
  return file;
}

/// Throws a failure of `path` if the folder cannot be created.
void make_folder_beside(const fs::path& path, const fs::path& place, std::optional<TemporaryFolder>& folder) {
  try {
    folder.emplace(place.parent_path());
  } catch (const EnvironmentError& error) {
    fail(path, error.what());
  }
}

}  // namespace

void check_writable(const fs::path& path) {
  if (path.empty()) fail(path, "the name is empty");
  const auto found = status_of(path);
  if (!found && errno != ENOENT) fail(path, errno);
  if (found && S_ISDIR(found->st_mode)) fail(path, "it is a folder");
  if (found && access(path.c_str(), W_OK) != 0) fail(path, errno);
  if (found && !S_ISREG(found->st_mode)) return;
  const fs::path place = real_place(path), folder = place.parent_path();
  const auto parent = status_of(folder);
  if (!parent) fail(path, fmt::format("{}: {}", folder.string(), std::strerror(errno)));
  if (!S_ISDIR(parent->st_mode)) fail(path, fmt::format("{} is not a folder", folder.string()));
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    fail(path, fmt::format("{}: {}", folder.string(), std::strerror(errno)));
  const long longest = pathconf(folder.c_str(), _PC_NAME_MAX);
  if (longest > 0 && place.filename().string().size() > static_cast<std::size_t>(longest)) fail(path, ENAMETOOLONG);
}

void write_whole_file(const fs::path& path, std::string_view bytes) {
  check_writable(path);
  const auto found = status_of(path);
  if (found && !S_ISREG(found->st_mode)) return write_in_place(path, bytes);
  const fs::path place = real_place(path);
  const interruption::Held held;  // signals wait until the file is in place
  std::optional<TemporaryFolder> folder;
  make_folder_beside(path, place, folder);
  std::string beside;
  int number = put_all(open_beside(path, folder->path(), beside), bytes);
  if (number == 0 && rename(beside.c_str(), place.c_str()) != 0) number = errno;
  if (number != 0) fail(path, number);
}

void write_hidden_file(const fs::path& path, std::string_view bytes, const fs::path& shown) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) fail(shown, error.message());
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const int number = file < 0 ? errno : put_all(file, bytes);
  if (number != 0) fail(shown, number);
}

FileBeside::FileBeside(const fs::path& path) : path_(path) {
  check_writable(path);
  const auto found = status_of(path);
  if (found && !S_ISREG(found->st_mode)) fail(path, "this format needs a regular file");
  place_ = real_place(path);
  const interruption::Held held;
  make_folder_beside(path, place_, folder_);
  close(open_beside(path, folder_->path(), beside_));
}

void FileBeside::put(std::string_view bytes) {
  const int file = open(beside_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  const int number = file < 0 ? errno : put_all(file, bytes);
  if (number != 0) fail(path_, number);
}

void FileBeside::commit() {
  const interruption::Held held;
  if (rename(beside_.c_str(), place_.c_str()) != 0) fail(path_, errno);
  folder_.reset();
}

std::string read_whole_file(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  int number = file < 0 ? errno : 0;
  std::string bytes;
  std::vector<char> block(std::size_t{1} << 16);
  for (ssize_t count = 1; number == 0 && count > 0;) {
    count = read(file, block.data(), block.size());
    if (count > 0) bytes.append(block.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) number = errno;
    if (count < 0) count = 1;
  }
  if (file >= 0) close(file);
  if (number != 0) throw EnvironmentError(fmt::format("cannot read {}: {}", path.string(), std::strerror(number)));
  return bytes;
}

fs::path real_place(const fs::path& path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  // A dangling link is followed too.
  for (int i = 0; i < kMostLinks && fs::is_symlink(place, error); ++i)
    place = place.parent_path() / fs::read_symlink(place, error);
  fs::path real = fs::weakly_canonical(place, error);
  if (error) real = place.lexically_normal();
  return real.has_filename() ? real : real.parent_path();
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  const auto one = status_of(a), other = status_of(b);
  const auto is_special = [](const std::optional<struct stat>& s) {
    return s && !S_ISREG(s->st_mode) && !S_ISDIR(s->st_mode);
  };
  if (is_special(one) || is_special(other)) return false;
  if (one && other) return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
  return real_place(a) == real_place(b);
}

}  // namespace rtlgen
