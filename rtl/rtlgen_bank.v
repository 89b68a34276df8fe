// rtlgen_bank -- one memory channel as an AXI4 master, shared by readers and writers
// Arbitrates among readers and among writers, burst by burst, and returns data and responses to
// their owners. One ID, so everything is in order. It never holds data back: RREADY and BREADY
// are always 1, because readers and writers reserve room before they request.
//
//   parameter  READERS, WRITERS  1 or more each; if there is none, tie its req_valid to 0
//              ADDR_BITS         bits of a byte address
//              BUS_BITS          bits of a beat, 16 to 1024, a power of two
//              ID_BITS           bits of an ID of the bus; all IDs are 0
//              OUTSTANDING       outstanding bursts per direction, a power of two, 2 or more
//              GROUP             consecutive bursts of one direction while both directions have
//                                requests, so that a DRAM turns around rarely; 0: neither waits for the other
//
//   port           direction  meaning
//   clk            in         everything happens at its rising edge
//   rst            in         synchronous, active high; reset the bus with it, since outstanding
//                             bursts are discarded
//   rd_req_valid   in         one bit per reader, reader 0 lowest in this and all vectors
//   rd_req_ready   out        the burst is accepted at this edge; waits for rd_req_valid
//   rd_req_addr    in         byte address of whole beats, no burst across 4 KiB
//   rd_req_len     in         beats - 1
//   rd_dat_valid   out        one bit per reader: the beat is for it. A register, like the payload
//   rd_dat_data    out        the same for all readers
//   rd_dat_error   out        the same for all readers: the response was not OKAY
//   rd_dat_last    out        the same for all readers: last beat of a burst
//   wr_req_*       in/out     as rd_req_*, for writers
//   wdat_valid     in         one bit per writer: the next beat of its oldest burst
//   wdat_ready     out        accepted at this edge
//   wdat_data      in
//   wdat_strobe    in
//   wdat_last      in         must be correct
//   ack_valid      out        one bit per writer: response to its oldest burst. A register
//   ack_error      out        the same for all writers: the response was not OKAY
//   m_axi_*                   AXI4: INCR, whole beats, modifiable and bufferable (cache 0011)
//
// Write data follow in the order of addresses and do not wait for AWREADY. VALID depends on
// READY only through registers.
`default_nettype none

module rtlgen_bank #(
  parameter READERS = 1,
  parameter WRITERS = 1,
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter ID_BITS = 1,
  parameter OUTSTANDING = 16,
  parameter GROUP = 0
) (
  input  wire                          clk,
  input  wire                          rst,
  input  wire [READERS-1:0]            rd_req_valid,
  output wire [READERS-1:0]            rd_req_ready,
  input  wire [READERS*ADDR_BITS-1:0]  rd_req_addr,
  input  wire [READERS*8-1:0]          rd_req_len,
  output reg  [READERS-1:0]            rd_dat_valid,
  output reg  [BUS_BITS-1:0]           rd_dat_data,
  output reg                           rd_dat_error,
  output reg                           rd_dat_last,
  input  wire [WRITERS-1:0]            wr_req_valid,
  output wire [WRITERS-1:0]            wr_req_ready,
  input  wire [WRITERS*ADDR_BITS-1:0]  wr_req_addr,
  input  wire [WRITERS*8-1:0]          wr_req_len,
  input  wire [WRITERS-1:0]            wdat_valid,
  output wire [WRITERS-1:0]            wdat_ready,
  input  wire [WRITERS*BUS_BITS-1:0]   wdat_data,
  input  wire [WRITERS*BUS_BITS/8-1:0] wdat_strobe,
  input  wire [WRITERS-1:0]            wdat_last,
  output reg  [WRITERS-1:0]            ack_valid,
  output reg                           ack_error,
  output wire                          m_axi_awvalid,
  input  wire                          m_axi_awready,
  output wire [ID_BITS-1:0]            m_axi_awid,
  output wire [ADDR_BITS-1:0]          m_axi_awaddr,
  output wire [7:0]                    m_axi_awlen,
  output wire [2:0]                    m_axi_awsize,
  output wire [1:0]                    m_axi_awburst,
  output wire                          m_axi_awlock,
  output wire [3:0]                    m_axi_awcache,
  output wire [2:0]                    m_axi_awprot,
  output wire [3:0]                    m_axi_awqos,
  output reg                           m_axi_wvalid,
  input  wire                          m_axi_wready,
  output reg  [BUS_BITS-1:0]           m_axi_wdata,
  output reg  [BUS_BITS/8-1:0]         m_axi_wstrb,
  output reg                           m_axi_wlast,
  input  wire                          m_axi_bvalid,
  output wire                          m_axi_bready,
  input  wire [ID_BITS-1:0]            m_axi_bid,
  input  wire [1:0]                    m_axi_bresp,
  output wire                          m_axi_arvalid,
  input  wire                          m_axi_arready,
  output wire [ID_BITS-1:0]            m_axi_arid,
  output wire [ADDR_BITS-1:0]          m_axi_araddr,
  output wire [7:0]                    m_axi_arlen,
  output wire [2:0]                    m_axi_arsize,
  output wire [1:0]                    m_axi_arburst,
  output wire                          m_axi_arlock,
  output wire [3:0]                    m_axi_arcache,
  output wire [2:0]                    m_axi_arprot,
  output wire [3:0]                    m_axi_arqos,
  input  wire                          m_axi_rvalid,
  output wire                          m_axi_rready,
  input  wire [ID_BITS-1:0]            m_axi_rid,
  input  wire [BUS_BITS-1:0]           m_axi_rdata,
  input  wire [1:0]                    m_axi_rresp,
  input  wire                          m_axi_rlast
);

  generate
    if (ID_BITS < 1) begin : guard_id
      rtlgen_bank_needs_at_least_1_id_bit bad_parameter ();
    end
    if (BUS_BITS < 16 || BUS_BITS > 1024 || (BUS_BITS & (BUS_BITS - 1)) != 0) begin : guard_bus
      rtlgen_bank_needs_a_power_of_two_of_bus_bits bad_parameter ();
    end
    if (GROUP < 0 || GROUP > 255) begin : guard_group
      rtlgen_bank_needs_groups_of_0_to_255_bursts bad_parameter ();
    end
  endgenerate

  localparam STROBES = BUS_BITS / 8;
  localparam [31:0] SIZE = $clog2(STROBES);

  wire read_go, read_taken, write_go, write_taken;

  // Directions. A direction without competition starts its own group, so that a request of the other
  // direction waits for no more than the rest of the group.
  generate
    if (GROUP == 0) begin : free
      assign read_go = 1'b1;
      assign write_go = 1'b1;
      wire unused_taken = &{1'b0, read_taken, write_taken};
    end else begin : grouped
      localparam [31:0] LAST = GROUP - 1;
      reg writing;
      reg [7:0] passed;
      wire goes_on = write_taken == writing;
      wire full = goes_on ? passed == LAST[7:0] : LAST[7:0] == 8'd0;
      assign read_go = ~writing | ~|wr_req_valid;
      assign write_go = writing | ~|rd_req_valid;
      always @(posedge clk) begin
        if (rst) begin
          writing <= 1'b0;
          passed <= 8'd0;
        end else if (read_taken | write_taken) begin
          writing <= write_taken ^ full;
          passed <= full ? 8'd0 : (goes_on ? passed + 8'd1 : 8'd1);
        end
      end
    end
  endgenerate

  // Reads.
  wire [READERS-1:0] reader;
  wire [READERS-1:0] unused_reader;

  rtlgen_share #(
    .PORTS(READERS),
    .ADDR_BITS(ADDR_BITS),
    .OUTSTANDING(OUTSTANDING)
  ) u_reads (
    .clk(clk),
    .rst(rst),
    .go(read_go),
    .taken(read_taken),
    .req_valid(rd_req_valid),
    .req_ready(rd_req_ready),
    .req_addr(rd_req_addr),
    .req_len(rd_req_len),
    .a_valid(m_axi_arvalid),
    .a_ready(m_axi_arready),
    .a_addr(m_axi_araddr),
    .a_len(m_axi_arlen),
    .beats_of(unused_reader),
    .beats_end(1'b0),
    .ends_of(reader),
    .ends(m_axi_rvalid & m_axi_rlast)
  );

  always @(posedge clk) begin
    rd_dat_data <= m_axi_rdata;
    rd_dat_error <= |m_axi_rresp;
    rd_dat_last <= m_axi_rlast;
    if (rst) rd_dat_valid <= {READERS{1'b0}};
    else rd_dat_valid <= reader & {READERS{m_axi_rvalid}};
  end

  // Writes.
  wire [WRITERS-1:0] sender;
  wire [WRITERS-1:0] writer;
  wire w_free = ~m_axi_wvalid | m_axi_wready;
  wire w_load = w_free & |(sender & wdat_valid);
  wire w_last = |(sender & wdat_last);

  rtlgen_share #(
    .PORTS(WRITERS),
    .ADDR_BITS(ADDR_BITS),
    .OUTSTANDING(OUTSTANDING)
  ) u_writes (
    .clk(clk),
    .rst(rst),
    .go(write_go),
    .taken(write_taken),
    .req_valid(wr_req_valid),
    .req_ready(wr_req_ready),
    .req_addr(wr_req_addr),
    .req_len(wr_req_len),
    .a_valid(m_axi_awvalid),
    .a_ready(m_axi_awready),
    .a_addr(m_axi_awaddr),
    .a_len(m_axi_awlen),
    .beats_of(sender),
    .beats_end(w_load & w_last),
    .ends_of(writer),
    .ends(m_axi_bvalid)
  );

  reg [BUS_BITS-1:0] sent_data;
  reg [STROBES-1:0] sent_strobe;
  // The data of a single writer need no gate: they are used only with w_load.
  wire [WRITERS-1:0] from = WRITERS == 1 ? {WRITERS{1'b1}} : sender;
  integer i;
  always @* begin
    sent_data = {BUS_BITS{1'b0}};
    sent_strobe = {STROBES{1'b0}};
    for (i = 0; i < WRITERS; i = i + 1) begin
      sent_data = sent_data | (wdat_data[i*BUS_BITS +: BUS_BITS] & {BUS_BITS{from[i]}});
      sent_strobe = sent_strobe | (wdat_strobe[i*STROBES +: STROBES] & {STROBES{from[i]}});
    end
  end

  assign wdat_ready = sender & {WRITERS{w_free}};

  always @(posedge clk) begin
    if (w_free) begin
      m_axi_wdata <= sent_data;
      m_axi_wstrb <= sent_strobe;
      m_axi_wlast <= w_last;
    end
    ack_error <= |m_axi_bresp;
    if (rst) begin
      m_axi_wvalid <= 1'b0;
      ack_valid <= {WRITERS{1'b0}};
    end else begin
      m_axi_wvalid <= w_load | (m_axi_wvalid & ~m_axi_wready);
      ack_valid <= writer & {WRITERS{m_axi_bvalid}};
    end
  end

  assign m_axi_awid = {ID_BITS{1'b0}};
  assign m_axi_awsize = SIZE[2:0];
  assign m_axi_awburst = 2'b01;
  assign m_axi_awlock = 1'b0;
  assign m_axi_awcache = 4'b0011;
  assign m_axi_awprot = 3'b000;
  assign m_axi_awqos = 4'b0000;
  assign m_axi_arid = {ID_BITS{1'b0}};
  assign m_axi_arsize = SIZE[2:0];
  assign m_axi_arburst = 2'b01;
  assign m_axi_arlock = 1'b0;
  assign m_axi_arcache = 4'b0011;
  assign m_axi_arprot = 3'b000;
  assign m_axi_arqos = 4'b0000;
  assign m_axi_bready = 1'b1;
  assign m_axi_rready = 1'b1;
  wire unused_ids = &{1'b0, m_axi_bid, m_axi_rid};

endmodule

`default_nettype wire
