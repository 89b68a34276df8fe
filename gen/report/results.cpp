// Results of searches and runs: exploration, predicted next to simulated figures, pictures, files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plan/plan.hpp"
#include "report/sections.hpp"

namespace rtlgen::report {

std::string pareto_section(const PageData& data, Charts& charts) {
  if (data.pareto.empty()) return "";
  Table table("Designs of the Pareto front", {"design", "speed", "share of the board's logic", ""}, "tnnt");
  Json others = Json::array(), chosen = Json::array(), names = Json::array(), chosen_names = Json::array();
  for (const ParetoPoint& p : data.pareto) {
    table.row({escape(p.label), si_text(p.cells_per_s, "cell/s"), percent(p.part), p.chosen ? "this design" : ""},
              p.chosen ? "chosen" : "");
    (p.chosen ? chosen : others).push_back({100 * p.part, p.cells_per_s});
    (p.chosen ? chosen_names : names).push_back(p.label);
  }
  Json chart = {{"kind", "scatter"},
                {"x", {{"title", "logic, % of the board"}, {"log", true}}},
                {"y", {{"title", "cell/s"}, {"log", true}}}};
  if (!others.empty())
    chart["series"].push_back({{"label", "Pareto front"},
                               {"line", false},
                               {"colour", 0},
                               {"shape", "circle"},
                               {"points", others},
                               {"names", names}});
  if (!chosen.empty())
    chart["series"].push_back({{"label", "this design"},
                               {"line", false},
                               {"colour", 2},
                               {"shape", "star"},
                               {"points", chosen},
                               {"names", chosen_names}});
  return section("pareto", "Speed against area",
                 "Designs that no other beats in both, as found by <code>rtlgen explore</code>, and this one.",
                 "<div class=\"pair\">" +
                     chart_figure(charts, "chart-pareto", chart, "Speed of designs against their area",
                                  "Each point is a choice of P, I and blocks. Both axes are logarithmic.", 340) +
                     table.html() + "</div>\n");
}

namespace {

/// Why the number of cycles in the page's head differs from the table's; empty if it does not.
std::string other_cycles(const PageData& data) {
  const Run& run = *data.run;
  if (run.rows.empty() || std::llround(run.rows.front().predicted) == std::llround(data.time.cycles)) return "";
  const std::string head = fmt::format("The {} cycles at the top of the page are for ",
                                       count_text(static_cast<std::int64_t>(data.time.cycles)));
  if (!run.why.empty()) return head + "the description's own grid and time steps.";
  if (data.time.channels.empty()) return head + "the whole run, including its start and end.";
  return head + fmt::format(
                    "the whole accelerator with {}: they include those in which readers fetch the first words and "
                    "writers store the last. Here a testbench supplies the words.",
                    data.dram.empty() ? "ideal memory" : escape(data.dram));
}

std::string paragraph(const std::string& words) {
  return words.empty() ? "" : fmt::format("<p class=\"note\">{}</p>\n", words);
}

}  // namespace

std::string run_section(const PageData& data) {
  if (!data.run) {
    return section("run", "Predicted and simulated", "",
                   fmt::format("<p class=\"note\">Not simulated: {}.</p>\n", escape(data.run_missing)));
  }
  const Run& run = *data.run;
  const int axes = data.plan->core.axes;
  std::string verdict =
      run.match ? fmt::format(
                      "<p class=\"verdict good\"><strong>Bit-exact.</strong> All {} cells computed by the simulated "
                      "hardware equal the golden engine's.</p>\n",
                      count_text(run.cells))
                : fmt::format("<p class=\"verdict bad\"><strong>The simulated hardware is wrong:</strong> {}.</p>\n",
                              escape(run.failure));
  Table table("Predicted and simulated", {"figure", "predicted", "simulated", "error", ""}, "tnnnt");
  for (const Compared& c : run.rows) {
    const double error = c.measured != 0 ? (c.predicted - c.measured) / c.measured : 0;
    const auto show = [&](double v) {
      return v == std::round(v) && std::abs(v) < 1e15 ? count_text(static_cast<std::int64_t>(v)) : shortest(v);
    };
    table.row({escape(c.what) + (c.unit.empty() ? "" : fmt::format(" <span class=\"soft\">{}</span>", escape(c.unit))),
               show(c.predicted), show(c.measured),
               c.predicted == c.measured ? "0" : fmt::format("{:+.2f} %", 100 * error),
               c.exact ? "exact by design" : "estimate"});
  }
  std::string note = fmt::format("{} cells, {}, {}", extents_text(run.extents, axes),
                                 counted(run.iterations, "time step"), run.memory);
  if (!run.why.empty()) note += "; " + run.why;
  return section(
      "run", "Predicted and simulated",
      escape(note) +
          (run.native_operators ? ". Float arithmetic of the simulation is the CPU's, with the same bits." : "."),
      verdict + table.html() + paragraph(other_cycles(data)));
}

namespace {

/// The colour bar under a picture, with its ends; with 0 too, if the colours are symmetric about it.
std::string colour_bar(const Picture& p) {
  const bool is_signed = p.map == Picture::Map::kSigned;
  const double end = std::max(std::abs(p.least), std::abs(p.most));
  const double low = is_signed ? -end : p.least, high = is_signed ? end : p.most;
  const char* const map = is_signed ? "signed" : p.map == Picture::Map::kHeat ? "colour" : "grey";
  return fmt::format(
      "<div class=\"ramp {}\" aria-hidden=\"true\"></div><div class=\"ticks\" "
      "aria-hidden=\"true\"><span>{}</span><span>{}</span><span>{}</span></div>",
      map, shortest(low, 3), shortest(low / 2 + high / 2, 3), shortest(high, 3));
}

/// Whether all cells have one value: its picture would show nothing.
bool is_uniform(const Picture& p) { return p.least == p.most && p.special.empty(); }

/// The fields without a picture.
std::string uniform_text(const std::vector<Picture>& pictures) {
  std::string text;
  for (const Picture& p : pictures) {
    if (is_uniform(p))
      text += fmt::format("{}<strong>{}</strong>, {}: every cell {}", text.empty() ? "" : "; ", escape(p.field),
                          escape(p.when), shortest(p.least));
  }
  return text.empty() ? "" : fmt::format("<p class=\"note\">Without a picture: {}.</p>\n", text);
}

}  // namespace

std::string pictures_section(const PageData& data, Charts& charts) {
  if (data.pictures.empty()) return "";
  std::string inside;
  int n = 0;
  for (const Picture& p : data.pictures) {
    if (is_uniform(p)) continue;
    const std::string range = p.least == p.most ? fmt::format("every cell {}", shortest(p.least))
                                                : fmt::format("{} to {}", shortest(p.least, 5), shortest(p.most, 5));
    const std::string caption = fmt::format("<strong>{}</strong>, {}: {}{}", escape(p.field), escape(p.when), range,
                                            p.note.empty() ? "" : " (" + escape(p.note) + ")") +
                                (p.special.empty() ? "" : "; <strong>" + escape(p.special) + "</strong>");
    if (!p.png.empty()) {
      inside += fmt::format(
          "<figure class=\"picture\"><img alt=\"{}, {}\" src=\"data:image/png;base64,{}\">{}"
          "<figcaption>{}</figcaption></figure>\n",
          escape(p.field), escape(p.when), base64(p.png), colour_bar(p), caption);
      continue;
    }
    Json points = Json::array();
    for (std::size_t i = 0; i < p.line.size(); ++i)
      points.push_back({static_cast<double>(i) * static_cast<double>(p.line_step), p.line[i]});
    const Json chart = {{"kind", "scatter"},
                        {"x",
                         {{"title", "x"},
                          {"log", false},
                          {"min", 0},
                          {"max", static_cast<double>(p.line.size() - 1) * static_cast<double>(p.line_step)}}},
                        {"y", {{"title", p.field}, {"log", false}}},
                        {"series", {{{"label", p.field}, {"line", true}, {"colour", 0}, {"points", points}}}}};
    inside += chart_figure(charts, fmt::format("chart-picture-{}", n++), chart, fmt::format("{}, {}", p.field, p.when),
                           caption, 240);
  }
  return section("pictures", "Fields",
                 data.run ? "Inputs and results of the simulated run." : "Inputs and results, by the golden engine.",
                 "<div class=\"gallery\">" + inside + "</div>\n" + uniform_text(data.pictures));
}

std::string files_section(const PageData& data) {
  if (data.files.empty()) return "";
  Table table("Files", {"file", "size"}, "tn");
  std::int64_t total = 0;
  for (const ListedFile& f : data.files) {
    const std::string path = escape(f.path);
    table.row({data.files_folder.empty()
                   ? fmt::format("<code>{}</code>", path)
                   : fmt::format("<a href=\"{}/{}\"><code>{}</code></a>", escape(data.files_folder), path, path),
               bytes_text(f.bytes)});
    total += f.bytes;
  }
  const std::string where = data.files_folder.empty() ? "<code>rtlgen generate</code> writes them."
                                                      : fmt::format("They lie in <code>{}</code> beside this page.",
                                                                    escape(data.files_folder));
  return section("files", "Generated files",
                 fmt::format("{}, {}. {}", counted(static_cast<std::int64_t>(data.files.size()), "file"),
                             bytes_text(total), where),
                 fmt::format("<details><summary>All files</summary>\n{}</details>\n", table.html()));
}

}  // namespace rtlgen::report
