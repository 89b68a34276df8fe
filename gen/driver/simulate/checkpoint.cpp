// The file: a line of magic, a line of JSON, the cells of the fields in the layout of Grid, and the SHA-256 of all
// that.
#include "driver/simulate/checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "driver/data/run_options.hpp"
#include "driver/data/snapshots.hpp"
#include "driver/prepare/description.hpp"
#include "runner/digest.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/expected.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

using CheckpointJson = nlohmann::ordered_json;

constexpr std::string_view kMagic = "rtlgen checkpoint 1\n";
constexpr std::size_t kDigestDigits = 64;

std::string_view text_of(const golden::GridView& view) {
  const std::int64_t cells = view.extents[0] * view.extents[1] * view.extents[2];
  return {reinterpret_cast<const char*>(view.bytes),
          static_cast<std::size_t>(cells) * static_cast<std::size_t>(golden::cell_bytes(view.type))};
}

std::string digest_of_start(const RunData& start) {
  runner::Digest digest;
  for (const std::uint64_t bits : start.params) digest.add(fmt::format("{:x}", bits));
  for (const auto& [array, view] : start.views()) digest.add(text_of(view));
  return digest.finish();
}

/// The contents of a file, without the digest at its end.
struct Contents {
  CheckpointJson head;
  std::string_view cells;
};

Error unusable(std::string message, std::string note) {
  return {.code = Code::kUnusableCheckpoint, .message = std::move(message), .notes = {std::move(note)}};
}

Error damaged() { return unusable("the checkpoint is damaged", "remove it to start from step 0, or name another"); }

Expected<Contents> contents_of(std::string_view bytes) {
  if (!bytes.starts_with(kMagic))
    return unusable("this is not a checkpoint of this version of rtlgen", "nothing was changed; name another file");
  if (bytes.size() < kMagic.size() + kDigestDigits) return damaged();
  const std::string_view all = bytes.substr(0, bytes.size() - kDigestDigits);
  const std::size_t end = all.find('\n', kMagic.size());
  if (end == std::string_view::npos || runner::sha256(all) != bytes.substr(all.size())) return damaged();
  CheckpointJson head = CheckpointJson::parse(all.substr(kMagic.size(), end - kMagic.size()), nullptr, false);
  if (!head.is_object()) return damaged();
  return Contents{std::move(head), all.substr(end + 1)};
}

}  // namespace

Checkpoint::Checkpoint(const RunOptions& options, const Origin& origin, const spec::Program& program,
                       const RunData& start)
    : file_(options.checkpoint),
      program_(&program),
      extents_(start.extents),
      description_(origin.digest()),
      start_(digest_of_start(start)) {}

std::optional<Error> Checkpoint::restore(std::string_view bytes, RunData& run) const {
  const Expected<Contents> contents = contents_of(bytes);
  if (!contents) return contents.error();
  const CheckpointJson& head = contents->head;
  const auto steps = head.at("steps").get<std::int64_t>();
  if (head.at("description") != description_)
    return unusable(fmt::format("the checkpoint belongs to another description or other --set options, after {}",
                                counted(steps, "step")),
                    "name another file, or remove this one to start from step 0");
  if (head.at("extents") != CheckpointJson(extents_))
    return unusable(fmt::format("the checkpoint is for a grid of {} cells",
                                fmt::join(head.at("extents").get<spec::Extents>(), " x ")),
                    fmt::format("the grid of this run has {}", fmt::join(extents_, " x ")));
  if (head.at("start") != start_)
    return unusable("the checkpoint is from a run that began with other data or parameters",
                    "give the same --input and --seed again, or remove the file to start from step 0");
  if (steps >= run.iterations)
    return unusable(
        fmt::format("the checkpoint was saved after step {}, but the run ends after {}", steps, run.iterations),
        "increase --iterations, or remove the file to start from step 0");
  std::size_t from = 0;
  for (const spec::ArrayId i : program_->arrays.ids()) {
    const spec::Array& array = program_->arrays[i];
    if (array.role != spec::Role::kState) continue;
    golden::Grid grid(array.type, array.shape(extents_));
    if (contents->cells.size() - from < grid.bytes.size()) return damaged();
    contents->cells.copy(reinterpret_cast<char*>(grid.bytes.data()), grid.bytes.size(), from);
    from += grid.bytes.size();
    run.lent.erase(i.index());
    run.inputs[i.index()] = std::move(grid);
  }
  if (from != contents->cells.size()) return damaged();
  run.first_step = steps;
  return std::nullopt;
}

bool Checkpoint::resume(RunData& run, Diagnostics& diagnostics) const {
  if (std::error_code failed; !std::filesystem::exists(file_, failed)) return true;
  const std::string bytes = read_whole_file(file_);
  std::optional<Error> error;
  try {
    error = restore(bytes, run);
  } catch (const CheckpointJson::exception&) {
    error = damaged();
  }
  if (error) diagnostics.report(*error, {file_});
  return !error;
}

bool use_checkpoint(const spec::Program& program, const Origin& origin, const RunOptions& options, RunData& run,
                    RunNotes& notes, Diagnostics& diagnostics) {
  if (options.checkpoint.empty()) return true;
  const auto checkpoint = std::make_shared<const Checkpoint>(options, origin, program, run);
  notes.save_with([checkpoint](std::int64_t steps, const GridOf& grid) { checkpoint->save(steps, grid); });
  return checkpoint->resume(run, diagnostics);
}

void Checkpoint::save(std::int64_t steps, const GridOf& grid) const {
  const CheckpointJson head = {
      {"steps", steps}, {"description", description_}, {"extents", extents_}, {"start", start_}};
  std::string text = std::string(kMagic) + head.dump() + "\n";
  for (const spec::ArrayId i : program_->arrays.ids()) {
    if (program_->arrays[i].role == spec::Role::kState) text += text_of(golden::GridView(grid(i.index())));
  }
  write_whole_file(file_, text + runner::sha256(text));
}

}  // namespace rtlgen::driver
