// Kernels: the scheduled arithmetic of one stage for one cell.
//
// Every value has the Kernel cycle in which it is on the wire; using it later inserts a register or a delay line.
// Operators are separate modules, everything else is inline logic.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "elaborate/comments.hpp"
#include "elaborate/context.hpp"
#include "elaborate/delays.hpp"
#include "ops/description.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "plan/plan.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

namespace {

using plan::NodeSchedule;
using spec::Op;

class KernelBuilder {
 public:
  KernelBuilder(Context& context, const plan::StagePlan& stage)
      : context_(context),
        stage_(stage),
        parts_(kernel_parts(context, stage)),
        b_(stage.kernel.module),
        late_(b_, *context.plan.device, plan::Waits::kInKernel) {}

  /// The part that all lanes share.
  KernelBuilder(Context& context, const plan::StagePlan& stage, const std::string& module)
      : context_(context),
        stage_(stage),
        parts_(kernel_parts(context, stage)),
        is_shared_(true),
        b_(module),
        late_(b_, *context.plan.device, plan::Waits::kInKernel) {}

  void build_shared() {
    b_.role("kernel");
    b_.summary(fmt::format("part of the datapath of '{}' that depends on the time step alone, shared by all lanes",
                           stage_.name));
    if (parts_.reads(context_, Op::kStep, -1, true)) step_ = b_.input("step", 32, "time step, int32");
    declare_scalars();
    for (const NodeSchedule& n : stage_.kernel.nodes) {
      if (reads(n.node)) add_node(n);
    }
    b_.section("outputs, each delayed to the cycle in which the lanes use it");
    for (const SharedValue& v : parts_.shared) {
      if (!v.is_register) b_.output(v.port, at_cycle(v.node, v.cycle));
    }
    context_.add(b_.finish());
  }

  void build() {
    const spec::Stage& s = context_.stencil.stages[stage_.stage];
    b_.role("kernel");
    b_.summary(fmt::format("datapath of '{}' for one cell", stage_.name));
    if (!s.text.empty()) b_.header_line(stage_.name + ": " + s.text);
    b_.header_line(fmt::format("latency {}, one cell per cycle", counted(stage_.kernel.latency, "cycle")));
    declare_inputs();
    explain_formats();
    for (const NodeSchedule& n : stage_.kernel.nodes) {
      if (reads(n.node)) add_node(n);
    }
    const NodeSchedule& root = stage_.kernel.nodes.back();
    b_.section(fmt::format("pipeline stage {}: result", stage_.kernel.latency));
    b_.output("q", at_cycle(root.node, stage_.kernel.latency),
              fmt::format("new value of '{}', {}", stage_.name, node(root.node).type.name()));
    context_.add(b_.finish());
  }

 private:
  struct Timed {
    hw::Value value;
    int ready = 0;
    bool is_static = false;  ///< constants and parameters: the same in every cycle
    std::string name;
  };

  void declare_inputs() {
    const auto ports = kernel_tap_ports(context_, stage_);
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const int width = context_.array_of(stage_.taps[i].tap.stream).type.width;
      taps_.push_back(b_.input(ports[i], width, tap_comment(context_, stage_.taps[i])));
      tap_names_.push_back(ports[i]);
    }
    static const char* const kCoordinate[] = {"cell_x", "cell_y", "cell_z"};
    static const char* const kExtent[] = {"extent_x", "extent_y", "extent_z"};
    for (int a = 0; a < spec::kMaxAxes; ++a) {
      if (stage_.reads.uses_coordinate[a])
        coordinate_[a] = b_.input(kCoordinate[a], 32, fmt::format("{} of the cell, int32", "xyz"[a]));
      if (reads_extent(a))
        extent_[a] = b_.input(kExtent[a], 32, fmt::format("cells along {} of the grid, int32", "xyz"[a]));
    }
    for (const spec::RegionId r : stage_.reads.regions)
      regions_[r] = b_.input(region_port(r), 1, "the cell is in the region");
    for (const SharedValue& v : parts_.shared) {
      delayed_[{v.node, v.cycle}] =
          b_.input(v.port, node(v.node).type.width, fmt::format("the same in all lanes, {}", node(v.node).type.name()));
    }
    for (const spec::ParamId p : stage_.reads.params) declare_param(p);
  }

  /// Explains the formats of taps and result in the header.
  void explain_formats() {
    std::set<std::string> lines = {ops::format_text(node(stage_.kernel.nodes.back().node).type)};
    for (const plan::TapPlan& tap : stage_.taps) lines.insert(ops::format_text(context_.array_of(tap.tap.stream).type));
    for (const std::string& line : lines)
      if (!line.empty()) b_.header_line(line);
  }

  /// Scalar inputs of the part that exists once.
  void declare_scalars() {
    static const char* const kExtent[] = {"extent_x", "extent_y", "extent_z"};
    for (int a = 0; a < spec::kMaxAxes; ++a) {
      if (reads_extent(a))
        extent_[a] = b_.input(kExtent[a], 32, fmt::format("cells along {} of the grid, int32", "xyz"[a]));
    }
    for (const spec::ParamId p : stage_.reads.params) declare_param(p);
  }

  void declare_param(spec::ParamId p) {
    if (!parts_.reads(context_, Op::kParam, p.index(), is_shared_)) return;
    const spec::Param& param = context_.stencil.params[p];
    params_[p] = b_.input("param_" + param.name, param.type.width, param_comment(param));
  }

  /// Whether the node is computed or read in this part.
  [[nodiscard]] bool reads(spec::NodeId id) const {
    const auto& nodes = is_shared_ ? parts_.shared_nodes : parts_.lane_nodes;
    return std::binary_search(nodes.begin(), nodes.end(), id);
  }

  [[nodiscard]] bool reads_extent(int axis) const { return parts_.reads(context_, Op::kExtent, axis, is_shared_); }

  [[nodiscard]] const spec::Node& node(spec::NodeId id) const { return context_.stencil.nodes[id]; }

  hw::Value at_cycle(spec::NodeId id, int cycle) {
    const auto key = std::make_pair(id, cycle);
    const auto known = delayed_.find(key);
    if (known != delayed_.end()) return known->second;
    const Timed& t = values_.at(id);
    if (t.is_static || cycle == t.ready) return t.value;
    return delayed_[key] =
               late_.delay(fmt::format("{}_{}{}", t.name, is_shared_ ? "once" : "s", cycle), t.value, cycle - t.ready);
  }

  void add_leaf(const NodeSchedule& n, const spec::Node& nd) {
    Timed t;
    t.is_static = true;
    const auto axis = static_cast<std::size_t>(nd.index < 0 ? 0 : nd.index);
    switch (nd.op) {
      case Op::kConstant:
        t.value = b_.constant(nd.type.width, nd.bits);
        break;
      case Op::kParam:
        t.value = params_.at(nd.param());
        if (!context_.stencil.params[nd.param()].by_step.empty()) {
          t = {t.value, 0, false, node_name(context_, n.node)};
        }
        break;
      case Op::kExtent:
        t.value = extent_[axis];
        break;
      case Op::kStep:
        t = {step_, 0, false, "step"};
        break;
      case Op::kCoordinate:
        t = {coordinate_[axis], 0, false, fmt::format("cell_{}", "xyz"[axis])};
        break;
      case Op::kRegion:
        t = {regions_.at(nd.region()), 0, false, region_port(nd.region())};
        break;
      case Op::kTap:
        for (std::size_t i = 0; i < taps_.size(); ++i) {
          if (stage_.taps[i].tap.same_read({nd.stream, nd.offset, nd.boundary, n.node})) {
            t = {taps_[i], n.ready, plan::is_single(context_.array_of(nd.stream), context_.stencil.axes),
                 tap_names_[i]};
          }
        }
        break;
      default:
        RTLGEN_CHECK(false, "not a leaf");
    }
    values_[n.node] = t;
  }

  void add_node(const NodeSchedule& n) {
    const spec::Node& nd = node(n.node);
    if (nd.args.empty()) return add_leaf(n, nd);
    Timed t;
    t.ready = n.ready;
    t.name = node_name(context_, n.node);
    if (n.is_folded) {
      t.value = b_.constant(nd.type.width, n.folded);
      t.is_static = true;
    } else if (n.is_operator) {
      t.value = add_operator(n, nd, t.name);
    } else {
      std::vector<hw::Value> operands;
      for (const spec::NodeId arg : n.operands) operands.push_back(at_cycle(arg, n.start));
      t.value = ops::operator_of(nd.op).logic(b_, plan::request_of(context_.stencil, nd), operands);
      if (t.value.constant() != nullptr) t.is_static = true;
      t.value = b_.name(t.name, t.value);
    }
    values_[n.node] = t;
  }

  hw::Value add_operator(const NodeSchedule& n, const spec::Node& nd, const std::string& name) {
    const std::string module_name = context_.add_operator(n.request, n.latency);
    b_.section(fmt::format("pipeline stages {} to {}: {} @[{}]", n.start, n.ready, ops::base_name(n.request),
                           place_of(nd.where)));
    std::vector<std::pair<std::string, hw::Value>> inputs;
    for (std::size_t i = 0; i < n.operands.size(); ++i) {
      if (!n.request.constants[i]) inputs.emplace_back(ops::operand_port(i), at_cycle(n.operands[i], n.start));
    }
    return b_.instance(module_name, name + "_unit", inputs, {{"q", name, nd.type.width}})[0];
  }

  Context& context_;
  const plan::StagePlan& stage_;
  KernelParts parts_;
  bool is_shared_ = false;
  hw::Builder b_;
  Delays late_;
  std::vector<hw::Value> taps_;
  std::vector<std::string> tap_names_;
  hw::Value coordinate_[spec::kMaxAxes];
  hw::Value extent_[spec::kMaxAxes];
  hw::Value step_;
  std::map<spec::RegionId, hw::Value> regions_;
  std::map<spec::ParamId, hw::Value> params_;
  std::map<spec::NodeId, Timed> values_;
  std::map<std::pair<spec::NodeId, int>, hw::Value> delayed_;
};

}  // namespace

std::string shared_kernel_module(const plan::StagePlan& stage) { return stage.kernel.module + "_shared"; }

void build_kernel(Context& context, const plan::StagePlan& stage) { KernelBuilder(context, stage).build(); }

void build_shared_kernel(Context& context, const plan::StagePlan& stage) {
  KernelBuilder(context, stage, shared_kernel_module(stage)).build_shared();
}

}  // namespace rtlgen::elaborate
