// Linux device files.
#include "host/device_files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "host/holders.hpp"

namespace rtlgen::host {

namespace {

template <typename Number>
Number or_errno(Number result) {
  return result < 0 ? -errno : result;
}

class LinuxFiles : public DeviceFiles {
 public:
  int open(const std::string& path, int flags) override { return or_errno(::open(path.c_str(), flags | O_CLOEXEC)); }
  void close(int file) override { ::close(file); }
  int lock(int file, Lock kind) override {
    return or_errno(::flock(file, (kind == Lock::kShared ? LOCK_SH : LOCK_EX) | LOCK_NB));
  }
  std::string holders(const std::string& path) override { return holders_text(path); }
  std::int64_t read_at(int file, void* data, std::size_t bytes, std::uint64_t offset) override {
    return or_errno<std::int64_t>(::pread(file, data, bytes, static_cast<off_t>(offset)));
  }
  std::int64_t write_at(int file, const void* data, std::size_t bytes, std::uint64_t offset) override {
    return or_errno<std::int64_t>(::pwrite(file, data, bytes, static_cast<off_t>(offset)));
  }
  std::int64_t read(int file, void* data, std::size_t bytes) override {
    return or_errno<std::int64_t>(::read(file, data, bytes));
  }

  int wait_readable(int file, int milliseconds) override {
    pollfd wanted{file, POLLIN, 0};
    const int ready = or_errno(::poll(&wanted, 1, milliseconds));
    // A device that has disappeared is always "ready".
    return ready > 0 && (wanted.revents & POLLIN) == 0 ? -ENODEV : ready;
  }

  void* map(int file, std::size_t bytes) override {
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? nullptr : memory;
  }
  void unmap(void* memory, std::size_t bytes) override { ::munmap(memory, bytes); }

  std::vector<std::string> paths(const std::string& prefix) override {
    std::vector<std::string> found;
    std::error_code ignored;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(prefix).parent_path(), ignored)) {
      if (entry.path().string().compare(0, prefix.size(), prefix) == 0) found.push_back(entry.path().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }
};

}  // namespace

std::shared_ptr<DeviceFiles> linux_files() { return std::make_shared<LinuxFiles>(); }

}  // namespace rtlgen::host
