// POSIX implementation of run_process: fork, exec, poll on the pipes.
#include "support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "support/check.hpp"
#include "support/errors.hpp"
#include "support/interruption.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"
#include "support/system.hpp"

namespace rtlgen {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kLookEvery = 100;  ///< milliseconds between two calls of a watch (support/interruption.hpp)
constexpr int kNotFound = 127;
constexpr int kSignalBase = 128;

/// A pipe that closes its ends itself.
class Pipe {
 public:
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  void close_end(std::size_t index) {
    if (ends_[index] >= 0) ::close(ends_[index]);
    ends_[index] = -1;
  }

 private:
  std::array<int, 2> ends_ = os::make_pipe();
};

struct Pipes {
  Pipe input, output, errors, failure;
};

/// Runs in the child between fork and exec: only async-signal-safe calls. Never returns.
[[noreturn]] void become_program(const Pipes& pipes, const ProcessOptions& options, char* const* argv,
                                 char* const* environment, const char* program) {
  interruption::release_signals_in_child();
  setpgid(0, 0);          // so that a timeout also kills the children of the program
  os::die_with_parent();  // so that nothing keeps running after an interrupted caller
  dup2(pipes.input.read_end(), STDIN_FILENO);
  if (!options.pass_through) {
    dup2(pipes.output.write_end(), STDOUT_FILENO);
    dup2(options.merge_stderr ? pipes.output.write_end() : pipes.errors.write_end(), STDERR_FILENO);
  }
  if (options.working_directory.empty() || chdir(options.working_directory.c_str()) == 0) {
    execve(program, argv, environment);
  }
  const int reason = errno;
  const auto written = write(pipes.failure.write_end(), &reason, sizeof reason);
  _exit(written == sizeof reason ? kNotFound : kNotFound - 1);
}

std::vector<std::string> merged_environment(const ProcessOptions& options) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string key = text.substr(0, text.find('='));
    bool replaced = false;
    for (const auto& [name, value] : options.environment) replaced = replaced || name == key;
    if (!replaced) merged.push_back(text);
  }
  for (const auto& [name, value] : options.environment) merged.push_back(name + "=" + value);
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Reads what is available; false at end of file.
bool drain(int descriptor, std::string& into) {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/// Passes on the complete lines of `text` from `done` on, and moves `done` past them.
void hand_over_lines(const std::string& text, std::size_t& done, const std::function<void(std::string_view)>& on_line) {
  if (!on_line) return;
  for (std::size_t end = text.find('\n', done); end != std::string::npos; end = text.find('\n', done)) {
    on_line(std::string_view(text).substr(done, end - done));
    done = end + 1;
  }
}

/// Moves data until both output pipes close or the deadline passes (then returns false).
bool pump(Pipes& pipes, const ProcessOptions& options, Clock::time_point deadline, ProcessResult& result) {
  std::size_t fed = 0;
  std::size_t handed_over = 0;
  bool output_open = true;
  bool errors_open = true;
  const std::string& feed = options.standard_input;
  if (feed.empty()) pipes.input.close_end(1);
  while (output_open || errors_open) {
    int wait_ms = -1;
    if (options.timeout_seconds > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return false;
      wait_ms = static_cast<int>(left.count()) + 1;
    }
    interruption::look();
    if (interruption::is_watched()) wait_ms = wait_ms < 0 ? kLookEvery : std::min(wait_ms, kLookEvery);
    std::array<pollfd, 3> polls{{{output_open ? pipes.output.read_end() : -1, POLLIN, 0},
                                 {errors_open ? pipes.errors.read_end() : -1, POLLIN, 0},
                                 {pipes.input.write_end(), POLLOUT, 0}}};
    if (poll(polls.data(), polls.size(), wait_ms) < 0) {
      if (errno == EINTR) continue;
      throw EnvironmentError(std::string("poll failed: ") + std::strerror(errno));
    }
    if (polls[0].revents != 0) output_open = drain(pipes.output.read_end(), result.output);
    hand_over_lines(result.output, handed_over, options.on_line);
    if (polls[1].revents != 0) errors_open = drain(pipes.errors.read_end(), result.errors);
    if (polls[2].revents != 0) {
      const ssize_t count = write(pipes.input.write_end(), feed.data() + fed, feed.size() - fed);
      if (count > 0) fed += static_cast<std::size_t>(count);
      if (count < 0 && errno != EINTR && errno != EAGAIN) fed = feed.size();
      if (fed == feed.size()) pipes.input.close_end(1);
    }
  }
  return true;
}

/// Waits for the child; false if the deadline passed first.
bool wait_for_end(pid_t child, const ProcessOptions& options, Clock::time_point deadline, int& status) {
  if (options.timeout_seconds <= 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return true;
  }
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  const auto executable = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) {
    if (executable(name)) return std::filesystem::absolute(name).string();
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
  std::size_t start = 0;
  while (start <= folders.size()) {
    const std::size_t end = std::min(folders.find(':', start), folders.size());
    const std::string candidate = folders.substr(start, end - start) + "/" + name;
    if (executable(candidate)) return std::filesystem::absolute(candidate).string();
    start = end + 1;
  }
  return std::nullopt;
}

std::string command_line(const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& argument : arguments)
    line += (line.empty() ? "" : " ") + safe::shell_word(OutsideText(argument));
  return line;
}

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  RTLGEN_CHECK(!arguments.empty(), "a command needs a program");
  ProcessResult result;
  const auto complain = [&](const std::string& what) {
    (options.merge_stderr ? result.output : result.errors) += arguments[0] + ": " + what + "\n";
  };
  std::filesystem::path name = arguments[0];
  if (name.has_parent_path()) name = std::filesystem::path(options.working_directory) / name;
  const auto program = find_program(name.string());
  if (!program) {
    result.exit_code = kNotFound;
    complain("program not found");
    return result;
  }
  std::vector<std::string> argument_texts = arguments;
  std::vector<std::string> environment_texts = merged_environment(options);
  const std::vector<char*> argv = pointers(argument_texts);
  const std::vector<char*> environment = pointers(environment_texts);
  const auto deadline = Clock::now() + std::chrono::seconds(options.timeout_seconds);

  Pipes pipes;
  // A program that ends before it has read its input must not end this one.
  static const auto previous = signal(SIGPIPE, SIG_IGN);
  static_cast<void>(previous);
  std::optional<interruption::Held> until_registered(std::in_place);
  const pid_t child = fork();
  if (child < 0) throw EnvironmentError(std::string("cannot fork: ") + std::strerror(errno));
  if (child == 0) become_program(pipes, options, argv.data(), environment.data(), program->c_str());
  setpgid(child, child);
  const interruption::Group group(child, options.has_children ? interruption::kNestedGrace : interruption::kGrace);
  until_registered.reset();
  // A full pipe must not keep this program from reading the output.
  fcntl(pipes.input.write_end(), F_SETFL, O_NONBLOCK);
  pipes.input.close_end(0);
  pipes.output.close_end(1);
  pipes.errors.close_end(1);
  pipes.failure.close_end(1);
  int status = 0;
  const auto end_child = [&] {
    kill(-child, SIGKILL);
    waitpid(child, &status, 0);
  };
  try {
    bool in_time = pump(pipes, options, deadline, result);
    in_time = in_time && wait_for_end(child, options, deadline, status);
    if (!in_time) {
      result.timed_out = true;
      end_child();
    }
  } catch (...) {
    end_child();
    throw;
  }
  int reason = 0;
  if (read(pipes.failure.read_end(), &reason, sizeof reason) == sizeof reason) {
    complain(std::string("cannot start: ") + std::strerror(reason));
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
  return result;
}

}  // namespace rtlgen
