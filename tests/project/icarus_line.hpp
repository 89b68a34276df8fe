// A serial port whose other end is a top, or the netlist of a bitstream, in Icarus: tests/project/line_bench.v.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host/host.hpp"
#include "host/serial_port.hpp"
#include "host/uart_line.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

/// The parts between the pins: the module, its files, and the clocks of both ends.
struct IcarusTop {
  std::string module;
  std::vector<std::string> files;
  std::vector<std::string> options;  ///< options of iverilog
  double oscillator_mhz = 0;
  double bit_ns = 0;  ///< bit time of the line
};

class IcarusLine : public host::SerialPort {
 public:
  IcarusLine(const IcarusTop& top, const std::string& folder) {
    const std::string program = folder + "/line.vvp";
    std::filesystem::remove(program);
    std::vector<std::string> command = {"iverilog",
                                        "-g2012",
                                        "-s",
                                        "line_bench",
                                        "-o",
                                        program,
                                        "-DTOP=" + top.module,
                                        fmt::format("-DHALF_PS={:.3f}", 1e6 / top.oscillator_mhz / 2),
                                        fmt::format("-DBIT_PS={:.3f}", 1e3 * top.bit_ns)};
    command.insert(command.end(), top.options.begin(), top.options.end());
    command.push_back(test::source_folder() + "/tests/project/line_bench.v");
    command.insert(command.end(), top.files.begin(), top.files.end());
    const ProcessResult compiled = run_process(command);
    EXPECT_TRUE(compiled.ok()) << compiled.output << compiled.errors;
    begin(program);
  }
  IcarusLine(const IcarusLine&) = delete;
  IcarusLine& operator=(const IcarusLine&) = delete;
  ~IcarusLine() override {
    std::fclose(to_);
    std::fclose(from_);
    int status = 0;
    ::waitpid(child_, &status, 0);
  }

  int flipped = -1;                 ///< this byte from the host is changed, once
  std::set<host::LineCommand> cut;  ///< the response to the first frame of each loses its first byte
  int frames = 0;                   ///< that the host has sent
  int most_frames = 1000;           ///< more: a run that does not end

  std::int64_t write(const void* data, std::size_t bytes) override {
    const auto* const first = static_cast<const std::uint8_t*>(data);
    if (++frames > most_frames) throw host::DeviceError("the run does not end");
    silent_ = 0;
    came_ = 0;
    cuts_ = bytes > 1 && cut.erase(static_cast<host::LineCommand>(first[1])) > 0;
    std::fprintf(to_, "w %zu", bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
      const bool is_bad = flipped >= 0 && flipped-- == 0;
      std::fprintf(to_, " %x", static_cast<unsigned>(first[i] ^ (is_bad ? 1U : 0U)));
    }
    std::fprintf(to_, "\n");
    return static_cast<std::int64_t>(bytes);
  }
  /// However long the host waits, the design has a millisecond, which is many times what a response takes. Where the
  /// host waits for more than a few of them, none comes.
  std::int64_t read(void* data, std::size_t most, int milliseconds) override {
    if (kept_.empty()) ask(milliseconds > 0 ? 1000000 : 0);
    if (kept_.empty() && ++silent_ > kMostSilent) throw host::DeviceError("the design is silent");
    const std::size_t bytes = std::min(most, kept_.size());
    std::copy(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(bytes), static_cast<std::uint8_t*>(data));
    kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(bytes));
    return static_cast<std::int64_t>(bytes);
  }
  void discard() override {
    ask(0);
    kept_.clear();
  }

 private:
  void begin(const std::string& program) {
    std::array<int, 2> in{}, out{};
    ASSERT_EQ(::pipe(in.data()), 0);
    ASSERT_EQ(::pipe(out.data()), 0);
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      for (const int file : {in[0], in[1], out[0], out[1]}) ::close(file);
      ::execlp("vvp", "vvp", "-n", program.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_ = ::fdopen(in[1], "w");
    from_ = ::fdopen(out[0], "r");
  }

  void ask(int nanoseconds) {
    std::fprintf(to_, "r %d\n", nanoseconds);
    std::fflush(to_);
    unsigned count = 0, byte = 0;
    if (std::fscanf(from_, "%u", &count) != 1) throw host::DeviceError("the simulation has ended");
    came_ += count;
    if (came_ > kMostBytes) throw host::DeviceError("the design does not stop sending");
    for (unsigned i = 0; i < count; ++i) {
      // An unknown bit is no byte.
      if (std::fscanf(from_, "%x", &byte) != 1) throw host::DeviceError("an unknown byte");
      if (!cuts_) kept_.push_back(static_cast<std::uint8_t>(byte));
      cuts_ = false;
    }
  }

  static constexpr int kMostSilent = 5;
  static constexpr unsigned kMostBytes = 4096;  ///< largest number of response bytes to a frame, which are 512 at most

  pid_t child_ = -1;
  std::FILE *to_ = nullptr, *from_ = nullptr;
  std::vector<std::uint8_t> kept_;
  unsigned came_ = 0;  ///< bytes since the last frame
  int silent_ = 0;     ///< reads without a byte since the last frame
  bool cuts_ = false;  ///< the next byte is lost
};

}  // namespace rtlgen::test
