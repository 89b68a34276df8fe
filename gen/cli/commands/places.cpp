// Collects the paths of all options, and compares them.
#include "cli/commands/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands/options.hpp"
#include "data/io.hpp"
#include "data/series.hpp"
#include "driver/prepare/named_files.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::cli {

namespace {

namespace fs = std::filesystem;

SourceLocation at(const std::string& option) { return {option}; }

bool is_file(const std::string& path) { return path != "-" && !path.empty(); }

/// The place inside a file that holds several arrays, without a leading '/'.
std::string place_in(const std::string& path) {
  const std::string place = path.substr(data::file_of(path).size());
  return place.starts_with(":/") ? ":" + place.substr(2) : place;
}

bool lies_in(const std::string& path, const std::string& folder) {
  const fs::path inner = real_place(path), outer = real_place(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

/// The files that a command's options read, the description with its --board and, if `with_named`, the files that the
/// description names.
std::vector<NamedPath> all_read(Command& command, const Places& places, bool with_named) {
  Places all;
  const Description* const description = command.description();
  if (description != nullptr) {
    all.read_file("the description", description->source.file);
    all.read_named("--board", description->board);
  }
  all.read.insert(all.read.end(), places.read.begin(), places.read.end());
  if (with_named && description != nullptr && is_file(description->source.file)) {
    for (const driver::NamedFile& file : driver::named_files(description->source))
      all.read.push_back({fmt::format("{} of the description", file.what), data::file_of(file.path)});
  }
  return all.read;
}

}  // namespace

void Places::read_file(const std::string& what, const std::string& path) {
  if (is_file(path)) read.push_back({what, path});
}

void Places::read_named(const std::string& option, const std::string& value) {
  if (value.empty()) return;
  std::error_code ignored;
  if (fs::is_regular_file(value, ignored))
    read_file(fmt::format("{} {}", option, value), value);
  else if (fs::is_regular_file(fs::path(value) / "board.yaml", ignored))
    read_file(fmt::format("{} {}", option, value), value + "/board.yaml");
}

void Places::write_result(const std::string& what, const std::string& path) {
  if (is_file(path)) results.push_back({what, path});
}

void Places::read_data(const std::string& option, const std::string& assignment) {
  read_file(option + " " + assignment, data::file_of(path_of(assignment)));
}

void Places::write_data(const std::string& option, const std::string& assignment, bool is_numbered) {
  const std::string path = data::with_place(path_of(assignment), assignment.substr(0, assignment.find('=')));
  const std::string file = data::file_of(path);
  const auto shares = [&](const std::string& other) {
    return file != path && data::file_of(other) != other && is_same_file(data::file_of(other), file);
  };
  const auto is_same_place = [&](const std::string& other) {
    return shares(other) && place_in(path) == place_in(other);
  };
  const bool is_first = std::none_of(data_written.begin(), data_written.end(), shares);
  if (is_first || std::any_of(data_written.begin(), data_written.end(), is_same_place)) {
    for (const std::string& one : is_numbered ? std::vector{file} : data::files_of(path))
      write_result(option + " " + assignment, one);
  }
  data_written.push_back(path);
  if (is_numbered && data::has_numbers(path)) numbered.push_back({option + " " + assignment, file});
}

void Places::write_file(const std::string& option, const std::string& path) {
  if (is_file(path)) written.push_back({option + " " + path, path});
}

void Places::write_folder(const std::string& option, const std::string& path) {
  if (!path.empty()) written.push_back({option + " " + path, path, true});
}

std::string path_of(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  return equals == std::string::npos ? "" : assignment.substr(equals + 1);
}

void check_data_names(const std::string& option, const std::vector<std::string>& assignments, bool for_input,
                      Diagnostics& diagnostics) {
  for (const std::string& text : assignments) {
    if (const auto fault = data::name_fault(path_of(text), for_input))
      diagnostics.report(*fault, at(fmt::format("{} {}", option, text)));
  }
}

std::string new_file(const std::string& name) { return name.ends_with(".yaml") ? name : name + ".yaml"; }

void check_apart(const std::vector<NamedPath>& read, const std::vector<NamedPath>& written, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const NamedPath& w = written[i];
    const auto refuse = [&](const std::string& message) {
      diagnostics.error(Code::kOutputClash, at(w.option), message, {"nothing was changed; choose another path"});
    };
    for (const NamedPath& r : read) {
      if (is_same_file(w.path, r.path))
        refuse(fmt::format("this would replace {} ({})", r.option, r.path));
      else if (w.is_folder && lies_in(r.path, w.path))
        refuse(fmt::format("replacing this folder would remove {} ({})", r.option, r.path));
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (is_same_file(w.path, written[k].path))
        refuse(fmt::format("{} writes the same {}", written[k].option,
                           w.is_folder && written[k].is_folder ? "folder" : "file"));
    }
  }
}

namespace {

/// Reports numbered outputs that would replace a file that is read, a file of another option, or each other.
void check_numbered(const std::vector<NamedPath>& numbered, const std::vector<NamedPath>& read,
                    const std::vector<NamedPath>& others, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < numbered.size(); ++i) {
    const NamedPath& output = numbered[i];
    const auto is_one = [&](const NamedPath& named) { return data::is_numbered(named.path, output.path); };
    if (const auto found = std::find_if(read.begin(), read.end(), is_one); found != read.end())
      check_apart({*found}, {{output.option, found->path}}, diagnostics);
    if (const auto found = std::find_if(others.begin(), others.end(), is_one); found != others.end())
      check_apart({}, {*found, {output.option, found->path}}, diagnostics);
    for (std::size_t k = 0; k < i; ++k) {
      const std::string first = data::numbered(output.path, 0);
      if (data::has_same_numbered(output.path, numbered[k].path))
        check_apart({}, {{numbered[k].option, first}, {output.option, first}}, diagnostics);
    }
  }
}

}  // namespace

bool check_places(Command& command, Diagnostics& diagnostics) {
  Places places;
  command.add_places(places);
  std::vector<NamedPath> written = places.results;
  Places json;
  json.write_file("--json", command.output.json);
  written.insert(written.end(), json.written.begin(), json.written.end());
  written.insert(written.end(), places.written.begin(), places.written.end());
  const std::vector<NamedPath> read = all_read(command, places, !written.empty());
  check_apart(read, written, diagnostics);
  std::vector<NamedPath> others = json.written;
  others.insert(others.end(), places.written.begin(), places.written.end());
  check_numbered(places.numbered, read, others, diagnostics);
  command.check_names(diagnostics);
  if (diagnostics.has_errors()) return false;
  for (const NamedPath& place : written) {
    if (place.is_folder) continue;
    try {
      check_writable(place.path);
    } catch (const EnvironmentError& error) {
      throw EnvironmentError(fmt::format("{}: {}", place.option.substr(0, place.option.find(' ')), error.what()));
    }
  }
  return true;
}

bool is_free_for_json(Command& command) {
  const std::string& json = command.output.json;
  if (json == "-") return true;
  Places places;
  command.add_places(places);
  std::vector<NamedPath> taken = all_read(command, places, true);
  taken.insert(taken.end(), places.results.begin(), places.results.end());
  taken.insert(taken.end(), places.written.begin(), places.written.end());
  Diagnostics unheard;
  check_apart(taken, {{"--json", json}}, unheard);
  check_numbered(places.numbered, {}, {{"--json", json}}, unheard);
  return !unheard.has_errors();
}

std::string requested_json(const std::vector<std::string>& words) {
  std::string json;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--json" && i + 1 < words.size())
      json = words[++i];
    else if (words[i].starts_with("--json="))
      json = words[i].substr(7);
    else
      others.push_back(words[i]);
  }
  if (json.empty() || json == "-") return json;
  const auto is_same = [&](const std::string& word) {
    return is_same_file(json, word) ||
           (word.find('=') != std::string::npos && is_same_file(json, data::file_of(path_of(word))));
  };
  return std::any_of(others.begin(), others.end(), is_same) ? "" : json;
}

}  // namespace rtlgen::cli
