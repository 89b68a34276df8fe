// Forks, sets limits in the child, and reads two pipes: the result, and what libraries print before they abort.
#include "support/contained.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string_view>

#include "support/errors.hpp"
#include "support/interruption.hpp"
#include "support/system.hpp"

namespace rtlgen {
namespace {

using Instant = std::chrono::steady_clock::time_point;

constexpr int kMemoryStatus = 101;
constexpr int kStackStatus = 102;
constexpr int kGlance = 100;  ///< milliseconds between two calls of a watch
constexpr std::size_t kGuard = std::size_t{1} << 20;
constexpr std::size_t kMostPrinted = std::size_t{1} << 16;
// The first byte of the response.
constexpr char kResult = 'r';
constexpr char kEnvironmentFault = 'e';
constexpr char kFault = 'f';

/// Both ends of a pipe.
struct Channel {
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  void close_writer() {
    ::close(ends[1]);
    ends[1] = -1;
  }
  std::array<int, 2> ends = os::make_pipe();
};

// ---------------------------------------------------------------- in the child

struct LoneWork {
  const std::function<std::string()>& work;
  int result;
};

/// Low end of the working thread's stack, for the handler of SIGSEGV.
char* stack_low = nullptr;

/// A fault near the end of the stack counts as a stack overflow.
void on_fault(int number, siginfo_t* info, void*) {
  const char* const at = static_cast<const char*>(info->si_addr);
  if (stack_low != nullptr && at >= stack_low - kGuard && at < stack_low + kGuard) _exit(kStackStatus);
  ::signal(number, SIG_DFL);
  raise(number);
}

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(to, text.data(), text.size());
    if (count < 0 && errno != EINTR) return;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void* work_alone(void* argument) {
  const LoneWork& task = *static_cast<const LoneWork*>(argument);
  static std::array<char, std::size_t{1} << 16> aside;
  stack_t other{};
  other.ss_sp = aside.data();
  other.ss_size = aside.size();
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  std::string result;
  try {
    result = kResult + task.work();
  } catch (const EnvironmentError& error) {
    result = kEnvironmentFault + std::string(error.what());
  } catch (const std::exception& error) {
    result = kFault + std::string(error.what());
  }
  write_all(task.result, result);
  _exit(0);
}

/// Some C libraries declare the resource argument with its own type.
template <class Resource>
void limit(Resource resource, std::size_t value) {
  const rlimit both{value, value};
  setrlimit(resource, &both);
}

[[noreturn]] void be_child(const std::function<std::string()>& work, const ContainedLimits& limits, int result,
                           int printed) {
  interruption::release_signals_in_child();
  setpgid(0, 0);
  os::die_with_parent();
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(printed, STDERR_FILENO);
  std::set_new_handler([] { _exit(kMemoryStatus); });
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<std::size_t>(limits.cpu_seconds));
  limit(RLIMIT_AS, os::mapped_bytes() + limits.stack_bytes + limits.memory_bytes);
  LoneWork task{work, result};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, limits.stack_bytes);
  pthread_attr_setguardsize(&attributes, kGuard);
  void* base = nullptr;
  pthread_t thread{};
  // The thread itself queries its stack before it starts to work.
  const auto begin = [](void* argument) -> void* {
    pthread_attr_t own;
    std::size_t size = 0;
    void* low = nullptr;
    pthread_getattr_np(pthread_self(), &own);
    pthread_attr_getstack(&own, &low, &size);
    stack_low = static_cast<char*>(low);
    return work_alone(argument);
  };
  if (pthread_create(&thread, &attributes, begin, &task) != 0) _exit(kMemoryStatus);
  pthread_join(thread, &base);
  _exit(1);
}

// ---------------------------------------------------------------- in the parent

/// False at the end of the file.
bool take(int from, std::string& into, std::size_t most) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(from, buffer.data(), buffer.size());
  if (count > 0)
    into.append(buffer.data(), std::min(static_cast<std::size_t>(count), most - std::min(most, into.size())));
  return count > 0 || (count < 0 && errno == EINTR);
}

/// Reads both pipes to their ends; false if that timed out.
bool read_both(const Channel& result, const Channel& printed, Instant deadline, std::string& text,
               std::string& messages) {
  std::array<bool, 2> open{true, true};
  while (open[0] || open[1]) {
    interruption::look();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    if (left <= 0) return false;
    std::array<pollfd, 2> polls{
        {{open[0] ? result.ends[0] : -1, POLLIN, 0}, {open[1] ? printed.ends[0] : -1, POLLIN, 0}}};
    poll(polls.data(), polls.size(), static_cast<int>(std::min<long>(left + 1, kGlance)));
    if (polls[0].revents != 0) open[0] = take(result.ends[0], text, std::string::npos);
    if (polls[1].revents != 0) open[1] = take(printed.ends[0], messages, kMostPrinted);
  }
  return true;
}

Contained outcome_of(int status, const std::string& text, const std::string& messages) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    if (number == SIGXCPU || number == SIGKILL) return {Ending::kTime, "", ""};
    if (messages.find("out of memory") != std::string::npos || messages.find("bad_alloc") != std::string::npos)
      return {Ending::kMemory, "", ""};
    return {Ending::kCrash, "", std::string("SIG") + sigabbrev_np(number)};
  }
  if (WEXITSTATUS(status) == kMemoryStatus) return {Ending::kMemory, "", ""};
  if (WEXITSTATUS(status) == kStackStatus) return {Ending::kStack, "", ""};
  if (WEXITSTATUS(status) != 0 || text.empty()) return {Ending::kCrash, "", ""};
  if (text[0] == kEnvironmentFault) throw EnvironmentError(text.substr(1));
  if (text[0] == kFault) throw std::runtime_error(text.substr(1));
  return {Ending::kDone, text.substr(1), ""};
}

}  // namespace

Contained run_contained(const std::function<std::string()>& work, const ContainedLimits& limits) {
  Channel result, printed;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(limits.wall_seconds);
  const pid_t child = fork();
  if (child < 0) throw EnvironmentError(std::string("cannot fork: ") + std::strerror(errno));
  if (child == 0) be_child(work, limits, result.ends[1], printed.ends[1]);
  setpgid(child, child);
  const interruption::Group group(child);
  result.close_writer();
  printed.close_writer();
  std::string text;
  std::string messages;
  int status = 0;
  const auto wait_for_child = [&] {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  };
  try {
    if (!read_both(result, printed, deadline, text, messages)) kill(-child, SIGKILL);
  } catch (...) {
    kill(-child, SIGKILL);
    wait_for_child();
    throw;
  }
  wait_for_child();
  return outcome_of(status, text, messages);
}

}  // namespace rtlgen
