// Linux: /proc, prctl, pipe2, memfd_create.
#include "support/system.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "support/errors.hpp"

namespace rtlgen::os {

std::filesystem::path program_file() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw EnvironmentError(std::string("cannot create a pipe: ") + std::strerror(errno));
  return ends;
}

void die_with_parent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

std::size_t mapped_bytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

UnnamedFile::UnnamedFile(const std::string& text) : descriptor_(memfd_create("rtlgen", MFD_CLOEXEC)) {
  if (descriptor_ >= 0 && ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size())) return;
  const std::string reason = std::strerror(errno);
  if (descriptor_ >= 0) ::close(descriptor_);
  throw EnvironmentError("cannot create a file in memory: " + reason);
}

UnnamedFile::UnnamedFile(UnnamedFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

UnnamedFile::~UnnamedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string UnnamedFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

}  // namespace rtlgen::os
