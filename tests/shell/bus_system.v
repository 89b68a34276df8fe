// Bench top: two readers and two writers with their FIFOs on two banks, each watched by the checker.
//
// Buffer b of every engine lies in bank b. Vectors are flattened, index 0 lowest.
`default_nettype none

module bus_system #(
  parameter BUS_BITS = 64,
  parameter BURST_BEATS = 16,
  parameter DEPTH_LOG2 = 5,
  parameter OUTSTANDING = 8,
  parameter GROUP = 0
) (
  input  wire                  bus_clk,
  input  wire                  bus_rst,
  input  wire                  ker_clk,
  input  wire                  ker_rst,
  input  wire                  stop,
  output wire [3:0]            idle,
  output wire [3:0]            err_bounds,
  output wire [3:0]            err_resp,
  output wire [15:0]           violation,
  // Engines 0 and 1 read, 2 and 3 write.
  input  wire [511:0]          buf_first,
  input  wire [511:0]          buf_last,
  input  wire [3:0]            seg_valid,
  output wire [3:0]            seg_ready,
  input  wire [255:0]          seg_addr,
  input  wire [95:0]           seg_beats,
  input  wire [3:0]            seg_bank,
  input  wire [1:0]            seg_row_end,
  output wire [63:0]           rows_committed,
  // The kernel's side.
  output wire [1:0]            out_valid,
  input  wire [1:0]            out_ready,
  output wire [2*BUS_BITS-1:0] out_data,
  input  wire [1:0]            in_valid,
  output wire [1:0]            in_ready,
  input  wire [2*BUS_BITS-1:0] in_data,
  // The memory's side.
  output wire [1:0]            awvalid,
  input  wire [1:0]            awready,
  output wire [127:0]          awaddr,
  output wire [15:0]           awlen,
  output wire [1:0]            wvalid,
  input  wire [1:0]            wready,
  output wire [2*BUS_BITS-1:0] wdata,
  output wire [1:0]            wstrb_all,
  output wire [1:0]            wstrb_none,
  output wire [1:0]            wlast,
  input  wire [1:0]            bvalid,
  output wire [1:0]            bready,
  input  wire [3:0]            bresp,
  output wire [1:0]            arvalid,
  input  wire [1:0]            arready,
  output wire [127:0]          araddr,
  output wire [15:0]           arlen,
  input  wire [1:0]            rvalid,
  output wire [1:0]            rready,
  input  wire [2*BUS_BITS-1:0] rdata,
  input  wire [3:0]            rresp,
  input  wire [1:0]            rlast
);

  localparam BYTES = BUS_BITS / 8;

  // Between engines and banks: request and data of engine e; what bank k says to engine e.
  wire [3:0] req_valid, req_bank;
  wire [255:0] req_addr;
  wire [31:0] req_len;
  wire [1:0] rd_ready [0:1];
  wire [1:0] wr_ready [0:1];
  wire [1:0] dat_valid [0:1];
  wire [BUS_BITS-1:0] dat_data [0:1];
  wire [1:0] dat_error;
  wire [1:0] wdat_valid, wdat_last;
  wire [2*BUS_BITS-1:0] wdat_data;
  wire [2*BYTES-1:0] wdat_strobe;
  wire [1:0] wdat_ready [0:1];
  wire [1:0] ack_valid [0:1];
  wire [1:0] ack_error;

  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : reader
      wire beat_valid, unused_ready;
      wire [BUS_BITS-1:0] beat;
      wire [DEPTH_LOG2:0] free, unused_count;
      wire from = req_bank[i];
      rtlgen_axi_read #(
        .BUS_BITS(BUS_BITS), .BURST_BEATS(BURST_BEATS), .FREE_BITS(DEPTH_LOG2 + 1)
      ) u_engine (
        .clk(bus_clk), .rst(bus_rst), .stop(stop), .idle(idle[i]), .err_bounds(err_bounds[i]),
        .err_resp(err_resp[i]), .buf_first(buf_first[128*i +: 128]),
        .buf_last(buf_last[128*i +: 128]), .seg_valid(seg_valid[i]), .seg_ready(seg_ready[i]),
        .seg_addr(seg_addr[64*i +: 64]), .seg_beats(seg_beats[24*i +: 24]), .seg_bank(seg_bank[i]),
        .req_valid(req_valid[i]), .req_ready(rd_ready[from][i]), .req_bank(req_bank[i]),
        .req_addr(req_addr[64*i +: 64]), .req_len(req_len[8*i +: 8]),
        .dat_valid(dat_valid[0][i] | dat_valid[1][i]), .dat_data(dat_data[from]),
        .dat_error(dat_error[from]), .fifo_free(free), .out_valid(beat_valid), .out_data(beat)
      );
      rtlgen_async_fifo #(.WIDTH(BUS_BITS), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
        .wr_clk(bus_clk), .wr_rst(bus_rst), .in_valid(beat_valid), .in_ready(unused_ready),
        .in_data(beat), .in_free(free), .rd_clk(ker_clk), .rd_rst(ker_rst),
        .out_valid(out_valid[i]), .out_ready(out_ready[i]),
        .out_data(out_data[BUS_BITS*i +: BUS_BITS]), .out_count(unused_count)
      );
    end
    for (i = 0; i < 2; i = i + 1) begin : writer
      wire beat_valid, beat_ready;
      wire [BUS_BITS-1:0] beat;
      wire [DEPTH_LOG2:0] unused_free, count;
      wire to = req_bank[2+i];
      rtlgen_async_fifo #(.WIDTH(BUS_BITS), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
        .wr_clk(ker_clk), .wr_rst(ker_rst), .in_valid(in_valid[i]), .in_ready(in_ready[i]),
        .in_data(in_data[BUS_BITS*i +: BUS_BITS]), .in_free(unused_free), .rd_clk(bus_clk),
        .rd_rst(bus_rst), .out_valid(beat_valid), .out_ready(beat_ready), .out_data(beat),
        .out_count(count)
      );
      rtlgen_axi_write #(
        .BUS_BITS(BUS_BITS), .BURST_BEATS(BURST_BEATS), .FREE_BITS(DEPTH_LOG2 + 1),
        .OUTSTANDING(OUTSTANDING)
      ) u_engine (
        .clk(bus_clk), .rst(bus_rst), .stop(stop), .idle(idle[2+i]), .err_bounds(err_bounds[2+i]),
        .err_resp(err_resp[2+i]), .rows_committed(rows_committed[32*i +: 32]),
        .buf_first(buf_first[256+128*i +: 128]), .buf_last(buf_last[256+128*i +: 128]),
        .seg_valid(seg_valid[2+i]), .seg_ready(seg_ready[2+i]), .seg_addr(seg_addr[128+64*i +: 64]),
        .seg_beats(seg_beats[48+24*i +: 24]), .seg_bank(seg_bank[2+i]), .seg_row_end(seg_row_end[i]),
        .in_valid(beat_valid), .in_ready(beat_ready), .in_data(beat), .in_count(count),
        .req_valid(req_valid[2+i]), .req_ready(wr_ready[to][i]), .req_bank(req_bank[2+i]),
        .req_addr(req_addr[128+64*i +: 64]), .req_len(req_len[16+8*i +: 8]),
        .wdat_valid(wdat_valid[i]), .wdat_ready(wdat_ready[to][i]),
        .wdat_data(wdat_data[BUS_BITS*i +: BUS_BITS]), .wdat_strobe(wdat_strobe[BYTES*i +: BYTES]),
        .wdat_last(wdat_last[i]), .ack_valid(ack_valid[0][i] | ack_valid[1][i]),
        .ack_error(ack_error[to])
      );
    end
    for (i = 0; i < 2; i = i + 1) begin : bank
      localparam [0:0] ME = i;
      wire [BYTES-1:0] strobe;
      wire awid, awlock, arid, arlock, unused_last;
      wire [2:0] awsize, awprot, arsize, arprot;
      wire [1:0] awburst, arburst;
      wire [3:0] awcache, awqos, arcache, arqos;
      wire [3:0] here = ME ? req_bank : ~req_bank;
      assign wstrb_all[i] = &strobe;
      assign wstrb_none[i] = ~|strobe;
      rtlgen_bank #(
        .READERS(2), .WRITERS(2), .BUS_BITS(BUS_BITS), .OUTSTANDING(OUTSTANDING), .GROUP(GROUP)
      ) u_bank (
        .clk(bus_clk), .rst(bus_rst),
        .rd_req_valid(req_valid[1:0] & here[1:0]), .rd_req_ready(rd_ready[i]),
        .rd_req_addr(req_addr[127:0]), .rd_req_len(req_len[15:0]), .rd_dat_valid(dat_valid[i]),
        .rd_dat_data(dat_data[i]), .rd_dat_error(dat_error[i]), .rd_dat_last(unused_last),
        .wr_req_valid(req_valid[3:2] & here[3:2]), .wr_req_ready(wr_ready[i]),
        .wr_req_addr(req_addr[255:128]), .wr_req_len(req_len[31:16]),
        .wdat_valid(wdat_valid & here[3:2]), .wdat_ready(wdat_ready[i]), .wdat_data(wdat_data),
        .wdat_strobe(wdat_strobe), .wdat_last(wdat_last), .ack_valid(ack_valid[i]),
        .ack_error(ack_error[i]),
        .m_axi_awvalid(awvalid[i]), .m_axi_awready(awready[i]), .m_axi_awid(awid),
        .m_axi_awaddr(awaddr[64*i +: 64]), .m_axi_awlen(awlen[8*i +: 8]), .m_axi_awsize(awsize),
        .m_axi_awburst(awburst), .m_axi_awlock(awlock), .m_axi_awcache(awcache),
        .m_axi_awprot(awprot), .m_axi_awqos(awqos), .m_axi_wvalid(wvalid[i]),
        .m_axi_wready(wready[i]), .m_axi_wdata(wdata[BUS_BITS*i +: BUS_BITS]),
        .m_axi_wstrb(strobe), .m_axi_wlast(wlast[i]), .m_axi_bvalid(bvalid[i]),
        .m_axi_bready(bready[i]), .m_axi_bid(1'b0), .m_axi_bresp(bresp[2*i +: 2]),
        .m_axi_arvalid(arvalid[i]), .m_axi_arready(arready[i]), .m_axi_arid(arid),
        .m_axi_araddr(araddr[64*i +: 64]), .m_axi_arlen(arlen[8*i +: 8]), .m_axi_arsize(arsize),
        .m_axi_arburst(arburst), .m_axi_arlock(arlock), .m_axi_arcache(arcache),
        .m_axi_arprot(arprot), .m_axi_arqos(arqos), .m_axi_rvalid(rvalid[i]),
        .m_axi_rready(rready[i]), .m_axi_rid(1'b0), .m_axi_rdata(rdata[BUS_BITS*i +: BUS_BITS]),
        .m_axi_rresp(rresp[2*i +: 2]), .m_axi_rlast(rlast[i])
      );
      axi_checker #(.BUS_BITS(BUS_BITS), .OUTSTANDING(OUTSTANDING + 1), .QUIET(1)) u_checker (
        .clk(bus_clk), .rst(bus_rst), .awvalid(awvalid[i]), .awready(awready[i]), .awid(awid),
        .awaddr(awaddr[64*i +: 64]), .awlen(awlen[8*i +: 8]), .awsize(awsize), .awburst(awburst),
        .awlock(awlock), .awcache(awcache), .awprot(awprot), .awqos(awqos), .wvalid(wvalid[i]),
        .wready(wready[i]), .wdata(wdata[BUS_BITS*i +: BUS_BITS]), .wstrb(strobe),
        .wlast(wlast[i]), .bvalid(bvalid[i]), .bready(bready[i]), .bid(1'b0),
        .bresp(bresp[2*i +: 2]), .arvalid(arvalid[i]), .arready(arready[i]), .arid(arid),
        .araddr(araddr[64*i +: 64]), .arlen(arlen[8*i +: 8]), .arsize(arsize), .arburst(arburst),
        .arlock(arlock), .arcache(arcache), .arprot(arprot), .arqos(arqos), .rvalid(rvalid[i]),
        .rready(rready[i]), .rid(1'b0), .rdata(rdata[BUS_BITS*i +: BUS_BITS]),
        .rresp(rresp[2*i +: 2]), .rlast(rlast[i]), .violation(violation[8*i +: 8])
      );
    end
  endgenerate

endmodule

`default_nettype wire
