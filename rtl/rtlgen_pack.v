// rtlgen_pack -- converts the words of whole frames to beats of memory
// Keeps the words that the block owns on the grid and drops the others. If a word fits into a beat, a beat has
// floor(BUS_BITS / WORD_BITS) words, lowest part first; it leaves when it is full or its row ends, filled up with 0.
// Otherwise a word has ceil(WORD_BITS / BUS_BITS) beats. Accepts a word every cycle (a kept one of m beats every m
// cycles) if beats are accepted; a dropped word never waits. After the last frame of a pass it continues with the next
// pass: hold rst to start again.
//
//   parameter  as in rtlgen_unpack, and WRAP_Z
//
//   port                direction  meaning
//   clk, rst            in         rst while the configuration changes; starts with the first word of a pass
//   row_words           in         words of a frame's row
//   rows, planes        in         rows of a frame's plane, planes of a frame
//   low_x, low_y, low_z in         words, rows, planes of a frame before the owned part
//   last_x, last_y, last_z  in     last word of the grid's row: ceil(nx / P) - 1; its last row, plane
//   stride_x, stride_y  in         owned words, rows; those of the grid along an axis without blocks
//   blocks_x, blocks_y  in         number of blocks
//   in_*                in/out     words
//   out_*               out/in     beats; stable while stalled
//
// If an axis neither has blocks nor wraps, only its length is used.
`default_nettype none

module rtlgen_pack #(
  parameter BUS_BITS = 512,
  parameter WORD_BITS = 128,
  parameter COUNT_BITS = 32,
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0,
  parameter WRAP_Z = 0
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [COUNT_BITS-1:0] row_words,
  input  wire [COUNT_BITS-1:0] rows,
  input  wire [COUNT_BITS-1:0] planes,
  input  wire [COUNT_BITS-1:0] low_x,
  input  wire [COUNT_BITS-1:0] low_y,
  input  wire [COUNT_BITS-1:0] low_z,
  input  wire [COUNT_BITS-1:0] last_x,
  input  wire [COUNT_BITS-1:0] last_y,
  input  wire [COUNT_BITS-1:0] last_z,
  input  wire [COUNT_BITS-1:0] stride_x,
  input  wire [COUNT_BITS-1:0] stride_y,
  input  wire [COUNT_BITS-1:0] blocks_x,
  input  wire [COUNT_BITS-1:0] blocks_y,
  input  wire                  in_valid,
  output wire                  in_ready,
  input  wire [WORD_BITS-1:0]  in_data,
  output reg                   out_valid,
  input  wire                  out_ready,
  output wire [BUS_BITS-1:0]   out_data
);

  wire is_inside, closes;
  wire row_inside, row_end, plane_end, frame_end, band_end, pass_end, y_turns, y_block_turns, z_turns;
  wire [COUNT_BITS-1:0] x_origin;
  wire unused_frame = &{1'b0, row_inside, row_end, plane_end, frame_end, band_end, pass_end, y_turns,
                        y_block_turns, z_turns, x_origin};
  localparam [COUNT_BITS-1:0] ONE_CELL = {{COUNT_BITS - 1{1'b0}}, 1'b1};
  wire [COUNT_BITS-1:0] grid_z = WRAP_Z != 0 ? last_z + ONE_CELL : {COUNT_BITS{1'b0}};
  rtlgen_frame #(
    .COUNT_BITS(COUNT_BITS),
    .AXES(AXES),
    .BLOCKED_X(BLOCKED_X),
    .BLOCKED_Y(BLOCKED_Y),
    .RANGE_X(BLOCKED_X != 0 || WRAP_X != 0 ? 2 : 0),
    .RANGE_Y(BLOCKED_Y != 0 || WRAP_Y != 0 ? 2 : 0),
    .RANGE_Z(WRAP_Z != 0 ? 2 : 0)
  ) u_frame (
    .clk(clk),
    .rst(rst),
    .step(in_valid & in_ready),
    .axis_x({blocks_x, stride_x, last_x, low_x, row_words}),
    .axis_y({blocks_y, stride_y, last_y, low_y, rows}),
    .axis_z({grid_z, last_z, low_z, planes}),
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

  wire keep = in_valid & in_ready & is_inside;

  generate
    if (WORD_BITS <= BUS_BITS) begin : words_of_a_beat
      localparam WORDS = BUS_BITS / WORD_BITS;
      localparam SLOT_BITS = WORDS > 1 ? $clog2(WORDS) : 1;
      localparam [31:0] LAST = WORDS - 1;
      localparam [SLOT_BITS-1:0] NONE = {SLOT_BITS{1'b0}};
      localparam [31:0] ONE = 1;

      // The beat is assembled in the output register: its first word enters when the previous beat is accepted.
      reg [SLOT_BITS-1:0] slot;
      wire [WORDS*WORD_BITS-1:0] words;
      wire beat_end = closes | (slot == LAST[SLOT_BITS-1:0]);
      assign in_ready = ~out_valid | out_ready | ~is_inside;

      genvar i;
      for (i = 0; i < WORDS; i = i + 1) begin : slots
        reg [WORD_BITS-1:0] word;
        localparam [31:0] INDEX = i;
        assign words[WORD_BITS*i+:WORD_BITS] = word;
        always @(posedge clk) begin
          if (keep && slot == NONE && i > 0) word <= {WORD_BITS{1'b0}};
          else if (keep && slot == INDEX[SLOT_BITS-1:0]) word <= in_data;
        end
      end
      always @(posedge clk) begin
        if (rst) slot <= NONE;
        else if (keep) slot <= beat_end ? NONE : slot + ONE[SLOT_BITS-1:0];
        if (rst) out_valid <= 1'b0;
        else out_valid <= (keep & beat_end) | (out_valid & ~out_ready);
      end
      if (WORDS * WORD_BITS < BUS_BITS) begin : padded
        assign out_data = {{BUS_BITS - WORDS * WORD_BITS{1'b0}}, words};
      end else begin : full
        assign out_data = words;
      end
    end else begin : beats_of_a_word
      localparam BEATS = (WORD_BITS + BUS_BITS - 1) / BUS_BITS;
      localparam PART_BITS = $clog2(BEATS);
      localparam [31:0] LAST = BEATS - 1;
      localparam [31:0] ONE = 1;

      reg [WORD_BITS-1:0] word;  // the rest of the word, lowest part next
      reg [PART_BITS-1:0] part;
      wire last_part = part == LAST[PART_BITS-1:0];
      wire unused_closes = &{1'b0, closes};
      assign in_ready = ~out_valid | (out_ready & last_part) | ~is_inside;
      assign out_data = word[BUS_BITS-1:0];

      always @(posedge clk) begin
        if (keep) word <= in_data;
        else if (out_ready) word <= {{BUS_BITS{1'b0}}, word[WORD_BITS-1:BUS_BITS]};
        if (rst) part <= {PART_BITS{1'b0}};
        else if (out_valid & out_ready) part <= last_part ? {PART_BITS{1'b0}} : part + ONE[PART_BITS-1:0];
        if (rst) out_valid <= 1'b0;
        else out_valid <= keep | (out_valid & ~(out_ready & last_part));
      end
    end
  endgenerate

endmodule

`default_nettype wire
