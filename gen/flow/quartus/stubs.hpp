// Replacements for a card's systems: black boxes for lint, shims around the models of sim/vendor.
#pragma once

#include <string>

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

/// Like flow::black_boxes and flow::model_shims.
std::string black_boxes(const Project& project);
std::string model_shims(const Project& project);

}  // namespace rtlgen::flow::quartus
