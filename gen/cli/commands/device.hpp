// Options that choose a card and the way to it, of commands that use one.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/command.hpp"
#include "driver/run/run.hpp"

namespace CLI {
class App;
}

namespace rtlgen::cli {

struct DeviceGroup {
  driver::CardOptions card;  ///< but for `run` and `backend`
  std::string backend = "sim";
  std::string manifest;  ///< "": that of the description

  /// --backend; `declare` has the options of real cards.
  void declare_backend(CLI::App& app);
  void declare(CLI::App& app);
  /// After parsing: throws the parser's error for options of another back end; `simulation` are those of the simulated
  /// card.
  void check(const CLI::App& app, const std::vector<std::string>& simulation) const;
  void add_places(Places& places) const;
  /// With the manifest read.
  [[nodiscard]] driver::CardOptions of(driver::SimOptions run) const;
  /// How people call the card; "": a simulated one.
  [[nodiscard]] std::string name() const;
};

}  // namespace rtlgen::cli
