// The ids of a program's parts: each names an element of one vector of spec::Program, and of parallel tables.
#pragma once

#include "support/id.hpp"

namespace rtlgen::spec {

using ArrayId = Id<struct ArrayTag>;
using StreamId = Id<struct StreamTag>;
using StageId = Id<struct StageTag>;
using ParamId = Id<struct ParamTag>;
using MonitorId = Id<struct MonitorTag>;
using TableId = Id<struct TableTag>;
using RegionId = Id<struct RegionTag>;
using NodeId = Id<struct NodeTag>;

}  // namespace rtlgen::spec
