// Ends the program cleanly on a signal: no process keeps running, and no temporary files remain.
//
// Processes and temporary folders are registered while they exist. A separate thread waits for SIGINT, SIGTERM, SIGHUP
// and SIGQUIT. It ends the processes with all their children, removes the folders, writes one line and lets the signal
// end the program, so that a shell sees status 128 + n. In programs that never call handle_signals(), signals behave as
// before and registration has no effect.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace rtlgen::interruption {

/// Call once, before any thread starts. `ignored`: numbers of the signals that the caller of the program ignores
/// (nohup); they stay ignored. SIGPIPE and SIGXFSZ are ignored from now on, so that a closed reader or a file that
/// grows too large is an error of the write.
void handle_signals(const std::vector<int>& ignored);

/// Ends the program as a signal would, without printing a line: for a closed reader of the output (SIGPIPE).
[[noreturn]] void end_by(int signal);

/// Unblocks signals in a child process; call between fork and exec.
void release_signals_in_child();

/// Time that a process group gets to clean up before it is killed.
constexpr std::chrono::milliseconds kGrace{500};
/// Grace period for programs that first end process groups themselves, as rtlgen does.
constexpr std::chrono::milliseconds kNestedGrace{5000};

/// A process group that ends with the program, however the program ends (support/guardian.hpp).
class Group {
 public:
  explicit Group(pid_t group, std::chrono::milliseconds grace = kGrace);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group();

 private:
  pid_t group_;
};

/// A folder or file that is removed when the program ends, until forget_folder().
void add_folder(const std::filesystem::path& folder);
void forget_folder(const std::filesystem::path& folder);

/// Delays signals while it exists: for steps that must not stop half way. Objects may be nested.
class Held {
 public:
  Held();
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held();
};

/// For host programs that embed rtlgen and must not be ended: while one exists, long work in this thread calls `look`
/// regularly (look()), and an exception thrown by it ends the work cleanly. Objects may be nested; the innermost is
/// used.
class Watch {
 public:
  explicit Watch(std::function<void()> look);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

 private:
  std::function<void()> look_;
  const std::function<void()>* outer_;
};

/// Whether a Watch exists in this thread.
bool is_watched();

/// Calls the innermost Watch of this thread, if any. Long work calls it many times per second.
void look();

}  // namespace rtlgen::interruption
