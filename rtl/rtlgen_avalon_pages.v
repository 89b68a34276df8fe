// rtlgen_avalon_pages -- splits an Avalon-MM burst at pages of 4 KiB into one or two AXI4 bursts
// Decisions depend on registers alone: a burst is issued one clock after it was accepted, or later.
//
//   parameter  HOST_BITS   bits of data, a power of two, 64 or more
//              ADDR_BITS   bits of a byte address, 20 or more
//              COUNT_BITS  bits of in_count, 8 or fewer; a burst is no longer than a page
//
//   port        direction  meaning
//   clk, rst    in         one clock; rst synchronous, active high
//   in_valid    in         a burst is offered
//   in_ready    out        accepted at this edge; a register, high when all earlier bursts are issued
//   in_address  in         address of its first word
//   in_count    in         number of its words, 1 or more
//   go          in         an AXI burst may be issued
//   issue       out        one is issued at this edge
//   issue_len   out        its words - 1
//   m_*         AXI4 address channel
`default_nettype none

module rtlgen_avalon_pages #(
  parameter HOST_BITS = 256,
  parameter ADDR_BITS = 32,
  parameter COUNT_BITS = 5
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  in_valid,
  output reg                   in_ready,
  input  wire [ADDR_BITS-1:0]  in_address,
  input  wire [COUNT_BITS-1:0] in_count,
  input  wire                  go,
  output wire                  issue,
  output wire [COUNT_BITS-1:0] issue_len,
  output reg                   m_valid,
  input  wire                  m_ready,
  output reg  [ADDR_BITS-1:0]  m_address,
  output reg  [7:0]            m_len
);

  generate
    if (HOST_BITS < 64 || ADDR_BITS < 20 || COUNT_BITS > 8) begin : guard
      rtlgen_avalon_pages_needs_64_bits_or_more_and_bursts_of_a_page_or_less bad_parameter ();
    end
  endgenerate

  localparam LANE = $clog2(HOST_BITS / 8);
  localparam PAGE = 12 - LANE;  // bits of a word's number within its page
  localparam [31:0] ONE = 1;

  reg [ADDR_BITS-1:LANE] at;  // the first word that has not been issued
  reg [COUNT_BITS-1:0] behind;  // words after it in the burst
  reg [PAGE:0] sum;  // its number in its page plus the words of the burst

  // ~at: words after it in its page. If the burst crosses into the next page, they are fewer than those of the burst.
  wire crosses = sum[PAGE] & |sum[PAGE-1:0];
  wire [9:0] room = {{(10 - PAGE){1'b0}}, ~at[11:LANE]};
  wire [9:0] rest = {{(10 - PAGE){1'b0}}, sum[PAGE-1:0]};  // words in the next page
  wire [9:0] count = {{(10 - COUNT_BITS){1'b0}}, in_count};
  wire [8:0] len = {{(9 - COUNT_BITS){1'b0}}, issue_len};
  assign issue = ~in_ready & go & (~m_valid | m_ready);
  assign issue_len = crosses ? room[COUNT_BITS-1:0] : behind;

  always @(posedge clk) begin
    if (issue) begin
      m_address <= {at, {LANE{1'b0}}};
      m_len <= len[7:0];
    end
    if (in_ready) begin
      at <= in_address[ADDR_BITS-1:LANE];
      behind <= in_count - ONE[COUNT_BITS-1:0];
      sum <= {1'b0, in_address[11:LANE]} + count[PAGE:0];
    end else if (issue) begin
      at <= {at[ADDR_BITS-1:12] + {{(ADDR_BITS - 13){1'b0}}, 1'b1}, {PAGE{1'b0}}};
      behind <= rest[COUNT_BITS-1:0] - ONE[COUNT_BITS-1:0];
      sum <= {(PAGE + 1){1'b0}};
    end
    if (rst) begin
      in_ready <= 1'b1;
      m_valid <= 1'b0;
    end else begin
      in_ready <= in_ready ? ~in_valid : issue & ~crosses;
      m_valid <= issue | (m_valid & ~m_ready);
    end
  end

  wire unused_bits = &{1'b0, in_address[LANE-1:0], room, rest, count, len};

endmodule

`default_nettype wire
