// Parts that the fuzz targets share. A target is a file that defines LLVMFuzzerTestOneInput: libFuzzer's entry in the
// clang build (scripts/fuzz.sh), one of the functions of replay.cpp in every other.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace rtlgen::fuzz {

/// Ends the program, which is what a fuzzer takes for a finding.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// An input as a file in memory, for readers that take a path.
class File {
 public:
  File(const std::uint8_t* data, std::size_t size) : number_(memfd_create("input", MFD_CLOEXEC)) {
    require(number_ >= 0 && (size == 0 || ::write(number_, data, size) == static_cast<ssize_t>(size)),
            "no file in memory");
    path_ = "/proc/self/fd/" + std::to_string(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(number_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int number_;
  std::string path_;
};

}  // namespace rtlgen::fuzz
