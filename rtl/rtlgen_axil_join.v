// rtlgen_axil_join -- connects two AXI4-Lite masters, a host and a debugger, to one slave
//
// One access at a time in each direction. The host goes first, and after each access of one the other has its turn. A
// write of the debugger begins when its address and its data are there, so a debugger that stops half-way blocks
// nothing.
//
//   port      direction  meaning
//   clk, rst  in         one clock; rst synchronous, active high
//   s_*       the host, AXI4-Lite of 32 bits
//   d_*       the debugger
//   m_*       the slave
`default_nettype none

module rtlgen_axil_join (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_awvalid,
  output wire        s_awready,
  input  wire [31:0] s_awaddr,
  input  wire        s_wvalid,
  output wire        s_wready,
  input  wire [31:0] s_wdata,
  input  wire [3:0]  s_wstrb,
  output wire        s_bvalid,
  input  wire        s_bready,
  output wire [1:0]  s_bresp,
  input  wire        s_arvalid,
  output wire        s_arready,
  input  wire [31:0] s_araddr,
  output wire        s_rvalid,
  input  wire        s_rready,
  output wire [31:0] s_rdata,
  output wire [1:0]  s_rresp,
  input  wire        d_awvalid,
  output wire        d_awready,
  input  wire [31:0] d_awaddr,
  input  wire        d_wvalid,
  output wire        d_wready,
  input  wire [31:0] d_wdata,
  input  wire [3:0]  d_wstrb,
  output wire        d_bvalid,
  input  wire        d_bready,
  output wire [1:0]  d_bresp,
  input  wire        d_arvalid,
  output wire        d_arready,
  input  wire [31:0] d_araddr,
  output wire        d_rvalid,
  input  wire        d_rready,
  output wire [31:0] d_rdata,
  output wire [1:0]  d_rresp,
  output wire        m_awvalid,
  input  wire        m_awready,
  output wire [31:0] m_awaddr,
  output wire        m_wvalid,
  input  wire        m_wready,
  output wire [31:0] m_wdata,
  output wire [3:0]  m_wstrb,
  input  wire        m_bvalid,
  output wire        m_bready,
  input  wire [1:0]  m_bresp,
  output wire        m_arvalid,
  input  wire        m_arready,
  output wire [31:0] m_araddr,
  input  wire        m_rvalid,
  output wire        m_rready,
  input  wire [31:0] m_rdata,
  input  wire [1:0]  m_rresp
);

  // ---- Turns: bit 0 of each is for writes, bit 1 for reads ----------------------------------
  reg [1:0] busy;      // from the choice of a master to the response
  reg [1:0] debugger;  // the master of this access, or of the last one
  reg       aw_open, w_open, ar_open;
  wire [1:0] host_asks = {s_arvalid, s_awvalid | s_wvalid};
  wire [1:0] debugger_asks = {d_arvalid, d_awvalid & d_wvalid};
  wire [1:0] begins = ~busy & (host_asks | debugger_asks);
  wire [1:0] picks_debugger = debugger_asks & (~host_asks | ~debugger);
  wire [1:0] ends = {m_rvalid & m_rready, m_bvalid & m_bready};

  always @(posedge clk) begin
    if (rst) begin
      busy <= 2'b00;
      debugger <= 2'b00;
      aw_open <= 1'b0;
      w_open <= 1'b0;
      ar_open <= 1'b0;
    end else begin
      busy <= begins | (busy & ~ends);
      debugger <= (begins & picks_debugger) | (~begins & debugger);
      aw_open <= begins[0] | (busy[0] & aw_open & ~(m_awvalid & m_awready));
      w_open <= begins[0] | (busy[0] & w_open & ~(m_wvalid & m_wready));
      ar_open <= begins[1] | (busy[1] & ar_open & ~(m_arvalid & m_arready));
    end
  end

  // ---- Writes --------------------------------------------------------------------------------
  wire w_host = busy[0] & ~debugger[0];
  wire w_debugger = busy[0] & debugger[0];
  assign m_awvalid = aw_open & (debugger[0] ? d_awvalid : s_awvalid);
  assign m_awaddr = debugger[0] ? d_awaddr : s_awaddr;
  assign s_awready = aw_open & ~debugger[0] & m_awready;
  assign d_awready = aw_open & debugger[0] & m_awready;
  assign m_wvalid = w_open & (debugger[0] ? d_wvalid : s_wvalid);
  assign m_wdata = debugger[0] ? d_wdata : s_wdata;
  assign m_wstrb = debugger[0] ? d_wstrb : s_wstrb;
  assign s_wready = w_open & ~debugger[0] & m_wready;
  assign d_wready = w_open & debugger[0] & m_wready;
  assign s_bvalid = w_host & m_bvalid;
  assign d_bvalid = w_debugger & m_bvalid;
  assign s_bresp = m_bresp;
  assign d_bresp = m_bresp;
  assign m_bready = (w_host & s_bready) | (w_debugger & d_bready);

  // ---- Reads ---------------------------------------------------------------------------------
  wire r_host = busy[1] & ~debugger[1];
  wire r_debugger = busy[1] & debugger[1];
  assign m_arvalid = ar_open & (debugger[1] ? d_arvalid : s_arvalid);
  assign m_araddr = debugger[1] ? d_araddr : s_araddr;
  assign s_arready = ar_open & ~debugger[1] & m_arready;
  assign d_arready = ar_open & debugger[1] & m_arready;
  assign s_rvalid = r_host & m_rvalid;
  assign d_rvalid = r_debugger & m_rvalid;
  assign s_rdata = m_rdata;
  assign d_rdata = m_rdata;
  assign s_rresp = m_rresp;
  assign d_rresp = m_rresp;
  assign m_rready = (r_host & s_rready) | (r_debugger & d_rready);

endmodule

`default_nettype wire
