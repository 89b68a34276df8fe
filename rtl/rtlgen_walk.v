// rtlgen_walk -- generates the memory segments of all rows of all frames of all passes, in the order of the stream
// WRITE = 0: the input of rtlgen_unpack. Each row of a frame gives the part on the grid or, with WRAP_*, the whole row
// with coordinates modulo the grid (along x in several segments). A row outside the grid gives nothing.
//
// WRITE = 1: the output of rtlgen_pack. A frame is the part that the block owns; `first_*` and WRAP_* are unused. Every
// row ends with seg_row_end; a row outside the grid is a segment of 0 beats. So every frame has the same number of
// rows.
//
// Rows needed (HAS_WRITER). Writer and reader process the same frames, F per pass, each with R owned rows. Row 0, 1,
// ... of a pass are its owned rows in the order of writing. To fetch a row of frame f = 0 ... F-1 of pass p >= 1 this
// module waits until rows_committed is at least
//     (p-1) F R  +  min(f + A, F-1) R  +  r        (modulo 2^32, as a signed difference)
// or what an earlier row waited for, if that is more. A: the last frame that overlaps this one is at most A frames
// later. r: owned rows of a frame up to and including this row; with BLOCKED_Y those of all planes up to and including
// this one; row and plane are those of the grid. With blocks along x and y the last block of a band waits for A_x more
// frames than overlap it, because A = A_y blocks_x + A_x. Along an axis that wraps and has blocks, A is F-1.
//
// A row takes 2 cycles, each further segment of it 2 more; a row without segments takes 1; a plane takes 1 more, a
// frame 3 more.
//
//   parameter  ADDR_BITS, BUS_BITS  bits of the bus; BUS_BITS / 8 is a power of two
//              COUNT_BITS           bits of coordinates and counts; they are below 2^(COUNT_BITS-1)
//              OFFSET_BITS          bits of pitches and of offsets in a buffer, in beats; COUNT_BITS or more
//              AXES                 1 to 3; ports of missing axes are unused
//              BLOCKED_X, BLOCKED_Y, WRAP_X, WRAP_Y, WRAP_Z  properties of an axis
//              WRITE                0 or 1
//              PING_PONG            pass p reads buffer (p + first_buffer) mod 2 and writes the other; else buffer 0
//              HAS_WRITER           reads wait for rows_committed
// All inputs are constant from start to done. Sizes along x are in beats; counts are 1 or more; pitches and offsets are
// modulo 2^OFFSET_BITS, so they may be negative. R F is below 2^30.
//
//   port                   direction  meaning
//   clk, rst               in
//   start                  in         for one cycle, while done
//   stop                   in         ends at once: an offered segment is withdrawn
//   done                   out        nothing to do; low from start until the last segment is taken
//   passes                 in
//   row_beats, rows, planes  in       size of a frame
//   grid_x                 in         beats of the grid's row
//   first_x                in         block 0's first coordinate, minus the ghosts (two's complement); WRAP_X: modulo grid_x
//   stride_x, blocks_x     in         from block to block, and their number; only with BLOCKED_X
//   first_y, stride_y, blocks_y  in   the same in rows
//   last_y, last_z         in         the grid's last row and plane
//   first_z                in         only WRAP_Z: minus the ghosts, modulo the planes of the grid
//   first_offset           in         first_y row_pitch + first_z plane_pitch
//   row_pitch, plane_pitch  in
//   band_pitch             in         BLOCKED_Y: stride_y row_pitch
//   turn_row, turn_plane   in         WRAP_Y, WRAP_Z: from the last row to row 0, -last_y row_pitch; the same for planes
//   turn_band              in         WRAP_Y and BLOCKED_Y: (stride_y - last_y - 1) row_pitch
//   base_0, base_1         in         byte addresses of the buffers
//   first_buffer           in         only PING_PONG: the buffer that pass 0 reads, so a run can continue where the last one ended
//   rows_committed         in         by the writer of this field since start, modulo 2^32
//   rows_ahead             in         min(A, F-1) R
//   frames_ahead           in         F - min(A, F-1)
//   rows_below             in         only WRAP_Z: owned rows of a frame before plane first_z
//   seg_valid, seg_ready   out/in     a segment; stable until accepted
//   seg_addr               out        byte address
//   seg_beats              out
//   seg_bank               out        which buffer
//   seg_row_end            out        the row's last segment
`default_nettype none

module rtlgen_walk #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter COUNT_BITS = 32,
  parameter OFFSET_BITS = 32,
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0,
  parameter WRAP_Z = 0,
  parameter WRITE = 0,
  parameter PING_PONG = 1,
  parameter HAS_WRITER = 1
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   start,
  input  wire                   stop,
  output wire                   done,
  input  wire [COUNT_BITS-1:0]  passes,
  input  wire [COUNT_BITS-1:0]  row_beats,
  input  wire [COUNT_BITS-1:0]  rows,
  input  wire [COUNT_BITS-1:0]  planes,
  input  wire [COUNT_BITS-1:0]  grid_x,
  input  wire [COUNT_BITS-1:0]  first_x,
  input  wire [COUNT_BITS-1:0]  stride_x,
  input  wire [COUNT_BITS-1:0]  blocks_x,
  input  wire [COUNT_BITS-1:0]  first_y,
  input  wire [COUNT_BITS-1:0]  stride_y,
  input  wire [COUNT_BITS-1:0]  blocks_y,
  input  wire [COUNT_BITS-1:0]  last_y,
  input  wire [COUNT_BITS-1:0]  first_z,
  input  wire [COUNT_BITS-1:0]  last_z,
  input  wire [OFFSET_BITS-1:0] first_offset,
  input  wire [OFFSET_BITS-1:0] row_pitch,
  input  wire [OFFSET_BITS-1:0] plane_pitch,
  input  wire [OFFSET_BITS-1:0] band_pitch,
  input  wire [OFFSET_BITS-1:0] turn_row,
  input  wire [OFFSET_BITS-1:0] turn_plane,
  input  wire [OFFSET_BITS-1:0] turn_band,
  input  wire [ADDR_BITS-1:0]   base_0,
  input  wire [ADDR_BITS-1:0]   base_1,
  input  wire                   first_buffer,
  input  wire [31:0]            rows_committed,
  input  wire [31:0]            rows_ahead,
  input  wire [COUNT_BITS-1:0]  frames_ahead,
  input  wire [31:0]            rows_below,
  output reg                    seg_valid,
  input  wire                   seg_ready,
  output reg  [ADDR_BITS-1:0]   seg_addr,
  output reg  [COUNT_BITS-1:0]  seg_beats,
  output reg                    seg_bank,
  output reg                    seg_row_end
);

  localparam AROUND_X = WRITE == 0 && WRAP_X != 0;
  localparam AROUND_Y = WRITE == 0 && WRAP_Y != 0 && AXES > 1;
  localparam AROUND_Z = WRITE == 0 && WRAP_Z != 0 && AXES > 2;
  localparam WAITS = WRITE == 0 && HAS_WRITER != 0;
  localparam BEAT_SHIFT = $clog2(BUS_BITS / 8);
  generate
    if (COUNT_BITS > 32 || OFFSET_BITS < COUNT_BITS || (8 << BEAT_SHIFT) != BUS_BITS || ADDR_BITS < OFFSET_BITS + BEAT_SHIFT)
    begin : guard
      rtlgen_walk_needs_counts_within_offsets_within_addresses_and_a_bus_of_8_times_a_power_of_2 bad_parameter ();
    end
  endgenerate

  localparam [COUNT_BITS-1:0] ZERO = {COUNT_BITS{1'b0}};
  localparam [COUNT_BITS-1:0] ONE = {{COUNT_BITS - 1{1'b0}}, 1'b1};
  wire [COUNT_BITS-1:0] begin_x = WRITE != 0 ? ZERO : first_x;
  wire [COUNT_BITS-1:0] begin_y = WRITE != 0 ? ZERO : first_y;
  wire [OFFSET_BITS-1:0] begin_offset = WRITE != 0 ? {OFFSET_BITS{1'b0}} : first_offset;

  // ---- States -----------------------------------------------------------------------------------
  localparam [3:0] IDLE = 0;
  localparam [3:0] FRAME = 1;  // a frame begins
  localparam [3:0] FIRST = 2;  // its first plane
  localparam [3:0] CLIP = 3;   // the beats of its rows are computed after this
  localparam [3:0] PLANE = 4;  // a further plane
  localparam [3:0] CHECK = 5;  // a row: is it on the grid, are the rows that it needs committed
  localparam [3:0] EMIT = 6;   // a segment of it, once they are
  localparam [3:0] PIECE = 7;  // a further segment of the same row
  localparam [3:0] LAST = 8;   // the last segment waits until it is accepted

  reg [3:0] state;
  wire row_inside, plane_end, frame_end, band_end, pass_end, y_turns, y_block_turns, z_turns;
  wire [COUNT_BITS-1:0] x_origin;
  wire more_pieces, enough;
  // Not in the cycle in which the previous segment is accepted, so that seg_ready is not in the path to all counters. A
  // row takes 2 cycles anyway.
  wire emit = state == EMIT && enough && !seg_valid;
  wire row_done = (emit && !more_pieces) || (state == CHECK && !row_inside && WRITE == 0);
  reg [COUNT_BITS-1:0] pass;  // counts from 1
  wire run_end = pass_end && pass == passes;

  assign done = state == IDLE;
  always @(posedge clk) begin
    if (rst || stop) state <= IDLE;
    else if (row_done) state <= run_end ? LAST : (frame_end ? FRAME : (plane_end ? PLANE : CHECK));
    else begin
      case (state)
        IDLE: if (start) state <= FRAME;
        FRAME: state <= FIRST;
        FIRST: state <= CLIP;
        CLIP, PLANE: state <= CHECK;
        CHECK, PIECE: state <= EMIT;
        EMIT: if (emit) state <= PIECE;
        default: if (!seg_valid || seg_ready) state <= IDLE;
      endcase
    end
  end

  // ---- Position in the run ----------------------------------------------------------------------
  localparam RANGE_Y = AROUND_Y ? 3 : (BLOCKED_Y != 0 ? 1 : 0);
  wire restart = state == IDLE;
  wire is_inside, closes, row_end;
  wire unused_frame = &{1'b0, is_inside, closes, row_end, y_turns, y_block_turns, z_turns};
  rtlgen_frame #(
    .COUNT_BITS(COUNT_BITS),
    .AXES(AXES),
    .BLOCKED_X(BLOCKED_X),
    .BLOCKED_Y(BLOCKED_Y),
    .RANGE_X(AROUND_X ? 3 : 1),
    .RANGE_Y(RANGE_Y),
    .RANGE_Z(AROUND_Z ? 3 : 0)
  ) u_frame (
    .clk(clk),
    .rst(restart),
    .step(row_done),
    .axis_x({blocks_x, stride_x, grid_x - ONE, begin_x, ONE}),
    .axis_y({blocks_y, stride_y, last_y, begin_y, rows}),
    .axis_z({ZERO, last_z, first_z, planes}),
    .is_inside(is_inside),
    .row_inside(row_inside),
    .closes(closes),
    .row_end(row_end),
    .plane_end(plane_end),
    .frame_end(frame_end),
    .band_end(band_end),
    .pass_end(pass_end),
    .y_turns(y_turns),
    .y_block_turns(y_block_turns),
    .z_turns(z_turns),
    .x_origin(x_origin)
  );

  reg first_pass;
  reg odd_pass;
  reg new_pass, new_band;  // the frame that begins is the first of a pass, of a band
  wire unused_place = &{1'b0, first_pass, new_pass, new_band, first_buffer};
  reg band_turned, plane_turned;
  always @(posedge clk) begin
    if (restart) begin
      pass <= ONE;
      first_pass <= 1'b1;
      odd_pass <= 1'b0;
      new_pass <= 1'b1;
      new_band <= 1'b0;
    end else if (row_done) begin
      if (pass_end) begin
        pass <= pass + ONE;
        first_pass <= 1'b0;
        odd_pass <= !odd_pass;
      end
      new_pass <= pass_end;
      new_band <= band_end;
      band_turned <= y_block_turns;
      plane_turned <= z_turns;
    end
  end

  // ---- Offsets of the row, of the plane's and of the frame's first row, without x -----------------
  reg [OFFSET_BITS-1:0] row_offset, plane_offset;
  wire [OFFSET_BITS-1:0] frame_offset;
  reg [OFFSET_BITS-1:0] from, distance;
  always @* begin
    from = row_offset;
    distance = row_pitch;
    if (AXES > 2 && state == PLANE) begin
      from = plane_offset;
      distance = AROUND_Z && plane_turned ? turn_plane : plane_pitch;
    end
    if (BLOCKED_Y != 0 && state == FRAME) begin
      from = frame_offset;
      distance = AROUND_Y && band_turned ? turn_band : band_pitch;
    end
  end
  wire [OFFSET_BITS-1:0] moved = from + distance;
  wire [OFFSET_BITS-1:0] turned = row_offset + turn_row;  // y_turns is late: it selects a sum, not a summand

  generate
    if (BLOCKED_Y != 0) begin : bands
      reg [OFFSET_BITS-1:0] band_offset;
      assign frame_offset = band_offset;
      always @(posedge clk) begin
        if (state == FRAME && (new_pass || new_band)) band_offset <= new_pass ? begin_offset : moved;
      end
    end else begin : one_band
      assign frame_offset = begin_offset;
    end
  endgenerate

  always @(posedge clk) begin
    if (state == FIRST) row_offset <= frame_offset;
    else if (AROUND_Y && row_done && y_turns) row_offset <= turned;
    else if (row_done || state == PLANE) row_offset <= moved;
    if (state == FIRST) plane_offset <= frame_offset;
    else if (state == PLANE) plane_offset <= moved;
  end

  // ---- Beats of a row: the first one, and how many ----------------------------------------------
  wire [COUNT_BITS-1:0] x_begin, x_beats;
  wire [COUNT_BITS-1:0] beats;  // beats of this segment
  generate
    if (AROUND_X) begin : pieces
      reg [COUNT_BITS-1:0] to_end, first_piece, after_first, piece, rest;
      wire [COUNT_BITS-1:0] after_whole_row = rest - grid_x;
      assign x_begin = x_origin;
      assign x_beats = first_piece;
      assign beats = piece;
      assign more_pieces = rest != ZERO;
      always @(posedge clk) begin
        if (state == FRAME) to_end <= grid_x - x_origin;
        if (state == FIRST) first_piece <= row_beats < to_end ? row_beats : to_end;
        after_first <= row_beats - first_piece;
        if (state == CHECK) begin
          piece <= x_beats;
          rest <= after_first;
        end else if (state == PIECE) begin
          piece <= after_whole_row[COUNT_BITS-1] ? rest : grid_x;
          rest <= after_whole_row[COUNT_BITS-1] ? ZERO : after_whole_row;
        end
      end
    end else begin : one_piece
      assign beats = x_beats;
      assign more_pieces = 1'b0;
      if (BLOCKED_X != 0) begin : clipped
        reg [COUNT_BITS-1:0] clip_begin, clip_end, clip_beats;
        assign x_begin = clip_begin;
        assign x_beats = clip_beats;
        always @(posedge clk) begin
          if (state == FRAME) clip_begin <= WRITE == 0 && x_origin[COUNT_BITS-1] ? ZERO : x_origin;
          if (state == FRAME) clip_end <= x_origin + row_beats;
          else if (state == FIRST && clip_end > grid_x) clip_end <= grid_x;
          clip_beats <= clip_end - clip_begin;
        end
      end else begin : whole
        wire unused_x = &{1'b0, x_origin};
        assign x_begin = ZERO;
        assign x_beats = row_beats;
      end
    end
  endgenerate

  // ---- Rows that must be committed ----------------------------------------------------------------
  // `needed` only grows: in a frame with f + A of F-1 or more, or in planes and rows after the grid's last one, every
  // condition has already been met.
  generate
    if (WAITS) begin : waits
      reg [31:0] needed, more;
      reg more_by_one;
      reg [COUNT_BITS-1:0] frame;  // number of the frame in the pass, from 1
      reg growing, rows_done, planes_done, is_enough;
      wire next_row = row_done && !plane_end && BLOCKED_Y == 0 && !rows_done && !y_turns && !planes_done;
      wire [31:0] ahead = rows_committed - needed;
      wire unused_ahead = &{1'b0, ahead[30:0]};
      localparam [31:0] NOTHING = 32'd0;
      // Between rows at most 1 is added, and whether it is comes late: it enables the addition, it is not a summand.
      wire in_row = state == CHECK || state == EMIT;
      always @* begin
        more = NOTHING;
        more_by_one = in_row;
        if (state == FRAME) more = new_pass ? rows_ahead : NOTHING;
        else if (AROUND_Z && state == CLIP) more = rows_below;
        else if (state == FIRST || (state == PLANE && !planes_done && !plane_turned)) begin
          more = BLOCKED_Y != 0 ? {{32 - COUNT_BITS{1'b0}}, stride_y}
                                : (AROUND_Y ? {{32 - COUNT_BITS{1'b0}}, first_y} : NOTHING);
          more_by_one = BLOCKED_Y == 0;
        end
      end
      always @(posedge clk) begin
        if (restart) needed <= NOTHING;
        else if (!first_pass && (growing || (state == FRAME && new_pass)) && (!in_row || next_row))
          needed <= needed + more + {31'd0, more_by_one};
        if (state == FRAME) begin
          frame <= new_pass ? ONE : frame + ONE;
          growing <= new_pass || (growing && frame != frames_ahead);
        end
        if (state == FIRST || state == PLANE) rows_done <= 1'b0;
        else if (AROUND_Y && row_done && y_turns) rows_done <= 1'b1;
        if (state == FRAME) planes_done <= 1'b0;
        else if (AROUND_Z && state == PLANE && plane_turned) planes_done <= 1'b1;
        is_enough <= !ahead[31];
      end
      assign enough = is_enough;
    end else begin : never_waits
      wire unused_rows = &{1'b0, rows_committed, rows_ahead, frames_ahead, rows_below};
      assign enough = 1'b1;
    end
  endgenerate

  // ---- The segment ------------------------------------------------------------------------------
  reg [OFFSET_BITS-1:0] offset;
  wire buffer = PING_PONG != 0 && (odd_pass ^ first_buffer ^ (WRITE != 0));
  wire [ADDR_BITS-1:0] base = buffer ? base_1 : base_0;
  wire [ADDR_BITS-1:0] bytes = {{ADDR_BITS - OFFSET_BITS{1'b0}}, offset} << BEAT_SHIFT;
  always @(posedge clk) begin
    if (state == CHECK) offset <= row_offset + {{OFFSET_BITS - COUNT_BITS{1'b0}}, x_begin};
    else if (state == PIECE) offset <= row_offset;
    if (emit) begin
      seg_addr <= base + bytes;
      seg_beats <= row_inside ? beats : ZERO;
      seg_bank <= buffer;
      seg_row_end <= !more_pieces;
    end
    if (rst || stop) seg_valid <= 1'b0;
    else seg_valid <= emit || (seg_valid && !seg_ready);
  end

endmodule

`default_nettype wire
