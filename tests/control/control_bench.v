// Register fuzz of rtlgen_control against a model of its map: random accesses one at a time, or a read together with a write, with
// address, data and answers apart from each other; runs that begin, end, fail, in between. Says "ok" and how many accesses.
//   +seed=N +accesses=N
`default_nettype none
`timescale 1ns / 1ps

module control_bench;

  localparam CONFIG_WORDS = 5;
  localparam STATUS_WORDS = 3;
  integer seed, accesses;
  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;

  reg awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
  reg [6:0] awaddr, araddr;
  reg [31:0] wdata;
  reg [3:0] wstrb;
  reg busy = 1'b0, done = 1'b0, failed = 1'b0;
  reg [STATUS_WORDS*32-1:0] status;
  wire awready, wready, bvalid, arready, rvalid, irq, refused, start, cancel;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  wire [CONFIG_WORDS*32-1:0] config_words;
  rtlgen_control #(.CONFIG_WORDS(CONFIG_WORDS), .STATUS_WORDS(STATUS_WORDS), .ADDRESS_BITS(7)) u_control (
    .clk(clk), .rst(rst), .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr),
    .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(wstrb),
    .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp), .s_axil_arvalid(arvalid),
    .s_axil_arready(arready), .s_axil_araddr(araddr), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
    .s_axil_rdata(rdata), .s_axil_rresp(rresp), .irq(irq), .config_words(config_words), .status_words(status),
    .refused(refused), .start(start), .cancel(cancel), .busy(busy), .done(done), .failed(failed)
  );

  // ---- The model: the map, an access or an event at a time ------------------------------------------------------------
  reg [31:0] words [0:CONFIG_WORDS-1];
  reg m_start, m_done, m_ready, m_auto, m_cancel, m_refused, m_gier;
  reg [1:0] m_ier, m_isr;
  integer i;
  task model_reset;
    begin
      for (i = 0; i < CONFIG_WORDS; i = i + 1) words[i] = 32'd0;
      {m_start, m_done, m_ready, m_auto, m_cancel, m_refused, m_gier, m_ier, m_isr} = 11'd0;
    end
  endtask
  reg error;
  task model_write(input integer at, input [31:0] value, input [3:0] strobe);
    begin
      error = at >= 4 + CONFIG_WORDS;
      if (at == 0 && strobe[0]) begin
        if (value[0] && m_start) m_refused = 1'b1;
        else if (value[0]) {m_start, m_done, m_ready, m_refused} = 4'b1000;
        m_auto = value[7];
      end
      if (at == 0 && strobe[1] && value[8] && (m_start & ~(value[0] & strobe[0] & ~busy))) m_cancel = 1'b1;
      if (at == 1 && strobe[0]) m_gier = value[0];
      if (at == 2 && strobe[0]) m_ier = value[1:0];
      if (at == 3 && strobe[0]) m_isr = m_isr ^ value[1:0];
      if (at >= 4 && at < 4 + CONFIG_WORDS) begin
        error = m_start;
        if (m_start) m_refused = 1'b1;
        else for (i = 0; i < 4; i = i + 1) if (strobe[i]) words[at-4][8*i+:8] = value[8*i+:8];
      end
    end
  endtask
  reg [31:0] expected;
  task model_read(input integer at);
    begin
      error = at >= 4 + CONFIG_WORDS + STATUS_WORDS;
      expected = 32'd0;
      if (at == 0) begin
        expected = {22'd0, m_gier & |m_isr, m_cancel, m_auto, 3'd0, m_ready, ~m_start, m_done, m_start};
        {m_done, m_ready} = 2'b00;
      end else if (at == 1) expected = {31'd0, m_gier};
      else if (at == 2) expected = {30'd0, m_ier};
      else if (at == 3) expected = {30'd0, m_isr};
      else if (at < 4 + CONFIG_WORDS) expected = words[at-4];
      else if (~error) expected = status[32*(at-4-CONFIG_WORDS)+:32];
    end
  endtask
  task model_done;
    begin
      {m_done, m_ready} = 2'b11;
      m_isr = m_isr | m_ier;
      m_start = m_auto & ~failed & ~m_cancel;
      if (failed | m_cancel) m_auto = 1'b0;
      m_cancel = 1'b0;
    end
  endtask

  // ---- The host ----------------------------------------------------------------------------------------------------------
  task fail(input [8*40:1] what);
    begin
      $display("%0s at %0t", what, $time);
      $finish(0);
    end
  endtask
  function integer pick(input integer most);
    pick = $unsigned($random(seed)) % (most + 1);
  endfunction
  integer patience;
  reg b_seen, r_seen, aw_done, w_done, ar_done, do_write, do_read;
  reg [1:0] b_is, r_is;
  reg [31:0] r_data;
  // Offers each channel at a time of its own and keeps it until it is taken; answers wait as well.
  task access;
    begin
      {b_seen, r_seen} = {~do_write, ~do_read};
      {aw_done, w_done, ar_done} = {~do_write, ~do_write, ~do_read};
      patience = 0;
      while (~(b_seen & r_seen)) begin
        @(negedge clk);
        if (~aw_done & ~awvalid & pick(2) == 0) awvalid = 1'b1;
        if (~w_done & ~wvalid & pick(2) == 0) wvalid = 1'b1;
        if (~ar_done & ~arvalid & pick(2) == 0) arvalid = 1'b1;
        bready = pick(2) == 0;
        rready = pick(2) == 0;
        if ((bvalid & (b_seen | ~(aw_done & w_done))) | (rvalid & (r_seen | ~ar_done))) fail("an answer that nobody asked for");
        @(posedge clk);
        if (awvalid & awready) {awvalid, aw_done} <= 2'b01;
        if (wvalid & wready) {wvalid, w_done} <= 2'b01;
        if (arvalid & arready) {arvalid, ar_done} <= 2'b01;
        if (bvalid & bready) {b_seen, b_is} <= {1'b1, bresp};
        if (rvalid & rready) {r_seen, r_is, r_data} <= {1'b1, rresp, rdata};
        patience = patience + 1;
        if (patience > 200) fail("no answer");
      end
      @(negedge clk) {bready, rready} = 2'b00;
      if (bvalid | rvalid) fail("two answers");
    end
  endtask
  integer write_at, read_at, action;
  task some_access;
    begin
      {do_write, do_read} = 1 + pick(2);
      write_at = pick(1) == 0 ? pick(3) : pick(31);
      read_at = pick(1) == 0 ? pick(3) : pick(31);
      if (do_write && (read_at < 4 || read_at == write_at)) do_read = 1'b0;  // the order of both would matter
      awaddr = {write_at[4:0], 2'd0} + pick(3);
      araddr = {read_at[4:0], 2'd0} + pick(3);
      wdata = $random(seed);
      if (write_at == 0 && pick(3) != 0) wdata[8] = 1'b0;
      wstrb = pick(2) == 0 ? pick(15) : 15;
      for (i = 0; i < STATUS_WORDS; i = i + 1) status[32*i+:32] = $random(seed);
      access;
      if (do_write) begin
        model_write(write_at, wdata, wstrb);
        if (b_is != {error, 1'b0}) fail("answer to a write");
      end
      if (do_read) begin
        model_read(read_at);
        if (r_is != {error, 1'b0}) fail("answer to a read");
        if (r_data != expected) fail("what was read");
      end
    end
  endtask
  task some_event;
    begin
      action = pick(9);
      if (action == 9) begin
        @(negedge clk) rst = 1'b1;
        busy = 1'b0;
        @(negedge clk) rst = 1'b0;
        model_reset;
      end else if (action < 5 && m_start) begin
        failed = pick(3) == 0;
        done = 1'b1;
        @(negedge clk) done = 1'b0;
        model_done;
        busy = m_start;  // the next run of a series
      end
      repeat (2) @(negedge clk);
      busy = m_start;
      if ({start, cancel, refused, irq} != {m_start, m_cancel, m_refused, m_gier & |m_isr}) fail("an output");
      for (i = 0; i < CONFIG_WORDS; i = i + 1) if (config_words[32*i+:32] != words[i]) fail("a config word");
    end
  endtask

  integer k;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("accesses=%d", accesses)) accesses = 20000;
    model_reset;
    repeat (3) @(negedge clk);
    rst = 1'b0;
    for (k = 0; k < accesses; k = k + 1) begin
      some_access;
      some_event;
    end
    $display("ok %0d", accesses);
    $finish(0);
  end

endmodule

`default_nettype wire
