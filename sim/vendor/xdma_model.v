// xdma_model -- AMD XDMA as the card sees it: a host's transfers and registers, and its interrupt
// Ports are those of the IP except for the lanes. The actions of the host come from C++ (top_card.cpp), one call per clock.
// axi_aclk runs once sys_clk does; axi_aresetn follows sys_rst_n and a link that takes a while to come up.
`timescale 1ps/1ps
`default_nettype none

module xdma_model #(
  parameter DATA = 256,
  parameter IRQS = 1,
  parameter HALF_PS = 2000,
  parameter LINK_CLOCKS = 200
) (
  input  wire              sys_clk,
  input  wire              sys_clk_gt,
  input  wire              sys_rst_n,
  output reg               user_lnk_up,
  output reg               axi_aclk,
  output reg               axi_aresetn,
  input  wire [IRQS-1:0]   usr_irq_req,
  output reg  [IRQS-1:0]   usr_irq_ack,
  output wire              msix_enable,
  output reg  [3:0]        m_axi_awid,
  output reg  [63:0]       m_axi_awaddr,
  output reg  [7:0]        m_axi_awlen,
  output reg  [2:0]        m_axi_awsize,
  output wire [1:0]        m_axi_awburst,
  output wire              m_axi_awlock,
  output wire [3:0]        m_axi_awcache,
  output wire [2:0]        m_axi_awprot,
  output reg               m_axi_awvalid,
  input  wire              m_axi_awready,
  output reg  [3:0]        m_axi_arid,
  output reg  [63:0]       m_axi_araddr,
  output reg  [7:0]        m_axi_arlen,
  output reg  [2:0]        m_axi_arsize,
  output wire [1:0]        m_axi_arburst,
  output wire              m_axi_arlock,
  output wire [3:0]        m_axi_arcache,
  output wire [2:0]        m_axi_arprot,
  output reg               m_axi_arvalid,
  input  wire              m_axi_arready,
  output reg  [DATA-1:0]   m_axi_wdata,
  output reg  [DATA/8-1:0] m_axi_wstrb,
  output reg               m_axi_wlast,
  output reg               m_axi_wvalid,
  input  wire              m_axi_wready,
  input  wire [3:0]        m_axi_bid,
  input  wire [1:0]        m_axi_bresp,
  input  wire              m_axi_bvalid,
  output reg               m_axi_bready,
  input  wire [3:0]        m_axi_rid,
  input  wire [DATA-1:0]   m_axi_rdata,
  input  wire [1:0]        m_axi_rresp,
  input  wire              m_axi_rlast,
  input  wire              m_axi_rvalid,
  output reg               m_axi_rready,
  output reg  [31:0]       m_axil_awaddr,
  output wire [2:0]        m_axil_awprot,
  output reg               m_axil_awvalid,
  input  wire              m_axil_awready,
  output reg  [31:0]       m_axil_araddr,
  output wire [2:0]        m_axil_arprot,
  output reg               m_axil_arvalid,
  input  wire              m_axil_arready,
  output reg  [31:0]       m_axil_wdata,
  output reg  [3:0]        m_axil_wstrb,
  output reg               m_axil_wvalid,
  input  wire              m_axil_wready,
  input  wire [1:0]        m_axil_bresp,
  input  wire              m_axil_bvalid,
  output reg               m_axil_bready,
  input  wire [31:0]       m_axil_rdata,
  input  wire [1:0]        m_axil_rresp,
  input  wire              m_axil_rvalid,
  output reg               m_axil_rready
);

  // Each channel's inputs at an edge, then what is driven from it on. Data is as wide as the widest
  // host.
  import "DPI-C" context function void rtlgen_host_reset();
  import "DPI-C" context function void rtlgen_host_write(input bit awready, input bit wready, input bit bvalid, input bit [3:0] bid, input bit [1:0] bresp,
    output bit awvalid, output bit [3:0] awid, output longint awaddr, output bit [7:0] awlen, output bit [2:0] awsize,
    output bit wvalid, output bit [511:0] wdata, output bit [63:0] wstrb, output bit wlast, output bit bready);
  import "DPI-C" context function void rtlgen_host_read(input bit arready, input bit rvalid, input bit [3:0] rid, input bit [511:0] rdata, input bit [1:0] rresp, input bit rlast,
    output bit arvalid, output bit [3:0] arid, output longint araddr, output bit [7:0] arlen, output bit [2:0] arsize, output bit rready);
  import "DPI-C" context function void rtlgen_host_registers(input bit awready, input bit wready, input bit bvalid, input bit [1:0] bresp,
    input bit arready, input bit rvalid, input int rdata, input bit [1:0] rresp,
    output bit awvalid, output int awaddr, output bit wvalid, output int wdata, output bit bready, output bit arvalid, output int araddr, output bit rready);
  import "DPI-C" context function void rtlgen_host_interrupt(input int number, input bit req, output bit ack);

  assign msix_enable = 1'b1;
  assign {m_axi_awburst, m_axi_arburst} = {2'b01, 2'b01};
  assign {m_axi_awlock, m_axi_arlock} = 2'b00;
  assign {m_axi_awcache, m_axi_arcache} = {4'b0011, 4'b0011};
  assign {m_axi_awprot, m_axi_arprot, m_axil_awprot, m_axil_arprot} = 12'd0;

  initial begin
    axi_aclk = 1'b0;
    axi_aresetn = 1'b0;
    user_lnk_up = 1'b0;
    repeat (2) @(posedge sys_clk);
    repeat (2) @(posedge sys_clk_gt);
    forever #(HALF_PS) axi_aclk = ~axi_aclk;
  end

  integer training = 0, number;
  bit awvalid, wvalid, wlast, bready, arvalid, rready, l_awvalid, l_wvalid, l_bready, l_arvalid, l_rready, ack;
  bit [3:0] awid, arid;
  longint awaddr, araddr;
  bit [7:0] awlen, arlen;
  bit [2:0] awsize, arsize;
  bit [511:0] wdata;
  bit [63:0] wstrb;
  int l_awaddr, l_wdata, l_araddr;

  always @(posedge axi_aclk) begin
    if (!sys_rst_n) training = 0;
    else if (training < LINK_CLOCKS) training = training + 1;
    user_lnk_up <= training == LINK_CLOCKS;
    axi_aresetn <= training == LINK_CLOCKS;
    if (!axi_aresetn) begin
      rtlgen_host_reset();
      {m_axi_awvalid, m_axi_wvalid, m_axi_bready, m_axi_arvalid, m_axi_rready} <= 5'd0;
      {m_axil_awvalid, m_axil_wvalid, m_axil_bready, m_axil_arvalid, m_axil_rready} <= 5'd0;
      usr_irq_ack <= {IRQS{1'b0}};
    end else begin
      rtlgen_host_write(m_axi_awready, m_axi_wready, m_axi_bvalid, m_axi_bid, m_axi_bresp, awvalid, awid, awaddr, awlen, awsize, wvalid, wdata, wstrb, wlast, bready);
      rtlgen_host_read(m_axi_arready, m_axi_rvalid, m_axi_rid, m_axi_rdata, m_axi_rresp, m_axi_rlast, arvalid, arid, araddr, arlen, arsize, rready);
      rtlgen_host_registers(m_axil_awready, m_axil_wready, m_axil_bvalid, m_axil_bresp, m_axil_arready, m_axil_rvalid, m_axil_rdata, m_axil_rresp,
                            l_awvalid, l_awaddr, l_wvalid, l_wdata, l_bready, l_arvalid, l_araddr, l_rready);
      for (number = 0; number < IRQS; number = number + 1) begin
        rtlgen_host_interrupt(number, usr_irq_req[number], ack);
        usr_irq_ack[number] <= ack;
      end
      {m_axi_awvalid, m_axi_awid, m_axi_awaddr, m_axi_awlen, m_axi_awsize} <= {awvalid, awid, awaddr, awlen, awsize};
      {m_axi_wvalid, m_axi_wdata, m_axi_wstrb, m_axi_wlast, m_axi_bready} <= {wvalid, wdata[DATA-1:0], wstrb[DATA/8-1:0], wlast, bready};
      {m_axi_arvalid, m_axi_arid, m_axi_araddr, m_axi_arlen, m_axi_arsize, m_axi_rready} <= {arvalid, arid, araddr, arlen, arsize, rready};
      {m_axil_awvalid, m_axil_awaddr, m_axil_wvalid, m_axil_wdata, m_axil_bready} <= {l_awvalid, l_awaddr, l_wvalid, l_wdata, l_bready};
      {m_axil_arvalid, m_axil_araddr, m_axil_rready} <= {l_arvalid, l_araddr, l_rready};
      m_axil_wstrb <= 4'hF;
    end
  end

endmodule

`default_nettype wire
