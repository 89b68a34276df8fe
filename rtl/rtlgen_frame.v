// rtlgen_frame -- the loop over all positions of all frames of a pass: x, rows, planes, blocks
// Shared by rtlgen_walk, rtlgen_unpack and rtlgen_pack. Order: x fastest, then rows, planes, blocks
// along x, blocks along y; then the next pass, which is identical.
//
//   parameter  COUNT_BITS, BLOCKED_X, BLOCKED_Y, RANGE_X, RANGE_Y, RANGE_Z  as in rtlgen_axis
//              AXES                                                         1, 2 or 3
//
//   port             direction  meaning
//   clk, rst         in         rst starts with the first position of a pass
//   step             in         go to the next position
//   axis_x, axis_y   in         {blocks, stride, last_cell, first, length} of rtlgen_axis
//   axis_z           in         {last_cell + 1, last_cell, first, length}
//   is_inside        out        this position counts along all axes
//   row_inside       out        this position counts along y and z
//   closes           out        it is the last one of its row that counts
//   row_end          out        it is the last one of its row
//   plane_end ... pass_end  out ... it is the last one of the plane, frame, band (all blocks along x), pass
//   y_turns, y_block_turns, z_turns, x_origin  out  see rtlgen_axis
`default_nettype none

module rtlgen_frame #(
  parameter COUNT_BITS = 32,
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter RANGE_X = 0,
  parameter RANGE_Y = 0,
  parameter RANGE_Z = 0
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    step,
  input  wire [5*COUNT_BITS-1:0] axis_x,
  input  wire [5*COUNT_BITS-1:0] axis_y,
  input  wire [4*COUNT_BITS-1:0] axis_z,
  output wire                    is_inside,
  output wire                    row_inside,
  output wire                    closes,
  output wire                    row_end,
  output wire                    plane_end,
  output wire                    frame_end,
  output wire                    band_end,
  output wire                    pass_end,
  output wire                    y_turns,
  output wire                    y_block_turns,
  output wire                    z_turns,
  output wire [COUNT_BITS-1:0]   x_origin
);

  generate
    if (AXES < 1 || AXES > 3 || (AXES < 3 && BLOCKED_Y != 0) || (AXES < 2 && BLOCKED_X != 0)) begin : guard
      rtlgen_frame_streams_the_last_of_1_to_3_axes_unblocked bad_parameter ();
    end
  endgenerate

  localparam C = COUNT_BITS;

  wire x_last, x_last_block, x_inside, x_closes, x_turns, x_block_turns;
  rtlgen_axis #(
    .COUNT_BITS(C),
    .BLOCKED(BLOCKED_X),
    .RANGE(RANGE_X)
  ) u_x (
    .clk(clk), .rst(rst), .step(step), .step_block(step & frame_end),
    .length(axis_x[0+:C]), .first(axis_x[C+:C]), .last_cell(axis_x[2*C+:C]), .stride(axis_x[3*C+:C]),
    .blocks(axis_x[4*C+:C]),
    .last(x_last), .last_block(x_last_block), .is_inside(x_inside), .closes(x_closes), .turns(x_turns),
    .block_turns(x_block_turns), .origin(x_origin)
  );

  wire y_last, y_last_block, y_inside, z_last, z_inside;
  generate
    if (AXES > 1) begin : rows
      wire closes_y;
      wire [C-1:0] origin_y;
      wire unused_y = &{1'b0, closes_y, origin_y};
      rtlgen_axis #(
        .COUNT_BITS(C),
        .BLOCKED(BLOCKED_Y),
        .RANGE(RANGE_Y)
      ) u_y (
        .clk(clk), .rst(rst), .step(step & row_end), .step_block(step & band_end),
        .length(axis_y[0+:C]), .first(axis_y[C+:C]), .last_cell(axis_y[2*C+:C]), .stride(axis_y[3*C+:C]),
        .blocks(axis_y[4*C+:C]),
        .last(y_last), .last_block(y_last_block), .is_inside(y_inside), .closes(closes_y), .turns(y_turns),
        .block_turns(y_block_turns), .origin(origin_y)
      );
    end else begin : one_row
      wire unused_y = &{1'b0, axis_y};
      assign {y_last, y_last_block, y_inside, y_turns, y_block_turns} = 5'b11100;
    end
    if (AXES > 2) begin : planes
      wire last_block_z, closes_z, block_turns_z;
      wire [C-1:0] origin_z;
      wire unused_z = &{1'b0, last_block_z, closes_z, block_turns_z, origin_z};
      rtlgen_axis #(
        .COUNT_BITS(C),
        .BLOCKED(0),
        .RANGE(RANGE_Z)
      ) u_z (
        .clk(clk), .rst(rst), .step(step & plane_end), .step_block(1'b0),
        .length(axis_z[0+:C]), .first(axis_z[C+:C]), .last_cell(axis_z[2*C+:C]), .stride(axis_z[3*C+:C]),
        .blocks({C{1'b0}}),
        .last(z_last), .last_block(last_block_z), .is_inside(z_inside), .closes(closes_z), .turns(z_turns),
        .block_turns(block_turns_z), .origin(origin_z)
      );
    end else begin : one_plane
      wire unused_z = &{1'b0, axis_z};
      assign {z_last, z_inside, z_turns} = 3'b110;
    end
  endgenerate

  wire unused_x = &{1'b0, x_turns, x_block_turns};
  assign row_inside = y_inside & z_inside;
  assign is_inside = x_inside & row_inside;
  assign closes = x_closes & row_inside;
  assign row_end = x_last;
  assign plane_end = row_end & y_last;
  assign frame_end = plane_end & z_last;
  assign band_end = frame_end & x_last_block;
  assign pass_end = band_end & y_last_block;

endmodule

`default_nettype wire
