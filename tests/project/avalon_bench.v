// avalon_bench -- the Avalon modules between a DMA, a BAR and a memory: DMA to AXI to Avalon memory, BAR to AXI4-Lite
//
// `stall` holds back read words on AXI, which only the memory side can wait for.
`default_nettype none

module avalon_bench (
  input  wire         clk,
  input  wire         rst,
  input  wire         stall,
  output wire         writing,
  input  wire [19:0]  w_address,
  input  wire [4:0]   w_burstcount,
  input  wire         w_write,
  input  wire [63:0]  w_writedata,
  input  wire [7:0]   w_byteenable,
  output wire         w_waitrequest,
  input  wire [19:0]  r_address,
  input  wire [4:0]   r_burstcount,
  input  wire         r_read,
  output wire         r_waitrequest,
  output wire [63:0]  r_readdata,
  output wire         r_readdatavalid,
  output wire         awvalid,
  output wire         awready,
  output wire [19:0]  awaddr,
  output wire [7:0]   awlen,
  output wire         bvalid,
  output wire         arvalid,
  output wire         arready,
  output wire [19:0]  araddr,
  output wire [7:0]   arlen,
  input  wire         m_ready,
  output wire         m_beginbursttransfer,
  output wire [16:0]  m_address,
  output wire [4:0]   m_burstcount,
  output wire         m_read,
  output wire         m_write,
  output wire [63:0]  m_writedata,
  output wire [7:0]   m_byteenable,
  input  wire [63:0]  m_readdata,
  input  wire         m_readdatavalid,
  input  wire [11:0]  s_address,
  input  wire         s_read,
  input  wire         s_write,
  input  wire [31:0]  s_writedata,
  input  wire [3:0]   s_byteenable,
  output wire         s_waitrequest,
  output wire [31:0]  s_readdata,
  output wire         s_readdatavalid,
  output wire         l_awvalid,
  input  wire         l_awready,
  output wire [11:0]  l_awaddr,
  output wire         l_wvalid,
  input  wire         l_wready,
  output wire [31:0]  l_wdata,
  output wire [3:0]   l_wstrb,
  input  wire         l_bvalid,
  output wire         l_arvalid,
  input  wire         l_arready,
  output wire [11:0]  l_araddr,
  input  wire         l_rvalid,
  input  wire [31:0]  l_rdata
);

  wire wvalid, wready, wlast, bready, rvalid, rready, unused_bready, unused_rready, unused_bid, unused_rid, unused_rlast;
  wire [1:0] unused_bresp, unused_rresp;
  wire [63:0] wdata, rdata;
  wire [7:0] wstrb;

  rtlgen_avalon_host #(.HOST_BITS(64), .ADDR_BITS(20), .COUNT_BITS(5)) u_host (
    .clk(clk), .rst(rst), .writing(writing),
    .w_address(w_address), .w_burstcount(w_burstcount), .w_write(w_write), .w_writedata(w_writedata), .w_byteenable(w_byteenable), .w_waitrequest(w_waitrequest),
    .r_address(r_address), .r_burstcount(r_burstcount), .r_read(r_read), .r_waitrequest(r_waitrequest), .r_readdata(r_readdata), .r_readdatavalid(r_readdatavalid),
    .m_awvalid(awvalid), .m_awready(awready), .m_awaddr(awaddr), .m_awlen(awlen), .m_wvalid(wvalid), .m_wready(wready), .m_wdata(wdata), .m_wstrb(wstrb), .m_wlast(wlast),
    .m_bvalid(bvalid), .m_bready(bready), .m_arvalid(arvalid), .m_arready(arready), .m_araddr(araddr), .m_arlen(arlen),
    .m_rvalid(rvalid & ~stall), .m_rready(rready), .m_rdata(rdata)
  );

  rtlgen_avalon_memory #(.BUS_BITS(64), .ADDR_BITS(20), .ID_BITS(1), .COUNT_BITS(5), .READS_LOG2(5)) u_memory (
    .clk(clk), .rst(rst),
    .s_awvalid(awvalid), .s_awready(awready), .s_awid(1'b0), .s_awaddr(awaddr), .s_awlen(awlen), .s_wvalid(wvalid), .s_wready(wready), .s_wdata(wdata), .s_wstrb(wstrb), .s_wlast(wlast),
    .s_bvalid(bvalid), .s_bready(bready), .s_bid(unused_bid), .s_bresp(unused_bresp), .s_arvalid(arvalid), .s_arready(arready), .s_arid(1'b0), .s_araddr(araddr), .s_arlen(arlen),
    .s_rvalid(rvalid), .s_rready(rready & ~stall), .s_rid(unused_rid), .s_rdata(rdata), .s_rresp(unused_rresp), .s_rlast(unused_rlast),
    .m_ready(m_ready), .m_beginbursttransfer(m_beginbursttransfer), .m_address(m_address), .m_burstcount(m_burstcount), .m_read(m_read), .m_write(m_write),
    .m_writedata(m_writedata), .m_byteenable(m_byteenable), .m_readdata(m_readdata), .m_readdatavalid(m_readdatavalid)
  );

  rtlgen_avalon_registers #(.ADDR_BITS(12)) u_registers (
    .clk(clk), .rst(rst), .hold(writing), .s_address(s_address), .s_read(s_read), .s_write(s_write), .s_writedata(s_writedata), .s_byteenable(s_byteenable),
    .s_waitrequest(s_waitrequest), .s_readdata(s_readdata), .s_readdatavalid(s_readdatavalid),
    .m_awvalid(l_awvalid), .m_awready(l_awready), .m_awaddr(l_awaddr), .m_wvalid(l_wvalid), .m_wready(l_wready), .m_wdata(l_wdata), .m_wstrb(l_wstrb), .m_bvalid(l_bvalid), .m_bready(unused_bready),
    .m_arvalid(l_arvalid), .m_arready(l_arready), .m_araddr(l_araddr), .m_rvalid(l_rvalid), .m_rready(unused_rready), .m_rdata(l_rdata)
  );

endmodule

`default_nettype wire
