// rtlgen_axi_unrequested -- drops the responses of a memory that a master has not requested
//
// Two masters share a memory: a response that one does not take would block those of the other. So this module takes
// it at once. A response that arrives while bursts of its direction are outstanding is that of the oldest burst: if it
// was not requested, one is left at the end.
//
//   parameter  OUTSTANDING_LOG2  at most 2^OUTSTANDING_LOG2 outstanding bursts in each direction
//              COUNT_BITS        bits of each count, 2 or more
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high, together with master and memory
//   kept       in         something was dropped, and the host has not read it yet: high from the clock after `dropped`
//   dropped    out        for one clock: something was dropped
//   counts     out        of what was dropped while `kept`: beats of reads in the lower half, responses to writes in the
//                         upper half; neither overflows. 0 without `kept`
//   s_*        the master. Requests are only watched; write data of a burst come after its address
//   m_*        the memory
`default_nettype none

module rtlgen_axi_unrequested #(
  parameter OUTSTANDING_LOG2 = 6,
  parameter COUNT_BITS = 8
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire                    kept,
  output wire                    dropped,
  output wire [2*COUNT_BITS-1:0] counts,
  input  wire                    s_wvalid,
  input  wire                    s_wready,
  input  wire                    s_wlast,
  output wire                    s_bvalid,
  input  wire                    s_bready,
  input  wire                    s_arvalid,
  input  wire                    s_arready,
  output wire                    s_rvalid,
  input  wire                    s_rready,
  input  wire                    m_bvalid,
  output wire                    m_bready,
  input  wire                    m_rvalid,
  output wire                    m_rready,
  input  wire                    m_rlast
);

  generate
    if (OUTSTANDING_LOG2 < 1 || OUTSTANDING_LOG2 > 16 || COUNT_BITS < 2 || COUNT_BITS > 16) begin : guard
      rtlgen_axi_unrequested_needs_2_to_65536_outstanding_bursts_and_counts_of_2_to_16_bits bad_parameter ();
    end
  endgenerate

  localparam BITS = OUTSTANDING_LOG2 + 1;
  localparam [31:0] ONE = 1;

  // ---- Outstanding bursts: writes from their last beat on --------------------------------------------------------
  // Handshakes are late, so sums and comparisons are of registers alone.
  reg [BITS-1:0] reads, writes;
  reg no_reads, no_writes;
  reg rest;  // the next beat belongs to a burst whose beginning was dropped
  reg dropped_read, dropped_write;
  initial {dropped_read, dropped_write} = 2'b00;
  wire drop_read = no_reads | rest;
  wire read_begins = s_arvalid & s_arready;
  wire read_ends = s_rvalid & s_rready & m_rlast;
  wire write_begins = s_wvalid & s_wready & s_wlast;
  wire write_ends = s_bvalid & s_bready;
  wire [BITS-1:0] more_reads = reads + ONE[BITS-1:0];
  wire [BITS-1:0] less_reads = reads - ONE[BITS-1:0];
  wire [BITS-1:0] more_writes = writes + ONE[BITS-1:0];
  wire [BITS-1:0] less_writes = writes - ONE[BITS-1:0];
  wire last_read = reads == ONE[BITS-1:0];
  wire last_write = writes == ONE[BITS-1:0];
  wire drops_read = m_rvalid & drop_read & ~rst;
  wire drops_write = m_bvalid & no_writes & ~rst;

  assign s_rvalid = m_rvalid & ~drop_read;
  assign m_rready = s_rready | drop_read;
  assign s_bvalid = m_bvalid & ~no_writes;
  assign m_bready = s_bready | no_writes;

  always @(posedge clk) begin
    if (rst) reads <= {BITS{1'b0}};
    else if (read_begins != read_ends) reads <= read_begins ? more_reads : less_reads;
    if (rst) writes <= {BITS{1'b0}};
    else if (write_begins != write_ends) writes <= write_begins ? more_writes : less_writes;
    no_reads <= rst | (read_begins == read_ends ? no_reads : read_ends & last_read);
    no_writes <= rst | (write_begins == write_ends ? no_writes : write_ends & last_write);
    rest <= ~rst & (drops_read ? ~m_rlast : rest);
    dropped_read <= drops_read;
    dropped_write <= drops_write;
  end

  // ---- Counts since the host has read them ------------------------------------------------------------------------
  reg [COUNT_BITS-1:0] beats, responses;
  assign dropped = dropped_read | dropped_write;
  assign counts = {responses, beats} & {(2 * COUNT_BITS){kept}};

  always @(posedge clk) begin
    if (~kept) beats <= {{(COUNT_BITS - 1){1'b0}}, dropped_read};
    else if (dropped_read & ~&beats) beats <= beats + ONE[COUNT_BITS-1:0];
    if (~kept) responses <= {{(COUNT_BITS - 1){1'b0}}, dropped_write};
    else if (dropped_write & ~&responses) responses <= responses + ONE[COUNT_BITS-1:0];
  end

endmodule

`default_nettype wire
