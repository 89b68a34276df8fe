// Formal harness of rtlgen_bank: readers, writers and the memory are free, within AXI and the ports' rules.
//
// One burst of each direction is followed, any one: where its address, its beats and its answer go. Bursts have any
// length, as the bank looks at nothing but `last`. PART 0: reads, 1: writes, 2: turns.
`default_nettype none

module bank_props #(
  parameter READERS = 3,
  parameter WRITERS = 2,
  parameter OUTSTANDING = 2,
  parameter GROUP = 0,
  parameter PART = 0
) (
  input  wire                  clk,
  input  wire [READERS-1:0]    rd_ask,
  input  wire [READERS*4-1:0]  rd_addr_any,
  input  wire [READERS*8-1:0]  rd_len_any,
  input  wire [WRITERS-1:0]    wr_ask,
  input  wire [WRITERS*4-1:0]  wr_addr_any,
  input  wire [WRITERS*8-1:0]  wr_len_any,
  input  wire [WRITERS-1:0]    wdat_valid,
  input  wire [WRITERS*16-1:0] wdat_data,
  input  wire [WRITERS*2-1:0]  wdat_strobe,
  input  wire [WRITERS-1:0]    wdat_last,
  input  wire                  awready,
  input  wire                  wready,
  input  wire                  arready,
  input  wire                  read_now,
  input  wire [15:0]           rdata,
  input  wire [1:0]            rresp,
  input  wire                  rlast,
  input  wire                  answer_now,
  input  wire [1:0]            bresp,
  input  wire                  follow,
  input  wire [1:0]            pick,
  output wire                  bad
);

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  // ---- Requests stay, with all that they say, until they are taken --------------------------------------------------
  wire [READERS-1:0] rd_valid, rd_ready, rd_dat_valid;
  wire [READERS*4-1:0] rd_addr;
  wire [READERS*8-1:0] rd_len;
  wire [WRITERS-1:0] wr_valid, wr_ready, wdat_ready, ack_valid;
  wire [WRITERS*4-1:0] wr_addr;
  wire [WRITERS*8-1:0] wr_len;
  genvar i;
  generate
    for (i = 0; i < READERS; i = i + 1) begin : reader
      requester u_requester (.clk(clk), .rst(rst), .ask(rd_ask[i]), .any({rd_len_any[8*i+:8], rd_addr_any[4*i+:4]}),
                             .valid(rd_valid[i]), .ready(rd_ready[i]), .what({rd_len[8*i+:8], rd_addr[4*i+:4]}));
    end
    for (i = 0; i < WRITERS; i = i + 1) begin : writer
      requester u_requester (.clk(clk), .rst(rst), .ask(wr_ask[i]), .any({wr_len_any[8*i+:8], wr_addr_any[4*i+:4]}),
                             .valid(wr_valid[i]), .ready(wr_ready[i]), .what({wr_len[8*i+:8], wr_addr[4*i+:4]}));
    end
  endgenerate

  wire [15:0] rd_dat_data, m_wdata;
  wire rd_dat_error, rd_dat_last, ack_error, awvalid, wvalid, wlast, arvalid, bready, rready;
  wire [3:0] awaddr, araddr;
  wire [7:0] awlen, arlen;
  wire [1:0] wstrb;
  wire rvalid, bvalid;
  rtlgen_bank #(
    .READERS(READERS), .WRITERS(WRITERS), .ADDR_BITS(4), .BUS_BITS(16), .OUTSTANDING(OUTSTANDING), .GROUP(GROUP)
  ) u_bank (
    .clk(clk), .rst(rst), .rd_req_valid(rd_valid), .rd_req_ready(rd_ready), .rd_req_addr(rd_addr), .rd_req_len(rd_len),
    .rd_dat_valid(rd_dat_valid), .rd_dat_data(rd_dat_data), .rd_dat_error(rd_dat_error), .rd_dat_last(rd_dat_last),
    .wr_req_valid(wr_valid), .wr_req_ready(wr_ready), .wr_req_addr(wr_addr), .wr_req_len(wr_len), .wdat_valid(wdat_valid),
    .wdat_ready(wdat_ready), .wdat_data(wdat_data), .wdat_strobe(wdat_strobe), .wdat_last(wdat_last),
    .ack_valid(ack_valid), .ack_error(ack_error), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awid(),
    .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(), .m_axi_awburst(), .m_axi_awlock(), .m_axi_awcache(),
    .m_axi_awprot(), .m_axi_awqos(), .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(m_wdata),
    .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bid(1'b0),
    .m_axi_bresp(bresp), .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_arid(), .m_axi_araddr(araddr),
    .m_axi_arlen(arlen), .m_axi_arsize(), .m_axi_arburst(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(),
    .m_axi_arqos(), .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rid(1'b0), .m_axi_rdata(rdata),
    .m_axi_rresp(rresp), .m_axi_rlast(rlast)
  );

  // ---- Who is followed ----------------------------------------------------------------------------------------------
  reg [1:0] who = 2'd0;  // a reader in PART 0, a writer in PART 1, either in PART 2; any, and stays
  always @(posedge clk) if (rst) who <= pick;
  wire [READERS-1:0] the_reader = 1 << who;
  wire [WRITERS-1:0] the_writer = 1 << who;

  wire rd_taken = |rd_ready & ~rst;
  wire wr_taken = |wr_ready & ~rst;
  wire many = |(rd_ready & (rd_ready - 1'b1)) | |(rd_ready & ~rd_valid) | |(wr_ready & (wr_ready - 1'b1)) | |(wr_ready & ~wr_valid);

  // ---- Reads: the memory sends beats of bursts that it has taken ------------------------------------------------------
  localparam BITS = $clog2(OUTSTANDING) + 2;
  reg [BITS-1:0] rd_open = 0, rd_asked = 0;  // asked for, and of these taken by the memory; not ended
  assign rvalid = read_now & (rd_asked != 0) & ~rst;
  wire rd_ends = rvalid & rready & rlast;
  wire ar_taken = arvalid & arready & ~rst;
  reg ar_now = 1'b0, ar_its = 1'b0;  // an address is offered; that of the followed burst
  reg rd_following = 1'b0;
  reg [BITS-1:0] rd_before = 0;
  reg [11:0] rd_what;
  wire rd_enters = follow & ~rd_following & |(rd_ready & the_reader) & ~rst;
  reg sent = 1'b0, sent_its = 1'b0;
  reg [18:0] sent_what;
  always @(posedge clk) begin
    rd_open <= rd_open + rd_taken - rd_ends;
    rd_asked <= rd_asked + ar_taken - rd_ends;
    ar_now <= rd_taken | (ar_now & ~ar_taken);
    ar_its <= rd_enters | (ar_its & ~ar_taken);
    if (rd_enters) begin
      rd_following <= 1'b1;
      rd_before <= rd_open - rd_ends;
      rd_what <= {rd_len[8*who+:8], rd_addr[4*who+:4]};
    end else if (rd_following & rd_ends) begin
      if (rd_before == 0) rd_following <= 1'b0;
      else rd_before <= rd_before - 1'b1;
    end
    sent <= rvalid;
    sent_its <= rvalid & rd_following & rd_before == 0;
    sent_what <= {rlast, |rresp, rdata};
  end
  wire rd_lost = ~rready | (|rd_dat_valid != sent) | |(rd_dat_valid & (rd_dat_valid - 1'b1)) |
                 (sent & {rd_dat_last, rd_dat_error, rd_dat_data} != sent_what);
  wire rd_wrong = (sent_its & rd_dat_valid != the_reader) | arvalid != ar_now | (ar_its & {arlen, araddr} != rd_what);
  wire rd_many = rd_open > OUTSTANDING;
  wire reads = rd_lost | rd_wrong | rd_many;

  // ---- Writes: the memory answers bursts whose address and data it has ------------------------------------------------
  // Not answered: asked for, of these address and data in the memory; and those whose data the bank has not taken.
  reg [BITS-1:0] wr_open = 0, wr_asked = 0, wr_filled = 0, wr_sending = 0;
  assign bvalid = answer_now & (wr_asked != 0) & (wr_filled != 0) & ~rst;
  wire b_taken = bvalid & bready;
  wire aw_taken = awvalid & awready & ~rst;
  wire w_taken = wvalid & wready & ~rst;
  wire [WRITERS-1:0] gives = wdat_valid & wdat_ready & {WRITERS{~rst}};
  wire gives_last = |(gives & wdat_last);
  reg aw_now = 1'b0, aw_its = 1'b0, w_now = 1'b0, w_its = 1'b0, b_now = 1'b0, b_its = 1'b0, b_bad = 1'b0;
  reg wr_following = 1'b0, its_data = 1'b0;  // its data are not through
  reg [BITS-1:0] wr_before = 0, data_before = 0;
  reg [11:0] wr_what;
  reg [18:0] w_what;
  wire wr_enters = follow & ~wr_following & |(wr_ready & the_writer) & ~rst;
  wire its_turn = its_data & data_before == 0;
  always @(posedge clk) begin
    wr_open <= wr_open + wr_taken - b_taken;
    wr_asked <= wr_asked + aw_taken - b_taken;
    wr_filled <= wr_filled + (w_taken & wlast) - b_taken;
    wr_sending <= wr_sending + wr_taken - gives_last;
    aw_now <= wr_taken | (aw_now & ~aw_taken);
    aw_its <= wr_enters | (aw_its & ~aw_taken);
    w_now <= |gives | (w_now & ~w_taken);
    if (|gives) begin
      w_its <= its_turn;
      w_what <= {wdat_last[who], wdat_strobe[2*who+:2], wdat_data[16*who+:16]};
    end
    if (wr_enters) begin
      wr_following <= 1'b1;
      its_data <= 1'b1;
      wr_before <= wr_open - b_taken;
      data_before <= wr_sending - gives_last;
      wr_what <= {wr_len[8*who+:8], wr_addr[4*who+:4]};
    end else begin
      if (wr_following & b_taken) begin
        if (wr_before == 0) wr_following <= 1'b0;
        else wr_before <= wr_before - 1'b1;
      end
      if (its_turn & gives_last) its_data <= 1'b0;
      else if (its_data & gives_last) data_before <= data_before - 1'b1;
    end
    b_now <= b_taken;
    b_its <= b_taken & wr_following & wr_before == 0;
    b_bad <= |bresp;
  end
  wire wr_lost = ~bready | awvalid != aw_now | wvalid != w_now | (|ack_valid != b_now) | |(gives & (gives - 1'b1)) |
                 |(ack_valid & (ack_valid - 1'b1)) | (b_now & ack_error != b_bad) | (|gives & wr_sending == 0);
  wire wr_wrong = (aw_its & {awlen, awaddr} != wr_what) | (its_turn & |(wdat_ready & ~the_writer)) |
                  (w_its & w_now & {wlast, wstrb, m_wdata} != w_what) | (b_its & ack_valid != the_writer) |
                  (b_its & its_data);
  wire wr_many = wr_open > OUTSTANDING;
  wire writes = wr_lost | wr_wrong | wr_many;

  // ---- Turns: while one waits, how many bursts of others of its direction are taken, and of the other direction ----------
  // A group ends only at GROUP bursts or where nobody of its direction waits.
  localparam READ_WAIT = READERS - 1;
  localparam WRITE_WAIT = WRITERS - 1;
  localparam READ_GROUPS = GROUP == 0 ? 0 : GROUP * (1 + READ_WAIT / GROUP);
  localparam WRITE_GROUPS = GROUP == 0 ? 0 : GROUP * (1 + WRITE_WAIT / GROUP);
  wire reader_waits = |(rd_valid & the_reader & ~rd_ready);
  wire writer_waits = |(wr_valid & the_writer & ~wr_ready);
  reg [3:0] rd_others = 0, rd_against = 0, wr_others = 0, wr_against = 0;  // taken while it waits; 15 for more
  reg [3:0] row = 0;       // bursts taken in one direction
  reg last_write = 1'b0;   // which
  wire switches = GROUP != 0 & ((rd_taken & last_write & |wr_valid) | (wr_taken & ~last_write & |rd_valid));
  always @(posedge clk) begin
    rd_others <= reader_waits ? rd_others + (rd_taken & ~&rd_others) : 4'd0;
    rd_against <= reader_waits ? rd_against + (wr_taken & ~&rd_against) : 4'd0;
    wr_others <= writer_waits ? wr_others + (wr_taken & ~&wr_others) : 4'd0;
    wr_against <= writer_waits ? wr_against + (rd_taken & ~&wr_against) : 4'd0;
    if (rd_taken | wr_taken) begin
      last_write <= wr_taken;
      row <= last_write != wr_taken | row == 0 ? 4'd1 : row + ~&row;
    end
  end
  wire starves = (reader_waits & rd_others + rd_taken > READ_WAIT) | (writer_waits & wr_others + wr_taken > WRITE_WAIT) |
                 (GROUP != 0 & ((reader_waits & rd_against + wr_taken > READ_GROUPS) |
                                (writer_waits & wr_against + rd_taken > WRITE_GROUPS)));
  wire mixes = GROUP != 0 & (rd_taken | wr_taken) & row != 0 & switches & row < GROUP;
  wire both = GROUP != 0 & rd_taken & wr_taken;
  wire rd_free = (~arvalid | arready) & rd_open != OUTSTANDING;
  wire wr_free = (~awvalid | awready) & wr_open != OUTSTANDING;
  wire rests = rd_free & wr_free & (|rd_valid | |wr_valid) & ~rd_taken & ~wr_taken |
               rd_free & |rd_valid & ~|wr_valid & ~rd_taken | wr_free & |wr_valid & ~|rd_valid & ~wr_taken;
  wire turns = starves | mixes | both | rests;

  generate
    if (PART == 0) begin : part_reads
      assign bad = ~rst & (many | reads);
    end else if (PART == 1) begin : part_writes
      assign bad = ~rst & (many | writes);
    end else begin : part_turns
      assign bad = ~rst & (many | turns);
    end
  endgenerate

endmodule

// One who asks: an offer stays as it is until it is taken.
module requester (
  input  wire        clk,
  input  wire        rst,
  input  wire        ask,
  input  wire [11:0] any,
  output wire        valid,
  input  wire        ready,
  output wire [11:0] what
);
  reg keeps = 1'b0;
  reg [11:0] kept;
  assign valid = ~rst & (ask | keeps);
  assign what = keeps ? kept : any;
  always @(posedge clk) begin
    keeps <= valid & ~ready;
    kept <= what;
  end
endmodule

`default_nettype wire
