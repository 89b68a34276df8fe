// Finds the files of a batch.
#include "driver/batch/grid_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "data/io.hpp"
#include "driver/prepare/ranges.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

Failure refuse(Diagnostics& diagnostics, const std::string& option, const std::string& what, const std::string& note) {
  return diagnostics.error(Code::kOptionConflict, {option}, what, {note});
}

/// PATH of FIELD=PATH.
std::string path_of(const std::string& option) { return option.substr(std::min(option.size(), option.find('=') + 1)); }

/// The name of the file, without folder and place, if it has a *.
std::optional<fs::path> pattern_of(const std::string& option) {
  const fs::path file = data::file_of(path_of(option));
  if (file.filename().string().find('*') == std::string::npos) return std::nullopt;
  return file;
}

/// The texts that match * in the names of existing files.
std::set<std::string> matches(const fs::path& pattern) {
  const std::string name = pattern.filename().string();
  const std::size_t star = name.find('*');
  const std::string before = name.substr(0, star), after = name.substr(star + 1);
  std::set<std::string> found;
  std::error_code failed;
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  for (fs::directory_iterator i(folder, failed), end; !failed && i != end; i.increment(failed)) {
    const std::string file = i->path().filename().string();
    if (file.size() > before.size() + after.size() && file.starts_with(before) && file.ends_with(after))
      found.insert(file.substr(before.size(), file.size() - before.size() - after.size()));
  }
  return found;
}

/// 00 to 11 of twelve.
std::vector<std::string> numbers(std::int64_t grids) {
  const auto digits = fmt::format("{}", grids - 1).size();
  std::vector<std::string> names;
  for (std::int64_t g = 0; g < grids; ++g) names.push_back(fmt::format("{:0{}}", g, digits));
  return names;
}

std::string with_name(std::string option, const std::string& name, std::size_t number) {
  const std::size_t from = option.find('=') + 1;
  for (std::size_t star = option.find('*', from); star != std::string::npos; star = option.find('*', star)) {
    const bool is_entry = star > from && option[star - 1] == '[';
    const std::string text = is_entry ? std::to_string(number) : name;
    option.replace(star, 1, text);
    star += text.size();
  }
  return option;
}

/// Whether no output of a grid is an input of another one.
bool check_apart(const RunOptions& options, const std::vector<std::string>& names, Diagnostics& diagnostics) {
  const auto file_of = [&](const std::string& option, std::size_t number) {
    return fs::absolute(data::file_of(path_of(with_name(option, names[number], number)))).lexically_normal();
  };
  std::set<fs::path> read;
  for (std::size_t number = 0; number < names.size(); ++number) {
    for (const std::string& input : options.inputs) read.insert(file_of(input, number));
  }
  for (std::size_t number = 0; number < names.size(); ++number) {
    for (const std::string& output : options.outputs) {
      const fs::path file = file_of(output, number);
      if (!read.contains(file)) continue;
      refuse(diagnostics, "--output " + output,
             fmt::format("grid {} would replace the input {}", names[number], file.string()),
             "choose another folder or name");
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_of_grid(const std::string& option) { return path_of(option).find('*') != std::string::npos; }

bool has_grid_names(const RunOptions& options) {
  return std::any_of(options.inputs.begin(), options.inputs.end(), is_of_grid) ||
         std::any_of(options.outputs.begin(), options.outputs.end(), is_of_grid);
}

Result<std::vector<std::string>> grid_names(const RunOptions& options, std::optional<std::int64_t> grids,
                                            Diagnostics& diagnostics) {
  if (grids && !check_number(kBatchRange, *grids, diagnostics)) return Failure{};
  for (const std::string& output : options.outputs) {
    if (!is_of_grid(output))
      return refuse(diagnostics, "--output " + output, "all grids of the batch would write this file",
                    "put a * into its name: it becomes the name or the number of the grid");
  }
  std::string first;
  std::set<std::string> names;
  for (const std::string& input : options.inputs) {
    const auto pattern = pattern_of(input);
    if (!pattern) continue;
    const std::set<std::string> found = matches(*pattern);
    if (found.empty())
      return refuse(diagnostics, "--input " + input, fmt::format("no file matches {}", pattern->string()),
                    "* stands for one or more characters of the file's name");
    if (!first.empty() && found != names)
      return refuse(diagnostics, "--input " + input,
                    fmt::format("* stands for {} here, and for {} or others in --input {}",
                                counted(found.size(), "name"), names.size(), first),
                    "the files of all fields of a batch have the same names where the * is");
    names = found;
    first = input;
  }
  if (first.empty() && !grids)
    return refuse(diagnostics, "--batch", "the number of grids is unknown",
                  "use --batch N, or a * in the name of an input file");
  if (grids && !first.empty() && static_cast<std::size_t>(*grids) > names.size())
    return refuse(diagnostics, "--batch",
                  fmt::format("{} {} --input {}, fewer than {}", counted(names.size(), "file"),
                              by_number(names.size(), "matches", "match"), first, *grids),
                  "leave out --batch to run all of them");
  std::vector<std::string> list =
      first.empty() ? numbers(*grids) : std::vector<std::string>(names.begin(), names.end());
  if (grids) list.resize(static_cast<std::size_t>(*grids));
  if (!check_apart(options, list, diagnostics)) return Failure{};
  return list;
}

RunOptions options_of_grid(RunOptions options, const std::vector<std::string>& names, std::size_t number) {
  for (auto* list : {&options.inputs, &options.outputs}) {
    for (std::string& option : *list) option = with_name(option, names[number], number);
  }
  options.seed += number;
  return options;
}

}  // namespace rtlgen::driver
