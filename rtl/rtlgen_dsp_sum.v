// rtlgen_dsp_sum -- model of a sum in a DSP block: a + b, or a - b
// For simulation. A project for a device takes the file of its family's folder (rtl/xc5v, rtl/xc7, rtl/xcu) in place of
// this one: the same module around the vendor's cell. Vivado makes a block of this file, too.
//
//   parameter  WIDTH  bits, 1 to 48
//
//   port      direction  meaning
//   clk       in         everything happens at its rising edge; there is no reset and no enable
//   a         in
//   b         in
//   subtract  in         a - b instead of a + b
//   q         out        the result, two clocks later, a register
`default_nettype none

module rtlgen_dsp_sum #(
  parameter WIDTH = 48
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
  endgenerate

  reg [WIDTH-1:0] a1, b1;
  reg             subtract1;
  (* use_dsp = "yes" *)
  reg [WIDTH-1:0] sum;

  always @(posedge clk) begin
    a1 <= a;
    b1 <= b;
    subtract1 <= subtract;
    sum <= subtract1 ? a1 - b1 : a1 + b1;
  end

  assign q = sum;

endmodule

`default_nettype wire
