// Names and peaks, by the kind of each channel.
#include "model/drams.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::model {

std::string parts_text(const std::vector<std::string>& names, const plan::Plan& plan) {
  if (names.size() == 1) return names.front();
  std::set<std::string> used;
  for (const contract::ShellChannel& c : plan.shell->channels)
    used.insert(names.at(spec::kind_of_channel(plan.stencil->hardware, c.number)));
  return used.size() == 1 ? *used.begin() : fmt::format("{}", fmt::join(names, ", "));
}

std::string parts_text(const Drams& drams, const plan::Plan& plan) {
  std::vector<std::string> names;
  for (const Channel& dram : drams) names.push_back(dram.part);
  return parts_text(names, plan);
}

double peak_gbs(const Drams& drams, const plan::Plan& plan) {
  if (drams.empty() || !plan.shell) return drams.empty() ? 0 : drams.front().peak_gbs;
  double sum = 0;
  for (const contract::ShellChannel& c : plan.shell->channels)
    sum += of_kind(drams, spec::kind_of_channel(plan.stencil->hardware, c.number)).peak_gbs;
  return sum;
}

}  // namespace rtlgen::model
