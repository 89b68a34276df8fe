// rtlgen_axi_split -- connects one AXI4 master to several memory channels, which are consecutive in its address space
// The memory returns no IDs: responses come in the order of the bursts, whatever their channels, and write data are in
// the order of their bursts. Address bits above the channel's number are ignored, so every burst gets a response.
//
//   parameter  CHANNELS      a power of two, 2 or more
//              CHANNEL_BITS  a channel has 2^CHANNEL_BITS bytes, 12 or more; no burst crosses from one into another
//              BUS_BITS, ADDR_BITS
//
//   port           direction  meaning
//   clk, rst       in         one clock; rst synchronous, active high
//   s_*            the master; INCR bursts of whole beats
//   m_*            the channels; vectors of CHANNELS, channel 0 lowest; all share address, length and write data
`default_nettype none

module rtlgen_axi_split #(
  parameter CHANNELS = 2,
  parameter CHANNEL_BITS = 31,
  parameter BUS_BITS = 512,
  parameter ADDR_BITS = 64
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire                         s_awvalid,
  output wire                         s_awready,
  input  wire [ADDR_BITS-1:0]         s_awaddr,
  input  wire [7:0]                   s_awlen,
  input  wire                         s_wvalid,
  output wire                         s_wready,
  input  wire [BUS_BITS-1:0]          s_wdata,
  input  wire [BUS_BITS/8-1:0]        s_wstrb,
  input  wire                         s_wlast,
  output wire                         s_bvalid,
  input  wire                         s_bready,
  output wire [1:0]                   s_bresp,
  input  wire                         s_arvalid,
  output wire                         s_arready,
  input  wire [ADDR_BITS-1:0]         s_araddr,
  input  wire [7:0]                   s_arlen,
  output wire                         s_rvalid,
  input  wire                         s_rready,
  output wire [BUS_BITS-1:0]          s_rdata,
  output wire [1:0]                   s_rresp,
  output wire                         s_rlast,
  output wire [CHANNELS-1:0]          m_awvalid,
  input  wire [CHANNELS-1:0]          m_awready,
  output wire [ADDR_BITS-1:0]         m_awaddr,
  output wire [7:0]                   m_awlen,
  output wire [CHANNELS-1:0]          m_wvalid,
  input  wire [CHANNELS-1:0]          m_wready,
  output wire [BUS_BITS-1:0]          m_wdata,
  output wire [BUS_BITS/8-1:0]        m_wstrb,
  output wire                         m_wlast,
  input  wire [CHANNELS-1:0]          m_bvalid,
  output wire [CHANNELS-1:0]          m_bready,
  input  wire [2*CHANNELS-1:0]        m_bresp,
  output wire [CHANNELS-1:0]          m_arvalid,
  input  wire [CHANNELS-1:0]          m_arready,
  output wire [ADDR_BITS-1:0]         m_araddr,
  output wire [7:0]                   m_arlen,
  input  wire [CHANNELS-1:0]          m_rvalid,
  output wire [CHANNELS-1:0]          m_rready,
  input  wire [BUS_BITS*CHANNELS-1:0] m_rdata,
  input  wire [2*CHANNELS-1:0]        m_rresp,
  input  wire [CHANNELS-1:0]          m_rlast
);

  localparam PICK = $clog2(CHANNELS);

  generate
    if (CHANNELS < 2 || CHANNELS != 1 << PICK || CHANNEL_BITS < 12 || CHANNEL_BITS + PICK >= ADDR_BITS) begin : guard
      rtlgen_axi_split_needs_a_power_of_two_of_channels_of_4096_bytes_or_more bad_parameter ();
    end
  endgenerate

  localparam [CHANNELS-1:0] ONE = 1;
  localparam NOTES_LOG2 = 5;  // outstanding bursts, as in rtlgen_axi_host
  localparam ABOVE = ADDR_BITS - CHANNEL_BITS;

  // ---- Writes: channels of data and responses ------------------------------------------------
  wire [PICK-1:0] aw_pick = s_awaddr[CHANNEL_BITS+:PICK];
  wire w_note_ready, w_note_valid, b_note_ready, b_note_valid;
  wire [PICK-1:0] w_pick, b_pick;
  wire aw_free = w_note_ready & b_note_ready;
  assign m_awvalid = {CHANNELS{s_awvalid & aw_free}} & (ONE << aw_pick);
  assign s_awready = aw_free & m_awready[aw_pick];
  assign m_awaddr = {{ABOVE{1'b0}}, s_awaddr[CHANNEL_BITS-1:0]};
  assign m_awlen = s_awlen;
  wire take_aw = s_awvalid & s_awready;

  rtlgen_queue #(.WIDTH(PICK), .DEPTH_LOG2(NOTES_LOG2)) u_writes (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(w_note_ready), .in_data(aw_pick),
    .out_valid(w_note_valid), .out_ready(s_wvalid & s_wready & s_wlast), .out_data(w_pick)
  );
  assign m_wvalid = {CHANNELS{s_wvalid & w_note_valid}} & (ONE << w_pick);
  assign s_wready = w_note_valid & m_wready[w_pick];
  assign m_wdata = s_wdata;
  assign m_wstrb = s_wstrb;
  assign m_wlast = s_wlast;

  rtlgen_queue #(.WIDTH(PICK), .DEPTH_LOG2(NOTES_LOG2)) u_answers (
    .clk(clk), .rst(rst), .in_valid(take_aw), .in_ready(b_note_ready), .in_data(aw_pick),
    .out_valid(b_note_valid), .out_ready(s_bvalid & s_bready), .out_data(b_pick)
  );
  assign s_bvalid = b_note_valid & m_bvalid[b_pick];
  assign m_bready = {CHANNELS{s_bready & b_note_valid}} & (ONE << b_pick);
  assign s_bresp = m_bresp[2*b_pick+:2];

  // ---- Reads ---------------------------------------------------------------------------------
  wire [PICK-1:0] ar_pick = s_araddr[CHANNEL_BITS+:PICK];
  wire r_note_ready, r_note_valid;
  wire [PICK-1:0] r_pick;
  assign m_arvalid = {CHANNELS{s_arvalid & r_note_ready}} & (ONE << ar_pick);
  assign s_arready = r_note_ready & m_arready[ar_pick];
  assign m_araddr = {{ABOVE{1'b0}}, s_araddr[CHANNEL_BITS-1:0]};
  assign m_arlen = s_arlen;

  rtlgen_queue #(.WIDTH(PICK), .DEPTH_LOG2(NOTES_LOG2)) u_reads (
    .clk(clk), .rst(rst), .in_valid(s_arvalid & s_arready), .in_ready(r_note_ready), .in_data(ar_pick),
    .out_valid(r_note_valid), .out_ready(s_rvalid & s_rready & s_rlast), .out_data(r_pick)
  );
  assign s_rvalid = r_note_valid & m_rvalid[r_pick];
  assign m_rready = {CHANNELS{s_rready & r_note_valid}} & (ONE << r_pick);
  assign s_rdata = m_rdata[BUS_BITS*r_pick+:BUS_BITS];
  assign s_rresp = m_rresp[2*r_pick+:2];
  assign s_rlast = m_rlast[r_pick];

  wire unused_above = &{1'b0, s_awaddr[ADDR_BITS-1:CHANNEL_BITS+PICK], s_araddr[ADDR_BITS-1:CHANNEL_BITS+PICK]};

endmodule

`default_nettype wire
