// rtlgen_fifo -- synchronous FIFO whose writer guarantees room
// First-word fall-through, one word per clock, registered output. There is no in_ready: a credit
// loop (rtlgen_credit) admits a word only if there is room for it, so the path back stays short.
//
//   parameter  WIDTH  bits of a word, 1 or more
//              DEPTH  words that are always accepted, 1 or more, any number
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high; empties the FIFO, clears overflow
//   in_valid   in         in_data is a word to store
//   in_data    in
//   out_ready  in         the reader accepts out_data at this edge if out_valid
//   out_valid  out        out_data is the oldest word; does not wait for out_ready
//   out_data   out        stable until accepted
//   overflow   out        a word arrived without room and was lost; stays until rst
// A word appears two clocks after it arrived. The output register is part of the RAM, so one word more than DEPTH may
// be inside; a write that finds DEPTH words in the RAM is an overflow. Read and write address are therefore never
// equal, and any RAM will do.
`default_nettype none

module rtlgen_fifo #(
  parameter WIDTH = 32,
  parameter DEPTH = 16
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             in_valid,
  input  wire [WIDTH-1:0] in_data,
  input  wire             out_ready,
  output reg              out_valid,
  output reg  [WIDTH-1:0] out_data,
  output reg              overflow
);

  generate
    if (WIDTH < 1 || DEPTH < 1) begin : guard
      rtlgen_fifo_needs_width_and_depth_of_at_least_1 bad_parameter ();
    end
  endgenerate

  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam [31:0] ONE = 1;
  localparam [31:0] LAST = DEPTH - 1;
  localparam [31:0] FULL = DEPTH;

  // At least two words, as in VHDL, because GHDL 2.0 stops at a memory of one word.
  localparam RAM_WORDS = DEPTH > 1 ? DEPTH : 2;

  reg [WIDTH-1:0] words [0:RAM_WORDS-1];
  reg [ADDRESS_BITS-1:0] write_address;
  reg [ADDRESS_BITS-1:0] read_address;
  reg [COUNT_BITS-1:0] stored;  // words in the RAM, without the output register

  wire is_full = stored == FULL[COUNT_BITS-1:0];
  wire write = in_valid & ~is_full;
  wire read = (stored != {COUNT_BITS{1'b0}}) & (~out_valid | out_ready);

  wire [ADDRESS_BITS-1:0] next_write =
      write_address == LAST[ADDRESS_BITS-1:0] ? {ADDRESS_BITS{1'b0}}
                                              : write_address + ONE[ADDRESS_BITS-1:0];
  wire [ADDRESS_BITS-1:0] next_read =
      read_address == LAST[ADDRESS_BITS-1:0] ? {ADDRESS_BITS{1'b0}}
                                             : read_address + ONE[ADDRESS_BITS-1:0];

  always @(posedge clk) begin
    if (write) words[write_address] <= in_data;
    if (read) out_data <= words[read_address];
  end

  always @(posedge clk) begin
    if (rst) begin
      write_address <= {ADDRESS_BITS{1'b0}};
      read_address <= {ADDRESS_BITS{1'b0}};
      stored <= {COUNT_BITS{1'b0}};
      out_valid <= 1'b0;
      overflow <= 1'b0;
    end else begin
      if (write) write_address <= next_write;
      if (read) read_address <= next_read;
      if (write & ~read) stored <= stored + ONE[COUNT_BITS-1:0];
      if (read & ~write) stored <= stored - ONE[COUNT_BITS-1:0];
      out_valid <= read | (out_valid & ~out_ready);
      if (in_valid & is_full) overflow <= 1'b1;
    end
  end

endmodule

`default_nettype wire
