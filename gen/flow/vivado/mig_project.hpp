// The XML file that describes a MIG of 7-series devices, which has no parameters; printed from the wiring.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// The file of a channel, with a path relative to the project; none if its controller has parameters.
std::optional<emit::File> mig_project(const Project& project, std::size_t channel);

/// The CONFIG.* properties for the IP of a channel: the wiring's parameters, or the XML file.
std::vector<std::pair<std::string, std::string>> controller_parameters(const Project& project, std::size_t channel);

}  // namespace rtlgen::flow::vivado
