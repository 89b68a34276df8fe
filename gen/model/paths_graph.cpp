// Flattens modules into one graph; see paths_graph.hpp.
#include "model/paths_graph.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "model/area/cells.hpp"
#include "model/area/design.hpp"
#include "model/paths_parts.hpp"
#include "support/check.hpp"

namespace rtlgen::model {

namespace {

class Flattener {
 public:
  Flattener(const hw::Design& design, const hw::DelayModel& device, const Fabric& fabric)
      : device_(device), delays_(*device.cells), fabric_(fabric) {
    for (const hw::Module& m : design.modules) modules_.emplace(m.name, &m);
  }

  PathGraph run(const std::string& top) {
    const hw::Module& m = *modules_.at(top);
    PlaceList in;
    for (std::size_t i = 0; i < netlist(m).inputs.size(); ++i) in.push_back(start(delays_.clock_to_q));
    for (const Place p : put(m, in)) end(PathEnd::Kind::kRegister, p, m);
    return std::move(graph_);
  }

 private:
  Place start(int ps) { return graph_.add({PathNode::Kind::kStart, 0, 0, ps}); }
  Place gate(Place a, Place b) { return graph_.add({PathNode::Kind::kGate, a, b}); }
  void starts(Place p, int ps) {
    if (p != 0) graph_[p].start = ps;
  }
  void end(PathEnd::Kind kind, Place from, const hw::Module& m, int after_route = 0) {
    if (from != 0) graph_.ends.push_back({kind, from, &m, after_route});
  }

  const Netlist& netlist(const hw::Module& m) {
    const auto found = netlists_.find(m.name);
    if (found != netlists_.end()) return found->second;
    return netlists_.emplace(m.name, optimised(netlist_of(m, fabric_), fabric_)).first->second;
  }

  /// Adds an instance of a module; returns its outputs, bit by bit in the order of its ports.
  PlaceList put(const hw::Module& m, const PlaceList& in) {
    const Netlist& net = netlist(m);
    PlaceList at(net.logic.nodes().size(), 0);
    const auto of = [&at](Literal l) { return at[static_cast<std::size_t>(l >> 1)]; };
    for (std::size_t n = 1; n < at.size(); ++n) {
      const Logic::Node& node = net.logic.nodes()[n];
      at[n] = node.is_gate() ? gate(of(node.a), of(node.b)) : start(kNever);
    }
    for (std::size_t i = 0; i < in.size(); ++i) same(of(net.inputs[i]), in[i]);
    for (const Flop& f : net.flops) starts(of(f.q), delays_.clock_to_q);
    std::vector<const hw::Instance*> instances;
    std::vector<const hw::Memory*> memories;
    for (const hw::Item& item : m.items) {
      if (const auto* i = std::get_if<hw::Instance>(&item)) instances.push_back(i);
      if (const auto* x = std::get_if<hw::Memory>(&item)) memories.push_back(x);
    }
    std::size_t next = 0, next_memory = 0;
    for (const HardCell& c : net.cells) {
      PlaceList cell_in, cell_out;
      for (const Literal l : c.in) cell_in.push_back(of(l));
      for (const Literal l : c.out) cell_out.push_back(of(l));
      if (c.kind == HardCell::Kind::kInstance)
        instance(m, *instances[next++], cell_in, cell_out);
      else if (c.kind == HardCell::Kind::kMemory)
        memory(m, *memories[next_memory++], cell_in, cell_out);
      else
        cell(c, std::move(cell_in), cell_out);
    }
    for (const Flop& f : net.flops) {
      if (f.length > 1) end(PathEnd::Kind::kRegister, start(delays_.clock_to_q), m);
      end(PathEnd::Kind::kRegister, of(f.d), m);
      end(PathEnd::Kind::kEnable, of(f.enable), m);
    }
    PlaceList out;
    for (const Literal l : net.outputs) out.push_back(of(l));
    return out;
  }

  void same(Place inner, Place outer) {
    if (inner != 0) graph_[inner] = {PathNode::Kind::kSame, outer};
  }

  void cell(const HardCell& c, PlaceList in, const PlaceList& out) {
    const auto number = static_cast<Place>(graph_.cells.size());
    graph_.cells.push_back({c.kind, c.per_bit == 0, std::move(in), c.across.size() * c.down.size()});
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (out[i] != 0) graph_[out[i]] = {PathNode::Kind::kCell, number, static_cast<Place>(i)};
    }
  }

  /// If a memory does not return the old word of the address that it writes, Yosys adds a multiplexer after it.
  void memory(const hw::Module& m, const hw::Memory& x, const PlaceList& in, const PlaceList& out) {
    if (device_.has_lut_ram && x.style != hw::MemoryStyle::kBlock) return lut_ram(m, x, in, out);
    for (const Place p : in) end(PathEnd::Kind::kMemory, p, m, delays_.ram_set_up);
    if (x.is_rom()) {
      for (const Place p : out) starts(p, delays_.ram_read);
      return;
    }
    const Place collides = start(delays_.clock_to_q);
    for (const Place p : out) {
      if (p == 0) continue;
      const Place kept = gate(collides, start(delays_.clock_to_q)), read = gate(collides, start(delays_.ram_read));
      graph_[p] = {PathNode::Kind::kGate, kept, read};
    }
  }

  /// The register of a LUT RAM stores the word that the read address selects in the same cycle. Inputs are the word,
  /// the address, the read address if it is separate, and enables.
  void lut_ram(const hw::Module& m, const hw::Memory& x, const PlaceList& in, const PlaceList& out) {
    const auto bits = [&m](hw::ExprId e) { return static_cast<std::size_t>(m.exprs[e].width); };
    const bool own = x.read_address.valid();
    const std::size_t first = bits(x.d) + (own ? bits(x.address) : 0);
    const std::size_t last = first + bits(own ? x.read_address : x.address);
    for (std::size_t i = 0; i < in.size(); ++i) {
      const int read = i >= first && i < last ? delays_.lut_ram + delays_.route : 0;
      end(PathEnd::Kind::kMemory, in[i], m, read + delays_.set_up);
    }
    for (const Place p : out) starts(p, delays_.clock_to_q);
  }

  /// Instances may list ports in a different order.
  void instance(const hw::Module& user, const hw::Instance& i, const PlaceList& in, const PlaceList& out) {
    if (i.module == "rtlgen_fifo") return fifo(user, i, in, out);
    if (i.module == hw::dsp_sum_leaf().name) {
      for (const Place p : in) end(PathEnd::Kind::kMemory, p, user, delays_.amd->dsp_set_up);
      for (const Place p : out) starts(p, delays_.amd->dsp_clock_to_q);
      return;
    }
    const auto found = modules_.find(i.module);
    RTLGEN_CHECK(found != modules_.end(), "paths: unknown module " + i.module);
    const hw::Module& m = *found->second;
    std::map<std::string, std::size_t> first;
    std::size_t bit = 0;
    for (const auto& [port, e] : i.inputs) {
      first.emplace(port, bit);
      bit += static_cast<std::size_t>(user.exprs[e].width);
    }
    bit = 0;
    for (const auto& [port, s] : i.outputs) {
      first.emplace(port, bit);
      bit += static_cast<std::size_t>(user.signals[s].width);
    }
    PlaceList inner;
    for (const hw::Signal& s : m.signals) {
      for (int k = 0; s.kind == hw::SignalKind::kInput && k < s.width; ++k)
        inner.push_back(in[first.at(s.name) + static_cast<std::size_t>(k)]);
    }
    const PlaceList made = put(m, inner);
    std::size_t at = 0;
    for (const hw::Signal& s : m.signals) {
      if (s.kind != hw::SignalKind::kOutput) continue;
      const auto to = first.find(s.name);
      for (std::size_t k = 0; k < static_cast<std::size_t>(s.width); ++k, ++at) {
        if (to != first.end()) same(out[to->second + k], made[at]);
      }
    }
  }

  /// rtl/rtlgen_fifo.v: its control, and a RAM whose output register is that of the FIFO.
  void fifo(const hw::Module& user, const hw::Instance& i, const PlaceList& in, const PlaceList& out) {
    const auto depth =
        std::find_if(i.parameters.begin(), i.parameters.end(), [](const auto& p) { return p.first == "DEPTH"; });
    hw::Module control = fifo_control(depth->second);
    control.name = name_of(i);
    const auto fifo = std::make_shared<const hw::Module>(std::move(control));
    graph_.fifos.push_back(fifo);
    std::map<std::string, PlaceList> ports;
    std::size_t bit = 0;
    for (const auto& [port, e] : i.inputs) {
      for (int k = 0; k < user.exprs[e].width; ++k) ports[port].push_back(in[bit++]);
    }
    for (const Place p : ports.at("in_data")) end(PathEnd::Kind::kMemory, p, user, delays_.ram_set_up);
    PlaceList made = put(*fifo, {ports.at("in_valid").front(), ports.at("out_ready").front()});
    const Place valid = made[made.size() - 2], lost = made.back();
    made.resize(made.size() - 2);
    for (const Place p : made) end(PathEnd::Kind::kMemory, p, user, delays_.ram_set_up);
    bit = 0;
    for (const auto& [port, s] : i.outputs) {
      for (int k = 0; k < user.signals[s].width; ++k, ++bit) {
        if (port == "out_data")
          starts(out[bit], delays_.ram_read);
        else
          same(out[bit], port == "out_valid" ? valid : lost);
      }
    }
  }

  const hw::DelayModel& device_;
  const hw::CellDelays& delays_;
  const Fabric& fabric_;
  std::map<std::string, const hw::Module*> modules_;
  std::map<std::string, Netlist> netlists_;
  PathGraph graph_;
};

/// Lets all readers of an alias read what it stands for, which is then found in one step.
void resolve(PathGraph& graph) {
  for (PathNode& n : graph.nodes) {
    if (n.kind == PathNode::Kind::kSame || n.kind == PathNode::Kind::kGate) n.a = source_of(graph, n.a);
    if (n.kind == PathNode::Kind::kGate) n.b = source_of(graph, n.b);
  }
  for (PathCell& c : graph.cells) {
    for (Place& p : c.in) p = source_of(graph, p);
  }
  for (PathEnd& e : graph.ends) e.from = source_of(graph, e.from);
}

}  // namespace

PathGraph path_graph(const hw::Design& design, const hw::DelayModel& device) {
  PathGraph graph = Flattener(design, device, fabric_of(device.family)).run(design.top);
  resolve(graph);
  return graph;
}

}  // namespace rtlgen::model
