// Formal harness of rtlgen_axi_unrequested: at most two outstanding bursts in each direction.
//
// PART 0: with any memory, the master gets only what it has requested, nothing else waits, and every drop is counted.
// 1: with a memory that follows AXI, nothing is dropped or changed.
`default_nettype none

module axi_unrequested_props #(
  parameter PART = 0
) (
  input  wire clk,
  input  wire rst_now,
  input  wire clear,
  input  wire w_ask,
  input  wire wready,
  input  wire w_last,
  input  wire ar_ask,
  input  wire arready,
  input  wire b_any,
  input  wire bready,
  input  wire r_any,
  input  wire r_last_any,
  input  wire rready,
  output wire bad
);

  localparam LEGAL = PART == 1;
  reg start = 1'b1;
  wire rst = rst_now | start;
  always @(posedge clk) start <= 1'b0;

  // ---- The master's bursts, as it counts them -------------------------------------------------------------------------
  reg [1:0] reads = 2'd0, writes = 2'd0;
  wire arvalid = ~rst & ar_ask & reads != 2'd2;
  wire wvalid = ~rst & w_ask & (writes != 2'd2 | ~w_last);
  wire rvalid_in = LEGAL ? ~rst & reads != 2'd0 & r_any : r_any;
  wire bvalid_in = LEGAL ? ~rst & writes != 2'd0 & b_any : b_any;
  wire bvalid, rvalid, m_bready, m_rready, dropped;
  wire [3:0] counts;
  wire r_ends = rvalid & rready & r_last_any, b_ends = bvalid & bready;
  always @(posedge clk) begin
    reads <= rst ? 2'd0 : reads + (arvalid & arready) - r_ends;
    writes <= rst ? 2'd0 : writes + (wvalid & wready & w_last) - b_ends;
  end

  reg kept = 1'b0;
  always @(posedge clk) kept <= ~start & ((kept & ~clear) | dropped);

  rtlgen_axi_unrequested #(.OUTSTANDING_LOG2(1), .COUNT_BITS(2)) u_unrequested (
    .clk(clk), .rst(rst), .kept(kept), .dropped(dropped), .counts(counts), .s_wvalid(wvalid), .s_wready(wready), .s_wlast(w_last),
    .s_bvalid(bvalid), .s_bready(bready), .s_arvalid(arvalid), .s_arready(arready), .s_rvalid(rvalid), .s_rready(rready),
    .m_bvalid(bvalid_in), .m_bready(m_bready), .m_rvalid(rvalid_in), .m_rready(m_rready), .m_rlast(r_last_any)
  );

  // ---- 0: the master ------------------------------------------------------------------------------------------------
  wire unrequested = ~rst & ((rvalid & reads == 2'd0) | (bvalid & writes == 2'd0));
  wire waits = ~rst & ((rvalid_in & reads == 2'd0 & ~m_rready) | (bvalid_in & writes == 2'd0 & ~m_bready));
  // Responses to outstanding bursts are passed on, except for the rest of a burst whose beginning was dropped.
  reg rest = 1'b0;
  wire r_dropped = ~rst & rvalid_in & ~rvalid, b_dropped = ~rst & bvalid_in & ~bvalid;
  wire withheld = ~rst & ((rvalid_in & reads != 2'd0 & ~rest & ~rvalid) | (bvalid_in & writes != 2'd0 & ~bvalid) |
                          (rvalid_in & rest & rvalid));
  // A response that the memory gives away is one that the master takes, or is dropped.
  wire lost = ~rst & ((rvalid & m_rready != rready) | (bvalid & m_bready != bready) | (r_dropped & ~m_rready) | (b_dropped & ~m_bready));
  // Counts, as far as three of each.
  reg r_was = 1'b0, b_was = 1'b0;
  reg [1:0] beats = 2'd0, responses = 2'd0;
  always @(posedge clk) begin
    rest <= ~rst & (r_dropped ? ~r_last_any : rest);
    r_was <= r_dropped;
    b_was <= b_dropped;
    if (r_was | b_was) begin
      beats <= (kept ? beats : 2'd0) + (r_was & ~(kept & (&beats)));
      responses <= (kept ? responses : 2'd0) + (b_was & ~(kept & (&responses)));
    end
  end
  wire untold = ~start & (dropped != (r_was | b_was) | (kept & counts != {responses, beats}) | (~kept & counts != 4'd0));

  // ---- 1: nothing changes ---------------------------------------------------------------------------------------------
  wire changed = ~rst & (rvalid != rvalid_in | bvalid != bvalid_in | (rvalid_in & m_rready != rready) | (bvalid_in & m_bready != bready)) |
                 (~start & (dropped | kept));

  generate
    if (PART == 0) begin : any_memory
      assign bad = unrequested | waits | withheld | lost | untold;
    end else begin : legal_memory
      assign bad = changed;
    end
  endgenerate

endmodule

`default_nettype wire
