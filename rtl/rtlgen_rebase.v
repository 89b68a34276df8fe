// rtlgen_rebase -- adds the address at which a memory channel begins to the addresses of its bursts
// Streams count addresses from the start of a channel, the same in every channel that a field is striped over. Platforms
// that give a kernel the address of its buffer in each bank need that address added. One direction of one channel, between
// rtlgen_bank and the bus.
//
//   parameter  ADDR_BITS  bits of a byte address, 13 to 64
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high
//   base       in         first byte of the channel, whole pages of 4 KiB: bits below are treated as 0. Constant while
//                         a burst is inside
//   in_valid   in         a burst from the start of the channel
//   in_ready   out        accepted at this edge
//   in_addr    in         byte address
//   in_len     in         beats - 1
//   out_valid  out        the burst on the bus; stays until it is accepted. A register, like the payload
//   out_ready  in         accepted at this edge
//   out_addr   out        base + in_addr
//   out_len    out        in_len
`default_nettype none

module rtlgen_rebase #(
  parameter ADDR_BITS = 64
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [ADDR_BITS-1:0] base,
  input  wire                 in_valid,
  output wire                 in_ready,
  input  wire [ADDR_BITS-1:0] in_addr,
  input  wire [7:0]           in_len,
  output reg                  out_valid,
  input  wire                 out_ready,
  output reg  [ADDR_BITS-1:0] out_addr,
  output reg  [7:0]           out_len
);

  localparam PAGE_BITS = 12;

  generate
    if (ADDR_BITS <= PAGE_BITS || ADDR_BITS > 64) begin : guard
      rtlgen_rebase_needs_13_to_64_address_bits bad_parameter ();
    end
  endgenerate

  assign in_ready = ~out_valid | out_ready;
  wire unused_base = &{1'b0, base[PAGE_BITS-1:0]};

  always @(posedge clk) begin
    if (in_ready) begin
      out_addr <= {in_addr[ADDR_BITS-1:PAGE_BITS] + base[ADDR_BITS-1:PAGE_BITS], in_addr[PAGE_BITS-1:0]};
      out_len <= in_len;
    end
    if (rst) out_valid <= 1'b0;
    else if (in_ready) out_valid <= in_valid;
  end

endmodule

`default_nettype wire
