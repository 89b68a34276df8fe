// Reports of project.
#include "cli/project.hpp"

#include <fmt/format.h>

#include "cli/models.hpp"
#include "driver/prepare/command_text.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

std::string project_text(const driver::ProjectReport& r, const std::string& folder) {
  std::string text;
  const std::string shown = safe::terminal(OutsideText(folder));
  for (const model::Use& u : r.model.uses) {
    text += fmt::format("  {:<24} {:>9}{}\n", u.what, count_text(u.used), share_of_device(u));
  }
  text += legend_of_unverified(has_unverified(r.model.uses));
  text +=
      fmt::format("  {:<24} {:>9.1f} MHz, {}\n", "kernel clock", r.model.clock_mhz, model::reached_text(r.model.clock));
  for (const std::string& note : r.notes) text += "  note: " + note + "\n";
  if (r.files.empty()) {
    return fmt::format("{} does not fit {}; nothing was written\n", r.top, safe::terminal(r.model.board->name)) + text +
           (r.smallest_change.empty() ? fmt::format("  {}\n", r.none_fits)
                                      : "  this would fit: " + r.smallest_change + "\n");
  }
  return fmt::format("{}: a project of {} files, {}, in {}\n", r.top, r.files.size(), bytes_text(r.bytes), shown) +
         text +
         fmt::format(
             "  {}: {}/README.md lists what has and has not been proven\n",
             r.model.board->tool == "open" ? "this design has not been built yet" : "not yet tried in a vendor tool",
             shown) +
         (r.is_core ? fmt::format("  the accelerator alone, for resources and timing on this part; no bitstream: "
                                  "add the board's pins yourself ({0}/pins.yours)\n  compile it: make -C {1}\n",
                                  shown, driver::file_word(folder))
                    : fmt::format("  build it: make -C {}\n", driver::file_word(folder)));
}

nlohmann::ordered_json project_json(const driver::ProjectReport& r, const std::string& file,
                                    const std::string& folder) {
  nlohmann::ordered_json uses = nlohmann::ordered_json::array();
  for (const model::Use& u : r.model.uses)
    uses.push_back({{"what", u.what},
                    {"used", u.used},
                    {"around", u.infrastructure},
                    {"available", u.available ? nlohmann::ordered_json(*u.available) : nullptr},
                    {"most", u.available ? nlohmann::ordered_json(*u.most()) : nullptr}});
  return {{"file", file},
          {"board", r.model.board->id},
          {"top", r.top},
          {"fits", r.model.fits()},
          {"bitstream", !r.is_core},
          {"folder", r.files.empty() ? "" : folder},
          {"files", r.files},
          {"bytes", r.bytes},
          {"resources", uses},
          {"kernel_mhz", r.model.clock_mhz},
          {"typical_mhz", r.model.clock.known() ? nlohmann::ordered_json(r.model.clock.typical_mhz) : nullptr},
          {"smallest_change", r.smallest_change},
          {"notes", r.notes}};
}

}  // namespace rtlgen::cli
