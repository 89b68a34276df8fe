// Independent work on all cores of the machine.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace rtlgen {

/// Calls work(0) to work(count - 1), several at once and in any order. An exception is thrown after all calls have
/// ended.
template <typename Work>
void on_all_cores(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto some = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::future<void>> helpers;
  const std::size_t cores = std::min<std::size_t>(count, std::max(1U, std::thread::hardware_concurrency()));
  for (std::size_t i = 1; i < cores; ++i) helpers.push_back(std::async(std::launch::async, some));
  some();
  for (std::future<void>& helper : helpers) helper.get();
}

}  // namespace rtlgen
