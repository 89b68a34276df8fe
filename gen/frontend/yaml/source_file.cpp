// Reads the text of a YAML file with limits on time and size, whatever kind of file the path names.
#include "frontend/yaml/source_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "frontend/frontend.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// A file descriptor, closed at the end unless it is standard input.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : fd_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) ::close(fd_);
  }

  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Waits until data can be read; false if none came within the time that a pipe may lack a writer.
bool wait_for(int fd, bool may_be_alone) {
  pollfd wanted{fd, POLLIN, 0};
  const int timeout = may_be_alone ? static_cast<int>(kPipePatience.count()) : -1;
  int got = 0;
  do {
    got = ::poll(&wanted, 1, timeout);
  } while (got < 0 && errno == EINTR);
  return got != 0;
}

struct Bytes {
  std::string text;
  std::string fault;  ///< reason if none exists
};

/// Reads a pipe, another file, or standard input (`patient`: without a time limit).
Bytes read_bytes(int fd, bool pipe, bool patient) {
  Bytes out;
  out.text.resize(kMaxFileBytes + 1);
  std::size_t size = 0;
  bool alone = pipe;  // until a writer is known
  while (size < out.text.size()) {
    const bool ready = !pipe || wait_for(fd, alone);
    // Only a read shows whether a silent pipe has a writer: without one, the pipe is at its end.
    const ssize_t got = ::read(fd, out.text.data() + size, out.text.size() - size);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      alone = false;  // only a pipe with a writer can be empty without being at its end
      if (errno == EAGAIN && !pipe && !wait_for(fd, !patient))
        return {"", fmt::format("no data from this device for {} s", kPipePatience.count() / 1000)};
      continue;
    }
    if (got < 0) return {"", std::strerror(errno)};
    if (got == 0 && !ready)
      return {"", fmt::format("it is a pipe without a writer: no data for {} s", kPipePatience.count() / 1000)};
    if (got == 0) break;
    alone = false;
    size += static_cast<std::size_t>(got);
  }
  out.text.resize(size);
  return out;
}

/// Reads at most kMaxFileBytes + 1 bytes of a file.
Bytes read_file(const std::string& path) {
  const Descriptor file(path);
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return {"", std::strerror(errno)};
  if (S_ISDIR(status.st_mode)) return {"", "it is a folder"};
  return read_bytes(file.get(), S_ISFIFO(status.st_mode) && path != "-", path == "-");
}

}  // namespace

Result<std::string> normalized_source(const std::string& text, const std::string& filename, Diagnostics& diagnostics) {
  if (text.size() > kMaxFileBytes)
    return diagnostics.error(Code::kFileTooLarge, {filename}, "the file is too large for a description",
                             {fmt::format("at most {} bytes are read", kMaxFileBytes)});
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

Result<std::string> Texts::read(const std::string& path, Diagnostics& diagnostics) {
  const std::scoped_lock lock(mutex_);
  auto found = files_.find(path);
  if (found == files_.end()) {
    Bytes bytes = read_file(path);
    found = files_.emplace(path, File{std::move(bytes.text), std::move(bytes.fault)}).first;
  }
  const File& file = found->second;
  if (file.fault.empty()) return file.text;
  return diagnostics.error(Code::kUnreadableFile, {path}, "the file cannot be read", {file.fault});
}

Result<std::string> read_source_file(const std::string& path, Diagnostics& diagnostics) {
  return Texts().read(path, diagnostics);
}

}  // namespace rtlgen::frontend
