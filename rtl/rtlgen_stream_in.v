// rtlgen_stream_in -- the whole path of one input field: from arrays in memory to the words of whole frames
// Connects rtlgen_walk, rtlgen_axi_read, rtlgen_async_fifo and rtlgen_unpack, whose headers define the inputs.
// With BANKS = 2 the two buffers are in different banks, and this module routes between them, so a top has only wires;
// with BANKS = 1 both are in the same bank. A buffer is spread over STRIPES banks at the same addresses; their beats
// side by side make one wide beat, stripe 0 lowest. In vectors with one bit (or part) per bank, a bank has number
// buffer * STRIPES + stripe.
//
//   parameter  ADDR_BITS, BUS_BITS   bits of the bus
//              BURST_BEATS           longest burst
//              FIFO_LOG2             FIFO of 2^FIFO_LOG2 beats: longest burst or more; full speed: latency in beats
//              WORD_BITS             bits of a word
//              COUNT_BITS            bits of coordinates and counts, 9 to 32
//              OFFSET_BITS           bits of an offset in a buffer, in beats; COUNT_BITS or more
//              AXES, BLOCKED_X, BLOCKED_Y, WRAP_X, WRAP_Y, WRAP_Z   properties of the grid's axes
//              PING_PONG             pass p reads buffer (p + first_buffer) mod 2; else buffer 0
//              HAS_WRITER            reads wait for rows_committed
//              BANKS                 1, or 2 with PING_PONG
//              STRIPES               1 or more
//
//   port                    clock   direction  meaning
//   bus_clk, bus_rst        bus     in         synchronous, active high
//   kernel_clk, kernel_rst  kernel  in         the same; the resets overlap as in rtlgen_async_fifo
//   start                   bus     in         for one cycle, once after a reset, while done
//   stop                    bus     in         request no further burst; hold until idle, then reset
//   done                    bus     out        the last segment is issued, or nothing was started
//   idle                    bus     out        done, and nothing is outstanding to the FIFO
//   err_bounds, err_resp    bus     out        see rtlgen_axi_read; either ends the stream like stop, except that `done` needs stop
//   passes                  bus     in         number of passes of the run
//   row_beats, row_words    both    in         size of a frame's row; beats are wide ones
//   rows, planes            both    in         rows of a frame's plane, planes of a frame
//   grid_beats              bus     in         beats of the grid's row
//   last_word               kernel  in         last word of the grid's row
//   last_y, last_z          both    in         the grid's last row, plane
//   first_beat              bus     in         first beat of block 0, minus the ghosts; WRAP_X: modulo the grid's
//   first_word              kernel  in         the same in words; only BLOCKED_X without WRAP_X
//   first_y, first_z        both    in         the same in rows, planes; WRAP_Y, WRAP_Z: modulo the grid's
//   stride_beats, stride_words  bus, kernel  in  distance of blocks along x; only BLOCKED_X
//   stride_y                both    in         distance of blocks along y, in rows
//   blocks_x, blocks_y      both    in         number of blocks
//   first_offset, row_pitch, plane_pitch, band_pitch, turn_row, turn_plane, turn_band   bus  in   see rtlgen_walk
//   rows_ahead, frames_ahead, rows_below  bus  in  see rtlgen_walk
//   rows_committed          bus     in         from the field's rtlgen_stream_out
//   first_buffer            bus     in         the buffer that pass 0 reads; only PING_PONG
//   buf_first               bus     in         first byte address of both buffers, buffer 1 in the high bits
//   buf_last                bus     in         byte address of their last beat
//   req_valid, req_ready    bus     out/in     a burst, one bit per bank; to rd_req_valid, rd_req_ready
//   req_addr, req_len       bus     out        one part per stripe, for both buffers' banks; to rd_req_addr, rd_req_len
//   dat_valid, dat_data, dat_error  bus  in    one part per bank; from rd_dat_valid, rd_dat_data, rd_dat_error
//   out_valid, out_ready, out_data  kernel  out/in/out  words
//
// The numbers are constant from the end of a reset to the beginning of the next one: paths from them to the kernel
// clock are false paths.
`default_nettype none

module rtlgen_stream_in #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter BURST_BEATS = 64,
  parameter FIFO_LOG2 = 9,
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
  parameter HAS_WRITER = 1,
  parameter BANKS = 1,
  parameter STRIPES = 1
) (
  input  wire                      bus_clk,
  input  wire                      bus_rst,
  input  wire                      kernel_clk,
  input  wire                      kernel_rst,
  input  wire                      start,
  input  wire                      stop,
  output wire                      done,
  output wire                      idle,
  output wire                      err_bounds,
  output wire                      err_resp,
  input  wire [COUNT_BITS-1:0]     passes,
  input  wire [COUNT_BITS-1:0]     row_beats,
  input  wire [COUNT_BITS-1:0]     row_words,
  input  wire [COUNT_BITS-1:0]     rows,
  input  wire [COUNT_BITS-1:0]     planes,
  input  wire [COUNT_BITS-1:0]     grid_beats,
  input  wire [COUNT_BITS-1:0]     last_word,
  input  wire [COUNT_BITS-1:0]     last_y,
  input  wire [COUNT_BITS-1:0]     last_z,
  input  wire [COUNT_BITS-1:0]     first_beat,
  input  wire [COUNT_BITS-1:0]     first_word,
  input  wire [COUNT_BITS-1:0]     first_y,
  input  wire [COUNT_BITS-1:0]     first_z,
  input  wire [COUNT_BITS-1:0]     stride_beats,
  input  wire [COUNT_BITS-1:0]     stride_words,
  input  wire [COUNT_BITS-1:0]     stride_y,
  input  wire [COUNT_BITS-1:0]     blocks_x,
  input  wire [COUNT_BITS-1:0]     blocks_y,
  input  wire [OFFSET_BITS-1:0]    first_offset,
  input  wire [OFFSET_BITS-1:0]    row_pitch,
  input  wire [OFFSET_BITS-1:0]    plane_pitch,
  input  wire [OFFSET_BITS-1:0]    band_pitch,
  input  wire [OFFSET_BITS-1:0]    turn_row,
  input  wire [OFFSET_BITS-1:0]    turn_plane,
  input  wire [OFFSET_BITS-1:0]    turn_band,
  input  wire [31:0]               rows_ahead,
  input  wire [COUNT_BITS-1:0]     frames_ahead,
  input  wire [31:0]               rows_below,
  input  wire [31:0]               rows_committed,
  input  wire                      first_buffer,
  input  wire [2*ADDR_BITS-1:0]    buf_first,
  input  wire [2*ADDR_BITS-1:0]    buf_last,
  output wire [BANKS*STRIPES-1:0]  req_valid,
  input  wire [BANKS*STRIPES-1:0]  req_ready,
  output wire [STRIPES*ADDR_BITS-1:0] req_addr,
  output wire [STRIPES*8-1:0]      req_len,
  input  wire [BANKS*STRIPES-1:0]  dat_valid,
  input  wire [BANKS*STRIPES*BUS_BITS-1:0] dat_data,
  input  wire [BANKS*STRIPES-1:0]  dat_error,
  output wire                      out_valid,
  input  wire                      out_ready,
  output wire [WORD_BITS-1:0]      out_data
);

  generate
    if (BANKS < 1 || BANKS > 2 || BANKS > PING_PONG + 1 || STRIPES < 1) begin : guard
      rtlgen_stream_in_needs_1_bank_or_2_with_ping_pong_and_a_stripe bad_parameter ();
    end
  endgenerate

  wire seg_valid, seg_ready, seg_bank, unused_row_end;
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
    .WRITE(0),
    .PING_PONG(PING_PONG),
    .HAS_WRITER(HAS_WRITER)
  ) u_walk (
    .clk(bus_clk),
    .rst(bus_rst),
    .start(start),
    .stop(stop),
    .done(done),
    .passes(passes),
    .row_beats(row_beats),
    .rows(rows),
    .planes(planes),
    .grid_x(grid_beats),
    .first_x(first_beat),
    .stride_x(stride_beats),
    .blocks_x(blocks_x),
    .first_y(first_y),
    .stride_y(stride_y),
    .blocks_y(blocks_y),
    .last_y(last_y),
    .first_z(first_z),
    .last_z(last_z),
    .first_offset(first_offset),
    .row_pitch(row_pitch),
    .plane_pitch(plane_pitch),
    .band_pitch(band_pitch),
    .turn_row(turn_row),
    .turn_plane(turn_plane),
    .turn_band(turn_band),
    .base_0(buf_first[ADDR_BITS-1:0]),
    .base_1(buf_first[2*ADDR_BITS-1:ADDR_BITS]),
    .first_buffer(first_buffer),
    .rows_committed(rows_committed),
    .rows_ahead(rows_ahead),
    .frames_ahead(frames_ahead),
    .rows_below(rows_below),
    .seg_valid(seg_valid),
    .seg_ready(seg_ready),
    .seg_addr(seg_addr),
    .seg_beats(seg_beats),
    .seg_bank(seg_bank),
    .seg_row_end(unused_row_end)
  );

  // ---- One read engine and FIFO per stripe: each accepts the segment once ----------------------------
  wire [STRIPES-1:0] engine_idle, engine_takes, bounds, resp, stored_valid;
  wire [STRIPES*BUS_BITS-1:0] stored;
  wire words_valid = &stored_valid;
  wire words_ready;
  reg [STRIPES-1:0] taken;
  wire [STRIPES-1:0] has = taken | engine_takes;
  assign seg_ready = &has;
  assign idle = done & (&engine_idle);
  assign err_bounds = |bounds;
  assign err_resp = |resp;
  always @(posedge bus_clk) begin
    if (bus_rst || stop) taken <= {STRIPES{1'b0}};
    else taken <= seg_valid && !seg_ready ? has : {STRIPES{1'b0}};
  end

  genvar k;
  generate
    for (k = 0; k < STRIPES; k = k + 1) begin : stripe
      wire valid, ready, bank, error, arrives;
      wire [BUS_BITS-1:0] data;
      wire engine_ready;
      assign engine_takes[k] = seg_valid & ~taken[k] & engine_ready;

      // The bank of the buffer that is read: an engine changes buffers only when nothing is outstanding.
      if (BANKS == 2) begin : two_banks
        localparam HIGH = (BANKS - 1) * STRIPES + k;
        assign req_valid[k] = valid & ~bank;
        assign req_valid[HIGH] = valid & bank;
        assign ready = bank ? req_ready[HIGH] : req_ready[k];
        assign arrives = dat_valid[k] | dat_valid[HIGH];
        assign data = bank ? dat_data[HIGH*BUS_BITS+:BUS_BITS] : dat_data[k*BUS_BITS+:BUS_BITS];
        assign error = bank ? dat_error[HIGH] : dat_error[k];
      end else begin : one_bank
        wire unused_bank = &{1'b0, bank};
        assign req_valid[k] = valid;
        assign ready = req_ready[k];
        assign arrives = dat_valid[k];
        assign data = dat_data[k*BUS_BITS+:BUS_BITS];
        assign error = dat_error[k];
      end

      wire beat_valid, unused_beat_ready;
      wire [BUS_BITS-1:0] beat;
      wire [FIFO_LOG2:0] beats_free, unused_count;

      rtlgen_axi_read #(
        .ADDR_BITS(ADDR_BITS),
        .BUS_BITS(BUS_BITS),
        .BURST_BEATS(BURST_BEATS),
        .COUNT_BITS(COUNT_BITS),
        .FREE_BITS(FIFO_LOG2 + 1)
      ) u_engine (
        .clk(bus_clk),
        .rst(bus_rst),
        .stop(stop),
        .idle(engine_idle[k]),
        .err_bounds(bounds[k]),
        .err_resp(resp[k]),
        .buf_first(buf_first),
        .buf_last(buf_last),
        .seg_valid(seg_valid & ~taken[k]),
        .seg_ready(engine_ready),
        .seg_addr(seg_addr),
        .seg_beats(seg_beats),
        .seg_bank(seg_bank),
        .req_valid(valid),
        .req_ready(ready),
        .req_bank(bank),
        .req_addr(req_addr[k*ADDR_BITS+:ADDR_BITS]),
        .req_len(req_len[k*8+:8]),
        .dat_valid(arrives),
        .dat_data(data),
        .dat_error(error),
        .fifo_free(beats_free),
        .out_valid(beat_valid),
        .out_data(beat)
      );

      rtlgen_async_fifo #(
        .WIDTH(BUS_BITS),
        .DEPTH_LOG2(FIFO_LOG2)
      ) u_fifo (
        .wr_clk(bus_clk),
        .wr_rst(bus_rst),
        .in_valid(beat_valid),
        .in_ready(unused_beat_ready),
        .in_data(beat),
        .in_free(beats_free),
        .rd_clk(kernel_clk),
        .rd_rst(kernel_rst),
        .out_valid(stored_valid[k]),
        .out_ready(words_ready & words_valid),
        .out_data(stored[k*BUS_BITS+:BUS_BITS]),
        .out_count(unused_count)
      );
    end
  endgenerate

  rtlgen_unpack #(
    .BUS_BITS(STRIPES * BUS_BITS),
    .WORD_BITS(WORD_BITS),
    .COUNT_BITS(COUNT_BITS),
    .AXES(AXES),
    .BLOCKED_X(BLOCKED_X),
    .BLOCKED_Y(BLOCKED_Y),
    .WRAP_X(WRAP_X),
    .WRAP_Y(WRAP_Y)
  ) u_unpack (
    .clk(kernel_clk),
    .rst(kernel_rst),
    .row_words(row_words),
    .rows(rows),
    .planes(planes),
    .first_x(first_word),
    .first_y(first_y),
    .last_x(last_word),
    .last_y(last_y),
    .stride_x(stride_words),
    .stride_y(stride_y),
    .blocks_x(blocks_x),
    .blocks_y(blocks_y),
    .in_valid(words_valid),
    .in_ready(words_ready),
    .in_data(stored),
    .out_valid(out_valid),
    .out_ready(out_ready),
    .out_data(out_data)
  );

endmodule

`default_nettype wire
