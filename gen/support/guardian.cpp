// The guardian reads group numbers from a pipe that only this program can write. When the pipe ends, so has the
// program, and whatever is still registered is killed.
#include "support/guardian.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>

namespace rtlgen::interruption {

namespace {

/// The write end of the pipe; -1: no guardian. A forked child closes its copy, or the pipe would outlive the program.
int channel = -1;

void close_channel() {
  if (channel >= 0) close(channel);
  channel = -1;
}

/// As many groups at once as the guardian keeps track of; a command runs a handful.
constexpr std::size_t kMostGroups = 256;

/// Keeps only `descriptor` open, so that no file, pipe or terminal of the program stays open with the guardian.
void close_all_but(int descriptor) {
  constexpr long kFallback = 1024;
  const long count = sysconf(_SC_OPEN_MAX);
  constexpr long kMostTried = 65536;
  for (int i = 0; i < std::min(count > 0 ? count : kFallback, kMostTried); ++i)
    if (i != descriptor) close(i);
}

/// Only async-signal-safe calls: the program may have threads. A positive number registers a group, a negative one
/// removes it.
[[noreturn]] void keep_watch(int descriptor) {
  setsid();  // signals of the terminal are not meant for it
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  close_all_but(descriptor);
  std::array<pid_t, kMostGroups> groups{};
  for (;;) {
    pid_t number = 0;
    const ssize_t count = read(descriptor, &number, sizeof number);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof number) break;
    const pid_t old = number > 0 ? 0 : -number;
    const auto slot = std::find(groups.begin(), groups.end(), old);
    if (slot != groups.end()) *slot = std::max(number, 0);
  }
  for (const pid_t group : groups)
    if (group > 0) kill(-group, SIGKILL);
  _exit(0);
}

/// Forks twice, so that the guardian is not a child that this program, or one it is a part of, would wait for.
void start() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const pid_t between = fork();
  if (between == 0) {
    close(ends[1]);
    if (fork() == 0) keep_watch(ends[0]);
    _exit(0);
  }
  close(ends[0]);
  if (between < 0) {
    close(ends[1]);
    return;
  }
  while (waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
  }
  channel = ends[1];
  fcntl(channel, F_SETFL, O_NONBLOCK);  // the program never waits for its guardian
}

void tell(pid_t number) {
  static std::mutex mutex;
  static pid_t owner = 0;  // a forked child that runs programs gets a guardian of its own
  const std::lock_guard lock(mutex);
  if (owner == 0) pthread_atfork(nullptr, nullptr, close_channel);
  if (owner != getpid()) start();
  owner = getpid();
  if (channel >= 0) static_cast<void>(!write(channel, &number, sizeof number));
}

}  // namespace

void guard(pid_t group) { tell(group); }
void unguard(pid_t group) { tell(-group); }

}  // namespace rtlgen::interruption
