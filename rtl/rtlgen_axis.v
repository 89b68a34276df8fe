// rtlgen_axis -- the position of a stream of frames along one axis, and whether that position counts
//
// Counts the positions of a frame again and again, and the blocks along a blocked axis. The frame of block k begins at
// coordinate first + k * stride of the grid, whose coordinates are 0 ... last_cell.
//
//   parameter  COUNT_BITS  bits of all numbers; they are below 2^(COUNT_BITS-1)
//              BLOCKED     the axis has blocks; else `stride` is the grid's extent and `blocks` unused
//              RANGE       positions with `is_inside`: 0 all, 1 those on the grid, 2 those that the block
//                          owns on the grid, 3 all, with coordinates modulo the grid
//
//   port        direction  meaning
//   clk, rst    in         rst starts with the first position of the first block
//   step        in         go to the next position, from the last one to the first
//   step_block  in         together with step at the last position: also go to the next block, from the last one
//                          to the first
//   length      in         positions of a frame, 1 or more
//   first       in         RANGE 1: coordinate of block 0's first position, two's complement, -length or more;
//                          2: positions before the owned part; 3: coordinate, 0 ... last_cell; 0: unused
//   last_cell   in         the grid's last coordinate
//   stride      in         cells that a block owns, 1 or more; RANGE 3 with blocks: at most last_cell, and both are
//                          constant from one clock before the first step
//   blocks      in         1 or more; the owned part of each begins on the grid
//   last        out        this is the frame's last position
//   last_block  out        this is the last block
//   is_inside   out        this position counts
//   closes      out        it is the last one of the frame that counts
//   turns       out        RANGE 3: the next position has coordinate 0
//   block_turns out        RANGE 3: the next block's first coordinate has passed the grid's end
//   origin      out        coordinate of this block's first position; RANGE 2: of its owned part
`default_nettype none

module rtlgen_axis #(
  parameter COUNT_BITS = 32,
  parameter BLOCKED = 0,
  parameter RANGE = 0
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  step,
  input  wire                  step_block,
  input  wire [COUNT_BITS-1:0] length,
  input  wire [COUNT_BITS-1:0] first,
  input  wire [COUNT_BITS-1:0] last_cell,
  input  wire [COUNT_BITS-1:0] stride,
  input  wire [COUNT_BITS-1:0] blocks,
  output wire                  last,
  output wire                  last_block,
  output wire                  is_inside,
  output wire                  closes,
  output wire                  turns,
  output wire                  block_turns,
  output wire [COUNT_BITS-1:0] origin
);

  generate
    if (COUNT_BITS < 2 || RANGE < 0 || RANGE > 3) begin : guard
      rtlgen_axis_needs_2_bits_and_a_range_from_0_to_3 bad_parameter ();
    end
  endgenerate

  localparam [COUNT_BITS-1:0] ZERO = {COUNT_BITS{1'b0}};
  localparam [COUNT_BITS-1:0] ONE = {{COUNT_BITS - 1{1'b0}}, 1'b1};

  reg [COUNT_BITS-1:0] position;  // counts from 1
  assign last = position == length;
  wire restart = rst | (step & last);
  always @(posedge clk) begin
    if (restart) position <= ONE;
    else if (step) position <= position + ONE;
  end

  wire [COUNT_BITS-1:0] start = RANGE == 2 ? ZERO : first;
  wire [COUNT_BITS-1:0] next_origin;
  generate
    if (BLOCKED != 0) begin : with_blocks
      reg [COUNT_BITS-1:0] block;  // counts from 1
      reg [COUNT_BITS-1:0] block_origin;
      wire first_again = rst | (step_block & last_block);
      reg [COUNT_BITS-1:0] round_stride;  // the stride minus the grid's length
      wire [COUNT_BITS-1:0] beyond = block_origin + stride;
      wire [COUNT_BITS-1:0] around = block_origin + round_stride;
      assign block_turns = RANGE == 3 && !around[COUNT_BITS-1];
      assign last_block = block == blocks;
      assign origin = block_origin;
      assign next_origin = first_again ? start
                                       : (!step_block ? block_origin : (block_turns ? around : beyond));
      always @(posedge clk) begin
        block_origin <= next_origin;
        round_stride <= stride - last_cell - ONE;
        if (first_again) block <= ONE;
        else if (step_block) block <= block + ONE;
      end
    end else begin : one_block
      wire unused_blocks = &{1'b0, step_block, blocks};
      assign block_turns = 1'b0;
      assign last_block = 1'b1;
      assign origin = start;
      assign next_origin = start;
    end
  endgenerate

  generate
    if (RANGE == 0) begin : everything
      wire unused_range = &{1'b0, first, last_cell, stride, next_origin};
      assign is_inside = 1'b1;
      assign closes = last;
      assign turns = 1'b0;
    end else if (RANGE == 1) begin : on_the_grid
      reg [COUNT_BITS-1:0] cell_now;
      reg passed;
      wire unused_stride = &{1'b0, stride};
      assign is_inside = !cell_now[COUNT_BITS-1] & !passed;
      assign closes = is_inside & (last | (cell_now == last_cell));
      assign turns = 1'b0;
      always @(posedge clk) begin
        if (restart) cell_now <= next_origin;
        else if (step) cell_now <= cell_now + ONE;
        if (restart) passed <= 1'b0;
        else if (step & closes) passed <= 1'b1;
      end
    end else if (RANGE == 2) begin : own_part
      reg is_own;
      wire at_end;
      wire [COUNT_BITS-1:0] own_end = first + stride;
      assign is_inside = is_own;
      assign closes = is_own & (at_end | (position == own_end));
      assign turns = 1'b0;
      always @(posedge clk) begin
        if (restart) is_own <= first == ZERO;
        else if (step & (position == first)) is_own <= 1'b1;
        else if (step & closes) is_own <= 1'b0;
      end
      if (BLOCKED != 0) begin : clipped
        reg [COUNT_BITS-1:0] cell_now;  // stays at the first owned position until it is reached
        assign at_end = cell_now == last_cell;
        always @(posedge clk) begin
          if (restart) cell_now <= next_origin;
          else if (step & is_own) cell_now <= cell_now + ONE;
        end
      end else begin : whole
        wire unused_cell = &{1'b0, last_cell, next_origin};
        assign at_end = 1'b0;
      end
    end else begin : around_the_grid
      reg [COUNT_BITS-1:0] cell_now;
      wire unused_stride = &{1'b0, stride};
      assign is_inside = 1'b1;
      assign closes = last;
      assign turns = cell_now == last_cell;
      always @(posedge clk) begin
        if (restart) cell_now <= next_origin;
        else if (step) cell_now <= turns ? ZERO : cell_now + ONE;
      end
    end
  endgenerate

endmodule

`default_nettype wire
