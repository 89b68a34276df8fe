// Follows signals from registers through gates to registers.
#include "netlist/clocks.hpp"

#include <fmt/format.h>

#include <list>
#include <map>
#include <set>

#include "netlist/crossings.hpp"

namespace rtlgen::netlist {

namespace {

/// The source of a signal: a clocked output, a register or a port of the module.
struct Origin {
  std::string clock;
  int order = -1;  ///< position of the instance in its module
  const Instance* instance = nullptr;
  std::string name;  ///< port of the instance, or the net
  bool rests = false;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// An input that reads a signal with a clock.
struct Sink {
  std::string clock;
  const Instance* instance = nullptr;
  std::string name;
  bool reads_resting = false;
  const Expr* value = nullptr;
};

class Clocks {
 public:
  explicit Clocks(const Module& module) {
    for (const Port& port : module.ports) {
      if (port.direction == Direction::kIn && port.timing == Timing::kClocked)
        origins_[port.name].insert({port.clock, -1, nullptr, port.name, false});
    }
    for (const Part& part : module.parts) {
      for (const Declaration& declaration : part.nets) {
        if (const auto* alias = std::get_if<Alias>(&declaration)) gates_[alias->name].push_back(&alias->value);
      }
      for (const Item& item : part.items) add(item);
    }
    for (const Port& port : module.ports) {
      outside_.push_back(port.name);
      if (port.direction == Direction::kOut && port.timing == Timing::kClocked)
        sinks_.push_back({port.clock, nullptr, port.name, false, &outside_.back()});
    }
  }

  [[nodiscard]] const std::vector<Sink>& sinks() const { return sinks_; }

  [[nodiscard]] std::set<Origin> of(const Expr& e) {
    std::set<Origin> all;
    for_each_net(e, [&](const std::string& name, int, int) {
      const std::set<Origin>& some = of_net(name);
      all.insert(some.begin(), some.end());
    });
    return all;
  }

 private:
  void add(const Item& item) {
    if (const auto* assign = std::get_if<Assign>(&item)) {
      for_each_net(assign->target, [&](const std::string& n, int, int) { gates_[n].push_back(&assign->value); });
    } else if (const auto* registers = std::get_if<Registers>(&item)) {
      for (const auto& [name, next] : registers->next) {
        origins_[name].insert({registers->clock, -1, nullptr, name, false});
        sinks_.push_back({registers->clock, nullptr, name, false, &next});
      }
    } else if (const auto* instance = std::get_if<Instance>(&item)) {
      for (const Connection& c : instance->ports) add(*instance, c);
      ++count_;
    }
  }

  void add(const Instance& instance, const Connection& c) {
    const Port& port = *instance.of.find(c.port);
    if (port.clock.empty()) return;
    const std::string clock = instance.net_at(port.clock);
    if (port.direction == Direction::kIn) {
      sinks_.push_back({clock, &instance, port.name, port.timing == Timing::kReadsResting, &c.value});
      return;
    }
    for_each_net(c.value, [&](const std::string& n, int, int) {
      origins_[n].insert({clock, count_, &instance, port.name, port.timing == Timing::kResting});
    });
  }

  const std::set<Origin>& of_net(const std::string& name) {
    std::set<Origin>& known = origins_[name];
    if (!done_.insert(name).second) return known;
    const auto gates = gates_.find(name);
    if (gates == gates_.end()) return known;
    for (const Expr* value : gates->second) {
      const std::set<Origin> some = of(*value);
      known.insert(some.begin(), some.end());
    }
    return known;
  }

  std::map<std::string, std::set<Origin>> origins_;
  std::map<std::string, std::vector<const Expr*>> gates_;
  std::set<std::string> done_;
  int count_ = 0;
  std::list<Expr> outside_;
  std::vector<Sink> sinks_;
};

std::string name_of(const Instance* instance, const std::string& name) {
  return instance == nullptr ? name : instance->name + "." + name;
}

}  // namespace

void clock_faults(const Module& module, std::vector<std::string>& faults) {
  Clocks clocks(module);
  for (const Sink& sink : clocks.sinks()) {
    for (const Origin& origin : clocks.of(*sink.value)) {
      if (origin.clock == sink.clock || origin.rests || sink.reads_resting) continue;
      faults.push_back(fmt::format("{} of clock {} reads {} of clock {}", name_of(sink.instance, sink.name), sink.clock,
                                   name_of(origin.instance, origin.name), origin.clock));
    }
  }
}

std::vector<RestingPath> resting_paths(const Module& module) {
  Clocks clocks(module);
  std::vector<RestingPath> list;
  for (const Sink& sink : clocks.sinks()) {
    if (sink.instance == nullptr) continue;
    for (const Origin& origin : clocks.of(*sink.value)) {
      if (origin.clock == sink.clock || origin.instance == nullptr) continue;
      list.push_back({origin.instance, origin.name, origin.clock, sink.instance, sink.name, sink.clock});
    }
  }
  return list;
}

}  // namespace rtlgen::netlist
