// A separate process that kills the process groups of a program that could not do so itself: after SIGKILL, a crash or
// an unhandled signal. It starts with the first group and ends with the program.
#pragma once

#include <sys/types.h>

namespace rtlgen::interruption {

/// From this call to unguard(), `group` is killed if this program dies. Best effort: if no guardian could be forked,
/// the group keeps running.
void guard(pid_t group);
void unguard(pid_t group);

}  // namespace rtlgen::interruption
