// A process of its own that ends the process groups of a program that died without a chance to do so itself: SIGKILL,
// a crash, an unhandled signal. It starts with the first group and ends with the program.
#pragma once

#include <sys/types.h>

namespace rtlgen::interruption {

/// From here to unguard(), the death of this program kills `group`. Best effort: without a guardian (no process could
/// be forked), the group lives on.
void guard(pid_t group);
void unguard(pid_t group);

}  // namespace rtlgen::interruption
