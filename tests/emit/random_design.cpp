// A random module with a FIFO and credits around it: instances, leaves and their parameters.
#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "random_module.hpp"

namespace rtlgen::test {
namespace {

using hw::Expr;
using hw::ExprId;
using hw::ExprKind;
using hw::SignalId;
using hw::SignalKind;

/// A module around a random one: it feeds it, and FIFOs take what comes out as long as there are credits.
class TopMaker {
 public:
  explicit TopMaker(const std::string& name) {
    m_.name = name;
    m_.uses_reset = true;
  }
  hw::Module make(const hw::Module& inner);

 private:
  SignalId wire(const std::string& name, int width, SignalKind kind) {
    return m_.signals.push_back({name, width, kind, "", false});
  }
  ExprId expr(Expr e) { return m_.exprs.push_back(std::move(e)); }
  ExprId read(SignalId id) {
    Expr e;
    e.kind = ExprKind::kSignal;
    e.width = m_.signals[id].width;
    e.signal = id;
    return expr(e);
  }
  ExprId both(SignalId a, SignalId b) {
    Expr e;
    e.kind = ExprKind::kAnd;
    e.args = {read(a), read(b)};
    return expr(e);
  }
  ExprId low_bit(SignalId of) {
    Expr low;
    low.kind = ExprKind::kSlice;
    low.args = {read(of)};
    return expr(low);
  }
  hw::Instance instance_of(const hw::Module& inner);
  void show(const std::vector<SignalId>& signals);

  hw::Module m_;
};

/// Ports of `inner` become ports of the top; wide inputs are inverted on their way.
hw::Instance TopMaker::instance_of(const hw::Module& inner) {
  hw::Instance instance{inner.name, "inner", {}, {}, {}};
  for (const hw::Signal& s : inner.signals) {
    if (s.kind == SignalKind::kInput) {
      const ExprId value = read(wire("x_" + s.name, s.width, SignalKind::kInput));
      Expr inverted;
      inverted.kind = ExprKind::kNot;
      inverted.width = s.width;
      inverted.args = {value};
      instance.inputs.emplace_back(s.name, s.width > 8 ? expr(inverted) : value);
    } else if (s.kind == SignalKind::kOutput) {
      instance.outputs.emplace_back(s.name, wire("y_" + s.name, s.width, SignalKind::kWire));
    }
  }
  return instance;
}

/// An output for each of these.
void TopMaker::show(const std::vector<SignalId>& signals) {
  for (const SignalId id : signals) {
    const hw::Signal s = m_.signals[id];
    const SignalId out = wire("out_" + s.name, s.width, SignalKind::kOutput);
    m_.items.emplace_back(hw::Assign{out, read(id)});
  }
}

hw::Module TopMaker::make(const hw::Module& inner) {
  const SignalId offer = wire("offer", 1, SignalKind::kInput);
  const SignalId ready = wire("ready", 1, SignalKind::kInput);
  const hw::Instance instance = instance_of(inner);
  const SignalId available = wire("available", 1, SignalKind::kWire);
  const SignalId valid = wire("valid", 1, SignalKind::kWire);
  const SignalId data = wire("data", 9, SignalKind::kWire);
  const SignalId bit_valid = wire("bit_valid", 1, SignalKind::kWire);
  const SignalId bit = wire("bit_data", 1, SignalKind::kWire);
  const SignalId lost = wire("lost", 1, SignalKind::kWire);
  const SignalId bit_lost = wire("bit_lost", 1, SignalKind::kWire);
  const ExprId take = both(offer, available);
  const ExprId give = both(valid, ready);
  const SignalId state = instance.outputs.back().second;
  const ExprId low = low_bit(instance.outputs.front().second);
  m_.items.emplace_back(hw::Section{"credit loop @[random.yaml:1:1]"});
  m_.items.emplace_back(hw::Instance{
      "rtlgen_credit", "credit", {{"CREDITS", 3}}, {{"take", take}, {"give", give}}, {{"available", available}}});
  m_.items.emplace_back(hw::Section{"the chain"});
  m_.items.emplace_back(instance);
  m_.items.emplace_back(hw::Instance{"rtlgen_fifo",
                                     "words",
                                     {{"WIDTH", 9}, {"DEPTH", 3}},
                                     {{"in_valid", take}, {"in_data", read(state)}, {"out_ready", read(ready)}},
                                     {{"out_valid", valid}, {"out_data", data}, {"overflow", lost}}});
  m_.items.emplace_back(hw::Instance{"rtlgen_fifo",
                                     "single",
                                     {{"WIDTH", 1}, {"DEPTH", 1}},
                                     {{"in_valid", take}, {"in_data", low}, {"out_ready", read(ready)}},
                                     {{"out_valid", bit_valid}, {"out_data", bit}, {"overflow", bit_lost}}});
  std::vector<SignalId> shown = {valid, data, bit_valid, bit, lost, bit_lost};
  for (const auto& [port, id] : instance.outputs) shown.push_back(id);
  show(shown);
  return std::move(m_);
}

}  // namespace

hw::Design random_design(std::uint64_t seed) {
  hw::Design design;
  design.top = "random_top";
  design.leaves = {hw::fifo_leaf(), hw::credit_leaf()};
  RandomOptions options;
  options.expressions = 30;
  design.modules.push_back(random_module(seed, options));
  design.modules.push_back(TopMaker(design.top).make(design.modules.front()));
  return design;
}

}  // namespace rtlgen::test
