// avalon_pcie_model -- Intel's Avalon-MM PCIe with DMA as the card sees it: its masters behind
// bridges, a BAR, messages
// Ports are those of the systems card_pcie except for the lanes. The actions of the host come from C++ (top_card.cpp) as for XDMA, in
// terms of AXI, and are converted to Avalon here: a write is complete for the host when its last word is taken, as on the card. coreclkout
// runs once refclk does; its reset follows PERST# and a link that takes a while to come up and needs calibrated
// transceivers. Interrupts are writes to the host's address, or events that the endpoint converts to messages, depending on the card.
`timescale 1ps/1ps
`default_nettype none

module avalon_pcie_model #(
  parameter DATA = 256,
  parameter ADDRESS = 32,
  parameter COUNT = 5,      // width of burstcount: 16 words at most, or 8
  parameter REGISTERS = 12,
  parameter WORD_BITS = 32,  // width of the registers' master: 32, or 64 with byte enables for the half that is addressed
  parameter EVENT = 16'h8000,
  parameter HALF_PS = 2000,
  parameter LINK_CLOCKS = 200
) (
  input  wire                 refclk_clk,
  input  wire                 npor_npor,
  input  wire                 npor_pin_perst,
  output wire [81:0]          msi_msi_intfc,
  input  wire                 calibration_clk_clk,
  input  wire                 calibration_rst_reset_n,
  output reg                  bus_clk_clk,
  output reg                  bus_rst_reset_n,
  input  wire                 host_write_waitrequest,
  input  wire [DATA-1:0]      host_write_readdata,
  input  wire                 host_write_readdatavalid,
  output wire [COUNT-1:0]     host_write_burstcount,
  output wire [DATA-1:0]      host_write_writedata,
  output wire [ADDRESS-1:0]   host_write_address,
  output wire                 host_write_write,
  output wire                 host_write_read,
  output wire [DATA/8-1:0]    host_write_byteenable,
  output wire                 host_write_debugaccess,
  input  wire                 host_read_waitrequest,
  input  wire [DATA-1:0]      host_read_readdata,
  input  wire                 host_read_readdatavalid,
  output wire [COUNT-1:0]     host_read_burstcount,
  output wire [DATA-1:0]      host_read_writedata,
  output wire [ADDRESS-1:0]   host_read_address,
  output wire                 host_read_write,
  output wire                 host_read_read,
  output wire [DATA/8-1:0]    host_read_byteenable,
  output wire                 host_read_debugaccess,
  input  wire                 registers_waitrequest,
  input  wire [WORD_BITS-1:0] registers_readdata,
  input  wire                 registers_readdatavalid,
  output wire [0:0]           registers_burstcount,
  output wire [WORD_BITS-1:0] registers_writedata,
  output wire [REGISTERS-1:0] registers_address,
  output wire                 registers_write,
  output wire                 registers_read,
  output wire [WORD_BITS/8-1:0] registers_byteenable,
  output wire                 registers_debugaccess,
  input  wire [0:0]           message_burstcount,
  input  wire [31:0]          message_writedata,
  input  wire [31:0]          message_address,
  input  wire                 message_write,
  input  wire                 message_read,
  input  wire [3:0]           message_byteenable,
  input  wire                 message_debugaccess,
  output reg                  message_waitrequest,
  output wire [31:0]          message_readdata,
  output wire                 message_readdatavalid,
  input  wire                 msix_valid,
  output reg                  msix_ready,
  input  wire [15:0]          msix_data
);

  import "DPI-C" context function void rtlgen_host_reset();
  import "DPI-C" context function void rtlgen_host_write(input bit awready, input bit wready, input bit bvalid, input bit [3:0] bid, input bit [1:0] bresp,
    output bit awvalid, output bit [3:0] awid, output longint awaddr, output bit [7:0] awlen, output bit [2:0] awsize,
    output bit wvalid, output bit [511:0] wdata, output bit [63:0] wstrb, output bit wlast, output bit bready);
  import "DPI-C" context function void rtlgen_host_read(input bit arready, input bit rvalid, input bit [3:0] rid, input bit [511:0] rdata, input bit [1:0] rresp, input bit rlast,
    output bit arvalid, output bit [3:0] arid, output longint araddr, output bit [7:0] arlen, output bit [2:0] arsize, output bit rready);
  import "DPI-C" context function void rtlgen_host_registers(input bit awready, input bit wready, input bit bvalid, input bit [1:0] bresp,
    input bit arready, input bit rvalid, input int rdata, input bit [1:0] rresp,
    output bit awvalid, output int awaddr, output bit wvalid, output int wdata, output bit bready, output bit arvalid, output int araddr, output bit rready);
  import "DPI-C" context function void rtlgen_host_interrupt(input int number, input bit req, output bit ack);

  localparam [63:0] MESSAGE_ADDRESS = 64'h0000_0000_FEE0_1004;
  localparam [15:0] MESSAGE_DATA = 16'h4025;
  localparam [63:0] WORD = DATA / 8;

  initial begin
    bus_clk_clk = 1'b0;
    bus_rst_reset_n = 1'b0;
    message_waitrequest = 1'b1;
    msix_ready = 1'b0;
    repeat (4) @(posedge refclk_clk);
    forever #(HALF_PS) bus_clk_clk = ~bus_clk_clk;
  end

  // Requests of the host, from one edge to the next.
  bit awvalid, wvalid, wlast, bready, arvalid, rready, l_awvalid, l_wvalid, l_bready, l_arvalid, l_rready, ack;
  bit [3:0] awid, arid;
  longint awaddr, araddr;
  bit [7:0] awlen, arlen;
  bit [2:0] awsize, arsize;
  bit [511:0] wdata;
  bit [63:0] wstrb;
  int l_awaddr, l_wdata, l_araddr;
  bit o_awvalid, o_wvalid, o_wlast, o_bready, o_arvalid, o_rready, o_l_awvalid, o_l_wvalid, o_l_bready, o_l_arvalid, o_l_rready;
  bit [3:0] o_awid, o_arid;
  longint o_awaddr, o_araddr;
  bit [7:0] o_awlen, o_arlen;
  bit [2:0] o_awsize, o_arsize;
  bit [511:0] o_wdata;
  bit [63:0] o_wstrb;
  int o_l_awaddr, o_l_wdata, o_l_araddr;

  // Writes: a burst is open from its address to its last word.
  reg open = 1'b0;
  reg [63:0] open_address;
  reg [4:0] open_words;
  reg [3:0] open_id;
  bit [3:0] written[$];
  assign host_write_write = open & o_wvalid;
  assign host_write_address = open_address[ADDRESS-1:0];
  assign host_write_burstcount = open_words[COUNT-1:0];
  assign host_write_writedata = o_wdata[DATA-1:0];
  assign host_write_byteenable = o_wstrb[DATA/8-1:0];
  assign {host_write_read, host_write_debugaccess} = 2'b00;

  // Reads: words arrive in any cycle, and wait here for the host.
  bit [DATA-1:0] words[$];
  bit [3:0] read_ids[$];
  int read_words[$];
  int read_done = 0;
  assign host_read_read = o_arvalid & bus_rst_reset_n;
  assign host_read_address = o_araddr[ADDRESS-1:0] & ~(WORD[ADDRESS-1:0] - {{(ADDRESS - 1){1'b0}}, 1'b1});
  wire [4:0] read_count = o_arlen[4:0] + 5'd1;
  assign host_read_burstcount = read_count[COUNT-1:0];
  assign {host_read_write, host_read_debugaccess} = 2'b00;
  assign host_read_writedata = {DATA{1'b0}};
  assign host_read_byteenable = {(DATA / 8){1'b1}};

  // The BAR.
  reg posted = 1'b0, answered = 1'b0;
  reg [31:0] answer;
  reg [2:0] lane_read;
  wire [63:0] word_in = 64'(registers_readdata);
  assign registers_write = o_l_awvalid & o_l_wvalid;
  assign registers_read = o_l_arvalid;
  assign registers_address = o_l_arvalid ? o_l_araddr[REGISTERS-1:0] : o_l_awaddr[REGISTERS-1:0];
  wire [2:0] lane = registers_address[2:0] & (WORD_BITS == 64 ? 3'd4 : 3'd0);
  wire [63:0] word_out = {32'hDEAD_BEEF, o_l_wdata} << (8 * lane);
  wire [7:0] enable_out = 8'h0F << lane;
  assign registers_writedata = word_out[WORD_BITS-1:0];
  assign registers_byteenable = enable_out[WORD_BITS/8-1:0];
  assign registers_burstcount = 1'b1;
  assign registers_debugaccess = 1'b0;

  // Messages: disabled until the link is up for a while.
  integer training = 0;
  reg enabled = 1'b0, interrupt = 1'b0;
  assign msi_msi_intfc = {enabled, enabled, MESSAGE_DATA, MESSAGE_ADDRESS};
  assign message_readdata = 32'd0;
  assign message_readdatavalid = 1'b0;

  bit b_there, r_there, r_last;
  bit [511:0] r_data;
  always @(posedge bus_clk_clk) begin
    if (!npor_npor || !npor_pin_perst || !calibration_rst_reset_n) training = 0;
    else if (training < 2 * LINK_CLOCKS) training = training + 1;
    bus_rst_reset_n <= training >= LINK_CLOCKS;
    enabled <= training == 2 * LINK_CLOCKS;
    msix_ready <= enabled && ($urandom % 4 == 0);
    message_waitrequest <= ~message_write | ~message_waitrequest | ($urandom % 4 != 0);
    if (!bus_rst_reset_n) begin
      rtlgen_host_reset();
      {o_awvalid, o_wvalid, o_bready, o_arvalid, o_rready, o_l_awvalid, o_l_wvalid, o_l_bready, o_l_arvalid, o_l_rready} <= 10'd0;
      {open, posted, answered, interrupt} <= 4'd0;
      written.delete();
      words.delete();
      read_ids.delete();
      read_words.delete();
      read_done = 0;
    end else begin
      // Transfers at this edge.
      if (host_read_readdatavalid) words.push_back(host_read_readdata);
      if (host_read_read && !host_read_waitrequest) begin
        read_ids.push_back(o_arid);
        read_words.push_back({24'd0, o_arlen} + 1);
      end
      b_there = written.size() != 0;
      r_there = words.size() != 0 && read_ids.size() != 0;
      r_last = r_there && read_done + 1 == read_words[0];
      r_data = 512'd0;
      if (r_there) r_data[DATA-1:0] = words[0];
      rtlgen_host_write(~open, open & ~host_write_waitrequest, b_there, b_there ? written[0] : 4'd0, 2'b00, awvalid, awid, awaddr, awlen, awsize, wvalid, wdata, wstrb, wlast, bready);
      rtlgen_host_read(~host_read_waitrequest, r_there, r_there ? read_ids[0] : 4'd0, r_data, 2'b00, r_last, arvalid, arid, araddr, arlen, arsize, rready);
      rtlgen_host_registers(registers_write & ~registers_waitrequest, registers_write & ~registers_waitrequest, posted, 2'b00,
                            registers_read & ~registers_waitrequest, answered, answer, 2'b00,
                            l_awvalid, l_awaddr, l_wvalid, l_wdata, l_bready, l_arvalid, l_araddr, l_rready);
      rtlgen_host_interrupt(0, interrupt, ack);
      if (b_there && o_bready) void'(written.pop_front());
      if (r_there && o_rready) begin
        void'(words.pop_front());
        read_done = r_last ? 0 : read_done + 1;
        if (r_last) void'(read_ids.pop_front());
        if (r_last) void'(read_words.pop_front());
      end
      if (open && o_wvalid && !host_write_waitrequest && o_wlast) begin
        open <= 1'b0;
        written.push_back(open_id);
      end else if (!open && o_awvalid) begin
        open <= 1'b1;
        open_address <= o_awaddr & ~(WORD - 64'd1);
        open_words <= o_awlen[4:0] + 5'd1;
        open_id <= o_awid;
      end
      posted <= registers_write & ~registers_waitrequest | (posted & ~o_l_bready);
      if (registers_read && !registers_waitrequest) lane_read <= lane;
      if (registers_readdatavalid) answer <= 32'(word_in >> (8 * lane_read));
      answered <= registers_readdatavalid | (answered & ~o_l_rready);
      if (msix_valid && msix_ready && msix_data == EVENT) interrupt <= 1'b1;
      else if (message_write && !message_waitrequest && message_address == MESSAGE_ADDRESS[31:0] && message_writedata == {16'd0, MESSAGE_DATA}) interrupt <= 1'b1;
      else if (ack) interrupt <= 1'b0;
      {o_awvalid, o_awid, o_awaddr, o_awlen, o_awsize} <= {awvalid, awid, awaddr, awlen, awsize};
      {o_wvalid, o_wdata, o_wstrb, o_wlast, o_bready} <= {wvalid, wdata, wstrb, wlast, bready};
      {o_arvalid, o_arid, o_araddr, o_arlen, o_arsize, o_rready} <= {arvalid, arid, araddr, arlen, arsize, rready};
      {o_l_awvalid, o_l_awaddr, o_l_wvalid, o_l_wdata, o_l_bready} <= {l_awvalid, l_awaddr, l_wvalid, l_wdata, l_bready};
      {o_l_arvalid, o_l_araddr, o_l_rready} <= {l_arvalid, l_araddr, l_rready};
    end
  end

endmodule

`default_nettype wire
