// Minimal lags: a linear program over differences, solved through its dual, a flow.
//
// Unknowns: the lag of each consumer, and for each stream and lane the position of its last reader,
//   last >= lag(c) - (nearest need of c);  lag(c) >= lag(stream) + (furthest need of c);  lag >= 0.
// An input that may enter late is a consumer without needs, whose lag is at most that of the exit; inputs that enter
// together are one consumer.
// Objective: the sum of last - lag(stream). For each stream and lane, the dual sends one unit from the producer of the
// stream to its `last` along the constraints, so that the total path length is maximal. If units flow along a
// constraint, it is tight in every optimal solution. So each objective leaves a system of the same form to the next
// one, and the longest paths from the Executor's input are its least lags.
#include "plan/lags/lags.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "contract/frame.hpp"
#include "plan/lags/lag_system.hpp"
#include "plan/lags/order.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

using spec::StreamId;

class LagSolver {
 public:
  LagSolver(const LagProblem& problem, const Order& order) : problem_(problem), order_(order), system_(order) {}

  Lags run() {
    build();
    settle([](const Group& g) { return std::int64_t{g.lanes}; });
    settle([&](const Group& g) { return std::int64_t{g.lanes} * problem_.bits[g.stream]; });
    keep_fewest();
    const std::vector<contract::Distance>& values = best_;
    Lags lags;
    lags.consumers.assign(values.begin() + 1,
                          values.begin() + 1 + static_cast<std::ptrdiff_t>(problem_.consumers.size()));
    for (const StreamId s : problem_.maker.ids()) lags.streams.push_back(values[at(maker_of(s))]);
    lags.steps = system_.steps();
    return lags;
  }

 private:
  /// Lanes of a stream with the same readers and the same nearest needs.
  struct Group {
    StreamId stream;
    int lanes = 0;
    int last = -1;  ///< node: position of the last reader
  };
  using Readers = std::map<int, contract::Distance>;  ///< consumer -> its nearest need

  static int node_of(int consumer) { return consumer + 1; }
  [[nodiscard]] int maker_of(StreamId stream) const {
    const auto own = late_.find(stream);
    return own != late_.end() ? own->second : node_of(problem_.maker[stream].index());
  }

  /// Node 0 is the Executor's input; the consumers, the late streams and the groups follow.
  void build() {
    system_.add_node();
    for (std::size_t i = 0; i < problem_.consumers.size(); ++i)
      system_.add({LagSystem::kOrigin, system_.add_node(), {}});
    const int exit = node_of(static_cast<int>(problem_.consumers.size()) - 1);
    for (const StreamId s : problem_.late.ids()) {
      if (!problem_.late[s]) continue;
      const StreamId first = problem_.enters_with.empty() ? s : problem_.enters_with[s];
      if (first != s) {
        late_[s] = late_.at(first);
        continue;
      }
      const int own = system_.add_node();
      system_.add({LagSystem::kOrigin, own, {}});
      system_.add({own, exit, {}});
      late_[s] = own;
    }
    IndexVector<StreamId, std::map<int, Readers>> lanes(problem_.maker.size());  // lane -> readers
    for (std::size_t i = 0; i < problem_.consumers.size(); ++i) {
      const int consumer = static_cast<int>(i);
      std::map<StreamId, contract::Distance> furthest;
      for (const Need& need : problem_.consumers[i].needs) {
        RTLGEN_CHECK(problem_.maker[need.stream].index() < consumer, "a stream is read before it is made");
        contract::Distance& far = furthest.emplace(need.stream, need.offset).first->second;
        if (order_.less(far, need.offset)) far = need.offset;
        if (!problem_.held.empty() && problem_.held[need.stream]) continue;
        contract::Distance& near = lanes[need.stream][need.lane].emplace(consumer, need.offset).first->second;
        if (order_.less(need.offset, near)) near = need.offset;
      }
      for (const auto& [stream, far] : furthest) system_.add({maker_of(stream), node_of(consumer), far});
    }
    groups_.resize(problem_.maker.size());
    for (const StreamId s : lanes.ids()) add_groups(s, lanes[s]);
    system_.take_least();
  }

  void add_groups(StreamId stream, const std::map<int, Readers>& lanes) {
    std::map<std::vector<std::pair<int, std::array<std::int64_t, 3>>>, std::size_t> known;  // readers -> which group
    std::vector<Group>& groups = groups_[stream];
    for (const auto& [lane, readers] : lanes) {
      std::vector<std::pair<int, std::array<std::int64_t, 3>>> key;
      for (const auto& [consumer, near] : readers) key.push_back({consumer, {near.planes, near.rows, near.words}});
      const auto [found, is_new] = known.emplace(std::move(key), groups.size());
      if (!is_new) {
        ++groups[found->second].lanes;
        continue;
      }
      groups.push_back({stream, 1, system_.add_node()});
      for (const auto& [consumer, near] : readers)
        system_.add({node_of(consumer), groups.back().last, contract::Distance{} - near});
    }
  }

  /// Solves for one objective and fixes every constraint that is tight in all its solutions.
  template <class Weight>
  void settle(Weight&& weight) {
    std::vector<LagSystem::Term> terms;
    for (const auto& groups : groups_) {
      for (const Group& g : groups) terms.push_back({maker_of(g.stream), g.last, weight(g)});
    }
    system_.minimize(terms);
  }

  /// Lets every reader of `stream` take its newest word, if the other constraints allow that.
  bool unstore(StreamId stream) {
    std::vector<int> last;
    for (const Group& g : groups_[stream]) last.push_back(g.last);
    return system_.tie(last, maker_of(stream));
  }

  /// Among the remaining solutions, picks one that stores the fewest streams: tries all choices, "not stored" first, up
  /// to kStoredChecks.
  void keep_fewest() {
    system_.take_least();
    best_ = system_.values();
    for (const StreamId stream : groups_.ids()) {
      const std::size_t before = system_.mark();
      if (!groups_[stream].empty() && unstore(stream)) candidates_.push_back(stream);
      system_.undo(before);
    }
    struct Choice {
      std::size_t before = 0;
      enum { kNew, kWithout, kDone } state = kNew;
      bool unstored = false;
    };
    int count = 0;
    std::vector<Choice> open(1);
    while (!open.empty()) {
      Choice& here = open.back();
      const std::size_t next = open.size() - 1;
      if (here.state == Choice::kNew) {
        if (!worth_trying(count, next)) {
          open.pop_back();
          continue;
        }
        here.state = Choice::kWithout;
        here.before = system_.mark();
        here.unstored = unstore(candidates_[next]);
        if (!here.unstored) ++checks_;
        count += here.unstored ? 1 : 0;
        if (here.unstored) open.emplace_back();
      } else if (here.state == Choice::kWithout) {
        system_.undo(here.before);
        count -= here.unstored ? 1 : 0;
        here.state = Choice::kDone;
        open.emplace_back();
      } else {
        open.pop_back();
      }
    }
  }

  /// Whether the choices from `next` on can improve on the best so far; updates the best if none is left.
  bool worth_trying(int count, std::size_t next) {
    if (count + static_cast<int>(candidates_.size() - next) < best_count_ ||
        (checks_ > kStoredChecks && best_count_ >= 0))
      return false;
    ++checks_;
    if (next < candidates_.size()) return true;
    if (count > best_count_ || earlier(system_.values(), best_)) best_ = system_.values();
    best_count_ = std::max(best_count_, count);
    return false;
  }

  /// Compares the exit first, then stage by stage.
  [[nodiscard]] bool earlier(const std::vector<contract::Distance>& a, const std::vector<contract::Distance>& b) const {
    const std::size_t exit = problem_.consumers.size();
    if (!(a[exit] == b[exit])) return order_.less(a[exit], b[exit]);
    for (std::size_t i = 1; i < exit; ++i) {
      if (!(a[i] == b[i])) return order_.less(a[i], b[i]);
    }
    return false;
  }

  const LagProblem& problem_;
  const Order& order_;
  LagSystem system_;
  std::map<StreamId, int> late_;  ///< node of each late stream
  IndexVector<StreamId, std::vector<Group>> groups_;
  std::vector<StreamId> candidates_;
  std::vector<contract::Distance> best_;
  int best_count_ = -1;
  int checks_ = 0;
};

}  // namespace

Lags minimal_lags(const LagProblem& problem, const Order& order) { return LagSolver(problem, order).run(); }

}  // namespace rtlgen::plan
