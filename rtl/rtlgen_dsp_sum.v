// rtlgen_dsp_sum -- model of a sum in a DSP block: a + b, or a - b
// For simulation. A project uses the file from the folder of its device family (rtl/xc5v, rtl/xc7, rtl/xcu) instead:
// the same module around the vendor's cell. Vivado maps this file to a DSP block, too.
//
//   parameter  WIDTH  bits, 1 to 48
//   parameter  RANKS  1: the result is a register; 2: the operands are registers too
//
//   port      direction  meaning
//   clk       in         everything happens at its rising edge; there is no reset and no enable
//   a         in
//   b         in
//   subtract  in         a - b instead of a + b
//   q         out        the result, RANKS clocks later, a register
`default_nettype none

module rtlgen_dsp_sum #(
  parameter WIDTH = 48,
  parameter RANKS = 2
) (
  input  wire             clk,
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  input  wire             subtract,
  output wire [WIDTH-1:0] q
);

  generate
    if (WIDTH < 1 || WIDTH > 48) begin : guard
      rtlgen_dsp_sum_needs_width_1_to_48 bad_parameter ();
    end
    if (RANKS < 1 || RANKS > 2) begin : guard_ranks
      rtlgen_dsp_sum_needs_1_or_2_ranks bad_parameter ();
    end
  endgenerate

  wire [WIDTH-1:0] a1, b1;
  wire             subtract1;
  (* use_dsp = "yes" *)
  reg  [WIDTH-1:0] sum;

  generate
    if (RANKS == 2) begin : registered
      reg [WIDTH-1:0] a_q, b_q;
      reg             subtract_q;
      always @(posedge clk) begin
        a_q <= a;
        b_q <= b;
        subtract_q <= subtract;
      end
      assign a1 = a_q;
      assign b1 = b_q;
      assign subtract1 = subtract_q;
    end else begin : direct
      assign a1 = a;
      assign b1 = b;
      assign subtract1 = subtract;
    end
  endgenerate

  always @(posedge clk) sum <= subtract1 ? a1 - b1 : a1 + b1;

  assign q = sum;

endmodule

`default_nettype wire
