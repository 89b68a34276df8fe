// A list of tasks, and a thread that shows the latest.
#include "support/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

namespace rtlgen {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSilent = std::chrono::seconds(2);
constexpr auto kBetweenLines = std::chrono::seconds(10);
constexpr auto kTick = std::chrono::milliseconds(200);

struct Task {
  std::string what;
  Clock::time_point begin;
};

std::size_t columns_of_stderr() {
  winsize size{};
  constexpr std::size_t kUsual = 80;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

class Display {
 public:
  void set_style(ProgressStyle style) {
    const std::lock_guard lock(mutex_);
    erase();
    style_ = style;
  }

  Task* begin(std::string what) {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) last_.reset();
    tasks_.push_back({std::move(what), Clock::now()});
    if (style_ != ProgressStyle::kNone && !running_) {
      running_ = true;
      std::thread([this] { run(); }).detach();
    }
    wake_.notify_one();
    return &tasks_.back();
  }

  void end(const Task* task) {
    const std::lock_guard lock(mutex_);
    tasks_.remove_if([task](const Task& t) { return &t == task; });
    if (tasks_.empty()) erase();
  }

  void set(Task* task, std::string what) {
    const std::lock_guard lock(mutex_);
    task->what = std::move(what);
  }

  void say(const std::string& line) {
    const std::lock_guard lock(mutex_);
    erase();
    std::fputs((line + "\n").c_str(), stderr);
  }

  void pause(int more) {
    const std::lock_guard lock(mutex_);
    erase();
    paused_ += more;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    erase();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return !tasks_.empty(); });
      show();
      lock.unlock();
      std::this_thread::sleep_for(kTick);
      lock.lock();
    }
  }

  void show() {
    const auto now = Clock::now();
    if (style_ == ProgressStyle::kNone || paused_ > 0 || now - tasks_.front().begin < kSilent) return;
    const Task& task = tasks_.back();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - task.begin).count();
    std::string text = fmt::format("{}, {} s", task.what, seconds);
    if (style_ == ProgressStyle::kLines) {
      if (last_ && now - *last_ < kBetweenLines) return;
      last_ = now;
      std::fputs(fmt::format("... {}\n", text).c_str(), stderr);
      return;
    }
    const std::size_t most = columns_of_stderr() - 1;
    if (text.size() > most) text.resize(most);
    std::fputs(fmt::format("\r\033[K{}", text).c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
  }

  void erase() {
    if (drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  ProgressStyle style_ = ProgressStyle::kNone;
  std::list<Task> tasks_;
  std::optional<Clock::time_point> last_;  ///< when the last line was written
  int paused_ = 0;
  bool running_ = false;
  bool drawn_ = false;
};

/// Never destroyed, because its thread runs until the program ends.
Display& display() {
  static Display* const only = new Display;
  return *only;
}

}  // namespace

void show_progress(ProgressStyle style) { display().set_style(style); }

ProgressStyle progress_style_of_stderr() {
  return isatty(STDERR_FILENO) != 0 ? ProgressStyle::kBar : ProgressStyle::kLines;
}

Progress::Progress(std::string what) : task_(display().begin(std::move(what))) {}
Progress::~Progress() { display().end(static_cast<const Task*>(task_)); }
void Progress::now(std::string what) { display().set(static_cast<Task*>(task_), std::move(what)); }

ProgressPause::ProgressPause() { display().pause(1); }
ProgressPause::~ProgressPause() { display().pause(-1); }

void say_line(const std::string& line) { display().say(line); }
void clear_progress() { display().clear(); }

}  // namespace rtlgen
