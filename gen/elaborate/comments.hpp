// Comments of ports: what a signal carries, in which format, and in which unit it counts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "spec/ids.hpp"

namespace rtlgen::contract {
struct Port;
}
namespace rtlgen::plan {
struct TapPlan;
}
namespace rtlgen::spec {
struct Array;
struct Param;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::elaborate {

struct Context;
struct Flag;

/// Counts of position counters, by axis: words, rows, planes.
inline constexpr const char* kUnits[] = {"words", "rows", "planes"};

/// `4 cells of 't', float32`.
std::string cells_comment(const spec::Array& array, std::size_t cells);
std::string cells_comment(const spec::Array& array, const spec::Type& type, std::size_t cells);
/// `3`, `0 and 1`, `0, 1 and 3`.
std::string list_text(const std::vector<int>& numbers);
/// `t[0,-1], float32`: a tap of a Kernel.
std::string tap_comment(const Context& context, const plan::TapPlan& tap);
/// `parameter 'dt', float32`.
std::string param_comment(const spec::Param& param);
/// `the current row is row 0 of the frame`: an output of a position module.
std::string flag_comment(const Context& context, const Flag& flag);
/// An input or a data output of the core.
std::string port_comment(const Context& context, const contract::Port& port);

}  // namespace rtlgen::elaborate
