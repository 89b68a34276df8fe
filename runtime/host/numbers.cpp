// Register values of a run: for the core, the walks, unpack and pack.
#include "host/numbers.hpp"

#include "contract/run_settings.hpp"
#include "contract/shell.hpp"

namespace rtlgen::host {

namespace {

using Numbers = std::map<std::string, std::uint64_t>;

void set(Numbers& numbers, const std::string& name, std::int64_t value) {
  numbers[name] = static_cast<std::uint64_t>(value);
}

/// Numbers shared by the streams of one shape; `end` is "" or "_of_<field>".
void shape_numbers(const Placement& p, const std::string& end, Numbers& numbers) {
  const geometry::FrameInputs f = geometry::frame_inputs(p.shape);
  const geometry::WalkInputs r = geometry::read_walk(p.shape, p.layout);
  const auto put = [&](const char* name, std::int64_t value) { set(numbers, name + end, value); };
  put("row_words", f.length[0]);
  put("rows", f.length[1]);
  put("planes", f.length[2]);
  put("last_word", f.last[0]);
  put("last_y", f.last[1]);
  put("last_z", f.last[2]);
  put("first_word", f.first[0]);
  put("first_y", r.first_y);
  put("first_z", r.first_z);
  put("low_x", f.low[0]);
  put("low_y", f.low[1]);
  put("low_z", f.low[2]);
  put("stride_words", f.stride[0]);
  put("stride_y", f.stride[1]);
  put("own_planes", f.stride[2]);
  put("blocks_x", f.blocks[0]);
  put("blocks_y", f.blocks[1]);
  put("rows_ahead", r.rows_ahead);
  put("frames_ahead", r.frames_ahead);
  put("rows_below", r.rows_below);
}

void field_numbers(const Placement& p, const std::string& end, Numbers& numbers) {
  const geometry::WalkInputs r = geometry::read_walk(p.shape, p.layout);
  const auto put = [&](const char* name, std::int64_t value) { set(numbers, name + end, value); };
  put("grid_beats", r.grid_x);
  put("row_beats", r.row_beats);
  put("stride_beats", r.stride_x);
  put("first_beat", r.first_x);
  put("first_offset", r.first_offset);
  put("row_pitch", r.row_pitch);
  put("plane_pitch", r.plane_pitch);
  put("band_pitch", r.band_pitch);
  put("turn_row", r.turn_row);
  put("turn_plane", r.turn_plane);
  put("turn_band", r.turn_band);
}

}  // namespace

std::map<std::string, std::uint64_t> run_numbers(const Design& design, const contract::Extents& extents,
                                                 const contract::RunSettings& run) {
  Numbers numbers;
  for (const contract::ShellStream& s : design.shell.streams) {
    const Placement p = place(design, s, extents, run.passes);
    const std::string end = "_of_" + s.name;
    field_numbers(p, end, numbers);
    shape_numbers(p, s.is_held ? end : "", numbers);
    if (s.is_held)
      set(numbers, "words" + end, p.shape.frame_words());
    else
      set(numbers, "pass_rows", p.shape.frames() * p.shape.own_rows());
  }
  set(numbers, "passes", run.passes);
  set(numbers, "plane_words", run.frame.plane_words());
  set(numbers, "tail", run.tail);
  set(numbers, "nx", extents[0]);
  set(numbers, "phase_x", run.phase[0]);
  set(numbers, "phase_y", run.phase[1]);
  set(numbers, "phase_z", run.phase[2]);
  set(numbers, "grid_words", (extents[0] + design.core.cells_per_cycle - 1) / design.core.cells_per_cycle);
  set(numbers, "grid_rows", extents[1]);
  set(numbers, "gap", run.gap);
  set(numbers, "bypass", run.bypass);
  set(numbers, "first_step", run.first_step);
  return numbers;
}

}  // namespace rtlgen::host
