// rtlgen_share -- one direction of a memory bank: shares an address channel and keeps the order
// Arbitrates among requests, burst by burst, and records the order of their owners: `beats_of` is
// the owner of the oldest burst whose data are incomplete, `ends_of` that of the oldest one
// without a response. Part of rtlgen_bank.
//
//   parameter  PORTS        number of requesters, 1 or more
//              ADDR_BITS    bits of a byte address
//              OUTSTANDING  outstanding bursts, a power of two, 2 or more
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high
//   go         in         a burst may be accepted at this edge
//   taken      out        one is accepted
//   req_valid  in         one bit per port, port 0 lowest in this and all vectors; stays until accepted
//   req_ready  out        accepted at this edge
//   req_addr   in
//   req_len    in         beats - 1
//   a_valid    out        the address channel: a register, like its payload
//   a_ready    in
//   a_addr     out
//   a_len      out
//   beats_of   out        one-hot; all 0 if there is none
//   beats_end  in         the last beat of that burst is transferred at this edge
//   ends_of    out        one-hot; all 0 if there is none
//   ends       in         that burst gets its response at this edge
`default_nettype none

module rtlgen_share #(
  parameter PORTS = 2,
  parameter ADDR_BITS = 64,
  parameter OUTSTANDING = 16
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire                       go,
  output wire                       taken,
  input  wire [PORTS-1:0]           req_valid,
  output wire [PORTS-1:0]           req_ready,
  input  wire [PORTS*ADDR_BITS-1:0] req_addr,
  input  wire [PORTS*8-1:0]         req_len,
  output reg                        a_valid,
  input  wire                       a_ready,
  output reg  [ADDR_BITS-1:0]       a_addr,
  output reg  [7:0]                 a_len,
  output wire [PORTS-1:0]           beats_of,
  input  wire                       beats_end,
  output wire [PORTS-1:0]           ends_of,
  input  wire                       ends
);

  generate
    if (PORTS < 1) begin : guard_ports
      rtlgen_share_needs_at_least_1_port bad_parameter ();
    end
    if (OUTSTANDING < 2 || (OUTSTANDING & (OUTSTANDING - 1)) != 0) begin : guard_outstanding
      rtlgen_share_needs_a_power_of_two_of_bursts_outstanding bad_parameter ();
    end
  endgenerate

  localparam SLOT_BITS = $clog2(OUTSTANDING);
  localparam POINTER_BITS = SLOT_BITS + 1;
  localparam [31:0] ONE = 1;
  localparam [31:0] SLOTS = OUTSTANDING;

  // Ports after the last one served come first; the lowest bit set is x & -x.
  reg [PORTS-1:0] later;
  wire [PORTS-1:0] preferred = req_valid & later;
  wire [PORTS-1:0] candidates = |preferred ? preferred : req_valid;
  wire [PORTS-1:0] chosen = candidates & -candidates;

  reg [ADDR_BITS-1:0] chosen_addr;
  reg [7:0] chosen_len;
  reg [PORTS-1:0] after_chosen;
  integer i;
  always @* begin
    chosen_addr = {ADDR_BITS{1'b0}};
    chosen_len = 8'd0;
    after_chosen = {PORTS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) begin
      chosen_addr = chosen_addr | (req_addr[i*ADDR_BITS +: ADDR_BITS] & {ADDR_BITS{chosen[i]}});
      chosen_len = chosen_len | (req_len[i*8 +: 8] & {8{chosen[i]}});
      if (i > 0) after_chosen[i] = after_chosen[i-1] | chosen[i-1];
    end
  end

  reg [PORTS-1:0] owners [0:OUTSTANDING-1];
  reg [POINTER_BITS-1:0] next;
  reg [POINTER_BITS-1:0] moving;
  reg [POINTER_BITS-1:0] open;

  wire has_slot = next != (open ^ SLOTS[POINTER_BITS-1:0]);
  assign taken = |req_valid & go & has_slot & (~a_valid | a_ready);
  assign req_ready = chosen & {PORTS{taken}};
  assign beats_of = owners[moving[SLOT_BITS-1:0]] & {PORTS{moving != next}};
  assign ends_of = owners[open[SLOT_BITS-1:0]] & {PORTS{open != next}};

  always @(posedge clk) begin
    if (taken) begin
      a_addr <= chosen_addr;
      a_len <= chosen_len;
      owners[next[SLOT_BITS-1:0]] <= chosen;
    end
    if (rst) begin
      a_valid <= 1'b0;
      later <= {PORTS{1'b0}};
      next <= {POINTER_BITS{1'b0}};
      moving <= {POINTER_BITS{1'b0}};
      open <= {POINTER_BITS{1'b0}};
    end else begin
      a_valid <= taken | (a_valid & ~a_ready);
      if (taken) begin
        later <= after_chosen;
        next <= next + ONE[POINTER_BITS-1:0];
      end
      if (beats_end & (moving != next)) moving <= moving + ONE[POINTER_BITS-1:0];
      if (ends & (open != next)) open <= open + ONE[POINTER_BITS-1:0];
    end
  end

endmodule

`default_nettype wire
