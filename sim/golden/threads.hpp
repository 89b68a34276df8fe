// How many threads an engine may use: one in a child that a fork made. OpenMP's threads stay in the parent, and its
// runtime waits for them for ever.
#pragma once

namespace rtlgen::golden {

/// As many as `asked` for, 0: all cores; 1 in a forked child. Notices forks from the first call on, before which there
/// are no threads that a child could miss.
int threads_to_use(int asked);

}  // namespace rtlgen::golden
