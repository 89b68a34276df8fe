// All files of a project, and what a description must be for a board.
#include "flow/project.hpp"

#include <fmt/format.h>

#include <cmath>

#include "emit/leaf_sources.hpp"
#include "flow/constraints.hpp"
#include "flow/readme.hpp"
#include "flow/scripts.hpp"
#include "flow/top.hpp"

namespace rtlgen::flow {

std::string Project::name() const { return plan.stencil->name; }
std::string Project::top() const { return name() + "_" + board.id; }

std::vector<std::string> wanted_keys(const board::Wiring& wiring) {
  return {fmt::format("hardware.bus={{bits: {}, clock_mhz: {:g}}}", wiring.memory.front().use.sizes.at("data"), wiring.user_mhz)};
}

void check_project(const Project& project, Diagnostics& diagnostics) {
  const auto fault = [&](const std::string& message, std::vector<std::string> notes) { diagnostics.error("RG0810", {project.banner.config, 0, 0, 1}, message, std::move(notes)); };
  const plan::Shell& s = *project.plan.shell;
  const board::Wiring& w = project.wiring;
  const int data = w.memory.front().use.sizes.at("data");
  if (s.bus_bits != data || std::abs(s.bus_mhz - w.user_mhz) > 1e-6) {
    fault(fmt::format("a bus of {} bits at {:g} MHz, but {} has one of {} at {:g}", s.bus_bits, s.bus_mhz, project.board.name, data, w.user_mhz),
          {"leave the bus out: a project takes the board's, whatever the file says"});
  }
  for (const plan::ShellChannel& channel : s.channels) {
    if (static_cast<std::size_t>(channel.number) < w.memory.size()) continue;
    fault(fmt::format("memory channel {} is used, but of {} only {} wired, from 0 on", channel.number, project.board.name, w.memory.size() == 1 ? std::string("one is") : fmt::format("{} are", w.memory.size())),
          {"hardware.memory says which channel holds which field; without it, all are in channel 0"});
  }
}

std::vector<emit::File> project_files(const Project& project) {
  std::vector<emit::File> files;
  for (const std::string& leaf : top_leaves()) files.push_back({"rtl/card/" + leaf + ".v", std::string(emit::leaf_source(leaf + ".v"))});
  files.push_back({"rtl/card/" + project.top() + ".v", top_text(project)});
  const auto constraints = constraint_files(project);
  for (emit::File& file : script_files(project, constraints)) files.push_back(std::move(file));
  files.insert(files.end(), constraints.begin(), constraints.end());
  files.push_back({"README.md", readme_text(project)});
  return files;
}

}  // namespace rtlgen::flow
