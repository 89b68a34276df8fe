// rtlgen_memory_test in front of a small memory with faults: the host's path, good memory, stuck bits, errors, a memory that
// stops, a channel that is not ready, a reset.
//
// The memory has two channels of four pages.
`timescale 1ns/1ps
`default_nettype none

module memory_test_bench;

  parameter BUS_BITS = 512;
  localparam BYTES = BUS_BITS / 8;
  localparam LANES = BUS_BITS / 32;
  localparam BEATS = 4096 / BYTES;
  localparam PAGES = 8;
  localparam [7:0] LAST = BEATS - 1;

  reg clk = 1'b0, rst = 1'b1, behind_rst = 1'b0;
  always #2 clk = ~clk;

  task fail(input [8*60-1:0] what);
    begin
      $display("%0s", what);
      $finish(0);
    end
  endtask

  reg [1:0] ready = 2'b11, mode = 2'd0;
  reg start = 1'b0, writes = 1'b1, reads = 1'b1, host_idle = 1'b1;
  reg [31:0] first = 32'd0, pages = 32'd4, seed = 32'd0;
  wire pause, busy, done, no_response, not_ready, bad_response, aborted;
  wire [31:0] wrong_beats, bad_page, seen, write_clocks, read_clocks;
  wire [63:0] wrong_bytes;
  wire [7:0] bad_beat, bad_lane;
  reg s_awvalid = 1'b0, s_arvalid = 1'b0, s_wvalid = 1'b0;
  wire s_awready, s_wready, s_bvalid, s_arready, s_rvalid, s_rlast, m_awvalid, m_wvalid, m_wlast, m_bready, m_arvalid, m_rready;
  wire [1:0] s_bresp, s_rresp;
  wire [BUS_BITS-1:0] s_rdata, m_wdata;
  wire [31:0] m_awaddr, m_araddr;
  wire [7:0] m_awlen, m_arlen;
  wire [BYTES-1:0] m_wstrb;
  reg m_awready = 1'b0, m_wready = 1'b0, m_bvalid = 1'b0, m_arready = 1'b0, m_rvalid = 1'b0, m_rlast = 1'b0;
  reg [1:0] m_bresp = 2'b00, m_rresp = 2'b00;
  reg [BUS_BITS-1:0] m_rdata;
  rtlgen_memory_test #(.CHANNELS(2), .CHANNEL_BITS(14), .BUS_BITS(BUS_BITS), .ADDR_BITS(32), .LIMIT_LOG2(8)) u_test (
    .clk(clk), .rst(rst), .behind_rst(behind_rst), .ready(ready), .start(start), .first(first), .pages(pages), .seed(seed), .mode(mode),
    .writes(writes), .reads(reads), .host_idle(host_idle), .pause(pause), .busy(busy), .done(done), .no_response(no_response),
    .not_ready(not_ready), .bad_response(bad_response), .aborted(aborted), .wrong_beats(wrong_beats), .wrong_bytes(wrong_bytes),
    .bad_page(bad_page), .bad_beat(bad_beat), .bad_lane(bad_lane), .seen(seen), .write_clocks(write_clocks), .read_clocks(read_clocks),
    .s_awvalid(s_awvalid), .s_awready(s_awready), .s_awaddr(32'h2000), .s_awlen(8'd0), .s_wvalid(s_wvalid), .s_wready(s_wready),
    .s_wdata({LANES{32'h0BAD_CAFE}}), .s_wstrb({BYTES{1'b1}}), .s_wlast(1'b1), .s_bvalid(s_bvalid), .s_bready(1'b1), .s_bresp(s_bresp),
    .s_arvalid(s_arvalid), .s_arready(s_arready), .s_araddr(32'h2000), .s_arlen(8'd0), .s_rvalid(s_rvalid), .s_rready(1'b1),
    .s_rdata(s_rdata), .s_rresp(s_rresp), .s_rlast(s_rlast),
    .m_awvalid(m_awvalid), .m_awready(m_awready), .m_awaddr(m_awaddr), .m_awlen(m_awlen), .m_wvalid(m_wvalid), .m_wready(m_wready),
    .m_wdata(m_wdata), .m_wstrb(m_wstrb), .m_wlast(m_wlast), .m_bvalid(m_bvalid), .m_bready(m_bready), .m_bresp(m_bresp),
    .m_arvalid(m_arvalid), .m_arready(m_arready), .m_araddr(m_araddr), .m_arlen(m_arlen), .m_rvalid(m_rvalid), .m_rready(m_rready),
    .m_rdata(m_rdata), .m_rresp(m_rresp), .m_rlast(m_rlast)
  );

  // ---- The memory: bursts in order, stalls at random -----------------------------------------------------------------------
  reg [BUS_BITS-1:0] cells [0:PAGES*BEATS-1];
  reg [BUS_BITS-1:0] stuck = 0;  // bits that read as 1
  reg silent = 1'b0, bad_writes = 1'b0, bad_reads = 1'b0;
  integer seed_here = 1;
  integer aw_q[0:63], aw_len[0:63], ar_q[0:63], ar_len[0:63];
  integer aw_in = 0, aw_out = 0, ar_in = 0, ar_out = 0, w_beat = 0, r_beat = 0, b_owed = 0, written = 0, most_open = 0;
  reg w_now, b_now, r_now;
  always @(posedge clk) begin
    if (m_awvalid & m_awready) begin
      aw_q[aw_in % 64] = m_awaddr / BYTES;
      aw_len[aw_in % 64] = m_awlen;
      if (m_awaddr[11:0] != 12'd0 && m_awlen == LAST && busy) fail("a burst that is no page");
      aw_in = aw_in + 1;
    end
    if (m_arvalid & m_arready) begin
      ar_q[ar_in % 64] = m_araddr / BYTES;
      ar_len[ar_in % 64] = m_arlen;
      ar_in = ar_in + 1;
    end
    if (aw_in - aw_out > most_open) most_open = aw_in - aw_out;
    if (m_wvalid & m_wready) begin
      if (aw_in == aw_out) fail("data before their address");
      if (~&m_wstrb) fail("a part of a beat");
      cells[(aw_q[aw_out % 64] + w_beat) % (PAGES * BEATS)] = m_wdata;
      written = written + 1;
      if (m_wlast != (w_beat == aw_len[aw_out % 64])) fail("WLAST");
      if (w_beat == aw_len[aw_out % 64]) begin
        w_beat = 0;
        aw_out = aw_out + 1;
        b_owed = b_owed + 1;
      end else begin
        w_beat = w_beat + 1;
      end
    end
    if (m_bvalid & m_bready) b_owed = b_owed - 1;
    if (m_rvalid & m_rready) begin
      if (r_beat == ar_len[ar_out % 64]) begin
        r_beat = 0;
        ar_out = ar_out + 1;
      end else begin
        r_beat = r_beat + 1;
      end
    end
    w_now = $random(seed_here) % 4 != 0;
    b_now = $random(seed_here) % 4 != 0;
    r_now = $random(seed_here) % 4 != 0;
    if (silent | behind_rst) begin
      {m_awready, m_wready, m_bvalid, m_arready, m_rvalid} <= 5'd0;
      if (behind_rst) begin
        aw_out = aw_in;
        ar_out = ar_in;
        {w_beat, r_beat, b_owed} = 96'd0;
      end
    end else begin
      m_awready <= w_now;
      m_wready <= b_now;
      m_arready <= w_now;
      m_bvalid <= (m_bvalid & ~m_bready) | (b_now & b_owed > 0);
      m_bresp <= bad_writes ? 2'b10 : 2'b00;
      m_rvalid <= (m_rvalid & ~m_rready) | (r_now & ar_in != ar_out);
      m_rlast <= r_beat == ar_len[ar_out % 64];
      m_rresp <= bad_reads ? 2'b10 : 2'b00;
      m_rdata <= cells[(ar_q[ar_out % 64] + r_beat) % (PAGES * BEATS)] | stuck;
    end
  end

  // ---- Runs ------------------------------------------------------------------------------------------------------------------
  function [31:0] pattern(input [31:0] word);
    reg [31:0] x;
    begin
      x = word ^ seed;
      if (mode == 2'd1) begin
        x = x ^ (x << 13);
        x = x ^ (x >> 17);
        x = x ^ (x << 5);
      end
      if (mode == 2'd2) x = (32'd1 << ((word % LANES + word / LANES) % 32)) ^ seed;
      pattern = x;
    end
  endfunction
  integer i, patience;
  task run;
    begin
      @(negedge clk) start = 1'b1;
      @(negedge clk) start = 1'b0;
      patience = 0;
      while (busy && patience < 20000) begin
        @(negedge clk);
        patience = patience + 1;
      end
      repeat (2) @(negedge clk);
    end
  endtask
  task expect_good(input integer from, input integer count);
    begin
      run;
      if (busy | ~done | no_response | not_ready | bad_response | aborted) fail("flags of a good test");
      if (wrong_beats != 0 || wrong_bytes != 64'd0 || seen != 32'd0) fail("errors of a good memory");
      if (write_clocks < count * BEATS || read_clocks < count * BEATS) fail("clocks");
      for (i = from * BEATS * LANES; i < (from + count) * BEATS * LANES; i = i + 1)
        if (cells[i / LANES][32*(i%LANES)+:32] !== pattern(i)) fail("the pattern");
    end
  endtask

  reg watch = 1'b0;
  always @(posedge clk) if (watch & busy & (s_awready | s_arready | s_bvalid | s_rvalid | s_wready)) fail("the host beside a test");
  integer at, kept;
  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (4) @(negedge clk);
    // The host's own transfers go through.
    s_awvalid = 1'b1;
    while (~s_awready) @(negedge clk);
    @(negedge clk);
    s_awvalid = 1'b0;
    s_wvalid = 1'b1;
    while (~s_wready) @(negedge clk);
    @(negedge clk) s_wvalid = 1'b0;
    while (~s_bvalid) @(negedge clk);
    @(negedge clk) s_arvalid = 1'b1;
    while (~s_arready) @(negedge clk);
    @(negedge clk) s_arvalid = 1'b0;
    while (~s_rvalid) @(negedge clk);
    if (s_rdata !== {LANES{32'h0BAD_CAFE}} || s_rresp != 2'b00 || ~s_rlast) fail("a transfer of the host");
    repeat (4) @(negedge clk);
    // A test waits for the host, whose next transfers then wait.
    host_idle = 1'b0;
    @(negedge clk) start = 1'b1;
    @(negedge clk) start = 1'b0;
    repeat (50) @(negedge clk);
    if (~busy | ~pause | m_awvalid | written != 1) fail("a test beside the host");
    host_idle = 1'b1;
    repeat (20) @(negedge clk);
    watch = 1'b1;
    s_awvalid = 1'b1;
    s_arvalid = 1'b1;
    repeat (40) @(negedge clk);
    s_awvalid = 1'b0;
    s_arvalid = 1'b0;
    while (busy) @(negedge clk);
    watch = 1'b0;
    if (pause) fail("a pause after a test");
    // Good memory, every pattern; pages wrap within memory.
    for (i = 0; i < 3; i = i + 1) begin
      mode = i;
      seed = 32'h1234_5678 * i;
      first = 32'd1;
      pages = 32'd6;
      kept = i;
      expect_good(1, 6);
      i = kept;
    end
    if (most_open < 2) fail("one page at a time");
    // A bit that is stuck: its byte lane, the first word, what was read there.
    mode = 2'd0;
    seed = 32'd0;
    first = 32'd2;
    pages = 32'd3;
    at = BUS_BITS - 25;  // the last lane, its lowest byte: bit 7 of the word
    stuck = 1;
    stuck = stuck << at;
    run;
    if (~done || wrong_beats == 0 || wrong_beats > 3 * BEATS) fail("a stuck bit is not found");
    if (wrong_bytes !== 64'd1 << ((BYTES - 4) % 64)) fail("the wrong byte lane");
    if (bad_page != 2 || bad_lane != LANES - 1) fail("the place of the first word");
    i = (2 * BEATS + bad_beat) * LANES + LANES - 1;
    if (seen !== (pattern(i) | 32'h80) || seen === pattern(i)) fail("what was seen");
    stuck = 0;
    // Halves: a changed word is found by reading alone.
    first = 32'd0;
    pages = 32'd2;
    expect_good(0, 2);
    cells[BEATS + 3][63:32] = 32'hFFFF_0000;
    writes = 1'b0;
    run;
    if (wrong_beats != 1 || bad_page != 1 || bad_beat != 3 || bad_lane != 1 || seen != 32'hFFFF_0000 || write_clocks != 0) fail("reading alone");
    writes = 1'b1;
    reads = 1'b0;
    run;
    if (wrong_beats != 0 || read_clocks != 0 || cells[BEATS+3][63:32] !== pattern((BEATS + 3) * LANES + 1)) fail("writing alone");
    reads = 1'b1;
    pages = 32'd0;
    run;
    if (~done || wrong_beats != 0) fail("no pages");
    pages = 32'd4;
    // Error responses.
    bad_writes = 1'b1;
    run;
    if (~done | ~bad_response) fail("an error response to a write");
    bad_writes = 1'b0;
    bad_reads = 1'b1;
    run;
    if (~done | ~bad_response) fail("an error response to a read");
    bad_reads = 1'b0;
    expect_good(0, 4);
    // A channel that is not ready: the pages before it are tested.
    ready = 2'b01;
    first = 32'd2;
    written = 0;
    run;
    if (~done | ~not_ready || written != 2 * BEATS || wrong_beats != 0) fail("a channel that is not ready");
    ready = 2'b11;
    first = 32'd0;
    expect_good(0, 4);
    // A memory that stops, in either half; only a reset ends it.
    for (i = 0; i < 2; i = i + 1) begin
      kept = i;
      @(negedge clk) start = 1'b1;
      @(negedge clk) start = 1'b0;
      if (kept == 1) while (~m_arvalid) @(negedge clk);
      repeat (20) @(negedge clk);
      silent = 1'b1;
      repeat (1000) @(negedge clk);
      if (~busy | ~pause | ~no_response | m_awvalid | m_arvalid | m_wvalid) fail("a memory that stops");
      silent = 1'b0;
      repeat (100) @(negedge clk);
      if (~busy) fail("a way out without a reset");
      behind_rst = 1'b1;
      repeat (4) @(negedge clk);
      behind_rst = 1'b0;
      if (busy | pause | ~no_response | done | aborted) fail("after the reset");
      repeat (20) @(negedge clk);
      expect_good(0, 4);
      i = kept;
    end
    // A reset in the middle.
    @(negedge clk) start = 1'b1;
    @(negedge clk) start = 1'b0;
    repeat (40) @(negedge clk);
    behind_rst = 1'b1;
    repeat (4) @(negedge clk);
    behind_rst = 1'b0;
    if (busy | done | ~aborted) fail("a reset in a test");
    repeat (20) @(negedge clk);
    expect_good(0, 4);
    $display("ok");
    $finish(0);
  end

endmodule

`default_nettype wire
