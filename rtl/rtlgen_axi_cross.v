// rtlgen_axi_cross -- connects an AXI4 master to a memory in another clock domain
//
// One FIFO for each of the five channels (rtlgen_async_fifo, whose constraints apply). Bursts are INCR and have whole
// beats; size, cache and similar signals are constants at the memory.
//
//   parameter  BUS_BITS, ADDR_BITS, ID_BITS
//              DATA_LOG2  2^DATA_LOG2 beats in each data FIFO
//
//   port                 clock  direction  meaning
//   near_clk, far_clk           in         clocks of the master and of the memory
//   near_rst, far_rst    own    in         synchronous, active high; both overlap, as rtlgen_async_fifo requires.
//                                          far_rst may last longer: requests then wait
//   s_*                  near              the master
//   m_*                  far               the memory
`default_nettype none

module rtlgen_axi_cross #(
  parameter BUS_BITS = 512,
  parameter ADDR_BITS = 64,
  parameter ID_BITS = 1,
  parameter DATA_LOG2 = 7
) (
  input  wire                  near_clk,
  input  wire                  near_rst,
  input  wire                  s_awvalid,
  output wire                  s_awready,
  input  wire [ID_BITS-1:0]    s_awid,
  input  wire [ADDR_BITS-1:0]  s_awaddr,
  input  wire [7:0]            s_awlen,
  input  wire                  s_wvalid,
  output wire                  s_wready,
  input  wire [BUS_BITS-1:0]   s_wdata,
  input  wire [BUS_BITS/8-1:0] s_wstrb,
  input  wire                  s_wlast,
  output wire                  s_bvalid,
  input  wire                  s_bready,
  output wire [ID_BITS-1:0]    s_bid,
  output wire [1:0]            s_bresp,
  input  wire                  s_arvalid,
  output wire                  s_arready,
  input  wire [ID_BITS-1:0]    s_arid,
  input  wire [ADDR_BITS-1:0]  s_araddr,
  input  wire [7:0]            s_arlen,
  output wire                  s_rvalid,
  input  wire                  s_rready,
  output wire [ID_BITS-1:0]    s_rid,
  output wire [BUS_BITS-1:0]   s_rdata,
  output wire [1:0]            s_rresp,
  output wire                  s_rlast,
  input  wire                  far_clk,
  input  wire                  far_rst,
  output wire                  m_awvalid,
  input  wire                  m_awready,
  output wire [ID_BITS-1:0]    m_awid,
  output wire [ADDR_BITS-1:0]  m_awaddr,
  output wire [7:0]            m_awlen,
  output wire                  m_wvalid,
  input  wire                  m_wready,
  output wire [BUS_BITS-1:0]   m_wdata,
  output wire [BUS_BITS/8-1:0] m_wstrb,
  output wire                  m_wlast,
  input  wire                  m_bvalid,
  output wire                  m_bready,
  input  wire [ID_BITS-1:0]    m_bid,
  input  wire [1:0]            m_bresp,
  output wire                  m_arvalid,
  input  wire                  m_arready,
  output wire [ID_BITS-1:0]    m_arid,
  output wire [ADDR_BITS-1:0]  m_araddr,
  output wire [7:0]            m_arlen,
  input  wire                  m_rvalid,
  output wire                  m_rready,
  input  wire [ID_BITS-1:0]    m_rid,
  input  wire [BUS_BITS-1:0]   m_rdata,
  input  wire [1:0]            m_rresp,
  input  wire                  m_rlast
);

  localparam REQUEST = ID_BITS + ADDR_BITS + 8;
  localparam REQUEST_LOG2 = 4;
  localparam ANSWER = ID_BITS + 2;
  localparam WRITTEN = 1 + BUS_BITS / 8 + BUS_BITS;
  localparam READ = 1 + 2 + ID_BITS + BUS_BITS;

  wire [REQUEST_LOG2:0] unused_aw_free, unused_aw_count, unused_b_free, unused_b_count, unused_ar_free, unused_ar_count;
  wire [DATA_LOG2:0] unused_w_free, unused_w_count, unused_r_free, unused_r_count;

  rtlgen_async_fifo #(.WIDTH(REQUEST), .DEPTH_LOG2(REQUEST_LOG2), .STYLE("distributed")) u_aw_fifo (
    .wr_clk(near_clk), .wr_rst(near_rst), .in_valid(s_awvalid), .in_ready(s_awready), .in_data({s_awid, s_awaddr, s_awlen}), .in_free(unused_aw_free),
    .rd_clk(far_clk), .rd_rst(far_rst), .out_valid(m_awvalid), .out_ready(m_awready), .out_data({m_awid, m_awaddr, m_awlen}), .out_count(unused_aw_count)
  );
  rtlgen_async_fifo #(.WIDTH(WRITTEN), .DEPTH_LOG2(DATA_LOG2), .STYLE("block")) u_w_fifo (
    .wr_clk(near_clk), .wr_rst(near_rst), .in_valid(s_wvalid), .in_ready(s_wready), .in_data({s_wlast, s_wstrb, s_wdata}), .in_free(unused_w_free),
    .rd_clk(far_clk), .rd_rst(far_rst), .out_valid(m_wvalid), .out_ready(m_wready), .out_data({m_wlast, m_wstrb, m_wdata}), .out_count(unused_w_count)
  );
  rtlgen_async_fifo #(.WIDTH(ANSWER), .DEPTH_LOG2(REQUEST_LOG2), .STYLE("distributed")) u_b_fifo (
    .wr_clk(far_clk), .wr_rst(far_rst), .in_valid(m_bvalid), .in_ready(m_bready), .in_data({m_bid, m_bresp}), .in_free(unused_b_free),
    .rd_clk(near_clk), .rd_rst(near_rst), .out_valid(s_bvalid), .out_ready(s_bready), .out_data({s_bid, s_bresp}), .out_count(unused_b_count)
  );
  rtlgen_async_fifo #(.WIDTH(REQUEST), .DEPTH_LOG2(REQUEST_LOG2), .STYLE("distributed")) u_ar_fifo (
    .wr_clk(near_clk), .wr_rst(near_rst), .in_valid(s_arvalid), .in_ready(s_arready), .in_data({s_arid, s_araddr, s_arlen}), .in_free(unused_ar_free),
    .rd_clk(far_clk), .rd_rst(far_rst), .out_valid(m_arvalid), .out_ready(m_arready), .out_data({m_arid, m_araddr, m_arlen}), .out_count(unused_ar_count)
  );
  rtlgen_async_fifo #(.WIDTH(READ), .DEPTH_LOG2(DATA_LOG2), .STYLE("block")) u_r_fifo (
    .wr_clk(far_clk), .wr_rst(far_rst), .in_valid(m_rvalid), .in_ready(m_rready), .in_data({m_rlast, m_rresp, m_rid, m_rdata}), .in_free(unused_r_free),
    .rd_clk(near_clk), .rd_rst(near_rst), .out_valid(s_rvalid), .out_ready(s_rready), .out_data({s_rlast, s_rresp, s_rid, s_rdata}), .out_count(unused_r_count)
  );

endmodule

`default_nettype wire
