// rtlgen_fp_dsp -- the hard floating-point DSP block of Agilex: tennm_fp_mac
// For Quartus projects; simulation uses the model rtl/rtlgen_fp_dsp.v. Never compiled by Quartus here: the names of
// ports and parameters come from public designs (docs/adr/0025-hard-floats.md).
//
//   parameter  MODE  0: a + b, 3 clocks; 1: a * b, 3 clocks; 2: a * b, rounded, + c, 4 clocks
//
//   port  direction  meaning
//   clk   in         everything happens at its rising edge; there is no reset and no enable
//   a     in
//   b     in
//   c     in         unused in modes 0 and 1
//   q     out        the result, a register
`default_nettype none

module rtlgen_fp_dsp #(
  parameter MODE = 0
) (
  input  wire        clk,
  input  wire [31:0] a,
  input  wire [31:0] b,
  input  wire [31:0] c,
  output wire [31:0] q
);

  generate
    if (MODE < 0 || MODE > 2) begin : guard
      rtlgen_fp_dsp_needs_mode_0_1_or_2 bad_parameter ();
    end
  endgenerate

  generate
    if (MODE == 2) begin : product_and_sum
      tennm_fp_mac #(
        .operation_mode("fp32_mult_add"),
        .use_chainin("false"),
        .fp32_adder_subtract("false"),
        .clear_type("none"),
        .fp32_adder_a_clken("0"),
        .fp32_mult_a_clken("0"),
        .fp32_mult_b_clken("0"),
        .mult_2nd_pipeline_clken("0"),
        .fp32_adder_a_chainin_pl_clken("0"),
        .adder_input_clken("0"),
        .output_clken("0")
      ) block (
        .clk(clk),
        .ena(3'b001),
        .clr(2'b00),
        .fp32_adder_a(c),
        .fp32_mult_a(a),
        .fp32_mult_b(b),
        .fp32_result(q)
      );
    end else begin : single
      wire unused_c = &{1'b0, c};
      if (MODE == 1) begin : one_product
        tennm_fp_mac #(
          .operation_mode("fp32_mult"),
          .use_chainin("false"),
          .fp32_adder_subtract("false"),
          .clear_type("none"),
          .fp32_mult_a_clken("0"),
          .fp32_mult_b_clken("0"),
          .mult_2nd_pipeline_clken("0"),
          .output_clken("0")
        ) block (
          .clk(clk),
          .ena(3'b001),
          .clr(2'b00),
          .fp32_mult_a(a),
          .fp32_mult_b(b),
          .fp32_result(q)
        );
      end else begin : one_sum
        tennm_fp_mac #(
          .operation_mode("fp32_add"),
          .use_chainin("false"),
          .fp32_adder_subtract("false"),
          .clear_type("none"),
          .fp32_adder_a_clken("0"),
          .fp32_adder_b_clken("0"),
          .adder_input_clken("0"),
          .output_clken("0")
        ) block (
          .clk(clk),
          .ena(3'b001),
          .clr(2'b00),
          .fp32_adder_a(a),
          .fp32_adder_b(b),
          .fp32_result(q)
        );
      end
    end
  endgenerate

endmodule

`default_nettype wire
