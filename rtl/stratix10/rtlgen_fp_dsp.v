// rtlgen_fp_dsp -- the hard floating-point DSP block of Stratix 10: fourteennm_fp_mac
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
      fourteennm_fp_mac #(
        .operation_mode("sp_mult_add"),
        .use_chainin("false"),
        .adder_subtract("false"),
        .ax_clock("0"),
        .ay_clock("0"),
        .az_clock("0"),
        .mult_2nd_pipeline_clock("0"),
        .ax_chainin_pl_clock("0"),
        .adder_input_clock("0"),
        .output_clock("0"),
        .clear_type("none")
      ) block (
        .clk({2'b00, clk}),
        .ena(3'b001),
        .clr(2'b00),
        .ax(c),
        .ay(a),
        .az(b),
        .resulta(q)
      );
    end else begin : single
      wire unused_c = &{1'b0, c};
      if (MODE == 1) begin : one_product
        fourteennm_fp_mac #(
          .operation_mode("sp_mult"),
          .use_chainin("false"),
          .adder_subtract("false"),
          .ay_clock("0"),
          .az_clock("0"),
          .mult_2nd_pipeline_clock("0"),
          .output_clock("0"),
          .clear_type("none")
        ) block (
          .clk({2'b00, clk}),
          .ena(3'b001),
          .clr(2'b00),
          .ay(a),
          .az(b),
          .resulta(q)
        );
      end else begin : one_sum
        fourteennm_fp_mac #(
          .operation_mode("sp_add"),
          .use_chainin("false"),
          .adder_subtract("false"),
          .ax_clock("0"),
          .ay_clock("0"),
          .adder_input_clock("0"),
          .output_clock("0"),
          .clear_type("none")
        ) block (
          .clk({2'b00, clk}),
          .ena(3'b001),
          .clr(2'b00),
          .ax(a),
          .ay(b),
          .resulta(q)
        );
      end
    end
  endgenerate

endmodule

`default_nettype wire
