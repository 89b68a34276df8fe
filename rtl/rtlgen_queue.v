// rtlgen_queue -- a shallow queue in one clock domain, for the bookkeeping of outstanding bursts
// First-word fall-through at the next clock, one word per clock. The words are in distributed RAM.
//
//   parameter  WIDTH       bits of a word, 1 or more
//              DEPTH_LOG2  2^DEPTH_LOG2 words, 1 or more
//
//   port       direction  meaning
//   clk        in         everything happens at its rising edge
//   rst        in         synchronous, active high; empties the queue
//   in_valid   in         in_data is a word to store
//   in_ready   out        in_data is accepted at this edge; a register, low in reset from its second clock on
//   in_data    in
//   out_valid  out        out_data is the oldest word; a register
//   out_ready  in         the reader accepts it at this edge
//   out_data   out
`default_nettype none

module rtlgen_queue #(
  parameter WIDTH = 8,
  parameter DEPTH_LOG2 = 4
) (
  input  wire             clk,
  input  wire             rst,
  input  wire             in_valid,
  output reg              in_ready,
  input  wire [WIDTH-1:0] in_data,
  output reg              out_valid,
  input  wire             out_ready,
  output wire [WIDTH-1:0] out_data
);

  generate
    if (WIDTH < 1 || DEPTH_LOG2 < 1) begin : guard
      rtlgen_queue_needs_width_and_depth_log2_of_at_least_1 bad_parameter ();
    end
  endgenerate

  localparam [31:0] ONE = 1;
  localparam [DEPTH_LOG2:0] DEPTH = {1'b1, {DEPTH_LOG2{1'b0}}};
  localparam [DEPTH_LOG2:0] ZERO = {(DEPTH_LOG2 + 1){1'b0}};

  (* ram_style = "distributed" *) reg [WIDTH-1:0] words [0:(1 << DEPTH_LOG2)-1];
  reg [DEPTH_LOG2:0] written, taken;  // free-running word counts, modulo twice the depth
  reg [DEPTH_LOG2:0] after_written, after_taken;  // the same plus 1: registers, so that the flags need no adder

  wire put = in_valid & in_ready;
  wire take = out_valid & out_ready;
  wire [DEPTH_LOG2:0] full_at = taken ^ DEPTH;
  assign out_data = words[taken[DEPTH_LOG2-1:0]];

  always @(posedge clk) begin
    if (put) words[written[DEPTH_LOG2-1:0]] <= in_data;
    if (rst) begin
      written <= ZERO;
      after_written <= ONE[DEPTH_LOG2:0];
      taken <= ZERO;
      after_taken <= ONE[DEPTH_LOG2:0];
      in_ready <= 1'b0;
      out_valid <= 1'b0;
    end else begin
      if (put) begin
        written <= after_written;
        after_written <= after_written + ONE[DEPTH_LOG2:0];
      end
      if (take) begin
        taken <= after_taken;
        after_taken <= after_taken + ONE[DEPTH_LOG2:0];
      end
      in_ready <= take | (put ? after_written != full_at : written != full_at);
      out_valid <= put | (take ? written != after_taken : written != taken);
    end
  end

endmodule

`default_nettype wire
