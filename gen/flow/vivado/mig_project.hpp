// MIG of 7-series devices has no parameters, but an XML file that describes it: printed from the wiring.
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

/// The file of a channel, whose path is relative to the project; nothing where its controller takes parameters.
std::optional<emit::File> mig_project(const Project& project, std::size_t channel);

/// What the IP of a channel is given as CONFIG.*: the wiring's parameters, or the XML file.
std::vector<std::pair<std::string, std::string>> controller_parameters(const Project& project, std::size_t channel);

}  // namespace rtlgen::flow::vivado
