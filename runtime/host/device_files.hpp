// The system calls of a back end on a driver's device files. One implementation calls Linux; a test has another, which
// simulates driver and card. Failures return -errno, as the kernel does; nothing here throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "visible.h"

namespace rtlgen::host {

class RTLGEN_HOST_VISIBLE DeviceFiles {
 public:
  DeviceFiles() = default;
  DeviceFiles(const DeviceFiles&) = delete;
  DeviceFiles& operator=(const DeviceFiles&) = delete;
  virtual ~DeviceFiles() = default;

  /// Returns a file descriptor; `flags` are those of open(2).
  virtual int open(const std::string& path, int flags) = 0;
  virtual void close(int file) = 0;
  enum class Lock : std::uint8_t { kShared, kExclusive };
  /// Locks other programs out until the file is closed, or with kShared those that want it alone; 0, or -EWOULDBLOCK if
  /// another one holds the lock.
  virtual int lock(int file, Lock kind) = 0;
  /// The processes that use a file, for people: "process 4711 (python3)"; "": none is known.
  virtual std::string holders(const std::string& /*path*/) { return ""; }
  /// Returns the number of bytes moved, which may be fewer than requested. The driver interprets `offset`: for a DMA
  /// channel, it is the card address.
  virtual std::int64_t read_at(int file, void* data, std::size_t bytes, std::uint64_t offset) = 0;
  virtual std::int64_t write_at(int file, const void* data, std::size_t bytes, std::uint64_t offset) = 0;
  virtual std::int64_t read(int file, void* data, std::size_t bytes) = 0;
  /// 1 if read() would not block; 0 if it still would after `milliseconds`.
  virtual int wait_readable(int file, int milliseconds) = 0;
  /// Maps the first bytes of the file; null if that is not possible.
  virtual void* map(int file, std::size_t bytes) = 0;
  virtual void unmap(void* memory, std::size_t bytes) = 0;
  /// Paths that begin with `prefix`, in order.
  virtual std::vector<std::string> paths(const std::string& prefix) = 0;
};

/// The implementation for this machine.
RTLGEN_HOST_VISIBLE std::shared_ptr<DeviceFiles> linux_files();

}  // namespace rtlgen::host
