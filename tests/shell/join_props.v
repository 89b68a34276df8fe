// Formal harness of rtlgen_axil_join: both masters, the slave and reset are free, within the rules of AXI4-Lite.
//
// PART 0: every access of a master reaches the slave once, with its own address and data, and the response returns to
// that master; offers to the slave stay until they are taken. PART 1: the slave takes and responds at once, and masters
// take responses: then no access waits for more than LIMIT clocks, whatever the other master does, even a debugger that
// offers an address without data for ever.
`default_nettype none

module join_props #(
  parameter PART = 0,
  parameter LIMIT = 5
) (
  input  wire        clk,
  input  wire        rst_now,
  input  wire [1:0]  aw_offer,
  input  wire [1:0]  w_offer,
  input  wire [1:0]  ar_offer,
  input  wire [1:0]  b_take,
  input  wire [1:0]  r_take,
  input  wire [2:0]  payload,
  input  wire        awready_now,
  input  wire        wready_now,
  input  wire        arready_now,
  input  wire        b_now,
  input  wire        r_now,
  input  wire [31:0] data_now,
  output wire        bad
);

  reg rst = 1'b1;
  always @(posedge clk) rst <= rst_now & (PART == 0);
  reg seen_rst = 1'b0;
  always @(posedge clk) seen_rst <= seen_rst | rst;

  // ---- Masters: 0 is the host, 1 the debugger. An offer stays until it is taken. An address or word has the number of
  // its master in bit 31 ---------------------------------------------------------------------------------------------
  wire [1:0] awready, wready, arready, bvalid, rvalid;
  wire [63:0] rdata;
  wire [3:0] bresp, rresp;
  reg [1:0] aw_stalled = 2'd0, w_stalled = 2'd0, ar_stalled = 2'd0;
  // One write and one read at a time: what a master has begun.
  reg [1:0] aw_given = 2'd0, w_given = 2'd0, ar_given = 2'd0;
  wire [1:0] awvalid = {2{~rst}} & ~aw_given & (aw_offer | aw_stalled);
  wire [1:0] wvalid = {2{~rst}} & ~w_given & (w_offer | w_stalled);
  wire [1:0] arvalid = {2{~rst}} & ~ar_given & (ar_offer | ar_stalled);
  wire [1:0] bready = b_take | {2{PART == 1}};
  wire [1:0] rready = r_take | {2{PART == 1}};
  reg [2:0] kept = 3'd0;  // low bits of address and data, stable while something is offered
  wire resting = ~|{aw_given, w_given, ar_given, aw_stalled, w_stalled, ar_stalled};
  wire [2:0] low = resting ? payload : kept;
  always @(posedge clk) begin
    kept <= low;
    aw_stalled <= awvalid & ~awready;
    w_stalled <= wvalid & ~wready;
    ar_stalled <= arvalid & ~arready;
    aw_given <= {2{~rst}} & (aw_given | (awvalid & awready)) & ~(bvalid & bready);
    w_given <= {2{~rst}} & (w_given | (wvalid & wready)) & ~(bvalid & bready);
    ar_given <= {2{~rst}} & (ar_given | (arvalid & arready)) & ~(rvalid & rready);
  end

  wire m_awvalid, m_wvalid, m_bready, m_arvalid, m_rready;
  wire [31:0] m_awaddr, m_wdata, m_araddr;
  wire [3:0] m_wstrb;

  // ---- The slave: a response after both parts of a write, or after an address ----------------
  reg aw_held = 1'b0, w_held = 1'b0, ar_held = 1'b0, b_stalled = 1'b0, r_stalled = 1'b0;
  reg [31:0] write_address, write_data, read_address;
  reg [31:0] data_kept;
  wire m_awready = (awready_now | (PART == 1)) & ~aw_held;
  wire m_wready = (wready_now | (PART == 1)) & ~w_held;
  wire m_arready = (arready_now | (PART == 1)) & ~ar_held;
  wire m_bvalid = ~rst & aw_held & w_held & (b_now | b_stalled | (PART == 1));
  wire m_rvalid = ~rst & ar_held & (r_now | r_stalled | (PART == 1));
  wire [31:0] m_rdata = r_stalled ? data_kept : data_now;
  always @(posedge clk) begin
    aw_held <= ~rst & (aw_held | (m_awvalid & m_awready)) & ~(m_bvalid & m_bready);
    w_held <= ~rst & (w_held | (m_wvalid & m_wready)) & ~(m_bvalid & m_bready);
    ar_held <= ~rst & (ar_held | (m_arvalid & m_arready)) & ~(m_rvalid & m_rready);
    b_stalled <= m_bvalid & ~m_bready;
    r_stalled <= m_rvalid & ~m_rready;
    data_kept <= m_rdata;
    if (m_awvalid & m_awready) write_address <= m_awaddr;
    if (m_wvalid & m_wready) write_data <= m_wdata;
    if (m_arvalid & m_arready) read_address <= m_araddr;
  end

  rtlgen_axil_join u_join (
    .clk(clk), .rst(rst),
    .s_awvalid(awvalid[0]), .s_awready(awready[0]), .s_awaddr({29'd0, low}), .s_wvalid(wvalid[0]), .s_wready(wready[0]), .s_wdata({28'd0, 1'b1, low}), .s_wstrb(4'd5),
    .s_bvalid(bvalid[0]), .s_bready(bready[0]), .s_bresp(bresp[1:0]), .s_arvalid(arvalid[0]), .s_arready(arready[0]), .s_araddr({29'd0, low}),
    .s_rvalid(rvalid[0]), .s_rready(rready[0]), .s_rdata(rdata[31:0]), .s_rresp(rresp[1:0]),
    .d_awvalid(awvalid[1]), .d_awready(awready[1]), .d_awaddr({1'b1, 28'd0, low}), .d_wvalid(wvalid[1]), .d_wready(wready[1]), .d_wdata({1'b1, 27'd0, 1'b1, low}), .d_wstrb(4'd10),
    .d_bvalid(bvalid[1]), .d_bready(bready[1]), .d_bresp(bresp[3:2]), .d_arvalid(arvalid[1]), .d_arready(arready[1]), .d_araddr({1'b1, 28'd0, low}),
    .d_rvalid(rvalid[1]), .d_rready(rready[1]), .d_rdata(rdata[63:32]), .d_rresp(rresp[3:2]),
    .m_awvalid(m_awvalid), .m_awready(m_awready), .m_awaddr(m_awaddr), .m_wvalid(m_wvalid), .m_wready(m_wready), .m_wdata(m_wdata), .m_wstrb(m_wstrb),
    .m_bvalid(m_bvalid), .m_bready(m_bready), .m_bresp(data_now[1:0]), .m_arvalid(m_arvalid), .m_arready(m_arready), .m_araddr(m_araddr),
    .m_rvalid(m_rvalid), .m_rready(m_rready), .m_rdata(m_rdata), .m_rresp(data_now[3:2])
  );

  // ---- Violations ----------------------------------------------------------------------------
  reg was_aw = 1'b0, was_w = 1'b0, was_ar = 1'b0;
  reg [31:0] last_awaddr, last_araddr;
  reg [35:0] last_w;
  always @(posedge clk) begin
    was_aw <= m_awvalid & ~m_awready & ~rst;
    was_w <= m_wvalid & ~m_wready & ~rst;
    was_ar <= m_arvalid & ~m_arready & ~rst;
    last_awaddr <= m_awaddr;
    last_araddr <= m_araddr;
    last_w <= {m_wstrb, m_wdata};
  end
  wire withdrawn = ~rst & ((was_aw & (~m_awvalid | m_awaddr != last_awaddr)) | (was_w & (~m_wvalid | {m_wstrb, m_wdata} != last_w)) | (was_ar & (~m_arvalid | m_araddr != last_araddr)));
  // Both parts of a write are of one master, and so is the response.
  wire mixed = aw_held & w_held & write_address[31] != write_data[31];
  wire wrong_b = (bvalid[0] & ~(aw_given[0] & w_given[0] & aw_held & w_held & ~write_address[31])) | (bvalid[1] & ~(aw_given[1] & w_given[1] & aw_held & w_held & write_address[31]));
  wire wrong_r = (rvalid[0] & ~(ar_given[0] & ar_held & ~read_address[31] & rdata[31:0] == m_rdata)) | (rvalid[1] & ~(ar_given[1] & ar_held & read_address[31] & rdata[63:32] == m_rdata));
  wire wrong_word = (aw_held & write_address[30:0] != {28'd0, kept}) | (w_held & write_data[30:0] != {27'd0, 1'b1, kept}) | (ar_held & read_address[30:0] != {28'd0, kept}) | (m_wvalid & m_wstrb != (m_wdata[31] ? 4'd10 : 4'd5));
  wire lost = (m_bvalid & m_bready & ~|(bvalid & bready)) | (m_rvalid & m_rready & ~|(rvalid & rready));

  // A write waits from when both of its parts are offered; the host may offer one long before the other, and then keeps the debugger waiting.
  wire [1:0] is_writing = (awvalid | aw_given) & (wvalid | w_given) & ~bvalid;
  wire [1:0] is_reading = (arvalid | ar_given) & ~rvalid;
  wire host_dawdles = (awvalid[0] | aw_given[0]) != (wvalid[0] | w_given[0]);
  wire [3:0] waiting = {is_reading, is_writing[1] & ~host_dawdles, is_writing[0]};
  wire [3:0] late;
  genvar i;
  generate for (i = 0; i < 4; i = i + 1) begin : timer
    reg [4:0] clocks = 5'd0;
    always @(posedge clk) clocks <= waiting[i] & ~rst ? clocks + 5'd1 : 5'd0;
    assign late[i] = clocks > LIMIT;
  end endgenerate

  assign bad = seen_rst & ~rst & ((PART == 0) ? (withdrawn | mixed | wrong_b | wrong_r | wrong_word | lost) : |late);

endmodule

`default_nettype wire
