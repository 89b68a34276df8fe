// emif_cal_model -- Intel's calibration of up to two memory controllers in a row of the chip, as
// they see it: a clock and a bus each
// The table of a controller lists addresses and the values to write; a missing controller has none.
`timescale 1ps/1ps
`default_nettype none

module emif_cal_model #(
  parameter HALF_PS = 4000
) (
  output reg           clk_clk,
  output reg           bus_0_calbus_read,
  output reg           bus_0_calbus_write,
  output wire [19:0]   bus_0_calbus_address,
  output wire [31:0]   bus_0_calbus_wdata,
  input  wire [31:0]   bus_0_calbus_rdata,
  input  wire [4095:0] bus_0_calbus_seq_param_tbl,
  output reg           bus_1_calbus_read,
  output reg           bus_1_calbus_write,
  output wire [19:0]   bus_1_calbus_address,
  output wire [31:0]   bus_1_calbus_wdata,
  input  wire [31:0]   bus_1_calbus_rdata,
  input  wire [4095:0] bus_1_calbus_seq_param_tbl
);

  initial begin
    clk_clk = 1'b0;
    forever #(HALF_PS) clk_clk = ~clk_clk;
  end

  // Reads, then writes, again and again.
  reg [4:0] turn = 5'd0;
  assign bus_0_calbus_address = bus_0_calbus_seq_param_tbl[19:0];
  assign bus_1_calbus_address = bus_1_calbus_seq_param_tbl[19:0];
  assign bus_0_calbus_wdata = bus_0_calbus_seq_param_tbl[4095:4064];
  assign bus_1_calbus_wdata = bus_1_calbus_seq_param_tbl[4095:4064];
  reg right_0 = 1'b0, right_1 = 1'b0;

  always @(posedge clk_clk) begin
    turn <= turn + 5'd1;
    bus_0_calbus_read <= turn < 5'd4;
    bus_1_calbus_read <= turn < 5'd4;
    if (bus_0_calbus_read) right_0 <= bus_0_calbus_rdata == ~bus_0_calbus_wdata;
    if (bus_1_calbus_read) right_1 <= bus_1_calbus_rdata == ~bus_1_calbus_wdata;
    bus_0_calbus_write <= turn == 5'd20 && right_0;
    bus_1_calbus_write <= turn == 5'd20 && right_1;
  end

endmodule

`default_nettype wire
