// rtlgen_axi_join -- connects two AXI4 masters to one memory, burst by burst in turns
// The memory gets the number of the master as an ID bit and returns it. Write data are in the order of their bursts. If
// both masters have requests, the one that did not have the last turn goes first.
//
//   parameter  BUS_BITS, ADDR_BITS
//
//   port           direction  meaning
//   clk, rst       in         one clock; rst synchronous, active high
//   s_*            the masters; vectors of two, master 0 lowest; INCR bursts of whole beats
//   m_*            the memory; *id is the master of the burst
`default_nettype none

module rtlgen_axi_join #(
  parameter BUS_BITS = 512,
  parameter ADDR_BITS = 64
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [1:0]              s_awvalid,
  output wire [1:0]              s_awready,
  input  wire [2*ADDR_BITS-1:0]  s_awaddr,
  input  wire [15:0]             s_awlen,
  input  wire [1:0]              s_wvalid,
  output wire [1:0]              s_wready,
  input  wire [2*BUS_BITS-1:0]   s_wdata,
  input  wire [BUS_BITS/4-1:0]   s_wstrb,
  input  wire [1:0]              s_wlast,
  output wire [1:0]              s_bvalid,
  input  wire [1:0]              s_bready,
  output wire [1:0]              s_bresp,
  input  wire [1:0]              s_arvalid,
  output wire [1:0]              s_arready,
  input  wire [2*ADDR_BITS-1:0]  s_araddr,
  input  wire [15:0]             s_arlen,
  output wire [1:0]              s_rvalid,
  input  wire [1:0]              s_rready,
  output wire [BUS_BITS-1:0]     s_rdata,
  output wire [1:0]              s_rresp,
  output wire                    s_rlast,
  output reg                     m_awvalid,
  input  wire                    m_awready,
  output reg                     m_awid,
  output reg  [ADDR_BITS-1:0]    m_awaddr,
  output reg  [7:0]              m_awlen,
  output wire                    m_wvalid,
  input  wire                    m_wready,
  output wire [BUS_BITS-1:0]     m_wdata,
  output wire [BUS_BITS/8-1:0]   m_wstrb,
  output wire                    m_wlast,
  input  wire                    m_bvalid,
  output wire                    m_bready,
  input  wire                    m_bid,
  input  wire [1:0]              m_bresp,
  output reg                     m_arvalid,
  input  wire                    m_arready,
  output reg                     m_arid,
  output reg  [ADDR_BITS-1:0]    m_araddr,
  output reg  [7:0]              m_arlen,
  input  wire                    m_rvalid,
  output wire                    m_rready,
  input  wire                    m_rid,
  input  wire [BUS_BITS-1:0]     m_rdata,
  input  wire [1:0]              m_rresp,
  input  wire                    m_rlast
);

  // ---- Addresses: m_*id is also the master of the last turn-----------------------------------
  wire order_ready;
  wire aw_pick = s_awvalid[1] & (~s_awvalid[0] | ~m_awid);
  wire aw_free = order_ready & (~m_awvalid | m_awready);
  assign s_awready = {aw_free & aw_pick, aw_free & ~aw_pick};
  wire take_aw = aw_free & |s_awvalid;

  wire ar_pick = s_arvalid[1] & (~s_arvalid[0] | ~m_arid);
  wire ar_free = ~m_arvalid | m_arready;
  assign s_arready = {ar_free & ar_pick, ar_free & ~ar_pick};
  wire take_ar = ar_free & |s_arvalid;

  always @(posedge clk) begin
    if (take_aw) begin
      m_awaddr <= aw_pick ? s_awaddr[ADDR_BITS+:ADDR_BITS] : s_awaddr[0+:ADDR_BITS];
      m_awlen <= aw_pick ? s_awlen[15:8] : s_awlen[7:0];
    end
    if (take_ar) begin
      m_araddr <= ar_pick ? s_araddr[ADDR_BITS+:ADDR_BITS] : s_araddr[0+:ADDR_BITS];
      m_arlen <= ar_pick ? s_arlen[15:8] : s_arlen[7:0];
    end
    if (rst) begin
      m_awvalid <= 1'b0;
      m_awid <= 1'b0;
      m_arvalid <= 1'b0;
      m_arid <= 1'b0;
    end else begin
      m_awvalid <= take_aw | (m_awvalid & ~m_awready);
      m_arvalid <= take_ar | (m_arvalid & ~m_arready);
      if (take_aw) m_awid <= aw_pick;
      if (take_ar) m_arid <= ar_pick;
    end
  end

  // ---- Write data ---------------------------------------------------------------------------
  // The current turn is in registers: one bit per master, and the number of the master to select the data.
  wire order_valid, order_owner;
  reg [1:0] turn;
  reg owner;
  wire turn_ends = m_wvalid & m_wready & m_wlast;
  wire turn_begins = ~|turn | turn_ends;
  rtlgen_queue #(.WIDTH(1), .DEPTH_LOG2(5)) u_order (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(order_ready), .in_data(aw_pick),
    .out_valid(order_valid), .out_ready(turn_begins), .out_data(order_owner)
  );
  always @(posedge clk) begin
    if (turn_begins) owner <= order_owner;
    if (rst) turn <= 2'b00;
    else if (turn_begins) turn <= {order_valid & order_owner, order_valid & ~order_owner};
  end
  assign m_wvalid = |(turn & s_wvalid);
  assign m_wdata = owner ? s_wdata[BUS_BITS+:BUS_BITS] : s_wdata[0+:BUS_BITS];
  assign m_wstrb = owner ? s_wstrb[BUS_BITS/8+:BUS_BITS/8] : s_wstrb[0+:BUS_BITS/8];
  assign m_wlast = owner ? s_wlast[1] : s_wlast[0];
  assign s_wready = turn & {2{m_wready}};

  // ---- Responses ----------------------------------------------------------------------------
  assign s_bvalid = {m_bvalid & m_bid, m_bvalid & ~m_bid};
  assign s_bresp = m_bresp;
  assign m_bready = m_bid ? s_bready[1] : s_bready[0];
  assign s_rvalid = {m_rvalid & m_rid, m_rvalid & ~m_rid};
  assign s_rdata = m_rdata;
  assign s_rresp = m_rresp;
  assign s_rlast = m_rlast;
  assign m_rready = m_rid ? s_rready[1] : s_rready[0];

endmodule

`default_nettype wire
