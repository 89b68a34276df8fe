// platform_model -- a Vitis platform as a kernel sees it: two clocks, reset, registers, interrupt,
// memory
//
// The host is that of xdma_model, whose transfers access the same memory as the kernel's; memory is that of ddr_model, each channel with
// its own clock behind a crossing. A kernel's channel c is at addresses from FIRST_BANK + c BANK_STEP on, the host's at c 2^ADDRESS.
// Each of the kernel's memory ports has an axi_checker; the first rule broken is reported to C++ (top_card.cpp); rule 90 is
// an address outside the channel's bank.
//
//   parameter  CHANNELS, BUS_BITS; *_HALF_PS halves of clock periods; ADDRESS bits of a channel's addresses
//   port       aw*, w*, ... of the kernel's memory ports, channel 0 lowest
`timescale 1ps/1ps
`default_nettype none

module platform_model #(
  parameter CHANNELS = 1,
  parameter BUS_BITS = 512,
  parameter BUS_HALF_PS = 1667,
  parameter KERNEL_HALF_PS = 1667,
  parameter MEMORY_HALF_PS = 1666,
  parameter ADDRESS = 31,
  parameter [63:0] FIRST_BANK = 64'h40_0000_0000,
  parameter [63:0] BANK_STEP = 64'h4_0000_0000
) (
  input  wire                           clock_p,
  input  wire                           clock_n,
  input  wire                           reset_n,
  output wire                           ap_clk,
  output wire                           ap_clk_2,
  output reg                            ap_rst_n,
  input  wire                           interrupt,
  output wire                           s_axi_control_awvalid,
  input  wire                           s_axi_control_awready,
  output wire [31:0]                    s_axi_control_awaddr,
  output wire                           s_axi_control_wvalid,
  input  wire                           s_axi_control_wready,
  output wire [31:0]                    s_axi_control_wdata,
  output wire [3:0]                     s_axi_control_wstrb,
  input  wire                           s_axi_control_bvalid,
  output wire                           s_axi_control_bready,
  input  wire [1:0]                     s_axi_control_bresp,
  output wire                           s_axi_control_arvalid,
  input  wire                           s_axi_control_arready,
  output wire [31:0]                    s_axi_control_araddr,
  input  wire                           s_axi_control_rvalid,
  output wire                           s_axi_control_rready,
  input  wire [31:0]                    s_axi_control_rdata,
  input  wire [1:0]                     s_axi_control_rresp,
  input  wire [CHANNELS-1:0]            awvalid,
  output wire [CHANNELS-1:0]            awready,
  input  wire [CHANNELS-1:0]            awid,
  input  wire [64*CHANNELS-1:0]         awaddr,
  input  wire [8*CHANNELS-1:0]          awlen,
  input  wire [3*CHANNELS-1:0]          awsize,
  input  wire [2*CHANNELS-1:0]          awburst,
  input  wire [CHANNELS-1:0]            awlock,
  input  wire [4*CHANNELS-1:0]          awcache,
  input  wire [3*CHANNELS-1:0]          awprot,
  input  wire [4*CHANNELS-1:0]          awqos,
  input  wire [CHANNELS-1:0]            wvalid,
  output wire [CHANNELS-1:0]            wready,
  input  wire [BUS_BITS*CHANNELS-1:0]   wdata,
  input  wire [BUS_BITS/8*CHANNELS-1:0] wstrb,
  input  wire [CHANNELS-1:0]            wlast,
  output wire [CHANNELS-1:0]            bvalid,
  input  wire [CHANNELS-1:0]            bready,
  output wire [CHANNELS-1:0]            bid,
  output wire [2*CHANNELS-1:0]          bresp,
  input  wire [CHANNELS-1:0]            arvalid,
  output wire [CHANNELS-1:0]            arready,
  input  wire [CHANNELS-1:0]            arid,
  input  wire [64*CHANNELS-1:0]         araddr,
  input  wire [8*CHANNELS-1:0]          arlen,
  input  wire [3*CHANNELS-1:0]          arsize,
  input  wire [2*CHANNELS-1:0]          arburst,
  input  wire [CHANNELS-1:0]            arlock,
  input  wire [4*CHANNELS-1:0]          arcache,
  input  wire [3*CHANNELS-1:0]          arprot,
  input  wire [4*CHANNELS-1:0]          arqos,
  output wire [CHANNELS-1:0]            rvalid,
  input  wire [CHANNELS-1:0]            rready,
  output wire [CHANNELS-1:0]            rid,
  output wire [BUS_BITS*CHANNELS-1:0]   rdata,
  output wire [2*CHANNELS-1:0]          rresp,
  output wire [CHANNELS-1:0]            rlast
);

  import "DPI-C" context function void rtlgen_rule_broken(input int channel, input int rule);

  localparam HOST_BITS = 256;
  localparam BYTES = BUS_BITS / 8;
  localparam [2:0] SIZE = $clog2(BYTES);
  localparam [31:0] OUTSIDE = 90;

  // ---- Host, clocks, reset --------------------------------------------------------------------------
  wire bus_up, locked, irq_req, irq_ack;
  wire [3:0] host_awid, host_arid, host_bid, host_rid;
  wire [63:0] host_awaddr, host_araddr;
  wire [7:0] host_awlen, host_arlen;
  wire [2:0] host_awsize, host_arsize;
  wire host_awvalid, host_awready, host_arvalid, host_arready, host_wvalid, host_wready, host_wlast;
  wire host_bvalid, host_bready, host_rvalid, host_rready, host_rlast;
  wire [HOST_BITS-1:0] host_wdata, host_rdata;
  wire [HOST_BITS/8-1:0] host_wstrb;
  wire [1:0] host_bresp, host_rresp;

  xdma_model #(.DATA(HOST_BITS), .IRQS(1), .HALF_PS(BUS_HALF_PS)) u_host (
    .sys_clk(clock_p), .sys_clk_gt(clock_p), .sys_rst_n(reset_n), .axi_aclk(ap_clk), .axi_aresetn(bus_up), .usr_irq_req(irq_req), .usr_irq_ack(irq_ack),
    .m_axi_awid(host_awid), .m_axi_awaddr(host_awaddr), .m_axi_awlen(host_awlen), .m_axi_awsize(host_awsize), .m_axi_awvalid(host_awvalid), .m_axi_awready(host_awready),
    .m_axi_arid(host_arid), .m_axi_araddr(host_araddr), .m_axi_arlen(host_arlen), .m_axi_arsize(host_arsize), .m_axi_arvalid(host_arvalid), .m_axi_arready(host_arready),
    .m_axi_wdata(host_wdata), .m_axi_wstrb(host_wstrb), .m_axi_wlast(host_wlast), .m_axi_wvalid(host_wvalid), .m_axi_wready(host_wready),
    .m_axi_bid(host_bid), .m_axi_bresp(host_bresp), .m_axi_bvalid(host_bvalid), .m_axi_bready(host_bready),
    .m_axi_rid(host_rid), .m_axi_rdata(host_rdata), .m_axi_rresp(host_rresp), .m_axi_rlast(host_rlast), .m_axi_rvalid(host_rvalid), .m_axi_rready(host_rready),
    .m_axil_awaddr(s_axi_control_awaddr), .m_axil_awvalid(s_axi_control_awvalid), .m_axil_awready(s_axi_control_awready), .m_axil_wdata(s_axi_control_wdata),
    .m_axil_wstrb(s_axi_control_wstrb), .m_axil_wvalid(s_axi_control_wvalid), .m_axil_wready(s_axi_control_wready), .m_axil_bresp(s_axi_control_bresp),
    .m_axil_bvalid(s_axi_control_bvalid), .m_axil_bready(s_axi_control_bready), .m_axil_araddr(s_axi_control_araddr), .m_axil_arvalid(s_axi_control_arvalid),
    .m_axil_arready(s_axi_control_arready), .m_axil_rdata(s_axi_control_rdata), .m_axil_rresp(s_axi_control_rresp), .m_axil_rvalid(s_axi_control_rvalid),
    .m_axil_rready(s_axi_control_rready)
  );

  clock_model #(.HALF_PS(KERNEL_HALF_PS)) u_kernel_clock (.clk_in1(ap_clk), .resetn(bus_up), .clk_out1(ap_clk_2), .locked(locked));
  initial ap_rst_n = 1'b0;
  always @(posedge ap_clk) ap_rst_n <= bus_up & locked;
  wire rst = ~ap_rst_n;
  rtlgen_irq u_irq (.clk(ap_clk), .rst(rst), .irq(interrupt), .req(irq_req), .ack(irq_ack));

  // ---- The host's transfers: all that are outstanding are for one channel ---------------------------
  wire wide_awvalid, wide_arvalid, wide_wvalid, wide_wlast, wide_bready, wide_rready;
  wire [63:0] wide_awaddr, wide_araddr;
  wire [7:0] wide_awlen, wide_arlen;
  wire [BUS_BITS-1:0] wide_wdata;
  wire [BYTES-1:0] wide_wstrb;
  wire [CHANNELS-1:0] to_awready, to_arready, to_wready, from_bvalid, from_rvalid;
  wire [BUS_BITS*CHANNELS-1:0] given_rdata;
  wire [2*CHANNELS-1:0] given_bresp, given_rresp;
  wire [CHANNELS-1:0] given_rlast;
  wire [31:0] write_at = wide_awaddr[ADDRESS+:32], read_at = wide_araddr[ADDRESS+:32];
  reg [31:0] writing = 32'd0, reading = 32'd0;
  always @(posedge ap_clk) begin
    if (host_awvalid) writing <= host_awaddr[ADDRESS+:32];
    if (host_arvalid) reading <= host_araddr[ADDRESS+:32];
  end

  rtlgen_axi_host #(.HOST_BITS(HOST_BITS), .BUS_BITS(BUS_BITS), .ADDR_BITS(64), .ID_BITS(4)) u_wide (
    .clk(ap_clk), .rst(rst),
    .s_awvalid(host_awvalid), .s_awready(host_awready), .s_awid(host_awid), .s_awaddr(host_awaddr), .s_awlen(host_awlen), .s_awsize(host_awsize),
    .s_wvalid(host_wvalid), .s_wready(host_wready), .s_wdata(host_wdata), .s_wstrb(host_wstrb), .s_wlast(host_wlast),
    .s_bvalid(host_bvalid), .s_bready(host_bready), .s_bid(host_bid), .s_bresp(host_bresp),
    .s_arvalid(host_arvalid), .s_arready(host_arready), .s_arid(host_arid), .s_araddr(host_araddr), .s_arlen(host_arlen), .s_arsize(host_arsize),
    .s_rvalid(host_rvalid), .s_rready(host_rready), .s_rid(host_rid), .s_rdata(host_rdata), .s_rresp(host_rresp), .s_rlast(host_rlast),
    .m_awvalid(wide_awvalid), .m_awready(to_awready[write_at]), .m_awaddr(wide_awaddr), .m_awlen(wide_awlen),
    .m_wvalid(wide_wvalid), .m_wready(to_wready[writing]), .m_wdata(wide_wdata), .m_wstrb(wide_wstrb), .m_wlast(wide_wlast),
    .m_bvalid(from_bvalid[writing]), .m_bready(wide_bready), .m_bresp(given_bresp[2*writing+:2]),
    .m_arvalid(wide_arvalid), .m_arready(to_arready[read_at]), .m_araddr(wide_araddr), .m_arlen(wide_arlen),
    .m_rvalid(from_rvalid[reading]), .m_rready(wide_rready), .m_rdata(given_rdata[BUS_BITS*reading+:BUS_BITS]), .m_rresp(given_rresp[2*reading+:2]), .m_rlast(given_rlast[reading])
  );

  // ---- Memory channels ------------------------------------------------------------------------------
  assign bid = {CHANNELS{1'b0}};
  assign rid = {CHANNELS{1'b0}};
  genvar c;
  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : channel
      localparam [63:0] BANK = FIRST_BANK + c * BANK_STEP;
      wire [31:0] me = c;
      wire near_awvalid, near_awready, near_awid, near_wvalid, near_wready, near_wlast, near_bvalid, near_bready, near_bid;
      wire near_arvalid, near_arready, near_arid, near_rvalid, near_rready, near_rid, near_rlast;
      wire far_awvalid, far_awready, far_awid, far_wvalid, far_wready, far_wlast, far_bvalid, far_bready;
      wire far_arvalid, far_arready, far_arid, far_rvalid, far_rready, far_rlast;
      wire [63:0] near_awaddr, near_araddr, far_awaddr, far_araddr;
      wire [7:0] near_awlen, near_arlen, far_awlen, far_arlen, violation;
      wire [BUS_BITS-1:0] near_wdata, near_rdata, far_wdata, far_rdata;
      wire [BYTES-1:0] near_wstrb, far_wstrb;
      wire [1:0] near_bresp, near_rresp, far_bresp, far_rresp;
      wire [3:0] far_bid, far_rid;
      wire memory_clk, memory_rst, calibrated, bus_rst_here;
      reg far_rst = 1'b1, memory_up = 1'b0;

      assign bresp[2*c+:2] = given_bresp[2*c+:2];
      assign rresp[2*c+:2] = given_rresp[2*c+:2];
      assign rlast[c] = given_rlast[c];
      assign rdata[BUS_BITS*c+:BUS_BITS] = given_rdata[BUS_BITS*c+:BUS_BITS];
      wire [1:0] both_bresp, both_rresp;
      assign given_bresp[2*c+:2] = both_bresp;
      assign given_rresp[2*c+:2] = both_rresp;

      axi_checker #(.ADDR_BITS(64), .BUS_BITS(BUS_BITS), .ID_BITS(1), .OUTSTANDING(32), .QUIET(1)) u_checker (
        .clk(ap_clk), .rst(rst), .awvalid(awvalid[c]), .awready(awready[c]), .awid(awid[c]), .awaddr(awaddr[64*c+:64]), .awlen(awlen[8*c+:8]), .awsize(awsize[3*c+:3]),
        .awburst(awburst[2*c+:2]), .awlock(awlock[c]), .awcache(awcache[4*c+:4]), .awprot(awprot[3*c+:3]), .awqos(awqos[4*c+:4]), .wvalid(wvalid[c]), .wready(wready[c]),
        .wdata(wdata[BUS_BITS*c+:BUS_BITS]), .wstrb(wstrb[BYTES*c+:BYTES]), .wlast(wlast[c]), .bvalid(bvalid[c]), .bready(bready[c]), .bid(bid[c]), .bresp(bresp[2*c+:2]),
        .arvalid(arvalid[c]), .arready(arready[c]), .arid(arid[c]), .araddr(araddr[64*c+:64]), .arlen(arlen[8*c+:8]), .arsize(arsize[3*c+:3]), .arburst(arburst[2*c+:2]),
        .arlock(arlock[c]), .arcache(arcache[4*c+:4]), .arprot(arprot[3*c+:3]), .arqos(arqos[4*c+:4]), .rvalid(rvalid[c]), .rready(rready[c]), .rid(rid[c]),
        .rdata(rdata[BUS_BITS*c+:BUS_BITS]), .rresp(rresp[2*c+:2]), .rlast(rlast[c]), .violation(violation)
      );
      wire [63:0] write_offset = awaddr[64*c+:64] - BANK, read_offset = araddr[64*c+:64] - BANK;
      always @(posedge ap_clk) begin
        if (!rst && violation != 8'd0) rtlgen_rule_broken(me, {24'd0, violation});
        if (!rst && ((awvalid[c] && |write_offset[63:ADDRESS]) || (arvalid[c] && |read_offset[63:ADDRESS]))) rtlgen_rule_broken(me, OUTSIDE);
      end

      rtlgen_axi_join #(.BUS_BITS(BUS_BITS), .ADDR_BITS(64)) u_join (
        .clk(ap_clk), .rst(rst),
        .s_awvalid({wide_awvalid & write_at == me, awvalid[c]}), .s_awready({to_awready[c], awready[c]}), .s_awaddr({wide_awaddr, write_offset}), .s_awlen({wide_awlen, awlen[8*c+:8]}),
        .s_wvalid({wide_wvalid & writing == me, wvalid[c]}), .s_wready({to_wready[c], wready[c]}), .s_wdata({wide_wdata, wdata[BUS_BITS*c+:BUS_BITS]}),
        .s_wstrb({wide_wstrb, wstrb[BYTES*c+:BYTES]}), .s_wlast({wide_wlast, wlast[c]}),
        .s_bvalid({from_bvalid[c], bvalid[c]}), .s_bready({wide_bready, bready[c]}), .s_bresp(both_bresp),
        .s_arvalid({wide_arvalid & read_at == me, arvalid[c]}), .s_arready({to_arready[c], arready[c]}), .s_araddr({wide_araddr, read_offset}), .s_arlen({wide_arlen, arlen[8*c+:8]}),
        .s_rvalid({from_rvalid[c], rvalid[c]}), .s_rready({wide_rready, rready[c]}), .s_rdata(given_rdata[BUS_BITS*c+:BUS_BITS]), .s_rresp(both_rresp), .s_rlast(given_rlast[c]),
        .m_awvalid(near_awvalid), .m_awready(near_awready), .m_awid(near_awid), .m_awaddr(near_awaddr), .m_awlen(near_awlen),
        .m_wvalid(near_wvalid), .m_wready(near_wready), .m_wdata(near_wdata), .m_wstrb(near_wstrb), .m_wlast(near_wlast),
        .m_bvalid(near_bvalid), .m_bready(near_bready), .m_bid(near_bid), .m_bresp(near_bresp),
        .m_arvalid(near_arvalid), .m_arready(near_arready), .m_arid(near_arid), .m_araddr(near_araddr), .m_arlen(near_arlen),
        .m_rvalid(near_rvalid), .m_rready(near_rready), .m_rid(near_rid), .m_rdata(near_rdata), .m_rresp(near_rresp), .m_rlast(near_rlast)
      );

      rtlgen_sync #(.INIT(1)) u_bus_rst_here (.clk(memory_clk), .in(rst), .out(bus_rst_here));
      always @(posedge memory_clk) begin
        memory_up <= ~(memory_rst | bus_rst_here);
        far_rst <= memory_rst | bus_rst_here | ~calibrated;
      end
      rtlgen_axi_cross #(.BUS_BITS(BUS_BITS), .ADDR_BITS(64), .ID_BITS(1)) u_cross (
        .near_clk(ap_clk), .near_rst(rst), .far_clk(memory_clk), .far_rst(far_rst),
        .s_awvalid(near_awvalid), .s_awready(near_awready), .s_awid(near_awid), .s_awaddr(near_awaddr), .s_awlen(near_awlen),
        .s_wvalid(near_wvalid), .s_wready(near_wready), .s_wdata(near_wdata), .s_wstrb(near_wstrb), .s_wlast(near_wlast),
        .s_bvalid(near_bvalid), .s_bready(near_bready), .s_bid(near_bid), .s_bresp(near_bresp),
        .s_arvalid(near_arvalid), .s_arready(near_arready), .s_arid(near_arid), .s_araddr(near_araddr), .s_arlen(near_arlen),
        .s_rvalid(near_rvalid), .s_rready(near_rready), .s_rid(near_rid), .s_rdata(near_rdata), .s_rresp(near_rresp), .s_rlast(near_rlast),
        .m_awvalid(far_awvalid), .m_awready(far_awready), .m_awid(far_awid), .m_awaddr(far_awaddr), .m_awlen(far_awlen),
        .m_wvalid(far_wvalid), .m_wready(far_wready), .m_wdata(far_wdata), .m_wstrb(far_wstrb), .m_wlast(far_wlast),
        .m_bvalid(far_bvalid), .m_bready(far_bready), .m_bid(far_bid[0]), .m_bresp(far_bresp),
        .m_arvalid(far_arvalid), .m_arready(far_arready), .m_arid(far_arid), .m_araddr(far_araddr), .m_arlen(far_arlen),
        .m_rvalid(far_rvalid), .m_rready(far_rready), .m_rid(far_rid[0]), .m_rdata(far_rdata), .m_rresp(far_rresp), .m_rlast(far_rlast)
      );
      ddr_model #(.CHANNEL(c), .DATA(BUS_BITS), .ADDRESS(ADDRESS), .IDS(4), .HALF_PS(MEMORY_HALF_PS)) u_memory (
        .sys_rst(~reset_n), .sys_clk_p(clock_p), .sys_clk_n(clock_n), .init_calib_complete(calibrated), .ui_clk(memory_clk), .ui_clk_sync_rst(memory_rst), .aresetn(memory_up),
        .s_axi_awid({3'd0, far_awid}), .s_axi_awaddr(far_awaddr[ADDRESS-1:0]), .s_axi_awlen(far_awlen), .s_axi_awsize(SIZE), .s_axi_awburst(2'b01), .s_axi_awlock(1'b0),
        .s_axi_awcache(4'b0011), .s_axi_awprot(3'd0), .s_axi_awqos(4'd0), .s_axi_awvalid(far_awvalid), .s_axi_awready(far_awready),
        .s_axi_arid({3'd0, far_arid}), .s_axi_araddr(far_araddr[ADDRESS-1:0]), .s_axi_arlen(far_arlen), .s_axi_arsize(SIZE), .s_axi_arburst(2'b01), .s_axi_arlock(1'b0),
        .s_axi_arcache(4'b0011), .s_axi_arprot(3'd0), .s_axi_arqos(4'd0), .s_axi_arvalid(far_arvalid), .s_axi_arready(far_arready),
        .s_axi_wdata(far_wdata), .s_axi_wstrb(far_wstrb), .s_axi_wlast(far_wlast), .s_axi_wvalid(far_wvalid), .s_axi_wready(far_wready),
        .s_axi_bid(far_bid), .s_axi_bresp(far_bresp), .s_axi_bvalid(far_bvalid), .s_axi_bready(far_bready),
        .s_axi_rid(far_rid), .s_axi_rdata(far_rdata), .s_axi_rresp(far_rresp), .s_axi_rlast(far_rlast), .s_axi_rvalid(far_rvalid), .s_axi_rready(far_rready)
      );
    end
  endgenerate

endmodule

`default_nettype wire
