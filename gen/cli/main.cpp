// Entry of the `rtlgen` program.
#include <fcntl.h>
#include <unistd.h>

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

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  rtlgen::interruption::handle_signals();
  rtlgen::show_progress(rtlgen::progress_style_of_stderr());
  return rtlgen::cli::run_program(argc, argv);
}
