// mig_model -- AMD MIG of 7-series devices as the card sees it: ddr_model under MIG's port names
//
// Ports are MIG's, without the memory's pins. It starts once both of its clocks run.
`timescale 1ps/1ps
`default_nettype none

module mig_model #(
  parameter CHANNEL = 0,
  parameter DATA = 128,
  parameter ADDRESS = 29,
  parameter IDS = 4,
  parameter HALF_PS = 5000
) (
  input  wire               sys_clk_i,
  input  wire               clk_ref_i,
  input  wire               sys_rst,
  input  wire               aresetn,
  input  wire               app_sr_req,
  input  wire               app_ref_req,
  input  wire               app_zq_req,
  output wire               app_sr_active,
  output wire               app_ref_ack,
  output wire               app_zq_ack,
  output wire [11:0]        device_temp,
  output wire               ui_clk,
  output wire               ui_clk_sync_rst,
  output wire               mmcm_locked,
  output wire               init_calib_complete,
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
  output wire               s_axi_awready,
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
  output wire               s_axi_arready,
  input  wire [DATA-1:0]    s_axi_wdata,
  input  wire [DATA/8-1:0]  s_axi_wstrb,
  input  wire               s_axi_wlast,
  input  wire               s_axi_wvalid,
  output wire               s_axi_wready,
  output wire [IDS-1:0]     s_axi_bid,
  output wire [1:0]         s_axi_bresp,
  output wire               s_axi_bvalid,
  input  wire               s_axi_bready,
  output wire [IDS-1:0]     s_axi_rid,
  output wire [DATA-1:0]    s_axi_rdata,
  output wire [1:0]         s_axi_rresp,
  output wire               s_axi_rlast,
  output wire               s_axi_rvalid,
  input  wire               s_axi_rready
);

  assign {app_sr_active, app_ref_ack, app_zq_ack} = {app_sr_req, app_ref_req, app_zq_req};
  assign device_temp = 12'd0;
  assign mmcm_locked = ~ui_clk_sync_rst;

  // The clock of the delays is required as well as that of the memory.
  reg has_reference = 1'b0;
  initial begin
    repeat (4) @(posedge clk_ref_i);
    has_reference = 1'b1;
  end

  ddr_model #(.CHANNEL(CHANNEL), .DATA(DATA), .ADDRESS(ADDRESS), .IDS(IDS), .HALF_PS(HALF_PS)) u_memory (
    .sys_rst(~sys_rst), .sys_clk_p(sys_clk_i & has_reference), .sys_clk_n(~(sys_clk_i & has_reference)),
    .init_calib_complete(init_calib_complete), .ui_clk(ui_clk), .ui_clk_sync_rst(ui_clk_sync_rst), .aresetn(aresetn),
    .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_awlock(s_axi_awlock),
    .s_axi_awcache(s_axi_awcache), .s_axi_awprot(s_axi_awprot), .s_axi_awqos(s_axi_awqos), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
    .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst), .s_axi_arlock(s_axi_arlock),
    .s_axi_arcache(s_axi_arcache), .s_axi_arprot(s_axi_arprot), .s_axi_arqos(s_axi_arqos), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready),
    .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
    .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
    .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready)
  );

endmodule

`default_nettype wire
