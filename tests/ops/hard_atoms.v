// Stand-ins for the vendors' cells around which rtl/<family>/rtlgen_fp_dsp.v are written: they compute as the model,
// renamed to fp_model, where the registers that are switched on make every path as long as its clocks, else nothing.
`default_nettype none

module fp_paths #(
  parameter MODE = 0,
  parameter FIRST = 0,   // registers from the first operand to the result
  parameter SECOND = 0,
  parameter THIRD = 0    // from the sum's other operand, in mode 2
) (
  input  wire        clk,
  input  wire [2:0]  ena,
  input  wire [31:0] a,
  input  wire [31:0] b,
  input  wire [31:0] c,
  output wire [31:0] q
);
  localparam CLOCKS = MODE == 2 ? 4 : 3;
  wire [31:0] value;
  fp_model #(.MODE(MODE)) model (.clk(clk), .a(a), .b(b), .c(c), .q(value));
  assign q = FIRST == CLOCKS && SECOND == CLOCKS && (MODE != 2 || THIRD == CLOCKS) && ena[0] ? value : 32'hdead_beef;
endmodule

module tennm_fp_mac #(
  parameter operation_mode = "none",
  parameter use_chainin = "none",
  parameter fp32_adder_subtract = "none",
  parameter clear_type = "sclr",
  parameter fp32_adder_a_clken = "no_reg",
  parameter fp32_adder_b_clken = "no_reg",
  parameter fp32_mult_a_clken = "no_reg",
  parameter fp32_mult_b_clken = "no_reg",
  parameter mult_2nd_pipeline_clken = "no_reg",
  parameter fp32_adder_a_chainin_pl_clken = "no_reg",
  parameter adder_input_clken = "no_reg",
  parameter output_clken = "no_reg"
) (
  input  wire        clk,
  input  wire [2:0]  ena,
  input  wire [1:0]  clr,
  input  wire [31:0] fp32_adder_a,
  input  wire [31:0] fp32_adder_b,
  input  wire [31:0] fp32_mult_a,
  input  wire [31:0] fp32_mult_b,
  output wire [31:0] fp32_result
);
  localparam MODE = operation_mode == "fp32_add" ? 0 : operation_mode == "fp32_mult" ? 1 : 2;
  localparam PLAIN = use_chainin == "false" && fp32_adder_subtract == "false" && clear_type == "none";
  localparam OUT = (output_clken == "0") + (MODE != 1 && adder_input_clken == "0");
  localparam BEHIND = mult_2nd_pipeline_clken == "0";
  fp_paths #(
    .MODE(MODE),
    .FIRST(!PLAIN ? 0 : MODE == 0 ? OUT + (fp32_adder_a_clken == "0") : OUT + (fp32_mult_a_clken == "0") + BEHIND),
    .SECOND(MODE == 0 ? OUT + (fp32_adder_b_clken == "0") : OUT + (fp32_mult_b_clken == "0") + BEHIND),
    .THIRD(OUT + (fp32_adder_a_clken == "0") + (fp32_adder_a_chainin_pl_clken == "0"))
  ) paths (
    .clk(clk), .ena(ena), .a(MODE == 0 ? fp32_adder_a : fp32_mult_a), .b(MODE == 0 ? fp32_adder_b : fp32_mult_b),
    .c(fp32_adder_a), .q(fp32_result)
  );
endmodule

// The cells of Stratix 10 and Arria 10 differ in the name of their clear and of a register.
module fourteennm_fp_mac #(
  parameter operation_mode = "none",
  parameter use_chainin = "none",
  parameter adder_subtract = "none",
  parameter clear_type = "sclr",
  parameter ax_clock = "NONE",
  parameter ay_clock = "NONE",
  parameter az_clock = "NONE",
  parameter mult_2nd_pipeline_clock = "NONE",
  parameter ax_chainin_pl_clock = "NONE",
  parameter adder_input_clock = "NONE",
  parameter output_clock = "NONE"
) (
  input  wire [2:0]  clk,
  input  wire [2:0]  ena,
  input  wire [1:0]  clr,
  input  wire [31:0] ax,
  input  wire [31:0] ay,
  input  wire [31:0] az,
  output wire [31:0] resulta
);
  localparam MODE = operation_mode == "sp_add" ? 0 : operation_mode == "sp_mult" ? 1 : 2;
  localparam PLAIN = use_chainin == "false" && adder_subtract == "false" && clear_type == "none";
  localparam OUT = (output_clock == "0") + (MODE != 1 && adder_input_clock == "0");
  localparam BEHIND = mult_2nd_pipeline_clock == "0";
  fp_paths #(
    .MODE(MODE),
    .FIRST(!PLAIN ? 0 : MODE == 0 ? OUT + (ax_clock == "0") : OUT + (ay_clock == "0") + BEHIND),
    .SECOND(MODE == 0 ? OUT + (ay_clock == "0") : OUT + (az_clock == "0") + BEHIND),
    .THIRD(OUT + (ax_clock == "0") + (ax_chainin_pl_clock == "0"))
  ) paths (
    .clk(clk[0]), .ena(ena), .a(MODE == 0 ? ax : ay), .b(MODE == 0 ? ay : az), .c(ax), .q(resulta)
  );
endmodule

module twentynm_fp_mac #(
  parameter operation_mode = "none",
  parameter use_chainin = "none",
  parameter adder_subtract = "none",
  parameter ax_clock = "NONE",
  parameter ay_clock = "NONE",
  parameter az_clock = "NONE",
  parameter mult_pipeline_clock = "NONE",
  parameter ax_chainin_pl_clock = "NONE",
  parameter adder_input_clock = "NONE",
  parameter output_clock = "NONE"
) (
  input  wire [2:0]  clk,
  input  wire [2:0]  ena,
  input  wire [1:0]  aclr,
  input  wire [31:0] ax,
  input  wire [31:0] ay,
  input  wire [31:0] az,
  output wire [31:0] resulta
);
  fourteennm_fp_mac #(
    .operation_mode(operation_mode), .use_chainin(use_chainin), .adder_subtract(adder_subtract), .clear_type("none"),
    .ax_clock(ax_clock), .ay_clock(ay_clock), .az_clock(az_clock), .mult_2nd_pipeline_clock(mult_pipeline_clock),
    .ax_chainin_pl_clock(ax_chainin_pl_clock), .adder_input_clock(adder_input_clock), .output_clock(output_clock)
  ) same (
    .clk(clk), .ena(ena), .clr(aclr), .ax(ax), .ay(ay), .az(az), .resulta(resulta)
  );
endmodule

`default_nettype wire
