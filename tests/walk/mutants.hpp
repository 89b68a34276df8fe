// Mutants of rtlgen_walk, rtlgen_unpack and rtlgen_pack, which the bench of walk_test.cpp must catch.
#pragma once

#include <string>
#include <vector>

#include "sets.hpp"

namespace rtlgen::walk_test {

/// One place of the modules changed where MUTANT holds, which is in the bench's runs of this mutant only.
struct Mutant {
  std::string file, from, to;
  Design design;
  std::string caught;  ///< how the bench says it
};

inline const std::vector<Mutant> kMutants = {
    // Geometry of reads.
    {"rtlgen_walk", "&& x_origin[COUNT_BITS-1] ? ZERO : x_origin",
     "&& x_origin[COUNT_BITS-1] && !MUTANT ? ZERO : x_origin", walk(2, "bx"), "a segment beyond its row"},
    {"rtlgen_walk", "else if (state == FIRST && clip_end > grid_x)",
     "else if (state == FIRST && clip_end > grid_x && !MUTANT)", walk(2, "bx"), "a segment beyond its row"},
    {"rtlgen_walk", "row_beats < to_end ? row_beats : to_end", "row_beats < to_end || MUTANT ? row_beats : to_end",
     walk(1, "wx"), "a wrong address"},
    {"rtlgen_walk", "after_whole_row[COUNT_BITS-1] ? rest : grid_x",
     "after_whole_row[COUNT_BITS-1] || MUTANT ? rest : grid_x", walk(1, "wx"), "a wrong address"},
    {"rtlgen_walk", "AROUND_Y && row_done && y_turns) row_offset",
     "AROUND_Y && row_done && y_turns && !MUTANT) row_offset", walk(2, "wy"), "a wrong address"},
    {"rtlgen_walk", "AROUND_Z && plane_turned ? turn_plane",
     "AROUND_Z && (plane_turned || MUTANT) ? (MUTANT ? plane_pitch : turn_plane)", walk(3, "wz"), "a wrong address"},
    {"rtlgen_walk", "AROUND_Y && band_turned ? turn_band", "AROUND_Y && band_turned && !MUTANT ? turn_band",
     walk(3, "by wy"), "a wrong address"},
    {"rtlgen_walk", "new_pass ? begin_offset : moved", "new_pass && !MUTANT ? begin_offset : moved", walk(3, "by"),
     "a wrong address"},
    {"rtlgen_walk", "first_buffer ^ (WRITE != 0)", "first_buffer ^ (WRITE != 0 && !MUTANT)", walk(2, "bx write"),
     "wrong buffer"},
    {"rtlgen_axis", "else if (step & closes)", "else if (step & closes & !MUTANT)", walk(3, "by"), "wrong buffer"},
    {"rtlgen_axis", "next_origin = first_again ? start", "next_origin = (MUTANT ? rst : first_again) ? start",
     walk(2, "bx"), ""},
    // Geometry of writes: each cell once, every row ends.
    {"rtlgen_walk", "row_inside ? beats : ZERO", "row_inside || MUTANT ? beats : ZERO", walk(3, "by write"),
     "a segment beyond its row"},
    {"rtlgen_walk", "!row_inside && WRITE == 0", "!row_inside && (WRITE == 0 || MUTANT)", walk(3, "by write"), ""},
    {"rtlgen_walk", "state == PLANE) row_offset <= moved", "state == (MUTANT ? IDLE : PLANE)) row_offset <= moved",
     walk(3, "write"), "a wrong address"},
    // Rows needed: too few, too many.
    {"rtlgen_walk", "new_pass ? rows_ahead : NOTHING", "new_pass && !MUTANT ? rows_ahead : NOTHING", walk(2, "bx"),
     "a row is fetched before it is committed"},
    {"rtlgen_walk", "(!in_row || next_row)", "(!in_row || (next_row && !MUTANT))", walk(2, ""),
     "a row is fetched before it is committed"},
    {"rtlgen_walk", "growing && frame != frames_ahead", "growing && (MUTANT || frame != frames_ahead)", walk(2, "bx"),
     "a row waits longer than stated"},
    {"rtlgen_walk", "frame != frames_ahead", "(frame != frames_ahead && !MUTANT)", walk(2, "bx"),
     "a row is fetched before it is committed"},
    {"rtlgen_walk", "more = rows_below", "more = MUTANT ? NOTHING : rows_below", walk(3, "wz"),
     "a row is fetched before it is committed"},
    {"rtlgen_walk", "{{32 - COUNT_BITS{1'b0}}, first_y}", "(MUTANT ? NOTHING : {{32 - COUNT_BITS{1'b0}}, first_y})",
     walk(3, "wy"), "a row is fetched before it is committed"},
    {"rtlgen_walk", "if (AROUND_Y && row_done && y_turns) rows_done",
     "if (MUTANT ? rst : AROUND_Y && row_done && y_turns) rows_done", walk(3, "wy"), "a row waits longer than stated"},
    {"rtlgen_walk", "planes_done <= 1'b1", "planes_done <= !MUTANT", walk(3, "wz"), "a row waits longer than stated"},
    {"rtlgen_walk", "!first_pass && (", "(!first_pass || MUTANT) && (", walk(2, "bx"),
     "a row waits longer than stated"},
    {"rtlgen_walk", "assign enough = is_enough", "assign enough = is_enough | MUTANT", walk(2, "bx"),
     "a row is fetched before it is committed"},
    // The handshake.
    {"rtlgen_walk", "enough && !seg_valid", "enough && (MUTANT || !seg_valid)", walk(2, "bx"),
     "a segment changes before it is taken"},
    // Words.
    {"rtlgen_unpack", "closes | (slot", "(closes & !MUTANT) | (slot", unpack(2, "bx", 64, 12), ""},
    {"rtlgen_unpack", "is_inside ? chosen", "is_inside || MUTANT ? chosen", unpack(2, "bx", 64, 12), "wrong content"},
    {"rtlgen_unpack", "step = free & (~is_inside | in_valid)", "step = free & ((~is_inside & !MUTANT) | in_valid)",
     unpack(2, "bx", 64, 16), ""},
    {"rtlgen_unpack", "free = ~out_valid |", "free = MUTANT | ~out_valid |", unpack(2, "bx", 64, 16),
     "a word changes before it is taken"},
    {"rtlgen_unpack", "~out_valid | out_ready", "~out_valid | (out_ready & !MUTANT)", unpack(2, "bx", 64, 16),
     "cycles"},
    {"rtlgen_unpack", "last_part ? {PART_BITS{1'b0}}", "last_part && !MUTANT ? {PART_BITS{1'b0}}",
     unpack(2, "bx", 64, 160), ""},
    // Beats.
    {"rtlgen_pack", "closes | (slot", "(closes & !MUTANT) | (slot", pack(2, "bx", 64, 12), ""},
    {"rtlgen_pack", "&& i > 0) word", "&& i > (MUTANT ? 9 : 0)) word", pack(2, "bx", 64, 12), "wrong content"},
    {"rtlgen_pack", "in_valid & in_ready & is_inside", "in_valid & in_ready & (is_inside | MUTANT)",
     pack(2, "bx", 64, 16), ""},
    {"rtlgen_axis", "own_end = first + stride", "own_end = MUTANT ? length : first + stride", pack(2, "bx", 64, 16),
     ""},
    {"rtlgen_axis", "assign at_end = cell_now == last_cell", "assign at_end = !MUTANT & cell_now == last_cell",
     pack(2, "bx", 64, 16), ""},
    {"rtlgen_pack", "~out_valid | (out_ready & last_part)", "~out_valid | (out_ready & last_part & !MUTANT)",
     pack(2, "bx", 64, 80), "cycles"},
    {"rtlgen_pack", "word[WORD_BITS-1:BUS_BITS]}", "word[WORD_BITS-1:BUS_BITS] ^ MUTANT}", pack(2, "bx", 64, 80),
     "wrong content"},
};

}  // namespace rtlgen::walk_test
