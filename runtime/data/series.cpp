// Numbered files, and files of all time steps.
#include "data/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>

#include "data/formats.hpp"
#include "data/frames.hpp"
#include "data/io.hpp"
#include "golden/grid.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

namespace fs = std::filesystem;

/// A file's name without its extension, and the extension.
struct Parts {
  std::string stem, end;
};

Parts parts_of(const std::string& path) {
  const std::string file = file_of(path);
  const std::string end = fs::path(file).extension().string();
  const Format* const format = format_of(file);
  const bool is_list = format != nullptr && !format->steps_end.empty();
  return {file.substr(0, file.size() - end.size()), is_list ? format->steps_end : end};
}

}  // namespace

std::string numbered(const std::string& path, std::int64_t step) {
  const Parts parts = parts_of(path);
  return fmt::format("{}_{:06}{}{}", parts.stem, step, parts.end, path.substr(file_of(path).size()));
}

std::vector<std::string> files_of(const std::string& path) {
  const std::string file = file_of(path);
  const Parts parts = parts_of(path);
  const Format* const format = format_of(file);
  if (format == nullptr || format->steps_end.empty()) return {file};
  return {file, parts.stem + parts.end};
}

bool has_same_numbered(const std::string& a, const std::string& b) {
  return !is_same_file(file_of(a), file_of(b)) && is_same_file(file_of(numbered(a, 0)), file_of(numbered(b, 0)));
}

bool is_numbered(const std::string& file, const std::string& path) {
  const Parts its = parts_of(file), of = parts_of(path);
  const std::size_t line = its.stem.rfind('_');
  if (line == std::string::npos || its.end != of.end ||
      !is_same_file(its.stem.substr(0, line) + its.end, of.stem + of.end))
    return false;
  const std::string number = its.stem.substr(line + 1);
  return !number.empty() && std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c); });
}

bool is_one_file(const std::string& path) {
  const Format* const format = format_of(file_of(path));
  return format != nullptr && format->is_series;
}

std::int64_t kept_bytes(const std::string& path, const spec::Extents& extents, std::int64_t cell_bytes,
                        std::int64_t frames) {
  const Format* const format = format_of(file_of(path));
  if (format == nullptr || !format->is_series || !format->is_picture) return 0;
  return extents[0] * extents[1] * cell_bytes * frames;
}

bool has_numbers(const std::string& path) {
  const Format* const format = format_of(file_of(path));
  return format != nullptr && (!format->is_series || !format->steps_end.empty());
}

bool is_step_place(const std::string& path) {
  const std::string inside = place_of(path).inside;
  const Format* const format = format_of(file_of(path));
  const bool has_steps = format != nullptr && format->is_series && format->steps_end.empty();
  return has_steps && inside.substr(std::min(inside.size(), inside.find_first_not_of('/'))) == "step";
}

Series::Series(bool at_once) : at_once_(at_once) {}
Series::~Series() = default;

void Series::add(std::int64_t step, const std::vector<Output>& outputs) {
  std::vector<Output> of_step;
  for (const Output& output : outputs) {
    const Place place = place_of(output.path);
    const bool is_new = std::find(paths_.begin(), paths_.end(), output.path) == paths_.end();
    if (!is_one_file(output.path)) {
      of_step.push_back({numbered(output.path, step), output.components, output.axes});
      paths_.push_back(of_step.back().path);
      continue;
    }
    std::unique_ptr<Store>& store = of_all_[real_place(place.file)];
    if (!store) store = format_of(place.file)->create(place.file);
    store->append({place.inside, output.components, output.axes}, step);
    if (is_new) paths_.push_back(output.path);
  }
  auto stores = put_all(of_step);
  if (at_once_) {
    for (const auto& store : stores) store->commit();
  } else {
    std::move(stores.begin(), stores.end(), std::back_inserter(waiting_));
  }
}

std::vector<std::string> Series::finish() {
  for (const auto& [file, store] : of_all_) store->close();
  for (const auto& store : waiting_) store->commit();
  for (const auto& [file, store] : of_all_) store->commit();
  return paths_;
}

}  // namespace rtlgen::data
