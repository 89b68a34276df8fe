// Techmap for proofs with several clocks: a clock is an input that says "an edge, in this step".
//
// Every flip-flop then moves in the steps where its own clock says so, in any order and ratio.
module \$dff (CLK, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  input CLK;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire [WIDTH-1:0] next = CLK ? D : Q;
  \$ff #(.WIDTH(WIDTH)) step (.D(next), .Q(Q));
endmodule
