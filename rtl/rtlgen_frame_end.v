// rtlgen_frame_end -- which word of a stream is the last one of its frame
//
//   parameter  COUNT_BITS  of `words`
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high: between runs; the next word is a frame's first
//   words      in         of a frame, 1 or more; constant between resets
//   step       in         a word passes in this clock
//   last       out        the word that passes next, or in this clock, is a frame's last; from a register in the clock after rst
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

  reg [COUNT_BITS-1:0] left;  // words of the frame, the next one too; 1: `last`
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
