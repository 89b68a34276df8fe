// Runs a sweep: the variants that are not done yet, in as many processes as there are processors.
#include "driver/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <thread>

#include "driver/prepare/command_text.hpp"
#include "driver/prepare/description.hpp"
#include "driver/prepare/json_text.hpp"
#include "driver/prepare/version.hpp"
#include "frontend/schema/overrides.hpp"
#include "frontend/schema/read_files.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/outside_text.hpp"
#include "support/process.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The digest of all texts from which the variants are made, as `source` has read them, including files that only a key
/// of the sweep names.
std::string digest_of(const Source& source, const std::vector<SweepAxis>& axes) {
  Diagnostics unheard;
  const auto text = text_of(source, unheard);
  const auto origin = origin_of(source, unheard);
  runner::Digest digest;
  if (!origin) throw EnvironmentError(unheard.render());
  for (const std::string& one : origin->texts) digest.add(one);
  for (const std::string& set : origin->sets) digest.add(set);
  for (const SweepAxis& axis : axes) {
    if (!axis.key.starts_with("tables") && !axis.key.starts_with("sources")) continue;
    for (const std::string& value : axis.values) {
      std::vector<std::string> sets = origin->sets;
      sets.push_back(axis.key + "=" + value);
      for (const frontend::ReadFile& file : frontend::read_files(*text, source.file, sets, *source.given.texts))
        digest.add(file.text);
    }
  }
  return digest.finish();
}

/// The part of a sweep that decides whether two sweeps are equal.
Json definition_of(const SweepOptions& options, const std::vector<SweepAxis>& axes) {
  Json json{{"sweep", 1},
            {"rtlgen", version()},
            {"file", safe::utf8(OutsideText(fs::path(options.source.file).filename().string()))},
            {"digest", digest_of(options.source, axes)},
            {"set", recorded_sets(options.source)},
            {"command", options.command},
            {"arguments", options.arguments}};
  json["over"] = Json::array();
  for (const SweepAxis& axis : axes) json["over"].push_back({{"key", axis.key}, {"values", axis.values}});
  return json;
}

const char* difference(const Json& there, const Json& expected) {
  static const std::pair<const char*, const char*> kParts[] = {
      {"over", "other keys or values"},
      {"command", "another command"},
      {"arguments", "other arguments of the command"},
      {"set", "other --set options"},
      {"digest", "an earlier version of the file, or of one that it reads"},
      {"rtlgen", "another version of rtlgen"}};
  for (const auto& [key, text] : kParts) {
    if (!there.contains(key) || there.at(key) != expected.at(key)) return text;
  }
  return nullptr;
}

/// Checks each key once, so that a sweep does not fail once per variant.
bool check_keys(const SweepOptions& options, const std::vector<SweepAxis>& axes, Diagnostics& diagnostics) {
  std::vector<std::string> all = recorded_sets(options.source);
  for (const SweepAxis& axis : axes) all.push_back(axis.key + "=" + axis.values.front());
  if (!frontend::check_sets(all, diagnostics)) return false;
  for (const SweepAxis& axis : axes) {
    Diagnostics own;
    std::vector<std::string> sets = recorded_sets(options.source);
    sets.push_back(axis.key + "=" + axis.values.front());
    Source first = options.source;
    first.given = {};
    first.given.texts = options.source.given.texts;
    first.sets = std::move(sets);
    if (read_stencil(first, own)) continue;
    for (const Diagnostic& d : own.all()) {
      if (d.code == Code::kUnknownKey || d.code == Code::kUnreadableFile)
        diagnostics.error(d.code, d.where, d.message, d.notes);
    }
    if (diagnostics.has_errors()) return false;
  }
  return true;
}

/// Checks that the description can be read again, because each variant is a separate process that reads it.
bool check_file(const Source& source, Diagnostics& diagnostics) {
  std::error_code ignored;
  const fs::file_status status = fs::status(source.file, ignored);
  if (source.file != "-" && !fs::is_fifo(status) && !fs::is_socket(status)) return true;
  diagnostics.error(Code::kOptionConflict, {source.file},
                    "every variant of a sweep reads the description, but this can be read only once",
                    {"write it to a file, and sweep over that"});
  return false;
}

/// Throws an EnvironmentError if a variant may have read texts other than those at the start of the sweep.
void check_unchanged(const SweepOptions& options, const std::vector<SweepAxis>& axes, const std::string& digest) {
  Source now = options.source;
  now.given.texts = std::make_shared<frontend::Texts>();
  if (digest_of(now, axes) == digest) return;
  throw EnvironmentError(
      fmt::format("{}, or a file that it reads, was changed while the sweep ran: the variant that ran meanwhile is not "
                  "recorded. Restore the file to resume, or start again with --force",
                  options.source.file));
}

/// Makes the folder of this sweep, or finds it with the same definition.
bool open_folder(const SweepOptions& options, const Json& definition, Diagnostics& diagnostics) {
  const fs::path folder = options.folder, file = folder / "sweep.json";
  const SourceLocation where{options.folder};
  if (options.force && fs::exists(file)) {
    fs::remove_all(folder / "variants");
    fs::remove(file);
  }
  if (fs::exists(file)) {
    const Json there = Json::parse(runner::read_file(file), nullptr, false);
    const char* const other = difference(there, definition);
    if (other == nullptr) return true;
    diagnostics.error(
        Code::kFolderInUse, where, fmt::format("this folder holds a sweep with {}", other),
        {"its rows do not belong with the new ones: name another folder with -o, or replace this one with --force"});
    return false;
  }
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder)) && !options.force) {
    diagnostics.error(Code::kFolderInUse, where, "this folder holds something that is not a sweep",
                      {"name a new folder with -o"});
    return false;
  }
  fs::create_directories(folder / "variants");
  runner::write_file(file, json_text(definition));
  return true;
}

fs::path place_of(const SweepOptions& options, std::int64_t index) {
  return fs::path(plain_path(options.folder)) / "variants" / fmt::format("{:05}", index);
}

/// The first error that a program printed, on one line.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 300;
  std::size_t from = std::string::npos;
  for (const char* sign : {"error[", "rtlgen: ", "FAILED", "DOES NOT FIT"}) {
    if (from == std::string::npos) from = text.find(sign);
  }
  if (from == std::string::npos) from = 0;
  const std::size_t line = from == 0 ? 0 : text.rfind('\n', from) == std::string::npos ? 0 : text.rfind('\n', from) + 1;
  const std::size_t begin = std::min(text.find_first_not_of(' ', line), text.size());
  return text.substr(begin, std::min(text.find('\n', from), begin + kMost) - begin);
}

std::string status_text(const ProcessResult& result) {
  if (result.exit_code > 128) return "killed";
  switch (result.exit_code) {
    case 0:
      return "ok";
    case static_cast<int>(ExitStatus::kCheckFailed):
      return "failed";
    case static_cast<int>(ExitStatus::kInvalidInput):
      return "refused";
    case static_cast<int>(ExitStatus::kEnvironment):
      return "environment";
    default:
      return "bug";
  }
}

/// The row of a variant, from its folder; without status if it is not done.
SweepRow read_row(const SweepOptions& options, const std::vector<SweepAxis>& axes, std::int64_t index) {
  SweepRow row;
  row.index = index;
  row.values = values_of(axes, index);
  const fs::path file = place_of(options, index) / "row.json";
  if (!fs::exists(file)) return row;
  row_from(runner::read_file(file), row);
  return row;
}

std::vector<std::string> command_of(const SweepOptions& options, const std::vector<SweepAxis>& axes,
                                    std::int64_t index) {
  const fs::path place = place_of(options, index);
  std::vector<std::string> line = {options.program, options.command, plain_path(options.source.file), "--json",
                                   (place / "result.json").string()};
  for (const std::string& set : recorded_sets(options.source)) line.insert(line.end(), {"--set", set});
  const std::vector<std::string> values = values_of(axes, index);
  for (std::size_t a = 0; a < axes.size(); ++a) line.insert(line.end(), {"--set", axes[a].key + "=" + values[a]});
  if (options.command == "generate" || options.command == "project")
    line.insert(line.end(), {"-o", (place / "out").string()});
  line.insert(line.end(), options.arguments.begin(), options.arguments.end());
  return line;
}

SweepRow run_variant(const SweepOptions& options, const std::vector<SweepAxis>& axes, std::int64_t index, bool alone,
                     const std::string& digest) {
  const fs::path place = place_of(options, index);
  // Left by a killed run.
  fs::remove_all(place);
  fs::create_directories(place);
  SweepRow row;
  row.index = index;
  row.values = values_of(axes, index);
  ProcessOptions process;
  process.merge_stderr = true;
  process.has_children = true;
  if (!alone) process.environment.emplace_back("OMP_NUM_THREADS", "1");
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::string> line = command_of(options, axes, index);
  const ProcessResult result = run_process(line, process);
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  check_unchanged(options, axes, digest);
  row.status = status_text(result);
  if (row.status != "ok")
    row.error =
        row.status == "killed" ? fmt::format("killed by signal {}", result.exit_code - 128) : shortened(result.output);
  const fs::path json = place / "result.json";
  // A command that was refused or killed also writes JSON, with its faults.
  const bool has_result = row.status == "ok" || row.status == "failed";
  if (has_result && fs::exists(json))
    row.figures = figures_of(options.command, Json::parse(runner::read_file(json), nullptr, false));
  runner::write_file(place / "log.txt", command_line(line) + "\n\n" + result.output);
  runner::write_file(place / "row.json", json_text(row_json(row)));
  return row;
}

std::string progress_text(const SweepReport& report, const SweepRow& row, std::int64_t done) {
  std::string text = fmt::format("[{}/{}] {:<8}", done, report.rows.size(), row.status);
  for (std::size_t a = 0; a < report.axes.size(); ++a) text += fmt::format(" {}={}", report.axes[a].key, row.values[a]);
  text += fmt::format("  {:.1f} s", row.seconds);
  return row.error.empty() ? text : text + "\n    " + row.error;
}

void run_all(const SweepOptions& options, SweepReport& report, const std::vector<std::int64_t>& missing,
             const std::string& digest) {
  const int wanted =
      options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const auto jobs = std::min<std::size_t>(static_cast<std::size_t>(wanted), missing.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::exception_ptr fault;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < missing.size() && !stopped; i = next++) {
        SweepRow row = run_variant(options, report.axes, missing[i], jobs == 1, digest);
        const std::lock_guard lock(mutex);
        if (options.stop && row.status != "ok") stopped = true;
        report.rows[static_cast<std::size_t>(row.index)] = row;
        if (options.log) options.log(progress_text(report, row, report.count(true) + report.count(false)));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      stopped = true;
      if (!fault) fault = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t j = 1; j < jobs; ++j) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (fault) std::rethrow_exception(fault);
}

}  // namespace

Result<SweepReport> sweep(const SweepOptions& options, Diagnostics& diagnostics) {
  auto axes = parse_axes(options.over, diagnostics);
  if (!axes || !check_file(options.source, diagnostics) || !check_keys(options, *axes, diagnostics)) return Failure{};
  const std::int64_t count = variants_of(*axes);
  if (options.only >= count)
    return diagnostics.error(Code::kInvalidVariants, {"--task"}, fmt::format("there is no variant {}", options.only),
                             {fmt::format("variants are 0 to {}", count - 1)});
  const Json definition = definition_of(options, *axes);
  if (!open_folder(options, definition, diagnostics)) return Failure{};
  SweepReport report;
  report.axes = *std::move(axes);
  report.command = options.command;
  report.folder = options.folder;
  std::vector<std::int64_t> missing;
  for (std::int64_t i = 0; i < count; ++i) {
    SweepRow row = read_row(options, report.axes, i);
    const bool again = row.status.empty() || (options.retry && row.status != "ok");
    if (again) row = SweepRow{i, row.values, "", "", 0, {}};
    if (again && (options.only < 0 || options.only == i)) missing.push_back(i);
    report.rows.push_back(std::move(row));
  }
  report.from_before = report.count(true) + report.count(false);
  if (options.log && report.from_before > 0)
    options.log(fmt::format("{} of {} {} already done", report.from_before, counted(count, "variant"),
                            by_number(report.from_before, "was", "were")));
  if (!missing.empty()) run_all(options, report, missing, definition.at("digest"));
  // Other processes may have run variants in the meantime.
  for (std::int64_t i = 0; i < count; ++i) {
    SweepRow& row = report.rows[static_cast<std::size_t>(i)];
    if (row.status.empty()) row = read_row(options, report.axes, i);
  }
  runner::write_file(fs::path(options.folder) / "table.csv", csv_of(report));
  runner::write_file(fs::path(options.folder) / "table.json", json_text(json_of(report)));
  return report;
}

}  // namespace rtlgen::driver
