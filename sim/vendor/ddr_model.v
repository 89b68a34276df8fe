// ddr_model -- an AMD memory controller (ddr4, ddr3 of UltraScale) as the card sees it: AXI,
// calibration, its own clock
//
// Ports are the controller's, without the prefix "c0_ddr4_" and without the memory's pins. The memory behaves like
// sim/system's AxiEngine, called from C++ (top_card.cpp) once per clock. The clock runs once the board's oscillator does.
// Tests give it faults (card_abi.h).
`timescale 1ps/1ps
`default_nettype none

module ddr_model #(
  parameter CHANNEL = 0,
  parameter DATA = 512,
  parameter ADDRESS = 31,
  parameter IDS = 4,
  parameter HALF_PS = 1666,
  parameter CALIBRATION_CLOCKS = 1500
) (
  input  wire               sys_rst,
  input  wire               sys_clk_p,
  input  wire               sys_clk_n,
  output reg                init_calib_complete,
  output reg                ui_clk,
  output reg                ui_clk_sync_rst,
  input  wire               aresetn,
  input  wire [IDS-1:0]     s_axi_awid,
  input  wire [ADDRESS-1:0] s_axi_awaddr,
  input  wire [7:0]         s_axi_awlen,
  input  wire [2:0]         s_axi_awsize,
  input  wire [1:0]         s_axi_awburst,
  input  wire               s_axi_awlock,
  input  wire [3:0]         s_axi_awcache,
  input  wire [2:0]         s_axi_awprot,
  input  wire [3:0]         s_axi_awqos,
  input  wire               s_axi_awvalid,
  output reg                s_axi_awready,
  input  wire [IDS-1:0]     s_axi_arid,
  input  wire [ADDRESS-1:0] s_axi_araddr,
  input  wire [7:0]         s_axi_arlen,
  input  wire [2:0]         s_axi_arsize,
  input  wire [1:0]         s_axi_arburst,
  input  wire               s_axi_arlock,
  input  wire [3:0]         s_axi_arcache,
  input  wire [2:0]         s_axi_arprot,
  input  wire [3:0]         s_axi_arqos,
  input  wire               s_axi_arvalid,
  output reg                s_axi_arready,
  input  wire [DATA-1:0]    s_axi_wdata,
  input  wire [DATA/8-1:0]  s_axi_wstrb,
  input  wire               s_axi_wlast,
  input  wire               s_axi_wvalid,
  output reg                s_axi_wready,
  output reg  [IDS-1:0]     s_axi_bid,
  output reg  [1:0]         s_axi_bresp,
  output reg                s_axi_bvalid,
  input  wire               s_axi_bready,
  output reg  [IDS-1:0]     s_axi_rid,
  output reg  [DATA-1:0]    s_axi_rdata,
  output reg  [1:0]         s_axi_rresp,
  output reg                s_axi_rlast,
  output reg                s_axi_rvalid,
  input  wire               s_axi_rready
);

  import "DPI-C" context function void rtlgen_memory_reset(input int channel);
  import "DPI-C" context function void rtlgen_memory_asked(input int channel, input bit write, input int id, input longint address, input int len, input int size, input int burst);
  import "DPI-C" context function void rtlgen_memory_data(input int channel, input bit [511:0] data, input bit [63:0] strobe, input bit last);
  import "DPI-C" context function void rtlgen_memory_taken(input int channel, input bit write);
  import "DPI-C" context function void rtlgen_memory_clock(input int channel, input longint time_ps, output bit awready, output bit wready, output bit arready,
    output bit bvalid, output int bid, output int bresp, output bit rvalid, output int rid, output int rresp, output bit rlast, output bit [511:0] rdata);

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);
  localparam UNCALIBRATED = 3, STOPPED = 4, SILENT = 5, STUCK = 6;
  integer stuck;

  initial begin
    ui_clk = 1'b0;
    ui_clk_sync_rst = 1'b1;
    init_calib_complete = 1'b0;
    repeat (2) @(posedge sys_clk_p);
    repeat (2) @(negedge sys_clk_n);
    forever begin
      #(HALF_PS);
      if (rtlgen_model_fault(STOPPED, CHANNEL) == 0) ui_clk = ~ui_clk;
    end
  end

  integer calibrating = 0;
  bit awready, wready, arready, bvalid, rvalid, rlast;
  int bid, bresp, rid, rresp;
  bit [511:0] rdata;

  always @(posedge ui_clk) begin
    if (sys_rst) calibrating = 0;
    else if (rtlgen_model_fault(UNCALIBRATED, CHANNEL) != 0) calibrating = calibrating < 20 ? calibrating + 1 : 20;
    else if (calibrating < CALIBRATION_CLOCKS) calibrating = calibrating + 1;
    ui_clk_sync_rst <= calibrating < 20;
    init_calib_complete <= calibrating == CALIBRATION_CLOCKS;
    if (!aresetn || !init_calib_complete) begin
      rtlgen_memory_reset(CHANNEL);
      {s_axi_awready, s_axi_wready, s_axi_arready, s_axi_bvalid, s_axi_rvalid} <= 5'd0;
    end else if (rtlgen_model_fault(SILENT, CHANNEL) != 0) begin
      {s_axi_awready, s_axi_wready, s_axi_arready, s_axi_bvalid, s_axi_rvalid} <= 5'd0;
    end else begin
      if (s_axi_bvalid && s_axi_bready) rtlgen_memory_taken(CHANNEL, 1'b1);
      if (s_axi_rvalid && s_axi_rready) rtlgen_memory_taken(CHANNEL, 1'b0);
      if (s_axi_wvalid && s_axi_wready) rtlgen_memory_data(CHANNEL, s_axi_wdata, s_axi_wstrb, s_axi_wlast);
      if (s_axi_awvalid && s_axi_awready) rtlgen_memory_asked(CHANNEL, 1'b1, {{(32 - IDS){1'b0}}, s_axi_awid}, {{(64 - ADDRESS){1'b0}}, s_axi_awaddr}, {24'd0, s_axi_awlen}, {29'd0, s_axi_awsize}, {30'd0, s_axi_awburst});
      if (s_axi_arvalid && s_axi_arready) rtlgen_memory_asked(CHANNEL, 1'b0, {{(32 - IDS){1'b0}}, s_axi_arid}, {{(64 - ADDRESS){1'b0}}, s_axi_araddr}, {24'd0, s_axi_arlen}, {29'd0, s_axi_arsize}, {30'd0, s_axi_arburst});
      rtlgen_memory_clock(CHANNEL, $time, awready, wready, arready, bvalid, bid, bresp, rvalid, rid, rresp, rlast, rdata);
      stuck = rtlgen_model_fault(STUCK, CHANNEL);
      if (stuck != 0) rdata[stuck-1] = 1'b1;
      {s_axi_awready, s_axi_wready, s_axi_arready} <= {awready, wready, arready};
      {s_axi_bvalid, s_axi_bid, s_axi_bresp} <= {bvalid, bid[IDS-1:0], bresp[1:0]};
      {s_axi_rvalid, s_axi_rid, s_axi_rresp, s_axi_rlast, s_axi_rdata} <= {rvalid, rid[IDS-1:0], rresp[1:0], rlast, rdata[DATA-1:0]};
    end
  end

endmodule

`default_nettype wire
