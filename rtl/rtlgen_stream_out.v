// rtlgen_stream_out -- the whole path of one output field: from the words of whole frames to arrays in memory
// Connects rtlgen_pack, rtlgen_async_fifo, rtlgen_axi_write and rtlgen_walk, whose headers define the inputs.
// With BANKS = 2 the two buffers are in different banks, and this module routes between them, so a top has only wires;
// with BANKS = 1 both are in the same bank. A buffer is spread over STRIPES banks at the same addresses; their beats
// side by side make one wide beat, stripe 0 lowest. In vectors with one bit (or part) per bank, a bank has number
// buffer * STRIPES + stripe.
//
//   parameter  ADDR_BITS, BUS_BITS   bits of the bus
//              BURST_BEATS           longest burst
//              FIFO_LOG2             FIFO of 2^FIFO_LOG2 beats: longest burst or more; full speed: twice that
//              OUTSTANDING           bursts and empty rows that are not committed yet, a power of two
//              WORD_BITS             bits of a word
//              COUNT_BITS            bits of coordinates and counts, 9 to 32
//              OFFSET_BITS           bits of an offset in a buffer, in beats; COUNT_BITS or more
//              AXES, BLOCKED_X, BLOCKED_Y, WRAP_X, WRAP_Y, WRAP_Z   properties of the grid's axes
//              PING_PONG             pass p writes buffer (p + first_buffer + 1) mod 2; else buffer 0
//              BANKS                 1, or 2 with PING_PONG
//              STRIPES               1 or more
//
//   port                    clock   direction  meaning
//   bus_clk, bus_rst        bus     in         synchronous, active high
//   kernel_clk, kernel_rst  kernel  in         the same; the resets overlap as in rtlgen_async_fifo
//   start                   bus     in         for one cycle, once after a reset, while done
//   stop                    bus     in         request no further burst; hold until idle, then reset
//   done                    bus     out        the last segment is issued, or nothing was started
//   idle                    bus     out        done, and all bursts have their responses: after start, without stop or error, everything is written
//   err_bounds, err_resp    bus     out        see rtlgen_axi_write; either ends the stream like stop, except that `done` needs stop
//   rows_committed          bus     out        modulo 2^32, by all stripes; to the field's rtlgen_stream_in
//   passes                  bus     in         number of passes of the run
//   row_words               kernel  in         words of a frame's row
//   rows, planes            kernel  in         rows of a frame's plane, planes of a frame
//   low_x, low_y, low_z     kernel  in         words, rows, planes of a frame before the owned part
//   grid_beats              bus     in         beats of the grid's row; beats are wide ones
//   last_word               kernel  in         last word of the grid's row
//   last_y, last_z          both    in         the grid's last row, plane
//   stride_beats, stride_words  bus, kernel  in  row of the owned part; without BLOCKED_X, that of the grid
//   stride_y                both    in         rows of the owned part; without BLOCKED_Y, those of the grid
//   own_planes              bus     in         planes of the grid
//   blocks_x, blocks_y      both    in         number of blocks
//   row_pitch, plane_pitch, band_pitch  bus  in  see rtlgen_walk
//   first_buffer            bus     in         the buffer that pass 0 reads; only PING_PONG
//   buf_first               bus     in         first byte address of both buffers, buffer 1 in the high bits
//   buf_last                bus     in         byte address of their last beat
//   in_valid, in_ready, in_data  kernel  in/out/in  words
//   req_valid, req_ready    bus     out/in     a burst, one bit per bank; to wr_req_valid, wr_req_ready
//   req_addr, req_len       bus     out        one part per stripe, for both buffers' banks; to wr_req_addr, wr_req_len
//   wdat_valid, wdat_ready  bus     out/in     a beat, one bit per bank
//   wdat_data, wdat_strobe, wdat_last  bus  out  one part per stripe, for both buffers' banks
//   ack_valid, ack_error    bus     in         one bit per bank
//
// The numbers are constant from the end of a reset to the beginning of the next one: paths from them to the kernel
// clock are false paths.
`default_nettype none

module rtlgen_stream_out #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter BURST_BEATS = 64,
  parameter FIFO_LOG2 = 9,
  parameter OUTSTANDING = 16,
  parameter WORD_BITS = 128,
  parameter COUNT_BITS = 32,
  parameter OFFSET_BITS = 32,
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0,
  parameter WRAP_Z = 0,
  parameter PING_PONG = 1,
  parameter BANKS = 1,
  parameter STRIPES = 1
) (
  input  wire                   bus_clk,
  input  wire                   bus_rst,
  input  wire                   kernel_clk,
  input  wire                   kernel_rst,
  input  wire                   start,
  input  wire                   stop,
  output wire                   done,
  output wire                   idle,
  output wire                   err_bounds,
  output wire                   err_resp,
  output wire [31:0]            rows_committed,
  input  wire [COUNT_BITS-1:0]  passes,
  input  wire [COUNT_BITS-1:0]  row_words,
  input  wire [COUNT_BITS-1:0]  rows,
  input  wire [COUNT_BITS-1:0]  planes,
  input  wire [COUNT_BITS-1:0]  low_x,
  input  wire [COUNT_BITS-1:0]  low_y,
  input  wire [COUNT_BITS-1:0]  low_z,
  input  wire [COUNT_BITS-1:0]  grid_beats,
  input  wire [COUNT_BITS-1:0]  last_word,
  input  wire [COUNT_BITS-1:0]  last_y,
  input  wire [COUNT_BITS-1:0]  last_z,
  input  wire [COUNT_BITS-1:0]  stride_beats,
  input  wire [COUNT_BITS-1:0]  stride_words,
  input  wire [COUNT_BITS-1:0]  stride_y,
  input  wire [COUNT_BITS-1:0]  own_planes,
  input  wire [COUNT_BITS-1:0]  blocks_x,
  input  wire [COUNT_BITS-1:0]  blocks_y,
  input  wire [OFFSET_BITS-1:0] row_pitch,
  input  wire [OFFSET_BITS-1:0] plane_pitch,
  input  wire [OFFSET_BITS-1:0] band_pitch,
  input  wire                   first_buffer,
  input  wire [2*ADDR_BITS-1:0] buf_first,
  input  wire [2*ADDR_BITS-1:0] buf_last,
  input  wire                   in_valid,
  output wire                   in_ready,
  input  wire [WORD_BITS-1:0]   in_data,
  output wire [BANKS*STRIPES-1:0] req_valid,
  input  wire [BANKS*STRIPES-1:0] req_ready,
  output wire [STRIPES*ADDR_BITS-1:0] req_addr,
  output wire [STRIPES*8-1:0]   req_len,
  output wire [BANKS*STRIPES-1:0] wdat_valid,
  input  wire [BANKS*STRIPES-1:0] wdat_ready,
  output wire [STRIPES*BUS_BITS-1:0] wdat_data,
  output wire [STRIPES*(BUS_BITS/8)-1:0] wdat_strobe,
  output wire [STRIPES-1:0]     wdat_last,
  input  wire [BANKS*STRIPES-1:0] ack_valid,
  input  wire [BANKS*STRIPES-1:0] ack_error
);

  generate
    if (BANKS < 1 || BANKS > 2 || BANKS > PING_PONG + 1 || STRIPES < 1) begin : guard
      rtlgen_stream_out_needs_1_bank_or_2_with_ping_pong_and_a_stripe bad_parameter ();
    end
  endgenerate

  wire packed_valid, packed_ready;
  wire [STRIPES*BUS_BITS-1:0] packed_beat;

  rtlgen_pack #(
    .BUS_BITS(STRIPES * BUS_BITS),
    .WORD_BITS(WORD_BITS),
    .COUNT_BITS(COUNT_BITS),
    .AXES(AXES),
    .BLOCKED_X(BLOCKED_X),
    .BLOCKED_Y(BLOCKED_Y),
    .WRAP_X(WRAP_X),
    .WRAP_Y(WRAP_Y),
    .WRAP_Z(WRAP_Z)
  ) u_pack (
    .clk(kernel_clk),
    .rst(kernel_rst),
    .row_words(row_words),
    .rows(rows),
    .planes(planes),
    .low_x(low_x),
    .low_y(low_y),
    .low_z(low_z),
    .last_x(last_word),
    .last_y(last_y),
    .last_z(last_z),
    .stride_x(stride_words),
    .stride_y(stride_y),
    .blocks_x(blocks_x),
    .blocks_y(blocks_y),
    .in_valid(in_valid),
    .in_ready(in_ready),
    .in_data(in_data),
    .out_valid(packed_valid),
    .out_ready(packed_ready),
    .out_data(packed_beat)
  );

  localparam [COUNT_BITS-1:0] ZERO = {COUNT_BITS{1'b0}};
  localparam [OFFSET_BITS-1:0] NOWHERE = {OFFSET_BITS{1'b0}};
  wire seg_valid, seg_ready, seg_bank, seg_row_end;
  wire [ADDR_BITS-1:0] seg_addr;
  wire [COUNT_BITS-1:0] seg_beats;

  rtlgen_walk #(
    .ADDR_BITS(ADDR_BITS),
    .BUS_BITS(BUS_BITS),
    .COUNT_BITS(COUNT_BITS),
    .OFFSET_BITS(OFFSET_BITS),
    .AXES(AXES),
    .BLOCKED_X(BLOCKED_X),
    .BLOCKED_Y(BLOCKED_Y),
    .WRAP_X(WRAP_X),
    .WRAP_Y(WRAP_Y),
    .WRAP_Z(WRAP_Z),
    .WRITE(1),
    .PING_PONG(PING_PONG),
    .HAS_WRITER(0)
  ) u_walk (
    .clk(bus_clk),
    .rst(bus_rst),
    .start(start),
    .stop(stop),
    .done(done),
    .passes(passes),
    .row_beats(stride_beats),
    .rows(stride_y),
    .planes(own_planes),
    .grid_x(grid_beats),
    .first_x(ZERO),
    .stride_x(stride_beats),
    .blocks_x(blocks_x),
    .first_y(ZERO),
    .stride_y(stride_y),
    .blocks_y(blocks_y),
    .last_y(last_y),
    .first_z(ZERO),
    .last_z(last_z),
    .first_offset(NOWHERE),
    .row_pitch(row_pitch),
    .plane_pitch(plane_pitch),
    .band_pitch(band_pitch),
    .turn_row(NOWHERE),
    .turn_plane(NOWHERE),
    .turn_band(NOWHERE),
    .base_0(buf_first[ADDR_BITS-1:0]),
    .base_1(buf_first[2*ADDR_BITS-1:ADDR_BITS]),
    .first_buffer(first_buffer),
    .rows_committed(32'd0),
    .rows_ahead(32'd0),
    .frames_ahead(ZERO),
    .rows_below(32'd0),
    .seg_valid(seg_valid),
    .seg_ready(seg_ready),
    .seg_addr(seg_addr),
    .seg_beats(seg_beats),
    .seg_bank(seg_bank),
    .seg_row_end(seg_row_end)
  );

  // ---- One FIFO and write engine per stripe: each accepts the segment once ---------------------------
  wire [STRIPES-1:0] engine_idle, engine_takes, bounds, resp, room;
  wire [STRIPES*32-1:0] committed;
  reg [STRIPES-1:0] taken;
  wire [STRIPES-1:0] has = taken | engine_takes;
  assign packed_ready = &room;
  assign seg_ready = &has;
  wire counted;  // rows_committed is up to date
  assign idle = done & (&engine_idle) & counted;
  assign err_bounds = |bounds;
  assign err_resp = |resp;
  always @(posedge bus_clk) begin
    if (bus_rst || stop) taken <= {STRIPES{1'b0}};
    else taken <= seg_valid && !seg_ready ? has : {STRIPES{1'b0}};
  end

  genvar k;
  generate
    for (k = 0; k < STRIPES; k = k + 1) begin : stripe
      wire valid, ready, bank, sends, sent, answered, error, engine_ready;
      assign engine_takes[k] = seg_valid & ~taken[k] & engine_ready;

      // The bank of the buffer that is written: an engine changes buffers only when all bursts have responses.
      if (BANKS == 2) begin : two_banks
        localparam HIGH = (BANKS - 1) * STRIPES + k;
        assign req_valid[k] = valid & ~bank;
        assign req_valid[HIGH] = valid & bank;
        assign ready = bank ? req_ready[HIGH] : req_ready[k];
        assign wdat_valid[k] = sends & ~bank;
        assign wdat_valid[HIGH] = sends & bank;
        assign sent = bank ? wdat_ready[HIGH] : wdat_ready[k];
        assign answered = ack_valid[k] | ack_valid[HIGH];
        assign error = bank ? ack_error[HIGH] : ack_error[k];
      end else begin : one_bank
        wire unused_bank = &{1'b0, bank};
        assign req_valid[k] = valid;
        assign ready = req_ready[k];
        assign wdat_valid[k] = sends;
        assign sent = wdat_ready[k];
        assign answered = ack_valid[k];
        assign error = ack_error[k];
      end

      wire beat_valid, beat_ready;
      wire [BUS_BITS-1:0] beat;
      wire [FIFO_LOG2:0] beats_there, unused_free;

      rtlgen_async_fifo #(
        .WIDTH(BUS_BITS),
        .DEPTH_LOG2(FIFO_LOG2)
      ) u_fifo (
        .wr_clk(kernel_clk),
        .wr_rst(kernel_rst),
        .in_valid(packed_valid & packed_ready),
        .in_ready(room[k]),
        .in_data(packed_beat[k*BUS_BITS+:BUS_BITS]),
        .in_free(unused_free),
        .rd_clk(bus_clk),
        .rd_rst(bus_rst),
        .out_valid(beat_valid),
        .out_ready(beat_ready),
        .out_data(beat),
        .out_count(beats_there)
      );

      rtlgen_axi_write #(
        .ADDR_BITS(ADDR_BITS),
        .BUS_BITS(BUS_BITS),
        .BURST_BEATS(BURST_BEATS),
        .COUNT_BITS(COUNT_BITS),
        .FREE_BITS(FIFO_LOG2 + 1),
        .OUTSTANDING(OUTSTANDING)
      ) u_engine (
        .clk(bus_clk),
        .rst(bus_rst),
        .stop(stop),
        .idle(engine_idle[k]),
        .err_bounds(bounds[k]),
        .err_resp(resp[k]),
        .rows_committed(committed[k*32+:32]),
        .buf_first(buf_first),
        .buf_last(buf_last),
        .seg_valid(seg_valid & ~taken[k]),
        .seg_ready(engine_ready),
        .seg_addr(seg_addr),
        .seg_beats(seg_beats),
        .seg_bank(seg_bank),
        .seg_row_end(seg_row_end),
        .in_valid(beat_valid),
        .in_ready(beat_ready),
        .in_data(beat),
        .in_count(beats_there),
        .req_valid(valid),
        .req_ready(ready),
        .req_bank(bank),
        .req_addr(req_addr[k*ADDR_BITS+:ADDR_BITS]),
        .req_len(req_len[k*8+:8]),
        .wdat_valid(sends),
        .wdat_ready(sent),
        .wdat_data(wdat_data[k*BUS_BITS+:BUS_BITS]),
        .wdat_strobe(wdat_strobe[k*(BUS_BITS/8)+:BUS_BITS/8]),
        .wdat_last(wdat_last[k]),
        .ack_valid(answered),
        .ack_error(error)
      );
    end
  endgenerate

  // ---- Rows that all stripes have committed ----------------------------------------------------------
  generate
    if (STRIPES == 1) begin : one_stripe
      assign rows_committed = committed;
      assign counted = 1'b1;
    end else begin : fewest
      // Follows the number of the slowest stripe: one step per clock is enough, since a row takes longer.
      reg [31:0] rows_of_all;
      wire [STRIPES-1:0] further;
      for (k = 0; k < STRIPES; k = k + 1) begin : each
        assign further[k] = committed[k*32+:32] != rows_of_all;
      end
      always @(posedge bus_clk) begin
        if (bus_rst) rows_of_all <= 32'd0;
        else rows_of_all <= rows_of_all + {31'd0, &further};
      end
      assign rows_committed = rows_of_all;
      assign counted = ~&further;
    end
  endgenerate

endmodule

`default_nettype wire
