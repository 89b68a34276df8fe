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

  // ---- Writes: `w_on` from the choice of a master to the response ----------------------------
  reg w_on, w_debugger, aw_open, w_open;
  wire w_host = s_awvalid | s_wvalid;
  wire w_other = d_awvalid & d_wvalid;
  wire w_pick = w_other & (~w_host | ~w_debugger);
  assign m_awvalid = aw_open & (w_debugger ? d_awvalid : s_awvalid);
  assign m_awaddr = w_debugger ? d_awaddr : s_awaddr;
  assign s_awready = aw_open & ~w_debugger & m_awready;
  assign d_awready = aw_open & w_debugger & m_awready;
  assign m_wvalid = w_open & (w_debugger ? d_wvalid : s_wvalid);
  assign m_wdata = w_debugger ? d_wdata : s_wdata;
  assign m_wstrb = w_debugger ? d_wstrb : s_wstrb;
  assign s_wready = w_open & ~w_debugger & m_wready;
  assign d_wready = w_open & w_debugger & m_wready;
  assign s_bvalid = w_on & ~w_debugger & m_bvalid;
  assign d_bvalid = w_on & w_debugger & m_bvalid;
  assign s_bresp = m_bresp;
  assign d_bresp = m_bresp;
  assign m_bready = w_on & (w_debugger ? d_bready : s_bready);

  always @(posedge clk) begin
    if (rst) begin
      w_on <= 1'b0;
      w_debugger <= 1'b0;
      aw_open <= 1'b0;
      w_open <= 1'b0;
    end else if (!w_on) begin
      w_on <= w_host | w_other;
      aw_open <= w_host | w_other;
      w_open <= w_host | w_other;
      if (w_host | w_other) w_debugger <= w_pick;
    end else begin
      if (m_awvalid & m_awready) aw_open <= 1'b0;
      if (m_wvalid & m_wready) w_open <= 1'b0;
      if (m_bvalid & m_bready) w_on <= 1'b0;
    end
  end

  // ---- Reads ---------------------------------------------------------------------------------
  reg r_on, r_debugger, ar_open;
  wire r_pick = d_arvalid & (~s_arvalid | ~r_debugger);
  assign m_arvalid = ar_open & (r_debugger ? d_arvalid : s_arvalid);
  assign m_araddr = r_debugger ? d_araddr : s_araddr;
  assign s_arready = ar_open & ~r_debugger & m_arready;
  assign d_arready = ar_open & r_debugger & m_arready;
  assign s_rvalid = r_on & ~r_debugger & m_rvalid;
  assign d_rvalid = r_on & r_debugger & m_rvalid;
  assign s_rdata = m_rdata;
  assign d_rdata = m_rdata;
  assign s_rresp = m_rresp;
  assign d_rresp = m_rresp;
  assign m_rready = r_on & (r_debugger ? d_rready : s_rready);

  always @(posedge clk) begin
    if (rst) begin
      r_on <= 1'b0;
      r_debugger <= 1'b0;
      ar_open <= 1'b0;
    end else if (!r_on) begin
      r_on <= s_arvalid | d_arvalid;
      ar_open <= s_arvalid | d_arvalid;
      if (s_arvalid | d_arvalid) r_debugger <= r_pick;
    end else begin
      if (m_arvalid & m_arready) ar_open <= 1'b0;
      if (m_rvalid & m_rready) r_on <= 1'b0;
    end
  end

endmodule

`default_nettype wire
