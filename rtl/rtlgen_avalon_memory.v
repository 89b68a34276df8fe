// rtlgen_avalon_memory -- an AXI4 master at an Avalon-MM memory controller (Intel's UniPHY and EMIF)
// Bursts of both directions in turns, since Avalon has one address for both. The controller keeps the order, so a write
// gets its response once the controller has the last word: later reads see it. Avalon has no back pressure for read
// words; a burst is requested when the FIFO has room for each of its words.
//
//   parameter  BUS_BITS    of data, a power of two
//              ADDR_BITS   of a byte address
//              ID_BITS     of IDs, which are returned in order
//              COUNT_BITS  of burstcount; a burst has at most 2^(COUNT_BITS-1) words
//              READS_LOG2  2^READS_LOG2 outstanding read words, no fewer than in a burst
//
//   port       direction  meaning
//   clk, rst   in         the controller's clock; rst synchronous, active high, with the controller's own
//   s_*        AXI4: INCR bursts of whole words
//   m_*        Avalon-MM: the address counts words, ready is waitrequest_n
`default_nettype none

module rtlgen_avalon_memory #(
  parameter BUS_BITS = 512,
  parameter ADDR_BITS = 31,
  parameter ID_BITS = 1,
  parameter COUNT_BITS = 7,
  parameter READS_LOG2 = 8
) (
  input  wire                                  clk,
  input  wire                                  rst,
  input  wire                                  s_awvalid,
  output wire                                  s_awready,
  input  wire [ID_BITS-1:0]                    s_awid,
  input  wire [ADDR_BITS-1:0]                  s_awaddr,
  input  wire [7:0]                            s_awlen,
  input  wire                                  s_wvalid,
  output wire                                  s_wready,
  input  wire [BUS_BITS-1:0]                   s_wdata,
  input  wire [BUS_BITS/8-1:0]                 s_wstrb,
  input  wire                                  s_wlast,
  output wire                                  s_bvalid,
  input  wire                                  s_bready,
  output wire [ID_BITS-1:0]                    s_bid,
  output wire [1:0]                            s_bresp,
  input  wire                                  s_arvalid,
  output wire                                  s_arready,
  input  wire [ID_BITS-1:0]                    s_arid,
  input  wire [ADDR_BITS-1:0]                  s_araddr,
  input  wire [7:0]                            s_arlen,
  output wire                                  s_rvalid,
  input  wire                                  s_rready,
  output wire [ID_BITS-1:0]                    s_rid,
  output wire [BUS_BITS-1:0]                   s_rdata,
  output wire [1:0]                            s_rresp,
  output wire                                  s_rlast,
  input  wire                                  m_ready,
  output wire                                  m_beginbursttransfer,
  output wire [ADDR_BITS-$clog2(BUS_BITS/8)-1:0] m_address,
  output wire [COUNT_BITS-1:0]                 m_burstcount,
  output wire                                  m_read,
  output wire                                  m_write,
  output wire [BUS_BITS-1:0]                   m_writedata,
  output wire [BUS_BITS/8-1:0]                 m_byteenable,
  input  wire [BUS_BITS-1:0]                   m_readdata,
  input  wire                                  m_readdatavalid
);

  generate
    if (COUNT_BITS < 2 || COUNT_BITS > 9 || READS_LOG2 < COUNT_BITS - 1) begin : guard
      rtlgen_avalon_memory_needs_places_for_a_burst bad_parameter ();
    end
  endgenerate

  localparam LANE = $clog2(BUS_BITS / 8);
  localparam [31:0] ONE = 1;
  localparam [READS_LOG2:0] PLACES = {1'b1, {READS_LOG2{1'b0}}};

  // ---- Arbitration: a chosen burst stays until the controller has accepted it -------------
  reg reading, writing, begun, wrote;
  wire b_free, note_free;
  reg [READS_LOG2:0] places;  // slots of the FIFO that are not reserved
  wire [8:0] ar_words = {1'b0, s_arlen} + 9'd1;
  wire fits = {{(31 - READS_LOG2){1'b0}}, places} > {24'd0, s_arlen};
  wire want_write = s_awvalid & s_wvalid & b_free;
  wire want_read = s_arvalid & note_free & fits;
  wire idle = ~reading & ~writing;
  wire choose_write = idle & want_write & (~want_read | ~wrote);
  wire choose_read = idle & want_read & ~choose_write;
  wire word = m_write & m_ready;
  wire written = word & s_wlast;
  wire asked = m_read & m_ready;

  always @(posedge clk) begin
    if (rst) begin
      reading <= 1'b0;
      writing <= 1'b0;
      begun <= 1'b0;
      wrote <= 1'b0;
    end else begin
      reading <= choose_read | (reading & ~asked);
      writing <= choose_write | (writing & ~written);
      begun <= (m_read | m_write | begun) & ~written & ~asked;
      if (idle) wrote <= choose_write | (wrote & ~choose_read);
    end
  end

  wire [8:0] words = {1'b0, writing ? s_awlen : s_arlen} + 9'd1;
  assign m_read = reading;
  assign m_write = writing & s_wvalid;
  assign m_beginbursttransfer = (m_read | m_write) & ~begun;
  assign m_address = writing ? s_awaddr[ADDR_BITS-1:LANE] : s_araddr[ADDR_BITS-1:LANE];
  assign m_burstcount = words[COUNT_BITS-1:0];
  assign m_writedata = s_wdata;
  assign m_byteenable = writing ? s_wstrb : {(BUS_BITS / 8){1'b1}};
  assign s_wready = writing & m_ready;
  assign s_awready = written;
  assign s_arready = asked;
  wire unused_address = &{1'b0, s_awaddr[LANE-1:0], s_araddr[LANE-1:0], words};

  // ---- Write responses -----------------------------------------------------------------------
  rtlgen_queue #(.WIDTH(ID_BITS), .DEPTH_LOG2(4)) u_answers (
    .clk(clk), .rst(rst), .in_valid(written), .in_ready(b_free), .in_data(s_awid),
    .out_valid(s_bvalid), .out_ready(s_bready), .out_data(s_bid)
  );
  assign s_bresp = 2'b00;

  // ---- Read words ----------------------------------------------------------------------------
  wire note_valid, unused_ready, fifo_valid;
  wire [READS_LOG2:0] unused_free, unused_count;
  wire [7:0] note_len;
  reg [7:0] beat;
  wire take = s_rvalid & s_rready;
  rtlgen_queue #(.WIDTH(ID_BITS + 8), .DEPTH_LOG2(5)) u_notes (
    .clk(clk), .rst(rst), .in_valid(asked), .in_ready(note_free), .in_data({s_arid, s_arlen}),
    .out_valid(note_valid), .out_ready(take & s_rlast), .out_data({s_rid, note_len})
  );
  // The FIFO of the shell, with this clock on both sides.
  rtlgen_async_fifo #(.WIDTH(BUS_BITS), .DEPTH_LOG2(READS_LOG2), .STYLE("block")) u_words (
    .wr_clk(clk), .wr_rst(rst), .in_valid(m_readdatavalid), .in_ready(unused_ready), .in_data(m_readdata), .in_free(unused_free),
    .rd_clk(clk), .rd_rst(rst), .out_valid(fifo_valid), .out_ready(s_rready & note_valid), .out_data(s_rdata), .out_count(unused_count)
  );
  assign s_rvalid = fifo_valid & note_valid;
  assign s_rresp = 2'b00;
  assign s_rlast = beat == note_len;

  wire [31:0] promised = asked ? {23'd0, ar_words} : 32'd0;
  always @(posedge clk) begin
    if (rst) begin
      beat <= 8'd0;
      places <= PLACES;
    end else begin
      if (take) beat <= s_rlast ? 8'd0 : beat + 8'd1;
      places <= places - promised[READS_LOG2:0] + (take ? ONE[READS_LOG2:0] : {(READS_LOG2 + 1){1'b0}});
    end
  end
  wire unused_promised = &{1'b0, promised};

endmodule

`default_nettype wire
