// Formal harness of rtlgen_control: the host, the sequencer and reset are free, within the rules of AXI and of the ports.
//
// Two config words, one status word and a place outside the map. PART 0: answers. PART 1: config words, start, done.
`default_nettype none

module control_props #(
  parameter PART = 0
) (
  input  wire       clk,
  input  wire       rst_now,
  input  wire       aw_offer,
  input  wire [4:0] aw_addr,
  input  wire       w_offer,
  input  wire [31:0] w_data,
  input  wire [3:0] w_strobe,
  input  wire       bready,
  input  wire       ar_offer,
  input  wire [4:0] ar_addr,
  input  wire       rready,
  input  wire [31:0] status,
  input  wire       done_now,
  input  wire       failed,
  input  wire [5:0] pick,
  output wire       bad
);

  reg rst = 1'b1;
  always @(posedge clk) rst <= rst_now;

  wire awready, wready, bvalid, arready, rvalid, irq, refused, start, cancel;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  wire [63:0] config_words;

  // A master that keeps an offer until it is taken.
  reg aw_stalled = 1'b0, w_stalled = 1'b0, ar_stalled = 1'b0;
  reg [4:0] aw_kept, ar_kept;
  reg [35:0] w_kept;
  wire awvalid = ~rst & (aw_offer | aw_stalled);
  wire wvalid = ~rst & (w_offer | w_stalled);
  wire arvalid = ~rst & (ar_offer | ar_stalled);
  wire [4:0] awaddr = aw_stalled ? aw_kept : aw_addr;
  wire [4:0] araddr = ar_stalled ? ar_kept : ar_addr;
  wire [35:0] write = w_stalled ? w_kept : {w_strobe, w_data};
  always @(posedge clk) begin
    aw_stalled <= awvalid & ~awready;
    w_stalled <= wvalid & ~wready;
    ar_stalled <= arvalid & ~arready;
    aw_kept <= awaddr;
    w_kept <= write;
    ar_kept <= araddr;
  end

  // A sequencer: takes a start when it likes, at once for it is asked for until done.
  reg busy = 1'b0;
  wire done = busy & done_now & ~rst;
  always @(posedge clk) busy <= ~rst & (start | busy) & ~done;

  rtlgen_control #(.CONFIG_WORDS(2), .STATUS_WORDS(1), .ADDRESS_BITS(5)) u_control (
    .clk(clk), .rst(rst), .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr),
    .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(write[31:0]), .s_axil_wstrb(write[35:32]),
    .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp), .s_axil_arvalid(arvalid),
    .s_axil_arready(arready), .s_axil_araddr(araddr), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
    .s_axil_rdata(rdata), .s_axil_rresp(rresp), .irq(irq), .config_words(config_words), .status_words(status),
    .refused(refused), .start(start), .cancel(cancel), .busy(busy), .done(done), .failed(failed)
  );

  // Outstanding responses: to an address, its data, an address of a read; and for how long.
  reg aw_owed = 1'b0, w_owed = 1'b0, ar_owed = 1'b0;
  reg [2:0] aw_at, ar_at;
  reg [35:0] written;
  reg [1:0] write_late = 0, read_late = 0, closed = 0;
  wire b_taken = bvalid & bready, r_taken = rvalid & rready;
  always @(posedge clk) begin
    aw_owed <= ~rst & ((awvalid & awready) | (aw_owed & ~b_taken));
    w_owed <= ~rst & ((wvalid & wready) | (w_owed & ~b_taken));
    ar_owed <= ~rst & ((arvalid & arready) | (ar_owed & ~r_taken));
    if (awvalid & awready) aw_at <= awaddr[4:2];
    if (wvalid & wready) written <= write;
    if (arvalid & arready) ar_at <= araddr[4:2];
    write_late <= rst | ~aw_owed | ~w_owed | bvalid ? 2'd0 : write_late + 2'd1;
    read_late <= rst | ~ar_owed | rvalid ? 2'd0 : read_late + 2'd1;
    closed <= rst | ((aw_owed | awready) & (w_owed | wready) & (ar_owed | arready)) ? 2'd0 : closed + 2'd1;
  end

  // The response while it waited, and the state a clock ago, when its write was done.
  reg b_stalled = 1'b0, r_stalled = 1'b0, were_on = 1'b0, was_reset = 1'b1;
  reg [1:0] bresp_before, rresp_before;
  reg [31:0] rdata_before;
  always @(posedge clk) begin
    b_stalled <= bvalid & ~bready & ~rst;
    r_stalled <= rvalid & ~rready & ~rst;
    bresp_before <= bresp;
    rresp_before <= rresp;
    rdata_before <= rdata;
    were_on <= start | busy;
    was_reset <= rst;
  end
  wire b_first = bvalid & ~b_stalled;
  wire r_first = rvalid & ~r_stalled;
  wire to_config = aw_at == 3'd4 | aw_at == 3'd5;

  wire none_asked = (bvalid & ~(aw_owed & w_owed)) | (rvalid & ~ar_owed);
  wire twice = (awvalid & awready & aw_owed) | (wvalid & wready & w_owed) | (arvalid & arready & ar_owed);
  wire unsteady = (b_stalled & (~bvalid | bresp != bresp_before)) |
                  (r_stalled & (~rvalid | {rresp, rdata} != {rresp_before, rdata_before}));
  wire late = write_late > 2'd1 | read_late > 2'd1 | closed > 2'd1;
  wire wrong_answer = (bvalid & bresp[0]) | (rvalid & rresp != {ar_at == 3'd7, 1'b0}) |
                      (b_first & bresp[1] != (aw_at > 3'd5 | (to_config & were_on)));
  wire answers = none_asked | twice | unsteady | late | wrong_answer | (was_reset & (bvalid | rvalid));

  // One bit of the config words, any: what it was written, and only while nothing is on.
  reg [5:0] bit_at;
  always @(posedge clk) if (was_reset) bit_at <= pick;
  wire here = b_first & ~were_on & (aw_at == {2'b10, bit_at[5]}) & written[32+bit_at[4:3]];
  reg model = 1'b0;
  wire model_now = here ? written[bit_at[4:0]] : model;
  reg [63:0] config_before;
  always @(posedge clk) begin
    model <= ~rst & model_now;
    config_before <= config_words;
  end
  wire wrong_config = config_words[bit_at] != model_now;
  wire moves = were_on & ~was_reset & config_words[bit_at] != config_before[bit_at];

  // CTRL: what the run's ends and the host's accesses say it is, as of the clock after.
  reg [31:0] ctrl = 32'd0;  // without bits 2 and 9
  reg is_refused = 1'b0;
  reg done_before = 1'b0, failed_before = 1'b0;
  always @(posedge clk) begin
    done_before <= done & ~rst;
    failed_before <= failed;
  end
  wire [35:0] ctrl_write = b_first & aw_at == 3'd0 ? written : 36'd0;
  wire accepted = ctrl_write[32] & ctrl_write[0] & ~were_on;
  wire cancels = ctrl_write[33] & ctrl_write[8] & were_on;
  wire ends = done_before & (failed_before | ctrl[8] | cancels);
  wire looked = r_first & ar_at == 3'd0;
  reg [31:0] ctrl_now;
  always @* begin
    ctrl_now = ctrl;
    if (looked | accepted) {ctrl_now[3], ctrl_now[1]} = 2'b00;
    if (done_before) {ctrl_now[3], ctrl_now[1], ctrl_now[0]} = {2'b11, ctrl[7] & ~ends};
    else if (accepted) ctrl_now[0] = 1'b1;
    if (ctrl_write[32]) ctrl_now[7] = ctrl_write[7];
    if (ends) ctrl_now[7] = 1'b0;
    ctrl_now[8] = ~done_before & (ctrl[8] | cancels);
  end
  wire is_refused_now = accepted ? 1'b0 : is_refused | (b_first & were_on & (to_config | (ctrl_write[32] & ctrl_write[0])));
  reg [31:0] ctrl_before, status_before;
  always @(posedge clk) begin
    ctrl <= rst ? 32'd0 : ctrl_now;
    is_refused <= ~rst & is_refused_now;
    ctrl_before <= {22'd0, irq, ctrl_now[8:7], 3'd0, ctrl_now[3], ~(start | busy), ctrl_now[1:0]};
    status_before <= status;
  end
  wire wrong_run = start != ctrl_now[0] | cancel != ctrl_now[8] | refused != is_refused_now;
  wire wrong_read = r_first & ((ar_at == 3'd0 & rdata != ctrl_before) | (ar_at == 3'd6 & rdata[bit_at[4:0]] != status_before[bit_at[4:0]]) |
                               (ar_at == 3'd7 & rdata[bit_at[4:0]]) |
                               (ar_at == {2'b10, bit_at[5]} & rdata[bit_at[4:0]] != config_before[bit_at]));
  wire runs = wrong_config | moves | wrong_run | wrong_read;

  generate
    if (PART == 0) begin : part_answers
      assign bad = ~rst & answers;
    end else begin : part_runs
      assign bad = ~rst & ~was_reset & runs;
    end
  endgenerate

endmodule

`default_nettype wire
