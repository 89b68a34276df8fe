// rtlgen_frame_end -- marks the last word of every frame of a stream
//
//   parameter  COUNT_BITS  bits of `words`
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high: between runs; the next word is a frame's first
//   words      in         words of a frame, 1 or more; constant between resets
//   step       in         a word passes in this clock
//   last       out        the next word, or the one in this clock, is the last of its frame; a register, valid in reset
`default_nettype none

module rtlgen_frame_end #(
  parameter COUNT_BITS = 32
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [COUNT_BITS-1:0] words,
  input  wire                  step,
  output reg                   last
);

  localparam [COUNT_BITS-1:0] ONE = {{(COUNT_BITS - 1){1'b0}}, 1'b1};
  localparam [COUNT_BITS-1:0] TWO = ONE + ONE;

  reg [COUNT_BITS-1:0] left;  // words left in the frame, including the next one; 1 with `last`
  wire [COUNT_BITS-1:0] next = last ? words : left - ONE;

  always @(posedge clk) begin
    if (rst) begin
      left <= words;
      last <= words < TWO;
    end else if (step) begin
      left <= next;
      last <= next < TWO;
    end
  end

endmodule

`default_nettype wire
