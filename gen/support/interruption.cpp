// A thread that waits for signals, and the list of what it has to clean up.
#include "support/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "support/guardian.hpp"
#include "support/progress.hpp"

namespace rtlgen::interruption {

namespace {

namespace fs = std::filesystem;

struct State {
  /// Locked forever by the thread that ends the program, so that every other thread that creates or removes something
  /// blocks.
  std::mutex registers;
  std::recursive_mutex held;
  std::map<pid_t, std::chrono::milliseconds> groups;  ///< each with its grace period
  std::set<fs::path> folders;
};

/// Never destroyed, because threads use it while the program ends.
State& state() {
  static State* const only = new State;
  return *only;
}

sigset_t& watched() {
  static sigset_t set = [] {
    sigset_t empty;
    sigemptyset(&empty);
    return empty;
  }();
  return set;
}

/// A zombie counts until its parent has waited for it, which run_process does at once.
void end_groups(const std::map<pid_t, std::chrono::milliseconds>& groups) {
  for (const auto& [group, grace] : groups) kill(-group, SIGTERM);
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& [group, grace] : groups) {
    while (kill(-group, 0) == 0 && std::chrono::steady_clock::now() < begin + grace)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(-group, SIGKILL);
  }
}

void remove_folders(const std::set<fs::path>& folders) {
  constexpr int kTries = 3;  // another thread may be writing into one
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (int i = 0; i < kTries; ++i) {
      fs::remove_all(folder, error);
      if (!fs::exists(folder, error)) break;
    }
  }
}

[[noreturn]] void end(int number, const std::string& line) {
  state().held.lock();
  state().registers.lock();
  end_groups(state().groups);
  remove_folders(state().folders);
  clear_progress();
  if (!line.empty()) static_cast<void>(!write(STDERR_FILENO, line.data(), line.size()));
  ::signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  raise(number);
  // The first process of a container survives signals that it sends to itself.
  constexpr int kEndedBySignal = 128;
  _exit(kEndedBySignal + number);
}

}  // namespace

void handle_signals(const std::vector<int>& ignored) {
  for (const int number : {SIGPIPE, SIGXFSZ}) ::signal(number, SIG_IGN);
  sigset_t& set = watched();
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    const bool ignore = std::ranges::find(ignored, number) != ignored.end();
    ::signal(number, ignore ? SIG_IGN : SIG_DFL);
    if (!ignore) sigaddset(&set, number);
  }
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  static_cast<void>(state());
  std::thread([] {
    int number = 0;
    while (sigwait(&watched(), &number) != 0) {
    }
    end(number, std::string("rtlgen: terminated by SIG") + sigabbrev_np(number) + "; temporary files removed\n");
  }).detach();
}

void end_by(int signal) { end(signal, ""); }

void release_signals_in_child() {
  for (const int number : {SIGPIPE, SIGXFSZ}) ::signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &watched(), nullptr);
}

Group::Group(pid_t group, std::chrono::milliseconds grace) : group_(group) {
  guard(group_);
  const std::lock_guard lock(state().registers);
  state().groups.emplace(group_, grace);
}

Group::~Group() {
  const std::lock_guard lock(state().registers);
  state().groups.erase(group_);
  unguard(group_);
}

void add_folder(const fs::path& folder) {
  const std::lock_guard lock(state().registers);
  state().folders.insert(fs::absolute(folder));
}

void forget_folder(const fs::path& folder) {
  const std::lock_guard lock(state().registers);
  state().folders.erase(fs::absolute(folder));
}

namespace {

/// The callback of the innermost watch; null: none.
thread_local const std::function<void()>* watch = nullptr;

}  // namespace

Watch::Watch(std::function<void()> look) : look_(std::move(look)), outer_(watch) { watch = &look_; }
Watch::~Watch() { watch = outer_; }

bool is_watched() { return watch != nullptr; }

void look() {
  if (watch != nullptr) (*watch)();
}

Held::Held() { state().held.lock(); }
Held::~Held() { state().held.unlock(); }

}  // namespace rtlgen::interruption
