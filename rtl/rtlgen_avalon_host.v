// rtlgen_avalon_host -- AXI4 master for a host's Avalon-MM DMA (Intel's Avalon-MM PCIe)
// The DMA has two masters: one writes data from the host, one reads data for the host. Their bursts may cross a page of
// 4 KiB; AXI bursts must not, so each becomes one or two. Avalon writes are posted: the master gets no response when
// the memory has the data. `writing` is high while writes are outstanding, and for one more clock. A write burst waits
// two clocks before its first word and one at a page boundary; read bursts and words do not wait.
//
//   parameter  HOST_BITS   bits of data, a power of two, 64 or more
//              ADDR_BITS   bits of a byte address, 20 or more
//              COUNT_BITS  bits of burstcount, 8 or fewer; a burst is no longer than a page
//
//   port        direction  meaning
//   clk, rst    in         one clock; rst synchronous, active high
//   writing     out        an offered write has no response from the memory yet
//   w_*         the master that writes; waitrequest is high until the burst's address has been issued
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
  output wire                   m_awvalid,
  input  wire                   m_awready,
  output wire [ADDR_BITS-1:0]   m_awaddr,
  output wire [7:0]             m_awlen,
  output wire                   m_wvalid,
  input  wire                   m_wready,
  output wire [HOST_BITS-1:0]   m_wdata,
  output wire [HOST_BITS/8-1:0] m_wstrb,
  output wire                   m_wlast,
  input  wire                   m_bvalid,
  output wire                   m_bready,
  output wire                   m_arvalid,
  input  wire                   m_arready,
  output wire [ADDR_BITS-1:0]   m_araddr,
  output wire [7:0]             m_arlen,
  input  wire                   m_rvalid,
  output wire                   m_rready,
  input  wire [HOST_BITS-1:0]   m_rdata
);

  localparam [31:0] ONE = 1;

  // ---- Writes: the address when the first word is offered, then the words ---------------------
  reg w_open;                    // the address of the current words has been issued
  reg [COUNT_BITS-1:0] w_left;   // words of that AXI burst after the current one
  reg [5:0] unanswered;
  reg answerable;                // unanswered was below 62 a clock ago; at most every second clock issues a burst
  reg pending;
  wire w_idle, w_issue;
  wire [COUNT_BITS-1:0] w_len;
  rtlgen_avalon_pages #(.HOST_BITS(HOST_BITS), .ADDR_BITS(ADDR_BITS), .COUNT_BITS(COUNT_BITS)) u_writes (
    .clk(clk), .rst(rst), .in_valid(w_write & ~w_open), .in_ready(w_idle),
    .in_address(w_address), .in_count(w_burstcount), .go(answerable & ~w_open), .issue(w_issue), .issue_len(w_len),
    .m_valid(m_awvalid), .m_ready(m_awready), .m_address(m_awaddr), .m_len(m_awlen)
  );
  wire take_w = m_wvalid & m_wready;
  assign m_wvalid = w_open & w_write;
  assign m_wdata = w_writedata;
  assign m_wstrb = w_byteenable;
  assign m_wlast = w_left == {COUNT_BITS{1'b0}};
  assign w_waitrequest = ~(w_open & m_wready);
  assign m_bready = 1'b1;
  assign writing = w_write | pending;

  always @(posedge clk) begin
    if (w_issue) w_left <= w_len;
    else if (take_w) w_left <= w_left - ONE[COUNT_BITS-1:0];
    answerable <= unanswered[5:1] != 5'd31;
    if (rst) begin
      w_open <= 1'b0;
      unanswered <= 6'd0;
      pending <= 1'b0;
    end else begin
      w_open <= w_issue | (w_open & ~(take_w & m_wlast));
      unanswered <= unanswered + {5'd0, w_issue} - {5'd0, m_bvalid};
      // One clock longer than needed, so that it can be a register.
      pending <= w_write | w_open | ~w_idle | (unanswered != 6'd0);
    end
  end

  // ---- Reads -------------------------------------------------------------------------------
  wire r_idle, unused_issue;
  wire [COUNT_BITS-1:0] unused_len;
  rtlgen_avalon_pages #(.HOST_BITS(HOST_BITS), .ADDR_BITS(ADDR_BITS), .COUNT_BITS(COUNT_BITS)) u_reads (
    .clk(clk), .rst(rst), .in_valid(r_read), .in_ready(r_idle),
    .in_address(r_address), .in_count(r_burstcount), .go(1'b1), .issue(unused_issue), .issue_len(unused_len),
    .m_valid(m_arvalid), .m_ready(m_arready), .m_address(m_araddr), .m_len(m_arlen)
  );
  assign r_waitrequest = ~r_idle;
  assign m_rready = 1'b1;
  assign r_readdata = m_rdata;
  assign r_readdatavalid = m_rvalid;

endmodule

`default_nettype wire
