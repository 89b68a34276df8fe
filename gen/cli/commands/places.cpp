// Collects the paths of all options, and compares them.
#include "cli/commands/places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands/options.hpp"
#include "data/io.hpp"
#include "driver/prepare/named_files.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::cli {

namespace {

namespace fs = std::filesystem;

SourceLocation at(const std::string& option) { return {option, 0, 0, 1}; }

bool is_file(const std::string& path) { return path != "-" && !path.empty(); }

/// Behind the first '='; empty without one.
std::string path_of(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  return equals == std::string::npos ? "" : assignment.substr(equals + 1);
}

bool lies_in(const std::string& path, const std::string& folder) {
  const fs::path inner = real_place(path), outer = real_place(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

std::vector<NamedPath> places_read(const Options& o) {
  std::vector<NamedPath> read;
  const auto add = [&](const std::string& what, const std::string& path) {
    if (is_file(path)) read.push_back({what, path});
  };
  add("the description", o.source.file);
  add("the program to import", o.import.file);
  for (const std::string& file : o.calibrate.files) add("a description", file);
  std::error_code no_file;
  if (fs::is_regular_file(o.from, no_file)) add("--from " + o.from, o.from);
  for (const std::string& input : o.run.inputs) add("--input " + input, path_of(input));
  for (const auto& [what, path] : {std::pair{"--dram", o.dram},
                                   {"--link", o.link},
                                   {"--dram", o.model.dram},
                                   {"--link", o.model.link},
                                   {"--board", o.model.board},
                                   {"--board", o.board},
                                   {"--calibration", o.model.calibration},
                                   {"--measured", o.measured},
                                   {"--kernel", o.kernel},
                                   {"--xclbin", o.card_run.xclbin}}) {
    // Names of parts and boards are no files.
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored))
      add(fmt::format("{} {}", what, path), path);
    else if (fs::is_regular_file(fs::path(path) / "board.yaml", ignored))
      add(fmt::format("{} {}", what, path), path + "/board.yaml");
  }
  return read;
}

std::vector<NamedPath> places_written(const Options& o) {
  std::vector<NamedPath> written;
  const auto add = [&](const std::string& option, const std::string& path) {
    if (is_file(path)) written.push_back({option + " " + path, path});
  };
  for (const std::string& output : o.run.outputs) {
    if (is_file(path_of(output))) written.push_back({"--output " + output, path_of(output)});
  }
  if (!o.name.empty()) add("NAME", new_file(o.name));
  add("--json", o.json);
  add("--trace", o.trace);
  add("--write", o.explore.write);
  add("--out", o.import.out);
  add("--out", o.calibrate.out);
  if (!o.folder.empty()) written.push_back({"--out " + o.folder, o.folder, true});
  if (!o.slurm.empty()) written.push_back({"--slurm " + o.slurm, o.slurm, true});
  return written;
}

void check_names(const Options& o, Diagnostics& diagnostics) {
  const auto check = [&](const char* option, const std::vector<std::string>& assignments) {
    for (const std::string& text : assignments) {
      if (const std::string path = path_of(text); !data::has_known_name(path)) {
        diagnostics.error("RG0602", at(fmt::format("{} {}", option, text)),
                          fmt::format("'{}' has no known format extension", fs::path(path).extension().string()),
                          {data::known_names()});
      }
    }
  };
  check("--input", o.run.inputs);
  check("--output", o.run.outputs);
  const std::string end = fs::path(o.trace).extension().string();
  if (o.trace.empty() || end == ".fst" || end == ".vcd") return;
  diagnostics.error("RG0831", at("--trace " + o.trace),
                    end.empty() ? "the name has no extension of a waveform format"
                                : fmt::format("'{}' is no format of waveforms", end),
                    {"end it in .fst, which is small and fast (GTKWave, Surfer), or in .vcd, which everything reads"});
}

}  // namespace

std::string new_file(const std::string& name) { return name.ends_with(".yaml") ? name : name + ".yaml"; }

void check_apart(const std::vector<NamedPath>& read, const std::vector<NamedPath>& written, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const NamedPath& w = written[i];
    const auto refuse = [&](const std::string& message) {
      diagnostics.error("RG0830", at(w.option), message, {"nothing was changed; name another place"});
    };
    for (const NamedPath& r : read) {
      if (is_same_file(w.path, r.path))
        refuse(fmt::format("this would replace {} ({})", r.option, r.path));
      else if (w.is_folder && lies_in(r.path, w.path))
        refuse(fmt::format("the folder holds {} ({}), which replacing it would remove", r.option, r.path));
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (is_same_file(w.path, written[k].path))
        refuse(fmt::format("{} writes the same {}", written[k].option,
                           w.is_folder && written[k].is_folder ? "folder" : "file"));
    }
  }
}

bool check_places(const Options& options, Diagnostics& diagnostics) {
  std::vector<NamedPath> read = places_read(options);
  const std::vector<NamedPath> written = places_written(options);
  if (!written.empty() && is_file(options.source.file)) {
    for (const driver::NamedFile& file : driver::named_files(options.source))
      read.push_back({fmt::format("{} of the description", file.what), file.path});
  }
  check_apart(read, written, diagnostics);
  check_names(options, diagnostics);
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

bool is_free_for_json(const std::string& json, const Options& options) {
  if (json == "-") return true;
  std::vector<NamedPath> read = places_read(options);
  for (const driver::NamedFile& file : driver::named_files(options.source)) read.push_back({file.what, file.path});
  std::vector<NamedPath> written = places_written(options);
  std::erase_if(written, [&](const NamedPath& place) { return place.option == "--json " + json; });
  read.insert(read.end(), written.begin(), written.end());
  Diagnostics unheard;
  check_apart(read, {{"--json", json}}, unheard);
  return !unheard.has_errors();
}

std::string json_asked_for(const std::vector<std::string>& words) {
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
    return is_same_file(json, word) || (word.find('=') != std::string::npos && is_same_file(json, path_of(word)));
  };
  return std::any_of(others.begin(), others.end(), is_same) ? "" : json;
}

}  // namespace rtlgen::cli
