// A system of difference constraints for the solution of lags (lags.cpp). It maintains least or optimal values. Each
// change visits only the values that it moves, so the cost of a chain is about proportional to its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "contract/frame.hpp"
#include "plan/lags/order.hpp"

namespace rtlgen::plan {

class LagSystem {
 public:
  static constexpr int kOrigin = 0;  ///< the first node; its value is 0

  /// value(to) >= value(from) + length.
  struct Constraint {
    int from = 0;
    int to = 0;
    contract::Distance length;
  };

  /// A term of the sum to minimise: `weight` times value(to) - value(from).
  struct Term {
    int from = 0;
    int to = 0;
    std::int64_t weight = 0;
  };

  explicit LagSystem(const Order& order) : order_(order) {}

  int add_node();
  void add(const Constraint& constraint);

  /// Sets the least values that meet every constraint. The first call requires constraints without cycles.
  void take_least();

  /// Sets values that minimise the sum of `terms`, and makes every constraint that is tight in all optimal solutions an
  /// equality, so that from here on all values of the system minimise the sum.
  void minimize(const std::vector<Term>& terms);

  /// Requires value(to) >= value(f) for each f of `from`, and computes the least values again. The current values must
  /// be the least ones. Returns false and changes nothing if no values satisfy this. mark() and undo() revert ties.
  bool tie(const std::vector<int>& from, int to);
  [[nodiscard]] std::size_t mark() const { return ties_.size(); }
  void undo(std::size_t mark);

  [[nodiscard]] const std::vector<contract::Distance>& values() const { return value_; }

  /// Constraints visited so far, as a measure of the work.
  [[nodiscard]] std::int64_t steps() const { return steps_; }

 private:
  /// The last step by which a search reached a node: over constraint `index`, or backwards over it.
  struct Path {
    std::int64_t search = 0;  ///< number of the search that set this
    contract::Distance length;
    int index = -1;
    bool back = false;
    bool settled = false;
  };
  /// A node from which a search may continue: the nearest first, and the first found among equally near ones.
  struct Found {
    contract::Distance length;
    std::int64_t number = 0;
    int node = 0;
  };
  /// The state before a tie(): the number of constraints, and the values that it changed.
  struct Tie {
    std::size_t constraints = 0;
    std::vector<std::pair<int, contract::Distance>> values;
  };

  void propagate();
  void shorten();
  void send(int source);
  int nearest_sink(int source);
  bool collect_raised(int to, const contract::Distance& raise);
  void remove_constraints(std::size_t left);
  [[nodiscard]] bool later(const Found& a, const Found& b) const;
  void find(int node, const contract::Distance& length, int index, bool back);
  bool next(Found& found);
  void begin_search();
  [[nodiscard]] contract::Distance slack(const Constraint& c) const;

  const Order& order_;
  std::vector<Constraint> constraints_;
  std::vector<std::vector<int>> out_, in_;  ///< constraints by node
  std::vector<contract::Distance> value_;
  bool has_values_ = false;
  std::vector<Tie> ties_;
  std::vector<std::int64_t> units_;   ///< by constraint
  std::vector<std::int64_t> excess_;  ///< units that a node still has to send; below 0: to receive
  std::vector<Path> path_;            ///< by node
  std::vector<Found> heap_;
  std::vector<int> settled_;  ///< nodes of the search, nearest first
  std::int64_t search_ = 0;
  std::int64_t found_ = 0;
  std::int64_t steps_ = 0;
};

}  // namespace rtlgen::plan
