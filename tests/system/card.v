// A small card for tests/system: control, sequencer, one field's stream_in and stream_out on one bank or two (a buffer
// each), a core that adds 1 to every 32-bit cell in one register, and the checker at every AXI master.
//
// Config words: 0 passes, 1 beats per row, 2 rows, 3 watchdog, 4-5 and 6-7 first and last byte address of buffer 0, 8-9 and
// 10-11 of buffer 1. Status words: 12 errors, 13 clocks busy, 14 clocks stalled, 15 refused.
`default_nettype none

module card #(
  parameter BUS_BITS = 512,
  parameter BANKS = 1,
  parameter FIFO_LOG2 = 8,
  parameter BURST_BEATS = 64,
  parameter GROUP = 0
) (
  input  wire bus_clk, kernel_clk, bus_rst,
  output wire irq,
  output wire [15:0] violation,
  input  wire s_axil_awvalid, s_axil_wvalid, s_axil_bready, s_axil_arvalid, s_axil_rready,
  output wire s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid,
  input  wire [11:0] s_axil_awaddr, s_axil_araddr,
  input  wire [31:0] s_axil_wdata,
  input  wire [3:0] s_axil_wstrb,
  output wire [31:0] s_axil_rdata,
  output wire [1:0] s_axil_bresp, s_axil_rresp,
  output wire [BANKS-1:0] awvalid, awid, awlock, wvalid, wlast, bready, arvalid, arid, arlock, rready,
  input  wire [BANKS-1:0] awready, wready, bvalid, bid, arready, rvalid, rid, rlast,
  output wire [BANKS*64-1:0] awaddr, araddr,
  output wire [BANKS*8-1:0] awlen, arlen,
  output wire [BANKS*4-1:0] awcache, awqos, arcache, arqos,
  output wire [BANKS*3-1:0] awsize, awprot, arsize, arprot,
  output wire [BANKS*2-1:0] awburst, arburst,
  input  wire [BANKS*2-1:0] bresp, rresp,
  output wire [BANKS*BUS_BITS-1:0] wdata,
  output wire [BANKS*BUS_BITS/8-1:0] wstrb,
  input  wire [BANKS*BUS_BITS-1:0] rdata
);

  localparam B = BUS_BITS;
  wire [12*32-1:0] settings;
  wire [31:0] errors, cycles_busy, cycles_stalled;
  wire refused, start, cancel, busy, done, failed, walk_start, stop, run_rst, kernel_rst;
  rtlgen_control #(.CONFIG_WORDS(12), .STATUS_WORDS(4), .ADDRESS_BITS(12)) u_control (
    .clk(bus_clk), .rst(bus_rst), .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready),
    .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_bvalid(s_axil_bvalid),
    .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_araddr(s_axil_araddr), .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .irq(irq),
    .config_words(settings), .status_words({31'd0, refused, cycles_stalled, cycles_busy, errors}), .refused(refused),
    .start(start), .cancel(cancel), .busy(busy), .done(done), .failed(failed)
  );

  wire [31:0] passes = settings[31:0];
  wire [31:0] row = settings[63:32];
  wire [31:0] rows = settings[95:64];
  wire [127:0] buf_first = {settings[32*8 +: 64], settings[32*4 +: 64]};
  wire [127:0] buf_last = {settings[32*10 +: 64], settings[32*6 +: 64]};
  wire [1:0] idle, err_resp, err_bounds, walk_done;
  wire progress = |(awvalid & awready) | |(wvalid & wready) | |(bvalid & bready) | |(arvalid & arready) | |(rvalid & rready);
  reg core_done, core_config_error;
  rtlgen_sequencer #(.COUNTER_BITS(32)) u_sequencer (
    .clk(bus_clk), .rst(bus_rst), .start(start), .cancel(cancel), .watchdog_limit(settings[127:96]), .idle(idle),
    .err_resp(err_resp), .err_bounds(err_bounds), .walk_done(walk_done), .progress(progress), .walk_start(walk_start),
    .stop(stop), .bus_rst(run_rst), .busy(busy), .done(done), .failed(failed), .errors(errors), .cycles_busy(cycles_busy),
    .cycles_stalled(cycles_stalled), .kernel_clk(kernel_clk), .kernel_rst(kernel_rst), .core_done(core_done),
    .core_config_error(core_config_error)
  );

  wire [BANKS-1:0] rd_valid, rd_ready, dat_valid, dat_error, wr_valid, wr_ready, wdat_valid, wdat_ready, ack_valid, ack_error;
  wire [BANKS*B-1:0] dat_data;
  wire [63:0] rd_addr, wr_addr;
  wire [7:0] rd_len, wr_len;
  wire [B-1:0] wdat_data, word;
  wire [B/8-1:0] wdat_strobe;
  wire wdat_last, word_valid;
  wire [31:0] rows_committed;
  reg result_valid;
  wire result_ready;
  wire word_ready = ~result_valid | result_ready;
  reg [B-1:0] result;

  rtlgen_stream_in #(
    .BUS_BITS(B), .BURST_BEATS(BURST_BEATS), .FIFO_LOG2(FIFO_LOG2), .WORD_BITS(B), .AXES(2), .BANKS(BANKS)
  ) u_in (
    .bus_clk(bus_clk), .bus_rst(run_rst), .kernel_clk(kernel_clk), .kernel_rst(kernel_rst), .start(walk_start), .stop(stop),
    .done(walk_done[0]), .idle(idle[0]), .err_bounds(err_bounds[0]), .err_resp(err_resp[0]), .passes(passes),
    .row_beats(row), .row_words(row), .rows(rows), .planes(32'd1), .grid_beats(row), .last_word(row - 32'd1),
    .last_y(rows - 32'd1), .last_z(32'd0), .first_beat(32'd0), .first_word(32'd0), .first_y(32'd0), .first_z(32'd0),
    .stride_beats(row), .stride_words(row), .stride_y(rows), .blocks_x(32'd1), .blocks_y(32'd1), .first_offset(32'd0),
    .row_pitch(row), .plane_pitch(32'd0), .band_pitch(32'd0), .turn_row(32'd0), .turn_plane(32'd0), .turn_band(32'd0),
    .rows_ahead(32'd0), .frames_ahead(32'd1), .rows_below(32'd0), .rows_committed(rows_committed), .buf_first(buf_first),
    .buf_last(buf_last), .req_valid(rd_valid), .req_ready(rd_ready), .req_addr(rd_addr), .req_len(rd_len),
    .dat_valid(dat_valid), .dat_data(dat_data), .dat_error(dat_error), .out_valid(word_valid), .out_ready(word_ready),
    .out_data(word)
  );
  rtlgen_stream_out #(
    .BUS_BITS(B), .BURST_BEATS(BURST_BEATS), .FIFO_LOG2(FIFO_LOG2), .WORD_BITS(B), .AXES(2), .BANKS(BANKS)
  ) u_out (
    .bus_clk(bus_clk), .bus_rst(run_rst), .kernel_clk(kernel_clk), .kernel_rst(kernel_rst), .start(walk_start), .stop(stop),
    .done(walk_done[1]), .idle(idle[1]), .err_bounds(err_bounds[1]), .err_resp(err_resp[1]), .rows_committed(rows_committed),
    .passes(passes), .row_words(row), .rows(rows), .planes(32'd1), .low_x(32'd0), .low_y(32'd0), .low_z(32'd0),
    .grid_beats(row), .last_word(row - 32'd1), .last_y(rows - 32'd1), .last_z(32'd0), .stride_beats(row),
    .stride_words(row), .stride_y(rows), .own_planes(32'd1), .blocks_x(32'd1), .blocks_y(32'd1), .row_pitch(row),
    .plane_pitch(32'd0), .band_pitch(32'd0), .buf_first(buf_first), .buf_last(buf_last), .in_valid(result_valid),
    .in_ready(result_ready), .in_data(result), .req_valid(wr_valid), .req_ready(wr_ready), .req_addr(wr_addr),
    .req_len(wr_len), .wdat_valid(wdat_valid), .wdat_ready(wdat_ready), .wdat_data(wdat_data), .wdat_strobe(wdat_strobe),
    .wdat_last(wdat_last), .ack_valid(ack_valid), .ack_error(ack_error)
  );

  // ---- The core -----------------------------------------------------------------------------------------------------
  reg [31:0] words;
  integer i;
  always @(posedge kernel_clk) begin
    if (word_ready) for (i = 0; i < B / 32; i = i + 1) result[32*i +: 32] <= word[32*i +: 32] + 32'd1;
    core_config_error <= row == 32'd0 | row > 32'd4096;
    if (kernel_rst) begin
      result_valid <= 1'b0;
      words <= 32'd0;
      core_done <= 1'b0;
    end else begin
      if (word_ready) result_valid <= word_valid;
      if (result_valid & result_ready) words <= words + 32'd1;
      core_done <= words == passes * rows * row;
    end
  end

  genvar k;
  generate
    for (k = 0; k < BANKS; k = k + 1) begin : bank
      wire unused_last;
      rtlgen_bank #(.READERS(1), .WRITERS(1), .BUS_BITS(B), .OUTSTANDING(16), .GROUP(GROUP)) u_bank (
        .clk(bus_clk), .rst(run_rst), .rd_req_valid(rd_valid[k]), .rd_req_ready(rd_ready[k]), .rd_req_addr(rd_addr),
        .rd_req_len(rd_len), .rd_dat_valid(dat_valid[k]), .rd_dat_data(dat_data[B*k +: B]), .rd_dat_error(dat_error[k]),
        .rd_dat_last(unused_last), .wr_req_valid(wr_valid[k]), .wr_req_ready(wr_ready[k]), .wr_req_addr(wr_addr),
        .wr_req_len(wr_len), .wdat_valid(wdat_valid[k]), .wdat_ready(wdat_ready[k]), .wdat_data(wdat_data),
        .wdat_strobe(wdat_strobe), .wdat_last(wdat_last), .ack_valid(ack_valid[k]), .ack_error(ack_error[k]),
        .m_axi_awvalid(awvalid[k]), .m_axi_awready(awready[k]), .m_axi_awid(awid[k]), .m_axi_awaddr(awaddr[64*k +: 64]),
        .m_axi_awlen(awlen[8*k +: 8]), .m_axi_awsize(awsize[3*k +: 3]), .m_axi_awburst(awburst[2*k +: 2]),
        .m_axi_awlock(awlock[k]), .m_axi_awcache(awcache[4*k +: 4]), .m_axi_awprot(awprot[3*k +: 3]),
        .m_axi_awqos(awqos[4*k +: 4]), .m_axi_wvalid(wvalid[k]), .m_axi_wready(wready[k]), .m_axi_wdata(wdata[B*k +: B]),
        .m_axi_wstrb(wstrb[B/8*k +: B/8]), .m_axi_wlast(wlast[k]), .m_axi_bvalid(bvalid[k]), .m_axi_bready(bready[k]),
        .m_axi_bid(bid[k]), .m_axi_bresp(bresp[2*k +: 2]), .m_axi_arvalid(arvalid[k]), .m_axi_arready(arready[k]),
        .m_axi_arid(arid[k]), .m_axi_araddr(araddr[64*k +: 64]), .m_axi_arlen(arlen[8*k +: 8]),
        .m_axi_arsize(arsize[3*k +: 3]), .m_axi_arburst(arburst[2*k +: 2]), .m_axi_arlock(arlock[k]),
        .m_axi_arcache(arcache[4*k +: 4]), .m_axi_arprot(arprot[3*k +: 3]), .m_axi_arqos(arqos[4*k +: 4]),
        .m_axi_rvalid(rvalid[k]), .m_axi_rready(rready[k]), .m_axi_rid(rid[k]), .m_axi_rdata(rdata[B*k +: B]),
        .m_axi_rresp(rresp[2*k +: 2]), .m_axi_rlast(rlast[k])
      );
      axi_checker #(.BUS_BITS(B), .OUTSTANDING(17), .PATIENCE(20000), .QUIET(1)) u_checker (
        .clk(bus_clk), .rst(bus_rst), .awvalid(awvalid[k]), .awready(awready[k]), .awid(awid[k]), .awaddr(awaddr[64*k +: 64]),
        .awlen(awlen[8*k +: 8]), .awsize(awsize[3*k +: 3]), .awburst(awburst[2*k +: 2]), .awlock(awlock[k]),
        .awcache(awcache[4*k +: 4]), .awprot(awprot[3*k +: 3]), .awqos(awqos[4*k +: 4]), .wvalid(wvalid[k]),
        .wready(wready[k]), .wdata(wdata[B*k +: B]), .wstrb(wstrb[B/8*k +: B/8]), .wlast(wlast[k]), .bvalid(bvalid[k]),
        .bready(bready[k]), .bid(bid[k]), .bresp(bresp[2*k +: 2]), .arvalid(arvalid[k]), .arready(arready[k]),
        .arid(arid[k]), .araddr(araddr[64*k +: 64]), .arlen(arlen[8*k +: 8]), .arsize(arsize[3*k +: 3]),
        .arburst(arburst[2*k +: 2]), .arlock(arlock[k]), .arcache(arcache[4*k +: 4]), .arprot(arprot[3*k +: 3]),
        .arqos(arqos[4*k +: 4]), .rvalid(rvalid[k]), .rready(rready[k]), .rid(rid[k]), .rdata(rdata[B*k +: B]),
        .rresp(rresp[2*k +: 2]), .rlast(rlast[k]), .violation(violation[8*k +: 8])
      );
    end
    if (BANKS == 1) begin : one
      assign violation[15:8] = 8'd0;
    end
  endgenerate

endmodule

`default_nettype wire
