// Compares a manifest with the plan of a program.
#include "driver/simulate/given_manifest.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "contract/clock.hpp"
#include "contract/manifest.hpp"
#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/options.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/json_fault.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

using ManifestJson = nlohmann::json;

/// The ports with one of these roles, with the keys that belong to the program.
ManifestJson ports_of(const ManifestJson& manifest, const std::vector<std::string>& roles) {
  ManifestJson list = ManifestJson::array();
  for (const ManifestJson& port : manifest.at("ports")) {
    if (std::find(roles.begin(), roles.end(), port.at("role").get<std::string>()) == roles.end()) continue;
    ManifestJson one;
    for (const char* key : {"name", "direction", "field", "type", "components"}) {
      if (port.contains(key)) one[key] = port.at(key);
    }
    list.push_back(std::move(one));
  }
  return list;
}

ManifestJson without_defaults(ManifestJson ports) {
  for (ManifestJson& port : ports) port.erase("default_bits");
  return ports;
}

/// The facts that must be equal, with their names.
std::vector<std::pair<const char*, ManifestJson>> shared_facts(const ManifestJson& manifest, bool by_line) {
  using contract::PortRole;
  const auto role = [](PortRole r) { return std::string(contract::role_name(r)); };
  std::vector<std::pair<const char*, ManifestJson>> facts = {
      {"name", manifest.at("name")},
      {"number of time steps per pass", manifest.at("steps")},
      {"fields", ports_of(manifest, {role(PortRole::kInData), role(PortRole::kLoadData), role(PortRole::kOutData)})},
      {"run-time parameters", ports_of(manifest, {role(PortRole::kParam)})},
      {"monitors", ports_of(manifest, {role(PortRole::kMonitor)})}};
  if (!by_line) {
    facts.emplace_back("memory channels", manifest.at("shell").at("channels"));
    return facts;
  }
  facts.emplace_back("ports", without_defaults(manifest.at("ports")));
  for (const char* key : {"cells_per_cycle", "extents", "ghosts", "block", "total_lag", "frame"})
    facts.emplace_back(key, manifest.value(key, ManifestJson()));
  return facts;
}

std::string fact_text(const ManifestJson& fact) {
  constexpr std::size_t kMost = 200;
  const std::string text = fact.dump();
  return text.size() > kMost ? text.substr(0, kMost) + "..." : text;
}

bool check_program(const GivenManifest& given, const ManifestJson& theirs, const ManifestJson& ours, bool by_line,
                   Diagnostics& diagnostics) {
  if (!by_line && !theirs.contains("shell"))
    throw contract::ManifestError(
        "this manifest.json describes an accelerator without a shell, but every card has one");
  const auto expected = shared_facts(ours, by_line), found = shared_facts(theirs, by_line);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i].second == found[i].second) continue;
    diagnostics.error(Code::kOptionConflict, {given.file},
                      fmt::format("this manifest belongs to another program: its {} {}", expected[i].first,
                                  i < 2 ? "differs" : "differ"),
                      {fmt::format("the manifest has {}, the description {}", fact_text(found[i].second),
                                   fact_text(expected[i].second)),
                       "use the description and the --set options that the card was built with"});
    return false;
  }
  return true;
}

}  // namespace

Result<CardDescription> describe_card(const SimOptions& options, const Prepared& prepared, Diagnostics& diagnostics) {
  CardDescription card;
  if (!options.manifest) {
    card.identity = identity_of(prepared);
    card.manifest = manifest(prepared, card.identity);
    card.kernel_mhz = prepared.plan.clock.mhz;
    if (prepared.plan.shell) card.bus_mhz = prepared.plan.shell->bus_mhz;
    return card;
  }
  const bool by_line = !prepared.plan.shell;
  if (!looks_like_json(options.manifest->text))
    return diagnostics.error(Code::kOptionConflict, {options.manifest->file}, "this is not JSON, so no manifest",
                             {"`rtlgen generate` and `rtlgen project` write manifest.json"});
  try {
    const ManifestJson theirs = contract::parse_manifest(options.manifest->text);
    const ManifestJson ours = ManifestJson::parse(hardware_json(prepared).dump());
    if (!check_program(*options.manifest, theirs, ours, by_line, diagnostics)) return Failure{};
    if (!by_line) contract::read_design(options.manifest->text);
    card.manifest = options.manifest->text;
    card.identity = contract::digest_in(theirs);
    card.kernel_mhz = contract::mhz_of_period(theirs.at("period_ps"));
    if (!by_line) card.bus_mhz = theirs.at("shell").at("bus_mhz").get<double>();
    return card;
  } catch (const std::exception& fault) {
    return diagnostics.error(Code::kOptionConflict, {options.manifest->file}, "this manifest cannot be used",
                             {json_fault(fault.what())});
  }
}

}  // namespace rtlgen::driver
