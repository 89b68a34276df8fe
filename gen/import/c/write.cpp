// Writes the document: names, regions, fields and parameters.
#include "import/c/write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "import/c/writer.hpp"
#include "support/codes.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::importer::c {

namespace {

bool meet(const std::vector<Range>& a, const std::vector<Range>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].high < b[i].low || b[i].high < a[i].low) return false;
  }
  return true;
}

}  // namespace

const Buffer& Writer::buffer_of(int field) const {
  return trace_.buffers[static_cast<std::size_t>(layout_.fields[static_cast<std::size_t>(field)].buffer)];
}

std::size_t Writer::line_number(Span span) const { return static_cast<std::size_t>(reporter_.line_of(span)); }

Writer::Cells Writer::cells_of(const Line& line) const {
  Cells out;
  for (const Place& place : line.cell) out.push_back(place.range);
  return out;
}

bool Writer::is_whole(const Cells& cells) const {
  for (std::size_t a = 0; a < cells.size(); ++a) {
    if (cells[a].low > 0 || cells[a].high < layout_.grid[a] - 1) return false;
  }
  return true;
}

std::string Writer::region_of(const Cells& cells) const {
  std::vector<std::string> axes;
  for (std::size_t a = 0; a < cells.size(); ++a) {
    const std::int64_t n = layout_.grid[a];
    const auto [low, high] = cells[a];
    if (low <= 0 && high >= n - 1) continue;
    const bool low_from_end = low > n - 1 - low && low == high;
    const bool high_from_end = n - 1 - high < high || low_from_end;
    const std::int64_t first = low_from_end ? low - n : low;
    const std::int64_t last = high_from_end ? high - n : high;
    axes.push_back(low == high ? fmt::format("{}: {}", "xyz"[a], first)
                               : fmt::format("{}: [{}, {}]", "xyz"[a], first, last));
  }
  return axes.empty() ? "" : fmt::format("{{{}}}", fmt::join(axes, ", "));
}

std::string Writer::guard_of(const Cells& cells) const {
  std::vector<std::string> parts;
  for (std::size_t a = 0; a < cells.size(); ++a) {
    const std::int64_t n = layout_.grid[a];
    const char axis = "xyz"[a];
    const auto place = [&](std::int64_t at) {
      return at > n / 2 ? fmt::format("n{} - {}", axis, n - at) : fmt::format("{}", at);
    };
    if (cells[a].low == cells[a].high) {
      parts.push_back(fmt::format("{} == {}", axis, place(cells[a].low)));
      continue;
    }
    if (cells[a].low > 0) parts.push_back(fmt::format("{} >= {}", axis, place(cells[a].low)));
    if (cells[a].high < n - 1) parts.push_back(fmt::format("{} <= {}", axis, place(cells[a].high)));
  }
  return fmt::format("{}", fmt::join(parts, " && "));
}

/// Whether the line would join earlier lines, whose regions it overlaps, into one assignment.
bool Writer::overlaps_before(std::size_t index) const {
  const Line& line = lines_.lines[index];
  for (std::size_t i = index; i-- > 0;) {
    const Line& before = lines_.lines[i];
    if (before.field != line.field) return false;
    if (is_whole(cells_of(before))) return false;
    if (meet(cells_of(before), cells_of(line))) return true;
  }
  return false;
}

bool Writer::is_guarded(const Line& line) const {
  return std::any_of(line.reads.begin(), line.reads.end(),
                     [&](int read) { return trace_.accesses[static_cast<std::size_t>(read)].guarded; });
}

/// An array that is not visible outside, whose cells every time step assigns before it reads them.
bool Writer::is_temporary(int field) const {
  if (!buffer_of(field).is_local || layout_.exchanges.contains(field)) return false;
  const Line* store = nullptr;
  for (const Line& line : lines_.lines) {
    for (const int read : line.reads) {
      const Spot& spot = layout_.spots.at(read);
      if (spot.field != field) continue;
      if (store == nullptr || line.field == field) return false;
      for (std::size_t a = 0; a < spot.axes.size(); ++a) {
        if (spot.axes[a].range.low < store->cell[a].range.low || spot.axes[a].range.high > store->cell[a].range.high)
          return false;
      }
    }
    if (line.field != field) continue;
    if (store != nullptr || line.where) return false;
    store = &line;
  }
  return store != nullptr;
}

void Writer::choose_names() {
  for (std::size_t i = 0; i < layout_.fields.size(); ++i) {
    const auto field = static_cast<int>(i);
    field_names_[field] = renamer_.take(buffer_of(field).name + layout_.fields[i].suffix);
  }
  plan_exchanges();
  for (std::size_t i = 0; i < layout_.fields.size(); ++i) {
    if (is_temporary(static_cast<int>(i))) temporaries_.insert(static_cast<int>(i));
  }
  for (const Line& line : lines_.lines) {
    if (line.let >= 0) let_names_[line.let] = renamer_.take(line.name);
  }
}

void Writer::put_line(std::size_t index) {
  const Line& line = lines_.lines[index];
  UpdateLine out;
  out.remark = fmt::format("{}: {}", one_line(reporter_.place_of(line.span)), one_line(reporter_.quote(line.span), 80));
  const bool is_let = line.let >= 0;
  const CType& type = is_let ? line.value->type : buffer_of(line.field).type;
  out.target = is_let ? let_names_.at(line.let) : field_names_.at(line.field);
  const auto table = table_of(line, type, out.target);
  out.text = table ? *table : text_of(*line.value, type, line);
  const bool is_array = !is_let && !temporaries_.contains(line.field);
  const bool copied = !is_let && first_copies_.contains(line.field);
  if (copied && !first_copies_.at(line.field).empty()) {
    put_copy(out.target, first_copies_.at(line.field), "", type == default_type_ ? "" : type.spelling());
    first_copies_[line.field].clear();
  }
  if (is_array || copied) {
    const Cells cells = cells_of(line);
    if (line.where) out.where = text_of(*line.where, CType::boolean(), line);
    if (!is_whole(cells) && overlaps_before(index) && line.sweep == 0) {
      out.where = out.where.empty() ? guard_of(cells) : fmt::format("{} && ({})", guard_of(cells), out.where);
    } else {
      out.region = region_of(cells);
    }
    if (line.sweep != 0) {
      out.order = fmt::format("forward {}", line.sweep);
      // Lines of one assignment have one order.
      for (auto before = document_.update.rbegin(); before != document_.update.rend(); ++before) {
        if (before->target != out.target || before->region.empty() || out.region.empty()) break;
        before->order = out.order;
      }
    }
  } else {
    if (type != default_type_) out.type = type.spelling();
    if (!is_guarded(line)) out.border = "ignore";
  }
  if (far_read_) {
    out.remark +=
        "; this reads more than half an axis away, so all cells in between are kept on chip: for periodic borders, "
        "'wrap' costs less (docs/language.md)";
    if (!has_far_line_) warn_of_far_read();
    has_far_line_ = true;
    far_read_.reset();
  }
  document_.update.push_back(std::move(out));
}

/// Warns only about the first of several lines, because copies of ghost cells take many; the comments mark all.
void Writer::warn_of_far_read() {
  reporter_.warning(
      Code::kCostlyPart, *far_read_,
      "this reads over half of an axis, so that all cells between are kept on chip; comments in the YAML "
      "mark all such lines",
      {trace_.language == "C" ? "if a border is periodic, write a[(i + 1) % n] instead of copies of cells, "
                                "or 'wrap' in the YAML (docs/language.md)"
                              : "if a border is periodic, write 'wrap' in the YAML (docs/language.md)"});
}

void Writer::put_fields() {
  for (std::size_t i = 0; i < layout_.fields.size(); ++i) {
    const auto field = static_cast<int>(i);
    if (temporaries_.contains(field) || target_names_.contains(field)) continue;
    const CType& type = buffer_of(field).type;
    const std::string& name = field_names_.at(field);
    if (layout_.fields[i].extents.empty()) {
      put_parameter(name, type, first_of(layout_.fields[i]), "an element of an array: ", "set its value");
      continue;
    }
    std::vector<std::string> keys;
    if (type != default_type_) keys.push_back(fmt::format("type: \"{}\"", type.spelling()));
    if (const auto axes = field_axes_.find(field);
        axes != field_axes_.end() && axes->second.size() < layout_.grid.size()) {
      std::vector<std::string> names;
      for (const std::size_t axis : axes->second) names.emplace_back(1, "xyz"[axis]);
      keys.push_back(fmt::format("axes: [{}]", fmt::join(names, ", ")));
    }
    const std::string& original = buffer_of(field).name;
    document_.fields.push_back({name, fmt::format("{{{}}}", fmt::join(keys, ", ")),
                                original == name ? "" : fmt::format("originally '{}'", original)});
  }
}

/// The number that the declaration of its array gives to a field of one element.
std::optional<Constant> Writer::first_of(const Field& field) const {
  const Buffer& buffer = trace_.buffers[static_cast<std::size_t>(field.buffer)];
  if (buffer.first.empty() || field.parts.size() != buffer.extents.size()) return std::nullopt;
  std::size_t at = 0;
  for (std::size_t i = 0; i < field.parts.size(); ++i)
    at = at * static_cast<std::size_t>(buffer.extents[i].value_or(0)) + static_cast<std::size_t>(field.parts[i]);
  return at < buffer.first.size() ? buffer.first[at] : std::nullopt;
}

void Writer::put_parameter(const std::string& name, const CType& type, const std::optional<Constant>& first,
                           const std::string& remark, const std::string& request) {
  const std::string value = first ? spelled(*first) : "1";
  const bool is_number = value[0] != '(';  // not an infinity or another value without a literal
  document_.params.push_back(
      {name, fmt::format("{{value: {}, type: \"{}\", runtime: true}}", is_number ? value : "1", type.spelling()),
       remark + (first && is_number ? "the program begins with this value, and assigns others" : request)});
}

void Writer::put_parameters() {
  for (const auto& [id, name] : parameter_names_) {
    const Parameter& parameter = trace_.parameters[static_cast<std::size_t>(id)];
    put_parameter(name, parameter.type, parameter.first,
                  name == parameter.name ? "" : fmt::format("originally '{}'; ", parameter.name),
                  "the program gives no value: set one");
  }
}

void Writer::head() {
  const OutsideText name(file_.substr(file_.find_last_of('/') + 1));
  std::size_t first = 0;
  std::size_t last = 0;
  const auto is_included = [&](const Line& line) { return reporter_.is_included(line.span); };
  const bool all_are = std::all_of(lines_.lines.begin(), lines_.lines.end(), is_included);
  for (const Line& line : lines_.lines) {
    if (is_included(line) && !all_are) continue;  // lines of the program itself
    const std::size_t at = line_number(line.span);
    first = first == 0 ? at : std::min(first, at);
    last = std::max(last, at);
  }
  const std::string lines = first == last ? fmt::format("line {}", first) : fmt::format("lines {} to {}", first, last);
  document_.head.push_back(fmt::format("Imported by rtlgen from {} ({}, {}, {}); see docs/import.md.",
                                       safe::comment(name), trace_.language, trace_.name, lines));
  for (const std::string& remark : trace_.remarks) document_.head.push_back(remark);
  const std::int64_t count = trace_.time ? trace_.time->count : 1;
  for (const std::vector<int>& cycle : cycles_) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (temporaries_.contains(cycle[i]) || target_names_.contains(cycle[i])) continue;
      const int held =
          cycle[(i + static_cast<std::size_t>(count % static_cast<std::int64_t>(cycle.size()))) % cycle.size()];
      const std::string suffix = layout_.fields[static_cast<std::size_t>(held)].suffix;
      document_.head.push_back(fmt::format("After the last time step {} holds what {} holds in {}.",
                                           field_names_.at(cycle[i]), buffer_of(held).name + suffix, trace_.language));
    }
  }
  document_.name = legal_name(trace_.name);
  document_.source = name + ", " + trace_.language;
  document_.iterations = count;
}

std::string Writer::run() {
  for (const Line& line : lines_.lines) {
    if (line.field < 0) continue;
    default_type_ = buffer_of(line.field).type;
    break;
  }
  choose_names();
  for (std::size_t i = 0; i < lines_.lines.size(); ++i) put_line(i);
  put_exchanges();
  put_fields();
  put_parameters();
  document_.grid = layout_.grid;
  document_.type = default_type_.spelling();
  head();
  return print(document_);
}

std::string write(const Trace& trace, const Layout& layout, const Lines& lines, const std::string& file,
                  const Options& options, const Reporter& reporter) {
  return Writer(trace, layout, lines, file, options, reporter).run();
}

}  // namespace rtlgen::importer::c
