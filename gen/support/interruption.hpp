// Ends the program in order on a signal: nothing keeps running, nothing stays in folders for temporary
// files.
//
// Processes and temporary folders are registered while they exist. A separate thread waits for SIGINT, SIGTERM,
// SIGHUP and SIGQUIT; it ends the processes with all their children, removes the folders, writes one line and lets the
// signal end the program, so that a shell sees status 128 + n. Programs that never call handle_signals() keep what they
// had: the registers do nothing then.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

namespace rtlgen::interruption {

/// Call once, before any thread starts. Signals that the caller of the program ignores (nohup) stay ignored. SIGPIPE
/// and SIGXFSZ are ignored from here on, so that a reader that goes away and a file that grows too large are errors of
/// a write.
void handle_signals();

/// Does what a signal does, without a line: for a reader of our output that has gone (SIGPIPE).
[[noreturn]] void end_by(int signal);

/// Lets a child process take signals again; between fork and exec.
void release_signals_in_child();

/// Time that a group of processes may take to clean up before it is killed.
constexpr std::chrono::milliseconds kGrace{500};
/// For programs that end groups of their own first, as rtlgen does.
constexpr std::chrono::milliseconds kNestedGrace{5000};

/// A group of processes that ends with the program, however that ends (support/guardian.hpp).
class Group {
 public:
  explicit Group(pid_t group, std::chrono::milliseconds grace = kGrace);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group();

 private:
  pid_t group_;
};

/// A folder or file that goes with the program, until forget_folder().
void add_folder(const std::filesystem::path& folder);
void forget_folder(const std::filesystem::path& folder);

/// While one exists, signals wait: for steps that must not stop half way. They may be nested.
class Held {
 public:
  Held();
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held();
};

/// For programs that rtlgen is a part of and that must stay: while one exists, long work of this thread calls `look`
/// now and then (look()), and what that throws ends the work in order. They may be nested; the innermost counts.
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

/// Whether this thread's work is watched.
bool is_watched();

/// Calls the watch of this thread, if there is one. Work that takes long does it many times a second.
void look();

}  // namespace rtlgen::interruption
