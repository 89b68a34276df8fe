// Proof that no other lags keep fewer cells, by a certificate of duality.
//
// Each lane of each stream that is read sends one unit from the stage that makes it (or the Executor's
// input, or the entry of an array that may come late) and takes one at the position of its last reader. A unit may pass from a stream's maker to a
// reader that takes the newest word, from the input to a consumer of lag 0, and from a reader to the last
// position of what it reads last. Along each of these steps any other lags rise by at least as much as
// these do, so if all units arrive, the cells kept with any other lags are at least those kept with these.
#include <algorithm>
#include <map>
#include <queue>
#include <vector>

#include "plan/verify_parts.hpp"

namespace rtlgen::plan {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class LagProof {
 public:
  LagProof(const Plan& plan, const std::set<WordRead>& reads) : p_(plan), s_(*plan.stencil), reads_(reads) {}

  void run() {
    place_nodes();
    const std::int64_t kept = connect();
    std::int64_t sent = 0;
    while (send_one()) ++sent;
    need(sent == wanted_, "other lags would keep fewer cells");
    std::int64_t proven = 0;
    for (const auto& [step, units] : units_) proven += units * (position_[at(step.second)] - position_[at(step.first)]);
    need(proven == kept, "the certificate of the lags is worth another count of cells");
  }

 private:
  using Step = std::pair<int, int>;  ///< node, node

  void need(bool good, const std::string& what) const { require(p_, good, what); }

  static constexpr int kInput = 0;
  static constexpr int kExit = 1;
  static int stage_node(int stage) { return stage < 0 ? kExit : stage + 2; }
  [[nodiscard]] int maker_node(int stream) const {
    const auto own = entry_.find(stream);
    if (own != entry_.end()) return own->second;
    const int stage = s_.streams[at(stream)].stage;
    return stage < 0 ? kInput : stage_node(stage);
  }

  /// Input, exit and stages, each at its lag in words.
  void place_nodes() {
    position_ = {0, p_.frame.count(p_.executor.lag)};
    for (const StagePlan& stage : p_.executor.stages) position_.push_back(p_.frame.count(stage.lag));
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

  /// Inputs that nobody passes on may enter at any lag up to the exit's; where no field is state, the
  /// first that enters with lag 0 is what the other lags count from.
  void place_entries() {
    bool counted_from = std::any_of(s_.arrays.begin(), s_.arrays.end(), [](const auto& a) { return a.role == spec::Role::kState; });
    for (std::size_t i = 0; i < s_.streams.size(); ++i) {
      const spec::Array& array = s_.arrays[at(s_.streams[i].array)];
      if (s_.streams[i].stage >= 0 || array.held()) continue;
      const std::int64_t lag = p_.frame.count(p_.executor.streams[i].lag);
      const bool free = array.role == spec::Role::kInput && p_.core.steps == 1 && (lag != 0 || counted_from);
      if (lag == 0) counted_from = true;
      if (!free) {
        need(lag == 0, "an input does not enter with its token");
        continue;
      }
      entry_[static_cast<int>(i)] = static_cast<int>(position_.size());
      position_.push_back(lag);
    }
  }

  /// Held arrays are kept whole whatever the lags. Their readers still wait for what lies ahead.
  [[nodiscard]] bool held(int stream) const { return s_.arrays[at(s_.streams[at(stream)].array)].held(); }

  void add_step(int from, int to) {
    if (!steps_.insert({from, to}).second) return;
    ahead_[from].push_back(to);
    behind_[to].push_back(from);
  }

  /// A node for the last position of every lane that is read, the steps that units may take, and the
  /// cells kept in all.
  std::int64_t connect() {
    std::map<std::pair<int, std::int64_t>, int> last;  // stream, lane -> node
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

  /// Sends one unit more, along steps or back where units went; false if none can be sent.
  bool send_one() {
    std::vector<int> from(position_.size(), -1);
    std::queue<int> open;
    for (int n = 0; at(n) < position_.size(); ++n) {
      if (balance_[at(n)] <= 0) continue;
      from[at(n)] = n;
      open.push(n);
    }
    while (!open.empty()) {
      const int here = open.front();
      open.pop();
      if (balance_[at(here)] < 0) {
        deliver(from, here);
        return true;
      }
      const auto visit = [&](int node) {
        if (from[at(node)] >= 0) return;
        from[at(node)] = here;
        open.push(node);
      };
      for (const int node : ahead_[here]) visit(node);
      for (const int node : behind_[here]) {
        const auto went = units_.find({node, here});
        if (went != units_.end() && went->second > 0) visit(node);
      }
    }
    return false;
  }

  void deliver(const std::vector<int>& from, int end) {
    ++balance_[at(end)];
    int node = end;
    for (; from[at(node)] != node; node = from[at(node)]) {
      const Step ahead{from[at(node)], node};
      if (steps_.count(ahead) > 0) {
        ++units_[ahead];
      } else {
        --units_[{node, from[at(node)]}];
      }
    }
    --balance_[at(node)];
  }

  const Plan& p_;
  const spec::Stencil& s_;
  const std::set<WordRead>& reads_;
  std::vector<std::int64_t> position_;  ///< by node: words behind the Executor's input
  std::vector<std::int64_t> balance_;   ///< by node: units still to send, below 0: to take
  std::map<int, int> entry_;            ///< of streams that may enter late: the node
  std::set<Step> steps_;
  std::map<int, std::vector<int>> ahead_, behind_;  ///< the steps by where they start and end
  std::map<Step, std::int64_t> units_;
  std::int64_t wanted_ = 0;
};

}  // namespace

void verify_lags(const Plan& plan, const std::set<WordRead>& reads) { LagProof(plan, reads).run(); }

}  // namespace rtlgen::plan
