// The ideal memory of a simulation.
//
// Compiled with every Verilated core, so it includes nothing of rtlgen. It has two copies of each state array, which
// swap roles from pass to pass: a word of pass n+1 may be offered once the word of pass n with the same index has been
// written. If the frame has ghosts, a word is assembled from cells on the grid's other side, once those have been
// written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "adapter.hpp"
#include "job.hpp"

namespace bench {

class Memory {
 public:
  Memory(const Job& job, Random& random) : job_(job) {
    for (std::size_t i = 0; i < job.inputs.size(); ++i) {
      const Words words = load_port(job, job.inputs[i], adapter::kInputBytes[i], random);
      copies_[0].push_back(words);
      copies_[1].push_back(words);
    }
    for (std::size_t i = 0; i < job.outputs.size(); ++i) {
      results_.emplace_back(job.pass_words(), adapter::kOutputBytes[i]);
    }
    for (std::size_t i = 0; i < job.held.size(); ++i) {
      held_.push_back(load_held(job.held[i], adapter::kHeldBytes[i], random));
    }
    if (!job.in_place()) find_sources();
  }

  /// The number of words, beyond the first `index`, that the previous pass must have written before word `index` is
  /// available.
  [[nodiscard]] std::uint64_t ahead(std::uint64_t index) const { return needed_.empty() ? 1 : needed_[index] - index; }
  /// Drives the input ports with the cells of word `index` of the pass.
  void put_inputs(Model& model, std::uint64_t index, unsigned side);
  void take_outputs(Model& model, std::uint64_t index, unsigned side) {
    adapter::get_outputs(model, copies_[side], results_, index);
  }
  /// A word for an input with a separate handshake.
  [[nodiscard]] auto late(std::size_t i, std::uint64_t index) const { return copies_[0][adapter::kLate[i]].at(index); }
  /// A word of an array that is loaded before the run.
  [[nodiscard]] auto held(std::size_t i, std::uint64_t index) const { return held_[i].at(index); }

  void store() const {
    const std::size_t last = job_.passes % 2;
    for (std::size_t i = 0; i < job_.outputs.size(); ++i) {
      const int state = adapter::kOutputState[i];
      store_port(job_, job_.outputs[i], state < 0 ? results_[i] : copies_[last][static_cast<std::size_t>(state)]);
    }
  }

 private:
  void find_sources();

  const Job& job_;
  std::vector<Words> copies_[2];
  std::vector<Words> results_;
  /// With ghosts: by word of the pass, the words of the previous pass that must have been written; and by cell,
  /// including padding, the cell outside the ghosts that it repeats.
  std::vector<std::uint64_t> needed_, source_;
  std::vector<Words> gathered_;  ///< one assembled word per input port
  std::vector<Words> held_;
};

inline void Memory::find_sources() {
  const auto lanes = static_cast<std::uint64_t>(job_.lanes);
  needed_.assign(job_.pass_words(), 0);
  source_.resize(job_.pass_words() * lanes);
  for (std::uint64_t place = 0; place < source_.size(); ++place) {
    source_[place] = place;
    const std::int64_t cell = job_.cell_at(place);
    if (cell < 0) continue;
    const auto nx = static_cast<std::int64_t>(job_.grid[0]), ny = static_cast<std::int64_t>(job_.grid[1]);
    source_[place] = job_.home(cell % nx, cell / nx % ny, cell / nx / ny);
    needed_[place / lanes] = std::max(needed_[place / lanes], source_[place] / lanes + 1);
  }
  for (std::size_t i = 0; i < job_.inputs.size(); ++i) gathered_.emplace_back(1, adapter::kInputBytes[i]);
}

inline void Memory::put_inputs(Model& model, std::uint64_t index, unsigned side) {
  const auto lanes = static_cast<std::uint64_t>(job_.lanes);
  const std::uint64_t first = index * lanes;
  bool in_place = true;
  for (std::uint64_t cell = first; cell < first + lanes && !source_.empty(); ++cell)
    in_place = in_place && source_[cell] == cell;
  if (in_place) return adapter::put_inputs(model, copies_[side], index);
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t cell = source_[first + lane];
      copy_lane(job_.inputs[i], copies_[side][i].at(cell / lanes), cell % lanes, gathered_[i].at(0), lane);
    }
  }
  adapter::put_inputs(model, gathered_, 0);
}

}  // namespace bench
