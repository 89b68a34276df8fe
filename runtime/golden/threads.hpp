// The number of threads that an engine may use: one in a forked child, because OpenMP's threads stay in the parent, and
// its runtime would wait for them forever.
#pragma once

namespace rtlgen::golden {

/// `requested` threads, or if that is 0 as many as there are cores; 1 in a forked child. Detects forks from its first
/// call on; before it, there are no threads that a child could lack.
int threads_to_use(int requested);

}  // namespace rtlgen::golden
