// Options of commands that use a card: which one, and how to reach it.
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
  driver::CardOptions card;  ///< without `run` and `backend`
  std::string backend = "sim";
  std::string manifest;  ///< "": the manifest of the description

  /// Declares --backend; `declare` declares the options of real cards.
  void declare_backend(CLI::App& app);
  void declare(CLI::App& app);
  /// Call after parsing. Throws the parser's error for options of another back end; `simulation` lists those of the
  /// simulated card.
  void check(const CLI::App& app, const std::vector<std::string>& simulation) const;
  void add_places(Places& places) const;
  /// The options of a card with the manifest read.
  [[nodiscard]] driver::CardOptions of(driver::SimOptions run) const;
  /// The name of the card for users; "": a simulated card.
  [[nodiscard]] std::string name() const;
};

}  // namespace rtlgen::cli
