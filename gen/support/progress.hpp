// Reports long tasks and their elapsed time on standard error.
//
// On a terminal one line is updated in place; elsewhere a line is printed now and then. A task of less than two seconds
// prints nothing. Any thread may begin and end tasks: the one that began last is shown. Until show_progress() is called
// nothing is shown, as libraries and tests need.
#pragma once

#include <cstdint>
#include <string>

namespace rtlgen {

enum class ProgressStyle : std::uint8_t { kNone, kBar, kLines };

/// Shows progress in this style from now on.
void show_progress(ProgressStyle style);

/// kBar if standard error is a terminal, else kLines.
ProgressStyle progress_style_of_stderr();

/// A task, from its construction to its end.
class Progress {
 public:
  /// `what` as in "compiling 3 of 9: Vcore.cpp"; the elapsed time is appended.
  explicit Progress(std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Replaces the text. The clock of the task keeps running.
  void now(std::string what);

 private:
  void* task_;
};

/// Hides progress while it exists, because another program writes to standard error.
class ProgressPause {
 public:
  ProgressPause();
  ProgressPause(const ProgressPause&) = delete;
  ProgressPause& operator=(const ProgressPause&) = delete;
  ~ProgressPause();
};

/// Prints a line on standard error that does not collide with a progress line.
void say_line(const std::string& line);

/// Removes the progress line from a terminal, if there is one.
void clear_progress();

}  // namespace rtlgen
