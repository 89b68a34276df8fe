// rtlgen_credit -- counts how many more words may be in flight
//
// A token may enter a chain that cannot be stopped only if the FIFO at its end has room for everything in flight. The
// counter starts with CREDITS, the number of words that the FIFO holds; a token takes one credit, a word that leaves
// the FIFO returns it.
//
//   parameter  CREDITS    1 or more
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high; all credits are available again
//   take       in         a token enters now; only while available
//   give       in         a word leaves the FIFO now
//   available  out        at least one credit is available; a register
`default_nettype none

module rtlgen_credit #(
  parameter CREDITS = 16
) (
  input  wire clk,
  input  wire rst,
  input  wire take,
  input  wire give,
  output reg  available
);

  generate
    if (CREDITS < 1) begin : guard
      rtlgen_credit_needs_at_least_1_credit bad_parameter ();
    end
  endgenerate

  localparam COUNT_BITS = $clog2(CREDITS + 1);
  localparam [31:0] ONE = 1;
  localparam [31:0] ALL = CREDITS;

  reg [COUNT_BITS-1:0] count;

  always @(posedge clk) begin
    if (rst) begin
      count <= ALL[COUNT_BITS-1:0];
      available <= 1'b1;
    end else if (take & ~give) begin
      count <= count - ONE[COUNT_BITS-1:0];
      available <= count != ONE[COUNT_BITS-1:0];
    end else if (give & ~take) begin
      count <= count + ONE[COUNT_BITS-1:0];
      available <= 1'b1;
    end
  end

endmodule

`default_nettype wire
