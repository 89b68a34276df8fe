// A disk with RTLGEN_DISK_BYTES free bytes, for programs that are started with this library in LD_PRELOAD: after so
// many bytes, writes to regular files fail as on a full disk.
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

namespace {

constexpr off_t kBlock = 4096;

template <class Call>
Call* next(const char* name) {
  return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

/// Whether a write fits: like a file system, it needs space only for blocks that the file does not have yet. Messages
/// to the test, which are in pipes, always fit.
bool fits(int file, off_t begin, std::size_t size) {
  static const char* const most = std::getenv("RTLGEN_DISK_BYTES");
  static std::mutex mutex;
  static std::set<std::pair<ino_t, off_t>> blocks;
  struct stat found {};
  if (most == nullptr || size == 0 || fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) return true;
  const std::lock_guard lock(mutex);
  for (off_t block = begin / kBlock; block * kBlock < begin + static_cast<off_t>(size); ++block) {
    if (blocks.contains({found.st_ino, block})) continue;
    if (static_cast<long long>(blocks.size() + 1) * kBlock > std::atoll(most)) {
      errno = ENOSPC;
      return false;
    }
    blocks.insert({found.st_ino, block});
  }
  return true;
}

off_t place(int file) { return lseek(file, 0, SEEK_CUR); }

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, std::size_t size) {
  return fits(file, place(file), size) ? next<decltype(write)>("write")(file, bytes, size) : -1;
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t offset) {
  return fits(file, offset, size) ? next<decltype(pwrite)>("pwrite")(file, bytes, size, offset) : -1;
}

ssize_t pwrite64(int file, const void* bytes, std::size_t size, off64_t offset) {
  return fits(file, offset, size) ? next<decltype(pwrite64)>("pwrite64")(file, bytes, size, offset) : -1;
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return fits(file, place(file), size) ? next<decltype(writev)>("writev")(file, parts, count) : -1;
}
}
