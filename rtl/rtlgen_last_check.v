// rtlgen_last_check -- checks that tlast of a stream marks the last word of every frame, and no other word
//
//   port   direction  meaning
//   clk    in         everything happens at its rising edge
//   rst    in         synchronous, active high: between runs
//   step   in         a word is accepted in this clock
//   last   in         it is the last of its frame
//   tlast  in         it is marked as the last
//   wrong  out        a mark was missing or superfluous since rst; a register
//   seen   out        the same, one clock later, kept between runs until the next one begins; a register
`default_nettype none

module rtlgen_last_check (
  input  wire clk,
  input  wire rst,
  input  wire step,
  input  wire last,
  input  wire tlast,
  output reg  wrong,
  output reg  seen
);

  initial seen = 1'b0;
  always @(posedge clk) begin
    if (rst) wrong <= 1'b0;
    else if (step && last != tlast) wrong <= 1'b1;
    if (!rst) seen <= wrong;
  end

endmodule

`default_nettype wire
