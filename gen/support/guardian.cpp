// The guardian is a shell that reads group numbers from a socket that only this program can write. When its input ends,
// the program has ended, and all groups that are still registered are killed. It is a shell because a fork alone would
// keep the pages of a large program, such as a Python host, for as long as that runs.
#include "support/guardian.hpp"

#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <string>

namespace rtlgen::interruption {

namespace {

/// The write end of the socket; -1: no guardian. A forked child closes its copy, or the socket would stay open longer
/// than the program.
int channel = -1;

void close_channel() {
  if (channel >= 0) close(channel);
  channel = -1;
}

/// A number registers a group; a negative one removes it.
constexpr const char* kScript =
    "groups=' '; while read -r n; do case $n in "
    "-*) groups=\"${groups%% ${n#-} *} ${groups#* ${n#-} }\";; *) groups=\"$groups$n \";; esac; done; "
    "for g in $groups; do kill -s KILL -- -$g; done";

/// Keeps only `descriptor` open, so that no file, pipe or terminal of the program stays open with the guardian.
void close_all_but(int descriptor) {
  constexpr long kFallback = 1024;
  const long count = sysconf(_SC_OPEN_MAX);
  constexpr long kMostTried = 65536;
  for (int i = 0; i < std::min(count > 0 ? count : kFallback, kMostTried); ++i)
    if (i != descriptor) close(i);
}

/// Makes only async-signal-safe calls, because the program may have threads.
[[noreturn]] void keep_watch(int descriptor) {
  setsid();  // signals of the terminal must not reach it
  dup2(descriptor, STDIN_FILENO);
  close_all_but(STDIN_FILENO);
  execl("/bin/sh", "rtlgen-guardian", "-c", kScript, static_cast<char*>(nullptr));
  _exit(1);
}

/// Forks twice, so that the guardian is not a child that this program, or its host program, would wait for.
void start() {
  std::array<int, 2> ends{};
  // A container ends with its first process, and a child of that process would never be waited for.
  if (getpid() == 1 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
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
}

void tell(pid_t number) {
  static std::mutex mutex;
  static pid_t owner = 0;  // a forked child that runs programs gets its own guardian
  const std::lock_guard lock(mutex);
  if (owner == 0) pthread_atfork(nullptr, nullptr, close_channel);
  if (owner != getpid()) start();
  owner = getpid();
  const std::string line = std::to_string(number) + "\n";
  // The program never waits for its guardian, and does not end with it.
  if (channel >= 0) static_cast<void>(send(channel, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

}  // namespace

void guard(pid_t group) { tell(group); }
void unguard(pid_t group) { tell(-group); }

}  // namespace rtlgen::interruption
