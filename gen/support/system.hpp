// Calls that are specific to this operating system. All other files of the layers use only C++ and POSIX (except for
// vfio, which only runtime/host/vfio_device.cpp uses).
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>

namespace rtlgen::os {

/// The file of the running program; empty if the system does not report it.
std::filesystem::path program_file();

/// The read end and the write end of a pipe that programs started later do not inherit. Throws EnvironmentError.
std::array<int, 2> make_pipe();

/// Called in a child: the child is killed when its parent dies. Async-signal-safe.
void die_with_parent();

/// The size of this process's address space.
std::size_t mapped_bytes();

/// A file without a name that exists as long as the object. Throws EnvironmentError.
class UnnamedFile {
 public:
  explicit UnnamedFile(const std::string& text);
  UnnamedFile(UnnamedFile&& other) noexcept;
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;
  ~UnnamedFile();
  /// A path that opens it, within this process.
  [[nodiscard]] std::string path() const;

 private:
  int descriptor_;
};

}  // namespace rtlgen::os
