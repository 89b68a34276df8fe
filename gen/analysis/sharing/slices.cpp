// Renumbers streams, arrays and nodes for a slice, and back for the whole program.
#include "analysis/sharing/slices.hpp"

#include <fmt/format.h>

#include <utility>

#include "spec/describe.hpp"
#include "spec/reach.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::analysis {

using spec::NodeId;
using spec::StageId;
using spec::Stencil;
using spec::StreamId;

Slices::Slices(const Stencil& stencil) : stencil_(stencil), out_(stencil) {
  const auto entering = static_cast<int>(stencil_.streams.size() - stencil_.stages.size());
  out_.nodes.clear();
  out_.stages.clear();
  out_.streams.resize(static_cast<std::size_t>(entering));
  for (const StreamId i : out_.streams.ids()) new_streams_[i] = i;
  frame_ = out_;
  frame_.arrays.clear();
  frame_.streams.clear();
  frame_.monitors.clear();
  frame_.probes.clear();
  frame_.inputs.clear();
  frame_.until = {};
  for (spec::Param& param : frame_.params) param.next = {};
  for (const spec::Array& a : stencil_.arrays) names_.insert(lower_case(a.name));
  for (const spec::Param& p : stencil_.params) names_.insert(lower_case(p.name));
  for (const spec::Monitor& m : stencil_.monitors) names_.insert(lower_case(m.name));
}

Stencil Slices::cut(int first, int end) {
  Stencil part = frame_;
  std::set<NodeId> nodes;
  std::set<StreamId> before;
  const auto reads = [&](StreamId stream) {
    if (stencil_.streams[stream].stage < StageId(first)) before.insert(stream);
  };
  for (int i = first; i < end; ++i) {
    const spec::Stage& stage = stencil_.stages[StageId(i)];
    for (const NodeId id : spec::nodes_below(stencil_, stage.root)) {
      if (nodes.insert(id).second && stencil_.nodes[id].op == spec::Op::kTap) reads(stencil_.nodes[id].stream);
    }
    if (stage.old_stream.valid()) reads(stage.old_stream);
  }
  std::map<StreamId, StreamId> streams;
  for (const StreamId stream : before) {
    spec::Array array = stencil_.arrays[stencil_.streams[stream].array];
    array.role = spec::Role::kInput;
    streams[stream] = part.streams.push_back({part.arrays.push_back(std::move(array)), {}});
  }
  for (int i = first; i < end; ++i) {
    const StreamId stream = stencil_.stages[StageId(i)].output;
    const spec::ArrayId array = part.arrays.push_back(stencil_.arrays[stencil_.streams[stream].array]);
    streams[stream] = part.streams.push_back({array, StageId(i - first)});
  }
  std::map<NodeId, NodeId> copies;
  for (const NodeId id : nodes) {
    spec::Node node = stencil_.nodes[id];
    if (node.op == spec::Op::kTap) node.stream = streams.at(node.stream);
    for (NodeId& arg : node.args) arg = copies.at(arg);
    copies[id] = part.nodes.push_back(std::move(node));
  }
  for (int i = first; i < end; ++i) {
    spec::Stage stage = stencil_.stages[StageId(i)];
    stage.root = copies.at(stage.root);
    stage.output = streams.at(stage.output);
    if (stage.old_stream.valid()) stage.old_stream = streams.at(stage.old_stream);
    part.stages.push_back(std::move(stage));
  }
  entering_.assign(before.begin(), before.end());
  first_ = first;
  arrays_ = part.arrays.size();
  return part;
}

void Slices::append(const Stencil& slice) {
  std::map<StreamId, StreamId> streams;
  for (std::size_t i = 0; i < entering_.size(); ++i) streams[StreamId(i)] = new_streams_.at(entering_[i]);
  std::map<NodeId, NodeId> copies;
  int line = first_;
  for (const spec::Stage& made : slice.stages) {
    const spec::ArrayId array = slice.streams[made.output].array;
    const bool is_new = static_cast<std::size_t>(array.index()) >= arrays_;
    const StageId id(out_.stages.size());
    if (is_new) added_.push_back(id);
    const spec::ArrayId in_whole =
        is_new ? add_temporary(slice.arrays[array]) : stencil_.streams[stencil_.stages[StageId(line)].output].array;
    const StreamId output = out_.streams.push_back({in_whole, id});
    streams[made.output] = output;
    if (!is_new) new_streams_[stencil_.stages[StageId(line++)].output] = output;
    spec::Stage stage = made;
    stage.output = output;
    if (stage.old_stream.valid()) stage.old_stream = streams.at(stage.old_stream);
    stage.root = copy(slice, made.root, copies, streams);
    out_.stages.push_back(std::move(stage));
  }
}

Stencil Slices::take() {
  std::map<NodeId, NodeId> copies;
  for (spec::Param& param : out_.params) {
    if (param.next.valid()) param.next = copy(stencil_, param.next, copies, {});
  }
  if (out_.until.valid()) out_.until = copy(stencil_, out_.until, copies, {});
  out_.nodes = store_.take();
  for (const StageId id : added_) out_.stages[id].text = spec::to_text(out_, out_.stages[id].root);
  return std::move(out_);
}

NodeId Slices::copy(const spec::Program& from, NodeId root, std::map<NodeId, NodeId>& copies,
                    const std::map<StreamId, StreamId>& streams) {
  for (const NodeId id : spec::nodes_below(from, root)) {
    if (copies.contains(id)) continue;
    spec::Node node = from.nodes[id];
    if (node.op == spec::Op::kTap) node.stream = streams.at(node.stream);
    for (NodeId& arg : node.args) arg = copies.at(arg);
    copies[id] = store_.add(std::move(node));
  }
  return copies.at(root);
}

spec::ArrayId Slices::add_temporary(spec::Array array) {
  do {
    array.name = fmt::format("shared{}", ++shared_);
  } while (names_.contains(array.name));
  return out_.arrays.push_back(std::move(array));
}

}  // namespace rtlgen::analysis
