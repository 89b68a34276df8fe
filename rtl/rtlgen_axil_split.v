// rtlgen_axil_split -- connects an AXI4-Lite master to the registers of several kernels, consecutive in its space
//
// One access at a time in each direction. Address bits above the kernel's number are ignored, so every access gets a response.
//
//   parameter  KERNELS      a power of two, 2 or more
//              OFFSET_BITS  a kernel has 2^OFFSET_BITS bytes
//
//   port           direction  meaning
//   clk, rst       in         one clock; rst synchronous, active high
//   s_*            the master, AXI4-Lite of 32 bits
//   m_*            the kernels; vectors of KERNELS, kernel 0 lowest; all share address and write data
`default_nettype none

module rtlgen_axil_split #(
  parameter KERNELS = 2,
  parameter OFFSET_BITS = 16
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   s_awvalid,
  output wire                   s_awready,
  input  wire [31:0]            s_awaddr,
  input  wire                   s_wvalid,
  output wire                   s_wready,
  input  wire [31:0]            s_wdata,
  input  wire [3:0]             s_wstrb,
  output wire                   s_bvalid,
  input  wire                   s_bready,
  output wire [1:0]             s_bresp,
  input  wire                   s_arvalid,
  output wire                   s_arready,
  input  wire [31:0]            s_araddr,
  output wire                   s_rvalid,
  input  wire                   s_rready,
  output wire [31:0]            s_rdata,
  output wire [1:0]             s_rresp,
  output wire [KERNELS-1:0]     m_awvalid,
  input  wire [KERNELS-1:0]     m_awready,
  output reg  [OFFSET_BITS-1:0] m_awaddr,
  output wire [KERNELS-1:0]     m_wvalid,
  input  wire [KERNELS-1:0]     m_wready,
  output wire [31:0]            m_wdata,
  output wire [3:0]             m_wstrb,
  input  wire [KERNELS-1:0]     m_bvalid,
  output wire [KERNELS-1:0]     m_bready,
  input  wire [2*KERNELS-1:0]   m_bresp,
  output wire [KERNELS-1:0]     m_arvalid,
  input  wire [KERNELS-1:0]     m_arready,
  output reg  [OFFSET_BITS-1:0] m_araddr,
  input  wire [KERNELS-1:0]     m_rvalid,
  output wire [KERNELS-1:0]     m_rready,
  input  wire [32*KERNELS-1:0]  m_rdata,
  input  wire [2*KERNELS-1:0]   m_rresp
);

  localparam PICK = $clog2(KERNELS);

  generate
    if (KERNELS < 2 || KERNELS != 1 << PICK || OFFSET_BITS + PICK >= 32) begin : guard
      rtlgen_axil_split_needs_a_power_of_two_of_kernels bad_parameter ();
    end
  endgenerate

  localparam [KERNELS-1:0] ONE = 1;

  // ---- Writes: `w_on` from the address to the response---------------------------------------
  reg w_on, aw_open, w_open;
  reg [PICK-1:0] w_pick;
  wire [KERNELS-1:0] w_one = ONE << w_pick;
  assign s_awready = ~w_on & ~rst;  // nothing is accepted and lost in reset
  assign m_awvalid = {KERNELS{aw_open}} & w_one;
  assign m_wvalid = {KERNELS{w_open & s_wvalid}} & w_one;
  assign s_wready = w_open & m_wready[w_pick];
  assign m_wdata = s_wdata;
  assign m_wstrb = s_wstrb;
  assign s_bvalid = w_on & m_bvalid[w_pick];
  assign s_bresp = m_bresp[2*w_pick+:2];
  assign m_bready = {KERNELS{w_on & s_bready}} & w_one;

  always @(posedge clk) begin
    if (s_awvalid & s_awready) begin
      m_awaddr <= s_awaddr[OFFSET_BITS-1:0];
      w_pick <= s_awaddr[OFFSET_BITS+:PICK];
    end
    if (rst) begin
      w_on <= 1'b0;
      aw_open <= 1'b0;
      w_open <= 1'b0;
    end else begin
      w_on <= w_on ? ~(s_bvalid & s_bready) : s_awvalid;
      aw_open <= w_on ? aw_open & ~m_awready[w_pick] : s_awvalid;
      w_open <= w_on ? w_open & ~(s_wvalid & s_wready) : s_awvalid;
    end
  end

  // ---- Reads ---------------------------------------------------------------------------------
  reg r_on, ar_open;
  reg [PICK-1:0] r_pick;
  wire [KERNELS-1:0] r_one = ONE << r_pick;
  assign s_arready = ~r_on & ~rst;
  assign m_arvalid = {KERNELS{ar_open}} & r_one;
  assign s_rvalid = r_on & m_rvalid[r_pick];
  assign s_rdata = m_rdata[32*r_pick+:32];
  assign s_rresp = m_rresp[2*r_pick+:2];
  assign m_rready = {KERNELS{r_on & s_rready}} & r_one;

  always @(posedge clk) begin
    if (s_arvalid & s_arready) begin
      m_araddr <= s_araddr[OFFSET_BITS-1:0];
      r_pick <= s_araddr[OFFSET_BITS+:PICK];
    end
    if (rst) begin
      r_on <= 1'b0;
      ar_open <= 1'b0;
    end else begin
      r_on <= r_on ? ~(s_rvalid & s_rready) : s_arvalid;
      ar_open <= r_on ? ar_open & ~m_arready[r_pick] : s_arvalid;
    end
  end

  wire unused_above = &{1'b0, s_awaddr[31:OFFSET_BITS+PICK], s_araddr[31:OFFSET_BITS+PICK]};

endmodule

`default_nettype wire
