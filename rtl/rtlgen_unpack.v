// rtlgen_unpack -- converts beats of memory to the words of whole frames
//
// The words of a frame that lie on the grid come from beats, lowest part first; every row begins with a new beat and
// the rest of its last one is dropped. Words outside the grid are 0 and need no beat. If a word fits into a beat, a
// beat has floor(BUS_BITS / WORD_BITS) words; otherwise a word has ceil(WORD_BITS / BUS_BITS) beats. A word leaves
// every cycle (a word of m beats every m cycles) if beats are available, also across rows, frames and passes. After the
// last pass it continues with another: hold rst to start again.
//
//   parameter  BUS_BITS, WORD_BITS  1 or more
//              COUNT_BITS           bits of the numbers below; they are below 2^(COUNT_BITS-1)
//              AXES                 1 to 3; ports of missing axes are unused
//              BLOCKED_X, BLOCKED_Y, WRAP_X, WRAP_Y   of an axis; along one that wraps, all words are on the grid
//
//   port                direction  meaning
//   clk, rst            in         rst while the configuration changes; starts with the first word of a pass
//   row_words           in         words of a frame's row
//   rows, planes        in         rows of a frame's plane, planes of a frame
//   first_x, first_y    in         coordinate of block 0's first word, row: minus the ghosts (two's complement)
//   last_x, last_y      in         last word of the grid's row: ceil(nx / P) - 1; its last row: ny - 1
//   stride_x, stride_y  in         words, rows from block to block
//   blocks_x, blocks_y  in         number of blocks
//   in_*                in/out     beats
//   out_*               out/in     words; stable while stalled
//
// Along an axis without blocks only its length is used.
`default_nettype none

module rtlgen_unpack #(
  parameter BUS_BITS = 512,
  parameter WORD_BITS = 128,
  parameter COUNT_BITS = 32,
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [COUNT_BITS-1:0] row_words,
  input  wire [COUNT_BITS-1:0] rows,
  input  wire [COUNT_BITS-1:0] planes,
  input  wire [COUNT_BITS-1:0] first_x,
  input  wire [COUNT_BITS-1:0] first_y,
  input  wire [COUNT_BITS-1:0] last_x,
  input  wire [COUNT_BITS-1:0] last_y,
  input  wire [COUNT_BITS-1:0] stride_x,
  input  wire [COUNT_BITS-1:0] stride_y,
  input  wire [COUNT_BITS-1:0] blocks_x,
  input  wire [COUNT_BITS-1:0] blocks_y,
  input  wire                  in_valid,
  output wire                  in_ready,
  input  wire [BUS_BITS-1:0]   in_data,
  output reg                   out_valid,
  input  wire                  out_ready,
  output wire [WORD_BITS-1:0]  out_data
);

  wire step, is_inside, closes;
  wire row_inside, row_end, plane_end, frame_end, band_end, pass_end, y_turns, y_block_turns, z_turns;
  wire [COUNT_BITS-1:0] x_origin;
  wire unused_frame = &{1'b0, row_inside, row_end, plane_end, frame_end, band_end, pass_end, y_turns,
                        y_block_turns, z_turns, x_origin};
  rtlgen_frame #(
    .COUNT_BITS(COUNT_BITS),
    .AXES(AXES),
    .BLOCKED_X(BLOCKED_X),
    .BLOCKED_Y(BLOCKED_Y),
    .RANGE_X(BLOCKED_X != 0 && WRAP_X == 0 ? 1 : 0),
    .RANGE_Y(BLOCKED_Y != 0 && WRAP_Y == 0 ? 1 : 0),
    .RANGE_Z(0)
  ) u_frame (
    .clk(clk),
    .rst(rst),
    .step(step),
    .axis_x({blocks_x, stride_x, last_x, first_x, row_words}),
    .axis_y({blocks_y, stride_y, last_y, first_y, rows}),
    .axis_z({{3 * COUNT_BITS{1'b0}}, planes}),
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

  wire free = ~out_valid | out_ready;
  always @(posedge clk) begin
    if (rst) out_valid <= 1'b0;
    else out_valid <= step | (out_valid & ~out_ready);
  end

  generate
    if (WORD_BITS <= BUS_BITS) begin : words_of_a_beat
      localparam WORDS = BUS_BITS / WORD_BITS;
      localparam SLOT_BITS = WORDS > 1 ? $clog2(WORDS) : 1;
      localparam [31:0] LAST = WORDS - 1;
      localparam [SLOT_BITS-1:0] NONE = {SLOT_BITS{1'b0}};
      localparam [31:0] ONE = 1;

      reg [SLOT_BITS-1:0] slot;
      reg [WORD_BITS-1:0] word;
      wire [WORD_BITS-1:0] chosen;
      wire beat_end = closes | (slot == LAST[SLOT_BITS-1:0]);
      assign step = free & (~is_inside | in_valid);
      assign in_ready = free & is_inside & beat_end;
      assign out_data = word;

      // Bit by bit, so that every tool infers a multiplexer, not a chain of comparisons.
      genvar bit_index, place;
      for (bit_index = 0; bit_index < WORD_BITS; bit_index = bit_index + 1) begin : select
        wire [(1 << SLOT_BITS)-1:0] words;
        for (place = 0; place < (1 << SLOT_BITS); place = place + 1) begin : of_slot
          assign words[place] = in_data[WORD_BITS*(place < WORDS ? place : 0)+bit_index];
        end
        assign chosen[bit_index] = words[slot];
      end
      always @(posedge clk) begin
        if (step) word <= is_inside ? chosen : {WORD_BITS{1'b0}};
        if (rst) slot <= NONE;
        else if (step & is_inside) slot <= beat_end ? NONE : slot + ONE[SLOT_BITS-1:0];
      end
      if (WORDS * WORD_BITS < BUS_BITS) begin : padded
        wire unused_padding = &{1'b0, in_data[BUS_BITS-1:WORDS*WORD_BITS]};
      end
    end else begin : beats_of_a_word
      localparam BEATS = (WORD_BITS + BUS_BITS - 1) / BUS_BITS;
      localparam PART_BITS = $clog2(BEATS);
      localparam [31:0] LAST = BEATS - 1;
      localparam [31:0] ONE = 1;

      // The word is assembled in the output register: its first part enters when the previous word is accepted.
      reg [BEATS*BUS_BITS-1:0] word;
      reg [PART_BITS-1:0] part;
      wire last_part = part == LAST[PART_BITS-1:0];
      wire take = free & is_inside & in_valid;
      wire unused_closes = &{1'b0, closes};
      assign in_ready = free & is_inside;
      assign step = free & (~is_inside | (in_valid & last_part));
      assign out_data = word[WORD_BITS-1:0];

      integer i;
      always @(posedge clk) begin
        for (i = 0; i < BEATS; i = i + 1) begin
          if (free & ~is_inside) word[BUS_BITS*i+:BUS_BITS] <= {BUS_BITS{1'b0}};
          else if (take && part == i[PART_BITS-1:0]) word[BUS_BITS*i+:BUS_BITS] <= in_data;
        end
        if (rst) part <= {PART_BITS{1'b0}};
        else if (take) part <= last_part ? {PART_BITS{1'b0}} : part + ONE[PART_BITS-1:0];
      end
      if (WORD_BITS < BEATS * BUS_BITS) begin : padded
        wire unused_padding = &{1'b0, word[BEATS*BUS_BITS-1:WORD_BITS]};
      end
    end
  endgenerate

endmodule

`default_nettype wire
