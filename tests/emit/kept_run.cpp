// Implementation of kept_run.hpp.
#include "kept_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "runner/cache.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kParting = " ;\n";

/// A result that is true of this run alone.
struct NotKept : std::exception {};

/// The tool's file; its size and time stand for its version.
std::string identity_of(const std::string& program) {
  const auto path = find_program(program);
  if (!path) return program;
  const fs::path file = fs::canonical(*path);
  return fmt::format("{} {} {}", file.string(), fs::file_size(file),
                     fs::last_write_time(file).time_since_epoch().count());
}

void add_file(runner::Digest& digest, const fs::path& path) {
  digest.add("file " + path.filename().string());
  digest.add(runner::read_file(path));
}

void add_files(runner::Digest& digest, const std::set<fs::path>& files) {
  digest.add("folder");
  for (const fs::path& file : files) add_file(digest, file);
}

/// The folders in which Verilator and Icarus search for modules.
void add_modules(runner::Digest& digest, const fs::path& folder) {
  std::set<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".v") files.insert(entry.path());
  }
  add_files(digest, files);
}

void add_read(runner::Digest& digest, const fs::path& path) {
  if (!fs::is_directory(path)) return add_file(digest, path);
  std::set<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.insert(entry.path());
  }
  add_files(digest, files);
}

void add_word(runner::Digest& digest, const std::string& word, const fs::path& folder) {
  const fs::path path = folder / word;
  if (!word.empty() && fs::is_regular_file(path))
    add_file(digest, path);
  else if (!word.empty() && fs::is_directory(path))
    add_modules(digest, path);
  else
    digest.add(word);
}

void add_argument(runner::Digest& digest, const std::string& argument, const fs::path& folder) {
  for (std::size_t at = 0; at <= argument.size();) {
    const std::size_t end = std::min(argument.find_first_of(kParting, at), argument.size());
    add_word(digest, argument.substr(at, end - at), folder);
    if (end < argument.size()) digest.add(argument.substr(end, 1));
    at = end + 1;
  }
}

std::string key_of(const std::vector<std::string>& command, const ProcessOptions& options,
                   const std::vector<std::string>& results, const std::vector<std::string>& reads) {
  runner::Digest digest;
  digest.add(identity_of(command.front()));
  add_modules(digest, options.working_directory);
  for (const std::string& argument : command) {
    digest.add("argument");
    add_argument(digest, argument, options.working_directory);
  }
  for (const std::string& result : results) digest.add(result);
  for (const std::string& read : reads) add_read(digest, fs::path(options.working_directory) / read);
  digest.add(options.standard_input);
  digest.add(options.merge_stderr ? "merged" : "apart");
  return "answer-" + digest.finish();
}

/// Without the figures that newer versions of Verilator print about themselves: tests compare messages.
std::string without_figures(const std::string& output) {
  std::istringstream lines(output);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool figures = line.starts_with("- V e r i l a t i o n   R e p o r t") || line.starts_with("- Verilator: ");
    if (!figures) kept += line + "\n";
  }
  if (!output.ends_with('\n') && !kept.empty()) kept.pop_back();
  return kept;
}

}  // namespace

ProcessResult kept_run(const std::vector<std::string>& command, const ProcessOptions& options,
                       const std::vector<std::string>& results, const std::vector<std::string>& reads) {
  const fs::path here = options.working_directory;
  for (const std::string& result : results) fs::remove(here / result);
  ProcessResult outcome;
  try {
    const runner::CacheEntry entry =
        runner::cached(key_of(command, options, results, reads), [&](const fs::path& folder) {
          outcome = run_process(command, options);
          if (outcome.timed_out || outcome.exit_code > 125) throw NotKept();
          runner::write_file(folder / "exit_code", std::to_string(outcome.exit_code));
          runner::write_file(folder / "output", outcome.output);
          runner::write_file(folder / "errors", outcome.errors);
          fs::create_directory(folder / "results");
          for (const std::string& result : results) {
            if (fs::exists(here / result)) fs::copy_file(here / result, folder / "results" / result);
          }
        });
    if (!entry.hit) {
      outcome.output = without_figures(outcome.output);
      return outcome;
    }
    outcome.exit_code = std::stoi(runner::read_file(entry.folder / "exit_code"));
    outcome.output = without_figures(runner::read_file(entry.folder / "output"));
    outcome.errors = runner::read_file(entry.folder / "errors");
    for (const std::string& result : results) {
      if (fs::exists(entry.folder / "results" / result))
        fs::copy_file(entry.folder / "results" / result, here / result);
    }
  } catch (const NotKept&) {
  }
  return outcome;
}

ProcessResult kept_run(const std::string& folder, const std::vector<std::string>& command,
                       const std::vector<std::string>& results, const std::vector<std::string>& reads) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 300;
  options.merge_stderr = true;
  return kept_run(command, options, results, reads);
}

}  // namespace rtlgen::test
