// rtlgen_load -- loads the words of a held field into the core, once after reset, and marks the last one
//
//   parameter  COUNT_BITS  bits of `words`
//
//   port                 direction  meaning
//   clk, rst             in         the kernel clock; rst synchronous, active high
//   words                in         number of words, 1 or more
//   in_valid, in_ready   in/out     a word is available; it is accepted, up to the last one
//   load_valid           out        the core loads the word in this clock
//   load_last            out        it is the last one
`default_nettype none

module rtlgen_load #(
  parameter COUNT_BITS = 32
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [COUNT_BITS-1:0] words,
  input  wire                  in_valid,
  output wire                  in_ready,
  output wire                  load_valid,
  output wire                  load_last
);

  localparam [COUNT_BITS-1:0] ONE = {{COUNT_BITS - 1{1'b0}}, 1'b1};

  reg loaded;
  reg [COUNT_BITS-1:0] number;  // number of the next word, from 1
  assign in_ready = ~loaded;
  assign load_valid = in_valid & ~loaded;
  assign load_last = number == words;

  always @(posedge clk) begin
    if (rst) begin
      loaded <= 1'b0;
      number <= ONE;
    end else if (load_valid) begin
      loaded <= load_last;
      number <= number + ONE;
    end
  end

endmodule

`default_nettype wire
