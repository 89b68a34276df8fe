// Proof that no other lags keep fewer cells, by a certificate of duality.
//
// Each lane of each stream that is read sends one unit from the stage that makes it (or the Executor's
// input, or the entry of an array that may come late) and takes one at the position of its last reader. A unit may pass
// from a stream's maker to a reader that takes the newest word, from the input to a consumer of lag 0, and from a
// reader to the last position of what it reads last. Along each of these steps any other lags rise by at least as much
// as these do, so if all units arrive, the cells kept with any other lags are at least those kept with these.
#include <algorithm>
#include <map>
#include <queue>
#include <vector>

#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

class LagProof {
 public:
  LagProof(const Plan& plan, const std::set<WordRead>& reads) : plan_(plan), stencil_(plan.inside()), reads_(reads) {}

  std::int64_t run() {
    place_nodes();
    const std::int64_t kept = connect();
    list_steps();
    while (send_some()) {
    }
    need(wanted_ == 0, "other lags would keep fewer cells");
    std::int64_t proven = 0;
    for (const Step& step : steps_) proven += step.units * (position_[at(step.to)] - position_[at(step.from)]);
    need(proven == kept, "the certificate of the lags proves a different number of cells");
    return looked_at_;
  }

 private:
  struct Step {
    int from = 0;
    int to = 0;
    std::int64_t units = 0;
  };

  void need(bool good, const std::string& what) const { require(plan_, good, what); }

  static constexpr int kInput = 0;
  static constexpr int kExit = 1;
  static int stage_node(spec::StageId stage) { return stage.valid() ? stage.index() + 2 : kExit; }
  [[nodiscard]] int maker_node(spec::StreamId stream) const {
    const auto own = entry_.find(stream);
    if (own != entry_.end()) return own->second;
    const spec::StageId stage = stencil_.streams[stream].stage;
    return stage.valid() ? stage_node(stage) : kInput;
  }

  /// Places the input, the exit and the stages at their lags in words.
  void place_nodes() {
    position_ = {0, plan_.frame.count(plan_.executor.lag)};
    for (const StagePlan& stage : plan_.executor.stages) position_.push_back(plan_.frame.count(stage.lag));
    for (const std::int64_t lag : position_) need(lag >= 0, "a lag below zero");
    place_entries();
    balance_.assign(position_.size(), 0);
    for (int node = kExit; at(node) < position_.size(); ++node) {
      if (position_[at(node)] == 0) add_step(kInput, node);
    }
    for (const auto& [stream, node] : entry_) {
      if (position_[at(node)] == position_[kExit]) add_step(node, kExit);
    }
  }

  /// Inputs that are not passed on may enter at any lag up to the exit's. If no field is a state, the
  /// other lags count from the first input that enters with lag 0. A vector enters as one.
  void place_entries() {
    bool counted_from = std::any_of(stencil_.arrays.begin(), stencil_.arrays.end(),
                                    [](const auto& a) { return a.role == spec::Role::kState; });
    for (const spec::StreamId i : stencil_.streams.ids()) {
      const spec::Array& array = stencil_.arrays[stencil_.streams[i].array];
      if (stencil_.streams[i].stage.valid() || array.held()) continue;
      const std::int64_t lag = plan_.frame.count(plan_.executor.streams[i].lag);
      const spec::StreamId first = stencil_.first_stream(stencil_.together(stencil_.streams[i].array).front());
      if (first != i) {
        if (const auto known = entry_.find(first); known != entry_.end()) entry_[i] = known->second;
        continue;
      }
      const bool free = array.role == spec::Role::kInput && plan_.core.steps == 1 && (lag != 0 || counted_from);
      if (lag == 0) counted_from = true;
      if (!free) {
        need(lag == 0, "an input does not enter with its token");
        continue;
      }
      entry_[i] = static_cast<int>(position_.size());
      position_.push_back(lag);
    }
  }

  /// Held arrays are kept whole whatever the lags are, but their readers still wait for words that lie ahead.
  [[nodiscard]] bool held(spec::StreamId stream) const {
    return stencil_.arrays[stencil_.streams[stream].array].held();
  }

  void add_step(int from, int to) {
    if (!known_.insert({from, to}).second) return;
    steps_.push_back({from, to, 0});
  }

  /// Adds a node for the last position of every lane that is read, and the steps that units may take; returns the total
  /// number of cells kept.
  std::int64_t connect() {
    std::map<std::pair<spec::StreamId, std::int64_t>, int> last;  // stream, lane -> node
    for (const WordRead& r : reads_) {
      if (held(r.stream)) continue;
      const std::int64_t reach = position_[at(stage_node(r.reader))] - r.words;
      const auto [found, is_new] = last.emplace(std::make_pair(r.stream, r.lane), static_cast<int>(position_.size()));
      if (is_new) {
        position_.push_back(reach);
        balance_.push_back(-1);
        ++balance_[at(maker_node(r.stream))];
        ++wanted_;
      }
      std::int64_t& furthest = position_[at(found->second)];
      furthest = std::max(furthest, reach);
    }
    std::int64_t kept = 0;
    for (const auto& [where, node] : last) kept += position_[at(node)] - position_[at(maker_node(where.first))];
    for (const WordRead& r : reads_) {
      const int reader = stage_node(r.reader);
      const std::int64_t reach = position_[at(reader)] - r.words;
      if (reach == position_[at(maker_node(r.stream))]) add_step(maker_node(r.stream), reader);
      if (held(r.stream)) continue;
      const int end = last.at({r.stream, r.lane});
      if (reach == position_[at(end)]) add_step(reader, end);
    }
    return kept;
  }

  /// Lists the steps that start or end at each node.
  void list_steps() {
    at_node_.resize(position_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      at_node_[at(steps_[i].from)].push_back(i);
      at_node_[at(steps_[i].to)].push_back(i);
    }
  }

  /// The node that a unit at `here` reaches by a step: along it, or back if units have gone along it. -1: none.
  [[nodiscard]] int beyond(int here, const Step& step) const {
    if (step.from == here) return step.to;
    return step.units > 0 ? step.from : -1;
  }

  /// Numbers the nodes by distance from those with units to send (Dinic), then sends all that fits through steps
  /// from one distance to the next; false if nothing can be sent.
  bool send_some() {
    distance_.assign(position_.size(), -1);
    std::queue<int> open;
    for (int n = 0; at(n) < position_.size(); ++n) {
      if (balance_[at(n)] <= 0) continue;
      distance_[at(n)] = 0;
      open.push(n);
    }
    while (!open.empty()) {
      const int here = open.front();
      open.pop();
      for (const std::size_t i : at_node_[at(here)]) {
        ++looked_at_;
        const int there = beyond(here, steps_[i]);
        if (there < 0 || distance_[at(there)] >= 0) continue;
        distance_[at(there)] = distance_[at(here)] + 1;
        open.push(there);
      }
    }
    next_.assign(position_.size(), 0);
    bool any = false;
    for (int n = 0; at(n) < position_.size(); ++n) {
      while (balance_[at(n)] > 0 && send_from(n)) any = true;
    }
    return any;
  }

  /// Sends units of `source` along one path; false if no path is left at these distances.
  bool send_from(int source) {
    std::vector<std::size_t> way;  // steps
    std::vector<int> nodes{source};
    while (balance_[at(nodes.back())] >= 0) {
      const int here = nodes.back();
      std::size_t& next = next_[at(here)];
      if (next == at_node_[at(here)].size()) {
        if (way.empty()) return false;
        nodes.pop_back();
        way.pop_back();
        ++next_[at(nodes.back())];
        continue;
      }
      ++looked_at_;
      const std::size_t i = at_node_[at(here)][next];
      const int there = beyond(here, steps_[i]);
      if (there < 0 || distance_[at(there)] != distance_[at(here)] + 1) {
        ++next;
        continue;
      }
      way.push_back(i);
      nodes.push_back(there);
    }
    std::int64_t amount = std::min(balance_[at(source)], -balance_[at(nodes.back())]);
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (steps_[way[i]].from != nodes[i]) amount = std::min(amount, steps_[way[i]].units);
    }
    for (std::size_t i = 0; i < way.size(); ++i)
      steps_[way[i]].units += steps_[way[i]].from == nodes[i] ? amount : -amount;
    balance_[at(source)] -= amount;
    balance_[at(nodes.back())] += amount;
    wanted_ -= amount;
    return true;
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  const std::set<WordRead>& reads_;
  std::vector<std::int64_t> position_;   ///< by node: words behind the Executor's input
  std::vector<std::int64_t> balance_;    ///< by node: units still to send, below 0: to take
  std::map<spec::StreamId, int> entry_;  ///< node of each stream that may enter late
  std::set<std::pair<int, int>> known_;  ///< ends of all steps
  std::vector<Step> steps_;
  std::vector<std::vector<std::size_t>> at_node_;  ///< by node: its steps
  std::vector<int> distance_;                      ///< by node: from the nearest node with units to send; -1: none
  std::vector<std::size_t> next_;                  ///< by node: the first of its steps that may still be used
  std::int64_t wanted_ = 0;                        ///< units that have not arrived
  std::int64_t looked_at_ = 0;
};

}  // namespace

std::int64_t verify_lags(const Plan& plan, const std::set<WordRead>& reads) { return LagProof(plan, reads).run(); }

}  // namespace rtlgen::plan
