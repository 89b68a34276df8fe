// Comments of an operator's module: what it computes, and in which number format.
#pragma once

#include <string>

namespace rtlgen::hw {
struct Module;
}
namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops {

struct Request;

/// Explains a format whose name does not: `hex32: hex-aligned float32: sign, ...`; "" for integers and IEEE floats.
std::string format_text(const spec::Type& type);

/// Sets the summary of `module`, which computes `request`, and puts lines about formats and implementation into its
/// header.
void describe(const Request& request, hw::Module& module);

}  // namespace rtlgen::ops
