// Linux serial ports.
#include "host/serial_port.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <system_error>

#include "host/holders.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

namespace {

std::string reason(int number) { return fmt::format("{} (errno {})", std::generic_category().message(number), number); }

speed_t speed_of(const std::string& path, int baud) {
  static const std::map<int, speed_t> kSpeeds = {
      {9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},    {115200, B115200},
      {230400, B230400},   {460800, B460800},   {500000, B500000},   {921600, B921600},  {1000000, B1000000},
      {1500000, B1500000}, {2000000, B2000000}, {3000000, B3000000}, {4000000, B4000000}};
  const auto found = kSpeeds.find(baud);
  if (found == kSpeeds.end())
    throw DeviceError(
        fmt::format("{} cannot run at {} baud: Linux supports standard rates from 9600 to 4000000", path, baud));
  return found->second;
}

/// Keeps the file open and locked, and closes it in the end.
class LinuxPort : public SerialPort {
 public:
  LinuxPort(const std::string& path, int baud)
      : file_(::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
    if (file_ < 0) {
      const int number = errno;
      const char* const hint = number == EACCES ? "; give your user read and write access: the group is often `dialout`"
                               : number == ENOENT || number == ENXIO || number == ENODEV
                                   ? "; `dmesg` shows the name of the board's USB bridge once it is plugged in"
                                   : "";
      throw DeviceError(fmt::format("cannot open {}: {}{}", path, reason(number), hint));
    }
    try {
      if (::flock(file_, LOCK_EX | LOCK_NB) < 0) throw DeviceError(in_use_text(path, holders_text(path)));
      set_up(path, baud);
    } catch (...) {
      ::close(file_);
      throw;
    }
  }
  ~LinuxPort() override { ::close(file_); }

  std::int64_t write(const void* data, std::size_t bytes) override {
    constexpr int kPatienceMs = 1000;
    if (const int ready = wait_for(POLLOUT, kPatienceMs); ready <= 0) return ready;
    return moved(::write(file_, data, bytes));
  }
  std::int64_t read(void* data, std::size_t most, int milliseconds) override {
    if (const int ready = wait_for(POLLIN, milliseconds); ready <= 0) return ready;
    const std::int64_t got = ::read(file_, data, most);
    // Ready without data: the line has disappeared.
    return got == 0 ? -EIO : moved(got);
  }
  void discard() override { ::tcflush(file_, TCIFLUSH); }

 private:
  void set_up(const std::string& path, int baud) const {
    termios line{};
    if (::tcgetattr(file_, &line) < 0)
      throw DeviceError(fmt::format("{} is not a serial port: {}", path, reason(errno)));
    ::cfmakeraw(&line);
    line.c_cflag |= CLOCAL | CREAD;
    line.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | CRTSCTS);
    line.c_cc[VMIN] = 0;
    line.c_cc[VTIME] = 0;
    const speed_t speed = speed_of(path, baud);
    if (::cfsetspeed(&line, speed) < 0 || ::tcsetattr(file_, TCSANOW, &line) < 0)
      throw DeviceError(fmt::format("{} cannot run at {} baud: {}", path, baud, reason(errno)));
    // tcsetattr() succeeds even if it sets only a part of what was requested.
    termios set{};
    if (::tcgetattr(file_, &set) < 0 || ::cfgetospeed(&set) != speed)
      throw DeviceError(fmt::format("{} cannot run at {} baud", path, baud));
    ::tcflush(file_, TCIOFLUSH);
  }

  [[nodiscard]] int wait_for(short events, int milliseconds) const {
    pollfd wanted{file_, events, 0};
    const int ready = ::poll(&wanted, 1, milliseconds);
    if (ready < 0) return errno == EINTR ? 0 : -errno;
    // A device that has disappeared is always "ready".
    return ready > 0 && (wanted.revents & events) == 0 ? -EIO : ready;
  }
  static std::int64_t moved(std::int64_t result) {
    if (result >= 0) return result;
    return errno == EAGAIN || errno == EINTR ? 0 : -errno;
  }

  int file_;
};

}  // namespace

std::shared_ptr<SerialPort> linux_serial_port(const std::string& path, int baud) {
  return std::make_shared<LinuxPort>(path, baud);
}

}  // namespace rtlgen::host
