// The summary that `rtlgen report` prints of its page.
#include <fmt/format.h>

#include "cli/report.hpp"
#include "spec/program.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

std::string page_text(const driver::PageReport& report, const std::string& folder) {
  const report::PageData& data = report.data;
  std::string text = fmt::format(
      "{}: {}/index.html, {}\n  predicted {}{}\n", data.reference->name, safe::terminal(OutsideText(folder)),
      bytes_text(report.bytes), si_text(data.time.cell_updates_per_s, "cell updates/s"),
      data.time.channels.empty() ? ", with ideal memory" : fmt::format(", {} in each channel", data.dram));
  if (const report::Verdict verdict = report::verdict_of(data); !verdict.text.empty())
    text += fmt::format("  {}\n", safe::terminal(OutsideText(verdict.text)));
  if (data.run) {
    text += data.run->match ? "  match     bit for bit: every cell equals the golden engine's\n"
                            : fmt::format("  FAILED    {}\n", data.run->failure);
    if (!data.run->why.empty()) text += fmt::format("  simulated {}\n", data.run->why);
  }
  if (!data.board) text += "  no board  resources are not compared; choose a board with --board NAME (rtlgen boards)\n";
  return text;
}

Json page_json(const driver::PageReport& report, const std::string& config, const std::string& folder) {
  const report::PageData& data = report.data;
  const model::Area& area = data.area.total;
  Json json = {
      {"config", config},
      {"folder", folder},
      {"files", report.files},
      {"bytes", report.bytes},
      {"predicted",
       {{"cycles", data.time.cycles},
        {"seconds", data.time.seconds},
        {"cell_updates_per_s", data.time.cell_updates_per_s},
        {"gflops", data.time.gflops},
        {"memory", data.time.channels.empty() ? "ideal" : data.dram}}},
      {"area", {{"luts", area.luts()}, {"flip_flops", area.flip_flops}, {"rams", area.rams}, {"dsps", area.dsps}}}};
  json["fits"] = data.board ? Json(report::verdict_of(data).fits) : Json(nullptr);
  if (data.run) {
    json["run"] = {{"match", data.run->match},
                   {"memory", data.run->memory},
                   {"extents", std::vector<std::int64_t>(data.run->extents.begin(),
                                                         data.run->extents.begin() + data.reference->axes)},
                   {"iterations", data.run->iterations}};
    for (const report::Compared& c : data.run->rows)
      json["run"]["compared"].push_back(
          {{"what", c.what}, {"unit", c.unit}, {"predicted", c.predicted}, {"measured", c.measured}});
  }
  return json;
}

}  // namespace rtlgen::cli
