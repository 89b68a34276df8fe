// Ends a simulation whose waveform cannot be written: Verilator's FST writer ignores such faults, and its VCD writer
// never returns from them.
//
// Compiled only with waveforms. `write` and `writev` here take the place of the C library's for all code outside it;
// the linker leads the calls of fwrite, fflush and fclose here. The exit status is the error number, which
// runner/verilator.cpp turns into a message.
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
std::size_t __real_fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* file);
int __real_fflush(std::FILE* file);
int __real_fclose(std::FILE* file);
std::size_t __wrap_fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* file);
int __wrap_fflush(std::FILE* file);
int __wrap_fclose(std::FILE* file);
}

namespace {

[[noreturn]] void end(int number) {
  constexpr int kLeast = 4, kMost = 125;
  std::fflush(stderr);
  ::_exit(number >= kLeast && number <= kMost ? number : EIO);
}

/// Whether a descriptor is the waveform, and not a result or the terminal.
bool is_waveform(int file) {
  const char* const name = std::getenv("RTLGEN_WAVEFORM");
  char link[64], target[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = ::readlink(link, target, sizeof target);
  return name != nullptr && size == static_cast<ssize_t>(std::strlen(name)) && std::memcmp(target, name, size) == 0;
}

/// The result of a system call that wrote to `file`. A waveform's failure ends the program, unless it can be repeated.
ssize_t checked(int file, ssize_t count) {
  const int number = errno;
  if (count < 0 && number != EINTR && number != EAGAIN && is_waveform(file)) end(number);
  errno = number;
  return count;
}

/// FST needs several files, all through the C library's streams; nothing else here uses those but for messages.
void check(std::FILE* file, bool good) {
  const int number = errno;
  if (file == stdout || file == stderr || file == nullptr) return;
  if (!good || std::ferror(file) != 0) end(number);
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, std::size_t size) {
  return checked(file, ::syscall(SYS_write, file, bytes, size));
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  return checked(file, ::syscall(SYS_writev, file, parts, count));
}

std::size_t __wrap_fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* file) {
  const std::size_t written = __real_fwrite(bytes, size, count, file);
  check(file, written == count);
  return written;
}

int __wrap_fflush(std::FILE* file) {
  const int status = __real_fflush(file);
  check(file, status == 0);
  return status;
}

int __wrap_fclose(std::FILE* file) {
  check(file, true);
  const int status = __real_fclose(file);
  if (status != 0) end(errno);
  return status;
}
}
