// rtlgen_channel_probe -- monitors the accelerator's side of a memory channel, and records the last run
// Responses come in the order of their bursts, at least one clock after the address was accepted.
//
// A run that begins clears the words, unless `kept`. The first error ends the recording; so does `rst`, which leaves
// the words alone. The words, lowest first, with addresses in beats:
//
//   0  the last read burst that was accepted
//   1  the last write burst that was accepted
//   2  the oldest read burst without all of its data; any value if there are none
//   3  the oldest write burst without a response; any value if there are none
//   4  the burst that got the first error; 0 after a response without a burst
//   5  bits 0 to 7 outstanding read bursts, 8 to 15 write bursts, 16 to 23 and 24 to 31 the most of each
//   6  bits 0 to 15 the most clocks in a row with outstanding reads and without data, 16 to 31 the same of writes,
//      without a beat and a response; up to 65535
//   7  bit 0 an error is kept, 1 the run is recorded, 2 error response to a read, 3 to a write, 4 data without a burst,
//      5 response without a write burst, 6 more beats than requested, 7 fewer
//
//   parameter  ADDR_BITS         bits of a byte address
//              SHIFT             2^SHIFT bytes in a beat
//              AT_BITS           bits of an address in beats, 1 to 32
//              OUTSTANDING_LOG2  at most 2^OUTSTANDING_LOG2 outstanding bursts in each direction, 1 to 6
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high, together with the accelerator
//   busy       in         a run is active
//   kept       in         an error has not been read yet
//   error      out        for one clock: the first error; a register
//   words      out
//   s_*        in         the channel, both sides of each handshake
`default_nettype none

module rtlgen_channel_probe #(
  parameter ADDR_BITS = 64,
  parameter SHIFT = 6,
  parameter AT_BITS = 25,
  parameter OUTSTANDING_LOG2 = 4
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 busy,
  input  wire                 kept,
  output reg                  error,
  output wire [255:0]         words,
  input  wire                 s_awvalid,
  input  wire                 s_awready,
  input  wire [ADDR_BITS-1:0] s_awaddr,
  input  wire                 s_wvalid,
  input  wire                 s_wready,
  input  wire                 s_bvalid,
  input  wire                 s_bready,
  input  wire [1:0]           s_bresp,
  input  wire                 s_arvalid,
  input  wire                 s_arready,
  input  wire [ADDR_BITS-1:0] s_araddr,
  input  wire [7:0]           s_arlen,
  input  wire                 s_rvalid,
  input  wire                 s_rready,
  input  wire [1:0]           s_rresp,
  input  wire                 s_rlast
);

  generate
    if (AT_BITS < 1 || AT_BITS > 32 || SHIFT < 0 || SHIFT + AT_BITS > ADDR_BITS) begin : guard_at
      rtlgen_channel_probe_needs_addresses_of_1_to_32_bits bad_parameter ();
    end
    if (OUTSTANDING_LOG2 < 1 || OUTSTANDING_LOG2 > 6) begin : guard_outstanding
      rtlgen_channel_probe_needs_2_to_64_outstanding_bursts bad_parameter ();
    end
  endgenerate

  wire unused_in = &{1'b0, s_awaddr, s_araddr, s_bresp[0], s_rresp[0]};

  // ---- When it records ------------------------------------------------------------------------------------------
  reg recording, was_busy;
  wire begins = busy & ~was_busy & ~kept & ~error & ~rst;
  wire failed;
  initial recording = 1'b0;
  always @(posedge clk) begin
    was_busy <= busy & ~rst;
    recording <= begins | (recording & ~rst & ~failed);
    error <= failed & ~begins;
  end

  // ---- Handshakes, one clock later ------------------------------------------------------------------------------
  reg ar_taken, aw_taken, w_taken, r_here, r_taken, r_last, r_bad, b_here, b_taken, b_bad;
  reg [AT_BITS-1:0] read_at, write_at;
  reg [7:0] read_len;
  initial read_at = {AT_BITS{1'b0}};
  initial write_at = {AT_BITS{1'b0}};
  always @(posedge clk) begin
    ar_taken <= recording & s_arvalid & s_arready;
    aw_taken <= recording & s_awvalid & s_awready;
    w_taken <= s_wvalid & s_wready;
    r_here <= recording & s_rvalid;
    r_taken <= recording & s_rvalid & s_rready;
    r_last <= s_rlast;
    r_bad <= s_rresp[1];
    b_here <= recording & s_bvalid;
    b_taken <= recording & s_bvalid & s_bready;
    b_bad <= s_bresp[1];
    if (begins) read_at <= {AT_BITS{1'b0}};
    else if (recording & s_arvalid & s_arready) read_at <= s_araddr[SHIFT+:AT_BITS];
    if (begins) write_at <= {AT_BITS{1'b0}};
    else if (recording & s_awvalid & s_awready) write_at <= s_awaddr[SHIFT+:AT_BITS];
    if (s_arvalid & s_arready) read_len <= s_arlen;
  end

  // ---- Outstanding bursts ---------------------------------------------------------------------------------------
  wire reads, writes;  // there are some
  wire [AT_BITS-1:0] oldest_read, oldest_write;
  wire [7:0] oldest_len;
  wire read_ends = recording & r_taken & r_last & reads;
  wire write_ends = recording & b_taken & writes;
  wire unused_read_room, unused_write_room;
  rtlgen_queue #(.WIDTH(AT_BITS + 8), .DEPTH_LOG2(OUTSTANDING_LOG2)) u_reads (
    .clk(clk), .rst(begins), .in_valid(recording & ar_taken), .in_ready(unused_read_room), .in_data({read_len, read_at}),
    .out_valid(reads), .out_ready(read_ends), .out_data({oldest_len, oldest_read})
  );
  rtlgen_queue #(.WIDTH(AT_BITS), .DEPTH_LOG2(OUTSTANDING_LOG2)) u_writes (
    .clk(clk), .rst(begins), .in_valid(recording & aw_taken), .in_ready(unused_write_room), .in_data(write_at),
    .out_valid(writes), .out_ready(write_ends), .out_data(oldest_write)
  );

  // ---- Errors ---------------------------------------------------------------------------------------------------
  reg [7:0] beat;
  wire ends_here = beat == oldest_len;
  wire [5:0] found = {r_taken & reads & r_last & ~ends_here, r_taken & reads & ~r_last & ends_here,
                      b_here & ~writes, r_here & ~reads, b_taken & writes & b_bad, r_taken & reads & r_bad};
  assign failed = recording & |found;
  reg [5:0] kinds;
  reg [AT_BITS-1:0] error_at;
  initial kinds = 6'd0;
  initial error_at = {AT_BITS{1'b0}};
  always @(posedge clk) begin
    if (begins) beat <= 8'd0;
    else if (recording & r_taken) beat <= r_last ? 8'd0 : beat + 8'd1;
    if (begins) kinds <= 6'd0;
    else if (failed) kinds <= found;
    if (begins) error_at <= {AT_BITS{1'b0}};
    else if (failed & (found[0] | found[4] | found[5])) error_at <= oldest_read;
    else if (failed & found[1]) error_at <= oldest_write;
  end

  // ---- Counts: a maximum grows together with what it is the maximum of ------------------------------------------
  localparam OPEN_BITS = OUTSTANDING_LOG2 + 1;
  localparam [31:0] ONE = 1;
  reg [OPEN_BITS-1:0] open_reads, open_writes, most_reads, most_writes;
  reg [15:0] read_waits, write_waits, longest_read, longest_write;
  wire more_reads = ar_taken & ~read_ends;
  wire more_writes = aw_taken & ~write_ends;
  wire read_waiting = reads & ~r_here;
  wire write_waiting = writes & ~w_taken & ~b_here;
  initial {open_reads, open_writes, most_reads, most_writes} = {(4 * OPEN_BITS){1'b0}};
  initial {longest_read, longest_write} = 32'd0;
  always @(posedge clk) begin
    if (begins) begin
      {open_reads, open_writes, most_reads, most_writes} <= {(4 * OPEN_BITS){1'b0}};
      {read_waits, write_waits, longest_read, longest_write} <= 64'd0;
    end else if (recording) begin
      if (more_reads) open_reads <= open_reads + ONE[OPEN_BITS-1:0];
      else if (read_ends & ~ar_taken) open_reads <= open_reads - ONE[OPEN_BITS-1:0];
      if (more_writes) open_writes <= open_writes + ONE[OPEN_BITS-1:0];
      else if (write_ends & ~aw_taken) open_writes <= open_writes - ONE[OPEN_BITS-1:0];
      if (more_reads & open_reads == most_reads) most_reads <= most_reads + ONE[OPEN_BITS-1:0];
      if (more_writes & open_writes == most_writes) most_writes <= most_writes + ONE[OPEN_BITS-1:0];
      if (~read_waiting) read_waits <= 16'd0;
      else if (~&read_waits) read_waits <= read_waits + 16'd1;
      if (read_waiting & read_waits == longest_read & ~&longest_read) longest_read <= longest_read + 16'd1;
      if (~write_waiting) write_waits <= 16'd0;
      else if (~&write_waits) write_waits <= write_waits + 16'd1;
      if (write_waiting & write_waits == longest_write & ~&longest_write) longest_write <= longest_write + 16'd1;
    end
  end

  // ---- Words ----------------------------------------------------------------------------------------------------
  localparam ZEROS = 32 - AT_BITS, FREE = 8 - OPEN_BITS;
  wire [159:0] places;
  genvar i;
  generate
    for (i = 0; i < 5; i = i + 1) begin : place_words
      wire [AT_BITS-1:0] at = i == 0 ? read_at : i == 1 ? write_at : i == 2 ? oldest_read : i == 3 ? oldest_write : error_at;
      assign places[32*i+:AT_BITS] = at;
      if (ZEROS > 0) begin : zeros
        assign places[32*i+AT_BITS+:ZEROS] = {ZEROS{1'b0}};
      end
    end
  endgenerate
  wire [31:0] counts = {{FREE{1'b0}}, most_writes, {FREE{1'b0}}, most_reads, {FREE{1'b0}}, open_writes, {FREE{1'b0}}, open_reads};
  assign words = {24'd0, kinds, recording, |kinds, longest_write, longest_read, counts, places};

endmodule

`default_nettype wire
