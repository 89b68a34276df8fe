// Random programs whose lines read their own results.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace rtlgen::test {

/// Programs of int16 with one or two lines that sweep, along x where `along_x`.
class SweepWriter {
 public:
  explicit SweepWriter(std::mt19937& random, bool along_x = false) : random_(random), along_x_(along_x) {}

  std::string write() {
    const int axes = 2 + below(2);
    for (int a = 0; a < axes; ++a) grid_.push_back(a == 0 ? 8 + below(40) : 2 + below(axes == 2 ? 9 : 5));
    swept_ = axes == 2 || below(2) == 0 ? 1 : 2;
    wraps_ = below(4) == 0;
    if (along_x_) {
      grid_[0] = grid_[1] = 3 + below(axes == 2 ? 22 : 9);
      swept_ = 0;
    }
    std::string text = fmt::format(
        "name: sweeps\ngrid: [{}]\ntype: int16\nfields:\n  u: {{boundary: {}}}\n  v: {{boundary: {}}}\nupdate:\n",
        fmt::join(grid_, ", "), rules(), rules());
    known_ = {"u", "v"};
    if (below(3) == 0) {
      backward_ = below(2) == 0;
      text += fmt::format("  - t: {{expr: \"{} + {}\", order: {}, boundary: {}}}\n", reads(1 + below(2)), own("t"),
                          order(), rules());
      known_.push_back("t");
    }
    for (int i = 1 + below(2); i > 0; --i) text += line(below(2) == 0 ? "u" : "v");
    text += fmt::format("  - v: \"{}\"\n", fmt::join(known_, " + "));
    const int steps = 1 + below(3);
    const int lanes[] = {1, along_x_ ? 1 : 2, along_x_ ? 1 : 3, along_x_ ? 1 : 4};
    const char* const rams[] = {"auto", "block", "distributed"};
    return text + fmt::format("iterations: {}\nhardware: {{cells_per_cycle: {}, steps: {}, extents: {}, ram: {}}}\n",
                              steps, lanes[below(4)], steps, below(3) == 0 ? "fixed" : "runtime", rams[below(3)]);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  std::string rules() {
    const char* const all[] = {"edge", "reflect", "symmetric", "{constant: 3}"};
    std::vector<std::string> by_axis;
    for (std::size_t a = 0; a < grid_.size(); ++a) {
      const bool swept = static_cast<int>(a) == swept_;
      by_axis.push_back(swept ? fmt::format("{}: [{{constant: {}}}, {{constant: {}}}]", "xyz"[a], below(9), below(9))
                        : wraps_ && a == (along_x_ ? 2 : 0) ? fmt::format("{}: wrap", "xyz"[a])
                                                            : fmt::format("{}: {}", "xyz"[a], all[below(4)]));
    }
    return fmt::format("{{{}}}", fmt::join(by_axis, ", "));
  }

  std::string order() const { return fmt::format("{} {}", backward_ ? "backward" : "forward", "xyz"[swept_]); }

  std::string reads(int count) {
    std::vector<std::string> texts;
    for (int i = 0; i < count; ++i) {
      std::vector<int> offsets;
      for (std::size_t a = 0; a < grid_.size(); ++a) offsets.push_back(below(3) == 0 ? 0 : below(3) - 1);
      // Not a result of the line, whatever it assigns.
      const int along = std::abs(offsets[static_cast<std::size_t>(swept_)]);
      offsets[static_cast<std::size_t>(swept_)] = backward_ ? -along : along;
      texts.push_back(fmt::format("{}[{}]", known_[static_cast<std::size_t>(below(static_cast<int>(known_.size())))],
                                  fmt::join(offsets, ",")));
    }
    return fmt::format("{}", fmt::join(texts, " + "));
  }

  /// One or two reads of own results; sideways only where nothing wraps.
  std::string own(const std::string& target) {
    std::vector<std::string> texts;
    for (int i = 1 + below(2); i > 0; --i) {
      std::vector<int> offsets(grid_.size(), 0);
      for (int a = 0; a < swept_; ++a) offsets[static_cast<std::size_t>(a)] = wraps_ ? 0 : below(5) - 2;
      offsets[static_cast<std::size_t>(swept_)] = backward_ ? 1 + below(2) : -1 - below(2);
      texts.push_back(fmt::format("{}*{}[{}]", 1 + below(3), target, fmt::join(offsets, ",")));
    }
    return fmt::format("{}", fmt::join(texts, " - "));
  }

  std::string line(const std::string& target) {
    const int form = below(5);
    const char axis = "xyz"[swept_];
    backward_ = below(2) == 0;
    std::string more = ", order: " + order();
    if (form == 0) more += ", border: keep";
    if (form == 1) {
      const int left = 1 + below(std::min(2, grid_[static_cast<std::size_t>(swept_)] - 1));
      more +=
          fmt::format(", region: {{{}: [{}], {}: [1, -1]}}", axis,
                      backward_ ? fmt::format("0, {}", -1 - left) : fmt::format("{}, -1", left), along_x_ ? 'y' : 'x');
    }
    if (form == 2) more += fmt::format(", where: \"{} > 0\"", reads(1));
    // The result of an earlier line must be read.
    std::string text =
        fmt::format("  - {0}: {{expr: \"{0} + {1} + {2}\"{3}}}\n", target, reads(1 + below(3)), own(target), more);
    if (form == 1 && below(2) == 0) text += fmt::format("  - {}: {{expr: \"{} + 1\", region: rest}}\n", target, target);
    return text;
  }

  std::mt19937& random_;
  bool along_x_;
  std::vector<int> grid_;
  std::vector<std::string> known_;
  int swept_ = 1;
  bool backward_ = false;  ///< the line at hand
  bool wraps_ = false;
};

}  // namespace rtlgen::test
