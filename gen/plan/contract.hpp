// The contract's types by the names that plans use: what a plan shares with simulations, hosts and models.
#pragma once

#include "contract/bus_ports.hpp"
#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/register_map.hpp"
#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "contract/stream_top.hpp"

namespace rtlgen::plan {

using namespace contract;

}  // namespace rtlgen::plan
