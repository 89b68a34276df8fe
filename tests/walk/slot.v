// One module under test with the ports of all of them, for a top that has many side by side. The text of this file and
// of the modules is also used with `rtlgen_` renamed, for mutants.
`default_nettype none

module rtlgen_slot #(
  parameter KIND = 0,  // 0 walk, 1 unpack, 2 pack
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0,
  parameter WRAP_Z = 0,
  parameter WRITE = 0,
  parameter PING_PONG = 1,
  parameter HAS_WRITER = 1,
  parameter BUS_BITS = 64,
  parameter WORD_BITS = 16,
  parameter COUNT_BITS = 12,
  parameter OFFSET_BITS = 18
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         start,
  input  wire         stop,
  input  wire [31:0]  passes, row_length, rows, planes, grid_x,
  input  wire [31:0]  first_x, first_y, first_z, low_x, low_y, low_z, last_x, last_y, last_z,
  input  wire [31:0]  stride_x, stride_y, blocks_x, blocks_y,
  input  wire [31:0]  first_offset, row_pitch, plane_pitch, band_pitch, turn_row, turn_plane, turn_band,
  input  wire [63:0]  base_0, base_1,
  input  wire         first_buffer,
  input  wire [31:0]  rows_committed, rows_ahead, frames_ahead, rows_below,
  input  wire         in_valid,
  input  wire [255:0] in_data,
  input  wire         out_ready,
  output wire         done,
  output wire         in_ready,
  output wire         out_valid,
  output wire [255:0] out_data
);

  localparam C = COUNT_BITS;
  localparam O = OFFSET_BITS;

  generate
    if (KIND == 0) begin : walks
      wire [63:0] seg_addr;
      wire [C-1:0] seg_beats;
      wire seg_bank, seg_row_end;
      assign in_ready = 1'b0;
      assign out_data = {128'd0, {62 - C{1'b0}}, seg_row_end, seg_bank, seg_beats, seg_addr};
      rtlgen_walk #(
        .BUS_BITS(BUS_BITS), .COUNT_BITS(C), .OFFSET_BITS(O), .AXES(AXES), .BLOCKED_X(BLOCKED_X), .BLOCKED_Y(BLOCKED_Y),
        .WRAP_X(WRAP_X), .WRAP_Y(WRAP_Y), .WRAP_Z(WRAP_Z), .WRITE(WRITE), .PING_PONG(PING_PONG), .HAS_WRITER(HAS_WRITER)
      ) u_walk (
        .clk(clk), .rst(rst), .start(start), .stop(stop), .done(done),
        .passes(passes[C-1:0]), .row_beats(row_length[C-1:0]), .rows(rows[C-1:0]), .planes(planes[C-1:0]),
        .grid_x(grid_x[C-1:0]), .first_x(first_x[C-1:0]), .stride_x(stride_x[C-1:0]), .blocks_x(blocks_x[C-1:0]),
        .first_y(first_y[C-1:0]), .stride_y(stride_y[C-1:0]), .blocks_y(blocks_y[C-1:0]), .last_y(last_y[C-1:0]),
        .first_z(first_z[C-1:0]), .last_z(last_z[C-1:0]),
        .first_offset(first_offset[O-1:0]), .row_pitch(row_pitch[O-1:0]), .plane_pitch(plane_pitch[O-1:0]),
        .band_pitch(band_pitch[O-1:0]), .turn_row(turn_row[O-1:0]), .turn_plane(turn_plane[O-1:0]),
        .turn_band(turn_band[O-1:0]), .base_0(base_0), .base_1(base_1), .first_buffer(first_buffer),
        .rows_committed(rows_committed), .rows_ahead(rows_ahead), .frames_ahead(frames_ahead[C-1:0]), .rows_below(rows_below),
        .seg_valid(out_valid), .seg_ready(out_ready), .seg_addr(seg_addr), .seg_beats(seg_beats), .seg_bank(seg_bank),
        .seg_row_end(seg_row_end)
      );
    end else if (KIND == 1) begin : unpacks
      wire [WORD_BITS-1:0] word;
      assign done = 1'b0;
      assign out_data = {{256 - WORD_BITS{1'b0}}, word};
      rtlgen_unpack #(
        .BUS_BITS(BUS_BITS), .WORD_BITS(WORD_BITS), .COUNT_BITS(C), .AXES(AXES), .BLOCKED_X(BLOCKED_X),
        .BLOCKED_Y(BLOCKED_Y), .WRAP_X(WRAP_X), .WRAP_Y(WRAP_Y)
      ) u_unpack (
        .clk(clk), .rst(rst), .row_words(row_length[C-1:0]), .rows(rows[C-1:0]), .planes(planes[C-1:0]),
        .first_x(first_x[C-1:0]), .first_y(first_y[C-1:0]), .last_x(last_x[C-1:0]), .last_y(last_y[C-1:0]),
        .stride_x(stride_x[C-1:0]), .stride_y(stride_y[C-1:0]), .blocks_x(blocks_x[C-1:0]), .blocks_y(blocks_y[C-1:0]),
        .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data[BUS_BITS-1:0]),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(word)
      );
    end else begin : packs
      wire [BUS_BITS-1:0] beat;
      assign done = 1'b0;
      assign out_data = {{256 - BUS_BITS{1'b0}}, beat};
      rtlgen_pack #(
        .BUS_BITS(BUS_BITS), .WORD_BITS(WORD_BITS), .COUNT_BITS(C), .AXES(AXES), .BLOCKED_X(BLOCKED_X),
        .BLOCKED_Y(BLOCKED_Y), .WRAP_X(WRAP_X), .WRAP_Y(WRAP_Y), .WRAP_Z(WRAP_Z)
      ) u_pack (
        .clk(clk), .rst(rst), .row_words(row_length[C-1:0]), .rows(rows[C-1:0]), .planes(planes[C-1:0]),
        .low_x(low_x[C-1:0]), .low_y(low_y[C-1:0]), .low_z(low_z[C-1:0]),
        .last_x(last_x[C-1:0]), .last_y(last_y[C-1:0]), .last_z(last_z[C-1:0]),
        .stride_x(stride_x[C-1:0]), .stride_y(stride_y[C-1:0]), .blocks_x(blocks_x[C-1:0]), .blocks_y(blocks_y[C-1:0]),
        .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data[WORD_BITS-1:0]),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(beat)
      );
    end
  endgenerate

endmodule

`default_nettype wire
