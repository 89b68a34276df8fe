// rtlgen_avalon_host -- a host's Avalon-MM DMA (Intel's Avalon-MM PCIe) as an AXI4 master
// The DMA has two masters: one writes data from the host, one reads data for the host. Their bursts may cross a page of
// 4 KiB; those of AXI must not, so each becomes one or two. Avalon writes are posted: the master gets no response when
// the memory has the data. `writing` is high while some are outstanding.
//
//   parameter  HOST_BITS   of data, a power of two, 64 or more
//              ADDR_BITS   of a byte address, 20 or more
//              COUNT_BITS  of burstcount, 8 or fewer; a burst is no longer than a page
//
//   port        direction  meaning
//   clk, rst    in         one clock; rst synchronous, active high
//   writing     out        a write has been offered that has no response from the memory yet
//   w_*         the master that writes; waitrequest is high until the burst's address has been accepted
//   r_*         the master that reads; accepts its data at once, as Avalon requires
//   m_*         AXI4: INCR bursts of whole words within 4 KiB, responses in order
`default_nettype none

module rtlgen_avalon_host #(
  parameter HOST_BITS = 256,
  parameter ADDR_BITS = 32,
  parameter COUNT_BITS = 5
) (
  input  wire                   clk,
  input  wire                   rst,
  output wire                   writing,
  input  wire [ADDR_BITS-1:0]   w_address,
  input  wire [COUNT_BITS-1:0]  w_burstcount,
  input  wire                   w_write,
  input  wire [HOST_BITS-1:0]   w_writedata,
  input  wire [HOST_BITS/8-1:0] w_byteenable,
  output wire                   w_waitrequest,
  input  wire [ADDR_BITS-1:0]   r_address,
  input  wire [COUNT_BITS-1:0]  r_burstcount,
  input  wire                   r_read,
  output wire                   r_waitrequest,
  output wire [HOST_BITS-1:0]   r_readdata,
  output wire                   r_readdatavalid,
  output reg                    m_awvalid,
  input  wire                   m_awready,
  output reg  [ADDR_BITS-1:0]   m_awaddr,
  output reg  [7:0]             m_awlen,
  output wire                   m_wvalid,
  input  wire                   m_wready,
  output wire [HOST_BITS-1:0]   m_wdata,
  output wire [HOST_BITS/8-1:0] m_wstrb,
  output wire                   m_wlast,
  input  wire                   m_bvalid,
  output wire                   m_bready,
  output reg                    m_arvalid,
  input  wire                   m_arready,
  output reg  [ADDR_BITS-1:0]   m_araddr,
  output reg  [7:0]             m_arlen,
  input  wire                   m_rvalid,
  output wire                   m_rready,
  input  wire [HOST_BITS-1:0]   m_rdata
);

  generate
    if (HOST_BITS < 64 || ADDR_BITS < 20 || COUNT_BITS > 8) begin : guard
      rtlgen_avalon_host_needs_64_bits_or_more_and_bursts_of_a_page_or_less bad_parameter ();
    end
  endgenerate

  localparam LANE = $clog2(HOST_BITS / 8);
  localparam PAGE = 12 - LANE;         // bits of a word's number within its page
  localparam [31:0] ONE = 1;
  localparam [9:0] WORDS = ONE[9:0] << PAGE;

  /// Words of a burst that are in the page of its first one.
  function [9:0] on_page(input [PAGE-1:0] first, input [9:0] count);
    reg [9:0] room;
    begin
      room = WORDS - {{(10 - PAGE){1'b0}}, first};
      on_page = count > room ? room : count;
    end
  endfunction

  // ---- Writes: an address as soon as the first word is offered, then its words ---------------
  reg [9:0] w_left;             // words of the AXI burst whose address is out
  reg [9:0] w_rest;             // of the Avalon burst behind them, in the next page
  reg [ADDR_BITS-1:LANE] w_next;  // where they begin
  wire w_open = w_left != 10'd0;
  wire w_more = w_rest != 10'd0;
  wire [ADDR_BITS-1:LANE] w_at = w_more ? w_next : w_address[ADDR_BITS-1:LANE];
  wire [9:0] w_count = w_more ? w_rest : {{(10 - COUNT_BITS){1'b0}}, w_burstcount};
  wire [9:0] w_now = on_page(w_at[11:LANE], w_count);

  reg [5:0] unanswered;
  wire take_aw = ~w_open & (w_more | w_write) & (~m_awvalid | m_awready) & (unanswered != 6'd63);
  wire take_w = m_wvalid & m_wready;
  assign m_wvalid = w_open & w_write;
  assign m_wdata = w_writedata;
  assign m_wstrb = w_byteenable;
  assign m_wlast = w_left == 10'd1;
  assign w_waitrequest = ~(w_open & m_wready);
  assign m_bready = 1'b1;
  assign writing = w_write | w_open | w_more | (unanswered != 6'd0);

  always @(posedge clk) begin
    if (take_aw) begin
      m_awaddr <= {w_at, {LANE{1'b0}}};
      m_awlen <= w_now[7:0] - 8'd1;
      w_next <= w_at + {{(ADDR_BITS - LANE - 10){1'b0}}, w_now};
    end
    if (rst) begin
      m_awvalid <= 1'b0;
      w_left <= 10'd0;
      w_rest <= 10'd0;
      unanswered <= 6'd0;
    end else begin
      m_awvalid <= take_aw | (m_awvalid & ~m_awready);
      if (take_aw) begin
        w_left <= w_now;
        w_rest <= w_count - w_now;
      end else if (take_w) begin
        w_left <= w_left - 10'd1;
      end
      unanswered <= unanswered + {5'd0, take_aw} - {5'd0, m_bvalid};
    end
  end

  // ---- Reads -------------------------------------------------------------------------------
  reg [9:0] r_rest;
  reg [ADDR_BITS-1:LANE] r_next;
  wire r_more = r_rest != 10'd0;
  wire [9:0] r_now = on_page(r_next[11:LANE], r_rest);
  wire take_ar = r_more & (~m_arvalid | m_arready);
  assign r_waitrequest = r_more;
  assign m_rready = 1'b1;
  assign r_readdata = m_rdata;
  assign r_readdatavalid = m_rvalid;

  always @(posedge clk) begin
    if (take_ar) begin
      m_araddr <= {r_next, {LANE{1'b0}}};
      m_arlen <= r_now[7:0] - 8'd1;
    end
    if (rst) begin
      m_arvalid <= 1'b0;
      r_rest <= 10'd0;
    end else begin
      m_arvalid <= take_ar | (m_arvalid & ~m_arready);
      if (take_ar) r_rest <= r_rest - r_now;
      else if (r_read & ~r_more) r_rest <= {{(10 - COUNT_BITS){1'b0}}, r_burstcount};
    end
    if (take_ar) r_next <= r_next + {{(ADDR_BITS - LANE - 10){1'b0}}, r_now};
    else if (r_read & ~r_more) r_next <= r_address[ADDR_BITS-1:LANE];
  end

  wire unused_lanes = &{1'b0, w_address[LANE-1:0], r_address[LANE-1:0]};

endmodule

`default_nettype wire
