// A fork handler records that this process is a child.
#include "golden/threads.hpp"

#include <omp.h>
#include <pthread.h>

namespace rtlgen::golden {

namespace {

bool is_child = false;  // a child of a process that has called threads_to_use(); set while there is one thread

}  // namespace

int threads_to_use(int requested) {
  [[maybe_unused]] static const int noticed = pthread_atfork(nullptr, nullptr, [] { is_child = true; });
  if (is_child) return 1;
  return requested > 0 ? requested : omp_get_max_threads();
}

}  // namespace rtlgen::golden
