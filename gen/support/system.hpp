// What this operating system does in its own way. The other files of the layers keep to C++ and POSIX (but for vfio,
// which sim/host/vfio_device.cpp alone knows).
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>

namespace rtlgen::os {

/// The file of the running program; empty if the system does not tell.
std::filesystem::path program_file();

/// The reading and the writing end of a pipe that programs started later do not inherit. Throws EnvironmentError.
std::array<int, 2> make_pipe();

/// In a child: it is killed when its parent dies. Async-signal-safe.
void die_with_parent();

/// Address space of this process, in bytes.
std::size_t mapped_bytes();

/// A file without a name that lives as long as the object. Throws EnvironmentError.
class UnnamedFile {
 public:
  explicit UnnamedFile(const std::string& text);
  UnnamedFile(UnnamedFile&& other) noexcept;
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;
  ~UnnamedFile();
  /// Opens it, within this process.
  [[nodiscard]] std::string path() const;

 private:
  int descriptor_;
};

}  // namespace rtlgen::os
