// rtlgen_count -- a counter of one run that keeps its value afterwards, until the next run begins
//
//   parameter  BITS  bits of the count, 1 or more
//
//   port   direction  meaning
//   clk    in         everything happens at its rising edge
//   rst    in         synchronous, active high between runs. The value stays; the first clock without rst clears it
//   step   in         count this clock
//   count  out        a register
`default_nettype none

module rtlgen_count #(
  parameter BITS = 64
) (
  input  wire            clk,
  input  wire            rst,
  input  wire            step,
  output reg  [BITS-1:0] count
);

  localparam [BITS-1:0] NONE = 0;
  localparam [BITS-1:0] ONE = 1;

  reg fresh;
  initial fresh = 1'b1;
  initial count = NONE;
  always @(posedge clk) begin
    fresh <= rst;
    if (!rst) begin
      if (fresh) count <= step ? ONE : NONE;
      else if (step) count <= count + ONE;
    end
  end

endmodule

`default_nettype wire
