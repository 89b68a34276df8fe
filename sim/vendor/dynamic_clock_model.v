// dynamic_clock_model -- AMD Clocking Wizard with a safe start, whose clock can be changed through AXI4-Lite (PG065)
//
// A load takes the lock. It comes back if the oscillator is in its range, and clk_out1 then has the frequency that the dividers make of the measured
// clk_in1. Integer dividers only. Tests give it faults (card_abi.h).
`timescale 1ps/1ps
`default_nettype none

module dynamic_clock_model #(
  parameter HALF_PS = 2500,
  parameter LEAST_VCO_MHZ = 600,
  parameter MOST_VCO_MHZ = 1200,
  parameter LOCK_CLOCKS = 50
) (
  input  wire        clk_in1,
  output reg         clk_out1,
  output reg         locked,
  input  wire        s_axi_aclk,
  input  wire        s_axi_aresetn,
  input  wire [10:0] s_axi_awaddr,
  input  wire        s_axi_awvalid,
  output wire        s_axi_awready,
  input  wire [31:0] s_axi_wdata,
  input  wire [3:0]  s_axi_wstrb,
  input  wire        s_axi_wvalid,
  output wire        s_axi_wready,
  output reg         s_axi_bvalid,
  output reg  [1:0]  s_axi_bresp,
  input  wire        s_axi_bready,
  input  wire [10:0] s_axi_araddr,
  input  wire        s_axi_arvalid,
  output wire        s_axi_arready,
  output wire [31:0] s_axi_rdata,
  output wire [1:0]  s_axi_rresp,
  output wire        s_axi_rvalid,
  input  wire        s_axi_rready
);

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);
  localparam UNLOCKED = 0, STOPPED = 1, SLOW = 2, CHANGE = 7;
  localparam REFUSED = 1, IGNORED = 2, SILENT = 3, NO_LOCK = 4;

  // ---- Registers: Clock Configuration Registers 0, 2 and 23 ----------------------------------------------------------
  reg [31:0] feedback = 32'd0, divide = 32'd0;
  integer fault = 0;
  wire takes = s_axi_awvalid & s_axi_wvalid & ~s_axi_bvalid & fault != SILENT;
  wire right = &s_axi_wstrb & fault != REFUSED;
  wire loads = takes & right & s_axi_awaddr == 11'h25C & s_axi_wdata[0] & fault != IGNORED;
  assign s_axi_awready = takes;
  assign s_axi_wready = takes;
  assign s_axi_arready = 1'b0;
  assign s_axi_rdata = 32'd0;
  assign s_axi_rresp = 2'd0;
  assign s_axi_rvalid = 1'b0;
  wire unused = &{1'b0, s_axi_araddr, s_axi_arvalid, s_axi_rready};

  initial s_axi_bvalid = 1'b0;
  always @(posedge s_axi_aclk) begin
    fault <= rtlgen_model_fault(CHANGE, 0);
    s_axi_bvalid <= s_axi_aresetn & (takes | (s_axi_bvalid & ~s_axi_bready));
    if (takes) s_axi_bresp <= right ? 2'd0 : 2'd2;
    if (takes & right & s_axi_awaddr == 11'h200) feedback <= s_axi_wdata;
    if (takes & right & s_axi_awaddr == 11'h208) divide <= s_axi_wdata;
  end

  // ---- The MMCM --------------------------------------------------------------------------------------------------------
  integer seen = 0, longer = 0;
  real last = 0, period = 0, half = HALF_PS;
  reg able = 1'b1, stopped = 1'b0;
  wire [31:0] d = {24'd0, feedback[7:0]}, m = {24'd0, feedback[15:8]}, o = {24'd0, divide[7:0]};

  initial begin
    clk_out1 = 1'b0;
    locked = 1'b0;
  end

  always @(posedge clk_in1) begin
    period = $realtime - last;
    last = $realtime;
    if (loads && s_axi_wdata[1]) begin
      half = period * d * o / m / 2;
      able = fault != NO_LOCK && m != 0 && d != 0 && o != 0 && m * 1e6 / d >= LEAST_VCO_MHZ * period && m * 1e6 / d <= MOST_VCO_MHZ * period;
    end else if (loads) begin
      half = HALF_PS;
      able = 1'b1;
    end
    if (!s_axi_aresetn || loads || !able || rtlgen_model_fault(UNLOCKED, 0) != 0) seen = 0;
    else if (seen < LOCK_CLOCKS) seen = seen + 1;
    locked <= seen == LOCK_CLOCKS;
    stopped <= rtlgen_model_fault(STOPPED, 0) != 0;
    longer <= rtlgen_model_fault(SLOW, 0);
  end

  always begin
    wait (locked && !stopped);
    #(half + longer) clk_out1 = 1'b1;
    #(half + longer) clk_out1 = 1'b0;
  end

endmodule

`default_nettype wire
