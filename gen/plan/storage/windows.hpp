// The third planning step: the words of each stream that readers see, and the paths of lanes from word to word.
#pragma once

#include <vector>

#include "contract/frame.hpp"
#include "plan/executor_plan.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

class Order;
struct Positions;
struct Target;

struct StreamWindow : Window {
  std::vector<Path> paths;  ///< paths of each lane through the words, sorted by `to`, `from`
};

struct Windows {
  IndexVector<spec::StreamId, StreamWindow> streams;
  contract::FrameShape least;  ///< smallest frame in which no path is shorter than its registers and memory
};

Windows windows_of(const spec::Stencil& stencil, const Positions& positions, const Order& order, const Target& target);

}  // namespace rtlgen::plan
