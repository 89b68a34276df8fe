// Finds what is live by following reads backwards from the fields that a step assigns.
#include "frontend/passes/unused.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "frontend/passes/declarations.hpp"
#include "frontend/schema/suggest.hpp"
#include "spec/reach.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

/// Reports a --set that adds an unknown name, which nothing else would notice.
void refuse_added(Program& program, const Declared& added) {
  std::vector<std::string> names;
  for (const Declared& d : program.declared) {
    if (!d.added && d.what == added.what) names.push_back(d.name);
  }
  std::vector<std::string> notes;
  if (!names.empty()) notes.push_back(fmt::format("{}s are {}", added.what, fmt::join(names, ", ")));
  program.diagnostics.error(Code::kUnusedField, added.where,
                            fmt::format("there is no {} '{}', and nothing would use a new one", added.what, added.name),
                            notes, nearest_fix(added.name, names));
}

/// The parts of a program that a result depends on.
class Live {
 public:
  explicit Live(const spec::Stencil& stencil)
      : stages(stencil.stages.size()),
        nodes(stencil.nodes.size()),
        arrays(stencil.arrays.size()),
        params(stencil.params.size()),
        regions(stencil.regions.size()),
        tables(stencil.tables.size()),
        stencil_(stencil) {
    // A stage reads only streams of earlier stages, so one backward pass visits each reader before what it reads.
    for (const spec::StageId id : stencil.stages.ids_backwards()) {
      const spec::Stage& stage = stencil.stages[id];
      if (stencil.arrays[stencil.streams[stage.output].array].role != spec::Role::kTemporary) stages[id] = true;
      if (!stages[id]) continue;
      read(stage.old_stream);
      follow(stage.root);
    }
    for (const spec::ParamId id : stencil.params.ids()) {
      if (stencil.params[id].next.valid()) params[id] = true;
      follow(stencil.params[id].next);
    }
    follow(stencil.until);
  }

  IndexVector<spec::StageId, bool> stages;
  IndexVector<spec::NodeId, bool> nodes;
  IndexVector<spec::ArrayId, bool> arrays;  ///< something live reads it
  IndexVector<spec::ParamId, bool> params;
  IndexVector<spec::RegionId, bool> regions;
  IndexVector<spec::TableId, bool> tables;

 private:
  void read(spec::StreamId stream) {
    if (!stream.valid()) return;
    arrays[stencil_.streams[stream].array] = true;
    if (stencil_.streams[stream].stage.valid()) stages[stencil_.streams[stream].stage] = true;
  }

  void follow(spec::NodeId root) {
    std::vector<spec::NodeId> open;
    if (root.valid()) open.push_back(root);
    while (!open.empty()) {
      const spec::NodeId id = open.back();
      open.pop_back();
      if (nodes[id]) continue;
      nodes[id] = true;
      const spec::Node& node = stencil_.nodes[id];
      read(node.stream);
      if (node.op == spec::Op::kParam) params[node.param()] = true;
      if (node.op == spec::Op::kRegion) regions[node.region()] = true;
      if (node.op == spec::Op::kLookup) tables[node.table()] = true;
      open.insert(open.end(), node.args.begin(), node.args.end());
    }
  }

  const spec::Stencil& stencil_;
};

/// Removes from `items` what is not `live`; the result maps each old id to its new one.
template <class IdType, class T>
IndexVector<IdType, IdType> compact(IndexVector<IdType, T>& items, const IndexVector<IdType, bool>& live) {
  IndexVector<IdType, IdType> renamed(items.size());
  IndexVector<IdType, T> kept;
  for (const IdType id : items.ids()) {
    if (live[id]) renamed[id] = kept.push_back(std::move(items[id]));
  }
  items = std::move(kept);
  return renamed;
}

template <class IdType>
void rename(IdType& id, const IndexVector<IdType, IdType>& renamed) {
  if (id.valid()) id = renamed[id];
}

/// Warns about each temporary whose last value is not live, and about fields that only such temporaries read.
void warn_unread(const Program& program, const Live& live) {
  const spec::Stencil& stencil = program.stencil;
  IndexVector<spec::ArrayId, bool> read_by_dead(stencil.arrays.size());
  for (const spec::StageId id : stencil.stages.ids()) {
    const spec::Stage& stage = stencil.stages[id];
    const spec::ArrayId array = stencil.streams[stage.output].array;
    if (live.stages[id]) continue;
    for (const spec::NodeId node : spec::nodes_below(stencil, stage.root)) {
      const spec::StreamId stream = stencil.nodes[node].stream;
      if (stream.valid()) read_by_dead[stencil.streams[stream].array] = true;
    }
    if (stencil.final_stream(array) != stage.output) continue;
    spec::warn(stencil, program.diagnostics, Code::kUnused, stage.where,
               fmt::format("nothing reads the temporary '{}': the line is left out", stencil.arrays[array].shown()),
               {"remove the line, or declare a field to keep the value"});
  }
  for (const spec::ArrayId id : stencil.arrays.ids()) {
    const spec::Array& array = stencil.arrays[id];
    if (array.role != spec::Role::kInput || live.arrays[id] || !read_by_dead[id]) continue;
    const auto declared = std::find_if(program.declared.begin(), program.declared.end(),
                                       [&](const Declared& d) { return d.name == array.shown(); });
    if (declared == program.declared.end()) continue;
    spec::warn(stencil, program.diagnostics, Code::kUnused, declared->where,
               fmt::format("the field '{}' is used only by temporaries that nothing reads", array.shown()),
               {"it remains an input of the hardware, which ignores it"});
  }
}

void compact(spec::Stencil& stencil, const Live& live, NodePlaces* places) {
  IndexVector<spec::StreamId, bool> streams(stencil.streams.size());
  IndexVector<spec::ArrayId, bool> arrays(stencil.arrays.size());
  for (const spec::StreamId id : stencil.streams.ids())
    streams[id] = !stencil.streams[id].stage.valid() || live.stages[stencil.streams[id].stage];
  for (const spec::ArrayId id : stencil.arrays.ids())
    arrays[id] = stencil.arrays[id].role != spec::Role::kTemporary || live.arrays[id];
  const auto new_arrays = compact(stencil.arrays, arrays);
  const auto new_streams = compact(stencil.streams, streams);
  const auto new_stages = compact(stencil.stages, live.stages);
  const auto new_nodes = compact(stencil.nodes, live.nodes);
  const auto new_params = compact(stencil.params, live.params);
  const auto new_regions = compact(stencil.regions, live.regions);
  const auto new_tables = compact(stencil.tables, live.tables);
  for (spec::Stream& stream : stencil.streams) {
    rename(stream.array, new_arrays);
    rename(stream.stage, new_stages);
  }
  for (spec::Stage& stage : stencil.stages) {
    rename(stage.output, new_streams);
    rename(stage.old_stream, new_streams);
    rename(stage.root, new_nodes);
  }
  for (spec::Node& node : stencil.nodes) {
    for (spec::NodeId& arg : node.args) rename(arg, new_nodes);
    rename(node.stream, new_streams);
    if (node.op == spec::Op::kParam) node.index = new_params[node.param()].index();
    if (node.op == spec::Op::kRegion) node.index = new_regions[node.region()].index();
    if (node.op == spec::Op::kLookup) node.index = new_tables[node.table()].index();
  }
  for (spec::Param& param : stencil.params) rename(param.next, new_nodes);
  rename(stencil.until, new_nodes);
  if (places == nullptr) return;
  for (NodePlace& place : *places) rename(place.node, new_nodes);
  std::erase_if(*places, [](const NodePlace& place) { return !place.node.valid(); });
}

}  // namespace

void check_unused(Program& program, bool overridden) {
  // An undefined name is probably a misspelling of the one that seems unused.
  const auto& all = program.diagnostics.all();
  if (program.unparsed ||
      std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.code == Code::kUndefinedName; })) {
    return;
  }
  for (const Declared& d : program.declared) {
    if (program.used.contains(d.name)) continue;
    if (d.added) {
      refuse_added(program, d);
    } else if (d.what == "field" || d.what == "component") {
      program.diagnostics.error(Code::kUnusedField, d.where, fmt::format("nothing uses the {} '{}'", d.what, d.name),
                                {"remove it, or use it in 'update'"});
    } else if (!overridden || d.what != "parameter") {
      spec::warn(program.stencil, program.diagnostics, Code::kUnused, d.where,
                 fmt::format("nothing uses the {} '{}'", d.what, d.name), {"remove it, or use it in 'update'"});
    }
  }
}

void drop_unused(Program& program) {
  const Live live(program.stencil);
  warn_unread(program, live);
  compact(program.stencil, live, program.scope.places);
}

}  // namespace rtlgen::frontend
