// rtlgen_avalon_memory -- connects an AXI4 master to an Avalon-MM memory controller (Intel's UniPHY and EMIF)
// Bursts of both directions take turns, since Avalon has one address for both. The controller keeps the order, so a
// write gets its response when the controller has accepted the last word: later reads see it. Avalon has no
// back-pressure for read words, so a burst is requested only when the FIFO has room for all its words.
//
//   parameter  BUS_BITS    bits of data, a power of two
//              ADDR_BITS   bits of a byte address
//              ID_BITS     bits of an ID; IDs are returned in order
//              COUNT_BITS  bits of burstcount; a burst has at most 2^(COUNT_BITS-1) words
//              READS_LOG2  2^READS_LOG2 outstanding read words, at least as many as in a burst
//
//   port       direction  meaning
//   clk, rst   in         the controller's clock; rst synchronous, active high, together with the controller's reset
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
  localparam [READS_LOG2:0] NONE = {(READS_LOG2 + 1){1'b0}};

  // ---- Arbitration: a chosen burst stays until the controller has accepted it -------------
  reg reading, writing, begun;
  reg wrote;  // the current or last burst is a write
  wire b_free, note_free;
  reg [READS_LOG2:0] places;  // unreserved slots of the FIFO
  reg fits;                   // `places` sufficed for the waiting burst a clock ago; it can only have grown since
  reg [7:0] w_left;           // words of a write burst after the current one
  reg w_last;
  wire want_write = s_awvalid & s_wvalid & b_free;
  wire want_read = s_arvalid & note_free & fits;
  wire idle = ~reading & ~writing;
  wire choose_write = idle & want_write & (~want_read | ~wrote);
  wire choose_read = idle & want_read & ~choose_write;
  wire word = m_write & m_ready;
  wire written = word & w_last;
  wire asked = m_read & m_ready;

  always @(posedge clk) begin
    // Words are counted, because s_wlast may come from a RAM, which is late.
    if (~writing) begin
      w_left <= s_awlen;
      w_last <= s_awlen == 8'd0;
    end else if (word) begin
      w_left <= w_left - 8'd1;
      w_last <= w_left == 8'd1;
    end
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

  // `wrote` selects here, because `writing` is in longer paths and should have a low fan-out.
  wire [8:0] words = {1'b0, wrote ? s_awlen : s_arlen} + 9'd1;
  assign m_read = reading;
  assign m_write = writing & s_wvalid;
  assign m_beginbursttransfer = (m_read | m_write) & ~begun;
  assign m_address = wrote ? s_awaddr[ADDR_BITS-1:LANE] : s_araddr[ADDR_BITS-1:LANE];
  assign m_burstcount = words[COUNT_BITS-1:0];
  assign m_writedata = s_wdata;
  assign m_byteenable = wrote ? s_wstrb : {(BUS_BITS / 8){1'b1}};
  assign s_wready = writing & m_ready;
  assign s_awready = written;
  assign s_arready = asked;
  wire unused_inputs = &{1'b0, s_awaddr[LANE-1:0], s_araddr[LANE-1:0], s_wlast, words};

  // ---- Write responses -----------------------------------------------------------------------
  rtlgen_queue #(.WIDTH(ID_BITS), .DEPTH_LOG2(4)) u_answers (
    .clk(clk), .rst(rst), .in_valid(written), .in_ready(b_free), .in_data(s_awid),
    .out_valid(s_bvalid), .out_ready(s_bready), .out_data(s_bid)
  );
  assign s_bresp = 2'b00;

  // ---- Read words: their burst is in registers -------------------------------------------------
  wire note_valid;
  wire [ID_BITS-1:0] note_id;
  wire [7:0] note_len;
  reg r_open, r_last;
  reg [ID_BITS-1:0] r_id;
  reg [7:0] r_left;  // words after the current one
  wire take = s_rvalid & s_rready;
  wire next_note = ~r_open | (take & r_last);
  rtlgen_queue #(.WIDTH(ID_BITS + 8), .DEPTH_LOG2(5)) u_notes (
    .clk(clk), .rst(rst), .in_valid(asked), .in_ready(note_free), .in_data({s_arid, s_arlen}),
    .out_valid(note_valid), .out_ready(next_note), .out_data({note_id, note_len})
  );
  // The FIFO of read words: a RAM with its output register. Every word has a reserved slot, so no flag for full is
  // needed. The burst of out_data is always in the registers: it was noted before the word came, and the path through
  // the RAM is no shorter.
  (* ram_style = "block" *) reg [BUS_BITS-1:0] kept [0:(1 << READS_LOG2)-1];
  reg [READS_LOG2:0] put_at, get_at, after_get;
  reg any_kept, out_valid;
  reg [BUS_BITS-1:0] out_data;
  wire get = any_kept & (~out_valid | s_rready);
  assign s_rvalid = out_valid;
  assign s_rdata = out_data;
  assign s_rid = r_id;
  assign s_rresp = 2'b00;
  assign s_rlast = r_last;

  always @(posedge clk) begin
    if (next_note) begin
      r_id <= note_id;
      r_left <= note_len;
      r_last <= note_len == 8'd0;
    end else if (take) begin
      r_left <= r_left - 8'd1;
      r_last <= r_left == 8'd1;
    end
    if (m_readdatavalid) kept[put_at[READS_LOG2-1:0]] <= m_readdata;
    if (get) out_data <= kept[get_at[READS_LOG2-1:0]];
    if (rst) begin
      r_open <= 1'b0;
      put_at <= NONE;
      get_at <= NONE;
      after_get <= ONE[READS_LOG2:0];
      any_kept <= 1'b0;
      out_valid <= 1'b0;
    end else begin
      if (next_note) r_open <= note_valid;
      if (m_readdatavalid) put_at <= put_at + ONE[READS_LOG2:0];
      if (get) begin
        get_at <= after_get;
        after_get <= after_get + ONE[READS_LOG2:0];
      end
      any_kept <= m_readdatavalid | (get ? put_at != after_get : put_at != get_at);
      out_valid <= get | (out_valid & ~s_rready);
    end
  end

  // ---- Slots: reserved in the first clock of a request, free again a clock after their words left ------
  // One sum, places - words + freed: -words is the complement of words - 1, and `freed` is the carry in.
  reg freed;
  wire [31:0] burst = ~{24'd0, s_arlen};
  wire [READS_LOG2:0] reserved = reading & ~begun ? burst[READS_LOG2:0] : NONE;
  wire [READS_LOG2+1:0] sum = {places, 1'b1} + {reserved, freed};

  always @(posedge clk) begin
    fits <= s_arvalid & ~reading & ({{(31 - READS_LOG2){1'b0}}, places} > {24'd0, s_arlen});
    if (rst) begin
      freed <= 1'b0;
      places <= PLACES;
    end else begin
      freed <= take;
      places <= sum[READS_LOG2+1:1];
    end
  end
  wire unused_sum = &{1'b0, burst, sum[0]};

endmodule

`default_nettype wire
