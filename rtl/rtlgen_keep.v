// rtlgen_keep -- a register that keeps its value, also between runs
//
//   parameter  WIDTH
//
//   port  direction  meaning
//   clk   in         everything happens at its rising edge
//   take  in         load `in` at this edge
//   in    in
//   out   out        0 until the first load
`default_nettype none

module rtlgen_keep #(
  parameter WIDTH = 32
) (
  input  wire             clk,
  input  wire             take,
  input  wire [WIDTH-1:0] in,
  output reg  [WIDTH-1:0] out
);

  initial out = {WIDTH{1'b0}};
  always @(posedge clk) if (take) out <= in;

endmodule

`default_nettype wire
