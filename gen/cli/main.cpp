// Entry of the `rtlgen` program.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <vector>

#include "cli/program.hpp"
#include "support/interruption.hpp"
#include "support/progress.hpp"

namespace {

/// Occupies standard streams that the caller closed, so that no file gets their numbers and their use still fails.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

constexpr int kSignals = 32;
bool caller_ignores[kSignals];

/// Libraries may install handlers when they are loaded: libpsm2, which Open MPI loads, does for SIGHUP and SIGTERM.
/// Functions of .preinit_array run before that.
void note_ignored_signals() {
  for (int number = 1; number < kSignals; ++number) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    caller_ignores[number] = before.sa_handler == SIG_IGN;
  }
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const kNoteIgnoredSignals)() = note_ignored_signals;

std::vector<int> ignored_signals() {
  std::vector<int> numbers;
  for (int number = 1; number < kSignals; ++number) {
    if (caller_ignores[number]) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  rtlgen::interruption::handle_signals(ignored_signals());
  rtlgen::show_progress(rtlgen::progress_style_of_stderr());
  return rtlgen::cli::run_program(argc, argv);
}
