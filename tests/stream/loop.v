// Closed loop for stream_bench.cpp: a field's stream_in and stream_out on one or two banks, each watched by the
// checker; the core between them and the memory are in C++. The text of this file and of the modules is also used
// with `rtlgen_` renamed, for mutants. Vectors of two are those of the banks; ports are as wide as the widest.
`default_nettype none

module rtlgen_loop #(
  parameter AXES = 3,
  parameter BLOCKED_X = 0,
  parameter BLOCKED_Y = 0,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0,
  parameter WRAP_Z = 0,
  parameter BANKS = 1,
  parameter BUS_BITS = 64,
  parameter WORD_BITS = 36,
  parameter BURST_BEATS = 8,
  parameter FIFO_LOG2 = 4,
  parameter GROUP = 0,
  parameter COUNT_BITS = 16,
  parameter OFFSET_BITS = 24,
  parameter ADDR_BITS = 40
) (
  input  wire          bus_clk, kernel_clk,
  input  wire          bus_rst, kernel_rst, start, stop,
  input  wire [31:0]   passes, row_beats, row_words, rows, planes, grid_beats, last_word, last_y, last_z,
  input  wire [31:0]   first_beat, first_word, first_y, first_z, low_x, low_y, low_z,
  input  wire [31:0]   stride_beats, stride_words, stride_y, own_planes, blocks_x, blocks_y,
  input  wire [31:0]   first_offset, row_pitch, plane_pitch, band_pitch, turn_row, turn_plane, turn_band,
  input  wire [31:0]   rows_ahead, frames_ahead, rows_below,
  input  wire [63:0]   first_0, first_1, last_0, last_1,
  input  wire          first_buffer,
  output wire          in_done, in_idle, out_done, out_idle,
  output wire [1:0]    err_bounds, err_resp,
  output wire [31:0]   rows_committed,
  output wire [15:0]   violation,
  output wire          word_valid,
  input  wire          word_ready,
  output wire [639:0]  word_data,
  input  wire          result_valid,
  output wire          result_ready,
  input  wire [639:0]  result_data,
  output wire [1:0]    awvalid, wvalid, wlast, wstrb_all, wstrb_none, bready, arvalid, rready,
  output wire [127:0]  awaddr, araddr,
  output wire [15:0]   awlen, arlen,
  output wire [1023:0] wdata,
  input  wire [1:0]    awready, wready, bvalid, arready, rvalid, rlast,
  input  wire [3:0]    bresp, rresp,
  input  wire [1023:0] rdata
);

  localparam A = ADDR_BITS;
  localparam B = BUS_BITS;
  localparam C = COUNT_BITS;
  localparam O = OFFSET_BITS;
  wire [2*A-1:0] buf_first = {first_1[A-1:0], first_0[A-1:0]};
  wire [2*A-1:0] buf_last = {last_1[A-1:0], last_0[A-1:0]};

  wire [BANKS-1:0] rd_valid, rd_ready, dat_valid, dat_error, wr_valid, wr_ready, wdat_valid, wdat_ready, ack_valid, ack_error;
  wire [BANKS*B-1:0] dat_data;
  wire [A-1:0] rd_addr, wr_addr;
  wire [7:0] rd_len, wr_len;
  wire [B-1:0] wdat_data;
  wire [B/8-1:0] wdat_strobe;
  wire wdat_last;
  wire [WORD_BITS-1:0] word;
  assign word_data = {{640 - WORD_BITS{1'b0}}, word};

  rtlgen_stream_in #(
    .ADDR_BITS(A), .BUS_BITS(B), .BURST_BEATS(BURST_BEATS), .FIFO_LOG2(FIFO_LOG2), .WORD_BITS(WORD_BITS), .COUNT_BITS(C),
    .OFFSET_BITS(O), .AXES(AXES), .BLOCKED_X(BLOCKED_X), .BLOCKED_Y(BLOCKED_Y), .WRAP_X(WRAP_X), .WRAP_Y(WRAP_Y),
    .WRAP_Z(WRAP_Z), .PING_PONG(1), .HAS_WRITER(1), .BANKS(BANKS), .STRIPES(1)
  ) u_in (
    .bus_clk(bus_clk), .bus_rst(bus_rst), .kernel_clk(kernel_clk), .kernel_rst(kernel_rst), .start(start), .stop(stop),
    .done(in_done), .idle(in_idle), .err_bounds(err_bounds[0]), .err_resp(err_resp[0]), .passes(passes[C-1:0]),
    .row_beats(row_beats[C-1:0]), .row_words(row_words[C-1:0]), .rows(rows[C-1:0]), .planes(planes[C-1:0]),
    .grid_beats(grid_beats[C-1:0]), .last_word(last_word[C-1:0]), .last_y(last_y[C-1:0]), .last_z(last_z[C-1:0]),
    .first_beat(first_beat[C-1:0]), .first_word(first_word[C-1:0]), .first_y(first_y[C-1:0]), .first_z(first_z[C-1:0]),
    .stride_beats(stride_beats[C-1:0]), .stride_words(stride_words[C-1:0]), .stride_y(stride_y[C-1:0]),
    .blocks_x(blocks_x[C-1:0]), .blocks_y(blocks_y[C-1:0]), .first_offset(first_offset[O-1:0]),
    .row_pitch(row_pitch[O-1:0]), .plane_pitch(plane_pitch[O-1:0]), .band_pitch(band_pitch[O-1:0]),
    .turn_row(turn_row[O-1:0]), .turn_plane(turn_plane[O-1:0]), .turn_band(turn_band[O-1:0]), .rows_ahead(rows_ahead),
    .frames_ahead(frames_ahead[C-1:0]), .rows_below(rows_below), .rows_committed(rows_committed),
    .first_buffer(first_buffer), .buf_first(buf_first),
    .buf_last(buf_last), .req_valid(rd_valid), .req_ready(rd_ready), .req_addr(rd_addr), .req_len(rd_len),
    .dat_valid(dat_valid), .dat_data(dat_data), .dat_error(dat_error), .out_valid(word_valid), .out_ready(word_ready),
    .out_data(word)
  );

  rtlgen_stream_out #(
    .ADDR_BITS(A), .BUS_BITS(B), .BURST_BEATS(BURST_BEATS), .FIFO_LOG2(FIFO_LOG2), .OUTSTANDING(16), .WORD_BITS(WORD_BITS),
    .COUNT_BITS(C), .OFFSET_BITS(O), .AXES(AXES), .BLOCKED_X(BLOCKED_X), .BLOCKED_Y(BLOCKED_Y), .WRAP_X(WRAP_X),
    .WRAP_Y(WRAP_Y), .WRAP_Z(WRAP_Z), .PING_PONG(1), .BANKS(BANKS), .STRIPES(1)
  ) u_out (
    .bus_clk(bus_clk), .bus_rst(bus_rst), .kernel_clk(kernel_clk), .kernel_rst(kernel_rst), .start(start), .stop(stop),
    .done(out_done), .idle(out_idle), .err_bounds(err_bounds[1]), .err_resp(err_resp[1]), .rows_committed(rows_committed),
    .passes(passes[C-1:0]), .row_words(row_words[C-1:0]), .rows(rows[C-1:0]), .planes(planes[C-1:0]), .low_x(low_x[C-1:0]),
    .low_y(low_y[C-1:0]), .low_z(low_z[C-1:0]), .grid_beats(grid_beats[C-1:0]), .last_word(last_word[C-1:0]),
    .last_y(last_y[C-1:0]), .last_z(last_z[C-1:0]), .stride_beats(stride_beats[C-1:0]), .stride_words(stride_words[C-1:0]),
    .stride_y(stride_y[C-1:0]), .own_planes(own_planes[C-1:0]), .blocks_x(blocks_x[C-1:0]), .blocks_y(blocks_y[C-1:0]),
    .row_pitch(row_pitch[O-1:0]), .plane_pitch(plane_pitch[O-1:0]), .band_pitch(band_pitch[O-1:0]),
    .first_buffer(first_buffer), .buf_first(buf_first),
    .buf_last(buf_last), .in_valid(result_valid), .in_ready(result_ready), .in_data(result_data[WORD_BITS-1:0]),
    .req_valid(wr_valid), .req_ready(wr_ready), .req_addr(wr_addr), .req_len(wr_len), .wdat_valid(wdat_valid),
    .wdat_ready(wdat_ready), .wdat_data(wdat_data), .wdat_strobe(wdat_strobe), .wdat_last(wdat_last), .ack_valid(ack_valid),
    .ack_error(ack_error)
  );

  genvar k;
  generate
    for (k = 0; k < 2; k = k + 1) begin : bank
      if (k >= BANKS) begin : none
        assign awvalid[k] = 1'b0;
        assign wvalid[k] = 1'b0;
        assign arvalid[k] = 1'b0;
        assign violation[8*k +: 8] = 8'd0;
      end else begin : channel
        wire [B/8-1:0] strobe;
        wire [A-1:0] aw, ar;
        wire awid, awlock, arid, arlock, unused_last;
        wire [2:0] awsize, awprot, arsize, arprot;
        wire [1:0] awburst, arburst;
        wire [3:0] awcache, awqos, arcache, arqos;
        assign wstrb_all[k] = &strobe;
        assign wstrb_none[k] = ~|strobe;
        assign awaddr[64*k +: 64] = {{64 - A{1'b0}}, aw};
        assign araddr[64*k +: 64] = {{64 - A{1'b0}}, ar};
        rtlgen_bank #(
          .READERS(1), .WRITERS(1), .ADDR_BITS(A), .BUS_BITS(B), .OUTSTANDING(16), .GROUP(GROUP)
        ) u_bank (
          .clk(bus_clk), .rst(bus_rst), .rd_req_valid(rd_valid[k]), .rd_req_ready(rd_ready[k]), .rd_req_addr(rd_addr),
          .rd_req_len(rd_len), .rd_dat_valid(dat_valid[k]), .rd_dat_data(dat_data[B*k +: B]), .rd_dat_error(dat_error[k]),
          .rd_dat_last(unused_last), .wr_req_valid(wr_valid[k]), .wr_req_ready(wr_ready[k]), .wr_req_addr(wr_addr),
          .wr_req_len(wr_len), .wdat_valid(wdat_valid[k]), .wdat_ready(wdat_ready[k]), .wdat_data(wdat_data),
          .wdat_strobe(wdat_strobe), .wdat_last(wdat_last), .ack_valid(ack_valid[k]), .ack_error(ack_error[k]),
          .m_axi_awvalid(awvalid[k]), .m_axi_awready(awready[k]), .m_axi_awid(awid), .m_axi_awaddr(aw),
          .m_axi_awlen(awlen[8*k +: 8]), .m_axi_awsize(awsize), .m_axi_awburst(awburst), .m_axi_awlock(awlock),
          .m_axi_awcache(awcache), .m_axi_awprot(awprot), .m_axi_awqos(awqos), .m_axi_wvalid(wvalid[k]),
          .m_axi_wready(wready[k]), .m_axi_wdata(wdata[512*k +: B]), .m_axi_wstrb(strobe), .m_axi_wlast(wlast[k]),
          .m_axi_bvalid(bvalid[k]), .m_axi_bready(bready[k]), .m_axi_bid(1'b0), .m_axi_bresp(bresp[2*k +: 2]),
          .m_axi_arvalid(arvalid[k]), .m_axi_arready(arready[k]), .m_axi_arid(arid), .m_axi_araddr(ar),
          .m_axi_arlen(arlen[8*k +: 8]), .m_axi_arsize(arsize), .m_axi_arburst(arburst), .m_axi_arlock(arlock),
          .m_axi_arcache(arcache), .m_axi_arprot(arprot), .m_axi_arqos(arqos), .m_axi_rvalid(rvalid[k]),
          .m_axi_rready(rready[k]), .m_axi_rid(1'b0), .m_axi_rdata(rdata[512*k +: B]), .m_axi_rresp(rresp[2*k +: 2]),
          .m_axi_rlast(rlast[k])
        );
        axi_checker #(.ADDR_BITS(A), .BUS_BITS(B), .OUTSTANDING(17), .QUIET(1)) u_checker (
          .clk(bus_clk), .rst(bus_rst), .awvalid(awvalid[k]), .awready(awready[k]), .awid(awid), .awaddr(aw),
          .awlen(awlen[8*k +: 8]), .awsize(awsize), .awburst(awburst), .awlock(awlock), .awcache(awcache), .awprot(awprot),
          .awqos(awqos), .wvalid(wvalid[k]), .wready(wready[k]), .wdata(wdata[512*k +: B]), .wstrb(strobe), .wlast(wlast[k]),
          .bvalid(bvalid[k]), .bready(bready[k]), .bid(1'b0), .bresp(bresp[2*k +: 2]), .arvalid(arvalid[k]),
          .arready(arready[k]), .arid(arid), .araddr(ar), .arlen(arlen[8*k +: 8]), .arsize(arsize), .arburst(arburst),
          .arlock(arlock), .arcache(arcache), .arprot(arprot), .arqos(arqos), .rvalid(rvalid[k]), .rready(rready[k]),
          .rid(1'b0), .rdata(rdata[512*k +: B]), .rresp(rresp[2*k +: 2]), .rlast(rlast[k]), .violation(violation[8*k +: 8])
        );
      end
    end
  endgenerate

endmodule

`default_nettype wire
