// Formal harness of rtlgen_axil_guard: the kernels do anything at all, in any clock. The host follows AXI4-Lite; it may
// stall for as long as it likes.
//
// Two kernels of 16 KiB each, with 8 bytes of registers and the card block from 4096 on. Of an address 5 bits are free: one
// for beyond both kernels, the kernel, the card block, and two of the word; the second word of a kernel's registers is the
// last one. PART 0: what the host gets, 1: how long it waits, 2: what the kernels and the card
// block get.
`default_nettype none

module axil_guard_props #(
  parameter PART = 0,
  parameter LIMIT_LOG2 = 2,
  parameter NEAR = 5  // clocks of the firewall itself
) (
  input  wire        clk,
  input  wire        behind_rst,
  input  wire        aw_ask,
  input  wire [4:0]  aw_any,
  input  wire        w_ask,
  input  wire [3:0]  w_any,
  input  wire        bready,
  input  wire        ar_ask,
  input  wire [4:0]  ar_any,
  input  wire        rready,
  input  wire        m_awready,
  input  wire        m_wready,
  input  wire        m_bvalid,
  input  wire [1:0]  m_bresp,
  input  wire        m_arready,
  input  wire        m_rvalid,
  input  wire [1:0]  m_rdata_any,
  input  wire [1:0]  m_rresp,
  input  wire [1:0]  card_rdata_any,
  output wire        bad
);

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  wire awvalid, awready, wvalid, wready, bvalid, arvalid, arready, rvalid;
  wire [4:0] aw_at, ar_at;  // beyond; kernel; upper bits of the offset
  wire [3:0] w_what;
  wire [1:0] b_resp, r_resp;
  wire [31:0] r_data;
  offer #(.BITS(5)) u_aw (.clk(clk), .rst(rst), .ask(aw_ask), .any(aw_any), .valid(awvalid), .ready(awready), .what(aw_at));
  offer #(.BITS(4)) u_w (.clk(clk), .rst(rst), .ask(w_ask), .any(w_any), .valid(wvalid), .ready(wready), .what(w_what));
  offer #(.BITS(5)) u_ar (.clk(clk), .rst(rst), .ask(ar_ask), .any(ar_any), .valid(arvalid), .ready(arready), .what(ar_at));

  // Below 4 the registers, 4096 on the card block.
  wire [15:0] aw_addr = {aw_at[4:3], 1'b0, aw_at[2], 8'd0, aw_at[1], aw_at[0], 2'b00};
  wire [15:0] ar_addr = {ar_at[4:3], 1'b0, ar_at[2], 8'd0, ar_at[1], ar_at[0], 2'b00};

  wire closed, refused, refused_write, card_write, m_awvalid, m_wvalid, m_bready, m_arvalid, m_rready;
  wire [2:0] refused_kind;
  wire [15:0] refused_address, m_awaddr, m_araddr;
  wire [9:0] card_write_at, card_read_at;
  wire [31:0] card_wdata, m_wdata;
  wire [3:0] card_wstrb, m_wstrb;
  reg [1:0] card_word = 2'd0;
  always @(posedge clk) card_word <= card_rdata_any;
  rtlgen_axil_guard #(.ADDR_BITS(16), .KERNELS(2), .KERNEL_BITS(14), .MAP_BITS(3), .CARD_BEGIN(4096), .LIMIT_LOG2(LIMIT_LOG2)) u_guard (
    .clk(clk), .rst(rst), .behind_rst(behind_rst), .closed(closed), .refused(refused), .refused_write(refused_write),
    .refused_kind(refused_kind), .refused_address(refused_address),
    .s_awvalid(awvalid), .s_awready(awready), .s_awaddr(aw_addr), .s_wvalid(wvalid), .s_wready(wready),
    .s_wdata({30'd0, w_what[1:0]}), .s_wstrb({2'b11, w_what[3:2]}), .s_bvalid(bvalid), .s_bready(bready), .s_bresp(b_resp),
    .s_arvalid(arvalid), .s_arready(arready), .s_araddr(ar_addr), .s_rvalid(rvalid), .s_rready(rready), .s_rdata(r_data), .s_rresp(r_resp),
    .card_write(card_write), .card_write_at(card_write_at), .card_wdata(card_wdata), .card_wstrb(card_wstrb),
    .card_read_at(card_read_at), .card_rdata({30'd0, card_word}),
    .m_awvalid(m_awvalid), .m_awready(m_awready), .m_awaddr(m_awaddr), .m_wvalid(m_wvalid), .m_wready(m_wready), .m_wdata(m_wdata),
    .m_wstrb(m_wstrb), .m_bvalid(m_bvalid), .m_bready(m_bready), .m_bresp(m_bresp), .m_arvalid(m_arvalid), .m_arready(m_arready),
    .m_araddr(m_araddr), .m_rvalid(m_rvalid), .m_rready(m_rready), .m_rdata({30'd0, m_rdata_any}), .m_rresp(m_rresp)
  );

  // The destination of an address: nothing, card, kernel.
  function [1:0] place(input [4:0] at);
    place = at[4] ? 2'd0 : (at[2] ? 2'd1 : (at[1] ? 2'd0 : 2'd2));
  endfunction

  // ---- The access of each direction -----------------------------------------------------------------------------------
  wire aw_taken = awvalid & awready & ~rst;
  wire w_taken = wvalid & wready & ~rst;
  wire b_taken = bvalid & bready & ~rst;
  wire ar_taken = arvalid & arready & ~rst;
  wire r_taken = rvalid & rready & ~rst;
  reg aw_open = 1'b0, w_open = 1'b0, ar_open = 1'b0;
  reg [4:0] aw_its, ar_its;
  reg [3:0] w_its;
  always @(posedge clk) begin
    aw_open <= (aw_open | aw_taken) & ~b_taken;
    w_open <= (w_open | w_taken) & ~b_taken;
    ar_open <= (ar_open | ar_taken) & ~r_taken;
    if (aw_taken) aw_its <= aw_at;
    if (w_taken) w_its <= w_what;
    if (ar_taken) ar_its <= ar_at;
  end

  // ---- Responses: one for each access, stable, right --------------------------------------------------------------------
  reg b_held = 1'b0, r_held = 1'b0;
  reg [1:0] b_was, b_given = 2'd0, r_given = 2'd0, r_word = 2'd0;
  reg [33:0] r_was;
  reg b_answered = 1'b0, r_answered = 1'b0;  // the kernels gave the response
  always @(posedge clk) begin
    b_held <= bvalid & ~bready & ~rst;
    r_held <= rvalid & ~rready & ~rst;
    b_was <= b_resp;
    r_was <= {r_resp, r_data};
    b_answered <= ~b_taken & ~rst & (b_answered | (m_bvalid & m_bready & ~closed & ~behind_rst));
    r_answered <= ~r_taken & ~rst & (r_answered | (m_rvalid & m_rready & ~closed & ~behind_rst));
    if (m_bvalid & m_bready) b_given <= m_bresp;
    if (m_rvalid & m_rready) begin
      r_given <= m_rresp;
      r_word <= m_rdata_any;
    end
  end
  wire b_unstable = b_held & (~bvalid | b_was != b_resp);
  wire r_unstable = r_held & (~rvalid | r_was != {r_resp, r_data});
  wire double = (aw_taken & aw_open) | (w_taken & w_open) | (ar_taken & ar_open);
  wire [1:0] w_place = place(aw_its), r_place = place(ar_its);
  wire [1:0] b_right = w_place == 2'd1 ? 2'b00 : (w_place == 2'd0 ? 2'b11 : (b_answered ? b_given : 2'b10));
  wire [1:0] r_right = r_place == 2'd1 ? 2'b00 : (r_place == 2'd0 ? 2'b11 : (r_answered ? r_given : 2'b10));
  wire b_wrong = bvalid & (~aw_open | ~w_open | b_resp != b_right);
  wire r_failed = r_place == 2'd0 | (r_place == 2'd2 & ~r_answered);
  wire r_wrong = rvalid & (~ar_open | r_resp != r_right | (r_failed & r_data[31:8] != 24'hFA11ED) |
                           (r_place == 2'd2 & r_answered & r_data != {30'd0, r_word}));

  // ---- Time --------------------------------------------------------------------------------------------------------------
  localparam MOST = (1 << LIMIT_LOG2) + NEAR;
  reg [4:0] w_late = 5'd0, r_late = 5'd0;
  wire w_waits = (aw_open | awvalid) & (w_open | wvalid) & ~(bvalid & ~bready);
  wire r_waits = (ar_open | arvalid) & ~(rvalid & ~rready);
  always @(posedge clk) begin
    w_late <= rst | aw_taken | w_taken | b_taken ? 5'd0 : w_late + w_waits;
    r_late <= rst | ar_taken | r_taken ? 5'd0 : r_late + r_waits;
  end

  // ---- Behind ----------------------------------------------------------------------------------------------------------
  reg aw_sent = 1'b0, w_sent = 1'b0, ar_sent = 1'b0, card_sent = 1'b0, aw_off = 1'b0, w_off = 1'b0, ar_off = 1'b0, was_shut = 1'b1;
  wire shut = closed | behind_rst;
  always @(posedge clk) begin
    was_shut <= shut;
    aw_sent <= ~rst & ~b_taken & (aw_sent | (m_awvalid & m_awready));
    w_sent <= ~rst & ~b_taken & (w_sent | (m_wvalid & m_wready));
    ar_sent <= ~rst & ~r_taken & (ar_sent | (m_arvalid & m_arready));
    card_sent <= ~rst & ~b_taken & (card_sent | card_write);
    aw_off <= m_awvalid & ~m_awready & ~rst;
    w_off <= m_wvalid & ~m_wready & ~rst;
    ar_off <= m_arvalid & ~m_arready & ~rst;
  end
  wire sent_wrong = (m_awvalid & (~aw_open | ~w_open | aw_sent | w_place != 2'd2 | m_awaddr != {aw_its[4:3], 1'b0, aw_its[2], 8'd0, aw_its[1], aw_its[0], 2'b00})) |
                    (m_wvalid & (~aw_open | ~w_open | w_sent | w_place != 2'd2 | m_wdata[1:0] != w_its[1:0] | m_wstrb[1:0] != w_its[3:2])) |
                    (m_arvalid & (~ar_open | ar_sent | r_place != 2'd2 | m_araddr != {ar_its[4:3], 1'b0, ar_its[2], 8'd0, ar_its[1], ar_its[0], 2'b00}));
  wire withdrawn = ~shut & ~was_shut & ((aw_off & ~m_awvalid) | (w_off & ~m_wvalid) | (ar_off & ~m_arvalid));
  wire sent_shut = shut & was_shut & (m_awvalid | m_wvalid | m_arvalid);
  wire card_wrong = (card_write & (~aw_open | ~w_open | card_sent | w_place != 2'd1 | card_write_at != {2'd0, 6'd0, aw_its[1:0]} | card_wdata[1:0] != w_its[1:0] |
                                   card_wstrb[1:0] != w_its[3:2])) | (bvalid & aw_open & w_place == 2'd1 & ~card_sent) |
                    (bvalid & w_place == 2'd2 & b_answered & ~(aw_sent & w_sent)) | (rvalid & r_place == 2'd2 & r_answered & ~ar_sent);

  generate
    if (PART == 0) begin : part_host
      assign bad = ~rst & (b_unstable | r_unstable | double | b_wrong | r_wrong);
    end else if (PART == 1) begin : part_time
      assign bad = ~rst & (w_late > MOST | r_late > MOST);
    end else begin : part_behind
      assign bad = ~rst & (sent_wrong | withdrawn | sent_shut | card_wrong);
    end
  endgenerate

endmodule

`default_nettype wire
